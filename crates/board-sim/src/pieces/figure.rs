use board_core::{Color, Occupancy};

/// The kind of a piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Kind {
    /// Chess pawn: the smallest piece.
    Pawn,
    /// Chess knight: with a horse's head.
    Knight,
    /// Chess bishop: with a mitre.
    Bishop,
    /// Chess rook: a tower.
    Rook,
    /// Chess queen: with a coronet.
    Queen,
    /// Chess king: the tallest piece, with a cross.
    King,
    /// Man of draughts: a flat disc.
    Man,
    /// King of draughts: a stack of two discs, or as [`Set::crowned`](super::Set::crowned) says.
    Crowned,
}

impl Kind {
    /// All kinds, chess pieces first.
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

/// A piece: its kind and its side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Figure {
    /// Its kind.
    pub kind: Kind,
    /// Its side.
    pub color: Color,
}

impl Figure {
    /// Reads a letter of a diagram: `PNBRQK` and `MC` (man, crowned) for White, lower case for Black, anything else for
    /// an empty square.
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

    /// The colour of a square's piece, or empty.
    #[must_use]
    pub fn occupancy(figure: Option<Self>) -> Occupancy {
        figure.map(|f| f.color).into()
    }
}

/// The piece on each square, row by row from the top left by the game's convention: in chess a8, b8 … h8, a7 … h1.
pub type Placement = Vec<Option<Figure>>;

/// Reads a diagram with one [letter](Figure::from_letter) for each square; white space is ignored.
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
