//! Stones on the crossings of lines: Go.

use std::ops::Range;

use board_geom::{GeomError, Grid, Locator, Motion, ViewLayout};
use image::RgbImage;
use stone_detect::{Detector, Evidence};

use super::follow::Follower;
use super::{Labels, Sensor, Sighting};
use crate::{Error, outside};

/// Pixels a grid unit in the rectified views: a stone is some 20 pixels wide, enough to see its
/// rim and the lines around it, and small enough to be quick.
pub(crate) const PITCH: f32 = 24.0;

/// Stones on the crossings of lines. How they look is fitted to all frames at once; labels are not asked for.
pub struct Lines {
    locator: Locator,
    board: Option<(Follower, ViewLayout)>,
    detector: Detector,
}

impl Lines {
    /// For a board of so many lines a side, any usual number if that is not told.
    ///
    /// # Errors
    /// [`Error::Detect`] for settings without meaning.
    pub fn new(size: Option<usize>, settings: stone_detect::Settings) -> Result<Self, Error> {
        Ok(Self {
            locator: locator(size),
            board: None,
            detector: Detector::new(settings)?,
        })
    }
}

pub(crate) fn locator(size: Option<usize>) -> Locator {
    let default = Locator::default();
    Locator {
        sizes: size.map_or(default.sizes, |s| vec![s]),
        ..default
    }
}

impl Sensor for Lines {
    fn is_placed(&self) -> bool {
        self.board.is_some()
    }

    fn locate(&self, photo: &RgbImage) -> Result<(Grid, f64), Error> {
        let found = self.locator.locate(photo)?;
        Ok((found.grid, found.confidence))
    }

    fn place(&mut self, grid: Grid) -> Result<(), Error> {
        let layout = ViewLayout::new(grid.cols, grid.rows, PITCH);
        match &self.board {
            Some((_, before)) if *before != layout => {
                Err(another((grid.cols, grid.rows), (before.cols, before.rows)))
            }
            _ => {
                self.board = Some((Follower::lines(grid), layout));
                Ok(())
            }
        }
    }

    fn observe(&mut self, photo: &RgbImage) -> Result<Sighting, Error> {
        let Some((follower, layout)) = &mut self.board else {
            return Ok(Sighting::Hidden);
        };
        let tracked = follower.follow(photo);
        if tracked.motion == Motion::Hidden {
            return Ok(Sighting::Hidden);
        }
        let view = tracked.grid.rectify(photo, *layout);
        let outside = outside::outside(&tracked.grid);
        self.detector.push_partly(view, outside)?;
        Ok(Sighting::Frame { tracked, turned: 0 })
    }

    fn frames(&self) -> usize {
        self.detector.frames()
    }

    fn evidence(&self, frames: Range<usize>, _: &Labels) -> Result<Evidence, Error> {
        Ok(self.detector.evidence(frames)?)
    }
}

/// A grid of another board than the one that is followed.
pub(super) fn another(found: (usize, usize), wanted: (usize, usize)) -> Error {
    let reason = format!(
        "it has {} × {} lines, and the board {} × {}",
        found.0, found.1, wanted.0, wanted.1
    );
    GeomError::Calibration { reason }.into()
}
