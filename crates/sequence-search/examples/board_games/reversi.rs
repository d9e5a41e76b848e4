//! Reversi: a disc turns over all discs between it and another one of its side.

use std::ops::ControlFlow;

use board_core::zobrist::splitmix64;
use board_core::{Board, Change, Color, MoveGen, Occupancy, Timing};

/// A position, row by row from the top; Black moves first.
#[derive(Clone, Debug)]
pub(crate) struct Reversi([Occupancy; 64], Color);

impl Default for Reversi {
    fn default() -> Self {
        let mut cells = [Occupancy::Empty; 64];
        (cells[27], cells[36]) = (Occupancy::White, Occupancy::White);
        (cells[28], cells[35]) = (Occupancy::Black, Occupancy::Black);
        Reversi(cells, Color::Black)
    }
}

impl Reversi {
    /// The discs that a disc of `side` on `point` would turn over.
    fn turned(&self, side: Color, point: usize) -> Vec<usize> {
        let mut all = Vec::new();
        if self.0[point] != Occupancy::Empty {
            return all;
        }
        for (dx, dy) in (-1..=1).flat_map(|dx| (-1..=1).map(move |dy| (dx, dy))) {
            let at = |n: isize| {
                let x = (point % 8) as isize + n * dx;
                let y = (point / 8) as isize + n * dy;
                let inside = (0..8).contains(&x) && (0..8).contains(&y);
                inside.then(|| (8 * y + x) as usize)
            };
            let line: Vec<usize> = (1..8).map_while(at).collect();
            let enemy = |p: &&usize| self.0[**p].color() == Some(!side);
            let enemies = line.iter().take_while(enemy).count();
            if line.get(enemies).is_some_and(|&p| self.0[p] == side.into()) {
                all.extend(&line[..enemies]);
            }
        }
        all
    }

    fn can_move(&self, side: Color) -> bool {
        (0..64).any(|p| !self.turned(side, p).is_empty())
    }
}

impl Board for Reversi {
    type Cell = Occupancy;
    fn points(&self) -> usize {
        64
    }
    fn get(&self, point: usize) -> Occupancy {
        self.0[point]
    }
}

impl MoveGen for Reversi {
    type Move = usize;
    type Undo = Reversi;
    fn to_move(&self) -> Color {
        self.1
    }
    fn set_to_move(&mut self, side: Color) {
        self.1 = side;
    }
    fn visit_legal<B>(&self, visit: impl FnMut(usize) -> ControlFlow<B>) -> ControlFlow<B> {
        (0..64).filter(|&p| self.is_legal(p)).try_for_each(visit)
    }
    fn is_legal(&self, p: usize) -> bool {
        p < 64 && !self.turned(self.1, p).is_empty()
    }
    fn visit_changes(&self, p: usize, mut visit: impl FnMut(Change<Occupancy>)) {
        let mut change = |point, timing| {
            visit(Change {
                point,
                before: self.0[point],
                after: self.1.into(),
                timing,
            });
        };
        change(p, Timing::WithMove);
        let turned = self.turned(self.1, p);
        turned.into_iter().for_each(|q| change(q, Timing::Lagging));
    }
    fn play(&mut self, p: usize) -> Reversi {
        let old = self.clone();
        old.visit_changes(p, |change| self.0[change.point] = change.after);
        if self.can_move(!self.1) || !self.can_move(self.1) {
            self.1 = !self.1;
        }
        old
    }
    fn undo(&mut self, old: Reversi) {
        *self = old;
    }
    fn key(&self) -> u64 {
        let cells = self.0.iter().enumerate();
        cells.fold(self.1.index() as u64, |key, (p, &cell)| {
            key ^ splitmix64(p as u64, cell as u64 + 1)
        })
    }
}
