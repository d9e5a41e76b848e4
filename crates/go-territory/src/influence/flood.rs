use board_core::Occupancy;
use go_rules::Size;

use super::{Influence, sign};
use crate::grid::neighbors;

/// Influence that floods outwards from each stone (the shadow map of Influencie, F. Dalton,
/// <https://github.com/featurecat/Influencie>).
///
/// A stone gives 1 to its own point and 1/7 less with every step, so that it reaches 6 steps. Every step leads away
/// from the stone. An enemy stone receives influence but does not pass it on. The value of a point is the sum over
/// Black's stones minus that over White's; the unit is a stone.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Flood;

/// Number of steps over which the strength falls by one.
const REACH: usize = 7;

impl Influence for Flood {
    fn of(&self, size: Size, contents: &[Occupancy]) -> Vec<f32> {
        let mut sevenths = vec![0i32; size.points()];
        // The last stone that reached each point, and the points reached.
        let mut reached_by = vec![usize::MAX; size.points()];
        for (stone, &content) in contents.iter().enumerate() {
            let Some(color) = content.color() else {
                continue;
            };
            let enemy = Occupancy::from(!color);
            let mut reached = vec![stone];
            reached_by[stone] = stone;
            let mut next = 0;
            while let Some(&point) = reached.get(next) {
                next += 1;
                let steps = distance(size, stone, point);
                sevenths[point] += sign(content) as i32 * (REACH - steps) as i32;
                if contents[point] == enemy || steps + 1 == REACH {
                    continue;
                }
                for near in neighbors(size, point) {
                    if reached_by[near] != stone && distance(size, stone, near) > steps {
                        reached_by[near] = stone;
                        reached.push(near);
                    }
                }
            }
        }
        let values = sevenths.into_iter();
        values.map(|value| value as f32 / REACH as f32).collect()
    }
}

/// Number of steps between two points on an empty board.
fn distance(size: Size, a: usize, b: usize) -> usize {
    let ((a_col, a_row), (b_col, b_row)) = (size.col_row(a), size.col_row(b));
    a_col.abs_diff(b_col) + a_row.abs_diff(b_row)
}
