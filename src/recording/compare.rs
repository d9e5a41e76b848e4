//! Comparison of a record with the true game.

use std::fmt::Debug;
use std::ops::Range;

use crate::wording::counted;
use serde::Serialize;

/// One difference between a record and the truth. Move numbers count from 1.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Difference<M> {
    /// The record has another move.
    Wrong {
        /// Number in the truth.
        number: usize,
        /// The move of the truth.
        truth: M,
        /// The move of the record.
        record: M,
    },
    /// The record lacks a move of the truth.
    Missing {
        /// Number in the truth.
        number: usize,
        /// The move of the truth.
        truth: M,
    },
    /// The record has a move that was never played.
    Extra {
        /// Number in the record.
        number: usize,
        /// The move of the record.
        record: M,
    },
}

/// The comparison of a record with the truth: the alignment with the fewest differences (Levenshtein distance).
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
///
/// Memory grows with the length of the games, time with length × differences. Games with more than 1,000 differences
/// are unrelated: between their first and last difference, moves of the same number are compared.
pub fn moves<M: Clone + PartialEq + Debug>(record: &[M], truth: &[M]) -> Comparison<M> {
    let mut differences = Vec::new();
    let mut pairs = Pairs {
        truth,
        record,
        differences: &mut differences,
    };
    let same = |pair: &(&M, &M)| pair.0 == pair.1;
    let first = truth.iter().zip(record).take_while(same).count();
    let (a, b) = (&truth[first..], &record[first..]);
    let last = a.iter().rev().zip(b.iter().rev()).take_while(same).count();
    let (rows, cols) = (first..truth.len() - last, first..record.len() - last);
    match distance(&truth[rows.clone()], &record[cols.clone()]) {
        Some(distance) => pairs.align(rows, cols, distance),
        None => pairs.compare_by_number(rows, cols),
    }
    let replaced = |d: &&Difference<M>| !matches!(d, Difference::Extra { .. });
    let right = truth.len() - differences.iter().filter(replaced).count();
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

/// The distance of an unreachable cell.
const NEVER: u32 = u32::MAX / 2;

/// The last row of the distance table: the distance of each prefix of `record` from `truth`, where it is at most
/// `most`. Cells farther than `most` from the diagonal are skipped (Ukkonen, "Algorithms for approximate string
/// matching", 1985).
fn last_row<'a, M: PartialEq + 'a>(
    truth: impl Iterator<Item = &'a M>,
    record: &[&'a M],
    most: usize,
) -> Vec<u32> {
    let mut row: Vec<u32> = (0..=record.len() as u32).collect();
    let mut reached = 0..row.len();
    for (i, mv) in truth.enumerate() {
        let first = (i + 1).saturating_sub(most).max(1);
        let end = record.len().min(i + 1 + most);
        if first > end + 1 {
            return vec![NEVER; row.len()];
        }
        let mut diagonal = row[first - 1];
        row[first - 1] = if first == 1 { i as u32 + 1 } else { NEVER };
        for j in first..=end {
            // Beyond the band, the row before has no values.
            let above = if j > i + most { NEVER } else { row[j] };
            let replaced = diagonal + u32::from(record[j - 1] != mv);
            diagonal = row[j];
            row[j] = replaced.min(above + 1).min(row[j - 1] + 1);
        }
        reached = first - 1..end + 1;
    }
    row[..reached.start].fill(NEVER);
    row[reached.end..].fill(NEVER);
    row
}

/// The number of differences, if it is at most 1,000.
fn distance<M: PartialEq>(truth: &[M], record: &[M]) -> Option<usize> {
    const MOST: usize = 1_000;
    let all: Vec<&M> = record.iter().collect();
    let mut most = 16;
    loop {
        let row = last_row(truth.iter(), &all, most);
        let found = row.last().map_or(truth.len(), |&d| d as usize);
        if found <= most {
            return Some(found);
        }
        if most == MOST {
            return None;
        }
        most = (4 * most).min(MOST);
    }
}

/// Two games, and the differences found so far.
struct Pairs<'a, M> {
    truth: &'a [M],
    record: &'a [M],
    differences: &'a mut Vec<Difference<M>>,
}

impl<M: Clone + PartialEq> Pairs<'_, M> {
    /// Lists the differences between parts of both games at this distance (Hirschberg, "A linear space algorithm for
    /// computing maximal common subsequences", 1975).
    fn align(&mut self, rows: Range<usize>, cols: Range<usize>, distance: usize) {
        /// Most cells of a table that is kept whole.
        const CELLS: usize = 1 << 20;
        if distance == 0 {
            return;
        }
        if (rows.len() + 1) * (cols.len() + 1) <= CELLS || rows.len() < 2 {
            return self.align_at_once(rows, cols);
        }
        let middle = rows.start + rows.len() / 2;
        let (upper, lower) = (
            &self.truth[rows.start..middle],
            &self.truth[middle..rows.end],
        );
        let record = &self.record[cols.clone()];
        let forwards: Vec<&M> = record.iter().collect();
        let backwards: Vec<&M> = record.iter().rev().collect();
        let before = last_row(upper.iter(), &forwards, distance);
        let mut after = last_row(lower.iter().rev(), &backwards, distance);
        after.reverse();
        let sums = before.iter().zip(&after).map(|(a, b)| a + b);
        let best = sums.enumerate().min_by_key(|sum| sum.1);
        let Some((split, _)) = best else { return };
        let [before, after] = [before[split], after[split]].map(|d| d as usize);
        let split = cols.start + split;
        self.align(rows.start..middle, cols.start..split, before);
        self.align(middle..rows.end, split..cols.end, after);
    }

    /// Lists the differences by the whole table (Wagner and Fischer, "The string-to-string correction problem", 1974).
    fn align_at_once(&mut self, rows: Range<usize>, cols: Range<usize>) {
        let (truth, record) = (&self.truth[rows.clone()], &self.record[cols.clone()]);
        let width = record.len() + 1;
        let mut cost = vec![0_u32; (truth.len() + 1) * width];
        for i in 0..=truth.len() {
            for j in 0..width {
                cost[i * width + j] = if i == 0 || j == 0 {
                    (i + j) as u32
                } else {
                    let replace = u32::from(truth[i - 1] != record[j - 1]);
                    (cost[(i - 1) * width + j - 1] + replace)
                        .min(cost[(i - 1) * width + j] + 1)
                        .min(cost[i * width + j - 1] + 1)
                };
            }
        }
        let (mut i, mut j) = (truth.len(), record.len());
        let begin = self.differences.len();
        while i > 0 || j > 0 {
            let here = cost[i * width + j];
            let both = i > 0 && j > 0;
            let replace = both && truth[i - 1] != record[j - 1];
            if both && cost[(i - 1) * width + j - 1] + u32::from(replace) == here {
                if replace {
                    self.wrong(rows.start + i - 1, cols.start + j - 1);
                }
                (i, j) = (i - 1, j - 1);
            } else if i > 0 && cost[(i - 1) * width + j] + 1 == here {
                self.missing(rows.start + i - 1);
                i -= 1;
            } else {
                self.extra(cols.start + j - 1);
                j -= 1;
            }
        }
        self.differences[begin..].reverse();
    }

    fn compare_by_number(&mut self, rows: Range<usize>, cols: Range<usize>) {
        for (i, j) in rows.clone().zip(cols.clone()) {
            if self.truth[i] != self.record[j] {
                self.wrong(i, j);
            }
        }
        let both = rows.len().min(cols.len());
        (rows.start + both..rows.end).for_each(|i| self.missing(i));
        (cols.start + both..cols.end).for_each(|j| self.extra(j));
    }

    fn wrong(&mut self, i: usize, j: usize) {
        self.differences.push(Difference::Wrong {
            number: i + 1,
            truth: self.truth[i].clone(),
            record: self.record[j].clone(),
        });
    }

    fn missing(&mut self, i: usize) {
        self.differences.push(Difference::Missing {
            number: i + 1,
            truth: self.truth[i].clone(),
        });
    }

    fn extra(&mut self, j: usize) {
        self.differences.push(Difference::Extra {
            number: j + 1,
            record: self.record[j].clone(),
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn each_kind_of_difference_is_recognised() {
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

    #[test]
    fn long_games_need_little_memory() {
        let truth: Vec<u32> = (0..400_000).map(|i| i * 7 % 1_013).collect();
        let mut record = truth.clone();
        record.remove(1_000);
        record[200_000] = 5_000;
        record.insert(300_000, 6_000);
        let found = moves(&record, &truth);
        assert_eq!((found.counts(), found.differences.len()), ((1, 1, 1), 3));
        // Unrelated games.
        let other = vec![9_999; 20_000];
        assert_eq!(moves(&other, &truth[..20_000]).counts(), (0, 0, 20_000));
    }

    /// The number of differences by its definition: the whole table, row by row.
    fn differences(a: &[u8], b: &[u8]) -> usize {
        let mut row: Vec<usize> = (0..=b.len()).collect();
        for (i, x) in a.iter().enumerate() {
            let mut next = vec![i + 1];
            for (j, y) in b.iter().enumerate() {
                next.push(
                    (row[j] + usize::from(x != y))
                        .min(row[j + 1] + 1)
                        .min(next[j] + 1),
                );
            }
            row = next;
        }
        row[b.len()]
    }

    proptest! {
        #![proptest_config(ProptestConfig { cases: 12, max_shrink_iters: 20, ..Default::default() })]

        #[test]
        fn bands_and_halves_find_the_fewest(
            a in prop::collection::vec(0u8..3, 1_200..1_400),
            edits in prop::collection::vec((0usize..1_200, 0u8..4), 0..60),
        ) {
            let mut b = a.clone();
            for (at, edit) in edits {
                let at = at % b.len();
                match edit {
                    0 => drop(b.remove(at)),
                    edit => b.insert(at, edit),
                }
            }
            let found = moves(&a, &b);
            prop_assert_eq!(found.differences.len(), differences(&a, &b));
            let (missing, extra, wrong) = found.counts();
            prop_assert_eq!(found.right + missing + wrong, b.len());
            prop_assert_eq!(found.right + extra + wrong, a.len());
        }
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
