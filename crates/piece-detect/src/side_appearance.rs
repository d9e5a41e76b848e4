//! The appearance model of photos from one side of the board.

use board_geom::parallel;
use nalgebra::{DMatrix, DVector, DVectorView};

use crate::DetectError;
use crate::chain::{Probabilities, marginals};
use crate::context::{ContextSums, SquareContext, shade};
use crate::empty_squares::{difference, empty_squares};
use crate::labels::SideLabels;
use crate::occlusion_direction::OcclusionDirection;
use crate::patch::{CELLS, CHANNELS, LENGTH, less};
use crate::patches::Patches;
use crate::samples::{Sample, samples, without_outliers};
use crate::stats::weighted_median;

/// Number of regions of the board in each direction.
const PARTS: usize = 4;

/// The region of a square; the squares of one region are far apart. A square is classified with the means of the other
/// regions only, since a wrong label would otherwise confirm itself.
pub(crate) fn part(square: usize, cols: usize) -> usize {
    square % cols % PARTS + PARTS * (square / cols % PARTS)
}

/// Weight, in samples, of the prior that the cells of a patch are independent.
const INDEPENDENT: f32 = 600.0;
/// Least variance of each component of a patch: a fraction of the mean variance, plus a constant.
const FLOOR: (f32, f32) = (0.05, 1e-3);
/// Standard deviation of the effect of light and shadows on the lightness and the colour axes of a whole square.
const SHADE: [f32; 3] = [6.0, 2.0, 2.0];
/// Exponent of the density of distances.
const SHARPNESS: f32 = 12.0;
/// Least squared distance of an outlier from each mean: this multiple of that of known patches from their means, and
/// this fraction of the squared distance of the two nearest means.
const OUTLIER: f32 = 4.0;
const OUTLIER_APART: f32 = 1.0 / 16.0;
/// Least probability of a content.
const LEAST_SHARE: f64 = 1e-6;

/// The appearance of the contents from one side of the board, alone and behind other pieces.
///
/// A linear discriminant (Fisher 1936) on patches minus the empty appearance of their squares.
///
/// - Seen at an angle, tall pieces cover parts of the squares behind them, so the mean also depends on what stands in
///   front of the square. Of all directions of the camera, the one that explains most variance is used.
/// - The covariance is shrunk towards independent cells while samples are few, and widened by the effects of light and
///   shadows.
/// - Distances become likelihoods by a heavy-tailed (Student) density mixed with one of outliers, so that a sleeve over
///   a square is weak evidence.
/// - The squares of one line are classified jointly.
#[derive(Clone, Debug)]
pub(crate) struct SideAppearance {
    /// Empty appearance of each square.
    bare: Vec<[f32; LENGTH]>,
    direction: OcclusionDirection,
    /// By [`part`]: the mean patch of the squares in other regions, in the whitened space; one column for each
    /// [`SquareContext`].
    means: Vec<DMatrix<f32>>,
    /// The whitening matrix: in the whitened space, distance is the length of a difference.
    whiten: DMatrix<f32>,
    /// Median squared distance of patches from their means, of the content that varies most.
    scale: f32,
    /// Multiple of [`scale`](Self::scale) from which patches are outliers.
    outlier: f32,
}

/// Number of patches in one matrix product.
const BLOCK: usize = 64;

impl SideAppearance {
    /// Fits the model to labelled squares.
    ///
    /// # Errors
    /// [`DetectError::NoViews`] if the labels lack a content.
    pub(crate) fn fit(patches: &Patches, labels: &SideLabels<'_>) -> Result<Self, DetectError> {
        let cols = patches.cols();
        let all = samples(labels, cols, OcclusionDirection::ALL[0]);
        let bare = empty_squares(patches, &all, false)?;
        let direction = likeliest_direction(patches, labels, &bare);
        let samples = without_outliers(patches, samples(labels, cols, direction));
        // On a crowded board every empty square may have something in front.
        let bare = empty_squares(patches, &samples, true).unwrap_or(bare);
        let mut counts = [0_usize; 3];
        let mut parts = vec![ContextSums::new(); PARTS * PARTS];
        let mut sums = ContextSums::new();
        for s in &samples {
            counts[s.context.content] += 1;
            let patch = difference(patches, &bare, s);
            sums.add(s.context, &patch, s.weight);
            parts[part(s.square, cols)].add(s.context, &patch, s.weight);
        }
        if counts.contains(&0) {
            return Err(DetectError::NoViews);
        }
        let spread = covariance(patches, &bare, &samples, &columns(&sums.means()));
        let cholesky = spread.cholesky().ok_or(DetectError::NoViews)?;
        let whiten = cholesky
            .l()
            .solve_lower_triangular(&DMatrix::identity(LENGTH, LENGTH))
            .ok_or(DetectError::NoViews)?;
        // All means of a region in one product, which is much faster than one after the other.
        let means = parallel::collect(parts.len(), 1, |some| {
            let of_others = parts[some].iter().map(|part| sums.without(part).means());
            let whitened = of_others.map(|means| &whiten * columns(&means));
            whitened.collect()
        });
        let mut model = Self {
            bare,
            direction,
            means,
            whiten,
            scale: 1.0,
            outlier: OUTLIER,
        };
        model.scale = model.median_distance(patches, &samples);
        model.outlier = OUTLIER.max(OUTLIER_APART * model.least_separation() / model.scale);
        Ok(model)
    }

