//! The pinhole camera: board coordinates with height to pixels, and pixels to rays.

use crate::noise::{normal, smooth};
use crate::{CameraPlace, PhotoFormat};

pub(crate) type V3 = [f32; 3];

pub(crate) fn dot(a: V3, b: V3) -> f32 {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

pub(crate) fn add(a: V3, b: V3, s: f32) -> V3 {
    [a[0] + s * b[0], a[1] + s * b[1], a[2] + s * b[2]]
}

pub(crate) fn unit(a: V3) -> V3 {
    let n = dot(a, a).sqrt().max(1e-9);
    a.map(|v| v / n)
}

fn cross(a: V3, b: V3) -> V3 {
    [
        a[1] * b[2] - a[2] * b[1],
        a[2] * b[0] - a[0] * b[2],
        a[0] * b[1] - a[1] * b[0],
    ]
}

/// What must fit into the picture, in grid units.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Extent {
    /// Number of points a side, one unit apart.
    pub(crate) size: usize,
    /// Width of the board beyond the outermost points.
    pub(crate) margin: f32,
    /// Height of the pieces.
    pub(crate) height: f32,
}

/// A camera in board coordinates: column right, row down, height up.
#[derive(Clone, Debug)]
pub(crate) struct Camera {
    pub(crate) place: V3,
    right: V3,
    down: V3,
    forward: V3,
    focal: f32,
    centre: [f32; 2],
    /// Half the diagonal of the photo, in pixels.
    radius: f32,
    k1: f32,
    /// Ratio of the undistorted to the distorted distance from the centre, by the square of the distorted distance;
    /// [`LENS_STEPS`] steps for one half diagonal.
    lens: Vec<f32>,
}

/// Steps of the lens table; with linear interpolation, rays are exact to single precision.
const LENS_STEPS: f32 = 1024.0;

impl Camera {
    /// The camera of photo `index`: the scene's camera with drift, shake and bump, aimed at the board again in each
    /// photo.
    pub(crate) fn of(
        c: &CameraPlace,
        photo: &PhotoFormat,
        board: Extent,
        seed: u64,
        index: usize,
    ) -> Self {
        Self::aimed(c, photo, board, displacement(c, seed, index))
    }

    /// The camera of photo `index`: aimed at the board once, then moved by drift, shake and bump.
    pub(crate) fn fixed(
        c: &CameraPlace,
        photo: &PhotoFormat,
        board: Extent,
        seed: u64,
        index: usize,
    ) -> Self {
        let mut camera = Self::aimed(c, photo, board, [0.0; 2]);
        let [dx, dy] = displacement(c, seed, index);
        camera.place = add(camera.place, [dx, dy, 0.0], 1.0);
        camera
    }

    fn aimed(c: &CameraPlace, photo: &PhotoFormat, board: Extent, aside: [f32; 2]) -> Self {
        let last = (board.size - 1) as f32;
        let middle = last / 2.0;
        let span = last + 2.0 * board.margin;
        let (tilt, azimuth) = (c.tilt.to_radians(), c.azimuth.to_radians());
        let distance = c.distance * span;
        let back = [
            azimuth.sin() * tilt.sin(),
            azimuth.cos() * tilt.sin(),
            tilt.cos(),
        ];
        let aim = [middle + aside[0], middle + aside[1], 0.0];
        let place = add(aim, back, distance);
        let forward = back.map(|v| -v);
        // Rows run away from the viewer's bottom edge: "up" in the photo is towards row 0.
        let up = [
            -azimuth.sin() * tilt.cos(),
            -azimuth.cos() * tilt.cos(),
            tilt.sin(),
        ];
        let down0 = up.map(|v| -v);
        // The board's axes are left-handed (height up, rows down): take the cross product that points right.
        let right0 = cross(down0, forward).map(|v| -v);
        let roll = c.roll.to_radians();
        let right = unit(add(right0.map(|v| v * roll.cos()), down0, roll.sin()));
        let down = unit(add(down0.map(|v| v * roll.cos()), right0, -roll.sin()));
        let (w, h) = (photo.width as f32, photo.height as f32);
        let mut camera = Self {
            place,
            right,
            down,
            forward,
            focal: 1.0,
            centre: [(w - 1.0) / 2.0, (h - 1.0) / 2.0],
            radius: w.hypot(h) / 2.0,
            k1: 0.0,
            lens: Vec::new(),
        };
        camera.fill(board, c.fill, [w, h]);
        camera.k1 = c.k1;
        let squares = (0..=LENS_STEPS as usize + 1).map(|i| i as f32 / LENS_STEPS);
        camera.lens = squares
            .map(|square| share_without_lens(c.k1, square))
            .collect();
        camera
    }

