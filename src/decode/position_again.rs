//! The board shows an earlier position again: the players have taken moves back without a word.

use std::ops::ControlFlow;

use sequence_search::Ply;

use crate::decode::announced_moves::position_after;
use crate::recording::Notation;
use crate::recording::current_game::{difference, differences};

/// What seems to be on the board again.
pub(crate) enum Again {
    /// An earlier position.
    Position {
        /// How many plies come before it.
        ply: usize,
        /// The first frame that shows it.
        frame: usize,
    },
    /// The opening, after most of a game: another game begins.
    Opening,
}

/// The announced moves of a game and what the last photo shows.
pub(crate) struct LastPhoto<'a, P: Notation> {
    pub(crate) start: &'a P,
    pub(crate) moves: &'a [Ply<P::Move>],
    /// As [`CurrentGame::reading`](crate::recording::CurrentGame::reading).
    pub(crate) reading: &'a [Option<[f32; 3]>],
}

/// Least difference in nats of two positions of which a photo shows one.
const CLEAR: f32 = 8.0;
/// Most plies of a game that are taken back to the opening: after more, another game begins.
const MOST_TO_OPENING: usize = 4;

impl<P: Notation> LastPhoto<'_, P> {
    /// The earlier position that the photo shows, if it is that of this frame.
    pub(crate) fn again(&self, frame: usize) -> Option<Again> {
        /// Most plies that are taken back; the first plies of the opening.
        const MOST: usize = 10;
        const OPENING: usize = 2;
        let ply = self.earlier_ply()?;
        let back = self.moves.len() - ply;
        match ply <= OPENING {
            true if back > MOST_TO_OPENING => Some(Again::Opening),
            _ => (back <= MOST).then_some(Again::Position { ply, frame }),
        }
    }

    /// Whether the photo differs clearly from the position after the moves.
    pub(super) fn is_unexplained(&self) -> bool {
        self.unexplained() >= CLEAR
    }

    /// Whether so much differs from the position after the moves that another game may have been set up.
    pub(super) fn may_be_set_up(&self) -> bool {
        /// Most points that a move changes.
        const MOVED: usize = 4;
        let differ = || differences(self.reading, &self.now()).len();
        self.moves.len() > MOST_TO_OPENING && differ() > MOVED
    }

    /// By how many nats the photo differs from the position after the moves.
    pub(super) fn unexplained(&self) -> f32 {
        difference(self.reading, &self.now())
    }

    /// The ply before which the position was as the photo shows it.
    fn earlier_ply(&self) -> Option<usize> {
        if !self.is_unexplained() {
            return None;
        }
        let mut position = self.start.clone();
        let mut best: Option<(f32, usize, P)> = None;
        for (ply, played) in self.moves.iter().enumerate() {
            position.set_to_move(played.side);
            let against = difference(self.reading, &position);
            if best.as_ref().is_none_or(|(least, ..)| against <= *least) {
                best = Some((against, ply, position.clone()));
            }
            position.play(played.mv);
        }
        let (_, ply, position) = best?;
        self.shows(&position).then_some(ply)
    }

    /// Whether the photo shows the position before a ply, or another move from there.
    pub(crate) fn may_go_on_from(&self, ply: usize) -> bool {
        let Some(played) = self.moves.get(ply) else {
            return false;
        };
        let mut before = position_after(self.start, &self.moves[..ply]);
        before.set_to_move(played.side);
        let stays = difference(self.reading, &before);
        match likeliest_move(&before, self.reading, None) {
            Some((least, next)) if least < stays => self.shows(&next),
            _ => self.shows(&before),
        }
    }

    /// The position after the moves.
    fn now(&self) -> P {
        position_after(self.start, self.moves)
    }

    /// Whether the photo shows this position instead of that after the moves: it is clearly likelier, all points at
    /// which the two differ are visible, none of them speaks against it, and no other one clearly does.
    fn shows(&self, position: &P) -> bool {
        /// Most nats of noise at a point.
        const NOISE: f32 = 1.0;
        let now = self.now();
        let differing = position.cells().zip(now.cells());
        let differing: Vec<bool> = differing.map(|(then, now)| then != now).collect();
        let mut points = differing.iter().zip(self.reading);
        let are_visible = points.all(|(differs, reading)| !differs || reading.is_some());
        let mut against = differences(self.reading, position).into_iter();
        let most = |point: usize| if differing[point] { NOISE } else { CLEAR };
        are_visible
            && difference(self.reading, position) + CLEAR <= self.unexplained()
            && against.all(|(point, _, nats)| nats <= most(point))
    }
}

/// The position that fits a photo best after a legal move other than `but`, and by how many nats the photo differs from
/// it. `None` without such a move.
pub(super) fn likeliest_move<P: Notation>(
    position: &P,
    reading: &[Option<[f32; 3]>],
    but: Option<P::Move>,
) -> Option<(f32, P)> {
    let mut best: Option<(f32, P)> = None;
    let _: ControlFlow<()> = position.visit_legal(|mv| {
        if Some(mv) != but {
            let mut next = position.clone();
            next.play(mv);
            let differs = difference(reading, &next);
            if best.as_ref().is_none_or(|(least, _)| differs < *least) {
                best = Some((differs, next));
            }
        }
        ControlFlow::Continue(())
    });
    best
}
