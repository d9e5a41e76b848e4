//! A leaf: thousands of patterns compared in parallel; bit i of a mask is pattern i.
//!
//! For a probe, a square of two by two points, and each of its possible configurations, a mask has the patterns that
//! accept it. Probes are the squares that exclude most patterns. A few bitwise *ands* leave the patterns that are
//! compared point by point.

use super::record::Record;
use super::view::{CONFIGURATIONS, configuration};
use super::walk::{ACCEPTING, FREE, LeafView, PROBES, kind_at};
use crate::MAX_SIDE;

/// A point relative to the origin of a walk.
pub(super) type Step = (i32, i32);

/// Number of patterns for which probes are chosen; more would hardly change them.
const SAMPLE: usize = 256;
/// From this many patterns on, probes are worth while; fewer are compared one by one.
const WORTH_PROBING: usize = 3;
/// Number of words by which wide masks grow.
const STEP: usize = 8;

/// Prior frequencies of empty, black, white and edge at a point near a stone, used to estimate the effect of a probe.
/// They only affect speed.
const PRIOR: [f32; 4] = [0.5, 0.2, 0.2, 0.1];

/// The points of a probe, relative to its lower left one.
pub(super) const SQUARE: [Step; 4] = [(0, 0), (1, 0), (0, 1), (1, 1)];

/// Patterns, and masks that exclude them.
#[derive(Clone, Debug, Default)]
pub(crate) struct Leaf {
    pub(crate) ids: Vec<u32>,
    /// The lower left points of the probes.
    pub(crate) probes: Vec<(i8, i8)>,
    /// Number of words of a mask.
    pub(crate) width: usize,
    /// By probe, configuration, 64 patterns: little-endian, as in a file.
    pub(crate) masks: Vec<[u8; 8]>,
}

/// The stored patterns, which a leaf refers to.
pub(super) struct Stored<'a> {
    pub(super) records: &'a [Record],
    pub(super) words: &'a [u32],
}

impl Stored<'_> {
    /// Calls `visit` with every point with a demand, and the kind of the demand.
    fn each_step(&self, id: u32, mut visit: impl FnMut(Step, usize)) {
        let record = &self.records[id as usize];
        let (key_x, key_y) = (i32::from(record.key.0), i32::from(record.key.1));
        for y in -1..=i32::from(record.rows) {
            for x in -1..=i32::from(record.cols) {
                let step = (x - key_x, y - key_y);
                let kind = self.kind(id, step);
                if kind != FREE {
                    visit(step, kind);
                }
            }
        }
    }

    /// The kind of demand of a pattern on a point.
    pub(super) fn kind(&self, id: u32, step: Step) -> usize {
        kind_at(&self.records[id as usize], step, |i| self.words[i as usize])
    }
}

impl Leaf {
    /// Adds a pattern. Probes are chosen again when the number of patterns has doubled.
    pub(super) fn push(&mut self, id: u32, stored: &Stored<'_>) {
        self.ids.push(id);
        if self.ids.len().is_power_of_two() {
            return self.choose_probes(stored);
        }
        if self.ids.len() > 64 * self.width {
            self.widen();
        }
        self.accept(self.ids.len() - 1, stored);
    }

    /// Widens the masks for more patterns.
    fn widen(&mut self) {
        let (before, width) = (self.width, self.words());
        let mut masks = vec![[0; 8]; self.masks.len() / before * width];
        let rows = self.masks.chunks_exact(before);
        for (new, old) in masks.chunks_exact_mut(width).zip(rows) {
            new[..before].copy_from_slice(old);
        }
        (self.masks, self.width) = (masks, width);
    }

    /// Number of words of a mask for this number of patterns.
    fn words(&self) -> usize {
        let words = self.ids.len().div_ceil(64);
        words.next_power_of_two().min(words.next_multiple_of(STEP))
    }

    /// Removes a pattern; the last one takes its index.
    pub(super) fn remove(&mut self, id: u32, stored: &Stored<'_>) {
        let Some(at) = self.ids.iter().position(|&other| other == id) else {
            return;
        };
        self.ids.swap_remove(at);
        if 4 * self.ids.len() <= 64 * self.width {
            return self.choose_probes(stored);
        }
        for cleared in [at, self.ids.len()] {
            let words = self.masks.iter_mut().skip(cleared / 64);
            for mask in words.step_by(self.width) {
                *mask = (u64::from_le_bytes(*mask) & !(1 << (cleared % 64))).to_le_bytes();
            }
        }
        if at < self.ids.len() {
            self.accept(at, stored);
        }
    }

    /// Sets the bits of the pattern with index `at`.
    fn accept(&mut self, at: usize, stored: &Stored<'_>) {
        let bit = 1 << (at % 64);
        for (i, &(dx, dy)) in self.probes.iter().enumerate() {
            let accepted = SQUARE.map(|(right, up)| {
                let step = (i32::from(dx) + right, i32::from(dy) + up);
                let kind = stored.kind(self.ids[at], step);
                (0..ACCEPTING.len()).filter(move |&content| ACCEPTING[content] >> kind & 1 != 0)
            });
            for a in accepted[0].clone() {
                for b in accepted[1].clone() {
                    for c in accepted[2].clone() {
                        for configuration in accepted[3]
                            .clone()
                            .filter_map(|d| configuration([a, b, c, d]))
                        {
                            let mask = &mut self.masks
                                [(CONFIGURATIONS * i + configuration) * self.width + at / 64];
                            *mask = (u64::from_le_bytes(*mask) | bit).to_le_bytes();
                        }
                    }
                }
            }
        }
    }

