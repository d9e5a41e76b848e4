//! When the first stone came to each point, in up to a thousand games side by side.
//!
//! What is asked of one point is asked of all games at once, so the times are kept by point, then game. A game is a
//! *lane*.

use go_rules::Size;

use super::timeline::UNTOUCHED;

/// Most games side by side.
pub(super) const LANES: usize = 1024;

/// Games of which a bit each fits into a word.
pub(super) const EACH: usize = 64;

/// The times of the first stones on boards of one size.
#[derive(Clone, Debug)]
pub(super) struct FirstStones {
    pub(super) size: Size,
    /// Number of games.
    lanes: usize,
    /// Lanes there is room for: a multiple of [`EACH`].
    room: usize,
    /// By point, then lane: the time, with the colour in the lowest bit.
    times: Vec<u16>,
}

impl FirstStones {
    /// Of no games.
    pub(super) fn new(size: Size) -> FirstStones {
        FirstStones {
            size,
            lanes: 0,
            room: 0,
            times: Vec::new(),
        }
    }

    /// From times by point, then lane, without room for more. `None` if they are not of `lanes` games, or those are too
    /// many.
    pub(super) fn from_rows(size: Size, lanes: usize, rows: &[u16]) -> Option<FirstStones> {
        if !(1..=LANES).contains(&lanes) || rows.len() != size.points() * lanes {
            return None;
        }
        let room = lanes.next_multiple_of(EACH);
        let mut times = Vec::with_capacity(size.points() * room);
        for row in rows.chunks_exact(lanes) {
            times.extend_from_slice(row);
            times.resize(times.len() + room - lanes, UNTOUCHED);
        }
        Some(FirstStones {
            size,
            lanes,
            room,
            times,
        })
    }

    /// Adds a game by its time at each point.
    pub(super) fn push(&mut self, time: impl Fn(usize) -> u16) {
        if self.lanes == self.room {
            self.grow();
        }
        for point in 0..self.size.points() {
            self.times[point * self.room + self.lanes] = time(point);
        }
        self.lanes += 1;
    }

    /// Makes room for twice as many lanes.
    fn grow(&mut self) {
        let (before, room) = (self.room, (2 * self.room).clamp(EACH, LANES));
        let mut times = vec![UNTOUCHED; self.size.points() * room];
        if before > 0 {
            let rows = self.times.chunks_exact(before);
            for (new, old) in times.chunks_exact_mut(room).zip(rows) {
                new[..before].copy_from_slice(old);
            }
        }
        (self.times, self.room) = (times, room);
    }

    /// Number of games.
    pub(super) fn len(&self) -> usize {
        self.lanes
    }

    /// By lane, also of those that have no game yet: the time at a point, with the colour in the lowest bit.
    #[inline]
    pub(super) fn row(&self, point: usize) -> &[u16] {
        &self.times[point * self.room..(point + 1) * self.room]
    }

    /// Whether every time is within its game, or that of an untouched point.
    pub(super) fn are_within(&self, lengths: &[u16]) -> bool {
        // All are compared, wrong or not: many go at a time.
        let last = |lane: usize| lengths.get(lane).copied().unwrap_or(0);
        let last: Vec<u16> = (0..self.room).map(last).collect();
        let are_times = |row: &[u16]| {
            let firsts = row.iter().zip(&last);
            firsts.fold(true, |all, (&first, &last)| {
                all & ((first == UNTOUCHED) | (first >> 1 <= last))
            })
        };
        self.times.chunks_exact(self.room).all(are_times)
    }

    /// Bytes of memory they take.
    pub(super) fn memory(&self) -> usize {
        size_of::<u16>() * self.times.capacity()
    }
}
