//! Reflections in a varnished or foiled board: bright windows with sharp edges, distorted where the surface is uneven.

use crate::camera::{Camera, V3, add, unit};
use crate::noise::{smooth2, uniform};

/// Windows in a room.
const WINDOWS: usize = 2;

/// The reflection of the room in the board.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Varnish {
    seed: u64,
    /// Brightness of a window.
    strength: f32,
    /// The windows, in the plane of height 1 that their light passes: centre, half sizes, and cosine and sine of their
    /// rotation.
    windows: [([f32; 2], [f32; 2], [f32; 2]); WINDOWS],
    /// Displacement of the reflection by unevenness, in the same plane.
    bumps: f32,
}

impl Varnish {
    /// Windows that a camera sees reflected in the board or beside it.
    pub(crate) fn new(strength: f32, camera: &Camera, size: usize, seed: u64) -> Self {
        let draw = |k: u64, low: f32, high: f32| low + (high - low) * uniform(seed, 110, k);
        let middle = 0.5 * (size as f32 - 1.0);
        let seen = mirrored(unit(add([middle, middle, 0.0], camera.place, -1.0)));
        // What is visible from one edge to the other.
        let reach = 0.5 * size as f32 / camera.place[2].max(0.5 * size as f32);
        let window = |i: u64| {
            let k = 10 * i;
            let place = [0, 1].map(|a| seen[a] + reach * draw(k + a as u64, -1.2, 1.2));
            let half = [2, 3].map(|a| reach * draw(k + a, 0.15, 0.8));
            let (sin, cos) = draw(k + 4, 0.0, 3.2).sin_cos();
            (place, half, [cos, sin])
        };
        Self {
            seed,
            strength,
            windows: [window(0), window(1)],
            bumps: reach * draw(9, 0.02, 0.25),
        }
    }

    /// The light reflected to the camera at a point of the board, along a ray from the camera.
    pub(crate) fn at(&self, c: f32, r: f32, ray: V3) -> f32 {
        if self.strength == 0.0 {
            return 0.0;
        }
        let bump = |k: u64| {
            let wave = |f: f32| smooth2(self.seed ^ k, f * c, f * r);
            self.bumps * (wave(0.4) + 0.5 * wave(1.3))
        };
        let [u, v] = mirrored(ray);
        let (u, v) = (u + bump(111), v + bump(112));
        let lit = self.windows.iter().map(|(place, half, [cos, sin])| {
            let (x, y) = (u - place[0], v - place[1]);
            let [x, y] = [cos * x + sin * y, cos * y - sin * x];
            let inside =
                |at: f32, half: f32| (1.0 + 12.0 * (1.0 - at.abs() / half)).clamp(0.0, 1.0);
            inside(x, half[0]) * inside(y, half[1])
        });
        self.strength * lit.fold(0.0, f32::max)
    }
}

/// The point of the plane of height 1 that light passes before a level mirror reflects it along a ray to the camera.
fn mirrored(ray: V3) -> [f32; 2] {
    let down = (-ray[2]).max(1e-3);
    [ray[0] / down, ray[1] / down]
}
