use board_core::Occupancy;
use go_rules::Size;

use super::Influence;
use crate::grid::{neighbors, parts};

/// Influence that radiates from each chain (Sabaki's influence, Y. Shen, <https://github.com/SabakiHQ/influence>).
///
/// Points up to `reach` steps from a chain, by paths that do not cross enemy stones, get
/// `strength / (6 · steps / reach + 1)`, computed breadth first from all stones of the chain. A step off the board adds
/// `reflection` to the point it starts from, which makes the edge firm.
///
/// The value of a point is the sum over Black's chains minus that over White's. Choices where the original leaves room:
/// a chain's own stones count once, at distance 0; reflected influence does not spread. (The published code counts
/// stones with a neighbour of their own chain twice, and omits the reflection, because it never steps off the board.)
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Radiance {
    /// Largest number of steps; p1 in the original.
    pub reach: u32,
    /// Influence at distance 0; p2 in the original.
    pub strength: f32,
    /// Influence of every step off the board; p3 in the original.
    pub reflection: f32,
}

impl Default for Radiance {
    /// p1 = 6, p2 = 1.5, p3 = 2.
    fn default() -> Radiance {
        Radiance {
            reach: 6,
            strength: 1.5,
            reflection: 2.0,
        }
    }
}

impl Influence for Radiance {
    fn of(&self, size: Size, contents: &[Occupancy]) -> Vec<f32> {
        // Black's and White's sums are separate, so that the exchange of colours gives exactly the same sums.
        let mut sums = [vec![0.0; size.points()], vec![0.0; size.points()]];
        let mut reached_by = vec![usize::MAX; size.points()];
        for (index, (color, chain)) in parts(size, |p| contents[p].color()).into_iter().enumerate()
        {
            let enemy = Occupancy::from(!color);
            for &stone in &chain {
                reached_by[stone] = index;
            }
            let mut reached: Vec<(usize, u32)> =
                chain.into_iter().map(|stone| (stone, 0)).collect();
            let mut next = 0;
            while let Some(&(point, steps)) = reached.get(next) {
                next += 1;
                let share = if self.reach == 0 {
                    0.0
                } else {
                    steps as f32 / self.reach as f32
                };
                let sum = &mut sums[color.index()][point];
                *sum += self.strength / (6.0 * share + 1.0);
                if steps == self.reach {
                    continue;
                }
                let mut inside = 0;
                for near in neighbors(size, point) {
                    inside += 1;
                    if reached_by[near] != index && contents[near] != enemy {
                        reached_by[near] = index;
                        reached.push((near, steps + 1));
                    }
                }
                sums[color.index()][point] += self.reflection * (4 - inside) as f32;
            }
        }
        let [black, white] = sums;
        black
            .iter()
            .zip(white)
            .map(|(black, white)| black - white)
            .collect()
    }
}
