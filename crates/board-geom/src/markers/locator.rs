//! The options of the search for markers: positions, colours, tolerances.

#[cfg(feature = "serde")]
use serde::{Deserialize, Serialize};

use crate::Radial;
use crate::hsv::Range;
use crate::markers::spots::Kind;

/// Finds a board by its markers. Its fields are its options. The default colours and marker positions are those of the
/// original board.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
#[cfg_attr(feature = "serde", serde(default, deny_unknown_fields))]
pub struct MarkersLocator {
    /// Squares a side of the board.
    pub size: usize,
    /// Colours of the corner markers; blue by default.
    pub corner_color: Range,
    /// Colours of the edge markers; yellow by default.
    pub edge_color: Range,
    /// Centres of the corner markers, clockwise from the top-left one: (column, row) in squares from
    /// the outer corner of the first square.
    pub corners: [[f64; 2]; 4],
    /// Centres of the edge markers in any order, in the same coordinates. If the markers are symmetric, the orientation
    /// of the board is not determined.
    pub edges: Vec<[f64; 2]>,
    /// Radius, in pixels, of the morphological opening that removes specks from the colour masks; 0 for none.
    pub opening: u8,
    /// Longer side, in pixels, of the shrunk photo that is searched. Photos are never enlarged.
    pub scale: u32,
    /// Least and greatest diameter of a marker, in squares.
    pub diameter: [f64; 2],
    /// Largest distance, in squares, of a marker from the position that the other markers predict.
    pub off: f64,
    /// Largest ratio of a marker's size to the median of its kind, or the inverse.
    pub alike: f64,
    /// Largest ratio of a marker's length to its width.
    pub elongation: f64,
    /// Lens distortion. Wide-angle lenses move the corners by more than [`off`](Self::off).
    pub lens: Radial,
}

impl Default for MarkersLocator {
    fn default() -> Self {
        // The original's view is 600 pixels wide from marker to marker and 552 from the first square to the last: the
        // markers lie (600 − 552) / 2 pixels outside squares of 69 pixels.
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

impl MarkersLocator {
    /// Kind and position of every marker, corners first: (column, row) in squares from the outer corner
    /// of the first square. [`LocatedMarkers::markers`](crate::markers::LocatedMarkers::markers) has the same order.
    #[must_use]
    pub fn positions(&self) -> Vec<(Kind, [f64; 2])> {
        let corners = self.corners.iter().map(|&p| (Kind::Corner, p));
        let edges = self.edges.iter().map(|&p| (Kind::Edge, p));
        corners.chain(edges).collect()
    }

    /// The clockwise quarter turns that map the positions onto themselves.
    pub(super) fn symmetries(&self) -> Vec<usize> {
        (0..4).filter(|&k| self.turned(k).is_some()).collect()
    }

    /// The permutation of positions when the board is turned clockwise by `quarters`; `None` if the turn moves a marker
    /// to a place without one.
    pub(super) fn turned(&self, quarters: usize) -> Option<Vec<usize>> {
        let positions = self.positions();
        let last = self.size as f64;
        let turn = |[c, r]: [f64; 2]| [last - r, c];
        let goes = |&(kind, place): &(Kind, [f64; 2])| {
            let to = (0..quarters).fold(place, |p, _| turn(p));
            let far = |p: [f64; 2]| (p[0] - to[0]).hypot(p[1] - to[1]);
            positions
                .iter()
                .position(|&(k, p)| k == kind && far(p) < self.off)
        };
        positions.iter().map(goes).collect()
    }
}
