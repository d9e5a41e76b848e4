//! Orientation of a board of squares, and detection of turns by its contents.

use std::collections::VecDeque;

use board_core::{Cell, Occupancy};
pub use board_geom::Orientation;
use board_geom::{Grid, oriented_squares, turned_squares};

/// For each point of the upright board, the point of the photos that shows it in this orientation.
pub(crate) fn shown_points(orientation: Orientation, points: usize) -> Vec<Option<usize>> {
    let upright: Vec<usize> = (0..points).collect();
    let mut here = vec![None; points];
    for (shown, upright) in oriented_squares(&upright, orientation)
        .into_iter()
        .enumerate()
    {
        here[upright] = Some(shown);
    }
    here
}

/// The grid of a board in this orientation, with its points in the order of the upright board.
pub(crate) fn upright(grid: &Grid, orientation: Orientation) -> Grid {
    let upright = grid.turned(usize::from(orientation));
    match orientation >= 4 {
        // Left and right exchanged.
        true => upright.transposed().turned(3),
        false => upright,
    }
}

/// The orientation in which the [upright] grid is nearest to `as_this`.
pub(crate) fn orientation_between(grid: &Grid, as_this: &Grid) -> Orientation {
    let off = |orientation: &Orientation| {
        let corners = upright(grid, *orientation).corners().into_iter();
        let pairs = corners.zip(as_this.corners());
        pairs
            .map(|(a, b)| (a[0] - b[0]).hypot(a[1] - b[1]))
            .sum::<f64>()
    };
    let nearest = (0..8).min_by(|a, b| off(a).total_cmp(&off(b)));
    nearest.unwrap_or(0)
}

/// Readings of the last photos, with squares numbered as in the first photo.
///
/// The camera may be carried to another side of the table, the board or the phone may be turned. Only the contents of
/// the board then show which of its corners is which.
#[derive(Clone, Debug, Default)]
pub(crate) struct RecentReadings {
    /// For each photo and square, the probabilities of the contents.
    readings: VecDeque<Vec<[f32; 3]>>,
}

/// For each quarter turn, the log likelihood ratio, in nats, of two hypotheses about a photo: it shows the board of the
/// photos before, turned so; it shows an unrelated board with as many pieces.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Agreement([f32; 4]);

/// Number of recent readings to compare with. There are several because a hand may cover the board in one.
pub(super) const COMPARED: usize = 4;
/// Share of squares that have changed since, or are misread.
const CHANGED: f32 = 0.05;
/// Least margin, in nats, of a detected turn over all others, and of the same board over another one.
pub(crate) const CLEAR: f32 = 15.0;

impl RecentReadings {
    /// Compares a reading of a square board with the last ones, in all four turns.
    ///
    /// Where more than half of the pieces have come, they were set up again: the few that stood before say nothing of a
    /// turn.
    pub(crate) fn agreement(&self, reading: &[[f32; 3]]) -> Agreement {
        let has_come = pieces(reading) > 2 * self.max_count(pieces);
        let turns = [0, 1, 2, 3].map(|quarters| match has_come && quarters > 0 {
            true => f32::NEG_INFINITY,
            false => self.likelihood(&turned_squares(reading, quarters)),
        });
        Agreement(turns)
    }

    /// Mean log likelihood ratio, in nats: the reading shows the board of the last readings, in the same orientation,
    /// against an unrelated board.
    pub(crate) fn likelihood(&self, reading: &[[f32; 3]]) -> f32 {
        let all = self
            .readings
            .iter()
            .map(|then| log_likelihood_ratio(then, reading));
        all.sum::<f32>() / self.readings.len().max(1) as f32
    }

    /// The largest count over the last readings.
    pub(crate) fn max_count(&self, count: impl Fn(&[[f32; 3]]) -> usize) -> usize {
        let counts = self.readings.iter().map(|reading| count(reading));
        counts.max().unwrap_or(0)
    }

    /// Adds the reading of the next photo.
    pub(crate) fn push(&mut self, reading: Vec<[f32; 3]>) {
        self.readings.push_back(reading);
        if self.readings.len() > COMPARED {
            self.readings.pop_front();
        }
    }
}

impl Agreement {
    /// Number of quarter turns (as in [`Grid::turned`](board_geom::Grid::turned)) that give the squares their numbers
    /// again; 0 unless another number is clear.
    pub(crate) fn quarters(self) -> usize {
        let all = self.0.into_iter().enumerate();
        let clear = |quarters: usize| {
            let mut others = all.clone().filter(|other| other.0 != quarters);
            others.all(|(_, nats)| self.0[quarters] > nats + CLEAR)
        };
        (0..4).find(|quarters| clear(*quarters)).unwrap_or(0)
    }

    /// Whether the photo shows the same board, turned or not.
    pub(crate) fn is_same_board(self) -> bool {
        self.0.into_iter().any(|nats| nats > CLEAR)
    }
}

