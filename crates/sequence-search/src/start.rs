use std::collections::BinaryHeap;

use board_core::{Cell, Observation};

use crate::SearchError;
use crate::costs::Costs;

/// A possible table at the beginning of a series.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct LikelyTable<C> {
    /// Difference from the most likely one, in nats.
    pub price: f32,
    /// The content of each point.
    pub cells: Vec<C>,
}

/// The `n` most likely contents of all points, best first, by the evidence of the first `frames` frames alone.
///
/// For a game with unknown start position: make positions of the possible ones, and give them to
/// [`Decoder::start`](crate::Decoder::start). The search counts the first frames again, so use a price of 0 there, or
/// your own prior of the position, not this price.
///
/// # Errors
/// As [`decode`](crate::decode) about the evidence.
pub fn likely_tables<O: Observation>(
    evidence: &O,
    frames: usize,
    n: usize,
) -> Result<Vec<LikelyTable<O::Cell>>, SearchError> {
    /// The first frames of an observation.
    struct First<'a, O>(&'a O, usize);
    impl<O: Observation> Observation for First<'_, O> {
        type Cell = O::Cell;
        fn frames(&self) -> usize {
            self.1.min(self.0.frames())
        }
        fn points(&self) -> usize {
            self.0.points()
        }
        fn cost(&self, frame: usize, point: usize, cell: O::Cell) -> Option<f32> {
            self.0.cost(frame, point, cell)
        }
    }
    const CAP: f32 = 20.0;
    let costs = Costs::read(&First(evidence, frames), CAP, 1 << 28)?;
    let total = |point: usize, content: usize| -> f32 {
        let frames = 0..costs.frames;
        frames.map(|t| costs.at(t, point, content as u8)).sum()
    };
    let mut best = vec![0_usize; costs.points];
    // Every difference from the best contents at one point.
    let mut others: Vec<(f32, usize, usize)> = Vec::new();
    for (point, best) in best.iter_mut().enumerate() {
        let totals: Vec<f32> = (0..costs.contents).map(|c| total(point, c)).collect();
        let contents = 0..costs.contents;
        *best = contents
            .min_by(|&a, &b| totals[a].total_cmp(&totals[b]))
            .unwrap_or(0);
        for (content, &cost) in totals.iter().enumerate().filter(|&(c, _)| c != *best) {
            others.push((cost - totals[*best], point, content));
        }
    }
    others.sort_by(|a, b| a.0.total_cmp(&b.0));

    // Sets of differences, cheapest first: each set is generated once, by adding the next difference or by replacing
    // its last one by the next.
    let mut queue = BinaryHeap::new();
    if !others.is_empty() {
        queue.push(Differences(others[0].0, vec![0]));
    }
    let table = |price: f32, set: &[usize]| {
        let mut table = best.clone();
        for &i in set {
            table[others[i].1] = others[i].2;
        }
        LikelyTable {
            price,
            cells: table.iter().map(|&c| O::Cell::ALL[c]).collect(),
        }
    };
    let mut found = vec![table(0.0, &[])];
    while found.len() < n
        && let Some(Differences(cost, set)) = queue.pop()
    {
        let last = set[set.len() - 1];
        if let Some(next) = others.get(last + 1) {
            let mut more = set.clone();
            more.push(last + 1);
            queue.push(Differences(cost + next.0, more));
            let mut other = set.clone();
            let end = other.len() - 1;
            other[end] = last + 1;
            queue.push(Differences(cost - others[last].0 + next.0, other));
        }
        let points = |i: &usize| others[*i].1;
        let mut twice: Vec<usize> = set.iter().map(points).collect();
        twice.sort_unstable();
        twice.dedup();
        if twice.len() == set.len() {
            found.push(table(cost, &set));
        }
    }
    found.truncate(n);
    Ok(found)
}

/// A set of differences by index, and their cost; the cheapest is the greatest.
struct Differences(f32, Vec<usize>);

impl Ord for Differences {
    fn cmp(&self, other: &Self) -> core::cmp::Ordering {
        let by_cost = other.0.total_cmp(&self.0);
        by_cost.then_with(|| other.1.cmp(&self.1))
    }
}
impl PartialOrd for Differences {
    fn partial_cmp(&self, other: &Self) -> Option<core::cmp::Ordering> {
        Some(self.cmp(other))
    }
}
impl PartialEq for Differences {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other).is_eq()
    }
}
impl Eq for Differences {}

#[cfg(test)]
mod tests {
    use super::*;
    use board_core::Occupancy::{self, Black, Empty, White};

    struct Two;

    impl Observation for Two {
        type Cell = Occupancy;
        fn frames(&self) -> usize {
            3
        }
        fn points(&self) -> usize {
            2
        }
        fn cost(&self, _: usize, point: usize, cell: Occupancy) -> Option<f32> {
            Some([[1.0, 0.0, 3.0], [0.0, 2.5, 0.5]][point][cell.index()])
        }
    }

    #[test]
    fn the_cheapest_come_first_and_once() {
        let found = likely_tables(&Two, 2, 20).unwrap();
        let row = |t: &LikelyTable<Occupancy>| (t.price, t.cells[0], t.cells[1]);
        let tables: Vec<_> = found.iter().map(row).collect();
        assert_eq!(
            tables[..5],
            [
                (0.0, Black, Empty),
                (1.0, Black, White),
                (2.0, Empty, Empty),
                (3.0, Empty, White),
                (5.0, Black, Black),
            ]
        );
        assert_eq!(found.len(), 9);
        assert_eq!(likely_tables(&Two, 2, 2).unwrap().len(), 2);
    }
}
