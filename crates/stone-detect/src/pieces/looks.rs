use board_core::{Cell, Occupancy};
use nalgebra::{DMatrix, DVector};
use ndarray::Array3;

use super::Patches;
use super::change::unchanged;
use super::patch::{CELLS, CHANNELS, LENGTH};
use crate::{DetectError, Evidence};

/// What squares are known to hold: a frame and the content of each of its squares, `None` where it
/// is not known.
pub type Labels = [(usize, Vec<Option<Occupancy>>)];

/// Samples that count as much as the prior belief that cells do not depend on each other.
const INDEPENDENT: f32 = 600.0;
/// Photos of a bare square that count as much as all bare squares of its colour.
const OWN: f32 = 6.0;
/// Standard deviation of what lamps and shadows do to the lightness of a whole square, and to its
/// colour axes.
const SHADE: [f32; 3] = [6.0, 2.0, 2.0];
/// How fast a content becomes unlikely with its distance.
const SHARPNESS: f32 = 12.0;
/// A patch this many times as far from all looks as known ones are from theirs shows something else
/// as likely as any of them.
const STRANGE: f32 = 4.0;

/// How empty squares, white pieces and black pieces look on this board, under this lamp, from this
/// camera.
///
/// A linear discriminant (Fisher 1936) on patches, less the bare look of their square. Its
/// covariance is shrunk towards independent cells as far as samples are few, and widened by what
/// lamps and shadows do. Distances become costs through a heavy-tailed (Student) density, mixed with
/// one of things that are neither square nor piece, so that a sleeve over a square says little.
#[derive(Clone, Debug)]
pub struct Looks {
    /// Bare look of each square.
    bare: Vec<[f32; LENGTH]>,
    /// By content: mean patch in the whitened space.
    means: Vec<DVector<f32>>,
    /// Whitens: the distance of patches is the length of their difference in that space.
    whiten: DMatrix<f32>,
    /// The usual squared distance of a patch from its own look.
    usual: f32,
}

impl Looks {
    /// Learns from squares whose content is known.
    ///
    /// # Errors
    /// [`DetectError::NoViews`] when some content is not among the labels.
    pub fn fit(patches: &Patches, labels: &Labels) -> Result<Self, DetectError> {
        let samples = || {
            labels.iter().flat_map(|(frame, contents)| {
                let known = contents.iter().enumerate();
                known.filter_map(|(square, c)| Some((*frame, square, (*c)?)))
            })
        };
        let bare = bare_squares(patches, samples())?;
        let mut counts = [0.0_f32; 3];
        let mut means = vec![DVector::zeros(LENGTH); Occupancy::ALL.len()];
        let difference = |frame, square: usize| {
            let patch = patches.patch(frame, square);
            DVector::from_fn(LENGTH, |i, _| patch[i] - bare[square][i])
        };
        for (frame, square, content) in samples() {
            counts[content.index()] += 1.0;
            means[content.index()] += difference(frame, square);
        }
        if counts.contains(&0.0) {
            return Err(DetectError::NoViews);
        }
        for (mean, count) in means.iter_mut().zip(counts) {
            *mean /= count;
        }
        let all: f32 = counts.iter().sum();
        let mut spread = DMatrix::<f32>::zeros(LENGTH, LENGTH);
        let mut block = DMatrix::<f32>::zeros(LENGTH, 64);
        let mut filled = 0;
        for (frame, square, content) in samples() {
            let off = difference(frame, square) - &means[content.index()];
            block.set_column(filled, &off);
            filled += 1;
            if filled == block.ncols() {
                spread.gemm(1.0, &block, &block.transpose(), 1.0);
                filled = 0;
            }
        }
        if filled > 0 {
            let part = block.columns(0, filled).into_owned();
            spread.gemm(1.0, &part, &part.transpose(), 1.0);
        }
        spread /= all;
        let floor = 0.05 * spread.diagonal().mean() + 1e-3;
        let keep = all / (all + INDEPENDENT);
        for i in 0..LENGTH {
            for j in 0..LENGTH {
                if i != j {
                    spread[(i, j)] *= keep;
                }
            }
            spread[(i, i)] += floor;
        }
        for shade in shades() {
            spread.ger(1.0, &shade, &shade, 1.0);
        }
        let cholesky = spread.cholesky().ok_or(DetectError::NoViews)?;
        let whiten = cholesky
            .l()
            .solve_lower_triangular(&DMatrix::identity(LENGTH, LENGTH))
            .ok_or(DetectError::NoViews)?;
        let means: Vec<_> = means.into_iter().map(|m| &whiten * m).collect();
        let mut looks = Looks {
            bare,
            means,
            whiten,
            usual: 1.0,
        };
        let mut own: Vec<f32> = samples()
            .map(|(frame, square, c)| looks.distances(patches, frame, square)[c.index()])
            .collect();
        looks.usual = crate::features::median(&mut own).max(1.0);
        Ok(looks)
    }

