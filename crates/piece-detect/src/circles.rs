//! Finds the best circle on each square. Men have a round rim; creases, reflections and wood grain do not.

use core::f32::consts::TAU;

use board_geom::View;

use crate::gradients::{Field, Gradients, middle};

/// Radii, in squares: `RADII` of them from `LEAST` on, in steps of `STEP`.
const LEAST: f32 = 15.0 / 64.0;
const STEP: f32 = 1.0 / 64.0;
const RADII: usize = 16;
/// Largest difference in radius between men of one set, in steps.
const NEAR: usize = 2;
/// Largest offset of a circle from the centre of its square, in steps; size of a step, in squares.
const OFF: i32 = 5;
const OFF_STEP: f32 = 1.0 / 16.0;
/// Cost of a circle off the centre of its square, times the squared distance in squares: where nothing is round, the
/// centre wins.
const OFF_COST: f32 = 0.5;
/// Number of sampled points of a rim.
const RIM_POINTS: usize = 32;

/// The best circle of a square.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Circle {
    /// How clearly its rim is visible, about 0 to 1.
    pub(crate) roundness: f32,
    /// Offset of its centre from the centre of the square, in squares, to the right and down.
    pub(crate) off: [f32; 2],
}

const NONE: Circle = Circle {
    roundness: -1.0,
    off: [0.0; 2],
};

/// The best circle of each of these squares. All have nearly the same radius: the one at which the roundest quarter of
/// the squares has the clearest rims.
///
/// A rim is visible where colours change across the circle and not along it, however faint the change and whatever the
/// colours (a Hough transform along gradients, after Kimme, Ballard and Sklansky 1975). The angles of gradients are
/// doubled, so that light on dark and dark on light are equal (Bigün and Granlund 1987).
pub(crate) fn circles(view: &View, squares: &[usize], gradients: &Gradients) -> Vec<Circle> {
    let directions = gradients.map(|gradient| {
        let sum =
            |f: fn(f32, f32) -> f32| (0..3).map(|k| f(gradient[k], gradient[k + 3])).sum::<f32>();
        let all = sum(|x, y| x * x + y * y) + gradients.noise.powi(2);
        [
            sum(|x, y| x * x - y * y) / all,
            sum(|x, y| 2.0 * x * y) / all,
        ]
    });
    let of = |&square: &usize| of_square(&directions, view, square);
    let all: Vec<[Circle; RADII]> = squares.iter().map(of).collect();
    // The radius of the men on this board.
    let clearest = |k: usize| {
        let mut rims: Vec<f32> = all.iter().map(|circles| circles[k].roundness).collect();
        rims.sort_by(|a, b| b.total_cmp(a));
        rims.iter().take(squares.len().div_ceil(4)).sum::<f32>()
    };
    let best = (0..RADII).max_by(|&a, &b| clearest(a).total_cmp(&clearest(b)));
    let best = best.unwrap_or(0);
    let near = best.saturating_sub(NEAR)..(best + NEAR + 1).min(RADII);
    let most = |circles: &[Circle; RADII]| rounder(circles[near.clone()].iter().copied());
    all.iter().map(most).collect()
}

fn rounder(circles: impl Iterator<Item = Circle>) -> Circle {
    let best = circles.max_by(|a, b| a.roundness.total_cmp(&b.roundness));
    best.unwrap_or(NONE)
}

/// The best circle of a square, for each radius.
fn of_square(directions: &Field<[f32; 2]>, view: &View, square: usize) -> [Circle; RADII] {
    let pitch = view.layout.pitch;
    let (x, y) = middle(view, square);
    // Cosine and sine of the angle of each point of a rim, and of twice that angle.
    let points: [[f32; 4]; RIM_POINTS] = core::array::from_fn(|i| {
        let angle = TAU * i as f32 / RIM_POINTS as f32;
        let ((sin, cos), (sin2, cos2)) = (angle.sin_cos(), (2.0 * angle).sin_cos());
        [cos, sin, cos2, sin2]
    });
    core::array::from_fn(|k| {
        let radius = LEAST + STEP * k as f32;
        let offs = (-OFF..=OFF).flat_map(|j| (-OFF..=OFF).map(move |i| [i, j]));
        rounder(offs.map(|off| {
            let off = off.map(|n| OFF_STEP * n as f32);
            let edges = points.iter().map(|[cos, sin, cos2, sin2]| {
                let x = x + pitch * (off[0] + radius * cos);
                let [a, b] = directions.at(x, y + pitch * (off[1] + radius * sin));
                a * cos2 + b * sin2
            });
            let rim = edges.sum::<f32>() / RIM_POINTS as f32;
            let roundness = rim - OFF_COST * (off[0] * off[0] + off[1] * off[1]);
            Circle { roundness, off }
        }))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::gradients::drawn;
    use board_geom::ViewLayout;
    use image::RgbImage;

    #[test]
    fn discs_are_rounder_than_strokes_and_empty_squares() {
        let view = drawn(|[c, r], [col, row], [x, y]| {
            let off = (c - col - 0.1).hypot(r - row + 0.15);
            let noise = ((x * 31 + y * 17) % 5) as u8;
            match (col as usize, row as usize) {
                // Men in rows 0 and 2, nearly as dark as their squares.
                (1 | 3 | 5 | 7, 0 | 2) if off < 0.35 => [74 + noise, 68, 66],
                // A crease in row 4.
                (1 | 3 | 5 | 7, 4) if (r - row - 0.4 * (c - col)).abs() < 0.05 => [200 + noise; 3],
                (col, row) if (col + row) % 2 == 1 => [60 + noise, 60, 70],
                _ => [200 + noise, 190, 150],
            }
        });
        let squares: Vec<usize> = (0..64).filter(|s| (s % 8 + s / 8) % 2 == 1).collect();
        let circles = circles(&view, &squares, &Gradients::of(&view, &squares));
        let round: Vec<f32> = circles.iter().map(|c| c.roundness).collect();
        let row = |n: usize| {
            squares
                .iter()
                .zip(&round)
                .filter(move |(s, _)| **s / 8 == n)
        };
        let least = row(0).chain(row(2)).map(|(_, v)| *v).fold(1.0, f32::min);
        for n in [1, 3, 4, 5, 6, 7] {
            for (square, v) in row(n) {
                assert!(
                    *v < least - 0.1,
                    "square {square}: {v}, discs from {least} on"
                );
            }
        }
    }

    #[test]
    fn any_view_has_circles() {
        let layout = ViewLayout::new(2, 2, 4.0);
        let (w, h) = layout.dimensions();
        let view = View {
            image: RgbImage::new(w, h),
            layout,
            camera: None,
        };
        let circles = |squares: &[usize]| circles(&view, squares, &Gradients::of(&view, squares));
        assert!(circles(&[]).is_empty());
        assert!(circles(&[0, 3]).iter().all(|c| c.roundness.is_finite()));
    }
}
