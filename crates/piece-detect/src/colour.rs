//! Conversion from sRGB to CIE L\*a\*b\*.

use std::sync::LazyLock;

use board_geom::parallel;
use image::RgbImage;

/// Pixels that are worth a thread.
const GRAIN: usize = 10_000;

/// CIE L\*a\*b\* (white point D65) of an sRGB colour from 0 to 255 (IEC 61966-2-1; CIE 15).
pub(crate) fn lab(rgb: [f32; 3]) -> [f32; 3] {
    Curve::get().lab(rgb.map(linear))
}

/// Like [`lab`], for every pixel of a picture; a table holds the 256 linear values.
pub(crate) fn lab_of_pixels(picture: &RgbImage) -> Vec<[f32; 3]> {
    static LINEAR: LazyLock<[f32; 256]> =
        LazyLock::new(|| core::array::from_fn(|v| linear(v as f32)));
    let (linear, curve) = (&*LINEAR, Curve::get());
    let (pixels, _) = picture.as_raw().as_chunks::<3>();
    let lab = |pixel: &[u8; 3]| curve.lab(pixel.map(|v| linear[usize::from(v)]));
    parallel::collect(pixels.len(), GRAIN, |part| {
        pixels[part].iter().map(lab).collect()
    })
}

/// Linear light, 0..1, of an sRGB value from 0 to 255.
fn linear(v: f32) -> f32 {
    let v = v / 255.0;
    if v <= 0.04045 {
        v / 12.92
    } else {
        ((v + 0.055) / 1.055).powf(2.4)
    }
}

/// Steps of the table of the lightness curve.
const STEPS: usize = 4096;

/// The curve of CIE L\*a\*b\* from linear light, 0..1, to lightness, as a table.
struct Curve(Box<[f32; STEPS + 1]>);

impl Curve {
    /// The shared table: computing a cube root for every pixel is slow.
    fn get() -> &'static Self {
        static CURVE: LazyLock<Curve> = LazyLock::new(|| {
            let of = |t: f64| match t > 216.0 / 24389.0 {
                true => t.cbrt(),
                false => (24389.0 / 27.0 * t + 16.0) / 116.0,
            };
            let at = |i| of(i as f64 / STEPS as f64) as f32;
            Curve(Box::new(core::array::from_fn(at)))
        });
        &CURVE
    }

    /// CIE L\*a\*b\* of a colour in linear light.
    fn lab(&self, [r, g, b]: [f32; 3]) -> [f32; 3] {
        let x = (0.4124 * r + 0.3576 * g + 0.1805 * b) / 0.9505;
        let y = 0.2126 * r + 0.7152 * g + 0.0722 * b;
        let z = (0.0193 * r + 0.1192 * g + 0.9505 * b) / 1.089;
        let [x, y, z] = [x, y, z].map(|light| self.at(light));
        [116.0 * y - 16.0, 500.0 * (x - y), 200.0 * (y - z)]
    }

    /// Linear interpolation; the error is below 1e-5.
    fn at(&self, light: f32) -> f32 {
        let at = light.clamp(0.0, 1.0) * STEPS as f32;
        let below = (at as usize).min(STEPS - 1);
        let (low, high) = (self.0[below], self.0[below + 1]);
        low + (at - below as f32) * (high - low)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_curve_is_the_one_of_the_standard() {
        for i in 0..=100_000 {
            let light = i as f32 / 100_000.0;
            let exact = match light > 216.0 / 24389.0 {
                true => light.cbrt(),
                false => (24389.0 / 27.0 * light + 16.0) / 116.0,
            };
            let off = (Curve::get().at(light) - exact).abs();
            assert!(off < 1e-5, "{light}: {off}");
        }
    }

    #[test]
    fn colours_of_the_standard() {
        // Expected values from Bruce Lindbloom's colour calculator, sRGB, D65.
        for (rgb, expected) in [
            ([255.0, 255.0, 255.0], [100.0, 0.0, 0.0]),
            ([255.0, 0.0, 0.0], [53.2, 80.1, 67.2]),
            ([0.0, 0.0, 128.0], [13.0, 47.5, -64.7]),
        ] {
            for (v, e) in lab(rgb).into_iter().zip(expected) {
                assert!((v - e).abs() < 0.3, "{rgb:?}: {v} for {e}");
            }
        }
    }
}
