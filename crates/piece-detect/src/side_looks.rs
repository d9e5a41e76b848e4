//! How contents look from one side of the board.

use nalgebra::{DMatrix, DVector, DVectorView};

use crate::DetectError;
use crate::bare_squares::{bare_squares, difference};
use crate::context::{Setting, Sums, shade};
use crate::labels::Known;
use crate::lean::Lean;
use crate::line::{Shares, shares};
use crate::patch::{CELLS, CHANNELS, LENGTH, less};
use crate::patches::Patches;
use crate::samples::{Sample, samples, steady};
use crate::stats::weighted_median;

/// Parts a board is cut into, across and down.
const PARTS: usize = 4;

/// The part a square belongs to, no two of them near each other. A square is judged by what others
/// have taught: a wrong label would else justify itself.
pub(crate) fn part(square: usize, cols: usize) -> usize {
    square % cols % PARTS + PARTS * (square / cols % PARTS)
}

/// Samples that count as much as the prior belief that cells do not depend on each other.
const INDEPENDENT: f32 = 600.0;
/// Standard deviation of what lamps and shadows do to the lightness of a whole square, and to its
/// colour axes.
const SHADE: [f32; 3] = [6.0, 2.0, 2.0];
/// How fast a content becomes unlikely with its distance.
const SHARPNESS: f32 = 12.0;
/// A patch this many times as far (squared) from all looks as known ones are from theirs shows something
/// else as likely as any of them; where looks are far apart, one at this share of what parts the nearest two.
const STRANGE: f32 = 4.0;
const ASTRAY: f32 = 1.0 / 16.0;
/// No content is ruled out altogether.
const LEAST_SHARE: f64 = 1e-6;

/// How contents look from one side, alone and behind others.
///
/// A linear discriminant (Fisher 1936) on patches, less the bare look of their square. Seen at an
/// angle, tall pieces cover some of the squares behind them, so a look depends on what stands in
/// front of the square too; which way that is, is what accounts for most of the looks. The
/// covariance is shrunk towards independent cells as far as samples are few, and widened by what
/// lamps and shadows do. Distances become likelihoods through a heavy-tailed (Student) density,
/// mixed with one of things that are neither square nor piece, so that a sleeve over a square says
/// little. Squares of one line are then judged together.
#[derive(Clone, Debug)]
pub(crate) struct SideLooks {
    /// Bare look of each square.
    bare: Vec<[f32; LENGTH]>,
    lean: Lean,
    /// By [`part`] and [`Setting`]: mean patch of the squares in other parts, in the whitened space.
    means: Vec<Vec<DVector<f32>>>,
    /// Whitens: the distance of patches is the length of their difference in that space.
    whiten: DMatrix<f32>,
    /// The usual squared distance of a patch from its own look, for the contents that vary most.
    usual: f32,
    /// From this multiple of [`usual`](Self::usual) on a patch may show anything.
    strange: f32,
}

/// So many patches at a time go through one product of matrices.
const BLOCK: usize = 64;

