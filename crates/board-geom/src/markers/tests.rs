use image::{Rgb, RgbImage};

use super::*;
use crate::lens::LensFrame;
use crate::{GeomError, Grid, Homography};

const BLUE: Rgb<u8> = Rgb([0, 110, 190]);
const YELLOW: Rgb<u8> = Rgb([230, 215, 30]);

/// A photo of a board whose squares' corners are at `corners`, with discs at the given positions.
struct Drawing {
    map: Homography,
    photo: RgbImage,
}

impl Drawing {
    fn new(corners: [[f64; 2]; 4]) -> Self {
        let board = [[0.0, 0.0], [8.0, 0.0], [8.0, 8.0], [0.0, 8.0]];
        Self {
            map: Homography::from_pairs(&board, &corners).unwrap(),
            photo: RgbImage::from_pixel(800, 600, Rgb([90, 80, 75])),
        }
    }

    fn disc(&mut self, place: [f64; 2], radius: f64, color: Rgb<u8>) {
        let inverse = self.map.inverse().unwrap();
        for (x, y, pixel) in self.photo.enumerate_pixels_mut() {
            let [c, r] = inverse.apply([f64::from(x), f64::from(y)]);
            if (c - place[0]).hypot(r - place[1]) < radius {
                *pixel = color;
            }
        }
    }

    fn markers(&mut self, locator: &MarkersLocator, but: &[usize]) {
        for (i, (kind, place)) in locator.positions().into_iter().enumerate() {
            if !but.contains(&i) {
                let color = if kind == Kind::Corner { BLUE } else { YELLOW };
                self.disc(place, 0.18, color);
            }
        }
    }
}

/// The board from a low camera, turned by a few degrees.
const TILTED: [[f64; 2]; 4] = [
    [230.0, 130.0],
    [590.0, 150.0],
    [680.0, 480.0],
    [110.0, 470.0],
];

fn worst(grid: &Grid, corners: [[f64; 2]; 4]) -> f64 {
    let pairs = grid.corners().into_iter().zip(corners);
    let far = pairs.map(|(a, b)| (a[0] - b[0]).hypot(a[1] - b[1]));
    far.fold(0.0, f64::max)
}

#[test]
fn a_board_is_found_whatever_its_turn() {
    let locator = MarkersLocator::default();
    for degrees in (0..360).step_by(17) {
        let (s, c) = f64::from(degrees).to_radians().sin_cos();
        let corners =
            [[-1.0, -1.0], [1.0, -1.0], [1.0, 1.0], [-1.0, 1.0]].map(|[x, y]: [f64; 2]| {
                let (u, v) = (150.0 * (c * x - s * y), 150.0 * (s * x + c * y));
                // Perspective: the bottom of the photo is nearer.
                let near = 1.0 + 0.0007 * v;
                [400.0 + u * near, 300.0 + v * near]
            });
        let mut drawing = Drawing::new(corners);
        drawing.markers(&locator, &[]);
        let found = locator.locate(&drawing.photo).unwrap();
        assert!(
            found.is_clear() && found.extra.is_empty(),
            "{degrees}°: {found:?}"
        );
        assert_eq!(found.symmetries, [0, 1, 2, 3]);
        let best = (0..4)
            .map(|k| worst(&found.grid.turned(k), corners))
            .fold(f64::MAX, f64::min);
        assert!(best < 1.0, "{degrees}°: {best} pixels");
        let at = |p: [f64; 2]| p[0] + p[1];
        let seen = found.grid.corners().map(at);
        assert!(seen.iter().all(|s| *s >= seen[0]), "{degrees}°: {seen:?}");
    }
}

#[test]
fn a_hidden_marker_is_named() {
    let locator = MarkersLocator::default();
    for hidden in 0..12 {
        let mut drawing = Drawing::new(TILTED);
        drawing.markers(&locator, &[hidden]);
        let found = locator.locate(&drawing.photo).unwrap();
        assert_eq!(found.hidden().collect::<Vec<_>>(), [hidden]);
        assert!(worst(&found.grid, TILTED) < 2.0);
    }
}

#[test]
fn a_painted_fingernail_is_no_marker() {
    let locator = MarkersLocator::default();
    let positions = locator.positions();
    let each = positions.iter().copied().enumerate();
    for (hidden, (kind, [c, r])) in each.step_by(test_data::how_many(5, 1)) {
        let color = if kind == Kind::Corner { BLUE } else { YELLOW };
        for (dc, dr) in [(0.3, 0.1), (-0.1, -0.4), (0.5, -0.5)] {
            let mut drawing = Drawing::new(TILTED);
            drawing.markers(&locator, &[hidden]);
            drawing.disc([c + dc, r + dr], 0.16, color);
            let found = locator.locate(&drawing.photo).unwrap();
            assert_eq!(found.hidden().collect::<Vec<_>>(), [hidden]);
            assert_eq!(found.extra.len(), 1, "{hidden} {dc} {dr}: {found:?}");
            // The same nail does no harm when the marker is visible.
            drawing.disc([c, r], 0.18, color);
            if dc.hypot(dr) > 0.4 {
                let found = locator.locate(&drawing.photo).unwrap();
                assert!(found.is_clear());
                assert!(worst(&found.grid, TILTED) < 1.0);
            }
        }
    }
}

#[test]
fn edge_markers_that_differ_from_side_to_side_tell_the_turn() {
    let mut locator = MarkersLocator::default();
    locator.edges[0][0] = 1.5;
    for quarters in 0..4 {
        let mut corners = TILTED;
        corners.rotate_left(quarters);
        let mut drawing = Drawing::new(corners);
        drawing.markers(&locator, &[]);
        let found = locator.locate(&drawing.photo).unwrap();
        assert_eq!(found.symmetries, [0]);
        assert!(found.is_clear() && worst(&found.grid, corners) < 1.0);
    }
}

#[test]
fn markers_that_are_not_there_are_counted() {
    let locator = MarkersLocator::default();
    let mut drawing = Drawing::new(TILTED);
    drawing.disc([0.0, 0.0], 0.2, BLUE);
    drawing.disc([3.0, 0.0], 0.2, YELLOW);
    let error = locator.locate(&drawing.photo).unwrap_err();
    assert!(
        matches!(
            error,
            GeomError::Markers {
                corners: 1,
                edges: 1,
                expected: 12
            }
        ),
        "{error}"
    );
    assert!(locator.locate(&RgbImage::new(0, 0)).is_err());
    assert!(locator.locate(&RgbImage::new(1, 3)).is_err());
}

#[test]
fn a_wide_lens_is_no_reason_to_miss_a_marker() {
    let straight = MarkersLocator::default();
    let mut bent = straight.clone();
    bent.lens.k1 = -0.08;
    let frame = LensFrame::of((800, 600));
    let mut drawing = Drawing::new(TILTED);
    drawing.markers(&straight, &[]);
    let ideal = drawing.photo.clone();
    for (x, y, pixel) in drawing.photo.enumerate_pixels_mut() {
        let [u, v] = frame.undistort(bent.lens, [f64::from(x), f64::from(y)]);
        let from = ideal.get_pixel_checked(u.round() as u32, v.round() as u32);
        *pixel = from.copied().unwrap_or(*pixel);
    }
    let found = bent.locate(&drawing.photo).unwrap();
    assert!(found.is_clear() && found.rms < 0.02, "{found:?}");
    let [x, y] = frame.distort(bent.lens, TILTED[2]);
    let corner = found.grid.corners()[2];
    assert!((corner[0] - x).hypot(corner[1] - y) < 1.0);
}
