//! Finds a board of squares.

use image::RgbImage;

use crate::refine::{self, COARSE, refine, with_lens};
use crate::shrink::{painted_over, shrink};
use crate::squares::crossings::find_crossings;
use crate::squares::edges::{samples, step_points};
use crate::squares::follow;
use crate::squares::lattice::{Lattice, find_lattices};
use crate::squares::located::{LocatedSquares, alternates, clear, straight};
use crate::squares::plane::{LUMA, Plane};
use crate::squares::steps::{self, Steps, Window};
use crate::{GeomError, Grid, Homography};

/// Finds a board of squares. Its fields are its options.
#[derive(Clone, Debug)]
pub struct SquaresLocator {
    /// Squares a side: 8, or 10 or 12 for draughts.
    pub size: usize,
    /// Sizes of the shrunk photo, by its longer side in pixels, tried in this order until a board is found with
    /// confidence. Photos are never enlarged.
    pub scales: Vec<u32>,
    /// Least [`confidence`](LocatedSquares::confidence) of a board.
    pub min_confidence: f64,
}

impl Default for SquaresLocator {
    fn default() -> Self {
        Self {
            size: 8,
            scales: vec![800, 480, 1400],
            min_confidence: 0.35,
        }
    }
}

/// Confidence from which no other scale is tried.
const CERTAIN: f64 = 0.75;
/// Least side, in pixels, of a photo that can be searched.
const LEAST_SIDE: u32 = 64;
/// Blur of the photo, in pixels, before the search.
const BLUR: f32 = 1.2;
/// Number of lattices that are grown to a board.
const MOST_LATTICES: usize = 4;
/// Longer side of the shrunk photo in which the lines are fitted: steps are found there to a small fraction of a pixel.
const FINE: u32 = 1600;
/// Channel weights of red and of blue alone, for squares that differ in colour but not in brightness.
const OTHER_CHANNELS: [[f32; 3]; 2] = [[1.0, 0.0, 0.0], [0.0, 0.0, 1.0]];

impl SquaresLocator {
    /// Finds the board of [`size`](Self::size) squares a side with most evidence.
    ///
    /// # Errors
    /// [`GeomError::NotFound`] with the step at which the search stopped; [`GeomError::OtherSquares`] if the board has
    /// 8, 10 or 12 squares a side and another number was requested; [`GeomError::Size`] if fewer than 4 squares a side
    /// are requested, which chance produces.
    pub fn locate(&self, photo: &RgbImage) -> Result<LocatedSquares, GeomError> {
        if self.size < 4 {
            let lines = self.size + 1;
            return Err(GeomError::Size {
                cols: lines,
                rows: lines,
            });
        }
        let mut best: Option<(Found, [f32; 3])> = None;
        let mut reason = "no scale to search at".to_owned();
        let mut done = Vec::new();
        let luma = self.scales.iter().map(|&scale| (LUMA, scale, CERTAIN));
        let others =
            self.scales.iter().take(1).flat_map(|&scale| {
                OTHER_CHANNELS.map(|channel| (channel, scale, self.min_confidence))
            });
        for (channel, scale, enough) in luma.chain(others) {
            if best.as_ref().is_some_and(|(b, _)| b.confidence >= enough) {
                break;
            }
            let small = shrink(photo, scale);
            if done.contains(&(channel, small.dimensions())) {
                continue;
            }
            done.push((channel, small.dimensions()));
            match self.search(&small, channel) {
                Ok(found) => {
                    let confidence = found.confidence;
                    if best.as_ref().is_none_or(|(b, _)| confidence > b.confidence) {
                        best = Some((found, channel));
                    }
                }
                Err(why) => reason = why,
            }
        }
        match best {
            Some((
                Found {
                    other_size: Some(found),
                    ..
                },
                _,
            )) => {
                let asked = self.size;
                Err(GeomError::OtherSquares { asked, found })
            }
            Some((found, channel)) if found.confidence >= self.min_confidence => {
                Ok(polish(photo, &found, channel))
            }
            Some((found, _)) => Err(GeomError::NotFound {
                reason: format!(
                    "the best board has confidence {:.2}, below {:.2}",
                    found.confidence, self.min_confidence
                ),
            }),
            None => Err(GeomError::NotFound { reason }),
        }
    }

