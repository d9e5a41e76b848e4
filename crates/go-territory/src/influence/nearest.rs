use board_core::{Color, Occupancy};
use go_rules::Size;

use super::Influence;
use crate::grid::neighbors;

/// Influence by the nearest stone (a Voronoi diagram of the board).
///
/// Distances are steps along the lines through empty points. The value is 1 for Black, −1 for White, and 0 at equal
/// distance or out of reach.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Nearest;

impl Influence for Nearest {
    fn of(&self, size: Size, contents: &[Occupancy]) -> Vec<f32> {
        let [black, white] = Color::BOTH.map(|color| distances(size, contents, color));
        black
            .into_iter()
            .zip(white)
            .map(|(black, white)| match black.cmp(&white) {
                std::cmp::Ordering::Less => 1.0,
                std::cmp::Ordering::Equal => 0.0,
                std::cmp::Ordering::Greater => -1.0,
            })
            .collect()
    }
}

/// Number of steps to the nearest stone of `color`; `usize::MAX` if none can be reached.
fn distances(size: Size, contents: &[Occupancy], color: Color) -> Vec<usize> {
    let mut distances = vec![usize::MAX; size.points()];
    let own = |&point: &usize| contents[point] == Occupancy::from(color);
    let mut reached: Vec<usize> = (0..size.points()).filter(own).collect();
    for &stone in &reached {
        distances[stone] = 0;
    }
    let mut next = 0;
    while let Some(&point) = reached.get(next) {
        next += 1;
        for near in neighbors(size, point) {
            if distances[near] == usize::MAX && contents[near] == Occupancy::Empty {
                distances[near] = distances[point] + 1;
                reached.push(near);
            }
        }
    }
    distances
}
