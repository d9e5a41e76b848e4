//! English draughts, as far as a decoder needs it: men and kings, forced captures finished.

use std::ops::ControlFlow;

use board_core::zobrist::{keys, splitmix64};
use board_core::{Board, Change, Color, MoveGen, Occupancy, Timing};

const KEYS: [u64; 64 * 5] = keys(31);

/// A move: from, to, and the points jumped over.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Jump {
    from: u8,
    to: u8,
    taken: u64,
}

/// A position on 64 points, row by row from the top; Black starts at the top and moves first.
#[derive(Clone, Debug)]
pub struct Checkers {
    /// 0 empty, 1 and 2 men, 3 and 4 kings; odd is black.
    cells: [u8; 64],
    side: Color,
}

impl Default for Checkers {
    fn default() -> Self {
        let mut cells = [0; 64];
        for p in (0..64).filter(|p| (p / 8 + p % 8) % 2 == 1) {
            cells[p] = match p / 8 {
                0..=2 => 1,
                5..=7 => 2,
                _ => 0,
            };
        }
        Checkers {
            cells,
            side: Color::Black,
        }
    }
}

fn owner(cell: u8) -> Option<Color> {
    match cell {
        0 => None,
        c if c % 2 == 1 => Some(Color::Black),
        _ => Some(Color::White),
    }
}

fn step(from: usize, rows: i32, cols: i32) -> Option<usize> {
    let (row, col) = ((from / 8) as i32 + rows, (from % 8) as i32 + cols);
    ((0..8).contains(&row) && (0..8).contains(&col)).then_some((row * 8 + col) as usize)
}

impl Checkers {
    fn ways(&self, cell: u8) -> &'static [i32] {
        match cell {
            1 => &[1],
            2 => &[-1],
            _ => &[1, -1],
        }
    }

    fn moves(&self) -> Vec<Jump> {
        let mut jumps = Vec::new();
        let mut steps = Vec::new();
        for from in (0..64).filter(|&p| owner(self.cells[p]) == Some(self.side)) {
            let cell = self.cells[from];
            self.jumps(from, from, cell, 0, &mut jumps);
            for (&rows, cols) in self.ways(cell).iter().flat_map(|r| [(r, -1), (r, 1)]) {
                if let Some(to) = step(from, rows, cols).filter(|&to| self.cells[to] == 0) {
                    steps.push(Jump {
                        from: from as u8,
                        to: to as u8,
                        taken: 0,
                    });
                }
            }
        }
        // Several paths that capture the same pieces are one move here.
        jumps.sort_by_key(|j| (j.from, j.to, j.taken));
        jumps.dedup();
        if jumps.is_empty() { steps } else { jumps }
    }

    fn jumps(&self, from: usize, at: usize, cell: u8, taken: u64, out: &mut Vec<Jump>) {
        let mut more = false;
        for (&rows, cols) in self.ways(cell).iter().flat_map(|r| [(r, -1), (r, 1)]) {
            let (Some(over), Some(to)) = (step(at, rows, cols), step(at, 2 * rows, 2 * cols))
            else {
                continue;
            };
            let enemy = owner(self.cells[over]) == Some(!self.side) && taken >> over & 1 == 0;
            if enemy && (self.cells[to] == 0 || to == from) {
                more = true;
                let crowned = cell < 3 && (to / 8 == 0 || to / 8 == 7);
                let taken = taken | 1 << over;
                if crowned {
                    out.push(Jump {
                        from: from as u8,
                        to: to as u8,
                        taken,
                    });
                } else {
                    self.jumps(from, to, cell, taken, out);
                }
            }
        }
        if !more && taken != 0 {
            out.push(Jump {
                from: from as u8,
                to: at as u8,
                taken,
            });
        }
    }

    /// Whether the side to move has no legal move.
    #[must_use]
    pub fn is_over(&self) -> bool {
        self.moves().is_empty()
    }
}

