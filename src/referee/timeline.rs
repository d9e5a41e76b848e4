//! Timeline: a game with the frames of its moves, and its announcement to a referee.

use board_core::{Color, MoveGen, Occupancy};
use referee::{Event, Observed, Options, Referee, Rulebook};

use crate::recording::{Notation, Recording};

/// Most points in which a table may differ from a position of the game for its moves to be announced.
const FEW: usize = 2;

/// A game with the first frame of each of its moves.
pub(super) struct Timeline<P: MoveGen> {
    /// The contents of the board and the side to move after each number of plies.
    positions: Vec<(Vec<Occupancy>, Color)>,
    moves: Vec<P::Move>,
    frames: Vec<usize>,
    /// The frame in which the game was lost: from there on it is unknown.
    pub(super) lost: Option<usize>,
}

impl<P: MoveGen<Cell = Occupancy>> Timeline<P> {
    /// The timeline of legal moves from a start, each with its side and the first frame that shows it.
    pub(super) fn new(start: &P, plies: impl IntoIterator<Item = (P::Move, Color, usize)>) -> Self {
        let mut position = start.clone();
        let mut timeline = Self {
            positions: Vec::new(),
            moves: Vec::new(),
            frames: Vec::new(),
            lost: None,
        };
        for (mv, side, frame) in plies {
            position.set_to_move(side);
            timeline.positions.push((position.cells().collect(), side));
            timeline.moves.push(mv);
            timeline.frames.push(frame);
            position.play(mv);
        }
        let last = (position.cells().collect(), position.to_move());
        timeline.positions.push(last);
        timeline
    }

    /// The timeline of a recording.
    pub(super) fn recorded(recording: &Recording<P>) -> Self
    where
        P: Notation,
    {
        let plies = recording.decoded.plies.iter();
        let plies = plies.map(|ply| (ply.mv, ply.side, ply.frame));
        Self::new(&recording.start, plies).lost_in(recording.decoded.end.map(|end| end.frame))
    }

    /// The same timeline, lost in a frame.
    pub(super) fn lost_in(self, frame: Option<usize>) -> Self {
        Self {
            lost: frame,
            ..self
        }
    }

    /// The contents of the board in a frame, if known.
    pub(super) fn table(&self, frame: usize) -> Option<&[Occupancy]> {
        let known = self.lost.is_none_or(|lost| frame < lost);
        known.then(|| &self.positions[self.plies_by(frame)].0[..])
    }

    /// The moves of the game from a position until a frame. `None` if the game has not reached the position, or if one
    /// of the moves is illegal.
    pub(super) fn follow(&self, position: &P, frame: usize) -> Option<&[P::Move]> {
        let to = self.plies_by(frame);
        let is = |i: &usize| {
            let (cells, side) = &self.positions[*i];
            *side == position.to_move() && position.cells().eq(cells.iter().copied())
        };
        let from = (0..to).rev().find(is)?;
        let moves = &self.moves[from..to];
        let mut position = position.clone();
        for mv in moves {
            if !position.is_legal(*mv) {
                return None;
            }
            position.play(*mv);
        }
        Some(moves)
    }

    /// Shows the referee the table of a frame, and announces the moves of the game that led there.
    ///
    /// If the table is a position of the game, reached by then, the moves since the referee's position are announced:
    /// the photo alone may leave them open, or show too many at once. If the table is illegal, the moves to the most
    /// similar position are announced, as they may have been made meanwhile.
    pub(super) fn announce<G: Rulebook<Position = P>>(
        &self,
        referee: &mut Referee<G>,
        table: &[Occupancy],
        frame: usize,
    ) -> Vec<Event<G::Reason>> {
        let Some(game) = referee.game() else {
            return see(referee, table);
        };
        let reached = &self.positions[..=self.plies_by(frame)];
        let good: Vec<_> = game.position().cells().collect();
        let to_move = game.position().to_move();
        let from = reached
            .iter()
            .rposition(|(cells, side)| *cells == good && *side == to_move);
        let same = reached.iter().rposition(|(cells, _)| cells == table);
        let most_like = |from: usize| {
            let differ = |i: usize| {
                reached[i]
                    .0
                    .iter()
                    .zip(table)
                    .filter(|(a, b)| a != b)
                    .count()
            };
            let likely = (from..reached.len()).min_by_key(|i| differ(*i));
            let likely = likely.filter(|i| *i > from && differ(*i) <= FEW);
            likely.filter(|_| !referee.is_alarmed() && is_wrong(referee, table))
        };
        let to = same.or_else(|| most_like(from?));
        let mut events = Vec::new();
        if let (Some(from), Some(to)) = (from, to)
            && from < to
        {
            let mut announced = referee.announce(self.moves[from]);
            if announced.is_err() {
                // Restore the last good position first, whether a photo shows it or not.
                events = see(referee, &good);
                announced = referee.announce(self.moves[from]);
            }
            let mut rest = self.moves[from + 1..to].iter();
            while let Ok(new) = announced {
                events.extend(new);
                let Some(mv) = rest.next() else { break };
                announced = referee.announce(*mv);
            }
        }
        events.extend(see(referee, table));
        events
    }

    /// Number of plies made by a frame.
    fn plies_by(&self, frame: usize) -> usize {
        self.frames.partition_point(|first| *first <= frame)
    }
}

/// The events of a referee at a table.
fn see<G: Rulebook>(referee: &mut Referee<G>, table: &[Occupancy]) -> Vec<Event<G::Reason>> {
    let table: Vec<Observed<G::Kind>> = table.iter().map(|cell| (*cell).into()).collect();
    referee.see(&table).unwrap_or_default()
}

/// Whether a table is illegal and no move under way explains it.
fn is_wrong<G: Rulebook>(referee: &Referee<G>, table: &[Occupancy]) -> bool {
    let mut strict = referee.clone().with_options(Options {
        patience: usize::MAX,
        repeats: 1,
        ..referee.options()
    });
    see(&mut strict, table).iter().any(Event::is_alarm)
}