impl SideLooks {
    /// Learns from squares whose content is known, which all contents must be among.
    pub(crate) fn fit(patches: &Patches, labels: &Known<'_>) -> Result<Self, DetectError> {
        let cols = patches.cols();
        let of = |lean| samples(labels, cols, lean);
        let bare = bare_squares(patches, &of(Lean::ALL[0]), false)?;
        let lean = Lean::ALL.into_iter().map(|lean| {
            let mut sums = Sums::new();
            for s in of(lean) {
                sums.add(s.setting, &difference(patches, &bare, &s), s.weight);
            }
            (lean, sums.explained())
        });
        let lean = lean.max_by(|a, b| a.1.total_cmp(&b.1));
        let lean = lean.map_or(Lean::ALL[0], |best| best.0);
        let samples = steady(patches, of(lean));
        // On a crowded board every bare square may have something in front.
        let bare = bare_squares(patches, &samples, true).unwrap_or(bare);
        let mut counts = [0_usize; 3];
        let mut parts = vec![Sums::new(); PARTS * PARTS];
        let mut sums = Sums::new();
        for s in &samples {
            counts[s.setting.content] += 1;
            let patch = difference(patches, &bare, s);
            sums.add(s.setting, &patch, s.weight);
            parts[part(s.square, cols)].add(s.setting, &patch, s.weight);
        }
        if counts.contains(&0) {
            return Err(DetectError::NoViews);
        }
        let vectors = |sums: &Sums| {
            let means = sums.means().into_iter();
            means
                .map(|m| DVector::from_column_slice(&m))
                .collect::<Vec<_>>()
        };
        let means = vectors(&sums);
        let all: f32 = samples.iter().map(|s| s.weight).sum();
        let mut spread = DMatrix::<f32>::zeros(LENGTH, LENGTH);
        let mut block = DMatrix::<f32>::zeros(LENGTH, BLOCK);
        let mut filled = 0;
        for s in &samples {
            let off = DVector::from_column_slice(&difference(patches, &bare, s));
            let off = (off - &means[s.setting.index()]) * s.weight.sqrt();
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
        let means = parts.iter().map(|part| {
            let others = vectors(&sums.without(part)).into_iter();
            others.map(|mean| &whiten * mean).collect()
        });
        let means = means.collect();
        let mut looks = Self {
            bare,
            lean,
            means,
            whiten,
            usual: 1.0,
            strange: STRANGE,
        };
        // Bare squares look much more alike than pieces do, all the more in sharp photos.
        looks.usual = (0..3).fold(1.0, |usual, content| {
            let alike = samples.iter().filter(|s| s.setting.content == content);
            let alike: Vec<&Sample> = alike.collect();
            let own = alike.chunks(BLOCK).flat_map(|some| {
                let at: Vec<_> = some.iter().map(|s| (s.frame, s.square)).collect();
                let seen = looks.whitened(patches, &at);
                let own = some.iter().zip(seen.column_iter()).map(|(s, here)| {
                    let mean = &looks.means[part(s.square, cols)][s.setting.index()];
                    ((here - mean).norm_squared(), s.weight)
                });
                own.collect::<Vec<_>>()
            });
            usual.max(weighted_median(own.collect()))
        });
        looks.strange = STRANGE.max(ASTRAY * looks.apart() / looks.usual);
        Ok(looks)
    }

    /// The squared distance of the two contents that look most alike, with nothing in front of them.
    fn apart(&self) -> f32 {
        let mean = |content, shade| {
            let front = [0, 0];
            let setting = Setting {
                content,
                shade,
                front,
            };
            self.usual(0, setting)
        };
        let pairs = [(0, 1), (0, 2), (1, 2)].into_iter();
        let pairs = pairs.flat_map(|pair| [0, 1].map(|shade| (pair, shade)));
        let apart = pairs.map(|((a, b), shade)| (mean(a, shade) - mean(b, shade)).norm_squared());
        apart.fold(f32::INFINITY, f32::min)
    }

    /// Where pieces lean.
    pub(crate) fn lean(&self) -> Lean {
        self.lean
    }

    /// What a square of a part looks like in a setting, in the whitened space.
    pub(crate) fn usual(&self, part: usize, setting: Setting) -> &DVector<f32> {
        &self.means[part][setting.index()]
    }

    /// How patches, each of a frame and a square of it, differ from the bare look of their squares, in the whitened space: a
    /// column each.
    pub(crate) fn whitened(&self, patches: &Patches, at: &[(usize, usize)]) -> DMatrix<f32> {
        let off = at
            .iter()
            .flat_map(|&(frame, square)| less(patches.patch(frame, square), &self.bare[square]));
        &self.whiten * DMatrix::from_iterator(LENGTH, at.len(), off)
    }

    /// How well a patch in the whitened space fits each content, with each in front and in front of that.
    fn fits(
        &self,
        here: &DVectorView<'_, f32>,
        square: usize,
        patches: &Patches,
    ) -> [[Shares; 3]; 3] {
        let shade = shade(square, patches.cols());
        let means = &self.means[part(square, patches.cols())];
        let strange = (1.0 + self.strange).powf(-SHARPNESS);
        let fit = |content, front| {
            let setting = Setting {
                content,
                shade,
                front,
            };
            let distance = (here - &means[setting.index()]).norm_squared();
            let own = (1.0 + distance / self.usual).powf(-SHARPNESS);
            f64::from(own + strange)
        };
        core::array::from_fn(|c| core::array::from_fn(|f| core::array::from_fn(|g| fit(c, [f, g]))))
    }

    /// What it costs that the squares of a photo hold each content.
    pub(crate) fn costs(&self, patches: &Patches, frame: usize) -> Vec<[f32; 3]> {
        let (squares, cols) = (patches.squares(), patches.cols());
        let all: Vec<_> = (0..squares).map(|square| (frame, square)).collect();
        let seen = self.whitened(patches, &all);
        let mut costs = vec![[0.0; 3]; squares];
        for line in self.lean.lines(cols, squares / cols.max(1)) {
            let fits = line.iter().map(|&s| self.fits(&seen.column(s), s, patches));
            let fits: Vec<_> = fits.collect();
            for (&square, shares) in line.iter().zip(shares(&fits)) {
                costs[square] = shares.map(|share| -share.max(LEAST_SHARE).ln() as f32);
            }
        }
        costs
    }
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
