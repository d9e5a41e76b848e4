//! Random games, also as a proptest strategy.

use alloc::vec::Vec;
use core::fmt;
#[cfg(feature = "proptest")]
use core::hash::{Hash, Hasher};
#[cfg(feature = "proptest")]
use std::hash::DefaultHasher;

#[cfg(feature = "proptest")]
use proptest::{collection::vec, prelude::Strategy, prelude::any};

use crate::laws::legal_moves;
use crate::zobrist::splitmix64;
use crate::{Color, MoveGen};

/// A game of random legal moves.
#[derive(Clone)]
pub struct RandomGame<P: MoveGen> {
    /// The start position.
    pub start: P,
    /// The moves, each legal when it is played.
    pub moves: Vec<P::Move>,
    /// The position after the moves.
    pub end: P,
}

/// Prints the moves only: positions need not implement `Debug`.
impl<P: MoveGen> fmt::Debug for RandomGame<P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(&self.moves).finish()
    }
}

impl<P: MoveGen> RandomGame<P> {
    /// Plays up to `plies` plies from `start`; the same seed plays the same game.
    #[must_use]
    pub fn of_seed(start: P, plies: usize, seed: u64) -> Self {
        Self::of_picks(start, 0..plies as u64, |legal, ply| {
            let pick = splitmix64(seed, ply).checked_rem(legal.len() as u64)?;
            Some(legal[pick as usize])
        })
    }

    /// Plays one of the legal moves for each item, up to the first for which none is picked.
    fn of_picks<T>(
        start: P,
        items: impl IntoIterator<Item = T>,
        pick: impl Fn(&[P::Move], T) -> Option<P::Move>,
    ) -> Self {
        let (mut end, mut moves) = (start.clone(), Vec::new());
        for item in items {
            let Some(mv) = pick(&legal_moves(&end), item) else {
                break;
            };
            end.play(mv);
            moves.push(mv);
        }
        RandomGame { start, moves, end }
    }

    /// The moves, each with the side that makes it.
    #[must_use]
    pub fn plies(&self) -> Vec<(Color, P::Move)> {
        let mut position = self.start.clone();
        let ply = |&mv: &P::Move| {
            let side = position.to_move();
            position.play(mv);
            (side, mv)
        };
        self.moves.iter().map(ply).collect()
    }

    /// Plays from `start`: each choice picks a legal move, and mostly the same move when earlier choices change. Ends
    /// early if there is no legal move.
    #[cfg(feature = "proptest")]
    #[cfg_attr(docsrs, doc(cfg(feature = "proptest")))]
    pub fn of_choices(start: P, choices: &[u16]) -> Self {
        Self::of_picks(start, choices, |legal, choice| {
            // Rendezvous hashing: when an earlier move is left out, a choice still picks the same move if that is
            // legal.
            let rank = |mv: &&P::Move| {
                let mut hasher = DefaultHasher::new();
                (choice, mv).hash(&mut hasher);
                hasher.finish()
            };
            legal.iter().min_by_key(rank).copied()
        })
    }
}

/// Random games of up to `plies` plies. A failing game shrinks to fewer moves.
///
/// ```
/// # mod tiny {
/// #     use board_core::*;
/// #     use core::ops::ControlFlow;
/// #     #[derive(Clone)] pub struct Strip(pub [Occupancy; 3], pub Color);
/// #     impl Board for Strip { type Cell = Occupancy; fn points(&self) -> usize { 3 } fn get(&self, p: usize) -> Occupancy { self.0[p] } }
/// #     impl MoveGen for Strip {
/// #         type Move = usize; type Undo = Strip;
/// #         fn to_move(&self) -> Color { self.1 }
/// #         fn set_to_move(&mut self, side: Color) { self.1 = side }
/// #         fn visit_legal<B>(&self, mut visit: impl FnMut(usize) -> ControlFlow<B>) -> ControlFlow<B> { for p in 0..3 { if self.is_legal(p) { visit(p)?; } } ControlFlow::Continue(()) }
/// #         fn is_legal(&self, p: usize) -> bool { p < 3 && self.0[p] == Occupancy::Empty }
/// #         fn visit_changes(&self, p: usize, mut visit: impl FnMut(Change<Occupancy>)) { visit(Change { point: p, before: Occupancy::Empty, after: self.1.into(), timing: Timing::WithMove }) }
/// #         fn play(&mut self, p: usize) -> Strip { let old = self.clone(); self.0[p] = self.1.into(); self.1 = !self.1; old }
/// #         fn undo(&mut self, old: Strip) { *self = old }
/// #         fn key(&self) -> u64 { 0 }
/// #     }
/// # }
/// # let start = tiny::Strip([board_core::Occupancy::Empty; 3], board_core::Color::Black);
/// use board_core::{Board, Occupancy, laws::arb_game};
/// use proptest::prelude::*;
///
/// proptest!(|(game in arb_game(start.clone(), 10))| {
///     let stones = game.end.cells().filter(|&cell| cell != Occupancy::Empty).count();
///     prop_assert_eq!(stones, game.moves.len());
/// });
/// ```
#[cfg(feature = "proptest")]
pub fn arb_game<P: MoveGen>(start: P, plies: usize) -> impl Strategy<Value = RandomGame<P>> {
    // Shrinking first shortens the game, then leaves out moves. Choices do not shrink: a smaller one is just another
    // move.
    let choices = vec(any::<u16>().no_shrink(), 0..=plies);
    (0..=plies, choices).prop_map(move |(length, choices)| {
        let choices = &choices[..length.min(choices.len())];
        RandomGame::of_choices(start.clone(), choices)
    })
}
