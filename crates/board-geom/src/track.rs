//! Follows a board from photo to photo.

use image::RgbImage;

use crate::locate::confidence;
use crate::refine::refine;
use crate::ridge::Ridges;
use crate::segments::{SegmentEvidence, Window, WoodTone};
use crate::shrink::shrink;
use crate::{Grid, Homography, Locator};

/// Movement of the board since the last photo that showed it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Motion {
    /// Less than a third of a grid unit: camera drift, a hand-held shake.
    Drift,
    /// More: the camera or the board was knocked. Worth reporting to the user.
    Jump,
    /// The board was not visible (covered, blurred, gone); the last known grid is kept.
    Hidden,
}

/// The board in one photo of a series.
#[derive(Clone, Copy, Debug)]
pub struct Tracked {
    /// The grid, in pixels of this photo.
    pub grid: Grid,
    /// The movement since the last photo that showed it.
    pub motion: Motion,
    /// Largest movement of a corner, in grid units.
    pub moved: f64,
    /// As [`Located::confidence`](crate::Located::confidence).
    pub confidence: f64,
}

/// Follows one board through a series of photos from a roughly fixed camera.
///
/// Each photo is registered by fitting the last grid to the thin dark lines nearby. That alone would miss a slip by a
/// whole line, so the fit is compared with the same grid moved by up to two lines. If the lines are not near their last
/// position, the whole photo is searched.
#[derive(Clone, Debug)]
pub struct Tracker {
    grid: Grid,
    locator: Locator,
    /// Whether a photo has shown the board where it was after its last jump.
    confirmed: bool,
    /// Photos in which the board was not found, or not confirmed, since it last was.
    missed: u32,
}

/// Least distance of two lines, in pixels of the shrunk photo, where the board is farthest: enough for lines to stay
/// apart, and for their positions to a tenth of a pixel.
const PITCH: f64 = 12.0;
/// Longer side, in pixels, to which a photo of a small board is shrunk at most, about.
const LONG_SIDE: f64 = 1000.0;
/// Movement, in grid units, from which it is a jump.
const JUMP: f64 = 1.0 / 3.0;
/// Least confidence of a fit near the last position.
const LEAST_CONFIDENCE: f64 = 0.3;
/// Least confidence of a board found in the whole photo.
const FOUND_AGAIN: f64 = 0.6;
/// Blur of the photo, in pixels, before ridges are detected.
const BLUR: f32 = 1.2;
/// How far a line is followed from one photo to the next, in grid units.
const DRIFT: f64 = 0.3;
/// Evidence of a stretch of line, in nats: a window must be better by this for every line to replace the last position.
const LINE: f32 = 1.5;
/// While the board stays missing, only one in this many photos is searched.
const RARELY: u32 = 16;

impl Tracker {
    /// Starts from a grid located in the first photo, or from a calibration.
    #[must_use]
    pub fn new(grid: Grid) -> Self {
        let locator = Locator {
            sizes: vec![grid.cols],
            ..Locator::default()
        };
        Self {
            grid,
            locator,
            confirmed: true,
            missed: 0,
        }
    }

    /// The last known grid.
    #[must_use]
    pub fn grid(&self) -> &Grid {
        &self.grid
    }

    /// Finds the board in the next photo. If the photo has another size, the grid is resized with it.
    pub fn follow(&mut self, photo: &RgbImage) -> Tracked {
        let last = self.grid.resized(photo.dimensions());
        let small = shrink(photo, long_side(photo.dimensions(), &last));
        let ridges = Ridges::of(&small, BLUR);
        let near = self
            .register(&small, &ridges, &last.resized(small.dimensions()))
            .filter(|(_, confidence)| *confidence >= LEAST_CONFIDENCE)
            .map(|(grid, confidence)| (grid.resized(photo.dimensions()), confidence));
        // A hand over a board that has just jumped can make it seem a few lines off, where all lines near are in place.
        let found = match near {
            Some(near) if self.confirmed => Some(near),
            near => {
                let confidence = near.map_or(0.0, |(_, confidence)| confidence);
                self.search(photo, &last)
                    .filter(|found| found.1 >= confidence)
                    .or(near)
            }
        };
        let Some((grid, confidence)) = found else {
            return Tracked {
                grid: last,
                motion: Motion::Hidden,
                moved: 0.0,
                confidence: 0.0,
            };
        };
        let moved = movement(&last, &grid);
        let motion = if moved > JUMP {
            Motion::Jump
        } else {
            Motion::Drift
        };
        self.grid = grid;
        self.confirmed = motion == Motion::Drift && (self.confirmed || confidence > FOUND_AGAIN);
        if self.confirmed {
            self.missed = 0;
        }
        Tracked {
            grid,
            motion,
            moved,
            confidence,
        }
    }

    /// Fits the grid to the lines near its last position.
    fn register(&self, photo: &RgbImage, ridges: &Ridges, last: &Grid) -> Option<(Grid, f64)> {
        let fit = refine(&ridges.points, last, DRIFT, false)?;
        let n = last.cols as i32;
        let wood = WoodTone::measure(photo, &fit.grid.map, 0..n - 1, 0..n - 1)?;
        let see = |c: f64, r: f64| Some(fit.grid.to_photo(c, r)).filter(|p| p[0].is_finite());
        let evidence = SegmentEvidence::gather(ridges, photo, &see, -2..n + 2, -2..n + 2, &wood);
        let mut window = evidence.best_window(&[last.cols])?;
        // A hand over one side must not push the board to the other: keep the last position unless another is better by
        // a whole line of evidence.
        let here = evidence.score((0, 0), last.cols)?;
        if window.score < here + LINE * last.cols as f32 {
            window = Window {
                first: (0, 0),
                score: here,
                ..window
            };
        }
        let shift = [f64::from(window.first.0), f64::from(window.first.1)];
        let moved = Homography::translation(shift[0], shift[1]);
        let grid = Grid {
            map: fit.grid.map.after(&moved),
            ..fit.grid
        };
        Some((grid, confidence(&evidence, &window)))
    }

    /// Searches the whole photo, ever more rarely while the board stays missing.
    fn search(&mut self, photo: &RgbImage, last: &Grid) -> Option<(Grid, f64)> {
        self.missed += 1;
        if !self.missed.is_power_of_two() && !self.missed.is_multiple_of(RARELY) {
            return None;
        }
        let found = self
            .locator
            .locate(photo)
            .ok()
            .filter(|f| f.confidence > FOUND_AGAIN)?;
        // The lines do not determine which corner comes first: take the order in which the corners moved least.
        let grid = (0..4)
            .map(|quarters| found.grid.turned(quarters))
            .min_by(|a, b| movement(last, a).total_cmp(&movement(last, b)))?;
        Some((grid, found.confidence))
    }
}

/// The longer side of the shrunk photo in which a board is followed. It is shrunk by a whole factor, so that each pixel
/// averages the same number of pixels.
fn long_side((width, height): (u32, u32), grid: &Grid) -> u32 {
    let long = width.max(height);
    let by_board = grid.pitch().1 / PITCH;
    let by_photo = (f64::from(long) / LONG_SIDE).round();
    let part = by_board.max(by_photo).max(1.0) as u32;
    long.div_ceil(part)
}

/// Largest movement of a corner, in grid units.
fn movement(from: &Grid, to: &Grid) -> f64 {
    let pitch = from.pitch().0;
    from.corners()
        .iter()
        .zip(to.corners())
        .map(|(a, b)| (a[0] - b[0]).hypot(a[1] - b[1]) / pitch)
        .fold(0.0, f64::max)
}
