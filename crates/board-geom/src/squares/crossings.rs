//! Detects points where four squares of a chequered board meet: saddle points of the brightness, surrounded by light,
//! dark, light, dark.

use super::plane::Plane;

/// Samples on the ring around a crossing.
const RING: usize = 16;
/// Radius of the ring in pixels: beyond the blur, well inside the smallest squares.
const RADIUS: f32 = 4.5;
/// Most crossings kept, strongest first: a board of 10 × 10 squares has 81, the rest is background.
const MOST: usize = 700;
/// Least difference between light and dark on the ring, in grey levels.
const LEAST_CONTRAST: f32 = 5.0;
/// Least side of a plane in pixels.
const LEAST_SIDE: usize = 16;
/// Largest distance of a crossing from the pixel of its peak, in pixels along either axis.
const FARTHEST: f32 = 1.5;
/// Largest mean squared difference of opposite samples of the ring, in units of half its contrast.
const UNLIKE: f32 = 0.4;
/// Largest deviation of opposite light-dark changes from half a turn, in samples of the ring.
const BENT: f32 = 2.0;

/// A point where two straight borders between light and dark cross.
#[derive(Clone, Debug)]
pub(super) struct Crossing {
    /// Pixel position, with sub-pixel precision.
    pub(super) at: [f64; 2],
    /// Angles of the two borders, radians in 0..π.
    pub(super) borders: [f32; 2],
    /// Brightness around it minus its mean, in units of half the contrast; sample k lies at the angle 2πk/[`RING`].
    ring: [f32; RING],
}

impl Crossing {
    /// How clearly these quadrants are light and the two others dark (+1), or the reverse (−1).
    pub(super) fn polarity(&self, quadrants: &Quadrants) -> f64 {
        let [a, b, c, d] = quadrants.0.map(|(k, part)| {
            let (here, next) = (self.ring[k], self.ring[(k + 1) % RING]);
            f64::from(here * (1.0 - part) + next * part)
        });
        0.25 * (a + b - c - d)
    }
}

/// The quadrants between two directions `u` and `v`, and between −`u` and −`v`.
pub(super) struct Quadrants(
    /// The middles of these, then of the two other quadrants: a sample of the ring, and the part of the way from it to
    /// the next.
    [(usize, f32); 4],
);

impl Quadrants {
    pub(super) fn between(u: [f64; 2], v: [f64; 2]) -> Self {
        let unit = |d: [f64; 2]| {
            let length = (d[0] * d[0] + d[1] * d[1]).sqrt().max(1e-9);
            [d[0] / length, d[1] / length]
        };
        let (u, v) = (unit(u), unit(v));
        let place = |d: [f64; 2]| d[1].atan2(d[0]) * (RING as f64 / std::f64::consts::TAU);
        let on_ring = |place: f64| {
            let place = place.rem_euclid(RING as f64);
            (place as usize % RING, place.fract() as f32)
        };
        let own = place([u[0] + v[0], u[1] + v[1]]);
        let other = place([u[0] - v[0], u[1] - v[1]]);
        let half_turn = RING as f64 / 2.0;
        Self([own, own + half_turn, other, other + half_turn].map(on_ring))
    }
}

/// The crossings in `plane`, strongest first. `plane` should be blurred by about a pixel.
pub(super) fn find_crossings(plane: &Plane) -> Vec<Crossing> {
    let (w, h) = (plane.width, plane.height);
    if w.min(h) < LEAST_SIDE {
        return Vec::new();
    }
    let mut saddle = vec![0.0f32; w * h];
    for y in 1..h - 1 {
        for x in 1..w - 1 {
            let [dxx, dxy, dyy] = hessian(plane, x, y);
            saddle[y * w + x] = dxy * dxy - dxx * dyy;
        }
    }
    let edge = RADIUS.ceil() as usize + 1;
    let mut peaks = Vec::new();
    for y in edge..h - edge {
        for x in edge..w - edge {
            let s = saddle[y * w + x];
            if s > 1.0 && highest_around(&saddle, w, x, y) {
                peaks.push((s, x, y));
            }
        }
    }
    peaks.sort_by(|a, b| b.0.total_cmp(&a.0));
    peaks
        .into_iter()
        .filter_map(|(_, x, y)| crossing(plane, x, y))
        .take(MOST)
        .collect()
}

/// Second derivatives xx, xy, yy.
fn hessian(plane: &Plane, x: usize, y: usize) -> [f32; 3] {
    let c = 2.0 * plane.at(x, y);
    [
        plane.at(x + 1, y) - c + plane.at(x - 1, y),
        0.25 * (plane.at(x + 1, y + 1) + plane.at(x - 1, y - 1)
            - plane.at(x - 1, y + 1)
            - plane.at(x + 1, y - 1)),
        plane.at(x, y + 1) - c + plane.at(x, y - 1),
    ]
}

fn highest_around(values: &[f32], w: usize, x: usize, y: usize) -> bool {
    let own = values[y * w + x];
    (y - 2..=y + 2).all(|b| {
        (x - 2..=x + 2).all(|a| {
            let other = values[b * w + a];
            other < own || (other == own && (b, a) >= (y, x))
        })
    })
}

