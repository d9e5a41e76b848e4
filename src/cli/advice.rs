//! Advice for errors.

use board_geom::GeomError;

use crate::Error as Library;
use crate::cli::error::Error;

/// Advice for an error that does not contain it already.
pub(super) fn about(error: &Error) -> Option<&'static str> {
    match error {
        Error::Kibitzer(Library::NoBoard {
            error: GeomError::NotFound { .. },
            ..
        }) => Some(
            "the whole board must be in the picture, sharp, and lit evenly; give its corners with \
             --corners x,y x,y x,y x,y, and the game with --game",
        ),
        Error::Kibitzer(Library::NoBoard {
            error: GeomError::OtherSquares { .. },
            ..
        }) => Some(
            "draughts on 10 × 10 squares are --game checkers --variant international or frisian; the other variants and \
             chess have 8 × 8",
        ),
        Error::Kibitzer(Library::Program { .. }) => Some(
            "films are opened by ffmpeg; install it with \"apt install ffmpeg\" (Debian, Ubuntu), \
             \"dnf install ffmpeg-free\" (Fedora), \"brew install ffmpeg\" (macOS) or \
             \"winget install ffmpeg\" (Windows)",
        ),
        _ => None,
    }
}
