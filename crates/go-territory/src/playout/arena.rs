//! A fast board for playouts, without undo and with incremental updates only.
//!
//! As in [`go_rules::Position`], cells have walls around them, and a chain counts its liberties once for each adjacent
//! stone. It also keeps the sum and the sum of squares of the indices of those liberties: if `count · squares = sum²`,
//! all are the same cell, so the chain is in atari at `sum / count` (a technique of libEGo and other Monte Carlo
//! programs).

use board_core::{Color, Occupancy};
use go_rules::{MAX_SIDE, Size};

/// Number of cells of the largest board with its walls.
const CELLS: usize = (MAX_SIDE + 1) * (MAX_SIDE + 2) + 1;

/// Index of a cell of the board with walls; 0 is a wall and means "none".
pub(super) type Cell = u16;

pub(super) const EMPTY: u8 = 0;
pub(super) const BLACK: u8 = 1;
pub(super) const WALL: u8 = 3;

/// The other side's stone.
#[inline]
pub(super) fn other(stone: u8) -> u8 {
    3 - stone
}

pub(super) fn stone_of(color: Color) -> u8 {
    color.index() as u8 + 1
}

/// Liberties counted once for each adjacent stone: the count, the sum of their indices, and the sum of squares.
#[derive(Clone, Copy, Default)]
struct Liberties {
    count: u32,
    sum: u32,
    squares: u32,
}

impl Liberties {
    #[inline]
    fn add(&mut self, cell: Cell) {
        let cell = u32::from(cell);
        self.count += 1;
        self.sum += cell;
        self.squares += cell * cell;
    }

    #[inline]
    fn remove(&mut self, cell: Cell) {
        let cell = u32::from(cell);
        self.count -= 1;
        self.sum -= cell;
        self.squares -= cell * cell;
    }

    #[inline]
    fn join(&mut self, with: Liberties) {
        self.count += with.count;
        self.sum += with.sum;
        self.squares += with.squares;
    }

    #[inline]
    fn only(self) -> Option<Cell> {
        let same = u64::from(self.count) * u64::from(self.squares)
            == u64::from(self.sum) * u64::from(self.sum);
        (same && self.count > 0).then(|| (self.sum / self.count) as Cell)
    }
}

#[derive(Clone)]
pub(super) struct Arena {
    cells: [u8; CELLS],
    head: [Cell; CELLS],
    next: [Cell; CELLS],
    /// The liberties of chains, at their heads.
    liberties: [Liberties; CELLS],
    stones: [u16; CELLS],
    /// The empty cells in any order, and the index of each in that list.
    pub(super) empty: Vec<Cell>,
    index: [u16; CELLS],
    stride: Cell,
    /// The cell where the side to move may not retake; 0 for none.
    pub(super) ko: Cell,
    /// The last stone played; 0 after a pass.
    pub(super) last: Cell,
    /// Number of stones it captured.
    pub(super) taken: u16,
}

impl Arena {
    pub(super) fn new(size: Size, contents: &[Occupancy]) -> Arena {
        let mut arena = Arena {
            cells: [WALL; CELLS],
            head: [0; CELLS],
            next: [0; CELLS],
            liberties: [Liberties::default(); CELLS],
            stones: [0; CELLS],
            empty: Vec::with_capacity(size.points()),
            index: [0; CELLS],
            stride: size.cols() as Cell + 1,
            ko: 0,
            last: 0,
            taken: 0,
        };
        for point in 0..size.points() {
            let cell = arena.cell(size, point);
            arena.free(cell);
        }
        for (point, content) in contents.iter().enumerate() {
            if let Some(color) = content.color() {
                let cell = arena.cell(size, point);
                arena.place(cell, stone_of(color));
            }
        }
        arena.ko = 0;
        arena.last = 0;
        arena.taken = 0;
        arena
    }

    /// The cell of a point.
    pub(super) fn cell(&self, size: Size, point: usize) -> Cell {
        let (col, row) = size.col_row(point);
        (row as Cell + 1) * self.stride + col as Cell + 1
    }

    #[inline]
    pub(super) fn at(&self, cell: Cell) -> u8 {
        self.cells[cell as usize]
    }

    #[inline]
    pub(super) fn around(&self, cell: Cell) -> [Cell; 4] {
        [cell - self.stride, cell - 1, cell + 1, cell + self.stride]
    }

    #[inline]
    pub(super) fn diagonals(&self, cell: Cell) -> [Cell; 4] {
        let s = self.stride;
        [cell - s - 1, cell - s + 1, cell + s - 1, cell + s + 1]
    }