    /// The median squared distance of the samples of a content from their means, for the content where it is largest;
    /// at least 1. Empty squares vary much less than pieces, especially in sharp photos.
    fn median_distance(&self, patches: &Patches, samples: &[Sample]) -> f32 {
        let median = |content| {
            let of_content = samples.iter().filter(|s| s.context.content == content);
            let of_content: Vec<&Sample> = of_content.collect();
            let distances = of_content.chunks(BLOCK).flat_map(|block| {
                let at: Vec<_> = block.iter().map(|s| (s.frame, s.square)).collect();
                let whitened = self.whitened(patches, &at);
                let distances = block.iter().zip(whitened.column_iter()).map(|(s, patch)| {
                    let mean = self.mean(part(s.square, patches.cols()), s.context);
                    (squared_distance(&patch, &mean), s.weight)
                });
                distances.collect::<Vec<_>>()
            });
            weighted_median(distances.collect())
        };
        let medians = parallel::collect(3, 1, |contents| contents.map(median).collect());
        medians.into_iter().fold(1.0, f32::max)
    }

    /// The squared distance of the two most similar contents, with nothing in front of them.
    fn least_separation(&self) -> f32 {
        let mean = |content, shade| {
            let front = [0, 0];
            let context = SquareContext {
                content,
                shade,
                front,
            };
            self.mean(0, context)
        };
        let pairs = [(0, 1), (0, 2), (1, 2)].into_iter();
        let pairs = pairs.flat_map(|pair| [0, 1].map(|shade| (pair, shade)));
        let apart = pairs.map(|((a, b), shade)| squared_distance(&mean(a, shade), &mean(b, shade)));
        apart.fold(f32::INFINITY, f32::min)
    }

    /// The direction of occlusion.
    pub(crate) fn direction(&self) -> OcclusionDirection {
        self.direction
    }

    /// The mean patch of a context in a region, in the whitened space.
    pub(crate) fn mean(&self, part: usize, context: SquareContext) -> DVectorView<'_, f32> {
        self.means[part].column(context.index())
    }

    /// The differences of patches, given as (frame, square), from their empty squares in the whitened space, one column
    /// each.
    pub(crate) fn whitened(&self, patches: &Patches, at: &[(usize, usize)]) -> DMatrix<f32> {
        let off = at
            .iter()
            .flat_map(|&(frame, square)| less(patches.patch(frame, square), &self.bare[square]));
        &self.whiten * DMatrix::from_iterator(LENGTH, at.len(), off)
    }

    /// The likelihood of a patch in the whitened space under each content, by the contents in front and in front of
    /// that.
    fn likelihoods(
        &self,
        patch: &DVectorView<'_, f32>,
        square: usize,
        patches: &Patches,
    ) -> [[Probabilities; 3]; 3] {
        let shade = shade(square, patches.cols());
        let means = &self.means[part(square, patches.cols())];
        let outlier = (1.0 + self.outlier).powf(-SHARPNESS);
        let likelihood = |content, front| {
            let context = SquareContext {
                content,
                shade,
                front,
            };
            let distance = squared_distance(patch, &means.column(context.index()));
            let own = (1.0 + distance / self.scale).powf(-SHARPNESS);
            f64::from(own + outlier)
        };
        core::array::from_fn(|c| {
            core::array::from_fn(|f| core::array::from_fn(|g| likelihood(c, [f, g])))
        })
    }

    /// The costs of the contents of the squares of a photo.
    pub(crate) fn costs(&self, patches: &Patches, frame: usize) -> Vec<[f32; 3]> {
        let (squares, cols) = (patches.squares(), patches.cols());
        let all: Vec<_> = (0..squares).map(|square| (frame, square)).collect();
        let seen = self.whitened(patches, &all);
        let mut costs = vec![[0.0; 3]; squares];
        for line in self.direction.lines(cols, squares / cols.max(1)) {
            let likelihoods = line
                .iter()
                .map(|&s| self.likelihoods(&seen.column(s), s, patches));
            let likelihoods: Vec<_> = likelihoods.collect();
            for (&square, shares) in line.iter().zip(marginals(&likelihoods)) {
                costs[square] = shares.map(|share| -share.max(LEAST_SHARE).ln() as f32);
            }
        }
        costs
    }
}

