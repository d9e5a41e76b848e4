//! A board with coloured markers on its frame, after the CheckersChecker project: from photos to a
//! record, and the settings it needs.
//!
//! The markers say where the board is, and whether a hand is over it: photos with a hand are left
//! out. What stands on the squares is read by colours that the settings name. They hold for one lamp
//! and one set, and are learnt from photos of the start position:
//!
//! ```no_run
//! use std::ops::ControlFlow;
//! use std::path::PathBuf;
//! use kibitzer::{checkers, marked};
//!
//! let start = [PathBuf::from("start_1.jpg"), PathBuf::from("start_2.jpg")];
//! let settings = marked::calibrate(&start, None, &marked::BoardOptions::default())?;
//! std::fs::write("settings.toml", marked::to_toml(&settings)).expect("a place to write to");
//!
//! let photos = [PathBuf::from("frame_1.jpg"), PathBuf::from("frame_2.jpg")];
//! let options = checkers::Options::default();
//! let game = marked::record(&photos, &settings, &options, &mut |_, _, _| ControlFlow::Continue(()))?;
//! println!("{}", game.record.write());
//! # Ok::<(), kibitzer::Error>(())
//! ```

use std::path::{Path, PathBuf};

use board_core::Occupancy;
use board_geom::{GeomError, Grid, Motion, Tracked, turned_squares};
use image::RgbImage;
use piece_detect::discs::{DiscReading, Man, evidence};
use piece_detect::marked::{Rim, learn};
use serde::Serialize;

pub use piece_detect::marked::Options as BoardOptions;

use crate::photos::{self, Limits};
use crate::pieces::{self, Options, SquareGame};
use crate::recording::Recording;
use crate::series::{Progress, Series, Sighting, Taken};
use crate::turning::LastSeen;
use crate::{Error, Warning, confidence, squares};

/// Reads settings; what the text leaves out has its default.
///
/// # Errors
/// [`Error::Settings`] with `path`, line and column, or the name of the value that cannot be.
pub fn from_toml(text: &str, path: &Path) -> Result<BoardOptions, Error> {
    let fault = |reason: String| Error::Settings {
        path: path.to_owned(),
        reason: reason.trim_end().to_owned(),
    };
    let settings: BoardOptions = toml::from_str(text).map_err(|error| fault(error.to_string()))?;
    settings.check().map_err(|error| fault(error.to_string()))?;
    Ok(settings)
}

/// The settings as a file, every value written out.
#[must_use]
pub fn to_toml(settings: &BoardOptions) -> String {
    let about = "# Settings of a board with coloured markers: what each means is told by the \
                 documentation of piece_detect::marked::Options.\n# Colours are boxes of hue \
                 (0-179), saturation and value (0-255), as OpenCV counts them; lengths are in squares.\n";
    // Plain numbers and lists always serialise.
    format!("{about}{}", toml::to_string(settings).unwrap_or_default())
}

/// Learns settings from photos of the start position with all markers in view; see
/// [`learn`](fn@piece_detect::marked::learn). `corners` are those of the squares in pixels, if the board
/// has to be shown by hand.
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

/// What one photo shows, as JSON shows it.
#[derive(Clone, Debug, Serialize)]
pub struct MarkedReading {
    /// Corners of the squares in pixels, as `rows` lists them: top-left, top-right, bottom-right,
    /// bottom-left.
    pub corners_px: [[f64; 2]; 4],
    /// The position: `b` a black man, `B` a black king, `w` and `W` white ones, `.` nothing. Dark squares
    /// are where men are; which of the two players sits at the bottom, one photo does not tell.
    pub rows: Vec<String>,
    /// 0..1: roughly the probability that nothing is wrong.
    pub confidence: f64,
    /// Why it should be checked.
    pub warnings: Vec<String>,
    /// Men that no man can be of a game: on light squares and beside the board. Column and row, whole
    /// numbers in the middles of squares.
    pub out_of_play: Vec<[f32; 2]>,
}

/// Reads one photo.
///
/// # Errors
/// [`Error::NoBoard`] when the markers do not show the board, or some are hidden.
pub fn read(photo: &RgbImage, settings: &BoardOptions) -> Result<MarkedReading, Error> {
    let look = settings.read(photo)?;
    let Some(reading) = look.reading else {
        let reason = format!(
            "{}: a hand may be over the board",
            hidden(&look.board.markers)
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
        corners_px: look.board.grid.turned(quarters).corners(),
        rows: reading
            .squares
            .chunks(reading.size)
            .map(|row| row.iter().map(letter).collect())
            .collect(),
        confidence,
        warnings: confidence::doubts(confidence),
        out_of_play: reading.out_of_play().map(|disc| disc.at).collect(),
    })
}

