use board_core::{Color, Occupancy};

/// The content of a point of a position, or of a point off the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(u8)]
pub enum Content {
    /// An empty point.
    Empty = 0,
    /// A black stone.
    Black = 1,
    /// A white stone.
    White = 2,
    /// Off the board: everything around it is edge.
    Edge = 3,
}

impl Content {
    /// All four, in index order.
    pub const ALL: [Content; 4] = [
        Content::Empty,
        Content::Black,
        Content::White,
        Content::Edge,
    ];

    /// Whether the scan of a pattern tree stops at it: a stone or an edge.
    #[must_use]
    pub const fn is_hit(self) -> bool {
        !matches!(self, Content::Empty)
    }

    /// The content with Black and White exchanged.
    #[must_use]
    pub const fn swapped(self) -> Content {
        match self {
            Content::Black => Content::White,
            Content::White => Content::Black,
            other => other,
        }
    }
}

impl From<Occupancy> for Content {
    fn from(cell: Occupancy) -> Content {
        match cell {
            Occupancy::Empty => Content::Empty,
            Occupancy::Black => Content::Black,
            Occupancy::White => Content::White,
        }
    }
}

impl From<Color> for Content {
    fn from(color: Color) -> Content {
        Occupancy::from(color).into()
    }
}

/// What a pattern requires of one point: a set of accepted contents.
///
/// ```
/// use patterns::{Content, Demand};
///
/// let quiet = Demand::EMPTY | Demand::EDGE;
/// assert!(quiet.accepts(Content::Edge) && !quiet.accepts(Content::White));
/// assert_eq!((Demand::BLACK | Demand::EMPTY).swapped(), Demand::WHITE | Demand::EMPTY);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Demand(u8);

impl Demand {
    /// An empty point.
    pub const EMPTY: Demand = Demand(1);
    /// A black stone.
    pub const BLACK: Demand = Demand(2);
    /// A white stone.
    pub const WHITE: Demand = Demand(4);
    /// A point off the board.
    pub const EDGE: Demand = Demand(8);
    /// Any point of the board ("don't care").
    pub const ANY: Demand = Demand(7);

    /// Whether the point may have this content.
    #[inline]
    #[must_use]
    pub const fn accepts(self, content: Content) -> bool {
        self.0 >> content as u8 & 1 != 0
    }

    /// The demand with Black and White exchanged.
    #[must_use]
    pub const fn swapped(self) -> Demand {
        Demand(self.0 & 9 | self.0 << 1 & 4 | self.0 >> 1 & 2)
    }

    /// The accepted content, if there is exactly one.
    #[must_use]
    pub fn only(self) -> Option<Content> {
        let mut accepted = Content::ALL.into_iter().filter(|&c| self.accepts(c));
        accepted.next().filter(|_| accepted.next().is_none())
    }

    /// The set as bits: 1 empty, 2 black, 4 white, 8 edge.
    #[inline]
    #[must_use]
    pub const fn bits(self) -> u8 {
        self.0
    }

    /// The demand with these [`bits`](Demand::bits); higher bits are ignored.
    #[inline]
    #[must_use]
    pub const fn from_bits(bits: u8) -> Demand {
        Demand(bits & 15)
    }

    /// The contents that both accept.
    #[must_use]
    pub const fn and(self, other: Demand) -> Demand {
        Demand(self.0 & other.0)
    }

    /// Whether it accepts nothing.
    #[must_use]
    pub const fn is_impossible(self) -> bool {
        self.0 == 0
    }
}

impl std::ops::BitOr for Demand {
    type Output = Demand;
    fn bitor(self, other: Demand) -> Demand {
        Demand(self.0 | other.0)
    }
}

impl From<Content> for Demand {
    fn from(content: Content) -> Demand {
        Demand(1 << content as u8)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn swapping_exchanges_the_colours_and_nothing_else() {
        for bits in 0..16 {
            let demand = Demand::from_bits(bits);
            for content in Content::ALL {
                assert_eq!(
                    demand.accepts(content),
                    demand.swapped().accepts(content.swapped())
                );
            }
            assert_eq!(demand.swapped().swapped(), demand);
        }
    }

    #[test]
    fn only_one_content() {
        assert_eq!(Demand::WHITE.only(), Some(Content::White));
        assert_eq!((Demand::WHITE | Demand::EDGE).only(), None);
        assert_eq!(Demand::from_bits(0).only(), None);
    }
}
