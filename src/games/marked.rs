//! Boards with coloured markers on the frame, after the CheckersChecker project: from photos to a record, and
//! calibration.
//!
//! The markers show where the board is, and whether a hand hides part of it; photos with a hand are left out. The
//! contents of the squares are read by colour. The colours are settings, which hold for one lamp and one set, and are
//! learnt from photos of the start position:
//!
//! ```no_run
//! use std::path::PathBuf;
//! use kibitzer::{checkers, marked};
//!
//! let start = [PathBuf::from("start_1.jpg"), PathBuf::from("start_2.jpg")];
//! let settings = marked::calibrate(&start, None, &marked::BoardOptions::default())?;
//! std::fs::write("settings.toml", marked::to_toml(&settings)).expect("a place to write to");
//!
//! let photos = [PathBuf::from("frame_1.jpg"), PathBuf::from("frame_2.jpg")];
//! let options = checkers::Options::default();
//! let game = marked::record(&photos, &settings, &options, &mut kibitzer::quiet)?;
//! println!("{}", game.record.write());
//! # Ok::<(), kibitzer::Error>(())
//! ```

use std::path::{Path, PathBuf};

use board_geom::{GeomError, Grid};
use image::RgbImage;
use piece_detect::discs::Man;
use piece_detect::marked::learn;
use serde::Serialize;

pub use piece_detect::marked::Options as BoardOptions;

use crate::game::WithSensor;
use crate::games::pieces::{self, Options, SquareGame};
use crate::recorder::{self, Progress, Recorder};
use crate::recording::Recording;
use crate::sensor::confidence;
use crate::sensor::{Markers, hidden_markers};
use crate::source::photos::{self, Limits};
use crate::{Error, Warning};

/// Reads settings from TOML. Values that the text omits have their defaults.
///
/// # Errors
/// [`Error::Settings`] with `path`, line and column, or the name of the invalid value.
pub fn from_toml(text: &str, path: &Path) -> Result<BoardOptions, Error> {
    let fault = |reason: String| Error::Settings {
        path: path.to_owned(),
        reason: reason.trim_end().to_owned(),
    };
    let settings: BoardOptions = toml::from_str(text).map_err(|error| fault(error.to_string()))?;
    settings.check().map_err(|error| fault(error.to_string()))?;
    Ok(settings)
}

/// The settings as TOML, with every value.
#[must_use]
pub fn to_toml(settings: &BoardOptions) -> String {
    let about = "# Settings of a board with coloured markers; see the documentation of \
                 piece_detect::marked::Options.\n# Colours are boxes of hue \
                 (0-179), saturation and value (0-255), as in OpenCV; lengths are in squares.\n";
    format!("{about}{}", toml::to_string(settings).unwrap_or_default())
}

/// Learns settings from photos of the start position with all markers visible; see
/// [`learn`](fn@piece_detect::marked::learn). `corners` are the corners of the squares in pixels, if the board cannot
/// be located.
///
/// # Errors
/// [`Error::Photo`], [`Error::Learn`].
pub fn calibrate(
    paths: &[PathBuf],
    corners: Option<[[f64; 2]; 4]>,
    rough: &BoardOptions,
) -> Result<BoardOptions, Error> {
    let opened = paths.iter().map(|path| {
        let photo = photos::open(path, &Limits::default())?;
        if let Some(corners) = &corners {
            photos::check_corners(corners, photo.dimensions()).map_err(|e| e.in_photo(path))?;
        }
        Ok(photo)
    });
    let opened: Vec<RgbImage> = opened.collect::<Result<_, Error>>()?;
    learn(&opened, corners, rough).map_err(|error| {
        let photo = error
            .photo()
            .and_then(|number| paths.get(number.checked_sub(1)?));
        match photo {
            Some(path) => Error::from(error).in_photo(path),
            None => error.into(),
        }
    })
}