    /// Chooses the probes that leave fewest patterns.
    fn choose_probes(&mut self, stored: &Stored<'_>) {
        self.probes.clear();
        if self.ids.len() >= WORTH_PROBING {
            self.probes = self.best_squares(stored);
        }
        self.width = self.words();
        self.masks.clear();
        let length = CONFIGURATIONS * self.probes.len() * self.width;
        self.masks.resize(length, [0; 8]);
        for at in 0..self.ids.len() {
            self.accept(at, stored);
        }
    }

    /// Greedily chooses the squares that exclude most: each is rated on the patterns that those before it are expected
    /// to leave.
    fn best_squares(&self, stored: &Stored<'_>) -> Vec<(i8, i8)> {
        let each = self.ids.len().div_ceil(SAMPLE);
        // For every pattern: the probability that it is still left, and that each point matches.
        let mut left: Vec<(f32, Vec<(Step, f32)>)> = Vec::new();
        for &id in self.ids.iter().step_by(each) {
            let mut asked = Vec::new();
            stored.each_step(id, |step, kind| asked.push((step, passes(kind))));
            left.push((1.0, asked));
        }
        let mut best = Vec::new();
        let mut accepted = vec![1.0_f32; SIDE * SIDE];
        while best.len() < PROBES {
            let mut ruled_out = vec![0.0_f32; SIDE * SIDE];
            for (share, asked) in &left {
                // By square, the probability that all its points match this pattern.
                let squares = || {
                    let points = asked.iter();
                    points.flat_map(|&(step, passes)| squares_of(step).map(move |s| (s, passes)))
                };
                squares().for_each(|(square, passes)| accepted[square] *= passes);
                for (square, _) in squares() {
                    // Adds up to 1 - accepted, and leaves 1, however often the square occurs.
                    ruled_out[square] += share * (1.0 - accepted[square]);
                    accepted[square] = 1.0;
                }
            }
            let most = (0..ruled_out.len()).max_by(|&a, &b| ruled_out[a].total_cmp(&ruled_out[b]));
            let Some(at) = most.filter(|&at| ruled_out[at] > 0.0) else {
                break;
            };
            for (share, asked) in &mut left {
                asked.retain(|&(step, passes)| {
                    let covered = squares_of(step).any(|square| square == at);
                    if covered {
                        *share *= passes;
                    }
                    !covered
                });
            }
            let (dx, dy) = step_at(at);
            best.push((dx as i8, dy as i8));
        }
        best
    }
}

/// The squares that contain a point.
fn squares_of((dx, dy): Step) -> impl Iterator<Item = usize> {
    let corners = SQUARE.iter().map(move |(right, up)| (dx - right, dy - up));
    // Rows and columns before the first have no number.
    corners
        .filter(|&(dx, dy)| dx >= -REACH && dy >= -REACH)
        .map(place)
}

/// The largest distance of a pattern and the edge around it from the origin of a walk.
const REACH: i32 = MAX_SIDE as i32;
const SIDE: usize = 2 * REACH as usize + 1;

/// The number of a step.
fn place((dx, dy): Step) -> usize {
    (dy + REACH) as usize * SIDE + (dx + REACH) as usize
}

/// The step with this number.
fn step_at(place: usize) -> Step {
    ((place % SIDE) as i32 - REACH, (place / SIDE) as i32 - REACH)
}

/// The probability that a point satisfies a kind of demand.
fn passes(kind: usize) -> f32 {
    let accepted = PRIOR.iter().zip(ACCEPTING);
    let shares = accepted.filter(|(_, accepting)| accepting >> kind & 1 != 0);
    shares.map(|(share, _)| share).sum()
}

/// All points with a demand by any of the patterns, each with the number of patterns expected to be left after testing
/// it.
pub(super) fn useful_steps(ids: &[u32], stored: &Stored<'_>) -> Vec<(f32, Step)> {
    let mut counts = vec![[0_u32; FREE]; SIDE * SIDE];
    for &id in ids {
        stored.each_step(id, |step, kind| counts[place(step)][kind] += 1);
    }
    let asked = counts
        .iter()
        .enumerate()
        .filter(|(_, counts)| counts.iter().any(|&n| n > 0));
    asked
        .map(|(at, counts)| {
            let ruled_out = counts.iter().enumerate();
            let ruled_out = ruled_out.map(|(kind, &n)| n as f32 * (1.0 - passes(kind)));
            (ids.len() as f32 - ruled_out.sum::<f32>(), step_at(at))
        })
        .collect()
}

impl LeafView for &Leaf {
    #[inline]
    fn count(&self) -> usize {
        self.ids.len()
    }

    #[inline]
    fn probes(&self) -> usize {
        self.probes.len()
    }

    #[inline]
    fn width(&self) -> usize {
        self.width
    }

    #[inline]
    fn probe(&self, i: usize) -> (i32, i32) {
        let (dx, dy) = self.probes[i];
        (i32::from(dx), i32::from(dy))
    }

    #[inline]
    fn masks(&self) -> &[[u8; 8]] {
        &self.masks
    }

    #[inline]
    fn id(&self, i: usize) -> u32 {
        self.ids[i]
    }
}
