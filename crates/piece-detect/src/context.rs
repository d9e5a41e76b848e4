//! The context of a square, on which its appearance depends, and the mean appearance in each context.

use crate::patch::LENGTH;

/// The shade of a square, one of the two colours of the board: 0 or 1.
pub(crate) fn shade(square: usize, cols: usize) -> usize {
    (square % cols + square / cols) % 2
}

/// What the appearance of a square depends on: its content, its shade (0 or 1), the content in front of it, and in
/// front of that. Contents are indices into [`Occupancy::ALL`](board_core::Occupancy::ALL).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct SquareContext {
    pub(crate) content: usize,
    pub(crate) shade: usize,
    pub(crate) front: [usize; 2],
}

impl SquareContext {
    pub(crate) const COUNT: usize = 54;

    pub(crate) fn index(self) -> usize {
        ((self.content * 2 + self.shade) * 3 + self.front[0]) * 3 + self.front[1]
    }
}

/// Weighted sums of patches by context, from which their means are computed.
#[derive(Clone)]
pub(crate) struct ContextSums(Vec<([f32; LENGTH], f32)>);

/// Weight of the mean of a wider group of contexts, in patches of empty squares and of pieces. It is larger for pieces:
/// they depend less on their surroundings, and at first all that stand behind others may be pawns.
const GROUP_WEIGHT: [f32; 2] = [2.0, 16.0];

impl ContextSums {
    pub(crate) fn new() -> Self {
        Self(vec![([0.0; LENGTH], 0.0); SquareContext::COUNT])
    }

    /// Adds a patch with a weight.
    pub(crate) fn add(&mut self, context: SquareContext, patch: &[f32; LENGTH], weight: f32) {
        let (sum, count) = &mut self.0[context.index()];
        *count += weight;
        for (sum, v) in sum.iter_mut().zip(patch) {
            *sum += weight * v;
        }
    }

    /// The sums without the patches of `other`, which must be among these.
    pub(crate) fn without(&self, other: &Self) -> Self {
        let both = self.0.iter().zip(&other.0);
        let less = both.map(|((sum, count), (other, less))| {
            let sum = core::array::from_fn(|i| sum[i] - other[i]);
            (sum, (count - less).max(0.0))
        });
        Self(less.collect())
    }

    /// The mean of each context. With few samples it is shrunk to the means of wider groups: all with the same content
    /// in front, all on squares of this shade, all with this content.
    pub(crate) fn means(&self) -> Vec<[f32; LENGTH]> {
        // Groups are runs of the index: from all contexts of one content down to a single one.
        let mut wider = vec![[0.0; LENGTH]; 1];
        let mut first = true;
        for groups in [3, 6, 18, SquareContext::COUNT] {
            let run = SquareContext::COUNT / groups;
            let each = groups / wider.len();
            let narrower = self.0.chunks(run).enumerate().map(|(i, members)| {
                let weight = match i * 3 / groups {
                    _ if first => 1e-6,
                    0 => GROUP_WEIGHT[0],
                    _ => GROUP_WEIGHT[1],
                };
                let mut mean = wider[i / each].map(|v| v * weight);
                let mut count = weight;
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
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rare_contexts_are_shrunk_to_wider_groups() {
        let mut sums = ContextSums::new();
        let context = |shade, front| SquareContext {
            content: 1,
            shade,
            front,
        };
        for _ in 0..400 {
            sums.add(context(0, [0, 0]), &[1.0; LENGTH], 1.0);
            sums.add(context(1, [0, 0]), &[3.0; LENGTH], 1.0);
        }
        sums.add(context(1, [2, 0]), &[8.0; LENGTH], 4.0);
        let mean = |shade, front| sums.means()[context(shade, front).index()][0];
        assert!((mean(0, [0, 0]) - 1.0).abs() < 0.1);
        assert!((mean(1, [0, 0]) - 3.0).abs() < 0.1);
        // Four patches against a weight of sixteen for the mean of all on squares of this shade, and again when the
        // content in front is distinguished: (3 · 16 + 8 · 4) / 20 is 4, and (4 · 16 + 8 · 4) / 20 is 4.8.
        assert!((mean(1, [2, 0]) - 4.8).abs() < 0.05, "{}", mean(1, [2, 0]));
        assert!((mean(1, [2, 1]) - 4.0).abs() < 0.05, "{}", mean(1, [2, 1]));
        // A context without patches: the mean of this shade.
        assert!((mean(1, [1, 1]) - 3.0).abs() < 0.1);
    }
}
