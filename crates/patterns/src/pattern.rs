use std::ops::Range;

use board_core::Color;

use crate::field::check_size;
use crate::{Content, Demand, Field, Group, PatternError, Rectangle, Symmetry};

/// The sides of a pattern that lie on the edge of the board.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Anchor(u8);

impl Anchor {
    /// Anywhere on the board, even if it happens to touch an edge.
    pub const ANYWHERE: Anchor = Anchor(0);
    /// The pattern's left side is on the left edge.
    pub const LEFT: Anchor = Anchor(1);
    /// The pattern's bottom is on the bottom edge.
    pub const BOTTOM: Anchor = Anchor(2);
    /// The pattern's right side is on the right edge.
    pub const RIGHT: Anchor = Anchor(4);
    /// The pattern's top is on the top edge.
    pub const TOP: Anchor = Anchor(8);
    /// All four: the pattern is a whole board.
    pub const BOARD: Anchor = Anchor(15);

    /// Whether all sides of `other` are included.
    #[inline]
    #[must_use]
    pub const fn contains(self, other: Anchor) -> bool {
        self.0 & other.0 == other.0
    }

    /// One bit for each side, in the order of the constants.
    pub(crate) const fn bits(self) -> u8 {
        self.0
    }

    pub(crate) const fn from_bits(bits: u8) -> Anchor {
        Anchor(bits & 15)
    }

    fn transformed(self, symmetry: Symmetry) -> Anchor {
        // The sides are the outer points of a cross.
        let sides = [
            (Anchor::LEFT, (0, 1)),
            (Anchor::BOTTOM, (1, 0)),
            (Anchor::RIGHT, (2, 1)),
            (Anchor::TOP, (1, 2)),
        ];
        let mut turned = Anchor::ANYWHERE;
        for (side, at) in sides.into_iter().filter(|(side, _)| self.contains(*side)) {
            let to = symmetry.point(at, (3, 3));
            let found = sides.into_iter().find(|(_, place)| *place == to);
            turned = turned | found.map_or(side, |(side, _)| side);
        }
        turned
    }
}

impl std::ops::BitOr for Anchor {
    type Output = Anchor;
    fn bitor(self, other: Anchor) -> Anchor {
        Anchor(self.0 | other.0)
    }
}

/// An entry of a pattern's list: a content at which the scan stops, and the steps from the previous stop.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Triple {
    /// A stone or an edge.
    pub content: Content,
    /// Columns to the right of the previous stop; 0 for the first.
    pub dx: i32,
    /// Rows above the previous stop; 0 for the first.
    pub dy: i32,
}

/// Whether a pattern cut out of a position keeps the board edges it touches.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Edges {
    /// Sides on the edge of the board stay anchored: a corner stays a corner.
    Kept,
    /// The pattern may occur anywhere.
    Dropped,
}

/// A pattern: a rectangle of points with a demand for each.
///
/// Points are (x, y), x to the right and y up from the lower left point. Edges in a diagram are not points: they become
/// the [`Anchor`]. One point may be marked as the next move; patterns with different marks are different.
///
/// ```
/// use patterns::{Anchor, Pattern};
///
/// let corner: Pattern = "
///     | . . . . .
///     | . . X . .
///     | . . . * .
///     | . . . . .
///     + - - - - -".parse()?;
/// assert_eq!(corner.size(), (5, 4));
/// assert_eq!(corner.anchor(), Anchor::LEFT | Anchor::BOTTOM);
/// assert_eq!(corner.mark(), Some((3, 1)));
/// # Ok::<(), patterns::PatternError>(())
/// ```
///
/// | letter | accepts | letter | accepts |
/// |---|---|---|---|
/// | `.` | empty | `:` | empty or edge |
/// | `X` | black | `B` | black or edge |
/// | `O` | white | `W` | white or edge |
/// | `x` | black or empty | `b` | black, empty or edge |
/// | `o` | white or empty | `w` | white, empty or edge |
/// | `@` | a stone | `&` | a stone or edge |
/// | `?` | any point of the board | `_` | anything at all |
/// | `*` | empty, and the next move goes there | `#` `|` `-` `+` | edge |
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Pattern {
    // The order of the fields is the order of normal forms: `Pattern::normal` takes the least.
    anchor: Anchor,
    cols: usize,
    rows: usize,
    to_move: Option<u8>,
    /// By row from the bottom, then by column.
    cells: Vec<Demand>,
    mark: Option<(usize, usize)>,
}

