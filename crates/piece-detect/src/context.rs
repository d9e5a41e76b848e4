//! What decides how a square looks, and what squares look like on average in each such context.

use crate::patch::{CELLS, CHANNELS, LENGTH};

/// Which of the two colours a square has.
pub(crate) fn shade(square: usize, cols: usize) -> usize {
    (square % cols + square / cols) % 2
}

/// What is known of a square and its surroundings that decides how it looks: what stands on it,
/// the square's own colour (0 or 1), what stands in front of it, and in front of that. Contents are
/// indices into [`Occupancy::ALL`](board_core::Occupancy::ALL).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Setting {
    pub(crate) content: usize,
    pub(crate) shade: usize,
    pub(crate) front: [usize; 2],
}

impl Setting {
    pub(crate) const COUNT: usize = 54;

    pub(crate) fn index(self) -> usize {
        ((self.content * 2 + self.shade) * 3 + self.front[0]) * 3 + self.front[1]
    }
}

/// Sums of patches by setting, from which their means are told.
#[derive(Clone)]
pub(crate) struct Sums(Vec<([f32; LENGTH], f32)>);

/// A wider group's mean counts as so many patches of bare squares, or of pieces. A piece looks like
/// itself more than like its surroundings; and at first all that stand behind others may be pawns.
const LEANS: [f32; 2] = [2.0, 16.0];

impl Sums {
    pub(crate) fn new() -> Self {
        Self(vec![([0.0; LENGTH], 0.0); Setting::COUNT])
    }

    /// Adds a patch that counts for so much.
    pub(crate) fn add(&mut self, setting: Setting, patch: &[f32; LENGTH], weight: f32) {
        let (sum, count) = &mut self.0[setting.index()];
        *count += weight;
        for (sum, v) in sum.iter_mut().zip(patch) {
            *sum += weight * v;
        }
    }

    /// All but another's patches, which must be among these.
    pub(crate) fn without(&self, other: &Self) -> Self {
        let both = self.0.iter().zip(&other.0);
        let less = both.map(|((sum, count), (other, less))| {
            let sum = core::array::from_fn(|i| sum[i] - other[i]);
            (sum, (count - less).max(0.0))
        });
        Self(less.collect())
    }

    /// The mean of each setting. Where few were seen, it leans on that of wider groups: all with the
    /// same square in front, all on squares of this colour, all with this content.
    pub(crate) fn means(&self) -> Vec<[f32; LENGTH]> {
        // Groups are runs of the index: from all settings of one content down to a single one.
        let mut wider = vec![[0.0; LENGTH]; 1];
        let mut first = true;
        for groups in [3, 6, 18, Setting::COUNT] {
            let run = Setting::COUNT / groups;
            let each = groups / wider.len();
            let narrower = self.0.chunks(run).enumerate().map(|(i, members)| {
                let lean = match i * 3 / groups {
                    _ if first => 1e-6,
                    0 => LEANS[0],
                    _ => LEANS[1],
                };
                let mut mean = wider[i / each].map(|v| v * lean);
                let mut count = lean;
                for (sum, n) in members {
                    count += n;
                    for (mean, v) in mean.iter_mut().zip(sum) {
                        *mean += v;
                    }
                }
                mean.map(|v| v / count)
            });
            wider = narrower.collect();
            first = false;
        }
        wider
    }

    /// How much of the spread of the patches' colours the settings account for; to be compared
    /// between settings of the same patches.
    pub(crate) fn explained(&self) -> f64 {
        let mut all = 0.0;
        for (sum, count) in self.0.iter().filter(|(_, n)| *n > 0.0) {
            let colours = (0..CELLS * CELLS).map(|cell| f64::from(sum[cell * CHANNELS]).powi(2));
            all += colours.sum::<f64>() / f64::from(*count);
        }
        all
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rare_settings_lean_on_wider_groups() {
        let mut sums = Sums::new();
        let setting = |shade, front| Setting {
            content: 1,
            shade,
            front,
        };
        for _ in 0..400 {
            sums.add(setting(0, [0, 0]), &[1.0; LENGTH], 1.0);
            sums.add(setting(1, [0, 0]), &[3.0; LENGTH], 1.0);
        }
        sums.add(setting(1, [2, 0]), &[8.0; LENGTH], 4.0);
        let mean = |shade, front| sums.means()[setting(shade, front).index()][0];
        assert!((mean(0, [0, 0]) - 1.0).abs() < 0.1);
        assert!((mean(1, [0, 0]) - 3.0).abs() < 0.1);
        // Four patches against sixteen that count for the mean of all on squares of this colour, and
        // again as what is in front of that is told apart: (3 · 16 + 8 · 4) / 20 is 4, and
        // (4 · 16 + 8 · 4) / 20 is 4.8.
        assert!((mean(1, [2, 0]) - 4.8).abs() < 0.05, "{}", mean(1, [2, 0]));
        assert!((mean(1, [2, 1]) - 4.0).abs() < 0.05, "{}", mean(1, [2, 1]));
        // Never seen: as on squares of this colour.
        assert!((mean(1, [1, 1]) - 3.0).abs() < 0.1);
    }
}