    /// Sets focal length and aim so that the outline of the board fills the fraction `fill` of a photo of `w` × `h`
    /// pixels.
    fn fill(&mut self, board: Extent, fill: f32, [w, h]: [f32; 2]) {
        let edge = [-board.margin, (board.size - 1) as f32 + board.margin];
        let height = [0.0, board.height];
        let outline: Vec<[f32; 2]> = (0..8)
            .map(|i| self.project([edge[i & 1], edge[i >> 1 & 1], height[i >> 2]]))
            .collect();
        let range = |k: usize| {
            outline
                .iter()
                .map(|p| p[k])
                .fold((f32::MAX, f32::MIN), |(a, b), v| (a.min(v), b.max(v)))
        };
        let ((x0, x1), (y0, y1)) = (range(0), range(1));
        self.focal = fill * (w / (x1 - x0)).min(h / (y1 - y0));
        let off = |a: f32, b: f32, centre: f32| (0.5 * (a + b) - centre) * self.focal;
        let (dx, dy) = (off(x0, x1, self.centre[0]), off(y0, y1, self.centre[1]));
        // Rotate the camera instead of shifting the picture, so that the principal point stays in the centre.
        self.forward = unit(add(
            add(self.forward, self.right, dx / self.focal),
            self.down,
            dy / self.focal,
        ));
        self.right = unit(add(
            self.right,
            self.forward,
            -dot(self.right, self.forward),
        ));
        self.down = unit(add(
            add(self.down, self.forward, -dot(self.down, self.forward)),
            self.right,
            -dot(self.down, self.right),
        ));
    }

    /// The pixel of a point in space.
    pub(crate) fn project(&self, p: V3) -> [f32; 2] {
        let d = add(p, self.place, -1.0);
        let z = dot(d, self.forward).max(1e-3);
        let (x, y) = (
            self.focal * dot(d, self.right) / z,
            self.focal * dot(d, self.down) / z,
        );
        let r2 = (x * x + y * y) / (self.radius * self.radius);
        let s = 1.0 + self.k1 * r2;
        [self.centre[0] + x * s, self.centre[1] + y * s]
    }

    /// Pixels a grid unit at a point in space.
    pub(crate) fn scale(&self, p: V3) -> f32 {
        self.focal / dot(add(p, self.place, -1.0), self.forward).max(1e-3)
    }

    /// Depth of a point in space in front of the camera, in grid units.
    pub(crate) fn depth(&self, p: V3) -> f32 {
        dot(add(p, self.place, -1.0), self.forward)
    }

    /// The rays through the pixels of row `y` of a photo `width` pixels wide.
    pub(crate) fn rays(&self, y: u32, width: u32) -> Vec<V3> {
        (0..width).map(|x| self.ray(x as f32, y as f32)).collect()
    }

    /// Direction of the ray through a pixel, with depth 1.
    pub(crate) fn ray(&self, x: f32, y: f32) -> V3 {
        let (dx, dy) = (x - self.centre[0], y - self.centre[1]);
        if self.k1 == 0.0 {
            let (dx, dy) = (dx / self.focal, dy / self.focal);
            return add(add(self.forward, self.right, dx), self.down, dy);
        }
        let at = (dx * dx + dy * dy) / (self.radius * self.radius) * LENS_STEPS;
        let i = (at as usize).min(self.lens.len() - 2);
        let (low, high) = (self.lens[i], self.lens[i + 1]);
        let s = (low + (at - i as f32) * (high - low)) / self.focal;
        add(add(self.forward, self.right, dx * s), self.down, dy * s)
    }
}

/// The ratio of the undistorted to the distorted distance from the centre; `square` is the square of the distorted
/// distance in half diagonals.
fn share_without_lens(k1: f32, square: f32) -> f32 {
    let k = k1 * square;
    let mut share = 1.0;
    for _ in 0..4 {
        share -=
            (share + k * share * share * share - 1.0) / (1.0 + 3.0 * k * share * share).max(0.1);
    }
    share
}

/// Displacement of the camera of photo `index`, in grid units on the board.
fn displacement(c: &CameraPlace, seed: u64, index: usize) -> [f32; 2] {
    let t = index as f32 / 50.0;
    let bumped = c.nudge_at > 0 && index >= c.nudge_at as usize;
    [0u64, 1].map(|k| {
        let bump = if k == 0 { 0.8 } else { -0.6 };
        c.drift * smooth(seed, 20 + k, t)
            + c.shake * normal(seed, 22 + k, index as u64)
            + if bumped { c.nudge * bump } else { 0.0 }
    })
}
