//! The forms of a query's pattern: its distinct orientations on the board.

use board_core::Color;
use go_rules::Size;

use super::bitmap_index::{BLACK, Neighbour, PLANES, STONE, WHITE, order};
use super::query::Query;
use crate::{Anchor, Content, Demand, Pattern, Symmetry};

/// An orientation of the query's pattern, and the moves that must follow in that orientation.
pub(super) type Orientation = (Symmetry, Vec<(Color, (usize, usize))>);

/// A point of a form: column, row, demand.
pub(super) type Cell = (usize, usize, Demand);

/// A distinct form of the pattern on the board.
pub(super) struct Form {
    pub(super) cols: usize,
    pub(super) rows: usize,
    anchor: Anchor,
    pub(super) to_move: Option<Color>,
    /// Points with a demand, those that require stones first.
    pub(super) cells: Vec<Cell>,
    /// Number of points that require a stone.
    pub(super) stones: usize,
    /// Bits that must be set for the pattern, as points and planes of the bitmap index: those of stones, then those of
    /// stones beside empty points.
    required_bits: Vec<(usize, usize, usize)>,
    /// The orientations that give this form: several if the pattern is symmetric, since the sequence that follows may
    /// be less symmetric.
    pub(super) orientations: Vec<Orientation>,
}

impl Form {
    /// All forms of a query's pattern.
    pub(super) fn all(query: &Query) -> Vec<Form> {
        let mut forms: Vec<(Pattern, Form)> = Vec::new();
        let size = query.pattern.size();
        for &symmetry in query.group.symmetries() {
            let turned = |&(color, at): &(Color, (usize, usize))| {
                (symmetry.color(color), symmetry.point(at, size))
            };
            let sequence: Vec<_> = query.sequence.iter().map(turned).collect();
            let pattern = query.pattern.transformed(symmetry);
            match forms.iter_mut().find(|(known, _)| *known == pattern) {
                Some((_, form)) => {
                    if form
                        .orientations
                        .iter()
                        .all(|(_, known)| *known != sequence)
                    {
                        form.orientations.push((symmetry, sequence));
                    }
                }
                None => {
                    let form = Form::new(&pattern, vec![(symmetry, sequence)]);
                    forms.push((pattern, form));
                }
            }
        }
        forms.into_iter().map(|(_, form)| form).collect()
    }

    fn new(form: &Pattern, orientations: Vec<Orientation>) -> Form {
        let (cols, rows) = form.size();
        let points = (0..rows).flat_map(|y| (0..cols).map(move |x| (x, y)));
        let asked = points.map(|(x, y)| (x, y, form.at(x, y)));
        let mut cells: Vec<Cell> = asked
            .filter(|&(_, _, demand)| demand != Demand::ANY)
            .collect();
        cells.sort_by_key(|(_, _, demand)| demand.accepts(Content::Empty));
        let is_stone = |&(_, _, demand): &Cell| !demand.accepts(Content::Empty);
        let is_empty = |&(_, _, demand): &Cell| demand == Demand::EMPTY;
        let stones = cells.iter().take_while(|cell| is_stone(cell)).count();
        let plane = |&(x, y, demand): &Cell| match demand.only() {
            Some(Content::Black) => (x, y, BLACK),
            Some(Content::White) => (x, y, WHITE),
            _ => (x, y, STONE),
        };
        let mut required_bits: Vec<_> = cells[..stones].iter().map(plane).collect();
        for here in &cells {
            let (x, y, _) = *here;
            let neighbours = [
                (Neighbour::Right, (x + 1, y)),
                (Neighbour::Above, (x, y + 1)),
            ];
            for (neighbour, at) in neighbours {
                let Some(there) = cells.iter().find(|cell| (cell.0, cell.1) == at) else {
                    continue;
                };
                for (stone, empty, neighbour_first) in [(here, there, false), (there, here, true)] {
                    if is_stone(stone) && is_empty(empty) {
                        required_bits.push((x, y, order(neighbour, neighbour_first)));
                    }
                }
            }
        }
        Form {
            cols,
            rows,
            anchor: form.anchor(),
            to_move: form.to_move(),
            cells,
            stones,
            required_bits,
            orientations,
        }
    }

    /// Offsets of the rows of [`Form::required_bits`] in a bitmap index, relative to the first row of the lower left
    /// point.
    pub(super) fn rows(&self, size: Size) -> Vec<isize> {
        let row = |&(dx, dy, plane): &(usize, usize, usize)| {
            let point = dx as isize - (dy * size.cols()) as isize;
            PLANES as isize * point + plane as isize
        };
        self.required_bits.iter().map(row).collect()
    }

    /// The possible positions of the lower left point on a board: columns, rows.
    pub(super) fn places(&self, size: Size) -> impl Iterator<Item = (usize, usize)> + use<> {
        let anchor = self.anchor;
        let range = |board: usize, side: usize, low: Anchor, high: Anchor| {
            let Some(last) = board.checked_sub(side) else {
                return 0..0;
            };
            let from = if anchor.contains(high) { last } else { 0 };
            let to = if anchor.contains(low) { 0 } else { last };
            from..to + 1
        };
        let (cols, rows) = (size.cols(), size.rows());
        let xs = range(cols, self.cols, Anchor::LEFT, Anchor::RIGHT);
        let ys = range(rows, self.rows, Anchor::BOTTOM, Anchor::TOP);
        ys.flat_map(move |y| xs.clone().map(move |x| (x, y)))
    }
}
