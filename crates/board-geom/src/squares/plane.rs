//! A single-channel picture, sampled between its pixels.

use image::RgbImage;

use crate::filter::gaussian_blur;

/// Brightness from red, green and blue (Rec. 601).
pub(super) const LUMA: [f32; 3] = [0.299, 0.587, 0.114];

/// One channel of a photo as numbers 0..255, row by row.
pub(super) struct Plane {
    pub(super) width: usize,
    pub(super) height: usize,
    values: Vec<f32>,
}

impl Plane {
    /// A weighted sum of red, green and blue, blurred with a Gaussian of `sigma` pixels.
    pub(super) fn of(photo: &RgbImage, weights: [f32; 3], sigma: f32) -> Self {
        let value = |rgb: &image::Rgb<u8>| -> f32 {
            (0..3).map(|k| weights[k] * f32::from(rgb.0[k])).sum()
        };
        let values: Vec<f32> = photo.pixels().map(value).collect();
        Self {
            width: photo.width() as usize,
            height: photo.height() as usize,
            values: gaussian_blur(&values, photo.width() as usize, sigma),
        }
    }

    /// The value of a pixel. Panics if it is outside.
    pub(super) fn at(&self, x: usize, y: usize) -> f32 {
        self.values[y * self.width + x]
    }

    /// Bilinear sample; `None` outside the outermost pixel centres.
    pub(super) fn sample(&self, x: f32, y: f32) -> Option<f32> {
        let inside =
            x >= 0.0 && y >= 0.0 && x <= self.width as f32 - 1.0 && y <= self.height as f32 - 1.0;
        if !inside {
            return None;
        }
        let (x0, y0) = (x as usize, y as usize);
        let (x1, y1) = ((x0 + 1).min(self.width - 1), (y0 + 1).min(self.height - 1));
        let (fx, fy) = (x - x0 as f32, y - y0 as f32);
        let top = self.at(x0, y0) * (1.0 - fx) + self.at(x1, y0) * fx;
        let bottom = self.at(x0, y1) * (1.0 - fx) + self.at(x1, y1) * fx;
        Some(top * (1.0 - fy) + bottom * fy)
    }
}
