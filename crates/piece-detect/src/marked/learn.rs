//! Learns the options for the light and the set from photos of the start position.

use board_geom::hsv::{self, Range};
use board_geom::markers::{Kind, MarkersLocator};
use board_geom::{GeomError, Grid, Radial, SquaresLocator};
use image::RgbImage;

use crate::marked::options::Options;

/// Radius of the central part of a square whose shade is measured, in squares.
const SHADE_RADIUS: f64 = 0.2;
/// Least diameter of a marker, in squares.
const LEAST_DIAMETER: f64 = 0.12;
/// Quantiles below and above which samples are outliers.
const TAILS: (f32, f32) = (0.05, 0.95);
/// Margin around the hues of a marker, in steps of 180, and the least and greatest half width of its range of hues.
const HUE_ROOM: u8 = 4;
const HUE_REACH: (u8, u8) = (7, 25);
/// Fractions of the saturation and of the value of a marker that may remain in other light.
const SATURATION_LEFT: f32 = 0.7;
const VALUE_LEFT: f32 = 0.6;
/// Least and largest factor of the white balance.
const GAINS: (f32, f32) = (0.25, 8.0);
/// Margin above the saturation of white men, and the least and largest limit, of 255.
const SATURATION_ROOM: u8 = 20;
const WHITE_SATURATION: (u8, u8) = (40, 90);

/// Why options cannot be learnt.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum LearnError {
    /// No photo was given.
    #[error("no photo to learn from")]
    NoPhotos,
    /// The board was not found. Its corners can be given by hand.
    #[error("photo {photo}: {source}")]
    NoBoard {
        /// Number of the photo, from 1.
        photo: usize,
        /// Why it was not found.
        source: GeomError,
    },
    /// The start squares do not show light men on one side and dark men on the other.
    #[error(
        "photo {photo} does not show the start position: on one side the men would have brightness \
         {sides:?}, of 255"
    )]
    NotTheStart {
        /// Number of the photo, from 1.
        photo: usize,
        /// Median brightness of the squares of both sides.
        sides: [u8; 2],
    },
    /// Some markers of this photo are not found with the colours learnt from all photos.
    #[error(
        "photo {photo}: the markers at {hidden:?} (squares from the first corner) are not seen"
    )]
    Hidden {
        /// Number of the photo, from 1.
        photo: usize,
        /// [Positions](MarkersLocator::positions) of these markers.
        hidden: Vec<[f64; 2]>,
    },
}

impl LearnError {
    /// The number of the photo, from 1, if the error is about one photo.
    #[must_use]
    pub fn photo(&self) -> Option<usize> {
        match self {
            LearnError::NoPhotos => None,
            LearnError::NoBoard { photo, .. }
            | LearnError::NotTheStart { photo, .. }
            | LearnError::Hidden { photo, .. } => Some(*photo),
        }
    }
}

/// Sampled colours: red, green, blue.
#[derive(Default)]
struct Samples {
    corners: Vec<[u8; 3]>,
    edges: Vec<[u8; 3]>,
    white: Vec<[u8; 3]>,
    black: Vec<[u8; 3]>,
}

/// Learns the colours of the markers, of the light and of white men, and the lens distortion, from photos of the start
/// position without a hand, with all markers visible. All other options are those of `rough`.
///
/// The board is located by the markers of `rough`, or as any board of squares, or by the given `corners` of its
/// squares, in pixels of the photos, clockwise from any corner.
///
/// # Errors
/// [`LearnError`].
pub fn learn(
    photos: &[RgbImage],
    corners: Option<[[f64; 2]; 4]>,
    rough: &Options,
) -> Result<Options, LearnError> {
    if photos.is_empty() {
        return Err(LearnError::NoPhotos);
    }
    let mut samples = Samples::default();
    for (i, photo) in photos.iter().enumerate() {
        let lines =
            locate(photo, corners, &rough.markers).map_err(|source| LearnError::NoBoard {
                photo: i + 1,
                source,
            })?;
        samples
            .add(photo, &lines, rough)
            .map_err(|sides| LearnError::NotTheStart {
                photo: i + 1,
                sides,
            })?;
    }
    let mut learnt = rough.clone();
    learnt.markers.corner_color = marker_color(&samples.corners);
    learnt.markers.edge_color = marker_color(&samples.edges);
    learnt.markers.lens = lens(photos, &learnt.markers);
    learnt.discs.balance = balance(&samples.white);
    let balanced = |these: &[[u8; 3]]| -> Vec<[u8; 3]> {
        let steps = these
            .iter()
            .map(|&rgb| hsv::steps(learnt.discs.balanced(rgb)));
        steps.collect()
    };
    learnt.discs.white = white(&balanced(&samples.white), &balanced(&samples.black));
    for (i, photo) in photos.iter().enumerate() {
        let found = learnt.markers.locate(photo);
        let board = found.map_err(|source| LearnError::NoBoard {
            photo: i + 1,
            source,
        })?;
        if !board.is_clear() {
            let positions = learnt.markers.positions();
            let hidden = board.hidden().map(|k| positions[k].1).collect();
            return Err(LearnError::Hidden {
                photo: i + 1,
                hidden,
            });
        }
    }
    Ok(learnt)
}

