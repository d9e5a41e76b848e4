//! A position seen through one of the symmetries, in the forms in which it is asked for.

use board_core::Color;

use super::record::NARROW;
use crate::{Content, Field, MAX_SIDE, Symmetry};

/// Edge around the longest board, as far as a pattern may reach.
const MARGIN: usize = MAX_SIDE;
const STRIDE: usize = MAX_SIDE + 2 * MARGIN;

/// The contents point by point, and the rows as bits.
pub(crate) struct View {
    pub(crate) cols: i32,
    pub(crate) rows: i32,
    pub(crate) to_move: Option<Color>,
    cells: [u8; STRIDE * STRIDE],
    /// Empty, black, white; bit x for column x.
    bits: [[u32; 3]; MAX_SIDE],
    /// By row, then column: the next [`NARROW`] columns of the three, side by side as in the row of a narrow pattern.
    windows: [[u32; MAX_SIDE]; MAX_SIDE],
    /// All stones.
    pub(crate) stones: Vec<(i32, i32, Color)>,
}

impl View {
    /// `turn` leaves the colours: see [`View::exchanged`].
    pub(crate) fn new(field: &Field, turn: Symmetry) -> View {
        let own = field.size();
        let (cols, rows) = turn.size(own);
        let mut view = View {
            cols: cols as i32,
            rows: rows as i32,
            to_move: field.to_move(),
            cells: [Content::Edge as u8; STRIDE * STRIDE],
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
        view.open_windows();
        view
    }

    /// The same with Black and White exchanged.
    pub(crate) fn exchanged(mut self) -> View {
        self.to_move = self.to_move.map(|side| !side);
        let (black, white) = (Content::Black as u8, Content::White as u8);
        for (x, y, color) in &mut self.stones {
            *color = !*color;
            let at = (*y as usize + MARGIN) * STRIDE + *x as usize + MARGIN;
            self.cells[at] = if *color == Color::Black { black } else { white };
        }
        self.bits.iter_mut().for_each(|bits| bits.swap(1, 2));
        self.open_windows();
        self
    }

    fn open_windows(&mut self) {
        let mask = (1 << NARROW) - 1;
        let (cols, rows) = (self.cols as usize, self.rows as usize);
        for (bits, windows) in self.bits.iter().zip(&mut self.windows).take(rows) {
            for (x, window) in windows.iter_mut().enumerate().take(cols) {
                let [empty, black, white] = bits.map(|bits| bits >> x & mask);
                *window = empty | black << NARROW | white << (2 * NARROW);
            }
        }
    }

    /// What (x, y) is, [`Content`] as a number; points up to [`MAX_SIDE`] off the board may be asked for.
    #[inline]
    pub(crate) fn at(&self, x: i32, y: i32) -> usize {
        let at = (y + MARGIN as i32) * STRIDE as i32 + x + MARGIN as i32;
        let cell = self.cells.get(at as usize);
        cell.map_or(Content::Edge as usize, |&cell| usize::from(cell))
    }

    /// The empty points, black and white stones of row `y`.
    #[inline]
    pub(crate) fn row(&self, y: usize) -> [u32; 3] {
        self.bits[y]
    }

    /// The row of a narrow pattern that lies with its left point at (x, y).
    #[inline]
    pub(crate) fn window(&self, x: usize, y: usize) -> u32 {
        self.windows[y][x]
    }
}
