//! How a game may have gone on from one photo to the next.

use std::collections::HashMap;
use std::ops::ControlFlow;
use std::rc::Rc;

use board_core::{Color, MoveGen, Occupancy};

use super::evidence::{Table, TableEvidence};
use super::timeline::Timeline;

/// Legal moves that are tried in a position: those that the photo speaks for most.
const MOVES: usize = 4;
/// Moves between two photos that the recorded game does not have.
const PLIES: usize = 3;

/// How a game may have gone on.
#[derive(Clone)]
pub(super) struct Continuation<P: MoveGen> {
    /// Where it has come to.
    pub(super) position: Rc<P>,
    /// What stands on the table then if nothing else was done to it.
    pub(super) table: Table,
    /// The moves, and who made them.
    pub(super) moves: Vec<(P::Move, Color)>,
    /// Whether they are those of the recorded game.
    pub(super) recorded: bool,
    /// Whether that has moved already, and this has not.
    pub(super) late: bool,
}

/// A legal move and the points that it changes, with what they hold then.
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

    /// From a position and the contents of the table; the one without a move first.
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

    /// Continuations with one more move, of those that the frame speaks for.
    fn likeliest_after(&mut self, continuation: &Continuation<P>) -> Vec<Continuation<P>> {
        // Under a hand, many points seem to change.
        let speaks = self.evidence.table_cost(self.frame, &continuation.table) > 0.0;
        if !speaks || self.evidence.is_hidden(self.frame) {
            return Vec::new();
        }
        let position = &continuation.position;
        let legal = self.legal.entry(position.key());
        let legal = legal.or_insert_with(|| legal_moves(&**position));
        let against = |point, cell| self.evidence.cost(self.frame, point, cell);
        let cost = |(mv, changes): &Legal<P::Move>| {
            let costs = changes.iter().map(|&(point, cell)| {
                against(point, cell) - against(point, continuation.table[point])
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
    /// This and a legal move. What is wrong with the table stays where the move changes nothing.
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