impl Board for Checkers {
    type Cell = Occupancy;
    fn points(&self) -> usize {
        64
    }
    fn get(&self, point: usize) -> Occupancy {
        owner(self.cells[point]).into()
    }
}

impl MoveGen for Checkers {
    type Move = Jump;
    type Undo = Checkers;
    fn to_move(&self) -> Color {
        self.side
    }
    fn set_to_move(&mut self, side: Color) {
        self.side = side;
    }
    fn visit_legal<B>(&self, visit: impl FnMut(Jump) -> ControlFlow<B>) -> ControlFlow<B> {
        self.moves().into_iter().try_for_each(visit)
    }
    fn is_legal(&self, mv: Jump) -> bool {
        self.moves().contains(&mv)
    }
    fn visit_changes(&self, mv: Jump, mut visit: impl FnMut(Change<Occupancy>)) {
        let (from, to) = (usize::from(mv.from), usize::from(mv.to));
        let mut change = |point, after, timing| {
            visit(Change {
                point,
                before: self.get(point),
                after,
                timing,
            });
        };
        if from != to {
            change(from, Occupancy::Empty, Timing::WithMove);
            change(to, self.side.into(), Timing::WithMove);
        }
        for over in (0..64).filter(|p| mv.taken >> p & 1 == 1) {
            // A king that returns to its square: only the captures are visible.
            let timing = if from == to {
                Timing::WithMove
            } else {
                Timing::Lagging
            };
            change(over, Occupancy::Empty, timing);
        }
    }
    fn play(&mut self, mv: Jump) -> Checkers {
        let old = self.clone();
        let mut cell = core::mem::take(&mut self.cells[usize::from(mv.from)]);
        if cell < 3 && matches!(mv.to / 8, 0 | 7) {
            cell += 2;
        }
        for over in (0..64).filter(|p| mv.taken >> p & 1 == 1) {
            self.cells[over] = 0;
        }
        self.cells[usize::from(mv.to)] = cell;
        self.side = !self.side;
        old
    }
    fn undo(&mut self, old: Checkers) {
        *self = old;
    }
    fn key(&self) -> u64 {
        let cells = self.cells.iter().enumerate();
        let side = splitmix64(32, self.side.index() as u64);
        cells.fold(side, |key, (p, &cell)| {
            key ^ KEYS[5 * p + usize::from(cell)]
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::Chess;
    use board_core::laws;

    /// Published counts, with captures in another order counted once.
    #[test]
    fn perft() {
        fn count(position: &Checkers, depth: usize) -> u64 {
            let moves = position.moves();
            if depth == 1 {
                return moves.len() as u64;
            }
            let next = moves.into_iter().map(|mv| {
                let mut next = position.clone();
                next.play(mv);
                count(&next, depth - 1)
            });
            next.sum()
        }
        let counts: Vec<u64> = (1..=7).map(|d| count(&Checkers::default(), d)).collect();
        assert_eq!(counts, [7, 49, 302, 1469, 7361, 36768, 179740]);
    }

    #[test]
    fn the_games_obey_the_laws() {
        laws::random_games(&Checkers::default(), 20, 80, 1, MoveGen::key).unwrap();
        let start = Chess(cozy_chess::Board::default());
        let mut position = start;
        for ply in 0..100 {
            let moves = laws::legal_moves(&position);
            for &mv in &moves {
                let mut after = position.clone();
                after.play(mv);
                let mut expected: Vec<_> = position.cells().collect();
                position.visit_changes(mv, |change| {
                    assert_eq!(expected[change.point], change.before);
                    assert_ne!(change.before, change.after);
                    expected[change.point] = change.after;
                });
                let shown: Vec<_> = after.cells().collect();
                assert_eq!(shown, expected, "{mv} after {ply} plies");
            }
            let Some(&mv) = moves.get(ply * 7 % moves.len().max(1)) else {
                break;
            };
            position.play(mv);
        }
    }
}
