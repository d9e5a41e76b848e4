//! Reading one photo of a Go board on its own.

use board_core::{Color, Occupancy};
use board_geom::{Grid, Located, ViewLayout};
use go_rules::Size;
use go_rules::record::Record;
use image::RgbImage;
use serde::Serialize;
use stone_detect::read_view;

use crate::sensor::{PITCH, board_kind, confidence, locator};
use crate::warning::Warning;
use crate::{Board, Error};

/// Finds a Go board in a photo.
///
/// # Errors
/// [`Error::NoBoard`]; [`Error::OtherBoard`] for one of light and dark squares.
pub fn locate(photo: &RgbImage, size: Option<usize>) -> Result<Located, Error> {
    match locator(size).locate(photo) {
        Ok(found) if board_kind::has_squares(photo, Some(&found.grid)) => Err(OF_SQUARES),
        Ok(found) => Ok(found),
        Err(error) => Err(board_kind::instead(error.into(), Board::Lines, photo)),
    }
}

/// One photo read on its own, as JSON shows it.
#[derive(Clone, Debug, Serialize)]
pub struct PhotoReading {
    /// Lines a side.
    pub size: usize,
    /// Outermost grid points in pixels: top-left, top-right, bottom-right, bottom-left.
    pub corners_px: [[f64; 2]; 4],
    /// The position from the first corner on: `X` black, `O` white, `.` empty, `?` not visible.
    pub rows: Vec<String>,
    /// 0..1: roughly the probability that nothing is wrong.
    pub confidence: f64,
    /// Why it should be checked.
    pub warnings: Vec<Warning>,
}

impl PhotoReading {
    /// The position as a record without moves, with its stones as setup (`AB`, `AW`). Points that cannot be seen count
    /// as empty. White is to move if there are more black stones than white ones, else Black; who really is, and how
    /// many prisoners there are, no photo shows.
    ///
    /// # Errors
    /// [`Error::Position`] if stones without liberties, which no game leaves on the board, were read.
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

    /// How many points cannot be seen.
    #[must_use]
    pub fn hidden(&self) -> usize {
        self.rows.iter().map(|row| row.matches('?').count()).sum()
    }
}

/// Reads the position in one photo.
///
/// # Errors
/// As [`locate`] when no grid was given.
pub fn read(
    photo: &RgbImage,
    size: Option<usize>,
    grid: Option<&Grid>,
) -> Result<PhotoReading, Error> {
    let (grid, found) = match grid {
        Some(grid) => (*grid, 1.0),
        None => {
            let found = locate(photo, size)?;
            (found.grid, found.confidence)
        }
    };
    let view = grid.rectify(photo, ViewLayout::new(grid.cols, grid.rows, PITCH));
    let reading = read_view(&view, &stone_detect::Options::default())?;
    let letter = |p: usize| match (reading.evidence.best(0, p), reading.contents[p]) {
        (None, _) => '?',
        (_, Occupancy::Black) => 'X',
        (_, Occupancy::White) => 'O',
        (_, Occupancy::Empty) => '.',
    };
    // The confidence of a grid is 0.5 where nothing tells it from the same one moved by a line.
    let placed = (2.0 * found - 1.0).clamp(0.0, 1.0);
    let confidence = placed * confidence::of_all(reading.confidence.iter().copied());
    Ok(PhotoReading {
        size: grid.cols,
        corners_px: grid.corners(),
        rows: (0..grid.rows)
            .map(|r| (0..grid.cols).map(|c| letter(r * grid.cols + c)).collect())
            .collect(),
        confidence,
        warnings: confidence::doubts(confidence),
    })
}

/// What is wrong with a board of light and dark squares.
pub(super) const OF_SQUARES: Error = Error::OtherBoard {
    path: None,
    seen: Board::Squares,
};
