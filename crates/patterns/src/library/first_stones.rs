//! The time of the first stone on each point, for up to 1024 games in parallel.
//!
//! Queries ask for one point in all games at once, so the times are stored by point, then by game. A game is called a
//! *lane*.

use go_rules::Size;

use super::timeline::UNTOUCHED;

/// Most games in parallel.
pub(super) const LANES: usize = 1024;

/// Number of games whose bits fit into one word.
pub(super) const EACH: usize = 64;

/// The times of first stones on boards of one size.
#[derive(Clone, Debug)]
pub(super) struct FirstStones {
    pub(super) size: Size,
    /// Number of games.
    lanes: usize,
    /// Number of lanes allocated: a multiple of [`EACH`].
    capacity: usize,
    /// By point, then lane: the time, with the colour in the lowest bit.
    times: Vec<u16>,
}

impl FirstStones {
    /// Times of no games.
    pub(super) fn new(size: Size) -> FirstStones {
        FirstStones {
            size,
            lanes: 0,
            capacity: 0,
            times: Vec::new(),
        }
    }

    /// Makes the table from times by point, then lane. `None` if their number does not fit `lanes` games, or there are
    /// too many games.
    pub(super) fn from_rows(size: Size, lanes: usize, rows: &[u16]) -> Option<FirstStones> {
        if !(1..=LANES).contains(&lanes) || rows.len() != size.points() * lanes {
            return None;
        }
        let capacity = lanes.next_multiple_of(EACH);
        let mut times = Vec::with_capacity(size.points() * capacity);
        for row in rows.chunks_exact(lanes) {
            times.extend_from_slice(row);
            times.resize(times.len() + capacity - lanes, UNTOUCHED);
        }
        Some(FirstStones {
            size,
            lanes,
            capacity,
            times,
        })
    }

    /// Adds a game by its time at each point.
    pub(super) fn push(&mut self, time: impl Fn(usize) -> u16) {
        if self.lanes == self.capacity {
            self.grow();
        }
        for point in 0..self.size.points() {
            self.times[point * self.capacity + self.lanes] = time(point);
        }
        self.lanes += 1;
    }

    /// Doubles the number of lanes.
    fn grow(&mut self) {
        let (before, capacity) = (self.capacity, (2 * self.capacity).clamp(EACH, LANES));
        let mut times = vec![UNTOUCHED; self.size.points() * capacity];
        if before > 0 {
            let rows = self.times.chunks_exact(before);
            for (new, old) in times.chunks_exact_mut(capacity).zip(rows) {
                new[..before].copy_from_slice(old);
            }
        }
        (self.times, self.capacity) = (times, capacity);
    }

    /// Number of games.
    pub(super) fn len(&self) -> usize {
        self.lanes
    }

    /// The times at a point by lane, with the colour in the lowest bit; includes lanes without a game.
    #[inline]
    pub(super) fn row(&self, point: usize) -> &[u16] {
        &self.times[point * self.capacity..(point + 1) * self.capacity]
    }

    /// Whether every time is within its game, or is that of an untouched point.
    pub(super) fn are_within(&self, lengths: &[u16]) -> bool {
        // Compares all of them, even after a fault, so that the loop vectorises.
        let last = |lane: usize| lengths.get(lane).copied().unwrap_or(0);
        let last: Vec<u16> = (0..self.capacity).map(last).collect();
        let are_times = |row: &[u16]| {
            let firsts = row.iter().zip(&last);
            firsts.fold(true, |all, (&first, &last)| {
                all & ((first == UNTOUCHED) | (first >> 1 <= last))
            })
        };
        self.times.chunks_exact(self.capacity).all(are_times)
    }

    /// Memory in bytes.
    pub(super) fn memory(&self) -> usize {
        size_of::<u16>() * self.times.capacity()
    }
}