/// Number of points that certainly hold a piece or a stone.
pub(super) fn pieces(reading: &[[f32; 3]]) -> usize {
    let empty = Occupancy::Empty.index();
    let piece = |shares: &&[f32; 3]| shares.iter().sum::<f32>() - shares[empty] > 0.9;
    reading.iter().filter(piece).count()
}

/// The log likelihood ratio, in nats, of two readings: one board, of which some squares have changed, against two
/// boards. Squares whose probabilities are all 0 are not visible and count for nothing.
fn log_likelihood_ratio(then: &[[f32; 3]], now: &[[f32; 3]]) -> f32 {
    let unseen = |shares: &[f32; 3]| shares.iter().all(|share| *share == 0.0);
    let pairs = then.iter().zip(now);
    let seen = pairs.filter(|(then, now)| !unseen(then) && !unseen(now));
    // The frequency of each content.
    let (mut squares, mut held) = (0.0, [0.0; 3]);
    for (then, now) in seen.clone() {
        squares += 2.0;
        held = core::array::from_fn(|k| held[k] + then[k] + now[k]);
    }
    let common = held.map(|held| (held + 1.0) / (squares + 3.0));
    let nats = seen.map(|(then, now)| {
        let same: f32 = (0..3).map(|k| then[k] * now[k] / common[k]).sum();
        (CHANGED + (1.0 - CHANGED) * same).ln()
    });
    nats.sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    const SURE: [[f32; 3]; 3] = [[0.96, 0.02, 0.02], [0.02, 0.96, 0.02], [0.02, 0.02, 0.96]];

    /// Row by row; `.` nothing, `b` and `w` pieces.
    fn reading(rows: &str) -> Vec<[f32; 3]> {
        let squares = rows.bytes().filter(|b| !b.is_ascii_whitespace());
        let seen = squares.map(|letter| match letter {
            b'b' => SURE[1],
            b'w' => SURE[2],
            _ => SURE[0],
        });
        seen.collect()
    }

    fn start() -> Vec<[f32; 3]> {
        reading(&format!(
            "{}{}{}",
            "b".repeat(16),
            ".".repeat(32),
            "w".repeat(16)
        ))
    }

    #[test]
    fn every_turn_of_the_start_is_detected() {
        let mut last = RecentReadings::default();
        assert_eq!(last.agreement(&start()).quarters(), 0);
        last.push(start());
        for quarters in 0..4 {
            let seen = turned_squares(&start(), quarters);
            let agreement = last.agreement(&seen);
            assert_eq!(agreement.quarters(), (4 - quarters) % 4, "{agreement:?}");
            assert!(agreement.is_same_board());
        }
    }

    #[test]
    fn a_hand_in_the_photo_before_or_in_this_one_does_not_matter() {
        let mut last = RecentReadings::default();
        last.push(start());
        last.push(start());
        // The hand is misread as pieces.
        let mut hand = start();
        hand[20..50].fill(SURE[1]);
        assert_eq!(last.agreement(&hand).quarters(), 0);
        assert_eq!(last.agreement(&turned_squares(&hand, 2)).quarters(), 2);
        last.push(hand);
        assert_eq!(last.agreement(&start()).quarters(), 0);
        assert_eq!(last.agreement(&turned_squares(&start(), 2)).quarters(), 2);
    }

    #[test]
    fn a_few_moving_pieces_are_no_turn() {
        let at = |squares: [usize; 3]| {
            let mut board = vec![SURE[0]; 64];
            board[squares[0]] = SURE[1];
            board[squares[1]] = SURE[2];
            board[squares[2]] = SURE[2];
            board
        };
        let mut last = RecentReadings::default();
        last.push(at([3, 40, 42]));
        // Two of them move to where a board turned by 180° had them.
        for now in [[60, 23, 42], [3, 23, 21]] {
            let agreement = last.agreement(&at(now));
            assert_eq!(agreement.quarters(), 0, "{agreement:?}");
        }
    }

    /// The last pieces of a game of draughts stand as those of the start would after a turn.
    #[test]
    fn pieces_that_are_set_up_again_are_no_turn() {
        let start = start();
        let mut last = RecentReadings::default();
        last.push(turned_squares(&start, 2));
        assert_eq!(last.agreement(&start).quarters(), 2);
        let mut left = vec![SURE[0]; 64];
        for square in [1, 3, 12, 48, 57, 62] {
            left[square] = turned_squares(&start, 2)[square];
        }
        let mut last = RecentReadings::default();
        last.push(left);
        assert_eq!(last.agreement(&start).quarters(), 0);
    }

    #[test]
    fn another_board_is_not_the_same() {
        let mut last = RecentReadings::default();
        last.push(start());
        let other: Vec<_> = (0..64).map(|i| SURE[(i * 7 + i / 5) % 3]).collect();
        assert!(!last.agreement(&other).is_same_board());
        assert!(!last.agreement(&vec![SURE[0]; 64]).is_same_board());
        assert_eq!(last.agreement(&other).quarters(), 0);
    }
}
