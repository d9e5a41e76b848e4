use crate::Color;

/// The contents of a point: a small, finite set.
///
/// Evidence holds one number for each point and content, so the set should only distinguish what an observer can tell
/// apart.
pub trait Cell: Copy + Eq + core::fmt::Debug + 'static {
    /// Every content, at its own [`index`](Cell::index). By convention the first is "empty".
    const ALL: &'static [Self];

    /// Position of this content in [`ALL`](Cell::ALL).
    fn index(self) -> usize;

    /// The side that owns this piece; `None` for "empty" and for neutral pieces.
    ///
    /// Optional: `None` is always correct, but the search proves its result sooner when it knows the owners.
    fn owner(self) -> Option<Color> {
        None
    }
}

/// A position: the number of points and the content of each.
pub trait Board {
    /// The contents of a point.
    type Cell: Cell;

    /// Number of points; valid indices are `0..points()`. Constant during a game.
    fn points(&self) -> usize;

    /// The content of `point`.
    ///
    /// # Panics
    /// May panic if `point >= self.points()`.
    fn get(&self, point: usize) -> Self::Cell;

    /// The contents of all points, in the order of their indices.
    fn cells(&self) -> impl Iterator<Item = Self::Cell>
    where
        Self: Sized,
    {
        (0..self.points()).map(|point| self.get(point))
    }
}

/// The most common [`Cell`]: empty, or a piece of one of the two colours.
///
/// This is all that a camera can see of a Go board. It is also enough to follow a chess game from a known position.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "snake_case"))]
#[repr(u8)]
pub enum Occupancy {
    /// Nothing on the point.
    #[default]
    Empty = 0,
    /// A black stone or piece.
    Black = 1,
    /// A white stone or piece.
    White = 2,
}

impl Occupancy {
    /// The colour of the piece, if there is one.
    #[inline]
    pub const fn color(self) -> Option<Color> {
        match self {
            Occupancy::Empty => None,
            Occupancy::Black => Some(Color::Black),
            Occupancy::White => Some(Color::White),
        }
    }

    /// Black and White exchanged; empty stays empty.
    #[inline]
    #[must_use]
    pub const fn swapped(self) -> Occupancy {
        match self {
            Occupancy::Empty => Occupancy::Empty,
            Occupancy::Black => Occupancy::White,
            Occupancy::White => Occupancy::Black,
        }
    }
}

impl Cell for Occupancy {
    const ALL: &'static [Self] = &[Occupancy::Empty, Occupancy::Black, Occupancy::White];

    #[inline]
    fn index(self) -> usize {
        self as usize
    }

    #[inline]
    fn owner(self) -> Option<Color> {
        self.color()
    }
}

impl From<Color> for Occupancy {
    #[inline]
    fn from(color: Color) -> Self {
        match color {
            Color::Black => Occupancy::Black,
            Color::White => Occupancy::White,
        }
    }
}

impl From<Option<Color>> for Occupancy {
    #[inline]
    fn from(color: Option<Color>) -> Self {
        color.map_or(Occupancy::Empty, Occupancy::from)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_content_sits_at_its_own_index() {
        for (i, &cell) in Occupancy::ALL.iter().enumerate() {
            assert_eq!(cell.index(), i);
            assert_eq!(Occupancy::from(cell.color()), cell);
            assert_eq!(cell.swapped().swapped(), cell);
            assert_eq!(cell.swapped().color(), cell.color().map(Color::other));
        }
    }
}
