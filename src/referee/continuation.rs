//! How a game may have gone on from one photo to the next.

use std::collections::HashMap;
use std::ops::ControlFlow;
use std::rc::Rc;

use board_core::{Color, MoveGen, Occupancy};

use super::evidence::{Sights, Table};
use super::timeline::Story;

/// Legal moves that are tried in a position: those that the photo speaks for most.
const MOVES: usize = 4;
/// Moves between two photos that the recorded game does not have.
const PLIES: usize = 3;

/// How a game may have gone on.
#[derive(Clone)]
pub(super) struct Course<P: MoveGen> {
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

/// The courses from one position and table to what a frame may show: none, that of `story`, and legal moves that the frame speaks for.
pub(super) struct Courses<'a, P: MoveGen> {
    sights: &'a Sights,
    frame: usize,
    story: &'a Story<P>,
    /// The legal moves of positions, by key.
    legal: HashMap<u64, Vec<Legal<P::Move>>>,
}

impl<'a, P: MoveGen<Cell = Occupancy>> Courses<'a, P> {
    pub(super) fn new(sights: &'a Sights, story: &'a Story<P>, frame: usize) -> Self {
        Self {
            sights,
            frame,
            story,
            legal: HashMap::new(),
        }
    }

    /// From a position and what stands on the table, the one without a move first.
    pub(super) fn from(&mut self, position: &Rc<P>, table: &Table) -> Vec<Course<P>> {
        let stay = Course {
            position: position.clone(),
            table: table.clone(),
            moves: Vec::new(),
            recorded: false,
            late: false,
        };
        let recorded = self.story.follow(position, self.frame).map(|moves| {
            let followed = moves
                .iter()
                .fold(stay.clone(), |course, &mv| course.after(mv));
            Course {
                recorded: true,
                ..followed
            }
        });
        let late = recorded.is_some();
        let mut courses = vec![Course { late, ..stay }];
        let mut last = 0;
        for _ in 0..PLIES {
            let end = courses.len();
            for i in last..end {
                let more = self.likeliest_after(&courses[i]);
                courses.extend(more);
            }
            last = end;
        }
        courses.extend(recorded);
        courses
    }

    /// Courses with one more move, of those that the frame speaks for.
    fn likeliest_after(&mut self, course: &Course<P>) -> Vec<Course<P>> {
        // Under a hand much looks like moves.
        let speaks = self.sights.against(self.frame, &course.table) > 0.0;
        if !speaks || self.sights.is_hidden(self.frame) {
            return Vec::new();
        }
        let position = &course.position;
        let legal = self.legal.entry(position.key());
        let legal = legal.or_insert_with(|| legal_moves(&**position));
        let against = |point, cell| self.sights.at(self.frame, point, cell);
        let cost = |(mv, changes): &Legal<P::Move>| {
            let costs = changes
                .iter()
                .map(|&(point, cell)| against(point, cell) - against(point, course.table[point]));
            (costs.sum::<f32>(), *mv)
        };
        let mut likely: Vec<_> = legal
            .iter()
            .map(cost)
            .filter(|(cost, _)| *cost < 0.0)
            .collect();
        likely.sort_by(|a, b| a.0.total_cmp(&b.0));
        let likely = likely.into_iter().take(MOVES);
        likely.map(|(_, mv)| course.after(mv)).collect()
    }
}

impl<P: MoveGen<Cell = Occupancy>> Course<P> {
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
