//! The colour map: which points and links each side controls.

use std::fmt;

use board_core::{Color, Occupancy};
use go_rules::Size;

use crate::grid::neighbors;

/// The colour of a link between two adjacent points.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Link {
    /// Not coloured.
    #[default]
    Neutral,
    /// The colour of one side.
    Of(Color),
    /// Its two points have opposite colours.
    Contested,
}

/// The colour map of irgobot: the colours of all points and of all links between adjacent points.
///
/// It grows from the stones in rounds, until a round changes nothing:
///
/// 1. a coloured point (each stone is one) colours its links;
/// 2. an uncoloured empty point is coloured if at least 3 of its links (2 on the edge) have one colour and none has the
///    other;
/// 3. an uncoloured link is coloured if each of its two points has a link of that colour and none of the other.
///
/// Choices where the original leaves room:
///
/// - *A link between points of opposite colours* is [`Link::Contested`]: it has neither colour, and counts against
///   both. (Alternative, the last colour wins, depends on the order of the points.)
/// - *Order.* Each rule is applied to all points at once, so that the map is invariant under the symmetries of the
///   board and the exchange of colours. (Alternative: point by point, which is not.)
/// - *Rule 3* requires links of the *same* colour at both points. (Alternative: any colour at each end, which leaves
///   the colour of the link open.)
/// - *Corners* are edge points: both of their links must be coloured. A point with a single link (on boards with one
///   line) needs that one. (Alternative: one link fewer than the point has, which would let a single stone take a
///   corner.)
///
/// Source: the README of irgobot, after the Swim colour map
/// (<https://papers.ssrn.com/sol3/papers.cfm?abstract_id=3071677>).
///
/// ```
/// use board_core::Color;
/// use go_rules::Position;
/// use go_territory::ColorMap;
///
/// // Three stones around a point on the edge; `x` is coloured, not a stone.
/// let position = Position::from_rows(&[". . .", "X . X", ". X ."])?;
/// let map = ColorMap::of(&position);
/// assert_eq!(map.point(4), Some(Color::Black));
/// assert_eq!(map.to_string(), "x-x-x\n| | |\nX-x-X\n| | |\nx-X-x\n");
/// # Ok::<(), go_rules::PositionError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ColorMap {
    size: Size,
    stones: Vec<Occupancy>,
    points: Vec<Option<Color>>,
    /// The links from each point to the right and downwards; those that lead off the board stay neutral and are never
    /// read.
    right: Vec<Link>,
    below: Vec<Link>,
}

impl ColorMap {
    /// The map of a position.
    #[must_use]
    pub fn of(position: &go_rules::Position) -> ColorMap {
        ColorMap::of_contents(position.size(), position.contents())
    }

    /// The map of any arrangement of stones, even one that is impossible in a game; `contents` in point order.
    ///
    /// # Panics
    /// If the number of contents is not that of the points.
    #[must_use]
    pub fn of_contents(size: Size, contents: Vec<Occupancy>) -> ColorMap {
        assert_eq!(contents.len(), size.points(), "contents of a {size} board");
        let mut map = ColorMap {
            size,
            points: contents.iter().map(|cell| cell.color()).collect(),
            stones: contents,
            right: vec![Link::Neutral; size.points()],
            below: vec![Link::Neutral; size.points()],
        };
        map.color_links_of_points();
        while map.color_points() | map.color_links_between_links() {}
        map
    }

    /// The board size.
    #[must_use]
    pub fn size(&self) -> Size {
        self.size
    }

    /// The stones of the map, in point order.
    #[must_use]
    pub fn stones(&self) -> &[Occupancy] {
        &self.stones
    }

    /// The colour of a point; `None` if it is not coloured.
    ///
    /// # Panics
    /// If the point is not on the board.
    #[must_use]
    pub fn point(&self, point: usize) -> Option<Color> {
        self.points[point]
    }

    /// The link between two points; `None` if they are not adjacent.
    #[must_use]
    pub fn link(&self, a: usize, b: usize) -> Option<Link> {
        let (first, second) = (a.min(b), a.max(b));
        let joined =
            second < self.size.points() && neighbors(self.size, first).any(|near| near == second);
        joined.then(|| self.between(first, second))
    }

