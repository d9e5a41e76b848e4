//! How alike in shape things on squares are: men of one side look alike within a photo, creases and mirrored
//! windows do not look like them.

use board_geom::View;

use crate::slopes::{Slopes, middle};

/// How far what is compared reaches, and how far off the middle it may be, in steps of 1 / [`STEPS`]
/// squares.
const REACH: i32 = 13;
const OFF: i32 = 5;
const STEPS: f32 = 32.0;
/// Side of what is cut out of a view for a square, in steps.
const SIDE: i32 = 2 * (REACH + OFF) + 1;
/// Slopes of this many times those of the bare board count half.
const CLEAR: f32 = 1.5;
/// Rounds in which things are laid over each other.
const ROUNDS: usize = 4;

/// For each of these squares, how alike what lies there is to what lies on the `others`, itself left out:
/// the correlation of their edges at the best place near the middle, up to 1. `others` says how much each square
/// counts.
///
/// Edges are directions of slopes, faint ones nearly as good as clear ones, so that neither the light of a
/// mirrored window nor a bright crease outweighs the rest. What is compared with is the mean of all
/// others, each laid where it fits best, in turns.
pub(crate) fn likeness(
    view: &View,
    squares: &[usize],
    slopes: &Slopes,
    others: &[f32],
) -> Vec<f32> {
    let still = CLEAR * slopes.plain;
    let ways = slopes.map(|slope| {
        let [x, y] = [slope[0], slope[3]];
        [x, y].map(|v| v / (x.hypot(y) + still))
    });
    let cut = |&square: &usize| {
        let (x, y) = middle(view, square);
        let step = |i: i32| view.layout.pitch * (i - REACH - OFF) as f32 / STEPS;
        let steps = (0..SIDE * SIDE).map(|i| *ways.at(x + step(i % SIDE), y + step(i / SIDE)));
        steps.collect()
    };
    let cuts: Vec<Vec<[f32; 2]>> = squares.iter().map(cut).collect();
    let disc: Vec<usize> = (0..(2 * REACH + 1).pow(2))
        .map(|i| (i % (2 * REACH + 1), i / (2 * REACH + 1)))
        .filter(|(x, y)| (x - REACH).pow(2) + (y - REACH).pow(2) <= REACH * REACH)
        .map(|(x, y)| (y * SIDE + x) as usize)
        .collect();
    let offs = (0..=2 * OFF).flat_map(|y| (0..=2 * OFF).map(move |x| (y * SIDE + x) as usize));
    let offs: Vec<usize> = offs.collect();
    let lengths: Vec<Vec<f32>> = cuts
        .iter()
        .map(|cut| {
            let length = |&off: &usize| {
                let seen = disc.iter().map(|&i| cut[i + off]);
                seen.map(|[x, y]| x * x + y * y).sum::<f32>().sqrt()
            };
            offs.iter().map(length).collect()
        })
        .collect();
    let mut laid = vec![offs.len() / 2; cuts.len()];
    let mut alike = vec![0.0; cuts.len()];
    for _ in 0..ROUNDS {
        let mut sum = vec![[0.0_f32; 2]; disc.len()];
        for ((cut, weight), &laid) in cuts.iter().zip(others).zip(&laid) {
            add(&mut sum, *weight, cut, &disc, offs[laid]);
        }
        for (n, cut) in cuts.iter().enumerate() {
            let mut sum = sum.clone();
            add(&mut sum, -others[n], cut, &disc, offs[laid[n]]);
            let length = sum.iter().map(|[x, y]| x * x + y * y).sum::<f32>().sqrt();
            let fits = offs.iter().zip(&lengths[n]).map(|(&off, own)| {
                let pairs = disc.iter().zip(&sum).map(|(&i, s)| (cut[i + off], s));
                let product: f32 = pairs.map(|(c, s)| c[0] * s[0] + c[1] * s[1]).sum();
                product / (own * length).max(1e-3)
            });
            let best = fits.enumerate().max_by(|a, b| a.1.total_cmp(&b.1));
            (laid[n], alike[n]) = best.unwrap_or((laid[n], 0.0));
        }
    }
    alike
}

fn add(sum: &mut [[f32; 2]], weight: f32, cut: &[[f32; 2]], disc: &[usize], off: usize) {
    for (sum, &i) in sum.iter_mut().zip(disc) {
        for (sum, v) in sum.iter_mut().zip(cut[i + off]) {
            *sum += weight * v;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::slopes::drawn;
    use board_geom::ViewLayout;
    use image::RgbImage;

    #[test]
    fn rings_are_alike_and_strokes_are_not() {
        let view = drawn(|[c, r], [col, row], _| {
            // Each a little off, in another light.
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
        let slopes = Slopes::of(&view, &squares);
        // One ring is not known as one, and one crease is taken for a ring.
        let known = |s: usize| (matches!(s / 8, 0 | 2) && s != 3) || s == 36;
        let others: Vec<f32> = (0..64).map(|s| f32::from(u8::from(known(s)))).collect();
        let alike = likeness(&view, &squares, &slopes, &others);
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
        let slopes = Slopes::of(&view, &[0, 3]);
        assert_eq!(likeness(&view, &[0, 3], &slopes, &[0.0, 0.0]), [0.0, 0.0]);
        assert!(likeness(&view, &[], &slopes, &[]).is_empty());
    }
}
