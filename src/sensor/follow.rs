//! Follows a board of any kind from photo to photo.

use board_geom::{Grid, Motion, SquaresLocator, Tracked, Tracker};
use image::RgbImage;

use super::repeat::Brightness;

/// Larger movements, in grid units, are jumps.
pub(super) const JUMP: f64 = 1.0 / 3.0;
/// A board that moved farther, in grid units, may be another one.
pub(super) const FAR: f64 = 2.0;

/// Follows one board.
pub(super) struct Follower {
    board: Board,
    /// Brightness of the last photo to which the grid was fitted; `None` if the fit was not sure.
    fitted: Option<Brightness>,
    /// Brightness of the current photo, if the grid was fitted to it.
    now: Option<Brightness>,
}

enum Board {
    /// Follows the lines.
    Lines(Box<Tracker>),
    /// Follows the squares.
    Squares {
        /// The lines around the squares in the last photo.
        last: Grid,
        locator: Box<SquaresLocator>,
    },
    /// A board that fills the cropped photos.
    #[cfg(feature = "pieces")]
    Still(Grid),
}

impl Follower {
    fn new(board: Board) -> Self {
        Self {
            board,
            fitted: None,
            now: None,
        }
    }

    pub(super) fn lines(grid: Grid) -> Self {
        Self::new(Board::Lines(Box::new(Tracker::new(grid))))
    }

    pub(super) fn squares(grid: Grid, locator: SquaresLocator) -> Self {
        let locator = Box::new(locator);
        Self::new(Board::Squares {
            last: grid,
            locator,
        })
    }

    /// A board that fills the cropped photos.
    #[cfg(feature = "pieces")]
    pub(super) fn still(grid: Grid) -> Self {
        Self::new(Board::Still(grid))
    }

    /// Whether the photos are cropped to the board.
    #[cfg(feature = "pieces")]
    pub(super) fn is_still(&self) -> bool {
        matches!(self.board, Board::Still(_))
    }

    /// Locates the board in the next photo, which has this brightness.
    pub(super) fn follow(&mut self, photo: &RgbImage, brightness: &Brightness) -> Tracked {
        let last = self.last_grid(photo.dimensions());
        // Compared with the photo of the last fit, not with the last photo: a slow drift adds up, and is fitted then.
        let fitted = self.fitted.as_ref();
        if fitted.is_some_and(|fitted| brightness.shows_unmoved(fitted, &last)) {
            self.now = None;
            return unmoved(last);
        }
        let tracked = match &mut self.board {
            Board::Lines(tracker) => tracker.follow(photo),
            Board::Squares { locator, .. } => squares(photo, last, locator),
            #[cfg(feature = "pieces")]
            Board::Still(_) => return unmoved(last),
        };
        self.now = Some(brightness.clone());
        tracked
    }

    /// The location of the board in the last photo, as a grid of a photo of this size.
    pub(super) fn last_grid(&self, photo: (u32, u32)) -> Grid {
        let last = match &self.board {
            Board::Lines(tracker) => tracker.grid(),
            Board::Squares { last, .. } => last,
            #[cfg(feature = "pieces")]
            Board::Still(grid) => grid,
        };
        last.resized(photo)
    }

    /// Accepts the location of the board in the last photo.
    pub(super) fn accept(&mut self, tracked: &Tracked) {
        /// Least confidence of lines that need not be fitted again: the tracker goes on searching with less.
        const SURE: f64 = 0.6;
        let mut is_sure = true;
        match &mut self.board {
            Board::Lines(_) => {
                is_sure = tracked.motion == Motion::Drift && tracked.confidence > SURE;
            }
            Board::Squares { last, .. } => *last = tracked.grid,
            #[cfg(feature = "pieces")]
            Board::Still(still) => *still = tracked.grid,
        }
        if let Some(now) = self.now.take() {
            self.fitted = is_sure.then_some(now);
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
fn squares(photo: &RgbImage, last: Grid, locator: &SquaresLocator) -> Tracked {
    /// Smaller movements, in squares, are noise of the fit.
    const STILL: f64 = 0.05;
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

#[cfg(test)]
mod tests {
    use super::*;
    use image::Rgb;

    /// A board of nine lines, 30 pixels apart, moved to the right by so much.
    fn photo(right: f32) -> RgbImage {
        let to_line = |v: f32| {
            let at = ((v / 30.0).round().clamp(0.0, 8.0) * 30.0 - v).abs();
            (1.8 - at).clamp(0.0, 1.0)
        };
        RgbImage::from_fn(400, 360, |x, y| {
            let (x, y) = (x as f32 - 70.0 - right, y as f32 - 60.0);
            let inside = |v: f32| (-20.0..260.0).contains(&v);
            let line = match inside(x) && inside(y) {
                true => to_line(x).max(to_line(y)),
                false => 0.0,
            };
            Rgb([200.0, 160.0, 100.0].map(|v| (v * (1.0 - 0.7 * line)) as u8))
        })
    }

    fn grid(right: f64) -> Grid {
        let corners = [[70.0, 60.0], [310.0, 60.0], [310.0, 300.0], [70.0, 300.0]];
        let corners = corners.map(|[x, y]| [x + right, y]);
        Grid::from_corners(corners, 9, 9, (400, 360)).unwrap()
    }

    #[test]
    fn a_slow_drift_is_followed_though_photos_hardly_differ() {
        let mut follower = Follower::lines(grid(0.0));
        let mut fits = 0;
        for step in 0..60 {
            let right = 0.1 * step as f32;
            let photo = photo(right);
            let tracked = follower.follow(&photo, &Brightness::of(&photo));
            fits += usize::from(follower.now.is_some());
            follower.accept(&tracked);
            let off = distance_moved(&tracked.grid, &grid(f64::from(right)));
            assert!(off < 0.02, "{off} grid units in photo {step}");
        }
        assert!((6..40).contains(&fits), "{fits} fits in 60 photos");
    }
}
