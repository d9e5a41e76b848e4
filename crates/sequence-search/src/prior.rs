use board_core::MoveGen;

/// The time of a move that a prior rates.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Moment {
    /// The first frame that would show the move.
    pub frame: usize,
    /// Number of plies before it, without passes.
    pub ply: usize,
}

/// A prior on moves: from a pattern collection, an engine, a score sheet, or a player's statement.
///
/// Any closure `Fn(&Position, Move, Moment) -> f32` is a prior; `()` is the uniform one. Priors are shared between
/// threads: a cache must be behind a lock.
pub trait MovePrior<P: MoveGen>: Sync {
    /// Price in nats of the legal move `mv` in `position`, in addition to the model's: −ln of its probability, or of
    /// its ratio to that of the most likely move. Not negative; `f32::INFINITY` forbids the move.
    ///
    /// Called many times with the same arguments; should be fast and must always return the same price.
    fn price(&self, position: &P, mv: P::Move, moment: Moment) -> f32;

    /// Whether the price depends on [`Moment::ply`]: then prefixes of different length are not merged.
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

/// A prior for a window that begins some frames and plies after the start of the series.
pub(crate) struct Later<'a, P: MoveGen> {
    pub(crate) prior: &'a dyn MovePrior<P>,
    pub(crate) frames: usize,
    pub(crate) plies: usize,
}

impl<P: MoveGen> MovePrior<P> for Later<'_, P> {
    fn price(&self, position: &P, mv: P::Move, moment: Moment) -> f32 {
        let moment = Moment {
            frame: self.frames + moment.frame,
            ply: self.plies + moment.ply,
        };
        self.prior.price(position, mv, moment)
    }

    fn counts_plies(&self) -> bool {
        self.prior.counts_plies()
    }
}
