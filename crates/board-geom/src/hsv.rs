//! Conversion from RGB to hue, saturation and value; ranges of colours.

use image::RgbImage;
#[cfg(feature = "serde")]
use serde::{Deserialize, Serialize};

/// A picture as three planes, row by row.
#[derive(Clone, Debug, PartialEq)]
pub struct Hsv {
    /// Hue as a fraction of the circle, 0..1: red 0, green ⅓, blue ⅔. 0 for greys.
    pub hue: Vec<f32>,
    /// Saturation, 0..1. 0 for black.
    pub saturation: Vec<f32>,
    /// Value, 0..1: the largest of R, G and B.
    pub value: Vec<f32>,
}

impl Hsv {
    /// Converts every pixel. Source: A. R. Smith, "Color gamut transform pairs", SIGGRAPH 1978.
    #[must_use]
    pub fn of(image: &RgbImage) -> Self {
        let n = image.as_raw().len() / 3;
        let mut hsv = Self {
            hue: vec![0.0; n],
            saturation: vec![0.0; n],
            value: vec![0.0; n],
        };
        for (i, rgb) in image.as_raw().chunks_exact(3).enumerate() {
            let [h, s, v] = of_pixel([rgb[0], rgb[1], rgb[2]]);
            (hsv.hue[i], hsv.saturation[i], hsv.value[i]) = (h, s, v);
        }
        hsv
    }
}

/// Hue, saturation and value of one colour; see [`Hsv`] for the ranges.
#[must_use]
pub fn of_pixel(rgb: [u8; 3]) -> [f32; 3] {
    let [r, g, b] = rgb.map(|v| f32::from(v) / 255.0);
    let high = r.max(g).max(b);
    let range = high - r.min(g).min(b);
    if range == 0.0 {
        return [0.0, 0.0, high];
    }
    let sextant = if high == r {
        (g - b) / range
    } else if high == g {
        (b - r) / range + 2.0
    } else {
        (r - g) / range + 4.0
    };
    [(sextant / 6.0).rem_euclid(1.0), range / high, high]
}

/// A box of colours in hue, saturation and value, bounds included.
///
/// Units are those of OpenCV's 8-bit pictures, so that bounds found with its tools can be used unchanged: hue in steps
/// of two degrees (0..=179; red 0, yellow 30, green 60, blue 120), saturation and value 0..=255. If the lower hue is
/// above the upper one, the range passes through red.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
#[cfg_attr(feature = "serde", serde(deny_unknown_fields))]
pub struct Range {
    /// Lower bound of hue, saturation, value.
    pub low: [u8; 3],
    /// Upper bound of hue, saturation, value.
    pub high: [u8; 3],
}

impl Range {
    /// Whether a colour (red, green, blue) is in the box.
    ///
    /// ```
    /// use board_geom::hsv::Range;
    /// let red = Range { low: [170, 100, 100], high: [10, 255, 255] };
    /// assert!(red.contains([250, 20, 20]) && red.contains([250, 20, 60]));
    /// assert!(!red.contains([20, 250, 20]) && !red.contains([60, 10, 10]));
    /// ```
    #[must_use]
    pub fn contains(&self, rgb: [u8; 3]) -> bool {
        let [h, s, v] = steps(rgb);
        let [low, high] = [self.low, self.high];
        let hue = if low[0] <= high[0] {
            (low[0]..=high[0]).contains(&h)
        } else {
            h >= low[0] || h <= high[0]
        };
        hue && (low[1]..=high[1]).contains(&s) && (low[2]..=high[2]).contains(&v)
    }
}

/// Hue, saturation and value of one colour in the units of a [`Range`].
#[must_use]
pub fn steps(rgb: [u8; 3]) -> [u8; 3] {
    let [h, s, v] = of_pixel(rgb);
    let hue = (h * 180.0).round() as u8;
    [
        hue % 180,
        (s * 255.0).round() as u8,
        (v * 255.0).round() as u8,
    ]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn known_colours() {
        for (rgb, hsv) in [
            ([0, 0, 0], [0.0, 0.0, 0.0]),
            ([255, 255, 255], [0.0, 0.0, 1.0]),
            ([255, 0, 0], [0.0, 1.0, 1.0]),
            ([0, 255, 0], [1.0 / 3.0, 1.0, 1.0]),
            ([0, 0, 255], [2.0 / 3.0, 1.0, 1.0]),
            ([255, 255, 0], [1.0 / 6.0, 1.0, 1.0]),
            ([51, 0, 51], [5.0 / 6.0, 1.0, 0.2]),
        ] {
            let got = of_pixel(rgb);
            assert!(
                got.iter().zip(hsv).all(|(a, b)| (a - b).abs() < 1e-5),
                "{rgb:?}: {got:?}"
            );
        }
        let image = RgbImage::from_pixel(2, 1, image::Rgb([0, 255, 0]));
        assert_eq!(Hsv::of(&image).saturation, [1.0, 1.0]);
    }
}
