//! Reading a single photo of a board of squares.

use board_core::Occupancy;
use board_geom::{Grid, View};
use image::RgbImage;
use piece_detect::DetectError;
use piece_detect::SinglePhotoReading;
use serde::Serialize;

use super::Place;
use super::clarity::clarity;
use crate::sensor::{confidence, other_board};
use crate::sensor::{layout, locate_squares};
use crate::{Board, Error, Warning};

/// Locates a board of `size` squares a side in a photo, unless `place` has its location. Returns the grid of the lines
/// around the squares and the confidence, from 0 to 1.
///
/// # Errors
/// [`Error::NoBoard`]; [`Error::OtherBoard`] if the photo shows the board of another game.
pub fn locate(photo: &RgbImage, place: Place, size: usize) -> Result<(Grid, f64), Error> {
    Ok(match place {
        Place::Unknown => locate_squares(photo, size)
            .map_err(|error| other_board::or_other_board(error.into(), Board::Squares, photo))?,
        Place::Lines(grid) => (grid.resized(photo.dimensions()), 1.0),
        Place::Whole => {
            let grid = Grid::whole(size + 1, size + 1, photo.dimensions())?;
            (grid, 1.0)
        }
    })
}

/// The reading of a single photo, serialised as JSON.
#[derive(Clone, Debug, Serialize)]
pub struct PhotoReading {
    /// Corners of the playing area in pixels: top-left, top-right, bottom-right, bottom-left.
    pub corners_px: [[f64; 2]; 4],
    /// The position, row by row from the photo's top-left: `b` a black piece, `w` a white one, `.` an empty square. A
    /// single photo does not show on which side White sits.
    pub rows: Vec<String>,
    /// Roughly the probability that every square is right, from 0 to 1.
    pub confidence: f64,
    /// Reasons to check it.
    pub warnings: Vec<Warning>,
}

/// Reads the sides of the pieces in a single photo of a board with `size` squares a side. No calibration of board or
/// set is needed. Kinds of pieces are not read: in a game the rules determine them.
///
/// # Errors
/// [`Error::NoBoard`] if `place` is unknown and no board is found; [`Error::Detect`].
pub fn read(photo: &RgbImage, place: Place, size: usize) -> Result<PhotoReading, Error> {
    read_by(photo, place, size, SinglePhotoReading::of_pieces)
}

/// Reads men and kings of draughts, which stand on squares of one shade, as [`read`] does.
///
/// # Errors
/// As [`read`].
pub fn read_men(photo: &RgbImage, place: Place, size: usize) -> Result<PhotoReading, Error> {
    read_by(photo, place, size, SinglePhotoReading::of_men)
}

fn read_by(
    photo: &RgbImage,
    place: Place,
    size: usize,
    read_view: impl FnOnce(&View) -> Result<SinglePhotoReading, DetectError>,
) -> Result<PhotoReading, Error> {
    let (grid, found) = locate(photo, place, size)?;
    let grid = match place {
        Place::Lines(_) => grid.upright(),
        _ => grid,
    };
    let mut view = grid.middles()?.rectify(photo, layout(size));
    if place == Place::Whole {
        // The camera of a photo that was rectified before is unknown.
        view.camera = None;
    }
    let contents: Vec<(Occupancy, f32)> = read_view(&view)?.contents().collect();
    let clarity = clarity(&view);
    let letter = |content: &(Occupancy, f32)| match content.0 {
        Occupancy::Black => 'b',
        Occupancy::White => 'w',
        Occupancy::Empty => '.',
    };
    let confidence = found * clarity * confidence::of_all(contents.iter().map(|c| c.1));
    Ok(PhotoReading {
        corners_px: grid.corners(),
        rows: contents
            .chunks(size)
            .map(|row| row.iter().map(letter).collect())
            .collect(),
        confidence,
        warnings: confidence::warnings(confidence),
    })
}
