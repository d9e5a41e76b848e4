//! Stones on the crossings of lines: Go.

use board_core::Evidence;
use board_geom::{GeomError, Grid, Locator, Motion, ViewLayout};
use image::RgbImage;
use stone_detect::{DetectError, Detector};

use super::follow::Follower;
use super::locators::{PITCH, lines_locator, outside, wrong_grid};
use super::repeat::Brightness;
use super::{Labels, Observed, Sensor};
use crate::Error;

/// The sensor for stones on the crossings of lines. Their appearance is fitted to all frames at once, without labels.
pub struct Lines {
    locator: Locator,
    /// Whether the second board in view is followed.
    second: bool,
    board: Option<(Follower, ViewLayout)>,
    settings: stone_detect::Options,
    detector: Detector,
    /// Brightness of the last frame's photo.
    last: Option<Brightness>,
}

impl Lines {
    /// A sensor for a board of `size` lines a side; of any usual number if that is `None`.
    ///
    /// # Errors
    /// [`Error::Detect`] for invalid settings.
    pub fn new(size: Option<usize>, settings: stone_detect::Options) -> Result<Self, Error> {
        Ok(Self {
            locator: lines_locator(size),
            second: false,
            board: None,
            detector: Detector::new(settings.clone())?,
            settings,
            last: None,
        })
    }

    /// Of two boards in view, follows the one that is seen less clearly.
    pub fn follow_second(&mut self) {
        self.second = true;
    }

    /// The evidence of all frames, which the sensor loses: the memory is needed for the search.
    pub(crate) fn take_evidence(&mut self) -> Result<Evidence, Error> {
        let empty = Detector::new(self.settings.clone())?;
        Ok(std::mem::replace(&mut self.detector, empty).finish()?)
    }
}

impl Sensor for Lines {
    fn is_placed(&self) -> bool {
        self.board.is_some()
    }

    fn locate(&self, photo: &RgbImage) -> Result<(Grid, f64), Error> {
        let mut found = self.locator.locate(photo)?;
        if self.second {
            let second = self.locator.second_board(photo, &found.grid);
            found = second.ok_or_else(|| GeomError::NotFound {
                reason: "there is no second board".to_owned(),
            })?;
        }
        Ok((found.grid, found.confidence))
    }

    fn place(&mut self, grid: Grid) -> Result<(), Error> {
        let layout = ViewLayout::new(grid.cols, grid.rows, PITCH);
        match &self.board {
            Some((_, before)) if *before != layout => Err(wrong_grid(
                (grid.cols, grid.rows),
                (before.cols, before.rows),
            )),
            _ => {
                self.board = Some((Follower::lines(grid), layout));
                self.last = None;
                Ok(())
            }
        }
    }

    fn begin_game(&mut self) {
        self.last = None;
    }

    fn observe(&mut self, photo: &RgbImage) -> Result<Observed, Error> {
        let Some((follower, layout)) = &mut self.board else {
            return Ok(Observed::Hidden);
        };
        let now = Brightness::of(photo);
        if self.last.as_ref().is_some_and(|last| last.is_same(&now)) {
            self.detector.repeat();
            return Ok(Observed::Repeat);
        }
        let tracked = follower.follow(photo, &now);
        if tracked.motion == Motion::Hidden {
            return Ok(Observed::Hidden);
        }
        follower.accept(&tracked);
        let view = tracked.grid.rectify(photo, *layout);
        let outside = outside(&tracked.grid);
        self.detector.push_partly(view, outside)?;
        self.last = Some(now);
        Ok(Observed::Frame { tracked, turned: 0 })
    }

    fn frames(&self) -> usize {
        self.detector.frames()
    }

    fn evidence(&self, frames: &[usize], _: &Labels) -> Result<Evidence, Error> {
        let (Some(&first), Some(&last)) = (frames.first(), frames.last()) else {
            return Err(DetectError::NoViews.into());
        };
        let all = self.detector.evidence(first..last + 1)?;
        Ok(all.select(frames.iter().map(|frame| frame - first)))
    }
}