impl Pattern {
    /// Makes a pattern from the demands of its points, row by row from the bottom. Lines of edge around them are
    /// removed and anchor the pattern.
    ///
    /// # Errors
    /// If there are no points or too many, an edge is inside the board, or all points may be off the board.
    pub fn new(cols: usize, rows: usize, cells: Vec<Demand>) -> Result<Pattern, PatternError> {
        Ok(Pattern::peeled(cols, rows, cells)?.0)
    }

    /// [`Pattern::new`], with the number of edge lines removed on the left and at the bottom.
    pub(crate) fn peeled(
        cols: usize,
        rows: usize,
        cells: Vec<Demand>,
    ) -> Result<(Pattern, (usize, usize)), PatternError> {
        if cols == 0 || rows == 0 {
            return Err(PatternError::Empty);
        }
        if cols.checked_mul(rows) != Some(cells.len()) {
            return Err(PatternError::Size { cols, rows });
        }
        if let Some(at) = cells.iter().position(|demand| demand.is_impossible()) {
            let (x, y) = (at % cols, at / cols);
            return Err(PatternError::Impossible { x, y });
        }
        let mut lines = Lines {
            at: |x: usize, y: usize| cells[y * cols + x],
            x: 0..cols,
            y: 0..rows,
        };
        let anchor = lines.peel();
        let (xs, ys) = (lines.x, lines.y);
        check_size(xs.len(), ys.len())?;
        let kept: Vec<Demand> = ys
            .clone()
            .flat_map(|y| xs.clone().map(move |x| (x, y)))
            .map(|(x, y)| cells[y * cols + x])
            .collect();
        if let Some(at) = kept.iter().position(|&demand| demand == Demand::EDGE) {
            let (x, y) = (xs.start + at % xs.len(), ys.start + at / xs.len());
            return Err(PatternError::EdgeInside { x, y });
        }
        if kept.iter().all(|demand| demand.accepts(Content::Edge)) {
            return Err(PatternError::NoPoint);
        }
        let (left, below) = (xs.start, ys.start);
        let pattern = Pattern {
            anchor,
            cols: xs.len(),
            rows: ys.len(),
            to_move: None,
            cells: kept,
            mark: None,
        };
        Ok((pattern, (left, below)))
    }

    /// Makes a pattern from stored parts, which must be valid.
    pub(crate) fn stored(
        (cols, rows): (usize, usize),
        cells: Vec<Demand>,
        anchor: Anchor,
        to_move: Option<Color>,
        mark: Option<(usize, usize)>,
    ) -> Pattern {
        Pattern {
            anchor,
            cols,
            rows,
            to_move: to_move.map(|side| side as u8),
            cells,
            mark,
        }
    }

    /// Cuts a rectangle out of a position.
    ///
    /// # Errors
    /// If the rectangle is not on the board.
    pub fn cut(field: &Field, from: Rectangle, edges: Edges) -> Result<Pattern, PatternError> {
        let (cols, rows) = field.size();
        let fits = |at: i32, length: usize, side: usize| {
            at >= 0 && length > 0 && (at as usize).saturating_add(length) <= side
        };
        if !fits(from.x, from.cols, cols) || !fits(from.y, from.rows, rows) {
            return Err(PatternError::OffBoard);
        }
        let ys = from.y..from.y + from.rows as i32;
        let xs = from.x..from.x + from.cols as i32;
        let cells = ys
            .clone()
            .flat_map(|y| xs.clone().map(move |x| field.at(x, y).into()))
            .collect();
        let mut pattern = Pattern::new(from.cols, from.rows, cells)?;
        if edges == Edges::Kept {
            let touches = [
                (xs.start == 0, Anchor::LEFT),
                (ys.start == 0, Anchor::BOTTOM),
                (xs.end as usize == cols, Anchor::RIGHT),
                (ys.end as usize == rows, Anchor::TOP),
            ];
            for (_, side) in touches.into_iter().filter(|(touches, _)| *touches) {
                pattern.anchor = pattern.anchor | side;
            }
        }
        Ok(pattern)
    }

    /// Adds these sides to the anchor.
    #[must_use]
    pub fn anchored(mut self, sides: Anchor) -> Pattern {
        self.anchor = self.anchor | sides;
        self
    }