    /// The links of a point, each with its other end.
    ///
    /// # Panics
    /// If the point is not on the board.
    pub fn links(&self, point: usize) -> impl Iterator<Item = (usize, Link)> + '_ {
        assert!(point < self.size.points(), "point {point} of {}", self.size);
        neighbors(self.size, point)
            .map(move |near| (near, self.between(point.min(near), point.max(near))))
    }

    /// The side that has all links of a point, called *colour-controlled* in the original. `None` also for the point of
    /// a 1×1 board, which has no links.
    ///
    /// # Panics
    /// If the point is not on the board.
    #[must_use]
    pub fn controlled(&self, point: usize) -> Option<Color> {
        let mut links = self.links(point).map(|(_, link)| link);
        let Link::Of(color) = links.next()? else {
            return None;
        };
        links.all(|link| link == Link::Of(color)).then_some(color)
    }

    /// The side a point leans to: the colour of its links, if at least one is coloured and none is contested or of the
    /// other colour. A stone leans to its own side.
    ///
    /// # Panics
    /// If the point is not on the board.
    #[must_use]
    pub fn leaning(&self, point: usize) -> Option<Color> {
        if let Some(color) = self.stones[point].color() {
            return Some(color);
        }
        let [black, white] = self.tally(point);
        match (black, white) {
            (1.., 0) => Some(Color::Black),
            (0, 1..) => Some(Color::White),
            _ => None,
        }
    }

    /// Number of links of a point with each colour; a contested one counts for both.
    fn tally(&self, point: usize) -> [usize; 2] {
        let mut tally = [0; 2];
        for (_, link) in self.links(point) {
            match link {
                Link::Neutral => {}
                Link::Of(color) => tally[color.index()] += 1,
                Link::Contested => tally = tally.map(|count| count + 1),
            }
        }
        tally
    }

    /// The link between adjacent points, where `first` is the smaller index.
    fn between(&self, first: usize, second: usize) -> Link {
        // On a board with one column, the point below is also the next index.
        if second == first + 1 && self.size.cols() > 1 {
            self.right[first]
        } else {
            self.below[first]
        }
    }

    fn set_between(&mut self, first: usize, second: usize, link: Link) {
        if second == first + 1 && self.size.cols() > 1 {
            self.right[first] = link;
        } else {
            self.below[first] = link;
        }
    }

    /// Every link as its two points, the smaller index first.
    fn all_links(size: Size) -> impl Iterator<Item = (usize, usize)> {
        (0..size.points()).flat_map(move |point| {
            neighbors(size, point)
                .filter(move |&near| near > point)
                .map(move |near| (point, near))
        })
    }

    /// Rule 1.
    fn color_links_of_points(&mut self) {
        for (a, b) in ColorMap::all_links(self.size) {
            let link = match (self.points[a], self.points[b]) {
                (None, None) => continue,
                (Some(color), None) | (None, Some(color)) => Link::Of(color),
                (Some(one), Some(other)) if one == other => Link::Of(one),
                (Some(_), Some(_)) => Link::Contested,
            };
            self.set_between(a, b, link);
        }
    }

    /// Rule 2, and rule 1 for the newly coloured points. Returns whether there were any.
    fn color_points(&mut self) -> bool {
        let found: Vec<(usize, Color)> = (0..self.size.points())
            .filter(|&point| self.points[point].is_none())
            .filter_map(|point| {
                let links = neighbors(self.size, point).count();
                let enough = if links == 4 { 3 } else { links.min(2) };
                match self.tally(point) {
                    [black, 0] if black > 0 && black >= enough => Some((point, Color::Black)),
                    [0, white] if white > 0 && white >= enough => Some((point, Color::White)),
                    _ => None,
                }
            })
            .collect();
        for &(point, color) in &found {
            self.points[point] = Some(color);
        }
        self.color_links_of_points();
        !found.is_empty()
    }

    /// Rule 3. Returns whether it coloured any link.
    fn color_links_between_links(&mut self) -> bool {
        let found: Vec<(usize, usize, Color)> = ColorMap::all_links(self.size)
            .filter(|&(a, b)| self.between(a, b) == Link::Neutral)
            .filter_map(|(a, b)| {
                let color = self.leaning(a)?;
                (self.leaning(b) == Some(color)).then_some((a, b, color))
            })
            .collect();
        for &(a, b, color) in &found {
            self.set_between(a, b, Link::Of(color));
        }
        !found.is_empty()
    }
}

/// Writes points and links: `X` and `O` are stones, `x` and `o` coloured points, `.` uncoloured ones; `-` and `|` are
/// Black's links, `=` and `:` White's, `!` contested ones, blanks neutral ones.
impl fmt::Display for ColorMap {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let draw = |link, [black, white]: [char; 2]| match link {
            Link::Neutral => ' ',
            Link::Of(Color::Black) => black,
            Link::Of(Color::White) => white,
            Link::Contested => '!',
        };
        let (cols, rows) = (self.size.cols(), self.size.rows());
        for row in 0..rows {
            let (mut points, mut links) = (String::new(), String::new());
            for col in 0..cols {
                let point = row * cols + col;
                points.push(match (self.stones[point], self.points[point]) {
                    (Occupancy::Black, _) => 'X',
                    (Occupancy::White, _) => 'O',
                    (Occupancy::Empty, Some(Color::Black)) => 'x',
                    (Occupancy::Empty, Some(Color::White)) => 'o',
                    (Occupancy::Empty, None) => '.',
                });
                links.push(draw(self.below[point], ['|', ':']));
                if col + 1 < cols {
                    points.push(draw(self.right[point], ['-', '=']));
                    links.push(' ');
                }
            }
            writeln!(f, "{points}")?;
            if row + 1 < rows {
                writeln!(f, "{}", links.trim_end())?;
            }
        }
        Ok(())
    }
}
