//! Continuations of a game from one photo to the next.

use std::collections::HashMap;
use std::ops::ControlFlow;
use std::rc::Rc;

use board_core::{Color, MoveGen, Occupancy};

use super::evidence::{Table, TableEvidence};
use super::timeline::Timeline;

/// Number of legal moves to try in a position, by the evidence of the photo.
const MOVES: usize = 4;
/// Most moves between two photos beside those of the recorded game.
const PLIES: usize = 3;

/// A continuation of a game.
#[derive(Clone)]
pub(super) struct Continuation<P: MoveGen> {
    /// The position after it.
    pub(super) position: Rc<P>,
    /// The contents of the table after it, unless the table is edited.
    pub(super) table: Table,
    /// The moves with their sides.
    pub(super) moves: Vec<(P::Move, Color)>,
    /// Whether the moves are those of the recorded game.
    pub(super) recorded: bool,
    /// Whether the recorded game has moved by now, and this continuation has not.
    pub(super) late: bool,
}

/// A legal move and the points that it changes, with their new contents.
type Legal<M> = (M, Vec<(usize, Occupancy)>);

/// The continuations of a position and its table until a frame: no move, those of the recorded game, and legal moves
/// that the frame supports.
pub(super) struct Continuations<'a, P: MoveGen> {
    evidence: &'a TableEvidence,
    frame: usize,
    timeline: &'a Timeline<P>,
    /// The legal moves of positions, by key.
    legal: HashMap<u64, Vec<Legal<P::Move>>>,
}

impl<'a, P: MoveGen<Cell = Occupancy>> Continuations<'a, P> {
    pub(super) fn new(
        evidence: &'a TableEvidence,
        timeline: &'a Timeline<P>,
        frame: usize,
    ) -> Self {
        Self {
            evidence,
            frame,
            timeline,
            legal: HashMap::new(),
        }
    }

    /// The continuations of a position and the contents of the table; the one without a move first.
    pub(super) fn from(&mut self, position: &Rc<P>, table: &Table) -> Vec<Continuation<P>> {
        let stay = Continuation {
            position: position.clone(),
            table: table.clone(),
            moves: Vec::new(),
            recorded: false,
            late: false,
        };
        let recorded = self.timeline.follow(position, self.frame).map(|moves| {
            let followed = moves
                .iter()
                .fold(stay.clone(), |continuation, &mv| continuation.after(mv));
            Continuation {
                recorded: true,
                ..followed
            }
        });
        let late = recorded.is_some();
        let mut continuations = vec![Continuation { late, ..stay }];
        let mut last = 0;
        for _ in 0..PLIES {
            let end = continuations.len();
            for i in last..end {
                let more = self.likeliest_after(&continuations[i]);
                continuations.extend(more);
            }
            last = end;
        }
        continuations.extend(recorded);
        continuations
    }

    /// Continuations by one more move that the frame supports.
    fn likeliest_after(&mut self, continuation: &Continuation<P>) -> Vec<Continuation<P>> {
        // Under a hand, many points seem to change.
        let contradicted = self.evidence.table_cost(self.frame, &continuation.table) > 0.0;
        if !contradicted || self.evidence.is_hidden(self.frame) {
            return Vec::new();
        }
        let position = &continuation.position;
        let legal = self.legal.entry(position.key());
        let legal = legal.or_insert_with(|| legal_moves(&**position));
        let cost_of = |point, cell| self.evidence.cost(self.frame, point, cell);
        let cost = |(mv, changes): &Legal<P::Move>| {
            let costs = changes.iter().map(|&(point, cell)| {
                cost_of(point, cell) - cost_of(point, continuation.table[point])
            });
            (costs.sum::<f32>(), *mv)
        };
        let mut likely: Vec<_> = legal
            .iter()
            .map(cost)
            .filter(|(cost, _)| *cost < 0.0)
            .collect();
        likely.sort_by(|a, b| a.0.total_cmp(&b.0));
        let likely = likely.into_iter().take(MOVES);
        likely.map(|(_, mv)| continuation.after(mv)).collect()
    }
}

impl<P: MoveGen<Cell = Occupancy>> Continuation<P> {
    /// This continuation with another legal move. Edits of the table remain on points that the move does not change.
    fn after(&self, mv: P::Move) -> Self {
        let mut table = self.table.to_vec();
        let mut position = (*self.position).clone();
        position.visit_changes(mv, |change| table[change.point] = change.after);
        let mut moves = self.moves.clone();
        moves.push((mv, position.to_move()));
        position.play(mv);
        Self {
            position: Rc::new(position),
            table: table.into(),
            moves,
            recorded: false,
            late: false,
        }
    }
}

fn legal_moves<P: MoveGen<Cell = Occupancy>>(position: &P) -> Vec<Legal<P::Move>> {
    let mut moves = Vec::new();
    let _ = position.visit_legal(|mv| -> ControlFlow<()> {
        let mut changes = Vec::new();
        position.visit_changes(mv, |change| changes.push((change.point, change.after)));
        moves.push((mv, changes));
        ControlFlow::Continue(())
    });
    moves
}
