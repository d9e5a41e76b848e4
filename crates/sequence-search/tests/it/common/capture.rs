use core::ops::ControlFlow;

use board_core::zobrist::{keys, splitmix64};
use board_core::{Board, Change, Color, MoveGen, Occupancy, Timing};

const KEYS: [u64; 361 * 3] = keys(11);

/// Go as far as a decoder needs it: stones, captures, no suicide, simple ko; no pass.
#[derive(Clone)]
pub struct Stones {
    size: usize,
    cells: [Occupancy; 361],
    to_move: Color,
    ko: Option<u16>,
    key: u64,
}

impl Stones {
    pub fn new(size: usize) -> Self {
        assert!((1..=19).contains(&size));
        let mut board = Stones {
            size,
            cells: [Occupancy::Empty; 361],
            to_move: Color::Black,
            ko: None,
            key: 0,
        };
        board.key = board.rebuilt_key();
        board
    }

    pub fn size(&self) -> usize {
        self.size
    }

    pub fn rebuilt_key(&self) -> u64 {
        let stones =
            (0..self.points()).fold(0, |key, p| key ^ KEYS[p * 3 + self.cells[p] as usize]);
        stones ^ self.rest_key()
    }

    fn rest_key(&self) -> u64 {
        let ko = self.ko.map_or(0, |p| splitmix64(12, u64::from(p)));
        ko ^ splitmix64(13, self.to_move.index() as u64)
    }

    pub fn neighbours(&self, p: usize) -> impl Iterator<Item = usize> + use<> {
        let n = self.size;
        let (row, col) = (p / n, p % n);
        let up = (row > 0).then(|| p - n);
        let down = (row + 1 < n).then_some(p + n);
        let left = (col > 0).then(|| p - 1);
        let right = (col + 1 < n).then_some(p + 1);
        [up, left, right, down].into_iter().flatten()
    }

    /// The chain at `p` if it has no liberty but `except`.
    fn dead_chain(&self, p: usize, except: usize) -> Option<Vec<usize>> {
        let color = self.cells[p];
        let mut chain = vec![p];
        let mut next = 0;
        while next < chain.len() {
            for q in self.neighbours(chain[next]) {
                if self.cells[q] == Occupancy::Empty && q != except {
                    return None;
                }
                if self.cells[q] == color && !chain.contains(&q) {
                    chain.push(q);
                }
            }
            next += 1;
        }
        Some(chain)
    }

    /// Stones that a stone of the side to move on `p` captures.
    fn captured(&self, p: usize) -> Vec<usize> {
        let enemy = Occupancy::from(!self.to_move);
        let mut dead = Vec::new();
        for q in self.neighbours(p) {
            if self.cells[q] == enemy
                && !dead.contains(&q)
                && let Some(chain) = self.dead_chain(q, p)
            {
                dead.extend(chain);
            }
        }
        dead
    }

    fn set(&mut self, p: usize, cell: Occupancy) {
        self.key ^= KEYS[p * 3 + self.cells[p] as usize] ^ KEYS[p * 3 + cell as usize];
        self.cells[p] = cell;
    }
}

impl Board for Stones {
    type Cell = Occupancy;
    fn points(&self) -> usize {
        self.size * self.size
    }
    fn get(&self, point: usize) -> Occupancy {
        self.cells[point]
    }
}

impl MoveGen for Stones {
    type Move = u16;
    type Undo = Stones;

    const FINDS_MOVES_AT: bool = true;

    fn to_move(&self) -> Color {
        self.to_move
    }

    fn set_to_move(&mut self, side: Color) {
        if side != self.to_move {
            self.key ^= self.rest_key();
            self.to_move = side;
            self.ko = None;
            self.key ^= self.rest_key();
        }
    }

    fn visit_legal<B>(&self, mut visit: impl FnMut(u16) -> ControlFlow<B>) -> ControlFlow<B> {
        for p in 0..self.points() as u16 {
            if self.is_legal(p) {
                visit(p)?;
            }
        }
        ControlFlow::Continue(())
    }

    fn visit_legal_at<B>(
        &self,
        point: usize,
        mut visit: impl FnMut(u16) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        if self.is_legal(point as u16) {
            visit(point as u16)
        } else {
            ControlFlow::Continue(())
        }
    }

    fn is_legal(&self, mv: u16) -> bool {
        let p = usize::from(mv);
        if p >= self.points() || self.cells[p] != Occupancy::Empty || self.ko == Some(mv) {
            return false;
        }
        let own = Occupancy::from(self.to_move);
        self.neighbours(p)
            .any(|q| self.cells[q] == Occupancy::Empty)
            || self
                .neighbours(p)
                .any(|q| self.cells[q] == own && self.dead_chain(q, p).is_none())
            || !self.captured(p).is_empty()
    }

    fn visit_changes(&self, mv: u16, mut visit: impl FnMut(Change<Occupancy>)) {
        let p = usize::from(mv);
        visit(Change {
            point: p,
            before: Occupancy::Empty,
            after: self.to_move.into(),
            timing: Timing::WithMove,
        });
        for q in self.captured(p) {
            visit(Change {
                point: q,
                before: (!self.to_move).into(),
                after: Occupancy::Empty,
                timing: Timing::Lagging,
            });
        }
    }

    fn play(&mut self, mv: u16) -> Stones {
        let old = self.clone();
        let p = usize::from(mv);
        let dead = self.captured(p);
        self.key ^= self.rest_key();
        self.set(p, self.to_move.into());
        for &q in &dead {
            self.set(q, Occupancy::Empty);
        }
        let own = Occupancy::from(self.to_move);
        let alone = self.neighbours(p).all(|q| self.cells[q] != own);
        self.ko = match dead[..] {
            [q] if alone && self.dead_chain(p, q).is_some() => Some(q as u16),
            _ => None,
        };
        self.to_move = !self.to_move;
        self.key ^= self.rest_key();
        old
    }

    fn undo(&mut self, undo: Stones) {
        *self = undo;
    }

    fn key(&self) -> u64 {
        self.key
    }
}
