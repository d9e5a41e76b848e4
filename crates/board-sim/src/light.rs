//! The lamp of one photo, with its drift, its glare, and the shadows of people.

use crate::Lamp;
use crate::camera::{V3, unit};
use crate::noise::{smooth, uniform};

/// The light in one photo.
pub(crate) struct Light {
    /// Towards the lamp.
    pub(crate) direction: V3,
    /// Linear colour of the lamp.
    pub(crate) colour: [f32; 3],
    /// Middle of the glare on the wood.
    glare_at: [f32; 2],
    /// A broad shadow: a line (normal and offset) and its depth.
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
        let size = size as f32;
        let wander = index as f32 / 15.0;
        let angle = 3.0 * smooth(seed, 33, wander / 4.0);
        Self {
            direction: unit([a.cos() * e.cos(), a.sin() * e.cos(), e.sin()]),
            colour: [1.0 + 0.12 * warm, 1.0, 1.0 - 0.22 * warm].map(|v| v * strength),
            glare_at: [0, 1].map(|k| size * (0.3 + 0.4 * uniform(seed, 34, k))),
            people: (
                [angle.cos(), angle.sin()],
                size * (0.75 + 0.5 * smooth(seed, 35, wander)),
                lamp.people * (0.5 + 0.5 * smooth(seed, 36, wander)).max(0.0),
            ),
        }
    }

    /// What the shadows of people leave of the light at a place on the board.
    pub(crate) fn people(&self, c: f32, r: f32) -> f32 {
        let (normal, offset, depth) = self.people;
        let d = c * normal[0] + r * normal[1] - offset * 0.7;
        1.0 - depth * (0.5 + d / 6.0).clamp(0.0, 1.0)
    }

    /// The patch of glare at a place on a board of `size` points a side, 0..1.
    pub(crate) fn glare(&self, c: f32, r: f32, size: usize) -> f32 {
        let [gx, gy] = self.glare_at;
        let far = ((c - gx).powi(2) + (r - gy).powi(2)) / (0.05 * (size * size) as f32);
        (-far).exp()
    }
}