    /// Requires this side to move.
    #[must_use]
    pub fn with_to_move(mut self, side: Color) -> Pattern {
        self.to_move = Some(side as u8);
        self
    }

    /// Marks the point of the next move.
    ///
    /// # Errors
    /// If it is not a point of the pattern or cannot be empty.
    pub fn with_mark(mut self, x: usize, y: usize) -> Result<Pattern, PatternError> {
        if x >= self.cols || y >= self.rows || !self.at(x, y).accepts(Content::Empty) {
            return Err(PatternError::Mark { x, y });
        }
        self.mark = Some((x, y));
        Ok(self)
    }

    /// Number of columns and of rows, without edges.
    #[inline]
    #[must_use]
    pub fn size(&self) -> (usize, usize) {
        (self.cols, self.rows)
    }

    /// The sides it is anchored to.
    #[must_use]
    pub fn anchor(&self) -> Anchor {
        self.anchor
    }

    /// The side that must be to move, if any.
    #[must_use]
    pub fn to_move(&self) -> Option<Color> {
        self.to_move.map(|side| Color::BOTH[usize::from(side)])
    }

    /// The marked point, if any.
    #[must_use]
    pub fn mark(&self) -> Option<(usize, usize)> {
        self.mark
    }

    /// The demand of the point (x, y).
    ///
    /// # Panics
    /// If it is not a point of the pattern.
    #[inline]
    #[must_use]
    pub fn at(&self, x: usize, y: usize) -> Demand {
        assert!(x < self.cols, "column {x} of {}", self.cols);
        self.cells[y * self.cols + x]
    }

    /// Whether some of its points may be off the board.
    pub(crate) fn is_loose(&self) -> bool {
        let mut cells = self.cells.iter();
        cells.any(|demand| demand.accepts(Content::Edge))
    }

    /// The pattern rotated, mirrored or with colours exchanged.
    #[must_use]
    pub fn transformed(&self, symmetry: Symmetry) -> Pattern {
        let size = self.size();
        let (cols, rows) = symmetry.size(size);
        let swap = symmetry.swaps_colors();
        let mut cells = vec![Demand::ANY; self.cells.len()];
        for (i, &demand) in self.cells.iter().enumerate() {
            let (x, y) = symmetry.point((i % self.cols, i / self.cols), size);
            cells[y * cols + x] = if swap { demand.swapped() } else { demand };
        }
        Pattern {
            anchor: self.anchor.transformed(symmetry),
            cols,
            rows,
            to_move: self.to_move.map(|side| side ^ u8::from(swap)),
            cells,
            mark: self.mark.map(|at| symmetry.point(at, size)),
        }
    }

    /// The distinct forms of the pattern under a group of symmetries, each with the first symmetry that gives it.
    #[must_use]
    pub fn forms(&self, group: Group) -> Vec<(Pattern, Symmetry)> {
        let mut forms: Vec<(Pattern, Symmetry)> = Vec::new();
        for &symmetry in group.symmetries() {
            let form = self.transformed(symmetry);
            if forms.iter().all(|(known, _)| *known != form) {
                forms.push((form, symmetry));
            }
        }
        forms
    }

    /// The normal form under a group of symmetries: the least of all [`forms`](Pattern::forms), with the first symmetry
    /// that gives it.
    #[must_use]
    pub fn normal(&self, group: Group) -> (Pattern, Symmetry) {
        let least = self.forms(group).into_iter().min();
        least.unwrap_or((self.clone(), Symmetry::IDENTITY))
    }

    /// The pattern as in P. Beyens's description: every content at which the scan (left to right, then bottom to top)
    /// stops, including edges, with the steps from the previous one.
    ///
    /// Only points that accept a single content are included. Empty points, and those that accept several contents, are
    /// implicit.
    #[must_use]
    pub fn triples(&self) -> Vec<Triple> {
        let side = |side| i32::from(self.anchor.contains(side));
        let (left, right) = (side(Anchor::LEFT), side(Anchor::RIGHT));
        let (bottom, top) = (side(Anchor::BOTTOM), side(Anchor::TOP));
        let (cols, rows) = (self.cols as i32, self.rows as i32);
        let mut triples = Vec::new();
        let mut last = None;
        for y in -bottom..rows + top {
            for x in -left..cols + right {
                let inside = (0..cols).contains(&x) && (0..rows).contains(&y);
                let content = if inside {
                    self.at(x as usize, y as usize).only()
                } else {
                    Some(Content::Edge)
                };
                let Some(content) = content.filter(|content| content.is_hit()) else {
                    continue;
                };
                let (last_x, last_y) = last.unwrap_or((x, y));
                triples.push(Triple {
                    content,
                    dx: x - last_x,
                    dy: y - last_y,
                });
                last = Some((x, y));
            }
        }
        triples
    }

