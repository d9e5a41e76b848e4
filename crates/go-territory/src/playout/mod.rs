//! Playouts: games played to the end with fast, partly random moves.

mod arena;
mod policy;
mod random;

use board_core::{Color, Occupancy};
use go_rules::Size;

use arena::{Arena, BLACK, EMPTY, WALL};
use random::Random;

/// Playouts from one arrangement of stones, and the statistics of their ends.
pub(crate) struct Playouts {
    size: Size,
    start: Arena,
    random: Random,
    /// For every point, the numbers of playouts that ended with it Black's, and with it White's.
    pub(crate) ends: Vec<[u32; 2]>,
    /// Number of playouts.
    pub(crate) played: u32,
}

impl Playouts {
    pub(crate) fn new(size: Size, contents: &[Occupancy], seed: u64) -> Playouts {
        Playouts {
            size,
            start: Arena::new(size, contents),
            random: Random::new(seed),
            ends: vec![[0; 2]; size.points()],
            played: 0,
        }
    }

    /// Plays `more` games to the end; Black moves first in every second one.
    pub(crate) fn play(&mut self, more: u32) {
        for _ in 0..more {
            let end = self.play_one(BLACK + (self.played % 2) as u8);
            self.played += 1;
            for (point, counts) in self.ends.iter_mut().enumerate() {
                let cell = end.cell(self.size, point);
                for color in Color::BOTH {
                    counts[color.index()] += u32::from(owns(&end, cell, arena::stone_of(color)));
                }
            }
        }
    }

    fn play_one(&mut self, first: u8) -> Arena {
        let mut arena = self.start.clone();
        let mut own = first;
        let mut passes = 0;
        // Limits endless games, such as triple kos.
        for _ in 0..3 * self.size.points() + 20 {
            if policy::step(&mut arena, own, &mut self.random) {
                passes = 0;
            } else {
                passes += 1;
                if passes == 2 {
                    break;
                }
            }
            own = arena::other(own);
        }
        arena
    }
}

/// Whether a cell has a stone of `own`, or is empty and adjacent to such stones only.
fn owns(arena: &Arena, cell: arena::Cell, own: u8) -> bool {
    match arena.at(cell) {
        EMPTY => {
            let around = arena.around(cell);
            around
                .iter()
                .all(|&near| matches!(arena.at(near), WALL) || arena.at(near) == own)
        }
        stone => stone == own,
    }
}
