//! The light of a photo: lamp, drift, glare, and the shadows of people.

use crate::Lamp;
use crate::camera::{V3, unit};
use crate::noise::{smooth, uniform};

/// The light in one photo.
pub(crate) struct Light {
    /// Direction to the lamp.
    pub(crate) direction: V3,
    /// Linear colour of the lamp.
    pub(crate) colour: [f32; 3],
    /// Centre of the glare on the wood.
    glare_at: [f32; 2],
    /// A broad shadow: a line (normal and offset) and the depth of the shadow.
    people: ([f32; 2], f32, f32),
}

impl Light {
    /// The light of photo `index` on a board of `size` points a side.
    pub(crate) fn of(lamp: &Lamp, size: usize, seed: u64, index: usize) -> Self {
        let t = index as f32 / 40.0;
        let (a, e) = (
            (lamp.azimuth + 6.0 * smooth(seed, 30, t)).to_radians(),
            lamp.elevation.to_radians(),
        );
        let strength = lamp.strength * (1.0 + lamp.drift * smooth(seed, 31, t));
        let warm = lamp.warmth + 0.15 * smooth(seed, 32, t);
        let white = seen_white(lamp.kelvin, lamp.white_balance);
        let tint = [1.0 + 0.12 * warm, 1.0, 1.0 - 0.22 * warm];
        let size = size as f32;
        let wander = index as f32 / 15.0;
        let angle = 3.0 * smooth(seed, 33, wander / 4.0);
        Self {
            direction: unit([a.cos() * e.cos(), a.sin() * e.cos(), e.sin()]),
            colour: std::array::from_fn(|k| tint[k] * white[k] * strength),
            glare_at: [0, 1].map(|k| size * (0.3 + 0.4 * uniform(seed, 34, k))),
            people: (
                [angle.cos(), angle.sin()],
                size * (0.75 + 0.5 * smooth(seed, 35, wander)),
                lamp.people * (0.5 + 0.5 * smooth(seed, 36, wander)).max(0.0),
            ),
        }
    }

    /// Fraction of the light that the shadows of people leave at a point of the board.
    pub(crate) fn people(&self, c: f32, r: f32) -> f32 {
        let (normal, offset, depth) = self.people;
        let d = c * normal[0] + r * normal[1] - offset * 0.7;
        1.0 - depth * (0.5 + d / 6.0).clamp(0.0, 1.0)
    }

    /// Strength of the glare at a point of a board with `size` points a side, 0..1.
    pub(crate) fn glare(&self, c: f32, r: f32, size: usize) -> f32 {
        let [gx, gy] = self.glare_at;
        let far = ((c - gx).powi(2) + (r - gy).powi(2)) / (0.05 * (size * size) as f32);
        // Most of the board: less than a millionth.
        if far > 14.0 { 0.0 } else { (-far).exp() }
    }
}

/// The linear colour of white in light of `kelvin`, after the camera's white balance has removed a fraction of the
/// difference from daylight of 6500 K.
fn seen_white(kelvin: f32, white_balance: f32) -> [f32; 3] {
    let (here, daylight) = (black_body(kelvin), black_body(6500.0));
    std::array::from_fn(|k| (here[k] / daylight[k]).powf(1.0 - white_balance))
}

/// Linear sRGB of a black body, with luminance 1: the Planckian locus in Krystek's form ("An algorithm to calculate
/// correlated colour temperature", 1985).
fn black_body(kelvin: f32) -> [f32; 3] {
    let t = kelvin;
    let u = (0.860_117_8 + 1.541_182e-4 * t + 1.286_412e-7 * t * t)
        / (1.0 + 8.424_202e-4 * t + 7.081_452e-7 * t * t);
    let v = (0.317_398_73 + 4.228_062e-5 * t + 4.204_817e-8 * t * t)
        / (1.0 - 2.897_418e-5 * t + 1.614_56e-7 * t * t);
    // CIE 1960 (u, v) to X and Z for Y = 1.
    let (x, z) = (1.5 * u / v, (2.0 - 0.5 * u - 5.0 * v) / v);
    let rows = [
        [3.2406, -1.5372, -0.4986],
        [-0.9689, 1.8758, 0.0415],
        [0.0557, -0.2040, 1.0570],
    ];
    rows.map(|[a, b, c]: [f32; 3]| (a * x + b + c * z).max(0.01))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bulbs_are_yellow_and_a_white_balance_takes_it_out() {
        assert_eq!(seen_white(6500.0, 0.0), [1.0; 3]);
        let [r, g, b] = seen_white(2700.0, 0.0);
        assert!(r > 1.5 && r < 2.2 && g < 1.0 && b < 0.3, "{r} {g} {b}");
        assert_eq!(seen_white(2700.0, 1.0), [1.0; 3]);
        let [cold, _, blue] = seen_white(9000.0, 0.0);
        assert!(cold < 1.0 && blue > 1.0);
    }
}
