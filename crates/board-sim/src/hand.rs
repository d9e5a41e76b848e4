//! Hands and arms, drawn as capsules whose thickness depends on their height above the board.

use crate::HandPose;
use crate::camera::Camera;
use crate::noise::uniform;
use crate::texture::linear;

/// A rounded stroke in pixels.
#[derive(Clone, Copy, Debug)]
struct Capsule {
    a: [f32; 2],
    b: [f32; 2],
    radius: f32,
    /// Depth of its ends in front of the camera.
    depth: [f32; 2],
    colour: [f32; 3],
}

/// Size of a hand relative to the board, and the height it must clear.
#[derive(Clone, Copy, Debug)]
pub(crate) struct HandSize {
    /// Grid units in 23 mm, the line spacing of a Go board.
    pub(crate) scale: f32,
    /// Height of the pieces that the fingers hold, in grid units.
    pub(crate) lift: f32,
    /// Colour of painted nails, 0–255 sRGB.
    pub(crate) nails: Option<[u8; 3]>,
}

/// A hand in a photo.
#[derive(Clone, Debug)]
pub(crate) struct Hand {
    capsules: Vec<Capsule>,
    /// Painted nails, which are drawn over everything else.
    nails: Vec<Capsule>,
    /// Capsules of the shadow on the board: positions and radii in grid units.
    shadow: Vec<([f32; 2], [f32; 2], f32)>,
    /// Bounding box of the shadow on the board: least and greatest column and row.
    shadow_bounds: [[f32; 2]; 2],
    /// Bounding box in pixels: least and greatest x and y.
    bounds: [[f32; 2]; 2],
}

/// How far a shadow reaches around its capsule, in radii.
const SHADOW: f32 = 1.5;

/// The box around capsules: ends and radii.
fn bounding(capsules: impl Iterator<Item = ([f32; 2], [f32; 2], f32)> + Clone) -> [[f32; 2]; 2] {
    [0, 1].map(|k| {
        let ends = capsules
            .clone()
            .map(|(a, b, radius)| [a[k].min(b[k]) - radius, a[k].max(b[k]) + radius]);
        ends.fold([f32::MAX, f32::MIN], |[low, high], [a, b]| {
            [low.min(a), high.max(b)]
        })
    })
}

fn is_inside([[left, right], [top, bottom]]: [[f32; 2]; 2], x: f32, y: f32) -> bool {
    (left..=right).contains(&x) && (top..=bottom).contains(&y)
}

/// Skin and sleeve colours, linear 0..1.
const SKINS: [[f32; 3]; 4] = [
    [0.80, 0.52, 0.40],
    [0.62, 0.38, 0.27],
    [0.28, 0.15, 0.09],
    [0.88, 0.62, 0.50],
];
const SLEEVES: [[f32; 3]; 6] = [
    [0.02, 0.02, 0.03],
    [0.75, 0.75, 0.78],
    [0.05, 0.10, 0.30],
    [0.35, 0.04, 0.04],
    [0.20, 0.22, 0.18],
    [0.45, 0.33, 0.18],
];

/// The position on the board of the shadow of a point in space.
fn fall(p: [f32; 3], lamp: [f32; 3]) -> [f32; 2] {
    let s = p[2] / lamp[2].max(0.2);
    [p[0] - lamp[0] * s, p[1] - lamp[1] * s]
}

