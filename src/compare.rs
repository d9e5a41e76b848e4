//! How far a recorded game agrees with the truth.

use std::fmt::Debug;

use crate::wording::counted;
use serde::Serialize;

/// One difference between a record and the truth. Move numbers count from 1.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Difference<M> {
    /// Another move stands in the record.
    Wrong {
        /// Number in the truth.
        number: usize,
        /// The move of the truth.
        truth: M,
        /// The move of the record.
        record: M,
    },
    /// A move of the truth that the record lacks.
    Missing {
        /// Number in the truth.
        number: usize,
        /// The move of the truth.
        truth: M,
    },
    /// A move of the record that was never played.
    Extra {
        /// Number in the record.
        number: usize,
        /// The move of the record.
        record: M,
    },
}

/// The agreement of a record with the truth: the alignment with fewest differences, move by move
/// and in order (Levenshtein distance).
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Comparison<M> {
    /// Moves in the truth.
    pub truth_moves: usize,
    /// Moves in the record.
    pub record_moves: usize,
    /// Moves that agree.
    pub right: usize,
    /// `right` as a share of the longer of the two; 1 only for equal games.
    pub accuracy: f64,
    /// Every difference, in order.
    pub differences: Vec<Difference<M>>,
}

impl<M: std::fmt::Display> std::fmt::Display for Difference<M> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Difference::Wrong {
                number,
                truth,
                record,
            } => {
                write!(f, "move {number}: {record} instead of {truth}")
            }
            Difference::Missing { number, truth } => write!(f, "move {number}: {truth} is missing"),
            Difference::Extra { number, record } => {
                write!(f, "move {number} of the record: {record} was never played")
            }
        }
    }
}

impl<M> Comparison<M> {
    /// The result in a sentence.
    #[must_use]
    pub fn sentence(&self) -> String {
        let (missing, extra, wrong) = self.counts();
        format!(
            "{} of {} right ({:.2} %); {missing} missing, {extra} extra, {wrong} wrong",
            self.right,
            counted(self.truth_moves, "moves"),
            100.0 * self.accuracy
        )
    }

    /// Counts of (missing, extra, wrong) moves.
    #[must_use]
    pub fn counts(&self) -> (usize, usize, usize) {
        self.differences
            .iter()
            .fold((0, 0, 0), |(m, e, w), d| match d {
                Difference::Missing { .. } => (m + 1, e, w),
                Difference::Extra { .. } => (m, e + 1, w),
                Difference::Wrong { .. } => (m, e, w + 1),
            })
    }
}

/// Compares two lists of moves.
///
/// ```
/// let found = kibitzer::compare::moves(&["d4", "q16", "c3"], &["d4", "q16", "r4", "c3"]);
/// assert_eq!(found.counts(), (1, 0, 0));
/// assert_eq!(found.right, 3);
/// ```
pub fn moves<M: Clone + PartialEq + Debug>(record: &[M], truth: &[M]) -> Comparison<M> {
    let (rows, cols) = (truth.len() + 1, record.len() + 1);
    let mut cost = vec![0u32; rows * cols];
    for i in 0..rows {
        for j in 0..cols {
            cost[i * cols + j] = if i == 0 || j == 0 {
                (i + j) as u32
            } else {
                let replace = u32::from(truth[i - 1] != record[j - 1]);
                (cost[(i - 1) * cols + j - 1] + replace)
                    .min(cost[(i - 1) * cols + j] + 1)
                    .min(cost[i * cols + j - 1] + 1)
            };
        }
    }
    let (mut i, mut j) = (truth.len(), record.len());
    let (mut right, mut differences) = (0, Vec::new());
    while i > 0 || j > 0 {
        let here = cost[i * cols + j];
        if i > 0 && j > 0 {
            let same = truth[i - 1] == record[j - 1];
            if cost[(i - 1) * cols + j - 1] + u32::from(!same) == here {
                if same {
                    right += 1;
                } else {
                    differences.push(Difference::Wrong {
                        number: i,
                        truth: truth[i - 1].clone(),
                        record: record[j - 1].clone(),
                    });
                }
                (i, j) = (i - 1, j - 1);
                continue;
            }
        }
        if i > 0 && cost[(i - 1) * cols + j] + 1 == here {
            differences.push(Difference::Missing {
                number: i,
                truth: truth[i - 1].clone(),
            });
            i -= 1;
        } else {
            differences.push(Difference::Extra {
                number: j,
                record: record[j - 1].clone(),
            });
            j -= 1;
        }
    }
    differences.reverse();
    let longer = truth.len().max(record.len());
    Comparison {
        truth_moves: truth.len(),
        record_moves: record.len(),
        right,
        accuracy: if longer == 0 {
            1.0
        } else {
            right as f64 / longer as f64
        },
        differences,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn each_kind_of_difference_is_told_apart() {
        let found = moves(&[1, 9, 3, 5, 6, 7], &[1, 2, 3, 4, 5, 6]);
        assert_eq!(
            found.differences,
            [
                Difference::Wrong {
                    number: 2,
                    truth: 2,
                    record: 9
                },
                Difference::Missing {
                    number: 4,
                    truth: 4
                },
                Difference::Extra {
                    number: 6,
                    record: 7
                },
            ]
        );
        assert_eq!((found.right, found.counts()), (4, (1, 1, 1)));
    }

    #[test]
    fn two_empty_games_agree() {
        assert_eq!(moves::<u8>(&[], &[]).accuracy, 1.0);
        assert_eq!(moves(&[], &[1]).accuracy, 0.0);
    }

    proptest! {
        #[test]
        fn the_numbers_add_up(a in prop::collection::vec(0u8..4, 0..30), b in prop::collection::vec(0u8..4, 0..30)) {
            let found = moves(&a, &b);
            let (missing, extra, wrong) = found.counts();
            prop_assert_eq!(found.right + missing + wrong, b.len());
            prop_assert_eq!(found.right + extra + wrong, a.len());
            prop_assert_eq!(a == b, found.differences.is_empty());
        }
    }
}
