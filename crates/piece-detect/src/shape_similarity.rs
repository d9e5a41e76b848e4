//! Compares the shapes of objects on the squares of one photo: men of one side are similar, creases and reflections are
//! not.

use board_geom::View;

use crate::gradients::{Gradients, middle};

/// Radius of the compared area, and its greatest offset from the centre, in steps of 1 / [`STEPS`] squares.
const REACH: i32 = 13;
const OFF: i32 = 5;
const STEPS: f32 = 32.0;
/// Side, in steps, of the window cut out of a view for each square.
const SIDE: i32 = 2 * (REACH + OFF) + 1;
/// Gradients of this multiple of the noise have half weight.
const CLEAR: f32 = 1.5;
/// Rounds of alignment.
const ROUNDS: usize = 4;

/// For each of these squares, the similarity of its object to the mean of the other squares: the correlation of their
/// edges at the best offset from the centre, at most 1. `weights` are the weights of the squares in the mean.
///
/// Edges are directions of gradients. Faint edges weigh nearly as much as clear ones, so that neither a reflection nor
/// a bright crease dominates. The mean, and the offsets at which the squares fit it best, are computed in alternation.
pub(crate) fn shape_similarity(
    view: &View,
    squares: &[usize],
    gradients: &Gradients,
    weights: &[f32],
) -> Vec<f32> {
    let windows = windows(view, squares, gradients);
    let disc: Vec<usize> = (0..(2 * REACH + 1).pow(2))
        .map(|i| (i % (2 * REACH + 1), i / (2 * REACH + 1)))
        .filter(|(x, y)| (x - REACH).pow(2) + (y - REACH).pow(2) <= REACH * REACH)
        .map(|(x, y)| (y * SIDE + x) as usize)
        .collect();
    let offs = (0..=2 * OFF).flat_map(|y| (0..=2 * OFF).map(move |x| (y * SIDE + x) as usize));
    align(&windows, weights, &disc, &offs.collect::<Vec<_>>())
}

/// The directions of the edges around the centre of each square, row by row.
fn windows(view: &View, squares: &[usize], gradients: &Gradients) -> Vec<Vec<[f32; 2]>> {
    let noise = CLEAR * gradients.noise;
    let edges = gradients.map(|gradient| {
        let [x, y] = [gradient[0], gradient[3]];
        [x, y].map(|v| v / (x.hypot(y) + noise))
    });
    let window = |&square: &usize| {
        let (x, y) = middle(view, square);
        let step = |i: i32| view.layout.pitch * (i - REACH - OFF) as f32 / STEPS;
        let steps = (0..SIDE * SIDE).map(|i| *edges.at(x + step(i % SIDE), y + step(i / SIDE)));
        steps.collect()
    };
    squares.iter().map(window).collect()
}

/// Aligns each window with the weighted mean of the others and returns its correlation with that mean. `disc` holds the
/// indices of the compared points in a window, `offs` those of the possible positions of the first point.
fn align(windows: &[Vec<[f32; 2]>], weights: &[f32], disc: &[usize], offs: &[usize]) -> Vec<f32> {
    let norms = windows.iter().map(|window| {
        let norm = |&off: &usize| {
            let points = disc.iter().map(|&i| window[i + off]);
            points.map(|[x, y]| x * x + y * y).sum::<f32>().sqrt()
        };
        offs.iter().map(norm).collect()
    });
    let norms: Vec<Vec<f32>> = norms.collect();
    let mut aligned = vec![offs.len() / 2; windows.len()];
    let mut similarity = vec![0.0; windows.len()];
    for _ in 0..ROUNDS {
        let mut sum = vec![[0.0_f32; 2]; disc.len()];
        for ((window, weight), &off) in windows.iter().zip(weights).zip(&aligned) {
            add(&mut sum, *weight, window, disc, offs[off]);
        }
        for (n, window) in windows.iter().enumerate() {
            let mut sum = sum.clone();
            add(&mut sum, -weights[n], window, disc, offs[aligned[n]]);
            let norm = sum.iter().map(|[x, y]| x * x + y * y).sum::<f32>().sqrt();
            let fits = offs.iter().zip(&norms[n]).map(|(&off, own)| {
                let pairs = disc.iter().zip(&sum).map(|(&i, s)| (window[i + off], s));
                let product: f32 = pairs.map(|(c, s)| c[0] * s[0] + c[1] * s[1]).sum();
                product / (own * norm).max(1e-3)
            });
            let best = fits.enumerate().max_by(|a, b| a.1.total_cmp(&b.1));
            (aligned[n], similarity[n]) = best.unwrap_or((aligned[n], 0.0));
        }
    }
    similarity
}

/// Adds the points of a window at an offset to a weighted sum.
fn add(sum: &mut [[f32; 2]], weight: f32, window: &[[f32; 2]], disc: &[usize], off: usize) {
    for (sum, &i) in sum.iter_mut().zip(disc) {
        for (sum, v) in sum.iter_mut().zip(window[i + off]) {
            *sum += weight * v;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::gradients::drawn;
    use board_geom::ViewLayout;
    use image::RgbImage;

    #[test]
    fn rings_are_alike_and_strokes_are_not() {
        let view = drawn(|[c, r], [col, row], _| {
            // Each slightly off centre, in different light.
            let (dx, dy) = (c - col - 0.02 * col + 0.07, r - row + 0.1 - 0.03 * row);
            let light = 8.0 * col;
            let v = match row as usize {
                0 | 2 if dx.hypot(dy) < 0.32 => 60.0 + light + 5.0 * (dx.hypot(dy) * 50.0).sin(),
                4 if (dy - 0.5 * dx).abs() < 0.06 => 190.0,
                5 if dx + dy > 0.0 => 95.0,
                _ => 68.0 + light,
            };
            [v as u8; 3]
        });
        let squares: Vec<usize> = (0..64).collect();
        let gradients = Gradients::of(&view, &squares);
        // A single ring has no partner to be similar to; nor does a crease resemble a ring.
        let known = |s: usize| (matches!(s / 8, 0 | 2) && s != 3) || s == 36;
        let others: Vec<f32> = (0..64).map(|s| f32::from(u8::from(known(s)))).collect();
        let alike = shape_similarity(&view, &squares, &gradients, &others);
        let row = |n: usize| alike[8 * n..8 * n + 8].iter().copied();
        let least = row(0).chain(row(2)).fold(1.0, f32::min);
        for n in [1, 3, 4, 5, 6, 7] {
            for (col, v) in row(n).enumerate() {
                assert!(v < least - 0.1, "({col}, {n}): {v}, rings from {least} on");
            }
        }
    }

    #[test]
    fn with_nothing_to_compare_nothing_is_alike() {
        let layout = ViewLayout::new(2, 2, 4.0);
        let (w, h) = layout.dimensions();
        let view = View {
            image: RgbImage::new(w, h),
            layout,
            camera: None,
        };
        let gradients = Gradients::of(&view, &[0, 3]);
        assert_eq!(
            shape_similarity(&view, &[0, 3], &gradients, &[0.0, 0.0]),
            [0.0, 0.0]
        );
        assert!(shape_similarity(&view, &[], &gradients, &[]).is_empty());
    }
}