/// The crossing at a peak of the saddle strength, if its ring has four changes between light and dark, and similar
/// opposite sides. The ring follows S. Bennett and J. Lasenby, "ChESS – quick and robust detection of chess-board
/// features", CVIU 118, 2014.
fn crossing(plane: &Plane, x: usize, y: usize) -> Option<Crossing> {
    // The saddle point of the quadratic through the neighbours: gradient + Hessian · offset = 0.
    let [dxx, dxy, dyy] = hessian(plane, x, y);
    let dx = 0.5 * (plane.at(x + 1, y) - plane.at(x - 1, y));
    let dy = 0.5 * (plane.at(x, y + 1) - plane.at(x, y - 1));
    let det = dxx * dyy - dxy * dxy;
    let offset = [(dxy * dy - dyy * dx) / det, (dxy * dx - dxx * dy) / det];
    if !offset.iter().all(|o| o.abs() < FARTHEST) {
        return None;
    }
    let (cx, cy) = (x as f32 + offset[0], y as f32 + offset[1]);
    let mut ring = [0.0f32; RING];
    for (k, value) in ring.iter_mut().enumerate() {
        let (sin, cos) = (std::f32::consts::TAU * k as f32 / RING as f32).sin_cos();
        *value = plane.sample(cx + RADIUS * cos, cy + RADIUS * sin)?;
    }
    // The level between light and dark is the middle of the extremes, since squares seen at a slant cover unequal parts
    // of the ring.
    let high = ring.iter().copied().fold(f32::MIN, f32::max);
    let low = ring.iter().copied().fold(f32::MAX, f32::min);
    let (level, half) = (0.5 * (high + low), 0.5 * (high - low));
    if 2.0 * half < LEAST_CONTRAST {
        return None;
    }
    for value in &mut ring {
        *value = (*value - level) / half;
    }
    let unlike: f32 = (0..RING / 2)
        .map(|k| (ring[k] - ring[k + RING / 2]).powi(2))
        .sum();
    if unlike > UNLIKE * (RING / 2) as f32 {
        return None;
    }
    let changes: Vec<f32> = (0..RING)
        .filter_map(|k| {
            let (a, b) = (ring[k], ring[(k + 1) % RING]);
            ((a > 0.0) != (b > 0.0)).then(|| k as f32 + a / (a - b))
        })
        .collect();
    let &[a, b, c, d] = changes.as_slice() else {
        return None;
    };
    // Opposite changes belong to the same straight border.
    let half_turn = RING as f32 / 2.0;
    if (c - a - half_turn).abs() > BENT || (d - b - half_turn).abs() > BENT {
        return None;
    }
    let angle = |p: f32, q: f32| {
        (0.5 * (p + q - half_turn) * std::f32::consts::TAU / RING as f32)
            .rem_euclid(std::f32::consts::PI)
    };
    Some(Crossing {
        at: [f64::from(cx), f64::from(cy)],
        borders: [angle(a, c), angle(b, d)],
        ring,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use image::{Rgb, RgbImage};

    /// Squares of 20 pixels, crossings at multiples of 20 minus a half: halfway between pixels, where the quadratic
    /// through the neighbours is half a pixel off at worst.
    fn chequers() -> Plane {
        let photo = RgbImage::from_fn(100, 100, |x, y| {
            Rgb([if (x / 20 + y / 20) % 2 == 0 { 200 } else { 60 }; 3])
        });
        Plane::of(&photo, [0.0, 1.0, 0.0], 1.0)
    }

    #[test]
    fn the_crossings_of_a_drawn_board_are_found_with_their_polarity() {
        let found = find_crossings(&chequers());
        assert_eq!(found.len(), 16);
        for c in found {
            let number = c.at.map(|v| (v + 0.5) / 20.0);
            assert!(
                number.iter().all(|n| (n - n.round()).abs() < 0.025),
                "{number:?}"
            );
            let light = if (number[0] + number[1]).round() as i32 % 2 == 0 {
                1.0
            } else {
                -1.0
            };
            let polarity = c.polarity(&Quadrants::between([1.0, 0.0], [0.0, 1.0]));
            assert!(polarity * light > 0.8, "{polarity}");
            let mirrored = c.polarity(&Quadrants::between([1.0, 0.0], [0.0, -1.0]));
            assert!(mirrored * light < -0.8, "{mirrored}");
        }
    }

    #[test]
    fn edges_dots_and_plain_surfaces_are_no_crossings() {
        let draw = |f: &dyn Fn(u32, u32) -> bool| {
            let photo = RgbImage::from_fn(60, 60, |x, y| Rgb([if f(x, y) { 200 } else { 60 }; 3]));
            find_crossings(&Plane::of(&photo, [0.0, 1.0, 0.0], 1.0)).len()
        };
        assert_eq!(draw(&|_, _| true), 0);
        assert_eq!(draw(&|x, _| x < 30), 0);
        assert_eq!(draw(&|x, y| x < 30 && y < 30), 0);
        assert_eq!(
            draw(&|x, y| (25..35).contains(&x) && (25..35).contains(&y)),
            0
        );
        assert_eq!(draw(&|x, _| (28..31).contains(&x)), 0);
    }
}
