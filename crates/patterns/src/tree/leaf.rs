//! A few hundred patterns side by side: bit i of a mask is pattern i.
//!
//! For the points that rule out most (the probes) and each content, a mask has the patterns that accept it.
//! One *and* per probe and 64 patterns leaves those worth a closer look.

use super::record::Record;
use super::walk::{ACCEPTING, FREE, LeafView, kind_at};
use crate::MAX_SIDE;

/// A point seen from where walks begin.
pub(super) type Step = (i32, i32);

/// How many probes a leaf has at most.
const PROBES: usize = 48;
/// With fewer patterns they are looked at one by one.
const WORTH_PROBING: usize = 3;

/// How often a point near a stone is empty, black, white, edge: what a probe is expected to save. Only the
/// speed depends on it.
const USUAL: [f32; 4] = [0.5, 0.2, 0.2, 0.1];

/// Patterns, and masks to rule them out.
#[derive(Clone, Debug, Default)]
pub(crate) struct Leaf {
    pub(crate) ids: Vec<u32>,
    pub(crate) probes: Vec<(i8, i8)>,
    /// By probe, content, 64 patterns.
    pub(crate) masks: Vec<u64>,
}

/// What a leaf needs to know of the patterns it holds.
pub(super) struct Stored<'a> {
    pub(super) records: &'a [Record],
    pub(super) words: &'a [u32],
}

impl Stored<'_> {
    /// What a pattern asks of a point.
    pub(super) fn kind(&self, id: u32, step: Step) -> usize {
        kind_at(&self.records[id as usize], step, |i| self.words[i as usize])
    }
}

impl Leaf {
    /// Adds a pattern. The probes are chosen anew when there are twice as many patterns.
    pub(super) fn push(&mut self, id: u32, stored: &Stored<'_>) {
        let at = self.ids.len();
        self.ids.push(id);
        if self.ids.len().is_power_of_two() || at.is_multiple_of(64) {
            self.choose_probes(stored);
        } else {
            self.accept(at, stored);
        }
    }

    /// Takes a pattern out.
    pub(super) fn remove(&mut self, id: u32, stored: &Stored<'_>) {
        self.ids.retain(|&other| other != id);
        self.choose_probes(stored);
    }

    fn width(&self) -> usize {
        self.ids.len().div_ceil(64)
    }

    /// Sets the bits of the pattern at `at`.
    fn accept(&mut self, at: usize, stored: &Stored<'_>) {
        let width = self.width();
        for (i, &(dx, dy)) in self.probes.iter().enumerate() {
            let kind = stored.kind(self.ids[at], (i32::from(dx), i32::from(dy)));
            for (content, accepting) in ACCEPTING.into_iter().enumerate() {
                let bit = u64::from(accepting >> kind & 1) << (at % 64);
                self.masks[(4 * i + content) * width + at / 64] |= bit;
            }
        }
    }

    /// Chooses the points that leave fewest patterns, each by itself.
    fn choose_probes(&mut self, stored: &Stored<'_>) {
        self.probes.clear();
        if self.ids.len() >= WORTH_PROBING {
            let mut steps = useful_steps(&self.ids, stored);
            steps.sort_by(|a, b| a.0.total_cmp(&b.0));
            let best = steps.iter().take(PROBES);
            let as_bytes = |&(_, (dx, dy)): &(f32, Step)| (dx as i8, dy as i8);
            self.probes.extend(best.map(as_bytes));
        }
        self.masks.clear();
        self.masks.resize(4 * self.probes.len() * self.width(), 0);
        for at in 0..self.ids.len() {
            self.accept(at, stored);
        }
    }
}

/// All points of which any of the patterns asks something, each with the number of patterns that are
/// expected to be left after it was looked at.
pub(super) fn useful_steps(ids: &[u32], stored: &Stored<'_>) -> Vec<(f32, Step)> {
    // Seen from the key, a pattern and the edge around it reach this far.
    const REACH: i32 = MAX_SIDE as i32;
    const SIDE: usize = 2 * REACH as usize + 1;
    let mut counts = vec![[0_u32; FREE]; SIDE * SIDE];
    for &id in ids {
        let record = &stored.records[id as usize];
        let (key_x, key_y) = (i32::from(record.key.0), i32::from(record.key.1));
        for y in -1..=i32::from(record.rows) {
            for x in -1..=i32::from(record.cols) {
                let (dx, dy) = (x - key_x, y - key_y);
                let kind = stored.kind(id, (dx, dy));
                if kind != FREE {
                    counts[(dy + REACH) as usize * SIDE + (dx + REACH) as usize][kind] += 1;
                }
            }
        }
    }
    let asked = counts
        .iter()
        .enumerate()
        .filter(|(_, counts)| counts.iter().any(|&n| n > 0));
    asked
        .map(|(at, counts)| {
            let free = ids.len() as u32 - counts.iter().sum::<u32>();
            let left = USUAL.iter().zip(ACCEPTING).map(|(share, accepting)| {
                let kinds = (0..FREE).filter(|kind| accepting >> kind & 1 != 0);
                share * (free + kinds.map(|kind| counts[kind]).sum::<u32>()) as f32
            });
            let step = ((at % SIDE) as i32 - REACH, (at / SIDE) as i32 - REACH);
            (left.sum(), step)
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
    fn probe(&self, i: usize) -> (i32, i32) {
        let (dx, dy) = self.probes[i];
        (i32::from(dx), i32::from(dy))
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
