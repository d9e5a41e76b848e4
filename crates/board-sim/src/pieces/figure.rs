use board_core::{Color, Occupancy};

/// What kind of piece stands on a square.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Kind {
    /// Chess: the smallest.
    Pawn,
    /// Chess: the one with a head.
    Knight,
    /// Chess: with a mitre.
    Bishop,
    /// Chess: a tower.
    Rook,
    /// Chess: with a coronet.
    Queen,
    /// Chess: the tallest, with a cross.
    King,
    /// Draughts: a flat disc.
    Man,
    /// Draughts: two discs, one on the other.
    Crowned,
}

impl Kind {
    /// Every kind, chess pieces first.
    pub const ALL: [Kind; 8] = [
        Kind::Pawn,
        Kind::Knight,
        Kind::Bishop,
        Kind::Rook,
        Kind::Queen,
        Kind::King,
        Kind::Man,
        Kind::Crowned,
    ];
}

/// A piece: its kind and whose it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Figure {
    /// What it looks like.
    pub kind: Kind,
    /// Whose it is.
    pub color: Color,
}

impl Figure {
    /// Reads one character of a diagram: `PNBRQK` and `MC` (man, crowned) for White, the same in
    /// small letters for Black, anything else for an empty square.
    ///
    /// ```
    /// use board_core::Color;
    /// use board_sim::pieces::{Figure, Kind};
    /// assert_eq!(Figure::from_letter('q'), Some(Figure { kind: Kind::Queen, color: Color::Black }));
    /// assert_eq!(Figure::from_letter('.'), None);
    /// ```
    #[must_use]
    pub fn from_letter(letter: char) -> Option<Self> {
        let kind = match letter.to_ascii_lowercase() {
            'p' => Kind::Pawn,
            'n' => Kind::Knight,
            'b' => Kind::Bishop,
            'r' => Kind::Rook,
            'q' => Kind::Queen,
            'k' => Kind::King,
            'm' => Kind::Man,
            'c' => Kind::Crowned,
            _ => return None,
        };
        let color = if letter.is_ascii_uppercase() {
            Color::White
        } else {
            Color::Black
        };
        Some(Self { kind, color })
    }

    /// What a camera tells of a square: nothing, or whose piece.
    #[must_use]
    pub fn occupancy(figure: Option<Self>) -> Occupancy {
        figure.map(|f| f.color).into()
    }
}

/// What stands on each square, row by row from the top-left of the record's own convention: in
/// chess a8, b8 … h8, a7 … h1.
pub type Placement = Vec<Option<Figure>>;

/// Reads a diagram, one [letter](Figure::from_letter) a square, white space left out.
///
/// ```
/// let start = board_sim::pieces::placement(
///     "rnbqkbnr pppppppp ........ ........ ........ ........ PPPPPPPP RNBQKBNR",
/// );
/// assert_eq!(start.len(), 64);
/// assert_eq!(start.iter().flatten().count(), 32);
/// ```
#[must_use]
pub fn placement(diagram: &str) -> Placement {
    let squares = diagram.chars().filter(|c| !c.is_whitespace());
    squares.map(Figure::from_letter).collect()
}
