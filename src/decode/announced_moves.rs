//! The announced moves of a game that is followed.

use sequence_search::Ply;

use crate::event::{Event, Played};
use crate::recording::frames::Frames;
use crate::recording::{Notation, name_for};

/// The moves that events have announced, the settled ones first.
pub(super) struct AnnouncedMoves<M> {
    /// The moves, with frames of the sensor.
    pub(super) moves: Vec<Ply<M>>,
    /// How many of them were announced as settled.
    pub(super) settled: usize,
}

impl<M: Copy + PartialEq> AnnouncedMoves<M> {
    /// Drops the moves that are not settled: the game has ended without them.
    pub(super) fn drop_unsettled(&mut self) {
        self.moves.truncate(self.settled);
    }

    /// Announces the changes to the moves `now`, of which the first are settled.
    pub(super) fn change_to<P: Notation<Move = M>>(
        &mut self,
        now: Vec<Ply<M>>,
        settled: usize,
        start: &P,
        frames: &Frames,
        events: &mut Vec<Event<M>>,
    ) {
        let same = |(a, b): &(&Ply<M>, &Ply<M>)| (a.mv, a.side) == (b.mv, b.side);
        let known = self.moves.iter().zip(&now).take_while(same).count();
        if let Some(gone) = played(start, &self.moves, known, frames).next() {
            events.push(Event::Withdrawn(gone));
        }
        let before = known.min(self.settled);
        let all: Vec<_> = played(start, &now, before, frames).collect();
        let announced = all.iter().skip(known - before).cloned();
        events.extend(announced.map(Event::Played));
        let new = all.into_iter().take(settled.saturating_sub(before));
        events.extend(new.map(Event::Settled));
        (self.moves, self.settled) = (now, settled);
    }
}

/// The position after some moves.
pub(super) fn position_after<P: Notation>(start: &P, moves: &[Ply<P::Move>]) -> P {
    let mut position = start.clone();
    for m in moves {
        position.set_to_move(m.side);
        position.play(m.mv);
    }
    position
}

/// The moves of a game with their names, from a ply on.
pub(super) fn played<'a, P: Notation>(
    start: &P,
    moves: &'a [Ply<P::Move>],
    from: usize,
    frames: &'a Frames,
) -> impl Iterator<Item = Played<P::Move>> + use<'a, P> {
    let mut position = start.clone();
    moves.iter().enumerate().filter_map(move |(ply, m)| {
        // Skip the names before, which take longer than the moves.
        let name = (ply >= from).then(|| name_for(&position, m.side, m.mv));
        position.set_to_move(m.side);
        position.play(m.mv);
        Some(Played {
            ply,
            side: m.side,
            mv: m.mv,
            name: name?,
            photo: frames.photos[m.frame].clone(),
            confidence: m.confidence,
        })
    })
}

/// The names of moves from a position.
pub(super) fn names<P: Notation>(start: &P, moves: &[Ply<P::Move>]) -> Vec<String> {
    let mut position = start.clone();
    let names = moves.iter().map(|m| {
        let name = name_for(&position, m.side, m.mv);
        position.set_to_move(m.side);
        position.play(m.mv);
        name
    });
    names.collect()
}
