//! Converts light to a file: lens blur, vignette, exposure, noise, compression.

use image::RgbImage;
use jpeg_encoder::{ColorType, Encoder, SamplingFactor};

use crate::{PhotoFormat, Sensor};

/// A small separable blur, [s, 1−2s, s] in both directions, with approximately the given radius.
pub(crate) fn blur(colours: &mut [[f32; 3]], width: usize, radius: f32) {
    let side = (0.25 * radius * radius).min(0.33);
    if side < 0.01 || width < 3 {
        return;
    }
    let mix = |a: [f32; 3], b: [f32; 3], c: [f32; 3]| -> [f32; 3] {
        std::array::from_fn(|k| b[k] + side * (a[k] - 2.0 * b[k] + c[k]))
    };
    for row in colours.chunks_exact_mut(width) {
        let mut before = row[0];
        for x in 1..width - 1 {
            let here = row[x];
            row[x] = mix(before, here, row[x + 1]);
            before = here;
        }
    }
    let mut before: Vec<[f32; 3]> = colours[..width].to_vec();
    let mut rows = colours[width..].chunks_exact_mut(width);
    let mut row = rows.next();
    while let (Some(here), Some(next)) = (row, rows.next()) {
        for ((before, here), next) in before.iter_mut().zip(here).zip(&*next) {
            *here = mix(std::mem::replace(before, *here), *here, *next);
        }
        row = Some(next);
    }
}

/// The tone curve, a gamma of 2.2, from linear 0..4 to levels of 255. A table avoids slow powers: for each power of two
/// it has steps within which the curve is linear to a thousandth of a level. A step is its first level and its rise.
struct ToneCurve(Vec<[f32; 2]>);

impl ToneCurve {
    /// Bits of the mantissa that index the table.
    const BITS: u32 = 7;
    const SHIFT: u32 = f32::MANTISSA_DIGITS - 1 - Self::BITS;
    /// Smaller values are less than half a level.
    const LEAST: f32 = 1.0 / (1 << 20) as f32;
    const MOST: f32 = 4.0;

    fn new() -> Self {
        let step = |v: f32| v.to_bits() >> Self::SHIFT;
        let level = |step: u32| tone(f32::from_bits(step << Self::SHIFT));
        let steps = step(Self::LEAST)..step(Self::MOST);
        Self(
            steps
                .map(|step| [level(step), level(step + 1) - level(step)])
                .collect(),
        )
    }

    fn at(&self, light: f32) -> f32 {
        // Numbers outside the table, negative ones too, are beyond its end.
        let past = light.to_bits().wrapping_sub(Self::LEAST.to_bits());
        let Some([first, rise]) = self.0.get((past >> Self::SHIFT) as usize) else {
            return tone(light);
        };
        let rest = past & ((1 << Self::SHIFT) - 1);
        first + rest as f32 / (1 << Self::SHIFT) as f32 * rise
    }
}

fn tone(light: f32) -> f32 {
    light.max(0.0).powf(1.0 / 2.2) * 255.0
}

/// Converts light to pixels: vignette, exposure, noise, tone curve.
pub(crate) fn expose(
    colours: &[[f32; 3]],
    photo: &PhotoFormat,
    sensor: &Sensor,
    seed: u64,
    index: usize,
) -> RgbImage {
    let (w, h) = (photo.width, photo.height);
    let mut image = RgbImage::new(w, h);
    let radius2 = ((w * w + h * h) / 4) as f32;
    let noise_seed = seed.wrapping_add(index as u64 * 7919);
    let curve = ToneCurve::new();
    let rows = image.rows_mut().zip(colours.chunks_exact(w as usize));
    for ((y, (pixels, colours)), first) in (0..h).zip(rows).zip((0_u64..).step_by(w as usize)) {
        let dy = y as f32 - h as f32 / 2.0;
        for ((x, (pixel, colour)), i) in (0..w).zip(pixels.zip(colours)).zip(first..) {
            let dx = x as f32 - w as f32 / 2.0;
            let fall = 1.0 - sensor.vignette * (dx * dx + dy * dy) / radius2;
            let bits = board_core::zobrist::splitmix64(noise_seed, i);
            // Sums of a few bytes approximate normal numbers with mean zero, shared in part by the channels.
            let byte = |s: u32| (bits >> s) as u8;
            let sum = |a, b| (u32::from(byte(a)) + u32::from(byte(b))) as f32 * (1.0 / 255.0) - 1.0;
            let shared = 1.4 * sum(0, 8);
            pixel.0 = std::array::from_fn(|k| {
                let grain = shared + sum(16 + 8 * k as u32, 40 + 8 * k as u32);
                (curve.at(colour[k] * fall) + sensor.noise * grain) as u8
            });
        }
    }
    image
}

/// Encodes a picture as JPEG, with the colours of every pixel.
pub(crate) fn jpeg(image: &RgbImage, quality: u8) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut encoder = Encoder::new(&mut bytes, quality);
    encoder.set_sampling_factor(SamplingFactor::F_1_1);
    // Writing to memory cannot fail, and no scene's photo has a side above 12,000 pixels.
    let [w, h] = [image.width(), image.height()].map(|side| side as u16);
    let _ = encoder.encode(image.as_raw(), w, h, ColorType::Rgb);
    bytes
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_is_the_curve_to_a_thousandth_of_a_level() {
        let curve = ToneCurve::new();
        let lights = (0..200_000).map(|i| i as f32 * 3e-5);
        let small = (1..40).map(|i| 2.0_f32.powi(-i) * 1.37);
        for light in lights.chain(small) {
            let off = curve.at(light) - tone(light);
            assert!(off.abs() < 1e-3, "{light}: {off}");
        }
        assert_eq!(curve.at(-1.0), 0.0);
    }
}
