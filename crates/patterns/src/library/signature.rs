use super::{Game, GameId, Library, LibraryError};
use crate::Symmetry;

/// The numbers of the moves in a signature.
const NUMBERS: [usize; 6] = [20, 40, 60, 31, 51, 71];

/// The Dyer signature, by which D. Dyer identified games: the points of moves 20, 40, 60, 31, 51 and 71.
///
/// Written with the two letters of SGF for each move; `--` is a pass or beyond the end of the game, `??` an unknown
/// move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Signature([Point; 6]);

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
enum Point {
    At(u8, u8),
    Nowhere,
    Unknown,
}

/// A text that is not a signature.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "{found:?} is no signature; six pairs of letters are needed, for moves 20, 40, 60, 31, 51 and 71"
)]
pub struct SignatureError {
    /// The text.
    pub found: String,
}

impl std::str::FromStr for Signature {
    type Err = SignatureError;

    fn from_str(text: &str) -> Result<Signature, SignatureError> {
        let pairs: Vec<Option<Point>> = text
            .trim()
            .as_bytes()
            .chunks(2)
            .map(|pair| match pair {
                b"??" => Some(Point::Unknown),
                b"--" => Some(Point::Nowhere),
                &[col @ b'a'..=b'y', row @ b'a'..=b'y'] => Some(Point::At(col - b'a', row - b'a')),
                _ => None,
            })
            .collect();
        let points: Option<Vec<Point>> = pairs.into_iter().collect();
        let six = points.and_then(|points| points.try_into().ok());
        six.map(Signature).ok_or_else(|| SignatureError {
            found: text.to_owned(),
        })
    }
}

impl std::fmt::Display for Signature {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        for point in self.0 {
            match point {
                Point::At(col, row) => {
                    write!(f, "{}{}", (b'a' + col) as char, (b'a' + row) as char)?;
                }
                Point::Nowhere => f.write_str("--")?,
                Point::Unknown => f.write_str("??")?,
            }
        }
        Ok(())
    }
}

impl Signature {
    fn of(game: Game<'_>, symmetry: Symmetry) -> Signature {
        let board = game.size();
        let size = (board.cols(), board.rows());
        Signature(NUMBERS.map(|number| {
            let point = game.played(number).and_then(|(_, mv)| mv.point());
            let Some(point) = point else {
                return Point::Nowhere;
            };
            let (col, row) = symmetry.point(board.col_row(point), size);
            Point::At(col as u8, row as u8)
        }))
    }

    fn agrees(&self, other: &Signature) -> bool {
        let mut pairs = self.0.iter().zip(&other.0);
        pairs.all(|(a, b)| a == b || [a, b].contains(&&Point::Unknown))
    }
}

impl Game<'_> {
    /// The signature of the game, in its original orientation.
    #[must_use]
    pub fn signature(self) -> Signature {
        Signature::of(self, Symmetry::IDENTITY)
    }
}

impl Library {
    /// The games with a signature, in any orientation.
    ///
    /// # Errors
    /// If games cannot be read from the opened index.
    pub fn with_signature(&self, signature: &Signature) -> Result<Vec<GameId>, LibraryError> {
        let mut found = Vec::new();
        for id in self.ids() {
            let game = self.game(id)?;
            let mut turns = Symmetry::ALL[..8].iter();
            if turns.any(|&turn| signature.agrees(&Signature::of(game, turn))) {
                found.push(id);
            }
        }
        Ok(found)
    }
}