    #[inline]
    pub(super) fn head(&self, cell: Cell) -> Cell {
        self.head[cell as usize]
    }

    /// The only liberty of the chain of a stone; `None` if it has several.
    #[inline]
    pub(super) fn only_liberty(&self, cell: Cell) -> Option<Cell> {
        self.liberties[self.head(cell) as usize].only()
    }

    /// The number of stones of the chain of a stone.
    #[inline]
    pub(super) fn stones(&self, cell: Cell) -> u16 {
        self.stones[self.head(cell) as usize]
    }

    /// Calls `visit` with the stones of a chain while it returns `true`.
    #[inline]
    pub(super) fn each_stone(&self, cell: Cell, mut visit: impl FnMut(Cell) -> bool) {
        let mut stone = cell;
        while visit(stone) {
            stone = self.next[stone as usize];
            if stone == cell {
                break;
            }
        }
    }

    /// Whether a stone on the empty `cell` is legal: it captures or has a liberty, and does not retake a ko.
    #[inline]
    pub(super) fn is_legal(&self, cell: Cell, own: u8) -> bool {
        if cell == self.ko {
            return false;
        }
        self.around(cell).iter().any(|&near| match self.at(near) {
            EMPTY => true,
            WALL => false,
            stone => (stone == own) != self.only_liberty(near).is_some(),
        })
    }

    /// Plays a stone on an empty cell, removes captured chains, and sets the ko. A stone without liberties that
    /// captures nothing (an illegal move) stays.
    pub(super) fn place(&mut self, cell: Cell, own: u8) {
        let around = self.around(cell);
        self.occupy(cell);
        self.cells[cell as usize] = own;
        self.head[cell as usize] = cell;
        self.next[cell as usize] = cell;
        self.stones[cell as usize] = 1;
        let mut liberties = Liberties::default();
        for near in around {
            match self.at(near) {
                EMPTY => liberties.add(near),
                WALL => {}
                _ => self.liberties[self.head(near) as usize].remove(cell),
            }
        }
        self.liberties[cell as usize] = liberties;
        for near in around {
            if self.at(near) == own && self.head(near) != self.head(cell) {
                self.join(near, cell);
            }
        }
        let mut taken = 0;
        let mut lone = 0;
        for near in around {
            if self.at(near) == other(own) && self.liberties[self.head(near) as usize].count == 0 {
                taken += self.take(near);
                lone = near;
            }
        }
        self.ko = 0;
        if taken == 1 && self.stones(cell) == 1 && self.only_liberty(cell) == Some(lone) {
            self.ko = lone;
        }
        self.last = cell;
        self.taken = taken;
    }

    /// Passes.
    pub(super) fn pass(&mut self) {
        self.ko = 0;
        self.last = 0;
        self.taken = 0;
    }

    /// Joins the chains of two stones.
    fn join(&mut self, a: Cell, b: Cell) {
        let (a, b) = (self.head(a), self.head(b));
        let (large, small) = if self.stones[a as usize] >= self.stones[b as usize] {
            (a, b)
        } else {
            (b, a)
        };
        let joined = self.liberties[small as usize];
        self.liberties[large as usize].join(joined);
        self.stones[large as usize] += self.stones[small as usize];
        let mut stone = small;
        loop {
            self.head[stone as usize] = large;
            stone = self.next[stone as usize];
            if stone == small {
                break;
            }
        }
        self.next.swap(large as usize, small as usize);
    }

    /// Removes a chain and returns its number of stones.
    fn take(&mut self, cell: Cell) -> u16 {
        let own = self.at(cell);
        let mut stone = cell;
        let mut taken = 0;
        loop {
            let next = self.next[stone as usize];
            self.free(stone);
            taken += 1;
            for near in self.around(stone) {
                if self.at(near) == other(own) {
                    self.liberties[self.head(near) as usize].add(stone);
                }
            }
            stone = next;
            if stone == cell {
                return taken;
            }
        }
    }

    fn free(&mut self, cell: Cell) {
        self.cells[cell as usize] = EMPTY;
        self.index[cell as usize] = self.empty.len() as u16;
        self.empty.push(cell);
    }

    fn occupy(&mut self, cell: Cell) {
        let index = self.index[cell as usize];
        self.empty.swap_remove(index as usize);
        if let Some(&moved) = self.empty.get(index as usize) {
            self.index[moved as usize] = index;
        }
    }

    /// Exchanges two entries of the list of empty cells.
    #[inline]
    pub(super) fn swap_empty(&mut self, a: usize, b: usize) {
        self.empty.swap(a, b);
        self.index[self.empty[a] as usize] = a as u16;
        self.index[self.empty[b] as usize] = b as u16;
    }
}
