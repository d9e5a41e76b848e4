//! Reading one photo on its own.

use board_core::Occupancy;
use board_geom::{Grid, View};
use image::RgbImage;
use piece_detect::DetectError;
use piece_detect::SinglePhotoReading;
use serde::Serialize;

use super::Place;
use super::clarity::clarity;
use crate::sensor::{board_kind, confidence};
use crate::sensor::{find, layout};
use crate::{Board, Error, Warning};

/// Finds a board of `size` squares a side in a photo, where it is not told; returns the grid of the
/// lines around its squares and how sure it is, from 0 to 1. If there is none, says of what game it looks like.
///
/// # Errors
/// [`Error::NoBoard`].
pub fn locate(photo: &RgbImage, place: Place, size: usize) -> Result<(Grid, f64), Error> {
    Ok(match place {
        Place::Unknown => find(photo, size)
            .map_err(|error| board_kind::instead(error.into(), Board::Squares, photo))?,
        Place::Lines(grid) => (grid.resized(photo.dimensions()), 1.0),
        Place::Whole => {
            let grid = Grid::whole(size + 1, size + 1, photo.dimensions())?;
            (grid, 1.0)
        }
    })
}

/// One photo read on its own, as JSON shows it.
#[derive(Clone, Debug, Serialize)]
pub struct PhotoReading {
    /// Corners of the playing area in pixels: top-left, top-right, bottom-right, bottom-left.
    pub corners_px: [[f64; 2]; 4],
    /// The position as the photo shows it, from its top-left on: `b` a black piece, `w` a white one,
    /// `.` nothing. A single photo does not tell which side White sits on.
    pub rows: Vec<String>,
    /// 0..1: roughly the probability that nothing is wrong.
    pub confidence: f64,
    /// Why it should be checked.
    pub warnings: Vec<Warning>,
}

/// Reads in one photo of a board of `size` squares a side which squares hold a white piece, which a
/// black one; nothing needs to be known of board and set. Which kinds they are is not read: in a game
/// the rules tell.
///
/// # Errors
/// [`Error::NoBoard`] without `place` and a board in the photo; [`Error::Detect`].
pub fn read(photo: &RgbImage, place: Place, size: usize) -> Result<PhotoReading, Error> {
    read_by(photo, place, size, SinglePhotoReading::of_pieces)
}

/// As [`read`], of men and kings of draughts, which stand on squares of one shade.
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
        // Rectified by somebody else: where the camera was is not known.
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
        warnings: confidence::doubts(confidence),
    })
}
