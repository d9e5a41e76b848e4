//! Ataxx: pieces multiply or jump, and convert all adjacent enemies.

use std::ops::ControlFlow;

use board_core::zobrist::splitmix64;
use board_core::{Board, Change, Color, MoveGen, Occupancy, Timing};

const SIDE: usize = 7;
const POINTS: usize = SIDE * SIDE;

/// A position, row by row from the top; Black moves first.
#[derive(Clone, Debug)]
pub(crate) struct Ataxx {
    cells: [Occupancy; POINTS],
    side: Color,
}

/// A piece arrives on a point: a new one next to a piece of its side, or one that jumps two points.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Move {
    /// Where the piece jumps from.
    pub(crate) from: Option<u8>,
    pub(crate) to: u8,
}

impl Default for Ataxx {
    fn default() -> Self {
        let mut cells = [Occupancy::Empty; POINTS];
        (cells[0], cells[POINTS - 1]) = (Occupancy::Black, Occupancy::Black);
        (cells[SIDE - 1], cells[POINTS - SIDE]) = (Occupancy::White, Occupancy::White);
        let side = Color::Black;
        Ataxx { cells, side }
    }
}

/// All points at this distance in king's moves.
fn around(point: usize, distance: usize) -> impl Iterator<Item = usize> {
    let apart = move |p: &usize| {
        let rows = (p / SIDE).abs_diff(point / SIDE);
        rows.max((p % SIDE).abs_diff(point % SIDE)) == distance
    };
    (0..POINTS).filter(apart)
}

impl Ataxx {
    fn moves(&self, side: Color) -> impl Iterator<Item = Move> {
        let own = move |p: &usize| self.cells[*p] == side.into();
        let free = (0..POINTS).filter(|&p| self.cells[p] == Occupancy::Empty);
        free.flat_map(move |to| {
            let new = around(to, 1).any(|p| own(&p)).then_some(None);
            let jumps = around(to, 2).filter(own).map(|from| Some(from as u8));
            let to = to as u8;
            new.into_iter()
                .chain(jumps)
                .map(move |from| Move { from, to })
        })
    }
}

impl Board for Ataxx {
    type Cell = Occupancy;
    fn points(&self) -> usize {
        POINTS
    }
    fn get(&self, point: usize) -> Occupancy {
        self.cells[point]
    }
}

impl MoveGen for Ataxx {
    type Move = Move;
    type Undo = Ataxx;
    fn to_move(&self) -> Color {
        self.side
    }
    fn set_to_move(&mut self, side: Color) {
        self.side = side;
    }
    fn visit_legal<B>(&self, visit: impl FnMut(Move) -> ControlFlow<B>) -> ControlFlow<B> {
        self.moves(self.side).try_for_each(visit)
    }
    fn is_legal(&self, mv: Move) -> bool {
        self.moves(self.side).any(|legal| legal == mv)
    }
    fn visit_changes(&self, mv: Move, mut visit: impl FnMut(Change<Occupancy>)) {
        let mut change = |point, after, timing| {
            let before = self.cells[point];
            visit(Change {
                point,
                before,
                after,
                timing,
            });
        };
        let to = usize::from(mv.to);
        change(to, self.side.into(), Timing::WithMove);
        if let Some(from) = mv.from {
            change(usize::from(from), Occupancy::Empty, Timing::WithMove);
        }
        let enemies = around(to, 1).filter(|&p| self.cells[p] == (!self.side).into());
        enemies.for_each(|p| change(p, self.side.into(), Timing::Lagging));
    }
    fn play(&mut self, mv: Move) -> Ataxx {
        let old = self.clone();
        old.visit_changes(mv, |change| self.cells[change.point] = change.after);
        // A side without a move passes: the turn goes back.
        if self.moves(!self.side).next().is_some() || self.moves(self.side).next().is_none() {
            self.side = !self.side;
        }
        old
    }
    fn undo(&mut self, old: Ataxx) {
        *self = old;
    }
    fn key(&self) -> u64 {
        let cells = self.cells.iter().enumerate();
        cells.fold(self.side.index() as u64, |key, (p, &cell)| {
            key ^ splitmix64(p as u64, cell as u64 + 1)
        })
    }
}