    /// Squared distances of a patch from the three looks.
    fn distances(&self, patches: &Patches, frame: usize, square: usize) -> [f32; 3] {
        let patch = patches.patch(frame, square);
        let bare = &self.bare[square];
        let off = DVector::from_fn(LENGTH, |i, _| patch[i] - bare[i]);
        let here = &self.whiten * off;
        core::array::from_fn(|k| (&here - &self.means[k]).norm_squared())
    }

    /// What every square of every photo shows.
    ///
    /// # Errors
    /// [`DetectError::NoViews`] when there is no patch.
    pub fn evidence(&self, patches: &Patches) -> Result<Evidence, DetectError> {
        let (frames, squares) = (patches.frames(), patches.squares());
        let mut costs = Array3::from_elem((frames, squares, 3), f32::NAN);
        for frame in 0..frames {
            for square in 0..squares {
                let distances = self.distances(patches, frame, square);
                for (k, distance) in distances.into_iter().enumerate() {
                    let own = (1.0 + distance / self.usual).powf(-SHARPNESS);
                    let strange = (1.0 + STRANGE).powf(-SHARPNESS);
                    costs[[frame, square, k]] = -(own + strange).ln();
                }
            }
        }
        let evidence = Evidence::new(costs).ok_or(DetectError::NoViews)?;
        Ok(evidence.with_unchanged(unchanged(patches)))
    }
}

/// The bare look of each square: its own where it was seen bare often, else that of its colour.
fn bare_squares(
    patches: &Patches,
    samples: impl Iterator<Item = (usize, usize, Occupancy)>,
) -> Result<Vec<[f32; LENGTH]>, DetectError> {
    let (squares, cols) = (patches.squares(), patches.cols());
    let mut own = vec![([0.0_f32; LENGTH], 0.0_f32); squares];
    let mut colour = [([0.0_f32; CHANNELS], 0.0_f32); 2];
    for (frame, square, content) in samples {
        if content != Occupancy::Empty {
            continue;
        }
        let patch = patches.patch(frame, square);
        own[square].1 += 1.0;
        for (sum, v) in own[square].0.iter_mut().zip(patch) {
            *sum += v;
        }
        let colour = &mut colour[(square % cols + square / cols) % 2];
        colour.1 += (CELLS * CELLS) as f32;
        for (i, v) in patch.into_iter().enumerate() {
            colour.0[i % CHANNELS] += v;
        }
    }
    if colour.iter().any(|c| c.1 == 0.0) {
        return Err(DetectError::NoViews);
    }
    let bare = own.into_iter().enumerate().map(|(square, (sum, count))| {
        let (total, cells) = colour[(square % cols + square / cols) % 2];
        core::array::from_fn(|i| {
            let usual = total[i % CHANNELS] / cells;
            // A few photos of one square hold its noise too.
            let count = if count < OWN { 0.0 } else { count };
            let own = if count > 0.0 { sum[i] } else { 0.0 };
            (own + OWN * usual) / (count + OWN)
        })
    });
    Ok(bare.collect())
}

/// What lamps and shadows do to a patch: shifts of a channel, even or along one axis.
fn shades() -> impl Iterator<Item = DVector<f32>> {
    let axis = |n: usize| 2.0 * n as f32 / (CELLS - 1) as f32 - 1.0;
    (0..3).flat_map(move |channel| {
        (0..3).map(move |kind| {
            DVector::from_fn(LENGTH, |i, _| {
                let cell = i / CHANNELS;
                let form = match kind {
                    0 => 1.0,
                    1 => axis(cell % CELLS),
                    _ => axis(cell / CELLS),
                };
                if i % CHANNELS == channel {
                    SHADE[channel] * form
                } else {
                    0.0
                }
            })
        })
    })
}
