//! Reading a single photo of a Go board.

use board_core::{Color, Occupancy};
use board_geom::{Grid, Located};
use go_rules::Size;
use go_rules::record::Record;
use image::RgbImage;
use serde::Serialize;
use stone_detect::{GridReading, read_in, read_near};

use crate::sensor::{confidence, lines_locator, other_board};
use crate::warning::Warning;
use crate::{Board, Error};

/// Locates a Go board in a photo.
///
/// # Errors
/// [`Error::NoBoard`]; [`Error::OtherBoard`] for a board of light and dark squares.
pub fn locate(photo: &RgbImage, size: Option<usize>) -> Result<Located, Error> {
    match lines_locator(size).locate(photo) {
        Ok(found) if other_board::has_squares(photo, Some(&found.grid)) => Err(OF_SQUARES),
        Ok(found) => Ok(found),
        Err(error) => Err(other_board::or_other_board(
            error.into(),
            Board::Lines,
            photo,
        )),
    }
}

/// The reading of a single photo, serialised as JSON.
#[derive(Clone, Debug, Serialize)]
pub struct PhotoReading {
    /// Lines a side.
    pub size: usize,
    /// Outermost grid points in pixels: top-left, top-right, bottom-right, bottom-left.
    pub corners_px: [[f64; 2]; 4],
    /// The position, row by row from the top-left corner: `X` black, `O` white, `.` empty, `?` not visible.
    pub rows: Vec<String>,
    /// Roughly the probability that every point is right, from 0 to 1.
    pub confidence: f64,
    /// Reasons to check it.
    pub warnings: Vec<Warning>,
}

impl PhotoReading {
    /// The position as a record without moves, with its stones as setup (`AB`, `AW`). Points that are not visible count
    /// as empty. A photo shows neither the side to move nor the prisoners: White is to move if there are more black
    /// stones than white ones, else Black.
    ///
    /// # Errors
    /// [`Error::Position`] if the reading has stones without liberties.
    pub fn record(&self) -> Result<Record, Error> {
        let mut record = Record::new(Size::square(self.size)?);
        let color = |letter: char| match letter {
            'X' => Some(Color::Black),
            'O' => Some(Color::White),
            _ => None,
        };
        let letters = self.rows.iter().flat_map(|row| row.chars()).enumerate();
        record.setup = letters
            .filter_map(|(point, letter)| Some((point, color(letter)?)))
            .collect();
        let black = record.setup.iter().filter(|stone| stone.1 == Color::Black);
        if 2 * black.count() > record.setup.len() {
            record.first = Color::White;
        }
        record.start().map_err(|error| Error::Position {
            text: self.rows.join("/"),
            reason: error.to_string(),
        })?;
        Ok(record)
    }

    /// Number of points that are not visible.
    #[must_use]
    pub fn hidden(&self) -> usize {
        self.rows.iter().map(|row| row.matches('?').count()).sum()
    }
}

/// Reads the position in one photo.
///
/// # Errors
/// As [`locate`], if no grid is given.
pub fn read(
    photo: &RgbImage,
    size: Option<usize>,
    grid: Option<&Grid>,
) -> Result<PhotoReading, Error> {
    let options = stone_detect::Options::default();
    let (GridReading { grid, reading }, found) = match grid {
        Some(grid) => (read_in(photo, grid, &options)?, 1.0),
        None => {
            let found = locate(photo, size)?;
            let sizes = lines_locator(size).sizes;
            let read = read_near(photo, &found.grid, &sizes, &options)?;
            (read, found.confidence)
        }
    };
    let letter = |p: usize| match (reading.evidence.best(0, p), reading.contents[p]) {
        (None, _) => '?',
        (_, Occupancy::Black) => 'X',
        (_, Occupancy::White) => 'O',
        (_, Occupancy::Empty) => '.',
    };
    // A grid's confidence is 0.5 if the same grid, moved by a line, fits as well.
    let placed = (2.0 * found - 1.0).clamp(0.0, 1.0);
    let confidence = placed * confidence::of_all(reading.confidence.iter().copied());
    Ok(PhotoReading {
        size: grid.cols,
        corners_px: grid.corners(),
        rows: (0..grid.rows)
            .map(|r| (0..grid.cols).map(|c| letter(r * grid.cols + c)).collect())
            .collect(),
        confidence,
        warnings: confidence::warnings(confidence),
    })
}

/// The error for a board of light and dark squares.
pub(super) const OF_SQUARES: Error = Error::OtherBoard {
    path: None,
    seen: Board::Squares,
};
