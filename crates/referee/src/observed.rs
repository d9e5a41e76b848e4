use board_core::{Color, Occupancy};

/// What is seen on one point: nothing, or a piece, whose kind (man or king, knight or rook) may be seen too.
///
/// Most cameras tell only colours: convert from [`Occupancy`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Observed<K> {
    /// Nothing stands there.
    Empty,
    /// A piece stands there.
    Piece {
        /// Whose it is.
        color: Color,
        /// What it is; `None` if that cannot be seen.
        kind: Option<K>,
    },
}

impl<K> Observed<K> {
    /// The piece of a kind that is seen.
    pub const fn of(color: Color, kind: K) -> Self {
        Observed::Piece {
            color,
            kind: Some(kind),
        }
    }

    /// Whose piece it is, if there is one.
    pub const fn color(&self) -> Option<Color> {
        match self {
            Observed::Empty => None,
            Observed::Piece { color, .. } => Some(*color),
        }
    }

    /// What is seen but for the kind.
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
