//! Debug pictures of each step of the search for a board.

use image::{Rgb, RgbImage};
use imageproc::drawing::{draw_filled_circle_mut, draw_line_segment_mut};

use crate::{Grid, SquaresLocator, Trace};

const GRID: Rgb<u8> = Rgb([0, 220, 60]);
const FIRST: Rgb<u8> = Rgb([255, 30, 200]);
const RIDGE: Rgb<u8> = Rgb([255, 220, 0]);
/// One colour for each family; lines without a family are grey.
const FAMILIES: [Rgb<u8>; 5] = [
    Rgb([255, 60, 60]),
    Rgb([60, 130, 255]),
    Rgb([255, 160, 0]),
    Rgb([180, 80, 255]),
    Rgb([0, 200, 200]),
];

/// The photo with the grid drawn over it and a dot on the first corner.
#[must_use]
pub fn overlay(photo: &RgbImage, grid: &Grid) -> RgbImage {
    let mut picture = photo.clone();
    let grid = grid.resized(photo.dimensions());
    let thick = (photo.width().max(photo.height()) / 1000) as i32;
    let mut polyline = |points: Vec<[f64; 2]>| {
        for pair in points.windows(2) {
            for d in 0..=thick {
                let shift = |p: [f64; 2]| (p[0] as f32 + d as f32, p[1] as f32 + d as f32);
                draw_line_segment_mut(&mut picture, shift(pair[0]), shift(pair[1]), GRID);
            }
        }
    };
    // Lens distortion bends the lines: draw them point by point.
    for r in 0..grid.rows {
        polyline(
            (0..grid.cols)
                .map(|c| grid.to_photo(c as f64, r as f64))
                .collect(),
        );
    }
    for c in 0..grid.cols {
        polyline(
            (0..grid.rows)
                .map(|r| grid.to_photo(c as f64, r as f64))
                .collect(),
        );
    }
    let [x, y] = grid.to_photo(0.0, 0.0);
    let radius = (grid.pitch().1 / 4.0).max(2.0) as i32;
    draw_filled_circle_mut(&mut picture, (x as i32, y as i32), radius, FIRST);
    picture
}

/// The points on thin dark lines, over the darkened photo.
#[must_use]
pub fn ridges(photo: &RgbImage, trace: &Trace) -> RgbImage {
    let mut picture = backdrop(photo, trace);
    for &[x, y] in &trace.ridge_points {
        let (x, y) = (x.round() as u32, y.round() as u32);
        if x < picture.width() && y < picture.height() {
            picture.put_pixel(x, y, RIDGE);
        }
    }
    picture
}

/// The straight lines, coloured by family, over the darkened photo.
#[must_use]
pub fn lines(photo: &RgbImage, trace: &Trace) -> RgbImage {
    let mut picture = backdrop(photo, trace);
    for &(a, b, family) in &trace.lines {
        let colour = family.map_or(Rgb([150; 3]), |f| FAMILIES[f % FAMILIES.len()]);
        draw_line_segment_mut(&mut picture, (a[0], a[1]), (b[0], b[1]), colour);
    }
    picture
}

/// The crossings found, coloured by the lattice they were numbered in (yellow: none), over the darkened photo. Shows
/// why [`SquaresLocator`] found a board of squares or not.
#[must_use]
pub fn crossings(photo: &RgbImage, locator: &SquaresLocator) -> RgbImage {
    let (mut picture, points) = locator.crossings(photo);
    darken(&mut picture);
    for ([x, y], lattice) in points {
        let colour = lattice.map_or(RIDGE, |l| FAMILIES[l % FAMILIES.len()]);
        draw_filled_circle_mut(
            &mut picture,
            (x.round() as i32, y.round() as i32),
            2,
            colour,
        );
    }
    picture
}

fn backdrop(photo: &RgbImage, trace: &Trace) -> RgbImage {
    let mut picture = crate::shrink(photo, trace.size.0.max(trace.size.1));
    darken(&mut picture);
    picture
}

fn darken(picture: &mut RgbImage) {
    for v in picture.iter_mut() {
        *v /= 2;
    }
}
