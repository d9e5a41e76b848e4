use board_core::{Costs, Evidence, Occupancy};
use nalgebra::{DMatrix, DVector, DVectorView};

use crate::DetectError;
use crate::Patches;
use crate::change::{MOST, unchanged};
use crate::lean::{Lean, Setting, Sums};
use crate::line::{Shares, shares};
use crate::network::Network;
use crate::palette::Palette;
use crate::patch::{CELLS, CHANNELS, LENGTH};
use crate::samples::{Known, Sample, samples, steady};
use crate::stats::median;

/// What squares are known to hold: a frame and the content of each of its squares, `None` where it
/// is not known.
pub type Labels = [(usize, Vec<Option<Occupancy>>)];

/// Whether pieces may hide squares behind their own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stature {
    /// Men of draughts: what is new on a square is on it, however little the picture has changed.
    Flat,
    /// Chess pieces: what is new on a square may be the top of a piece that stands in front of it.
    Tall,
}

/// How much each of two readings of a square counts. Both see the same pixels: neither counts whole.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Trust {
    /// In the looks that were learnt from this game.
    pub learnt: f32,
    /// In the network, which knows no more of this game than its colours.
    pub known: f32,
}

impl Trust {
    /// Trusts the looks so much, and the network for the rest.
    #[must_use]
    pub const fn in_looks(learnt: f32) -> Self {
        let both = 1.4;
        Self {
            learnt,
            known: both - learnt,
        }
    }
}

impl Default for Trust {
    /// Both alike.
    fn default() -> Self {
        Self::in_looks(0.7)
    }
}

/// Samples that count as much as the prior belief that cells do not depend on each other.
const INDEPENDENT: f32 = 600.0;
/// Photos of a bare square that count as much as all bare squares of its colour.
const OWN: f32 = 6.0;
/// A bare square differs from its colour by this many times the usual difference at most.
const OFF: f32 = 4.0;
/// What stands still counts for no less than this share in every photo.
const SEEN: f32 = 0.1;
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

/// How empty squares, white pieces and black pieces look on this board, under this lamp, from each side that photos
/// were taken from.
#[derive(Clone, Debug)]
pub struct Looks {
    /// By side; `None` where too little is known of the photos from there.
    sides: Vec<Option<SideLooks>>,
    /// The colours of the game, for the network.
    palette: Palette,
}

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

/// Which of the two colours a square has.
pub(crate) fn shade(square: usize, cols: usize) -> usize {
    (square % cols + square / cols) % 2
}

/// Parts a board is cut into, across and down.
const PARTS: usize = 4;

/// The part a square belongs to, no two of them near each other. A square is judged by what others
/// have taught: a wrong label would else justify itself.
pub(crate) fn part(square: usize, cols: usize) -> usize {
    square % cols % PARTS + PARTS * (square / cols % PARTS)
}

impl Looks {
    /// Learns from squares whose content is known.
    ///
    /// # Errors
    /// [`DetectError::NoViews`] when from no side all contents are among the labels.
    pub fn fit(patches: &Patches, labels: &Labels) -> Result<Self, DetectError> {
        let last = (0..patches.frames()).map(|frame| patches.side(frame)).max();
        let sides = (0..=last.unwrap_or(0)).map(|side| {
            let of_side = labels.iter().filter(|label| patches.side(label.0) == side);
            SideLooks::fit(patches, &of_side.collect::<Vec<_>>()).ok()
        });
        let sides: Vec<_> = sides.collect();
        if sides.iter().all(Option::is_none) {
            return Err(DetectError::NoViews);
        }
        Ok(Self {
            sides,
            palette: Palette::learn(patches, labels),
        })
    }

    /// How contents look in a photo, if enough is known of photos from its side.
    pub(crate) fn seen_in(&self, patches: &Patches, frame: usize) -> Option<&SideLooks> {
        self.sides.get(patches.side(frame))?.as_ref()
    }