/// The reading of a single photo, serialised as JSON.
#[derive(Clone, Debug, Serialize)]
pub struct MarkedReading {
    /// Corners of the squares in pixels, in the order of `rows`: top-left, top-right, bottom-right, bottom-left.
    pub corners_px: [[f64; 2]; 4],
    /// The position: `b` a black man, `B` a black king, `w` and `W` white ones, `.` an empty square. Squares with men
    /// count as dark. A single photo does not show which player sits at the bottom.
    pub rows: Vec<String>,
    /// Roughly the probability that every square is right, from 0 to 1.
    pub confidence: f64,
    /// Reasons to check it.
    pub warnings: Vec<Warning>,
    /// Men out of play, on light squares and beside the board: column and row, whole numbers at the middles of
    /// squares.
    pub out_of_play: Vec<[f32; 2]>,
}

/// Reads a single photo.
///
/// # Errors
/// [`Error::NoBoard`] if the board is not found by its markers, or if a marker is hidden.
pub fn read(photo: &RgbImage, settings: &BoardOptions) -> Result<MarkedReading, Error> {
    let marked = settings.read(photo)?;
    let Some(reading) = marked.reading else {
        let reason = format!(
            "{}: a hand may be over the board",
            hidden_markers(&marked.board.markers)
        );
        return Err(GeomError::NotFound { reason }.into());
    };
    let on_light = |k: &usize| reading.turned(*k).out_of_play().count();
    let turns = [0, 1];
    let quarters = turns.into_iter().min_by_key(on_light).unwrap_or(0);
    let reading = reading.turned(quarters);
    let letter = |man: &Option<Man>| match man {
        None => '.',
        Some(Man::BlackMan) => 'b',
        Some(Man::BlackKing) => 'B',
        Some(Man::WhiteMan) => 'w',
        Some(Man::WhiteKing) => 'W',
    };
    let shares = reading.costs.iter().map(|costs| {
        let best = costs.iter().copied().fold(f32::INFINITY, f32::min);
        (-best).exp()
    });
    let confidence = confidence::of_all(shares);
    Ok(MarkedReading {
        corners_px: marked.board.grid.turned(quarters).corners(),
        rows: reading
            .squares
            .chunks(reading.size)
            .map(|row| row.iter().map(letter).collect())
            .collect(),
        confidence,
        warnings: confidence::warnings(confidence),
        out_of_play: reading.out_of_play().map(|disc| disc.at).collect(),
    })
}

/// Locates the board by its markers, of which some may be hidden. Returns the grid and the share of visible markers.
///
/// # Errors
/// [`Error::NoBoard`] if the visible markers do not suffice.
pub fn locate(photo: &RgbImage, settings: &BoardOptions) -> Result<(Grid, f64), Error> {
    let board = settings.markers.locate(photo)?;
    let seen = board.markers.iter().flatten().count();
    Ok((board.grid, seen as f64 / board.markers.len() as f64))
}

/// Records a game from photos of a marked board in order of time, as [`pieces::record`] does.
///
/// Photos in which a marker is hidden, or something crosses the frame between two markers, are left out. The board is
/// located in each photo; `options.place` is ignored.
///
/// # Errors
/// As [`pieces::record`]; [`Error::Squares`] if the game and the settings have boards of different size.
pub fn record<P: SquareGame>(
    paths: &[PathBuf],
    settings: &BoardOptions,
    options: &Options<P>,
    progress: &mut Progress<'_>,
) -> Result<Recording<P>, Error> {
    let recorder = recorder(settings, options, recorder::Options::default())?;
    recorder::record(recorder, paths, &options.limits, |_| {}, progress)
}

/// Makes a recorder of a game on a marked board.
///
/// # Errors
/// [`Error::Squares`] if the game and the settings have boards of different size.
pub fn recorder<P: SquareGame>(
    settings: &BoardOptions,
    options: &Options<P>,
    how: recorder::Options,
) -> Result<Recorder<WithSensor<Options<P>, Markers>>, Error> {
    let (found, wanted) = (settings.markers.size, pieces::size(&options.start));
    if found != wanted {
        return Err(Error::Squares { found, wanted });
    }
    pieces::check(options)?;
    let sensor = Markers::new(settings.clone());
    Ok(Recorder::with_sensor(options.clone(), sensor, how))
}
