//! A single-channel picture, sampled between its pixels.

use std::ops::Range;

use image::RgbImage;

use crate::filter::gaussian_blur;

/// Brightness from red, green and blue (Rec. 601).
pub(super) const LUMA: [f32; 3] = [0.299, 0.587, 0.114];

/// One channel of a photo, or of a part of it, as numbers 0..255, row by row.
pub(super) struct Plane {
    /// The position in the photo of the first value.
    origin: [f32; 2],
    pub(super) width: usize,
    pub(super) height: usize,
    values: Vec<f32>,
}

impl Plane {
    /// A weighted sum of red, green and blue, blurred with a Gaussian of `sigma` pixels.
    pub(super) fn of(photo: &RgbImage, weights: [f32; 3], sigma: f32) -> Self {
        let (width, height) = photo.dimensions();
        Self::of_part(photo, [0..width, 0..height], weights, sigma)
    }

    /// The same of a part of the photo: ranges of columns and rows.
    pub(super) fn of_part(
        photo: &RgbImage,
        [columns, rows]: [Range<u32>; 2],
        weights: [f32; 3],
        sigma: f32,
    ) -> Self {
        let pixels = photo.as_raw().as_chunks::<3>().0;
        let mut values = Vec::with_capacity(columns.len() * rows.len());
        for row in rows.clone() {
            let first = (row * photo.width() + columns.start) as usize;
            let row = pixels[first..][..columns.len()].iter();
            values.extend(
                row.map(|rgb| -> f32 { (0..3).map(|k| weights[k] * f32::from(rgb[k])).sum() }),
            );
        }
        Self {
            origin: [columns.start as f32, rows.start as f32],
            width: columns.len(),
            height: rows.len(),
            values: gaussian_blur(&values, columns.len(), sigma),
        }
    }

    /// The value of a pixel, counted from the first. Panics if it is outside.
    pub(super) fn at(&self, x: usize, y: usize) -> f32 {
        self.values[y * self.width + x]
    }

    fn relative(&self, [x, y]: [f32; 2]) -> [f32; 2] {
        [x - self.origin[0], y - self.origin[1]]
    }

    /// Whether a position in the photo is within the outermost pixel centres.
    pub(super) fn has(&self, at: [f32; 2]) -> bool {
        let [x, y] = self.relative(at);
        x >= 0.0 && y >= 0.0 && x <= self.width as f32 - 1.0 && y <= self.height as f32 - 1.0
    }

    /// Bilinear sample at a position in the photo that the plane [has](Self::has). Panics if it is outside.
    pub(super) fn between(&self, at: [f32; 2]) -> f32 {
        let [x, y] = self.relative(at);
        let (x0, y0) = (x as usize, y as usize);
        let (x1, y1) = ((x0 + 1).min(self.width - 1), (y0 + 1).min(self.height - 1));
        let (fx, fy) = (x - x0 as f32, y - y0 as f32);
        let top = self.at(x0, y0) * (1.0 - fx) + self.at(x1, y0) * fx;
        let bottom = self.at(x0, y1) * (1.0 - fx) + self.at(x1, y1) * fx;
        top * (1.0 - fy) + bottom * fy
    }

    /// Bilinear sample at a position in the photo; `None` outside the outermost pixel centres.
    pub(super) fn sample(&self, x: f32, y: f32) -> Option<f32> {
        self.has([x, y]).then(|| self.between([x, y]))
    }
}
