//! A sensor with a custom classifier, for both kinds of boards.

use board_core::Evidence;
use board_geom::{Grid, Motion, Tracked, View, ViewLayout, turned_squares};
use image::RgbImage;

use super::follow::{FAR, Follower};
use super::repeat::Brightness;
use super::{Labels, Observed, Sensor, locators};
use crate::sensor::orientation::RecentReadings;
use crate::{Board, Error};

/// Classifies the points of a board in one rectified view.
///
/// A closure that takes the view and returns the costs is a classifier.
pub trait Classifier {
    /// The costs of {empty, black, white} for each point, row by row: −ln of the likelihood, up to a constant a point.
    /// `NaN` for all three if the point is not visible, for example behind a hand.
    ///
    /// Costs count for what they say: if the classifier errs at one point in 100, the right content should be cheaper
    /// than the others by about ln 100 = 4.6 nats. With much larger ones, a few wrong readings outweigh all else.
    fn costs(&mut self, view: &View) -> Vec<[f32; 3]>;
}

impl<F: FnMut(&View) -> Vec<[f32; 3]>> Classifier for F {
    fn costs(&mut self, view: &View) -> Vec<[f32; 3]> {
        self(view)
    }
}

/// Locates and follows a board as the other sensors do, and classifies its points with a [`Classifier`].
pub struct Classified<C> {
    board: Board,
    /// Lines or squares a side; lines may be unknown at first.
    size: Option<usize>,
    classifier: C,
    follower: Option<(Follower, ViewLayout)>,
    last: RecentReadings,
    costs: Vec<Vec<[f32; 3]>>,
    /// What hides points of a board of lines.
    #[cfg(feature = "go")]
    visibility: stone_detect::Visibility,
}

impl<C: Classifier> Classified<C> {
    /// A board of lines (Go), with `size` lines a side if that is known. Views have 24 pixels a grid unit.
    ///
    /// With the feature `go`, points that a hand covers are left out, whatever the classifier says of them.
    pub fn lines(size: Option<usize>, classifier: C) -> Self {
        Self::new(Board::Lines, size, classifier)
    }

    /// A board of squares (chess, draughts), `size` a side. Views have 32 pixels a square, and a square of margin.
    pub fn squares(size: usize, classifier: C) -> Self {
        Self::new(Board::Squares, Some(size), classifier)
    }

    fn new(board: Board, size: Option<usize>, classifier: C) -> Self {
        Self {
            board,
            size,
            classifier,
            follower: None,
            last: RecentReadings::default(),
            costs: Vec::new(),
            #[cfg(feature = "go")]
            visibility: stone_detect::Visibility::default(),
        }
    }

    fn view(&self, photo: &RgbImage, tracked: &Tracked, layout: ViewLayout) -> Result<View, Error> {
        let grid = match self.board {
            Board::Lines => tracked.grid,
            Board::Squares => tracked.grid.middles()?,
        };
        Ok(grid.rectify(photo, layout))
    }

    /// For each of these frames, the points of a board of lines that a hand covers; nothing for a board of squares.
    #[cfg(feature = "go")]
    fn covered(&self, frames: &[usize]) -> Vec<Vec<bool>> {
        let (Board::Lines, Some(first), Some(last)) = (self.board, frames.first(), frames.last())
        else {
            return Vec::new();
        };
        let covered = self.visibility.covered(*first..last + 1);
        let of = |frame: &usize| covered[frame - first].clone();
        frames.iter().map(of).collect()
    }

    #[cfg(not(feature = "go"))]
    fn covered(&self, _: &[usize]) -> Vec<Vec<bool>> {
        Vec::new()
    }

    /// Classifies a view and checks the costs: one entry a point, each with three numbers or three `NaN`s.
    fn classify(&mut self, view: &View) -> Result<Vec<[f32; 3]>, Error> {
        let costs = self.classifier.costs(view);
        let whole = |costs: &[f32; 3]| {
            let hidden = costs.iter().filter(|cost| cost.is_nan()).count();
            hidden == 0 || hidden == costs.len()
        };
        let found = costs.iter().filter(|costs| whole(costs)).count();
        let wanted = view.layout.points();
        match found == wanted && costs.len() == wanted {
            true => Ok(costs),
            false => Err(Error::Classifier { found, wanted }),
        }
    }
}

