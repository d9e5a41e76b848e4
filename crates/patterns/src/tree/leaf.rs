//! Up to a thousand patterns side by side: bit i of a mask is pattern i.
//!
//! For three points at a time (a probe) and each of the 64 ways they can look, a mask has the patterns that accept
//! it. The points are those that rule out most. A few *ands* leave the patterns worth a closer look.

use super::record::Record;
use super::walk::{ACCEPTING, FREE, LeafView, kind_at};
use crate::MAX_SIDE;

/// A point seen from where walks begin.
pub(super) type Step = (i32, i32);

/// How many probes a leaf has at most.
const PROBES: usize = 9;
/// In how many ways three points can look.
pub(crate) const LOOKS: usize = 64;
/// The probes are chosen for so many of the patterns; more would hardly change them.
const SAMPLE: usize = 128;
/// With fewer patterns they are looked at one by one.
const WORTH_PROBING: usize = 3;

/// How often a point near a stone is empty, black, white, edge: what a probe is expected to save. Only the
/// speed depends on it.
const USUAL: [f32; 4] = [0.5, 0.2, 0.2, 0.1];

/// Patterns, and masks to rule them out.
#[derive(Clone, Debug, Default)]
pub(crate) struct Leaf {
    pub(crate) ids: Vec<u32>,
    pub(crate) probes: Vec<[(i8, i8); 3]>,
    /// Words of a mask.
    pub(crate) width: usize,
    /// By probe, look, 64 patterns.
    pub(crate) masks: Vec<u64>,
}

/// What a leaf needs to know of the patterns it holds.
pub(super) struct Stored<'a> {
    pub(super) records: &'a [Record],
    pub(super) words: &'a [u32],
}

impl Stored<'_> {
    /// Calls `visit` with every point of which a pattern asks something.
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

    /// What a pattern asks of a point.
    pub(super) fn kind(&self, id: u32, step: Step) -> usize {
        kind_at(&self.records[id as usize], step, |i| self.words[i as usize])
    }
}

impl Leaf {
    /// Adds a pattern. The probes are chosen anew when there are twice as many patterns.
    pub(super) fn push(&mut self, id: u32, stored: &Stored<'_>) {
        self.ids.push(id);
        if self.ids.len() > 64 * self.width || self.ids.len().is_power_of_two() {
            self.choose_probes(stored);
        } else {
            self.accept(self.ids.len() - 1, stored);
        }
    }

    /// Takes a pattern out.
    pub(super) fn remove(&mut self, id: u32, stored: &Stored<'_>) {
        self.ids.retain(|&other| other != id);
        self.choose_probes(stored);
    }

    /// Sets the bits of the pattern at `at`.
    fn accept(&mut self, at: usize, stored: &Stored<'_>) {
        let bit = 1 << (at % 64);
        for (i, probe) in self.probes.iter().enumerate() {
            let accepted = probe.map(|(dx, dy)| {
                let kind = stored.kind(self.ids[at], (i32::from(dx), i32::from(dy)));
                let contents = 0..ACCEPTING.len();
                contents.filter(move |&content| ACCEPTING[content] >> kind & 1 != 0)
            });
            let [first, second, third] = accepted;
            for a in first {
                for b in second.clone() {
                    for c in third.clone() {
                        let mask = LOOKS * i + look([a, b, c]);
                        self.masks[mask * self.width + at / 64] |= bit;
                    }
                }
            }
        }
    }

    /// Chooses the points that leave fewest patterns.
    fn choose_probes(&mut self, stored: &Stored<'_>) {
        self.probes.clear();
        if self.ids.len() >= WORTH_PROBING {
            let steps = self.best_steps(3 * PROBES, stored);
            // What is missing is the point where the walk begins, which rules out nothing.
            let probe = |three: &[(i8, i8)]| {
                std::array::from_fn(|i| three.get(i).copied().unwrap_or_default())
            };
            self.probes.extend(steps.chunks(3).map(probe));
        }
        self.width = self.ids.len().div_ceil(64).next_power_of_two();
        self.masks.clear();
        self.masks.resize(LOOKS * self.probes.len() * self.width, 0);
        for at in 0..self.ids.len() {
            self.accept(at, stored);
        }
    }
}

impl Leaf {
    /// The points that rule out most, one after the other: each counts for what those before it are expected
    /// to leave.
    fn best_steps(&self, count: usize, stored: &Stored<'_>) -> Vec<(i8, i8)> {
        let each = self.ids.len().div_ceil(SAMPLE);
        // Of every pattern: how likely it is still there, and what it asks.
        let mut left: Vec<(f32, Vec<(Step, usize)>)> = Vec::new();
        for &id in self.ids.iter().step_by(each) {
            let mut asked = Vec::new();
            stored.each_step(id, |step, kind| asked.push((step, kind)));
            left.push((1.0, asked));
        }
        let mut best = Vec::new();
        for _ in 0..count {
            let mut ruled_out = vec![0.0; SIDE * SIDE];
            for (share, asked) in &left {
                for &(step, kind) in asked {
                    ruled_out[place(step)] += share * (1.0 - passes(kind));
                }
            }
            let most = (0..ruled_out.len()).max_by(|&a, &b| ruled_out[a].total_cmp(&ruled_out[b]));
            let Some(at) = most.filter(|&at| ruled_out[at] > 0.0) else {
                break;
            };
            for (share, asked) in &mut left {
                if let Some(i) = asked.iter().position(|&(step, _)| place(step) == at) {
                    *share *= passes(asked.swap_remove(i).1);
                }
            }
            let (dx, dy) = step_at(at);
            best.push((dx as i8, dy as i8));
        }
        best
    }
}

/// Seen from the key, a pattern and the edge around it reach this far.
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

/// How likely a point is what a kind asks for.
fn passes(kind: usize) -> f32 {
    let accepted = USUAL.iter().zip(ACCEPTING);
    let shares = accepted.filter(|(_, accepting)| accepting >> kind & 1 != 0);
    shares.map(|(share, _)| share).sum()
}

/// The number of a way three points look, by their contents.
#[inline]
pub(crate) const fn look([a, b, c]: [usize; 3]) -> usize {
    a + 4 * b + 16 * c
}

/// All points of which any of the patterns asks something, each with the number of patterns that are
/// expected to be left after it was looked at.
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
    fn probe(&self, i: usize) -> [(i32, i32); 3] {
        self.probes[i].map(|(dx, dy)| (i32::from(dx), i32::from(dy)))
    }

    #[inline]
    fn keep(&self, at: usize, alive: &mut [u64]) -> bool {
        let mut any = 0;
        for (alive, mask) in alive.iter_mut().zip(&self.masks[at..]) {
            *alive &= mask;
            any |= *alive;
        }
        any != 0
    }

    #[inline]
    fn id(&self, i: usize) -> u32 {
        self.ids[i]
    }
}