    /// The position of the first of the [`triples`](Pattern::triples); `None` if there is none.
    pub(crate) fn first_hit(&self) -> Option<(i32, i32)> {
        if self.anchor.contains(Anchor::BOTTOM) {
            return Some((-i32::from(self.anchor.contains(Anchor::LEFT)), -1));
        }
        let row = |y: usize| {
            let mut hits =
                (0..self.cols).filter(move |&x| self.at(x, y).only().is_some_and(Content::is_hit));
            if self.anchor.contains(Anchor::LEFT) {
                return Some(-1);
            }
            let right = self.anchor.contains(Anchor::RIGHT).then_some(self.cols);
            hits.next().or(right).map(|x| x as i32)
        };
        let found = (0..self.rows).find_map(|y| Some((row(y)?, y as i32)));
        let top = self.anchor.contains(Anchor::TOP);
        found.or(top.then_some((0, self.rows as i32)))
    }

    /// Whether `field` matches the pattern with its lower left point at (x, y): the definition, point by point.
    #[must_use]
    pub fn matches(&self, field: &Field, x: i32, y: i32) -> bool {
        let (cols, rows) = field.size();
        let on_edge = [
            (Anchor::LEFT, x == 0),
            (Anchor::BOTTOM, y == 0),
            (Anchor::RIGHT, x + self.cols as i32 == cols as i32),
            (Anchor::TOP, y + self.rows as i32 == rows as i32),
        ];
        let anchored = on_edge
            .iter()
            .all(|&(side, on)| on || !self.anchor.contains(side));
        let turn = self.to_move.is_none() || self.to_move() == field.to_move();
        let mut points = self.cells.iter().enumerate();
        anchored
            && turn
            && points.all(|(i, demand)| {
                let (dx, dy) = (i % self.cols, i / self.cols);
                demand.accepts(field.at(x + dx as i32, y + dy as i32))
            })
    }
}

/// A rectangle of demands from which edge lines are removed.
struct Lines<F> {
    at: F,
    x: Range<usize>,
    y: Range<usize>,
}

impl<F: Fn(usize, usize) -> Demand> Lines<F> {
    /// Removes edge lines and returns their sides. A line is an edge line if all its points may be edge and one must
    /// be. Lines of which all points must be edge are removed first, as in a diagram: the line across a corner does not
    /// make the line above it an edge.
    fn peel(&mut self) -> Anchor {
        let mut anchor = Anchor::ANYWHERE;
        while !self.x.is_empty() && !self.y.is_empty() {
            let Some(side) = self.edge(true).or_else(|| self.edge(false)) else {
                break;
            };
            match side {
                Anchor::LEFT => self.x.start += 1,
                Anchor::RIGHT => self.x.end -= 1,
                Anchor::BOTTOM => self.y.start += 1,
                _ => self.y.end -= 1,
            }
            anchor = anchor | side;
        }
        anchor
    }

    /// A side whose outermost line is edge; if `all`, each of its points must be.
    fn edge(&self, all: bool) -> Option<Anchor> {
        let (x, y) = (self.x.clone(), self.y.clone());
        let lines = [
            (Anchor::LEFT, x.start..x.start + 1, y.clone()),
            (Anchor::RIGHT, x.end - 1..x.end, y.clone()),
            (Anchor::BOTTOM, x.clone(), y.start..y.start + 1),
            (Anchor::TOP, x, y.end - 1..y.end),
        ];
        let is_edge = |x: Range<usize>, y: Range<usize>| {
            let mut points = y.flat_map(|y| x.clone().map(move |x| (self.at)(x, y)));
            if all {
                return points.all(|demand| demand == Demand::EDGE);
            }
            let must = points.clone().any(|demand| demand == Demand::EDGE);
            must && points.all(|demand| demand.accepts(Content::Edge))
        };
        let found = lines
            .into_iter()
            .find(|(_, x, y)| is_edge(x.clone(), y.clone()));
        found.map(|(side, ..)| side)
    }
}