impl<C: Classifier> Sensor for Classified<C> {
    fn is_placed(&self) -> bool {
        self.follower.is_some()
    }

    fn locate(&self, photo: &RgbImage) -> Result<(Grid, f64), Error> {
        match self.board {
            Board::Lines => {
                let found = locators::lines_locator(self.size).locate(photo)?;
                Ok((found.grid, found.confidence))
            }
            Board::Squares => Ok(locators::locate_squares(
                photo,
                self.size.unwrap_or(SQUARES),
            )?),
        }
    }

    fn place(&mut self, grid: Grid) -> Result<(), Error> {
        let (follower, layout) = match self.board {
            Board::Lines => (
                Follower::lines(grid),
                ViewLayout::new(grid.cols, grid.rows, locators::PITCH),
            ),
            Board::Squares => {
                let size = self.size.unwrap_or(SQUARES);
                if (grid.cols, grid.rows) != (size + 1, size + 1) {
                    return Err(locators::wrong_grid(
                        (grid.cols, grid.rows),
                        (size + 1, size + 1),
                    ));
                }
                (
                    Follower::squares(grid, locators::squares_locator(size)),
                    locators::layout(size),
                )
            }
        };
        if let Some((_, before)) = self.follower.as_ref().filter(|(_, l)| *l != layout) {
            return Err(locators::wrong_grid(
                (grid.cols, grid.rows),
                (before.cols, before.rows),
            ));
        }
        self.follower = Some((follower, layout));
        Ok(())
    }

    fn observe(&mut self, photo: &RgbImage) -> Result<Observed, Error> {
        let Some((follower, layout)) = &mut self.follower else {
            return Ok(Observed::Hidden);
        };
        let brightness = Brightness::of(photo);
        let (mut tracked, layout) = (follower.follow(photo, &brightness), *layout);
        if tracked.motion == Motion::Hidden {
            return Ok(Observed::Hidden);
        }
        let view = self.view(photo, &tracked, layout)?;
        let mut costs = self.classify(&view)?;
        let mut turned = 0;
        match self.board {
            Board::Lines => {
                let outside = locators::outside(&tracked.grid);
                for (costs, _) in costs.iter_mut().zip(outside).filter(|(_, out)| *out) {
                    *costs = [f32::NAN; 3];
                }
                #[cfg(feature = "go")]
                self.visibility.push(&view);
            }
            Board::Squares => {
                let reading: Vec<[f32; 3]> = costs.iter().map(probabilities).collect();
                let agreement = self.last.agreement(&reading);
                if tracked.moved > FAR && !agreement.is_same_board() {
                    return Ok(Observed::Hidden);
                }
                turned = agreement.quarters();
                if turned > 0 {
                    // The classifier expects an upright view, so classify again.
                    tracked.grid = tracked.grid.turned(turned);
                    let view = self.view(photo, &tracked, layout)?;
                    costs = self.classify(&view)?;
                }
                self.last.push(turned_squares(&reading, turned));
            }
        }
        if let Some((follower, _)) = &mut self.follower {
            follower.accept(&tracked);
        }
        self.costs.push(costs);
        Ok(Observed::Frame { tracked, turned })
    }

    fn frames(&self) -> usize {
        self.costs.len()
    }

    fn evidence(&self, frames: &[usize], _: &Labels) -> Result<Evidence, Error> {
        let points = self.costs.first().map_or(0, Vec::len);
        let covered = self.covered(frames);
        let costs = |frame: usize, point: usize| {
            let is_covered = covered.get(frame).is_some_and(|points| points[point]);
            (!is_covered).then(|| self.costs[frames[frame]][point])
        };
        Ok(Evidence::from_fn(frames.len(), points, costs))
    }
}

/// Default number of squares a side.
const SQUARES: usize = 8;

/// The probabilities of the contents of a point; all 0 if it is not visible.
fn probabilities(costs: &[f32; 3]) -> [f32; 3] {
    if costs.iter().any(|cost| cost.is_nan()) {
        return [0.0; 3];
    }
    let least = costs.iter().copied().fold(f32::INFINITY, f32::min);
    let weights = costs.map(|cost| (least - cost).exp());
    let sum: f32 = weights.iter().sum();
    weights.map(|weight| weight / sum)
}
