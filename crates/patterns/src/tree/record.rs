//! The stored form of a pattern: a small header, and one or three words for every row.
//!
//! The bits of a row are the contents that are *not* accepted: a row matches if none of them coincides with the
//! board's. This takes a few shifts and bitwise ands for any pattern.

use board_core::Color;

use super::view::{NARROW, View};
use crate::{Anchor, Content, Demand, Pattern, Symmetry};

/// No record, or no node.
pub(crate) const NONE: u32 = u32::MAX;
/// No mark.
const UNMARKED: u16 = u16::MAX;
/// Flag: some points may be off the board.
const LOOSE: u8 = 4;

/// The header of a stored pattern, which is in normal form.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Record {
    /// Index of the first word of its rows.
    pub(crate) words: u32,
    /// The views (by [`Symmetry::index`]) in which it is searched: one for every form of the pattern.
    pub(crate) views: u16,
    /// The marked point, x in the low byte.
    pub(crate) mark: u16,
    pub(crate) cols: u8,
    pub(crate) rows: u8,
    /// The point at the origin of a walk.
    pub(crate) key: (u8, u8),
    /// [`Anchor::bits`].
    pub(crate) anchor: u8,
    /// 0 for either side, 1 + index of the side to move; [`LOOSE`].
    pub(crate) flags: u8,
    /// The symmetry from the learnt pattern to the normal form: [`Symmetry::index`].
    pub(crate) to_normal: u8,
}

impl Record {
    /// Packs a pattern in normal form into a header and its rows.
    pub(crate) fn pack(normal: &Pattern) -> (Record, Vec<u32>) {
        let (cols, rows) = normal.size();
        let loose = normal.is_loose();
        let side = normal.to_move().map_or(0, |side| 1 + side as u8);
        let mark = |(x, y): (usize, usize)| x as u16 | (y as u16) << 8;
        let record = Record {
            words: 0,
            views: 0,
            mark: normal.mark().map_or(UNMARKED, mark),
            cols: cols as u8,
            rows: rows as u8,
            key: (0, 0),
            anchor: normal.anchor().bits(),
            flags: side | if loose { LOOSE } else { 0 },
            to_normal: 0,
        };
        let mut words = Vec::with_capacity(record.length());
        for y in 0..rows {
            let refused = |content: Content| -> u32 {
                let refusing = (0..cols).filter(|&x| !normal.at(x, y).accepts(content));
                refusing.map(|x| 1 << x).sum()
            };
            let [empty, black, white, edge] = Content::ALL.map(refused);
            if cols <= NARROW {
                words.push(empty | black << NARROW | white << (2 * NARROW));
            } else {
                words.extend([empty, black, white]);
            }
            if loose {
                words.push(edge);
            }
        }
        (record, words)
    }

    fn per_row(&self) -> usize {
        let sets = if usize::from(self.cols) <= NARROW {
            1
        } else {
            3
        };
        sets + usize::from(self.is_loose())
    }

    /// Number of words of its rows.
    pub(crate) fn length(&self) -> usize {
        usize::from(self.rows) * self.per_row()
    }

    fn is_loose(&self) -> bool {
        self.flags & LOOSE != 0
    }

    pub(crate) fn side(&self) -> Option<Color> {
        match self.flags & 3 {
            1 => Some(Color::Black),
            2 => Some(Color::White),
            _ => None,
        }
    }

    pub(crate) fn normalised_by(&self) -> Symmetry {
        Symmetry::ALL[usize::from(self.to_normal & 15)]
    }

    /// Whether its bits and numbers are valid, as made by [`Record::pack`].
    pub(crate) fn is_sound(&self) -> bool {
        let side = 1..=crate::MAX_SIDE as u8;
        let inside = |(x, y): (u8, u8)| x < self.cols && y < self.rows;
        side.contains(&self.cols)
            && side.contains(&self.rows)
            && inside(self.key)
            && (self.mark == UNMARKED || inside((self.mark as u8, (self.mark >> 8) as u8)))
            && self.anchor < 16
            && self.flags & 3 < 3
            && self.flags < 8
            && self.to_normal < 16
    }

