//! Detects the board of another game. A chessboard has nine lines each way, as a board of Go may have. Only the
//! alternating squares distinguish them: on real photos the squares of chessboards are found with a confidence of 0.78
//! and more, squares on boards of Go with 0.06 and less.

use board_geom::{GeomError, Grid, Locator, SquaresLocator};
use image::RgbImage;

use super::board::Board;
use crate::Error;

/// Least confidence at which a board of the other kind counts as found.
const MIN_CONFIDENCE: f64 = 0.6;

/// Whether a photo shows light and dark squares; at the location of the board of lines, if one was found.
pub(crate) fn has_squares(photo: &RgbImage, lines: Option<&Grid>) -> bool {
    match SquaresLocator::default().locate(photo) {
        Ok(found) if found.confidence >= MIN_CONFIDENCE => {
            lines.is_none_or(|lines| overlap(lines, &found.grid))
        }
        // The error has no location to compare with.
        Err(GeomError::OtherSquares { .. }) => lines.is_none(),
        _ => false,
    }
}

/// Whether a photo shows a board of lines.
fn has_lines(photo: &RgbImage) -> bool {
    let found = Locator::default().locate(photo);
    found.is_ok_and(|found| found.confidence >= MIN_CONFIDENCE)
}

/// Whether the middle of one board lies inside the other.
fn overlap(a: &Grid, b: &Grid) -> bool {
    let holds = |outer: &Grid, inner: &Grid| {
        let (col, row) = ((inner.cols - 1) as f64 / 2.0, (inner.rows - 1) as f64 / 2.0);
        let [x, y] = inner.to_photo(col, row);
        let [c, r] = outer.to_board(x, y);
        let within = |at: f64, lines: usize| (0.0..=(lines - 1) as f64).contains(&at);
        within(c, outer.cols) && within(r, outer.rows)
    };
    holds(a, b) || holds(b, a)
}

/// Replaces [`Error::NoBoard`] by [`Error::OtherBoard`] if the photo shows a board of the other kind.
pub(crate) fn or_other_board(error: Error, sought: Board, photo: &RgbImage) -> Error {
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
