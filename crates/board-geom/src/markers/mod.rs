//! Finds a board by coloured markers stuck on its frame: the marked board of the CheckersChecker
//! project (Biskup, Dykiert, Maciaszek).
//!
//! Colour ranges → masks → opening → connected spots → the one homography that brings spots to all
//! the places where markers are stuck. Four blue markers sit at the corners and eight yellow ones
//! along the edges; a hand that reaches over the board hides one, so a photo that shows all twelve
//! shows the whole board.
//!
//! The original counted spots. That takes a painted fingernail for a marker; here twelve spots
//! must also lie where one perspective view has them, and be alike in size and round.
//!
//! ```
//! use board_geom::markers::{Kind, MarkersLocator};
//! use image::{Rgb, RgbImage};
//!
//! let locator = MarkersLocator::default();
//! // A dark frame seen from straight above, 40 pixels a square, with its markers on it.
//! let mut photo = RgbImage::from_pixel(420, 420, Rgb([60, 40, 30]));
//! for (kind, [col, row]) in locator.places() {
//!     let (x, y) = (50.0 + 40.0 * col, 50.0 + 40.0 * row);
//!     let colour = if kind == Kind::Corner { Rgb([0, 120, 200]) } else { Rgb([230, 220, 20]) };
//!     for (px, py, pixel) in photo.enumerate_pixels_mut() {
//!         if (f64::from(px) - x).hypot(f64::from(py) - y) < 6.0 {
//!             *pixel = colour;
//!         }
//!     }
//! }
//! let board = locator.locate(&photo)?;
//! assert!(board.is_clear());
//! let [x, y] = board.grid.to_photo(0.0, 0.0);
//! assert!((x - 50.0).abs() < 0.5 && (y - 50.0).abs() < 0.5);
//! # Ok::<(), board_geom::GeomError>(())
//! ```

mod fit;
mod spots;

use image::RgbImage;
#[cfg(feature = "serde")]
use serde::{Deserialize, Serialize};

use crate::hsv::Range;
use crate::lens::LensFrame;
use crate::{GeomError, Grid, Radial, shrink};
use fit::Fit;

/// Which markers: those at the corners, or those along the edges.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Kind {
    /// At a corner of the board.
    Corner,
    /// Along an edge.
    Edge,
}

/// A spot of a marker's colour.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Spot {
    /// Whose colour it has.
    pub kind: Kind,
    /// Its centre of mass in photo pixels.
    pub at: [f64; 2],
    /// Its area in square photo pixels.
    pub area: f64,
    /// Second central moments per area, in square photo pixels: xx, xy, yy.
    pub(crate) spread: [f64; 3],
}

/// Where the markers are stuck, and how they look. The colours and the distance of the markers from
/// the squares are the original's.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
#[cfg_attr(feature = "serde", serde(default, deny_unknown_fields))]
pub struct MarkersLocator {
    /// Squares a side of the board.
    pub size: usize,
    /// Colours of the corner markers: blue.
    pub corner_color: Range,
    /// Colours of the edge markers: yellow.
    pub edge_color: Range,
    /// Centres of the corner markers, clockwise from the top-left one: (column, row) in squares from
    /// the outer corner of the first square.
    pub corners: [[f64; 2]; 4],
    /// Centres of the edge markers in any order, likewise. If they look the same from two sides of
    /// the board, its turn cannot be told.
    pub edges: Vec<[f64; 2]>,
    /// Radius in pixels of the opening that takes specks out of the masks; 0 for none.
    pub opening: u8,
    /// Longer side, in pixels, of the shrunk photo that is searched. Photos are never enlarged.
    pub scale: u32,
    /// Least and greatest diameter of a marker in squares.
    pub diameter: [f64; 2],
    /// How far, in squares, a marker may be seen from where the others say it must be.
    pub off: f64,
    /// How many times wider or narrower than the median of its kind a marker may be seen.
    pub alike: f64,
    /// How many times longer than wide a marker may be seen.
    pub elongation: f64,
    /// How the lens bends straight lines. Wide lenses move the corners by more than
    /// [`off`](Self::off).
    pub lens: Radial,
}

