//! How a board lies, and how a photo shows it turned since the photos before, told by what stands on its squares.

use std::collections::VecDeque;

pub use board_geom::Orientation;
use board_geom::{Grid, oriented_squares, turned_squares};

/// For each point of the upright board the one that shows it where the board lies so.
pub(crate) fn numbers(orientation: Orientation, points: usize) -> Vec<Option<usize>> {
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

/// The grid of a board with this orientation, with the points in the order of the upright board.
pub(crate) fn upright(grid: &Grid, orientation: Orientation) -> Grid {
    let upright = grid.turned(usize::from(orientation));
    match orientation >= 4 {
        // Left and right exchanged.
        true => upright.transposed().turned(3),
        false => upright,
    }
}

/// The orientation with which a grid is [upright] as this one.
pub(crate) fn between(grid: &Grid, as_this: &Grid) -> Orientation {
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

/// What the last photos have shown of the squares, numbered as in the first photo.
///
/// A camera may be carried to another side of the table, a board may be turned, a phone may be held
/// otherwise. The board is then found where it was or elsewhere, and only what stands on it tells
/// which of its corners is which.
#[derive(Clone, Debug, Default)]
pub(crate) struct LastSeen {
    /// For each photo and square, how likely each content is.
    readings: VecDeque<Vec<[f32; 3]>>,
}

/// By how many nats what a photo shows is likelier if it shows the board of the photos before, turned so,
/// than if it shows any other board as crowded.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Agreement([f32; 4]);

/// So many photos are compared with: in one of them a hand may be over the board.
pub(super) const COMPARED: usize = 4;
/// Share of the squares that may have changed since, or are misread.
const CHANGED: f32 = 0.05;
/// Nats that tell a turn from every other one, and a board from others.
pub(crate) const CLEAR: f32 = 15.0;

impl LastSeen {
    /// How well a reading, by squares of a square board, agrees with the last ones.
    pub(crate) fn agreement(&self, reading: &[[f32; 3]]) -> Agreement {
        let turns = [0, 1, 2, 3].map(|quarters| turned_squares(reading, quarters));
        Agreement(turns.map(|now| self.likelihood(&now)))
    }

    /// By how many nats a reading is likelier if it is of the board of the last ones, lying as there.
    pub(crate) fn likelihood(&self, reading: &[[f32; 3]]) -> f32 {
        let all = self.readings.iter().map(|then| likelier(then, reading));
        all.sum::<f32>() / self.readings.len().max(1) as f32
    }

    /// The most of what is counted in one of the last readings.
    pub(crate) fn most(&self, count: impl Fn(&[[f32; 3]]) -> usize) -> usize {
        let counts = self.readings.iter().map(|reading| count(reading));
        counts.max().unwrap_or(0)
    }

    /// Adds what the next photo shows.
    pub(crate) fn push(&mut self, reading: Vec<[f32; 3]>) {
        self.readings.push_back(reading);
        if self.readings.len() > COMPARED {
            self.readings.pop_front();
        }
    }
}

impl Agreement {
    /// By how many quarters the board has to be turned, as by [`Grid::turned`](board_geom::Grid::turned), for its
    /// squares to have their numbers; none unless that is clear.
    pub(crate) fn quarters(self) -> usize {
        let all = self.0.into_iter().enumerate();
        let clear = |quarters: usize| {
            let mut others = all.clone().filter(|other| other.0 != quarters);
            others.all(|(_, nats)| self.0[quarters] > nats + CLEAR)
        };
        (0..4).find(|quarters| clear(*quarters)).unwrap_or(0)
    }

    /// Whether it is the same board, turned or not.
    pub(crate) fn is_same_board(self) -> bool {
        self.0.into_iter().any(|nats| nats > CLEAR)
    }
}

/// The logarithm of how much likelier two readings are of one board, of which some squares have changed, than
/// of two. Squares without any shares were not seen, and say nothing.
fn likelier(then: &[[f32; 3]], now: &[[f32; 3]]) -> f32 {
    let unseen = |shares: &[f32; 3]| shares.iter().all(|share| *share == 0.0);
    let pairs = then.iter().zip(now);
    let seen = pairs.filter(|(then, now)| !unseen(then) && !unseen(now));
    // How common each content is.
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
    fn every_turn_of_the_start_is_seen() {
        let mut last = LastSeen::default();
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
        let mut last = LastSeen::default();
        last.push(start());
        last.push(start());
        // The hand is taken for pieces.
        let mut hand = start();
        hand[20..50].fill(SURE[1]);
        assert_eq!(last.agreement(&hand).quarters(), 0);
        assert_eq!(last.agreement(&turned_squares(&hand, 2)).quarters(), 2);
        last.push(hand);
        assert_eq!(last.agreement(&start()).quarters(), 0);
        assert_eq!(last.agreement(&turned_squares(&start(), 2)).quarters(), 2);
    }

    #[test]
    fn a_few_pieces_that_go_about_turn_nothing() {
        let at = |places: [usize; 3]| {
            let mut board = vec![SURE[0]; 64];
            board[places[0]] = SURE[1];
            board[places[1]] = SURE[2];
            board[places[2]] = SURE[2];
            board
        };
        let mut last = LastSeen::default();
        last.push(at([3, 40, 42]));
        // Two of them move to where a board turned by 180° had them.
        for now in [[60, 23, 42], [3, 23, 21]] {
            let agreement = last.agreement(&at(now));
            assert_eq!(agreement.quarters(), 0, "{agreement:?}");
        }
    }

    #[test]
    fn another_board_is_none() {
        let mut last = LastSeen::default();
        last.push(start());
        let other: Vec<_> = (0..64).map(|i| SURE[(i * 7 + i / 5) % 3]).collect();
        assert!(!last.agreement(&other).is_same_board());
        assert!(!last.agreement(&vec![SURE[0]; 64]).is_same_board());
        assert_eq!(last.agreement(&other).quarters(), 0);
    }
}