fn hidden<T>(markers: &[Option<T>]) -> String {
    let seen = markers.iter().flatten().count();
    format!("only {seen} of {} markers are seen", markers.len())
}

/// Finds the board by its markers, also with some of them hidden; the share of them that is seen.
///
/// # Errors
/// [`Error::NoBoard`].
pub fn locate(photo: &RgbImage, settings: &BoardOptions) -> Result<(Grid, f64), Error> {
    let board = settings.markers.locate(photo)?;
    let seen = board.markers.iter().flatten().count();
    Ok((board.grid, seen as f64 / board.markers.len() as f64))
}

/// Records a game from photos of a marked board in order of time, as [`pieces::record`] does from
/// those of any board. Photos in which a marker is hidden, or something crosses the frame between
/// two of them, are left out. The board's place is found in each photo; `options.place` is not asked.
///
/// # Errors
/// As [`pieces::record`]; [`Error::Squares`] when game and settings are of different boards.
pub fn record<P: SquareGame>(
    paths: &[PathBuf],
    settings: &BoardOptions,
    options: &Options<P>,
    progress: &mut Progress<'_>,
) -> Result<Recording<P>, Error> {
    let (found, wanted) = (settings.markers.size, pieces::size(&options.start));
    if found != wanted {
        return Err(Error::Squares { found, wanted });
    }
    pieces::check(options)?;
    let mut series = Series {
        paths,
        limits: options.limits,
        warnings: Vec::new(),
        progress,
    };
    let mut watch = Watch::new(settings);
    let mut fault = None;
    let read = series.read(|photo, path| {
        let seen = watch.see(photo);
        if let Some(error) = watch.fault.take() {
            fault = Some(Error::from(error).in_photo(path));
        }
        Ok(seen)
    });
    if let (true, Some(error)) = (watch.readings.is_empty(), fault) {
        return Err(error);
    }
    let (photos, grids) = read?;
    let Series {
        warnings, progress, ..
    } = series;
    decode(watch.clear(photos, grids), options, warnings, progress)
}

/// From what the photos without a hand show to the game.
pub(crate) fn decode<P: SquareGame>(
    mut seen: Seen,
    options: &Options<P>,
    mut warnings: Vec<Warning>,
    progress: &mut Progress<'_>,
) -> Result<Recording<P>, Error> {
    let start: Vec<Occupancy> = options.start.cells().collect();
    let (first, turn, fit) = find_start(&seen.readings, &start, options.turn);
    let photo = seen.taken.photos.get(first).cloned();
    pieces::doubts::start(first, fit, false, &photo, &mut warnings);
    let kept: Vec<bool> = (0..seen.readings.len()).map(|i| i >= first).collect();
    seen.keep(&kept);
    let quarters = usize::from(turn);
    for grid in &mut seen.taken.grids {
        *grid = grid.turned(quarters);
    }
    let readings: Vec<DiscReading> = seen.readings.iter().map(|r| r.turned(quarters)).collect();
    let evidence = evidence(&readings);
    pieces::conclude(seen.taken, None, options, None, warnings, |prior| {
        let (search, start) = (options.search.clone(), options.start.clone());
        let starts = [(start.clone(), 0.0)];
        let game = squares::search(&evidence, &starts, prior, &search, progress)?;
        Ok(squares::Found {
            start,
            game,
            evidence,
            search,
        })
    })
}

/// Looks at one photo after the other.
pub(crate) struct Watch<'a> {
    settings: &'a BoardOptions,
    last: Option<Grid>,
    seen: LastSeen,
    readings: Vec<DiscReading>,
    rims: Vec<Rim>,
    /// Which reading each photo is.
    shown: Vec<Option<usize>>,
    /// Why the last photo has no reading, if it has none.
    fault: Option<GeomError>,
}

/// The photos without a hand.
pub(crate) struct Seen {
    pub(crate) taken: Taken,
    readings: Vec<DiscReading>,
}

impl<'a> Watch<'a> {
    pub(crate) fn new(settings: &'a BoardOptions) -> Self {
        Self {
            settings,
            last: None,
            seen: LastSeen::default(),
            readings: Vec::new(),
            rims: Vec::new(),
            shown: Vec::new(),
            fault: None,
        }
    }