impl Default for MarkersLocator {
    fn default() -> Self {
        // The original's view is 600 pixels wide from marker to marker, 552 from the first square
        // to the last: the markers lie (600 − 552) / 2 pixels off squares of 69 pixels.
        let (near, far) = (-24.0 / 69.0, 8.0 + 24.0 / 69.0);
        let (third, two_thirds) = (8.0 / 3.0, 16.0 / 3.0);
        Self {
            size: 8,
            corner_color: Range {
                low: [84, 100, 100],
                high: [104, 255, 255],
            },
            edge_color: Range {
                low: [20, 100, 100],
                high: [50, 255, 255],
            },
            corners: [[near, near], [far, near], [far, far], [near, far]],
            edges: vec![
                [third, near],
                [two_thirds, near],
                [far, third],
                [far, two_thirds],
                [two_thirds, far],
                [third, far],
                [near, two_thirds],
                [near, third],
            ],
            opening: 1,
            scale: 1280,
            diameter: [0.1, 0.8],
            off: 0.15,
            alike: 1.5,
            elongation: 2.0,
            lens: Radial::default(),
        }
    }
}

/// A board whose markers were found.
#[derive(Clone, Debug, PartialEq)]
pub struct LocatedMarkers {
    /// The lines around the squares, one more a side than squares, in pixels of the photo that was
    /// given. If the markers do not tell the turn, the first corner is the one nearest the photo's
    /// top-left.
    pub grid: Grid,
    /// The spot at each of the [places](MarkersLocator::places), `None` where it is hidden.
    pub markers: Vec<Option<Spot>>,
    /// Spots of a marker's colour that are no marker: fingernails, sleeves, things beside the board;
    /// of a great many only the larger ones.
    pub extra: Vec<Spot>,
    /// The clockwise quarter turns of the board after which the markers would look the same, 0
    /// first: `[0]` if they tell the turn, `[0, 1, 2, 3]` for the original's.
    pub turns: Vec<usize>,
    /// Root mean square distance, in squares, of the markers seen from their places.
    pub rms: f64,
}

/// Spots of a kind that are looked at, the largest: more are a coloured table, or noise.
const MOST_SPOTS: usize = 100;

impl LocatedMarkers {
    /// Whether every marker is seen: no hand is over one of them.
    #[must_use]
    pub fn is_clear(&self) -> bool {
        self.markers.iter().all(Option::is_some)
    }

    /// Indices of the [places](MarkersLocator::places) whose markers are hidden.
    pub fn hidden(&self) -> impl Iterator<Item = usize> {
        let markers = self.markers.iter().enumerate();
        markers.filter(|(_, m)| m.is_none()).map(|(i, _)| i)
    }
}

impl MarkersLocator {
    /// Kind and place of every marker, corners first: (column, row) in squares from the outer corner
    /// of the first square. [`LocatedMarkers::markers`] has the same order.
    #[must_use]
    pub fn places(&self) -> Vec<(Kind, [f64; 2])> {
        let corners = self.corners.iter().map(|&p| (Kind::Corner, p));
        let edges = self.edges.iter().map(|&p| (Kind::Edge, p));
        corners.chain(edges).collect()
    }

