//! Whether a photo shows the board of another game. A board of squares has nine lines each way, which a board of Go
//! may have, too; what tells them apart is that its squares alternate, of which the points of a board of Go have
//! nothing: of all real photos that were tried, boards of squares are found as such with a confidence of 0.78 and
//! more, those of Go with 0.06 and less.

use board_geom::{GeomError, Grid, Locator, SquaresLocator};
use image::RgbImage;

use super::board::Board;
use crate::Error;

/// Confidence from which a board of the other kind is believed in.
const SURE: f64 = 0.6;

/// Whether there are light and dark squares in a photo, where a board of lines was found if one was.
pub(crate) fn has_squares(photo: &RgbImage, lines: Option<&Grid>) -> bool {
    match SquaresLocator::default().locate(photo) {
        Ok(found) if found.confidence >= SURE => {
            lines.is_none_or(|lines| share_a_middle(lines, &found.grid))
        }
        // Of a board with more squares nothing else is told: nor where it is.
        Err(GeomError::OtherSquares { .. }) => lines.is_none(),
        _ => false,
    }
}

/// Whether there is a board of lines in a photo.
fn has_lines(photo: &RgbImage) -> bool {
    let found = Locator::default().locate(photo);
    found.is_ok_and(|found| found.confidence >= SURE)
}

/// Whether the middle of one of two boards lies in the other.
fn share_a_middle(a: &Grid, b: &Grid) -> bool {
    let holds = |outer: &Grid, inner: &Grid| {
        let (col, row) = ((inner.cols - 1) as f64 / 2.0, (inner.rows - 1) as f64 / 2.0);
        let [x, y] = inner.to_photo(col, row);
        let [c, r] = outer.to_board(x, y);
        let within = |at: f64, lines: usize| (0.0..=(lines - 1) as f64).contains(&at);
        within(c, outer.cols) && within(r, outer.rows)
    };
    holds(a, b) || holds(b, a)
}

/// What is said where no board of the kind that was looked for is found in a photo: that there is one of the other
/// kind, if so.
pub(crate) fn instead(error: Error, sought: Board, photo: &RgbImage) -> Error {
    let Error::NoBoard {
        error: GeomError::NotFound { .. },
        path,
    } = &error
    else {
        return error;
    };
    let (other, seen) = match sought {
        Board::Lines => (Board::Squares, has_squares(photo, None)),
        Board::Squares => (Board::Lines, has_lines(photo)),
    };
    match seen {
        true => Error::OtherBoard {
            path: path.clone(),
            seen: other,
        },
        false => error,
    }
}