/// The squared distance of two patches, without a vector of their differences in between.
fn squared_distance(a: &DVectorView<'_, f32>, b: &DVectorView<'_, f32>) -> f32 {
    /// Sums side by side, which compilers turn into vector instructions.
    const LANES: usize = 16;
    let [(a, rest_of_a), (b, rest_of_b)] = [a, b].map(|v| v.as_slice().as_chunks::<LANES>());
    let mut sums = [0.0; LANES];
    for (a, b) in a.iter().zip(b) {
        for k in 0..LANES {
            sums[k] += (a[k] - b[k]) * (a[k] - b[k]);
        }
    }
    let rest = rest_of_a.iter().zip(rest_of_b);
    sums.iter().sum::<f32>() + rest.map(|(a, b)| (a - b) * (a - b)).sum::<f32>()
}

/// The direction in which the contents in front of squares explain most variance of the patches.
fn likeliest_direction(
    patches: &Patches,
    labels: &SideLabels<'_>,
    bare: &[[f32; LENGTH]],
) -> OcclusionDirection {
    let all = OcclusionDirection::ALL;
    let explained = |direction| {
        let samples = samples(labels, patches.cols(), direction);
        (direction, explained(patches, bare, &samples))
    };
    let explained = parallel::collect(all.len(), 1, |part| {
        all[part].iter().copied().map(explained).collect()
    });
    let best = explained.into_iter().max_by(|a, b| a.1.total_cmp(&b.1));
    best.map_or(all[0], |best| best.0)
}

/// The variance of lightness that the contexts of samples explain; comparable between groupings of the same patches.
fn explained(patches: &Patches, bare: &[[f32; LENGTH]], samples: &[Sample]) -> f64 {
    let mut sums = vec![([0.0_f32; CELLS * CELLS], 0.0_f32); SquareContext::COUNT];
    for s in samples {
        let (sum, count) = &mut sums[s.context.index()];
        *count += s.weight;
        let bare = bare[s.square].iter().step_by(CHANNELS);
        let cells = patches.lightness(s.frame, s.square).zip(bare);
        for (sum, (v, bare)) in sum.iter_mut().zip(cells) {
            *sum += s.weight * (v - bare);
        }
    }
    let some = sums.iter().filter(|(_, count)| *count > 0.0);
    let shares = some.map(|(sum, count)| {
        let squares = sum.iter().map(|v| f64::from(*v).powi(2));
        squares.sum::<f64>() / f64::from(*count)
    });
    shares.sum()
}

/// A matrix with a patch in each column.
fn columns(patches: &[[f32; LENGTH]]) -> DMatrix<f32> {
    DMatrix::from_column_slice(LENGTH, patches.len(), patches.as_flattened())
}

/// The covariance of patches about their means, shrunk towards independent cells and widened by the effects of light.
fn covariance(
    patches: &Patches,
    bare: &[[f32; LENGTH]],
    samples: &[Sample],
    means: &DMatrix<f32>,
) -> DMatrix<f32> {
    let all: f32 = samples.iter().map(|s| s.weight).sum();
    let mut spread = DMatrix::<f32>::zeros(LENGTH, LENGTH);
    let mut block = DMatrix::<f32>::zeros(LENGTH, BLOCK);
    let mut filled = 0;
    for s in samples {
        let off = DVector::from_column_slice(&difference(patches, bare, s));
        let off = (off - means.column(s.context.index())) * s.weight.sqrt();
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
    let floor = FLOOR.0 * spread.diagonal().mean() + FLOOR.1;
    let keep = all / (all + INDEPENDENT);
    for i in 0..LENGTH {
        for j in 0..LENGTH {
            if i != j {
                spread[(i, j)] *= keep;
            }
        }
        spread[(i, i)] += floor;
    }
    for light in light_changes() {
        spread.ger(1.0, &light, &light, 1.0);
    }
    spread
}

/// The effects of light and shadows on a patch: shifts of a channel, constant or along one axis.
fn light_changes() -> impl Iterator<Item = DVector<f32>> {
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
