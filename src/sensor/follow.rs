//! Following a board from photo to photo, whatever its kind.

use board_geom::{Grid, Motion, SquaresLocator, Tracked, Tracker};
use image::RgbImage;

use super::repeat::Brightness;

/// Movements in grid units: larger ones are a knock.
pub(super) const JUMP: f64 = 1.0 / 3.0;
/// A board that moved farther may be another one.
pub(super) const FAR: f64 = 2.0;

/// Follows one board.
pub(super) enum Follower {
    /// By its lines.
    Lines(Box<Tracker>),
    /// By its squares.
    Squares {
        /// The lines around the squares in the last photo.
        last: Grid,
        locator: Box<SquaresLocator>,
        /// Of the photo it was fitted in, and of the last one, if it was fitted there.
        fitted: Option<Brightness>,
        now: Option<Brightness>,
    },
    /// The photos are cropped to the board.
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

    /// Where the board is in the next photo.
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
                // Edges that move by a third of a pixel change it.
                if fitted
                    .as_ref()
                    .is_some_and(|fitted| fitted.is_same(&brightness))
                {
                    *now = None;
                    return still(last.resized(photo.dimensions()));
                }
                *now = Some(brightness);
                squares(photo, last, locator)
            }
            #[cfg(feature = "pieces")]
            Self::Still(grid) => still(grid.resized(photo.dimensions())),
        }
    }

    /// The board is here in the last photo.
    pub(super) fn settle(&mut self, grid: Grid) {
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

fn still(grid: Grid) -> Tracked {
    Tracked {
        grid,
        motion: Motion::Drift,
        moved: 0.0,
        confidence: 1.0,
    }
}

/// Where a board of squares is that was at `last` in the photo before.
fn squares(photo: &RgbImage, last: &Grid, locator: &SquaresLocator) -> Tracked {
    /// Smaller movements, in squares, are the fit's own noise.
    const STILL: f64 = 0.05;
    let last = last.resized(photo.dimensions());
    let mut tracked = still(last);
    let Ok(found) = locator.locate_again(photo, &last) else {
        (tracked.motion, tracked.confidence) = (Motion::Hidden, 0.0);
        return tracked;
    };
    tracked.moved = moved(&found.grid, &last);
    tracked.confidence = found.confidence;
    if tracked.moved > JUMP {
        tracked.motion = Motion::Jump;
    }
    if tracked.moved > STILL {
        tracked.grid = found.grid;
    }
    tracked
}

/// How far the corners of a board have moved at most, in grid units.
pub(super) fn moved(now: &Grid, last: &Grid) -> f64 {
    let corners = now.corners().into_iter().zip(last.corners());
    let moved = corners.map(|(a, b)| (a[0] - b[0]).hypot(a[1] - b[1]));
    moved.fold(0.0, f64::max) / last.pitch().1
}
