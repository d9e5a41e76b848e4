//! Unconditional life.

use board_core::{Color, Occupancy};
use go_rules::{Position, Size};

use crate::grid::{neighbors, parts};

/// The unconditionally alive stones, ascending: those that live even if their owner always passes (D. B. Benson, "Life
/// in the game of Go", 1976).
///
/// A chain is unconditionally alive if it has two vital regions whose surrounding chains are all unconditionally alive.
/// A region is a connected set of points without the chain's colour; it is vital to a chain if each of its empty points
/// is a liberty of that chain.
///
/// ```
/// use go_rules::Position;
/// use go_territory::unconditionally_alive;
///
/// let two_eyes = Position::from_rows(&[". X . X .", "X X X X .", ". . . . ."])?;
/// assert_eq!(unconditionally_alive(&two_eyes), [1, 3, 5, 6, 7, 8]);
/// # Ok::<(), go_rules::PositionError>(())
/// ```
#[must_use]
pub fn unconditionally_alive(position: &Position) -> Vec<usize> {
    let contents = position.contents();
    let mut alive: Vec<usize> = Color::BOTH
        .into_iter()
        .flat_map(|color| living(position.size(), &contents, color))
        .collect();
    alive.sort_unstable();
    alive
}

struct Region {
    /// The surrounding chains.
    chains: Vec<usize>,
    /// Those of them that are adjacent to every empty point of the region.
    vital_to: Vec<usize>,
}

fn living(size: Size, contents: &[Occupancy], color: Color) -> Vec<usize> {
    let own = Occupancy::from(color);
    let chains = parts(size, |p| (contents[p] == own).then_some(()));
    let mut chain_of = vec![None; size.points()];
    for (index, (_, chain)) in chains.iter().enumerate() {
        for &stone in chain {
            chain_of[stone] = Some(index);
        }
    }
    let mut regions: Vec<Region> = parts(size, |p| (contents[p] != own).then_some(()))
        .into_iter()
        .map(|(_, points)| {
            let touched = |point: usize| -> Vec<usize> {
                neighbors(size, point)
                    .filter_map(|near| chain_of[near])
                    .collect()
            };
            let mut around: Vec<usize> = points.iter().flat_map(|&point| touched(point)).collect();
            around.sort_unstable();
            around.dedup();
            let mut vital_to = around.clone();
            for &point in points.iter().filter(|&&p| contents[p] == Occupancy::Empty) {
                let touched = touched(point);
                vital_to.retain(|chain| touched.contains(chain));
            }
            Region {
                chains: around,
                vital_to,
            }
        })
        .collect();
    let mut alive = vec![true; chains.len()];
    loop {
        let mut eyes = vec![0; chains.len()];
        for &chain in regions.iter().flat_map(|region| &region.vital_to) {
            eyes[chain] += 1;
        }
        let before = alive.iter().filter(|&&alive| alive).count();
        for (chain, eyes) in eyes.into_iter().enumerate() {
            alive[chain] &= eyes >= 2;
        }
        if alive.iter().filter(|&&alive| alive).count() == before {
            break;
        }
        regions.retain(|region| region.chains.iter().all(|&chain| alive[chain]));
    }
    let alive = chains
        .into_iter()
        .enumerate()
        .filter(|(index, _)| alive[*index]);
    alive.flat_map(|(_, (_, chain))| chain).collect()
}