    /// Where the board is in the next photo, if all markers are seen.
    pub(crate) fn see(&mut self, photo: &RgbImage) -> Option<Sighting> {
        /// Movement in squares that is worth telling.
        const JUMP: f64 = 1.0 / 3.0;
        self.shown.push(None);
        let look = match self.settings.read(photo) {
            Ok(look) => look,
            Err(error) => {
                self.fault = Some(error);
                return None;
            }
        };
        let Some(reading) = look.reading else {
            let reason = hidden(&look.board.markers);
            self.fault = Some(GeomError::NotFound { reason });
            return None;
        };
        // Of the turns that the markers allow, the one as before, or the one that the men tell.
        let last = self
            .last
            .unwrap_or(look.board.grid)
            .resized(photo.dimensions());
        let moved = |quarters: usize| {
            let corners = look.board.grid.turned(quarters).corners();
            let pairs = corners.into_iter().zip(last.corners());
            let far = pairs.map(|(a, b)| (a[0] - b[0]).hypot(a[1] - b[1]));
            far.fold(0.0, f64::max) / last.pitch().1
        };
        let turns = look.board.symmetries.iter().copied();
        let nearest = turns.min_by(|&a, &b| moved(a).total_cmp(&moved(b)));
        let nearest = nearest.unwrap_or(0);
        let shares = reading.turned(nearest).shares();
        let turned = self.seen.agreement(&shares).quarters();
        let allowed = look.board.symmetries.contains(&((nearest + turned) % 4));
        let turned = if allowed { turned } else { 0 };
        self.seen.push(turned_squares(&shares, turned));
        let quarters = nearest + turned;
        let (grid, moved) = (look.board.grid.turned(quarters), moved(nearest));
        self.readings.push(reading.turned(quarters));
        self.rims.push(look.rim.turned(quarters));
        if let Some(shown) = self.shown.last_mut() {
            *shown = Some(self.readings.len() - 1);
        }
        self.last = Some(grid);
        let tracked = Tracked {
            grid,
            motion: if moved > JUMP {
                Motion::Jump
            } else {
                Motion::Drift
            },
            moved,
            confidence: 1.0,
        };
        Some(Sighting { tracked, turned })
    }

    /// Leaves out the photos in which something crosses the frame that mostly does not.
    pub(crate) fn clear(self, photos: Vec<PathBuf>, grids: Vec<Grid>) -> Seen {
        let usual = Rim::median(&self.rims);
        let crossed = |rim: &Rim| rim.is_crossed(&usual, &self.settings.rim);
        let mut kept: Vec<bool> = self.rims.iter().map(|rim| !crossed(rim)).collect();
        if !kept.contains(&true) {
            // Nothing is usual: the frame tells nothing.
            kept.fill(true);
        }
        let mut seen = Seen {
            taken: Taken {
                photos,
                grids,
                shown: self.shown,
            },
            readings: self.readings,
        };
        seen.keep(&kept);
        seen
    }
}

impl Seen {
    fn keep(&mut self, kept: &[bool]) {
        self.taken.keep(kept);
        let mut these = kept.iter();
        self.readings.retain(|_| these.next().is_some_and(|k| *k));
    }
}

/// The first photo that shows the position a game starts from, how the board lies in it, and the
/// share of the men that are in their places.
fn find_start(readings: &[DiscReading], start: &[Occupancy], turn: Option<u8>) -> (usize, u8, f32) {
    /// Men are still being set up in the first photos, at most so many.
    const TRIED: usize = 30;
    let men = start.iter().filter(|o| **o != Occupancy::Empty).count();
    let fit = |reading: &DiscReading, turn: u8| {
        let turned = reading.turned(usize::from(turn));
        let occupied = turned
            .squares
            .iter()
            .map(|m| m.map_or(Occupancy::Empty, Man::occupancy));
        let wrong = occupied.zip(start).filter(|(a, b)| a != *b).count();
        1.0 - wrong as f32 / men.max(1) as f32
    };
    let tried = &readings[..readings.len().min(TRIED)];
    let best = |turn: u8| {
        tried
            .iter()
            .map(|r| fit(r, turn))
            .fold(f32::NEG_INFINITY, f32::max)
    };
    let likeliest = || (0..4).max_by(|&a, &b| best(a).total_cmp(&best(b)));
    let turn = turn.or_else(likeliest).unwrap_or(0);
    let most = best(turn);
    let first = tried.iter().position(|r| fit(r, turn) >= most);
    (first.unwrap_or(0), turn, most.max(0.0))
}
