use board_core::MoveGen;

/// When a move is considered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Moment {
    /// The move would first show in this frame.
    pub frame: usize,
    /// How many plies of the game come before it (passes not counted).
    pub ply: usize,
}

/// What is known about moves before looking: a pattern collection, an engine, a score sheet, a
/// player's own word.
///
/// Any closure `Fn(&Position, Move, Moment) -> f32` is one; `()` knows nothing. Priors are shared between threads: one
/// that remembers what it has worked out keeps that behind a lock.
pub trait MovePrior<P: MoveGen>: Sync {
    /// Price in nats of the legal move `mv` in `position`, on top of the model's: −ln of its
    /// probability, or of its ratio to that of the likeliest move. Not negative;
    /// `f32::INFINITY` forbids the move.
    ///
    /// Asked many times for the same; should be quick, and always say the same.
    fn price(&self, position: &P, mv: P::Move, moment: Moment) -> f32;

    /// Whether the price depends on [`Moment::ply`]: then games of different length are kept apart.
    fn counts_plies(&self) -> bool {
        true
    }
}

impl<P: MoveGen> MovePrior<P> for () {
    fn price(&self, _: &P, _: P::Move, _: Moment) -> f32 {
        0.0
    }

    fn counts_plies(&self) -> bool {
        false
    }
}

impl<P: MoveGen, F: Fn(&P, P::Move, Moment) -> f32 + Sync> MovePrior<P> for F {
    fn price(&self, position: &P, mv: P::Move, moment: Moment) -> f32 {
        self(position, mv, moment)
    }
}