    /// Finds a second board, where the first one is painted over.
    ///
    /// # Errors
    /// As [`locate`](Self::locate).
    pub fn second_board(
        &self,
        photo: &RgbImage,
        first: &Grid,
    ) -> Result<LocatedSquares, GeomError> {
        /// Width of the frame that is painted over with the board, in squares.
        const FRAME: f64 = 0.5;
        let first = first.resized(photo.dimensions());
        let rest = painted_over(photo, &first, FRAME).ok_or_else(|| GeomError::NotFound {
            reason: "the first board is none".to_owned(),
        })?;
        self.locate(&rest)
    }

    /// Finds the board in the next photo of a series, starting from its last grid. This is much faster than
    /// [`locate`](Self::locate), and stable when a hand covers a part of the board.
    ///
    /// Follows drift and bumps of up to about a square. A board that is elsewhere is searched for in the whole photo;
    /// the caller decides whether it is the same one. The corners are listed in the order nearest to those of `last`,
    /// whose lens is kept. If the photo has another size, `last` is [resized](Grid::resized).
    ///
    /// # Errors
    /// [`GeomError::NotFound`] if no board is visible: covered, blurred, moved away; [`GeomError::Size`] if `last` is
    /// not a grid of [`size`](Self::size) squares a side.
    pub fn locate_again(&self, photo: &RgbImage, last: &Grid) -> Result<LocatedSquares, GeomError> {
        match self.slide(photo, last)? {
            Some(found) => Ok(found),
            None => self.search_again(photo, &last.resized(photo.dimensions())),
        }
    }

    /// The board near its last position.
    fn slide(&self, photo: &RgbImage, last: &Grid) -> Result<Option<LocatedSquares>, GeomError> {
        let lines = self.size + 1;
        if self.size < 4 || (last.cols, last.rows) != (lines, lines) {
            let (cols, rows) = (last.cols, last.rows);
            return Err(GeomError::Size { cols, rows });
        }
        Ok(follow::follow(photo, last, self.min_confidence))
    }

    /// Searches the whole photo, at one scale, for a board that is not near its last position.
    fn search_again(&self, photo: &RgbImage, last: &Grid) -> Result<LocatedSquares, GeomError> {
        let scales = self.scales.iter().copied().take(1).collect();
        let found = Self {
            scales,
            ..self.clone()
        }
        .locate(photo)?;
        Ok(follow::as_listed(&found, last))
    }

    fn search(&self, photo: &RgbImage, channel: [f32; 3]) -> Result<Found, String> {
        let (width, height) = photo.dimensions();
        if width.min(height) < LEAST_SIDE {
            return Err(format!("a photo of {width} × {height} pixels is too small"));
        }
        let plane = Plane::of(photo, channel, BLUR);
        let crossings = find_crossings(&plane);
        let lattices = find_lattices(&crossings, MOST_LATTICES);
        let reason = format!(
            "it has {} places where squares could meet, in {} lattices, and none of those is a board",
            crossings.len(),
            lattices.len()
        );
        lattices
            .iter()
            .filter_map(|lattice| self.grow(photo.dimensions(), &plane, lattice))
            .max_by(|a, b| a.window.score.total_cmp(&b.window.score))
            .ok_or(reason)
    }

    /// The photo shrunk to the first scale, and its crossings, each with the rank of its lattice, if any: for debug
    /// pictures.
    #[cfg(feature = "debug")]
    pub(crate) fn crossings(&self, photo: &RgbImage) -> (RgbImage, Vec<RankedCrossing>) {
        let small = shrink(photo, self.scales.first().copied().unwrap_or(FINE));
        let crossings = find_crossings(&Plane::of(&small, LUMA, BLUR));
        let lattices = find_lattices(&crossings, MOST_LATTICES);
        let rank = |i: usize| {
            lattices
                .iter()
                .position(|l| l.points.iter().any(|p| p.1 == i))
        };
        let points = crossings.iter().enumerate();
        (small, points.map(|(i, c)| (c.at, rank(i))).collect())
    }

