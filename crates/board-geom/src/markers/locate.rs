//! Finds a board by its markers.

use image::RgbImage;

use crate::lens::LensFrame;
use crate::markers::fit::Fit;
use crate::markers::locator::MarkersLocator;
use crate::markers::spots::{self, Kind, Spot};
use crate::{GeomError, Grid, shrink};

/// A board located by its markers.
#[derive(Clone, Debug, PartialEq)]
pub struct LocatedMarkers {
    /// The lines around the squares, one more a side than squares, in pixels of the given photo. If the markers do not
    /// determine the orientation, the first corner is the one nearest the top-left of the photo.
    pub grid: Grid,
    /// The spot at each of the [positions](MarkersLocator::positions); `None` where the marker is hidden.
    pub markers: Vec<Option<Spot>>,
    /// Spots of a marker's colour that are not markers: fingernails, sleeves, objects beside the board. If there are
    /// very many, only the larger ones.
    pub extra: Vec<Spot>,
    /// The clockwise quarter turns that map the markers onto themselves, 0 first: `[0]` if the markers determine the
    /// orientation, `[0, 1, 2, 3]` for the original's markers.
    pub symmetries: Vec<usize>,
    /// Root mean square distance, in squares, of the visible markers from their positions.
    pub rms: f64,
}

impl LocatedMarkers {
    /// Whether all markers are visible, so that no hand covers one.
    #[must_use]
    pub fn is_clear(&self) -> bool {
        self.markers.iter().all(Option::is_some)
    }

    /// Indices of the [positions](MarkersLocator::positions) whose markers are hidden.
    pub fn hidden(&self) -> impl Iterator<Item = usize> {
        let markers = self.markers.iter().enumerate();
        markers.filter(|(_, m)| m.is_none()).map(|(i, _)| i)
    }
}

/// Most spots of a kind, largest first. More spots mean a coloured table, or noise.
const MOST_SPOTS: usize = 100;

impl MarkersLocator {
    /// Finds the board, even if some markers are hidden: less than a quarter of them, and at most one corner.
    ///
    /// # Errors
    /// [`GeomError::Markers`] if the spots match no board; [`GeomError::Size`] if the board has fewer than 2 squares a
    /// side; [`GeomError::Corners`] if [`corners`](MarkersLocator::corners) are not those of a convex quadrangle.
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
                expected: self.positions().len(),
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
            symmetries: self.symmetries(),
            rms: fit.rms,
        };
        Ok(self.upright(located))
    }

    /// The spots of the markers' colours, in pixels of the photo, largest first.
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

    /// Of the equivalent orientations, the one with its first corner nearest the top-left.
    fn upright(&self, located: LocatedMarkers) -> LocatedMarkers {
        let corner = |k: usize| {
            let [x, y] = located.grid.turned(k).to_photo(0.0, 0.0);
            x + y
        };
        let turns = located.symmetries.iter().copied();
        let first = turns.min_by(|&a, &b| corner(a).total_cmp(&corner(b)));
        let (Some(quarters), markers) = (first, &located.markers) else {
            return located;
        };
        // Position i of the turned grid is position `goes[i]` of this one.
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
