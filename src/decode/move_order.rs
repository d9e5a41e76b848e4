//! Move order: the confidence in the order of moves, and warnings where it is open.

use std::path::PathBuf;

use sequence_search::{Decoded, Exchange};

use crate::warning::{NamedMove, Warning, WarningKind};

/// Additional cost in nats up to which another order counts. A single order makes a move doubtful up to ln 9 = 2.2
/// ([`SURE`]), several together from farther.
pub(crate) const WITHIN: f64 = 3.0;

/// Moves whose order is less probable are warned of.
const SURE: f32 = 0.9;

/// Lowers the confidence of moves that may have been made in another order. Returns groups of plies whose order is
/// doubtful; each group may be permuted.
pub(crate) fn weigh_orders<M: Copy + Eq>(
    game: &mut Decoded<M>,
    others: &[Exchange<M>],
) -> Vec<Vec<usize>> {
    game.weigh_orders(others);
    let mut groups: Vec<Vec<usize>> = Vec::new();
    for other in others {
        let moved: Vec<usize> = other.moved(&game.plies).collect();
        if moved.iter().all(|&i| game.plies[i].order >= SURE) {
            continue;
        }
        let (joined, apart): (Vec<_>, Vec<_>) = groups
            .into_iter()
            .partition(|group| group.iter().any(|i| moved.contains(i)));
        groups = apart;
        let mut all: Vec<usize> = joined.into_iter().flatten().chain(moved).collect();
        all.sort_unstable();
        all.dedup();
        groups.push(all);
    }
    groups.sort();
    groups
}

/// Warns of the groups of moves whose order is open; `named` are the moves of the game.
pub(crate) fn warn<M>(
    game: &Decoded<M>,
    groups: &[Vec<usize>],
    photos: &[PathBuf],
    named: &[NamedMove],
    warnings: &mut Vec<Warning>,
) {
    for group in groups {
        let moves = group.iter().filter_map(|&i| named.get(i).cloned());
        let moves = moves.collect();
        let photo = group
            .first()
            .and_then(|&i| photos.get(game.plies[i].frame))
            .cloned();
        warnings.push(WarningKind::MoveOrder { moves }.at(photo));
    }
}
