//! The appearance of empty squares.

use crate::DetectError;
use crate::context::shade;
use crate::patch::{CELLS, CHANNELS, LENGTH, less};
use crate::patches::Patches;
use crate::samples::Sample;
use crate::stats::median;

/// Weight, in photos, of the mean of all empty squares of a shade against that of a single square.
const OWN: f32 = 6.0;
/// An empty square differs from the mean of its shade by at most this multiple of the median difference.
const OFF: f32 = 4.0;

/// The appearance of each square when empty: its own mean if it was often empty, else mostly the mean of its shade.
/// With `clear`, only squares with nothing in front count.
pub(crate) fn empty_squares(
    patches: &Patches,
    samples: &[Sample],
    clear: bool,
) -> Result<Vec<[f32; LENGTH]>, DetectError> {
    let (squares, cols) = (patches.squares(), patches.cols());
    let mut own = vec![([0.0_f32; LENGTH], 0.0_f32); squares];
    let mut colour = [([0.0_f32; CHANNELS], 0.0_f32); 2];
    let bare = |s: &&Sample| s.context.content == 0 && !(clear && s.context.front != [0; 2]);
    for s in samples.iter().filter(bare) {
        let patch = patches.patch(s.frame, s.square);
        let own = &mut own[s.square];
        own.1 += 1.0;
        for (sum, v) in own.0.iter_mut().zip(patch) {
            *sum += v;
        }
        let colour = &mut colour[s.context.shade];
        colour.1 += (CELLS * CELLS) as f32;
        for (i, v) in patch.into_iter().enumerate() {
            colour.0[i % CHANNELS] += v;
        }
    }
    if colour.iter().any(|c| c.1 == 0.0) {
        return Err(DetectError::NoViews);
    }
    // The difference between each square that was often empty and the mean of its shade.
    let mean = |square: usize, i: usize| {
        let (total, cells) = colour[shade(square, cols)];
        total[i % CHANNELS] / cells
    };
    let off = own.iter().enumerate().map(|(square, (sum, count))| {
        core::array::from_fn(|i| match *count < OWN {
            true => 0.0,
            // A few photos of one square contain its noise, too.
            false => (sum[i] - count * mean(square, i)) / (count + OWN),
        })
    });
    let off: Vec<[f32; LENGTH]> = off.collect();
    // Squares of one shade are similar. A square that is labelled empty but differs much holds an overlooked piece.
    let most: [f32; CHANNELS] = core::array::from_fn(|channel| {
        let differences = off.iter().flatten().skip(channel).step_by(CHANNELS);
        let mut seen: Vec<f32> = differences.map(|d| d.abs()).filter(|d| *d > 0.0).collect();
        OFF * median(&mut seen)
    });
    let bare = off.into_iter().enumerate().map(|(square, off)| {
        core::array::from_fn(|i| {
            let most = most[i % CHANNELS].max(0.0);
            mean(square, i) + off[i].clamp(-most, most)
        })
    });
    Ok(bare.collect())
}

/// A patch minus the empty appearance of its square.
pub(crate) fn difference(patches: &Patches, bare: &[[f32; LENGTH]], s: &Sample) -> [f32; LENGTH] {
    less(patches.patch(s.frame, s.square), &bare[s.square])
}