/// Locates the lines of the board, with a light square at the first corner.
fn locate(
    photo: &RgbImage,
    corners: Option<[[f64; 2]; 4]>,
    markers: &MarkersLocator,
) -> Result<Grid, GeomError> {
    let lines = markers.size + 1;
    let grid = match (corners, markers.locate(photo)) {
        (Some(corners), _) => Grid::from_corners(corners, lines, lines, photo.dimensions())?,
        (None, Ok(board)) if board.is_clear() => board.grid,
        _ => {
            let locator = SquaresLocator {
                size: markers.size,
                ..SquaresLocator::default()
            };
            locator.locate(photo)?.grid
        }
    };
    // In the rows that are empty at the start.
    let half = markers.size / 2;
    let mut shades = [0.0f32; 2];
    for (c, r) in (0..markers.size).flat_map(|c| [(c, half - 1), (c, half)]) {
        for rgb in disc(photo, &grid, [c as f64 + 0.5, r as f64 + 0.5], SHADE_RADIUS) {
            shades[(c + r) % 2] += rgb.iter().map(|v| f32::from(*v)).sum::<f32>();
        }
    }
    // If the board is turned sideways, these rows are not empty and the shades are unreliable; the men then show it.
    Ok(if shades[0] >= shades[1] {
        grid
    } else {
        grid.turned(1)
    })
}

impl Samples {
    /// Adds the colours of a photo. If it does not show the start position, returns the brightness of both sides.
    fn add(&mut self, photo: &RgbImage, lines: &Grid, rough: &Options) -> Result<(), [u8; 2]> {
        /// Least difference in brightness between white and black men.
        const APART: u8 = 30;
        // The men may stand at the other two sides.
        let size = rough.markers.size;
        let height = f64::from(rough.discs.height);
        let window = f64::from(rough.discs.window);
        let mut best = None;
        let (mut most, mut sides) = (0, [0; 2]);
        for quarters in [0, 2, 1, 3] {
            let grid = lines.turned(quarters);
            let camera = grid.camera();
            let men = [0, size / 2 + 1].map(|first| {
                let rows = first..first + size / 2 - 1;
                let squares = rows.flat_map(|r| (0..size).map(move |c| (c, r)));
                let dark = squares.filter(|(c, r)| (c + r) % 2 == 1);
                let tops = dark.map(|(c, r)| {
                    let at = [c as f64 + 0.5, r as f64 + 0.5];
                    let Some([x, y, z]) = camera.map(|v| v.map(f64::from)) else {
                        return at;
                    };
                    let lean = height / (z - height).max(height);
                    [at[0] + (at[0] - x) * lean, at[1] + (at[1] - y) * lean]
                });
                tops.flat_map(|at| disc(photo, &grid, at, window))
                    .collect::<Vec<_>>()
            });
            let values = [0, 1].map(|k| {
                let values = men[k].iter().map(|&rgb| hsv::steps(rgb)[2]).collect();
                percentile(values, 0.5)
            });
            // White must be at the bottom, and the men of a side similar.
            let contrast = values[1].saturating_sub(values[0]);
            if contrast >= most {
                (most, sides, best) = (contrast, values, Some((grid, men)));
            }
        }
        let Some((grid, [black, white])) = best.filter(|_| most >= APART) else {
            return Err(sides);
        };
        self.white.extend(white);
        self.black.extend(black);
        for (kind, position) in rough.markers.positions() {
            // The central part of the smallest possible marker.
            let radius = 0.5 * rough.markers.diameter[0].max(LEAST_DIAMETER);
            let seen = disc(photo, &grid, position, radius);
            match kind {
                Kind::Corner => self.corners.extend(seen),
                Kind::Edge => self.edges.extend(seen),
            }
        }
        Ok(())
    }
}

/// The colours within a circle on the board.
fn disc(
    photo: &RgbImage,
    lines: &Grid,
    [c, r]: [f64; 2],
    radius: f64,
) -> impl Iterator<Item = [u8; 3]> {
    const STEPS: i32 = 3;
    let offsets = (-STEPS..=STEPS).flat_map(|i| (-STEPS..=STEPS).map(move |j| (i, j)));
    let within = offsets.filter(|(i, j)| i * i + j * j <= STEPS * STEPS);
    within.filter_map(move |(i, j)| {
        let step = radius / f64::from(STEPS);
        let [x, y] = lines.to_photo(c + step * f64::from(i), r + step * f64::from(j));
        let inside = x > -0.5 && y > -0.5;
        let pixel = inside.then(|| photo.get_pixel_checked(x.round() as u32, y.round() as u32));
        pixel.flatten().map(|p| p.0)
    })
}