    /// What every square of the first photos shows, of so many at most, under pieces that are flat or tall, by two readings that
    /// are trusted so much.
    ///
    /// # Errors
    /// [`DetectError::NoViews`] when there is no patch.
    pub fn evidence(
        &self,
        patches: &Patches,
        most: usize,
        stature: Stature,
        trust: Trust,
    ) -> Result<Evidence, DetectError> {
        let frames = patches.frames().min(most);
        let squares = patches.squares();
        let mut costs = Vec::with_capacity(frames * squares);
        let network = Network::known(stature);
        for frame in 0..frames {
            let learnt = self.seen_in(patches, frame);
            let learnt = learnt.map(|looks| looks.costs(patches, frame));
            let sights = (0..squares).map(|square| patches.sight(frame, square));
            for (square, known) in self.palette.read(network, sights).into_iter().enumerate() {
                let read: [f32; 3] = match &learnt {
                    Some(learnt) => core::array::from_fn(|k| {
                        trust.learnt * learnt[square][k] + trust.known * known[k]
                    }),
                    None => known,
                };
                let least = read.into_iter().fold(f32::INFINITY, f32::min);
                costs.push(read.map(|cost| cost - least));
            }
        }
        let unchanged = unchanged(patches, frames);
        discount(&mut costs, &unchanged, squares, stature);
        let evidence = Evidence::new(frames, squares, costs).ok_or(DetectError::NoViews)?;
        Ok(evidence.with_unchanged(unchanged))
    }
}

