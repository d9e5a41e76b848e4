//! Connected spots of one colour.

use image::{GrayImage, Luma, RgbImage};
use imageproc::distance_transform::Norm;
use imageproc::morphology::open;
use imageproc::region_labelling::{Connectivity, connected_components};

use super::{Kind, Spot};
use crate::hsv::Range;

/// The spots of a colour, after an opening of the mask with a square of `opening` pixels around.
pub(super) fn find(photo: &RgbImage, kind: Kind, color: Range, opening: u8) -> Vec<Spot> {
    // The labelling has no room for the one label of a single pixel.
    if photo.width() as usize * photo.height() as usize <= 1 {
        return Vec::new();
    }
    let mut mask = GrayImage::new(photo.width(), photo.height());
    for (to, from) in mask.pixels_mut().zip(photo.pixels()) {
        *to = Luma([if color.contains(from.0) { 255 } else { 0 }]);
    }
    if opening > 0 {
        mask = open(&mask, Norm::LInf, opening);
    }
    let labels = connected_components(&mask, Connectivity::Eight, Luma([0]));
    let mut sums: Vec<Sums> = Vec::new();
    for (x, y, label) in labels.enumerate_pixels() {
        let Some(index) = label.0[0].checked_sub(1) else {
            continue;
        };
        let index = index as usize;
        if sums.len() <= index {
            sums.resize(index + 1, Sums::default());
        }
        sums[index].add(f64::from(x), f64::from(y));
    }
    sums.iter().map(|s| s.spot(kind)).collect()
}

/// Moments of a spot about the origin.
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