    /// Grows a lattice to the board: the best window, a fit, and again until the window stays the same.
    fn grow(&self, photo: (u32, u32), plane: &Plane, lattice: &Lattice) -> Option<Found> {
        let (mut map, mut even_light) = (lattice.map, lattice.even_light);
        let mut certain = lattice.bounds();
        let mut best: Option<Found> = None;
        for _ in 0..4 {
            // Around the visible points, as far as a board of this size may reach.
            let gather = |size: usize| {
                let [columns, rows] = certain.map(|(low, high)| {
                    let more = (size as i32 - (high - low)).max(1) + 1;
                    low - more..high + more + 1
                });
                let see = |x: f64, y: f64| (map.depth([x, y]) > 0.0).then(|| map.apply([x, y]));
                Steps::gather(plane, &see, columns, rows, certain, even_light)
            };
            let steps = gather(self.size)?;
            let window = steps.best_window(self.size)?;
            let ahead = |other: f32| best.as_ref().is_some_and(|b| b.window.score >= other);
            if ahead(window.score + 0.5) {
                break;
            }
            let light_first = even_light == window.is_even();
            let start = window_grid(&map, &window, photo)?;
            let points = &step_points(plane, &start, COARSE)[usize::from(!light_first)];
            let fit = refine(points, &start, COARSE, false)?;
            let on_lines = fit.inliers as f64 / samples(self.size) as f64;
            let settled = ahead(window.score - 0.5);
            best = Some(Found {
                grid: fit.grid,
                window,
                light_first,
                confidence: alternates(&window) * clear(&window) * straight(on_lines),
                other_size: other_size(&gather(LARGEST)?, &window, self.min_confidence),
            });
            if settled {
                break;
            }
            // The fitted board replaces the lattice.
            map = fit.grid.map;
            if map.depth([1.0, 1.0]) < 0.0 {
                map.0 = -map.0;
            }
            even_light = light_first;
            certain = [(1, self.size as i32 - 1); 2];
        }
        best
    }
}

/// The position of a crossing and the rank of its lattice.
#[cfg(feature = "debug")]
type RankedCrossing = ([f64; 2], Option<usize>);

/// A board in the shrunk photo.
struct Found {
    grid: Grid,
    window: Window,
    light_first: bool,
    confidence: f64,
    /// A number of squares a side that explains the photo better than the requested one.
    other_size: Option<usize>,
}

/// Squares a side of common boards.
const SIZES: [usize; 3] = [8, 10, LARGEST];
const LARGEST: usize = 12;

/// Another common size that explains the lattice better than the window does and is as clearly a board. None on a tiled
/// floor.
fn other_size(steps: &Steps, window: &Window, min_confidence: f64) -> Option<usize> {
    let others = SIZES.into_iter().filter(|&size| size != window.size);
    let windows = others.filter_map(|size| steps.best_window(size));
    let best = windows.max_by(|a, b| a.score.total_cmp(&b.score))?;
    let row = steps::RIGHT * window.size as f32;
    let better = best.score > window.score + row;
    (better && alternates(&best) * clear(&best) >= min_confidence).then_some(best.size)
}

fn window_grid(map: &Homography, window: &Window, photo: (u32, u32)) -> Option<Grid> {
    let moved = map.after(&Homography::translation(
        f64::from(window.first[0]),
        f64::from(window.first[1]),
    ));
    let last = window.size as f64;
    let corners = [[0.0, 0.0], [last, 0.0], [last, last], [0.0, last]].map(|p| moved.apply(p));
    Grid::from_corners(corners, window.size + 1, window.size + 1, photo).ok()
}

/// Fits the board in the photo at nearly full size; lens distortion is kept only if it clearly improves the fit.
fn polish(photo: &RgbImage, found: &Found, channel: [f32; 3]) -> LocatedSquares {
    let fine = shrink(photo, FINE);
    let plane = Plane::of(&fine, channel, 1.0);
    let start = found.grid.resized(fine.dimensions());
    let points = &step_points(&plane, &start, refine::FINE)[usize::from(!found.light_first)];
    let plain = refine(points, &start, refine::FINE, false);
    let grid = plain.map_or(start, |plain| with_lens(points, plain).grid);
    let grid = grid.resized(photo.dimensions());
    let located = LocatedSquares {
        grid,
        confidence: found.confidence,
        light_first: found.light_first,
    };
    located.with_corners_of(grid.upright())
}