    /// Finds the board, also when some of its markers are hidden: up to a quarter of them, and one
    /// corner.
    ///
    /// # Errors
    /// [`GeomError::Markers`] when no board explains the spots seen; [`GeomError::Size`] for a
    /// board of fewer than 2 squares a side; [`GeomError::Corners`] when the corner markers are not
    /// stuck at the corners of a convex quadrangle.
    pub fn locate(&self, photo: &RgbImage) -> Result<LocatedMarkers, GeomError> {
        let lines = self.size + 1;
        let (cols, rows) = (lines, lines);
        if self.size < 2 {
            return Err(GeomError::Size { cols, rows });
        }
        if !crate::grid::is_convex(&self.corners) {
            let corners = self.corners;
            return Err(GeomError::Corners { corners });
        }
        let spots = self.spots(photo);
        let frame = LensFrame::of(photo.dimensions());
        let straight: Vec<Spot> = spots
            .iter()
            .map(|spot| Spot {
                at: frame.undistort(self.lens, spot.at),
                ..*spot
            })
            .collect();
        let fit = Fit::best(self, &straight).ok_or_else(|| {
            let count = |kind| spots.iter().filter(|s| s.kind == kind).count();
            GeomError::Markers {
                corners: count(Kind::Corner),
                edges: count(Kind::Edge),
                expected: self.places().len(),
            }
        })?;
        let grid = Grid {
            cols,
            rows,
            map: fit.map,
            lens: self.lens,
            photo: photo.dimensions(),
        };
        let is_marker = |i: usize| fit.markers.contains(&Some(i));
        let extra = (0..spots.len()).filter(|&i| !is_marker(i));
        let located = LocatedMarkers {
            grid,
            extra: extra.map(|i| spots[i]).collect(),
            markers: fit.markers.iter().map(|m| m.map(|i| spots[i])).collect(),
            turns: self.turns(),
            rms: fit.rms,
        };
        Ok(self.upright(located))
    }

    /// The spots of the markers' colours in pixels of the photo, largest first.
    fn spots(&self, photo: &RgbImage) -> Vec<Spot> {
        let small = shrink(photo, self.scale);
        let scale = f64::from(photo.width()) / f64::from(small.width().max(1));
        let kinds = [
            (Kind::Corner, self.corner_color),
            (Kind::Edge, self.edge_color),
        ];
        let of = |(kind, color)| spots::find(&small, kind, color, self.opening);
        let mut spots: Vec<Spot> = kinds.into_iter().flat_map(of).collect();
        for spot in &mut spots {
            spot.at = spot.at.map(|v| (v + 0.5) * scale - 0.5);
            spot.area *= scale * scale;
            spot.spread = spot.spread.map(|v| v * scale * scale);
        }
        spots.sort_by(|a, b| b.area.total_cmp(&a.area));
        let mut left = [MOST_SPOTS; 2];
        spots.retain(|spot| {
            let left = &mut left[spot.kind as usize];
            *left = left.saturating_sub(1);
            *left > 0
        });
        spots
    }

    /// The clockwise quarter turns after which the places are the same.
    fn turns(&self) -> Vec<usize> {
        (0..4).filter(|&k| self.turned(k).is_some()).collect()
    }

    /// For each place the index of the place that a marker there comes to when the board is turned
    /// clockwise by `quarters`; `None` if one comes to no place.
    fn turned(&self, quarters: usize) -> Option<Vec<usize>> {
        let places = self.places();
        let last = self.size as f64;
        let turn = |[c, r]: [f64; 2]| [last - r, c];
        let goes = |&(kind, place): &(Kind, [f64; 2])| {
            let to = (0..quarters).fold(place, |p, _| turn(p));
            let far = |p: [f64; 2]| (p[0] - to[0]).hypot(p[1] - to[1]);
            places
                .iter()
                .position(|&(k, p)| k == kind && far(p) < self.off)
        };
        places.iter().map(goes).collect()
    }

    /// Of the turns that look the same, the one with its first corner nearest the top-left.
    fn upright(&self, located: LocatedMarkers) -> LocatedMarkers {
        let corner = |k: usize| {
            let [x, y] = located.grid.turned(k).to_photo(0.0, 0.0);
            x + y
        };
        let turns = located.turns.iter().copied();
        let first = turns.min_by(|&a, &b| corner(a).total_cmp(&corner(b)));
        let (Some(quarters), markers) = (first, &located.markers) else {
            return located;
        };
        // Place i of the turned grid is where place `goes[i]` of this one is.
        let markers = match self.turned(quarters) {
            Some(goes) => goes.iter().map(|&i| markers[i]).collect(),
            None => return located,
        };
        LocatedMarkers {
            grid: located.grid.turned(quarters),
            markers,
            ..located
        }
    }
}

#[cfg(test)]
mod tests;