    /// The contents that row `y` does not accept: empty, black, white, edge.
    #[inline]
    fn row(&self, y: usize, word: impl Fn(u32) -> u32) -> [u32; 4] {
        let at = self.words + (y * self.per_row()) as u32;
        let mask = (1 << NARROW) - 1;
        let (sets, after) = if usize::from(self.cols) <= NARROW {
            let row = word(at);
            let sets = [row & mask, row >> NARROW & mask, row >> (2 * NARROW) & mask];
            (sets, at + 1)
        } else {
            ([word(at), word(at + 1), word(at + 2)], at + 3)
        };
        let edge = if self.is_loose() {
            word(after)
        } else {
            u32::MAX
        };
        [sets[0], sets[1], sets[2], edge]
    }

    /// The demand of the point (x, y).
    pub(crate) fn demand(&self, x: usize, y: usize, word: impl Fn(u32) -> u32) -> Demand {
        let refused = self.row(y, word);
        let accepted = (0..4).filter(|&content| refused[content] >> x & 1 == 0);
        Demand::from_bits(accepted.map(|content| 1 << content).sum())
    }

    /// Unpacks the pattern, in normal form.
    pub(crate) fn unpack(&self, word: impl Fn(u32) -> u32) -> Pattern {
        let (cols, rows) = (usize::from(self.cols), usize::from(self.rows));
        let points = (0..rows).flat_map(|y| (0..cols).map(move |x| (x, y)));
        let cells = points.map(|(x, y)| self.demand(x, y, &word)).collect();
        let mark = (self.mark != UNMARKED)
            .then(|| (usize::from(self.mark & 255), usize::from(self.mark >> 8)));
        Pattern::stored(
            (cols, rows),
            cells,
            Anchor::from_bits(self.anchor),
            self.side(),
            mark,
        )
    }

    /// Whether the view matches with its lower left point at (x, y).
    #[inline]
    pub(crate) fn fits(&self, view: &View, (x, y): (i32, i32), word: impl Fn(u32) -> u32) -> bool {
        let (cols, rows) = (i32::from(self.cols), i32::from(self.rows));
        let (right, top) = (view.cols - x - cols, view.rows - y - rows);
        let anchor = Anchor::from_bits(self.anchor);
        let off = |side, distance: i32| {
            (anchor.contains(side) && distance != 0) || (distance < 0 && !self.is_loose())
        };
        if off(Anchor::LEFT, x)
            || off(Anchor::BOTTOM, y)
            || off(Anchor::RIGHT, right)
            || off(Anchor::TOP, top)
        {
            return false;
        }
        if let Some(side) = self.side()
            && view.to_move != Some(side)
        {
            return false;
        }
        if self.is_loose() {
            self.fits_over_the_edge(view, (x, y), word)
        } else if usize::from(self.cols) <= NARROW {
            let rows = 0..usize::from(self.rows);
            let mut rows = rows.zip(self.words..);
            rows.all(|(row, at)| view.window(x as usize, y as usize + row) & word(at) == 0)
        } else {
            (0..usize::from(self.rows)).all(|row| {
                let [empty, black, white, _] = self.row(row, &word);
                let seen = view.row(y as usize + row);
                (seen[0] >> x & empty) | (seen[1] >> x & black) | (seen[2] >> x & white) == 0
            })
        }
    }

    fn fits_over_the_edge(
        &self,
        view: &View,
        (x, y): (i32, i32),
        word: impl Fn(u32) -> u32,
    ) -> bool {
        // Bits are shifted by this, so that columns left of the board have a bit, too.
        const MARGIN: i32 = crate::MAX_SIDE as i32;
        let board = ((1_u64 << view.cols) - 1) << MARGIN;
        (0..usize::from(self.rows)).all(|row| {
            let [empty, black, white, edge] = self.row(row, &word);
            let at = y + row as i32;
            if !(0..view.rows).contains(&at) {
                return edge == 0;
            }
            let shift = MARGIN + x;
            let seen = view.row(at as usize);
            let meets = |line: u64, refused: u32| line >> shift & u64::from(refused) != 0;
            !meets(!board, edge)
                && !meets(u64::from(seen[0]) << MARGIN, empty)
                && !meets(u64::from(seen[1]) << MARGIN, black)
                && !meets(u64::from(seen[2]) << MARGIN, white)
        })
    }
}