/// The colour range of markers: the hues of the samples, at least as bright and as saturated as they were, with a
/// margin.
fn marker_color(samples: &[[u8; 3]]) -> Range {
    let steps: Vec<[u8; 3]> = samples.iter().map(|&rgb| hsv::steps(rgb)).collect();
    // Hues lie on a circle of 180: their mean is the direction of their mean vector.
    let angle = |h: u8| f32::from(h) / 180.0 * std::f32::consts::TAU;
    let (s, c) = steps.iter().fold((0.0, 0.0), |(s, c), hsv| {
        (s + angle(hsv[0]).sin(), c + angle(hsv[0]).cos())
    });
    let middle = (s.atan2(c) / std::f32::consts::TAU * 180.0).round() as i32;
    let off = |h: u8| {
        let d = (i32::from(h) - middle).rem_euclid(180);
        d.min(180 - d) as u8
    };
    let spread = percentile(steps.iter().map(|hsv| off(hsv[0])).collect(), TAILS.1);
    let half = i32::from(
        spread
            .saturating_add(HUE_ROOM)
            .clamp(HUE_REACH.0, HUE_REACH.1),
    );
    let least = |k: usize, share: f32| {
        let low = percentile(steps.iter().map(|hsv| hsv[k]).collect(), TAILS.0);
        (f32::from(low) * share) as u8
    };
    Range {
        low: [
            (middle - half).rem_euclid(180) as u8,
            least(1, SATURATION_LEFT),
            least(2, VALUE_LEFT),
        ],
        high: [(middle + half).rem_euclid(180) as u8, 255, 255],
    }
}

/// The lens distortion with which the markers fit their positions best; that of `markers` if none is clearly better.
fn lens(photos: &[RgbImage], markers: &MarkersLocator) -> Radial {
    /// Factor by which the fit must improve: smaller gains are noise.
    const BETTER: f64 = 0.9;
    let off = |lens: Radial| -> f64 {
        let markers = MarkersLocator {
            lens,
            ..markers.clone()
        };
        let rms = photos.iter().map(|photo| match markers.locate(photo) {
            Ok(board) if board.is_clear() => board.rms,
            _ => f64::INFINITY,
        });
        rms.fold(0.0, f64::max)
    };
    let mut best = (off(markers.lens) * BETTER, markers.lens);
    for hundredths in -20..=10 {
        let lens = Radial {
            k1: f64::from(hundredths) / 100.0,
        };
        let off = off(lens);
        if off < best.0 {
            best = (off, lens);
        }
    }
    best.1
}

/// The white balance that makes white men white and as bright as in a well-lit photo.
fn balance(white: &[[u8; 3]]) -> [f32; 3] {
    const BRIGHT: f32 = 225.0;
    std::array::from_fn(|k| {
        let middle = percentile(white.iter().map(|rgb| rgb[k]).collect(), 0.5);
        (BRIGHT / f32::from(middle).max(1.0)).clamp(GAINS.0, GAINS.1)
    })
}

/// The colour range of white men, from balanced samples (hue, saturation, value): any hue, low saturation, and brighter
/// than halfway from black men.
fn white(white: &[[u8; 3]], black: &[[u8; 3]]) -> Range {
    let of = |these: &[[u8; 3]], k: usize, share| {
        percentile(these.iter().map(|hsv| hsv[k]).collect(), share)
    };
    let (low, dark) = (of(white, 2, TAILS.0), of(black, 2, 0.9));
    let value = low.midpoint(dark.min(low));
    Range {
        low: [0, 0, value],
        high: [
            179,
            of(white, 1, TAILS.1)
                .saturating_add(SATURATION_ROOM)
                .clamp(WHITE_SATURATION.0, WHITE_SATURATION.1),
            255,
        ],
    }
}

fn percentile(mut values: Vec<u8>, share: f32) -> u8 {
    if values.is_empty() {
        return 0;
    }
    let i = (share * (values.len() - 1) as f32).round() as usize;
    *values.select_nth_unstable(i).1
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn photos_without_a_board_are_refused() {
        let options = Options::default();
        for (w, h) in [(0, 0), (1, 1), (3, 200), (64, 64)] {
            assert!(learn(&[RgbImage::new(w, h)], None, &options).is_err());
        }
        let none = learn(&[], None, &options);
        assert!(matches!(none, Err(LearnError::NoPhotos)));
    }
}
