//! A position under one symmetry, in the forms that searches read.

use board_core::Color;

use crate::{Content, Field, MAX_SIDE, Symmetry};

/// Patterns up to this width have the three bit sets of a row in one word.
pub(super) const NARROW: usize = 10;

/// Width of the edge around the longest board: as far as a pattern may reach.
const MARGIN: usize = MAX_SIDE;
const STRIDE: usize = MAX_SIDE + 2 * MARGIN;

/// Number of possible configurations of a square of two by two points.
pub(crate) const CONFIGURATIONS: usize = NUMBERED.1;

/// By two bits for each point of a square, [`Content`] as a number (lower left, lower right, upper left, upper right):
/// the number of the configuration, or [`IMPOSSIBLE`]; and the number of configurations.
const NUMBERED: ([u8; 256], usize) = {
    let (mut numbers, mut count, mut code) = ([IMPOSSIBLE; 256], 0, 0);
    while code < 256 {
        if can_be(code) {
            numbers[code] = count as u8;
            count += 1;
        }
        code += 1;
    }
    (numbers, count)
};

/// The number of a configuration that is impossible on a board.
const IMPOSSIBLE: u8 = u8::MAX;

/// The number of a configuration; `None` if it is impossible.
pub(super) fn configuration([a, b, c, d]: [usize; 4]) -> Option<usize> {
    let number = NUMBERED.0[a | b << 2 | c << 4 | d << 6];
    (number != IMPOSSIBLE).then_some(usize::from(number))
}

/// Whether a configuration is possible: none, a side, all but one, or all of the points of a square are off the board.
const fn can_be(code: usize) -> bool {
    let edge = Content::Edge as usize;
    let (a, b) = (code & 3 == edge, code >> 2 & 3 == edge);
    let (c, d) = (code >> 4 & 3 == edge, code >> 6 == edge);
    matches!(a as u8 + b as u8 + c as u8 + d as u8, 0 | 3 | 4) || (a != d && b != c)
}

/// A position by contents of points, and by rows of bits.
pub(crate) struct View {
    pub(crate) cols: i32,
    pub(crate) rows: i32,
    pub(crate) to_move: Option<Color>,
    cells: [u8; STRIDE * STRIDE],
    /// The configuration of a square of two by two points, by its lower left point.
    squares: [u8; STRIDE * STRIDE],
    /// Empty, black, white; bit x for column x.
    bits: [[u32; 3]; MAX_SIDE],
    /// By row, then column: the next [`NARROW`] columns of the three bit sets, side by side as in the row of a narrow
    /// pattern.
    windows: [[u32; MAX_SIDE]; MAX_SIDE],
    /// All stones.
    pub(crate) stones: Vec<(i32, i32, Color)>,
}

impl View {
    /// Makes the view under `turn`, which must keep colours: see [`View::exchanged`].
    pub(crate) fn new(field: &Field, turn: Symmetry) -> View {
        let own = field.size();
        let (cols, rows) = turn.size(own);
        let mut view = View {
            cols: cols as i32,
            rows: rows as i32,
            to_move: field.to_move(),
            cells: [Content::Edge as u8; STRIDE * STRIDE],
            squares: [NUMBERED.0[255]; STRIDE * STRIDE],
            bits: [[0; 3]; MAX_SIDE],
            windows: [[0; MAX_SIDE]; MAX_SIDE],
            stones: Vec::new(),
        };
        for y in 0..own.1 {
            for x in 0..own.0 {
                let content = field.at(x as i32, y as i32);
                let (x, y) = turn.point((x, y), own);
                view.cells[(y + MARGIN) * STRIDE + x + MARGIN] = content as u8;
                view.bits[y][content as usize] |= 1 << x;
                let color = match content {
                    Content::Black => Color::Black,
                    Content::White => Color::White,
                    _ => continue,
                };
                view.stones.push((x as i32, y as i32, color));
            }
        }
        view.derive();
        view
    }

    /// The view with Black and White exchanged.
    pub(crate) fn exchanged(mut self) -> View {
        self.to_move = self.to_move.map(|side| !side);
        let (black, white) = (Content::Black as u8, Content::White as u8);
        for (x, y, color) in &mut self.stones {
            *color = !*color;
            let at = (*y as usize + MARGIN) * STRIDE + *x as usize + MARGIN;
            self.cells[at] = if *color == Color::Black { black } else { white };
        }
        self.bits.iter_mut().for_each(|bits| bits.swap(1, 2));
        self.derive();
        self
    }

    /// Derives the other forms from the points.
    fn derive(&mut self) {
        let mask = (1 << NARROW) - 1;
        let (cols, rows) = (self.cols as usize, self.rows as usize);
        for (bits, windows) in self.bits.iter().zip(&mut self.windows).take(rows) {
            for (x, window) in windows.iter_mut().enumerate().take(cols) {
                let [empty, black, white] = bits.map(|bits| bits >> x & mask);
                *window = empty | black << NARROW | white << (2 * NARROW);
            }
        }
        for y in MARGIN - 1..MARGIN + rows {
            let at = y * STRIDE + MARGIN - 1;
            let column = |x: usize| self.cells[at + x] | self.cells[at + x + STRIDE] << 4;
            let mut left = column(0);
            for x in 0..=cols {
                let right = column(x + 1);
                self.squares[at + x] = NUMBERED.0[usize::from(left | right << 2)];
                left = right;
            }
        }
    }

    /// The content of (x, y), [`Content`] as a number; also up to [`MAX_SIDE`] off the board.
    #[inline]
    pub(crate) fn at(&self, x: i32, y: i32) -> usize {
        let at = (y + MARGIN as i32) * STRIDE as i32 + x + MARGIN as i32;
        let cell = self.cells.get(at as usize);
        cell.map_or(Content::Edge as usize, |&cell| usize::from(cell))
    }

    /// The number of the configuration of the square with lower left point (x, y); also up to [`MAX_SIDE`] off the
    /// board.
    #[inline]
    pub(crate) fn square(&self, x: i32, y: i32) -> usize {
        let at = (y + MARGIN as i32) * STRIDE as i32 + x + MARGIN as i32;
        let square = self.squares.get(at as usize);
        usize::from(*square.unwrap_or(&NUMBERED.0[255]))
    }

    /// The empty points, black and white stones of row `y`.
    #[inline]
    pub(crate) fn row(&self, y: usize) -> [u32; 3] {
        self.bits[y]
    }

    /// The row of a narrow pattern with its left point at (x, y).
    #[inline]
    pub(crate) fn window(&self, x: usize, y: usize) -> u32 {
        self.windows[y][x]
    }
}
