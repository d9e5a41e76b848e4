//! The effects of a game's moves on the table, which the bound relies on.
//!
//! A game does not declare whether its pieces turn over, whether each of its moves lifts a piece, or whether a side may
//! move twice. The search observes its moves: it starts with the narrowest assumption, which gives the tightest bound,
//! and restarts when a move exceeds it.

use core::ops::{BitOr, ControlFlow};

use board_core::zobrist::splitmix64;
use board_core::{Cell, Color, MoveGen};

use crate::phases::{Change, Kind};
use crate::slots::changes;

/// The effects of the moves met so far.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Effects {
    /// Pieces turn into others on their points, besides the one that is set down.
    pub(crate) turns: bool,
    /// Pieces turn into others that are not of the side that moves.
    pub(crate) turns_foreign: bool,
    /// The piece that is set down replaces another.
    pub(crate) replaces: bool,
    /// No piece of the own side is lifted with the move.
    pub(crate) stays: bool,
    /// The side that has moved is to move again.
    pub(crate) keeps_turn: bool,
}

impl BitOr for Effects {
    type Output = Effects;
    fn bitor(self, other: Effects) -> Effects {
        Effects {
            turns: self.turns | other.turns,
            turns_foreign: self.turns_foreign | other.turns_foreign,
            replaces: self.replaces | other.replaces,
            stays: self.stays | other.stays,
            keeps_turn: self.keeps_turn | other.keeps_turn,
        }
    }
}

impl Effects {
    /// The effects of a move of `side`; `owner` gives the side of each content, as [`owners`] does.
    pub(crate) fn of(side: Color, found: &[Change], owner: &[u8]) -> Self {
        let own = |content: u8| usize::from(owner[usize::from(content)]) == side.index();
        let lifts = |c: &Change| c.kind == Kind::Hand && c.last == 0 && own(c.first);
        let takes = |c: &Change| c.kind != Kind::Turned && c.first != 0 && c.last != 0;
        let mut turned = found.iter().filter(|c| c.kind == Kind::Turned);
        Effects {
            turns: turned.clone().next().is_some(),
            turns_foreign: turned.any(|c| !own(c.last)),
            replaces: found.iter().any(takes),
            stays: !found.iter().any(lifts),
            keeps_turn: false,
        }
    }

    /// Whether a bound that assumes only these effects is invalid for moves with the `other` effects.
    pub(crate) fn is_exceeded_by(self, other: Effects) -> bool {
        let all = self | other;
        let replaces = all.turns && all.replaces && !self.replaces;
        replaces
            || all.turns != self.turns
            || all.turns_foreign != self.turns_foreign
            || all.stays != self.stays
            || all.keeps_turn != self.keeps_turn
    }

    /// Observes all moves from `start`, and a random game.
    pub(crate) fn look<P: MoveGen>(start: &P) -> Self {
        const PLIES: u64 = 48;
        let owner = owners::<P::Cell>();
        let mut met = Effects::default();
        let mut found = Vec::new();
        let mut position = start.clone();
        let mut moves = Vec::new();
        for ply in 0..PLIES {
            moves.clear();
            let _: ControlFlow<()> = position.visit_legal(|mv| {
                moves.push(mv);
                ControlFlow::Continue(())
            });
            if moves.is_empty() {
                break;
            }
            let pick = splitmix64(1, ply) % moves.len() as u64;
            let side = position.to_move();
            for (i, &mv) in moves.iter().enumerate() {
                if ply == 0 || i as u64 == pick {
                    changes(&position, mv, &mut found);
                    if !found.is_empty() {
                        met = met | Effects::of(side, &found, &owner);
                    }
                }
            }
            position.play(moves[pick as usize]);
            met.keeps_turn |= position.to_move() == side;
        }
        met
    }
}

/// Side of every content: 0, 1, or 2 for neither.
pub(crate) fn owners<C: Cell>() -> Vec<u8> {
    let owner = |cell: &C| cell.owner().map_or(2, |side| side.index() as u8);
    C::ALL.iter().map(owner).collect()
}
