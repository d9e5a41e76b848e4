//! Follows a board of any kind from photo to photo.

use board_geom::{Grid, Motion, SquaresLocator, Tracked, Tracker};
use image::RgbImage;

use super::repeat::Brightness;

/// Larger movements, in grid units, are jumps.
pub(super) const JUMP: f64 = 1.0 / 3.0;
/// A board that moved farther, in grid units, may be another one.
pub(super) const FAR: f64 = 2.0;

/// Follows one board.
pub(super) enum Follower {
    /// Follows the lines.
    Lines(Box<Tracker>),
    /// Follows the squares.
    Squares {
        /// The lines around the squares in the last photo.
        last: Grid,
        locator: Box<SquaresLocator>,
        /// Brightness of the last photo to which `last` was fitted.
        fitted: Option<Brightness>,
        /// Brightness of the current photo, if the grid is fitted to it.
        now: Option<Brightness>,
    },
    /// A board that fills the cropped photos.
    #[cfg(feature = "pieces")]
    Still(Grid),
}

impl Follower {
    pub(super) fn lines(grid: Grid) -> Self {
        Self::Lines(Box::new(Tracker::new(grid)))
    }

    pub(super) fn squares(grid: Grid, locator: SquaresLocator) -> Self {
        Self::Squares {
            last: grid,
            locator: Box::new(locator),
            fitted: None,
            now: None,
        }
    }

    /// Locates the board in the next photo.
    pub(super) fn follow(&mut self, photo: &RgbImage) -> Tracked {
        match self {
            Self::Lines(tracker) => tracker.follow(photo),
            Self::Squares {
                last,
                locator,
                fitted,
                now,
            } => {
                let brightness = Brightness::of(photo);
                // An unchanged photo needs no new fit: a shift of a third of a pixel changes its brightness.
                if fitted
                    .as_ref()
                    .is_some_and(|fitted| fitted.is_same(&brightness))
                {
                    *now = None;
                    return unmoved(last.resized(photo.dimensions()));
                }
                *now = Some(brightness);
                squares(photo, last, locator)
            }
            #[cfg(feature = "pieces")]
            Self::Still(grid) => unmoved(grid.resized(photo.dimensions())),
        }
    }

    /// The location of the board in the last photo, as a grid of a photo of this size.
    pub(super) fn last_grid(&self, photo: (u32, u32)) -> Grid {
        let last = match self {
            Self::Lines(tracker) => tracker.grid(),
            Self::Squares { last, .. } => last,
            #[cfg(feature = "pieces")]
            Self::Still(grid) => grid,
        };
        last.resized(photo)
    }

    /// Sets the location of the board in the last photo.
    pub(super) fn set_grid(&mut self, grid: Grid) {
        match self {
            Self::Lines(_) => {}
            Self::Squares {
                last, fitted, now, ..
            } => {
                *last = grid;
                if now.is_some() {
                    *fitted = now.take();
                }
            }
            #[cfg(feature = "pieces")]
            Self::Still(still) => *still = grid,
        }
    }
}

/// A board that did not move.
fn unmoved(grid: Grid) -> Tracked {
    Tracked {
        grid,
        motion: Motion::Drift,
        moved: 0.0,
        confidence: 1.0,
    }
}

/// Locates a board of squares near its last location.
fn squares(photo: &RgbImage, last: &Grid, locator: &SquaresLocator) -> Tracked {
    /// Smaller movements, in squares, are noise of the fit.
    const STILL: f64 = 0.05;
    let last = last.resized(photo.dimensions());
    let mut tracked = unmoved(last);
    let Ok(found) = locator.locate_again(photo, &last) else {
        (tracked.motion, tracked.confidence) = (Motion::Hidden, 0.0);
        return tracked;
    };
    tracked.moved = distance_moved(&found.grid, &last);
    tracked.confidence = found.confidence;
    if tracked.moved > JUMP {
        tracked.motion = Motion::Jump;
    }
    if tracked.moved > STILL {
        tracked.grid = found.grid;
    }
    tracked
}

/// The largest movement of a corner of the board, in grid units.
pub(super) fn distance_moved(now: &Grid, last: &Grid) -> f64 {
    let corners = now.corners().into_iter().zip(last.corners());
    let moved = corners.map(|(a, b)| (a[0] - b[0]).hypot(a[1] - b[1]));
    moved.fold(0.0, f64::max) / last.pitch().1
}