impl SideLooks {
    /// Learns from squares whose content is known, which all contents must be among.
    fn fit(patches: &Patches, labels: &Known<'_>) -> Result<Self, DetectError> {
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
    fn costs(&self, patches: &Patches, frame: usize) -> Vec<[f32; 3]> {
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

/// What stands still is not seen anew in every photo: its misreading would be repeated. So costs count less the
/// more photos in a row show the same; but what none of these has said yet of flat pieces counts whole.
fn discount(costs: &mut [Costs], unchanged: &[f32], squares: usize, stature: Stature) {
    for square in 0..squares {
        // How many photos have shown the same, and the most that they say against each content.
        let (mut before, mut said) = (0.0_f32, [0.0_f32; 3]);
        let frames = costs
            .iter_mut()
            .zip(unchanged)
            .skip(square)
            .step_by(squares);
        for (costs, unchanged) in frames {
            let same = unchanged / MOST;
            before = (before + 1.0) * same;
            let weight = (1.0 / (1.0 + before)).max(SEEN);
            for (cost, said) in costs.iter_mut().zip(&mut said) {
                let old = *said * same;
                *said = old.max(*cost);
                let new = match stature {
                    Stature::Flat => (*cost - old).max(0.0),
                    Stature::Tall => 0.0,
                };
                *cost = weight * *cost + (1.0 - weight) * new;
            }
            let least = costs.iter().copied().fold(f32::INFINITY, f32::min);
            *costs = costs.map(|cost| cost - least);
        }
    }
}

fn less(mut patch: [f32; LENGTH], bare: &[f32; LENGTH]) -> [f32; LENGTH] {
    for (v, bare) in patch.iter_mut().zip(bare) {
        *v -= bare;
    }
    patch
}

/// A patch less the bare look of its square.
fn difference(patches: &Patches, bare: &[[f32; LENGTH]], s: &Sample) -> [f32; LENGTH] {
    less(patches.patch(s.frame, s.square), &bare[s.square])
}

/// The bare look of each square: its own where it was seen bare often, else that of its colour.
/// Only squares with nothing in front count if `clear`.
fn bare_squares(
    patches: &Patches,
    samples: &[Sample],
    clear: bool,
) -> Result<Vec<[f32; LENGTH]>, DetectError> {
    let (squares, cols) = (patches.squares(), patches.cols());
    let mut own = vec![([0.0_f32; LENGTH], 0.0_f32); squares];
    let mut colour = [([0.0_f32; CHANNELS], 0.0_f32); 2];
    let bare = |s: &&Sample| s.setting.content == 0 && !(clear && s.setting.front != [0; 2]);
    for s in samples.iter().filter(bare) {
        let patch = patches.patch(s.frame, s.square);
        let own = &mut own[s.square];
        own.1 += 1.0;
        for (sum, v) in own.0.iter_mut().zip(patch) {
            *sum += v;
        }
        let colour = &mut colour[s.setting.shade];
        colour.1 += (CELLS * CELLS) as f32;
        for (i, v) in patch.into_iter().enumerate() {
            colour.0[i % CHANNELS] += v;
        }
    }
    if colour.iter().any(|c| c.1 == 0.0) {
        return Err(DetectError::NoViews);
    }
    // How each square that was seen bare often differs from its colour.
    let usual = |square: usize, i: usize| {
        let (total, cells) = colour[shade(square, cols)];
        total[i % CHANNELS] / cells
    };
    let off = own.iter().enumerate().map(|(square, (sum, count))| {
        core::array::from_fn(|i| match *count < OWN {
            true => 0.0,
            // A few photos of one square hold its noise too.
            false => (sum[i] - count * usual(square, i)) / (count + OWN),
        })
    });
    let off: Vec<[f32; LENGTH]> = off.collect();
    // Squares of one colour are much alike. One that is said to be bare and looks quite different
    // has something on it that was overlooked.
    let most: [f32; CHANNELS] = core::array::from_fn(|channel| {
        let differences = off.iter().flatten().skip(channel).step_by(CHANNELS);
        let mut seen: Vec<f32> = differences.map(|d| d.abs()).filter(|d| *d > 0.0).collect();
        OFF * median(&mut seen)
    });
    let bare = off.into_iter().enumerate().map(|(square, off)| {
        core::array::from_fn(|i| {
            let most = most[i % CHANNELS].max(0.0);
            usual(square, i) + off[i].clamp(-most, most)
        })
    });
    Ok(bare.collect())
}

/// The value that half of the weight is below.
fn weighted_median(mut values: Vec<(f32, f32)>) -> f32 {
    values.sort_by(|a, b| a.0.total_cmp(&b.0));
    let mut left: f32 = 0.5 * values.iter().map(|v| v.1).sum::<f32>();
    let middle = values.iter().find(|v| {
        left -= v.1;
        left <= 0.0
    });
    middle.map_or(0.0, |v| v.0)
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

#[cfg(test)]
mod tests {
    use super::*;

    /// What is left of what a square says in some photos, each with what it says against a change.
    fn discounted(photos: &[([f32; 3], f32)], stature: Stature) -> Vec<[f32; 3]> {
        let (mut costs, unchanged): (Vec<_>, Vec<_>) = photos.iter().copied().unzip();
        discount(&mut costs, &unchanged, 1, stature);
        costs
    }

    #[test]
    fn what_stands_still_says_less_and_what_is_new_says_all() {
        let (bare, man) = ([0.0, 9.0, 9.0], [6.0, 0.0, 9.0]);
        let mut photos = vec![(bare, MOST); 20];
        photos[0].1 = 0.0;
        let still = discounted(&photos, Stature::Flat);
        assert_eq!(still[0], bare);
        assert!((still[1][1] - 4.5).abs() < 1e-3 && still[19][1] < 1.0);
        // A man of low contrast comes: the picture hardly changes, but nobody has said so before.
        photos.extend([(man, 0.4 * MOST), (man, MOST)]);
        let seen = discounted(&photos, Stature::Flat);
        assert!(seen[20][0] > 5.9 && seen[20][1] == 0.0, "{:?}", seen[20]);
        assert!(seen[21][0] < 2.0, "{:?}", seen[21]);
        // Of tall pieces it may be the top of one in front.
        let seen = discounted(&photos, Stature::Tall);
        assert!(seen[20][0] < 4.0, "{:?}", seen[20]);
        // Where the picture is another, everything counts whole, said before or not.
        for stature in [Stature::Flat, Stature::Tall] {
            assert_eq!(discounted(&[(man, 0.0), (man, 0.0)], stature)[1], man);
        }
    }
}
