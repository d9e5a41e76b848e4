use board_core::{Color, Occupancy};

/// The observed content of one point: empty, or a piece, whose kind (man or king, knight or rook) may be known.
///
/// Most cameras show only colours: convert from [`Occupancy`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Observed<K> {
    /// The point is empty.
    Empty,
    /// A piece is on the point.
    Piece {
        /// Its side.
        color: Color,
        /// Its kind; `None` if it is not visible.
        kind: Option<K>,
    },
}

impl<K> Observed<K> {
    /// A piece of a visible kind.
    pub const fn of(color: Color, kind: K) -> Self {
        Observed::Piece {
            color,
            kind: Some(kind),
        }
    }

    /// The side of the piece; `None` for an empty point.
    pub const fn color(&self) -> Option<Color> {
        match self {
            Observed::Empty => None,
            Observed::Piece { color, .. } => Some(*color),
        }
    }

    /// The content without the kind.
    pub const fn occupancy(&self) -> Occupancy {
        match self {
            Observed::Empty => Occupancy::Empty,
            Observed::Piece { color, .. } => match color {
                Color::Black => Occupancy::Black,
                Color::White => Occupancy::White,
            },
        }
    }
}

impl<K> From<Occupancy> for Observed<K> {
    fn from(seen: Occupancy) -> Self {
        match seen.color() {
            None => Observed::Empty,
            Some(color) => Observed::Piece { color, kind: None },
        }
    }
}
