use board_core::Occupancy;
use go_rules::Size;

use super::{Influence, sign};
use crate::grid::neighbors;

/// The first published influence function (A. L. Zobrist, "A model of visual organization for the game of GO", 1969).
///
/// Stones have the value ±50. Four times, every point gains 1 for each positive neighbour and loses 1 for each negative
/// one, all at once. The unit is 1/50 of a stone.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Zobrist;

impl Influence for Zobrist {
    fn of(&self, size: Size, contents: &[Occupancy]) -> Vec<f32> {
        let mut values: Vec<f32> = contents.iter().map(|&stone| 50.0 * sign(stone)).collect();
        for _ in 0..4 {
            let next = |(point, value): (usize, &f32)| {
                let signs = neighbors(size, point).map(|near| match values[near] {
                    near if near > 0.0 => 1.0,
                    near if near < 0.0 => -1.0,
                    _ => 0.0,
                });
                value + signs.sum::<f32>()
            };
            values = values.iter().enumerate().map(next).collect();
        }
        values
    }
}
