//! Connected spots of one colour.

use image::RgbImage;

use crate::filter::{components, open};
use crate::hsv::Range;

/// The kind of a marker.
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
    /// The kind of marker that has this colour.
    pub kind: Kind,
    /// Centre of mass, in photo pixels.
    pub at: [f64; 2],
    /// Area, in square photo pixels.
    pub area: f64,
    /// Second central moments per area, in square photo pixels: xx, xy, yy.
    pub(crate) spread: [f64; 3],
}

/// The spots of a colour, after a morphological opening of the mask with radius `opening` pixels.
pub(super) fn find(photo: &RgbImage, kind: Kind, color: Range, opening: u8) -> Vec<Spot> {
    // A single pixel is not a spot.
    if photo.width() as usize * photo.height() as usize <= 1 {
        return Vec::new();
    }
    let width = photo.width() as usize;
    let mut mask: Vec<bool> = photo.pixels().map(|p| color.contains(p.0)).collect();
    if opening > 0 {
        mask = open(&mask, width, usize::from(opening));
    }
    let mut sums: Vec<Sums> = Vec::new();
    for (i, label) in components(&mask, width).into_iter().enumerate() {
        let Some(index) = label.checked_sub(1) else {
            continue;
        };
        let index = index as usize;
        if sums.len() <= index {
            sums.resize(index + 1, Sums::default());
        }
        sums[index].add((i % width) as f64, (i / width) as f64);
    }
    sums.iter().map(|s| s.spot(kind)).collect()
}

/// Moments of a spot about the origin: sums over its pixels.
#[derive(Clone, Copy, Default)]
struct Sums {
    n: f64,
    first: [f64; 2],
    second: [f64; 3],
}

impl Sums {
    fn add(&mut self, x: f64, y: f64) {
        self.n += 1.0;
        self.first = [self.first[0] + x, self.first[1] + y];
        let [xx, xy, yy] = self.second;
        self.second = [xx + x * x, xy + x * y, yy + y * y];
    }

    fn spot(&self, kind: Kind) -> Spot {
        let [x, y] = self.first.map(|v| v / self.n);
        let [xx, xy, yy] = self.second.map(|v| v / self.n);
        Spot {
            kind,
            at: [x, y],
            area: self.n,
            // A pixel is a square of side 1, not a point.
            spread: [xx - x * x + 1.0 / 12.0, xy - x * y, yy - y * y + 1.0 / 12.0],
        }
    }
}