impl Hand {
    pub(crate) fn new(
        camera: &Camera,
        pose: &HandPose,
        size: HandSize,
        lamp: [f32; 3],
        seed: u64,
    ) -> Self {
        let pick = |k: u64, n: usize| (uniform(seed, 40 + pose.person, k) * n as f32) as usize % n;
        let (skin, sleeve) = (SKINS[pick(0, 4)], SLEEVES[pick(1, 6)]);
        let (dc, dr) = (pose.from.cos(), pose.from.sin());
        // Along the arm from the fingertip, and across it, in grid units at a height.
        let at = |along: f32, across: f32, height: f32| {
            let (along, across) = (along * size.scale, across * size.scale);
            [
                pose.tip[0] + dc * along - dr * across,
                pose.tip[1] + dr * along + dc * across,
                height * size.scale + size.lift,
            ]
        };
        let mut strokes = vec![
            (at(2.0, -0.2, 1.0), at(3.6, 0.1, 1.6), 1.25, skin),
            (at(3.6, 0.1, 1.6), at(7.0, 0.5, 2.6), 0.85, skin),
            (at(6.4, 0.5, 2.6), at(30.0, 2.5, 4.0), 1.35, sleeve),
            (at(1.9, 0.9, 1.0), at(0.3, 0.35, 0.6), 0.36, skin),
        ];
        // Sideways offset of each finger, and distance of its tip from that of the hand.
        let fingers = [0.5, 0.0, 0.15, 0.7].into_iter().enumerate();
        let fingers = fingers.map(|(k, reach)| (-0.9 + 0.55 * k as f32, reach));
        strokes.extend(fingers.clone().map(|(spread, reach)| {
            let (root, tip) = (at(2.2, spread, 1.0), at(reach, 0.45 * spread, 0.6));
            (root, tip, 0.34, skin)
        }));
        let painted = size.nails.into_iter().flat_map(|paint| {
            fingers.clone().map(move |(spread, reach)| {
                let tip = at(reach, 0.45 * spread, 0.8);
                (
                    tip,
                    at(reach + 0.25, 0.5 * spread, 0.8),
                    0.24,
                    linear(paint),
                )
            })
        });
        let painted: Vec<_> = painted.collect();
        let capsules = |strokes: &[(_, _, f32, [f32; 3])]| {
            let drawn = strokes.iter().map(|&(a, b, radius, colour)| Capsule {
                a: camera.project(a),
                b: camera.project(b),
                radius: radius * size.scale * camera.scale(a),
                depth: [camera.depth(a), camera.depth(b)],
                colour,
            });
            drawn.collect()
        };
        let shadow: Vec<_> = strokes
            .iter()
            .map(|&(a, b, radius, _)| (fall(a, lamp), fall(b, lamp), radius * size.scale))
            .collect();
        let reaching = shadow.iter().map(|&(a, b, radius)| (a, b, SHADOW * radius));
        let shadow_bounds = bounding(reaching);
        let (capsules, nails): (Vec<Capsule>, Vec<Capsule>) =
            (capsules(&strokes), capsules(&painted));
        let drawn = capsules.iter().chain(&nails);
        let bounds = bounding(drawn.map(|c| (c.a, c.b, c.radius)));
        Self {
            capsules,
            nails,
            shadow,
            shadow_bounds,
            bounds,
        }
    }

    /// Linear colour and depth of the hand at a pixel; `None` if it does not cover it.
    pub(crate) fn at(&self, x: f32, y: f32) -> Option<([f32; 3], f32)> {
        if !is_inside(self.bounds, x, y) {
            return None;
        }
        nearest(&self.nails, x, y).or_else(|| nearest(&self.capsules, x, y))
    }

    /// Fraction of the light that the hand blocks at a point of the board, 0..1.
    pub(crate) fn shade(&self, c: f32, r: f32) -> f32 {
        let mut most = 0.0_f32;
        if !is_inside(self.shadow_bounds, c, r) {
            return most;
        }
        for &(a, b, radius) in &self.shadow {
            let (square, _) = distance([c, r], a, b);
            if square < (SHADOW * radius) * (SHADOW * radius) {
                let d = square.sqrt() - 0.6 * radius;
                most = most.max((1.0 - d / (0.9 * radius)).min(1.0));
            }
        }
        most
    }
}

/// Squared distance of a point from a line segment, and the position of the nearest point along it, 0..1.
fn distance(p: [f32; 2], a: [f32; 2], b: [f32; 2]) -> (f32, f32) {
    let (dx, dy) = (b[0] - a[0], b[1] - a[1]);
    let (px, py) = (p[0] - a[0], p[1] - a[1]);
    let t = ((px * dx + py * dy) / (dx * dx + dy * dy).max(1e-6)).clamp(0.0, 1.0);
    let (px, py) = (px - t * dx, py - t * dy);
    (px * px + py * py, t)
}

/// Linear colour and depth of the capsule with the nearest axis at a pixel.
fn nearest(capsules: &[Capsule], x: f32, y: f32) -> Option<([f32; 3], f32)> {
    let mut best: Option<(f32, [f32; 3], f32)> = None;
    for c in capsules {
        let beyond = |v: f32, a: f32, b: f32| (a.min(b) - v).max(v - a.max(b)) >= c.radius;
        if beyond(x, c.a[0], c.b[0]) || beyond(y, c.a[1], c.b[1]) {
            continue;
        }
        let (square, along) = distance([x, y], c.a, c.b);
        let d = square.sqrt() / c.radius;
        if d < 1.0 && best.is_none_or(|(b, ..)| d < b) {
            // Rounded: darker towards the rim.
            let shade = 0.45 + 0.55 * (1.0 - d * d).sqrt();
            let depth = c.depth[0] + along * (c.depth[1] - c.depth[0]);
            best = Some((d, c.colour.map(|v| v * shade), depth));
        }
    }
    best.map(|(_, colour, depth)| (colour, depth))
}
