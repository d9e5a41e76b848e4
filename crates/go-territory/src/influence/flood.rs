use board_core::Occupancy;
use go_rules::Size;

use super::{Influence, sign};
use crate::grid::neighbors;

/// What each stone floods around itself (the shadow map of Influencie, F. Dalton,
/// <https://github.com/featurecat/Influencie>).
///
/// A stone gives its own point 1 and loses 1/7 with every step, so that it reaches 6 steps far. It
/// floods outward only: every step leads away from the stone. An enemy stone receives what reaches it and
/// lets nothing through. The value of a point is the sum over Black's stones less that over White's; the
/// unit is a stone.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Flood;

/// Strength falls by one in so many steps.
const REACH: usize = 7;

impl Influence for Flood {
    fn of(&self, size: Size, contents: &[Occupancy]) -> Vec<f32> {
        let mut sevenths = vec![0i32; size.points()];
        // Which stone has reached a point last, and the points it reaches.
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

/// Steps between two points on an open board.
fn distance(size: Size, a: usize, b: usize) -> usize {
    let ((a_col, a_row), (b_col, b_row)) = (size.col_row(a), size.col_row(b));
    a_col.abs_diff(b_col) + a_row.abs_diff(b_row)
}
