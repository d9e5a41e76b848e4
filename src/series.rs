//! Going through the photos of a series, whatever the game: opening them one by one, finding the
//! board, and saying what went wrong with single ones.

use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use board_geom::{GeomError, Grid, Motion, Tracked};
use image::RgbImage;

use crate::Error;
use crate::photos::{self, Limits};
use crate::warning::{Warning, WarningKind};

/// What a recording is busy with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    /// Looking for the board in the first photos.
    Locating,
    /// Reading the photos one by one.
    Reading,
    /// Searching for the most likely game.
    Searching,
}

/// Is told how far a recording is (stage, done, of). Breaking while photos are read ends the reading, and what was
/// read is recorded; at any other time it ends the recording with [`Error::Cancelled`].
///
/// Not a type parameter: recording is then compiled once for each game, here, and not again by every caller.
pub type Progress<'a> = dyn FnMut(Stage, usize, usize) -> ControlFlow<()> + 'a;

/// Where the board is in a photo.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Sighting {
    pub(crate) tracked: Tracked,
    /// By how many quarters the board has turned clockwise in the picture since the photo before.
    pub(crate) turned: usize,
}

impl From<Tracked> for Sighting {
    /// Of a board that has not turned.
    fn from(tracked: Tracked) -> Self {
        let turned = 0;
        Self { tracked, turned }
    }
}

/// The photos that are used, in order.
#[derive(Clone, Default)]
pub(crate) struct Taken {
    pub(crate) photos: Vec<PathBuf>,
    pub(crate) grids: Vec<Grid>,
    /// See [`Recording::shown`](crate::recording::Recording::shown).
    pub(crate) shown: Vec<Option<usize>>,
}

impl Taken {
    /// The photos from one on.
    pub(crate) fn since(&self, first: usize) -> Self {
        let later = |shown: &Option<usize>| shown.and_then(|photo| photo.checked_sub(first));
        Self {
            photos: self.photos[first..].to_vec(),
            grids: self.grids[first..].to_vec(),
            shown: self.shown.iter().map(later).collect(),
        }
    }

    /// Keeps only some photos.
    pub(crate) fn keep(&mut self, kept: &[bool]) {
        let mut these = kept.iter();
        self.photos.retain(|_| these.next().is_some_and(|k| *k));
        let mut these = kept.iter();
        self.grids.retain(|_| these.next().is_some_and(|k| *k));
        let before = |photo: usize| kept[..photo].iter().filter(|k| **k).count();
        for shown in &mut self.shown {
            *shown = shown.filter(|&photo| kept[photo]).map(before);
        }
    }
}

/// The photos of a game, and who is told about them.
pub(crate) struct Series<'a, 'b> {
    pub(crate) paths: &'a [PathBuf],
    pub(crate) limits: Limits,
    pub(crate) warnings: Vec<Warning>,
    pub(crate) progress: &'a mut Progress<'b>,
}

impl Series<'_, '_> {
    pub(crate) fn warn(&mut self, photo: usize, kind: WarningKind) {
        self.warnings.push(kind.at(self.paths.get(photo).cloned()));
    }

    pub(crate) fn tell(&mut self, stage: Stage, done: usize, of: usize) -> Result<(), Error> {
        match (self.progress)(stage, done, of) {
            ControlFlow::Continue(()) => Ok(()),
            ControlFlow::Break(()) => Err(Error::Cancelled),
        }
    }

    /// The board in the first photo that shows one with confidence, by `find`, which also says how
    /// sure it is, from 0 to 1; and the index of that photo.
    pub(crate) fn first_board(
        &mut self,
        find: impl Fn(&RgbImage) -> Result<(Grid, f64), GeomError>,
    ) -> Result<(Grid, usize), Error> {
        /// A series that shows no board in so many photos is of something else.
        const TRIED: usize = 40;
        /// A grid is taken at once from here on; below, later photos may show it better.
        const SURE: f64 = 0.8;
        let mut best: Option<(Grid, f64, usize)> = None;
        // Of the first photo that can be opened, else of the first.
        let mut fault = None;
        let tried = self.paths.len().min(TRIED);
        for (i, path) in self.paths.iter().take(TRIED).enumerate() {
            self.tell(Stage::Locating, i, tried)?;
            let photo = match photos::open(path, &self.limits) {
                Ok(photo) => photo,
                Err(error) => {
                    fault = fault.or(Some(error));
                    continue;
                }
            };
            match find(&photo) {
                Ok((grid, sure)) => {
                    if best.is_none_or(|(_, b, _)| sure > b) {
                        best = Some((grid, sure, i));
                    }
                }
                Err(error) if !matches!(fault, Some(Error::NoBoard { .. })) => {
                    fault = Some(Error::from(error).in_photo(path));
                }
                Err(_) => {}
            }
            if best.is_some_and(|(_, sure, at)| sure > SURE || i >= at + 8) {
                break;
            }
        }
        match best {
            Some((grid, _, at)) => Ok((grid, at)),
            None => Err(fault.unwrap_or(Error::NoPhotos {
                inputs: Vec::new(),
                ignored: 0,
            })),
        }
    }

    /// Opens the photos in order and hands each to `see`, which says where the board is in it, or
    /// nothing when the photo is of no use beside the last one. Returns the photos in which it can be
    /// seen, and the grids.
    pub(crate) fn read(
        &mut self,
        mut see: impl FnMut(&RgbImage, &Path) -> Result<Option<Sighting>, Error>,
    ) -> Result<(Vec<PathBuf>, Vec<Grid>), Error> {
        let (mut used, mut grids) = (Vec::new(), Vec::new());
        let mut size = None;
        let mut fault = None;
        for (i, path) in self.paths.iter().enumerate() {
            if (self.progress)(Stage::Reading, i, self.paths.len()).is_break() {
                if used.is_empty() {
                    return Err(Error::Cancelled);
                }
                self.warn(i, WarningKind::ReadingStopped);
                break;
            }
            let photo = match photos::open(path, &self.limits) {
                Ok(photo) => photo,
                Err(error) => {
                    if let Error::Photo { reason, .. } = &error {
                        let reason = reason.clone();
                        self.warn(i, WarningKind::PhotoSkipped { reason });
                    }
                    fault = Some(error);
                    continue;
                }
            };
            let now = photo.dimensions();
            if let Some(before) = size.replace(now).filter(|&last| last != now) {
                self.warn(i, WarningKind::PhotoSizeChanged { before, now });
            }
            let Some(Sighting { tracked, turned }) = see(&photo, path)? else {
                continue;
            };
            match tracked.motion {
                Motion::Drift | Motion::Jump if turned > 0 => {
                    self.warn(i, WarningKind::BoardTurned { quarters: turned });
                }
                Motion::Drift => {}
                Motion::Jump => {
                    let grid_units = tracked.moved;
                    self.warn(i, WarningKind::BoardMoved { grid_units });
                }
                Motion::Hidden => {
                    self.warn(i, WarningKind::BoardHidden);
                    continue;
                }
            }
            used.push(path.clone());
            grids.push(tracked.grid);
        }
        if used.is_empty() {
            return Err(fault.unwrap_or(Error::NoPhotos {
                inputs: self.paths.to_vec(),
                ignored: 0,
            }));
        }
        if used.len() == 1 {
            let single = WarningKind::SinglePhoto;
            self.warnings.push(single.at(used.first().cloned()));
        }
        Ok((used, grids))
    }
}
