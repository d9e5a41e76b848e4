//! Ambiguity: games that explain the photos nearly as well as the recorded one.

use std::path::PathBuf;

use board_core::Color;
use sequence_search::{Decoded, Exchange};

use crate::warning::{NamedMove, Warning, WarningKind};

/// Games whose costs differ by less, in nats, explain the photos equally well.
pub(crate) const EQUAL: f64 = 0.05;

/// Additional cost in nats below which another game is mentioned.
const NEAR: f64 = 2.0;

/// Whether two games have the same moves, in any order, at these plies.
fn same_moves<M: Copy + Eq>(a: &Decoded<M>, b: &Decoded<M>, plies: &[usize]) -> bool {
    let of = |game: &Decoded<M>| -> Vec<(M, Color)> {
        let plies = plies.iter().map(|&i| &game.plies[i]);
        plies.map(|ply| (ply.mv, ply.side)).collect()
    };
    let mut left = of(b);
    of(a).iter().all(|mv| {
        let at = left.iter().position(|other| other == mv);
        at.map(|at| left.swap_remove(at)).is_some()
    })
}

/// The plies in which two games of the same length differ. The order of handicap stones is meaningless.
fn differing<M: Copy + Eq>(a: &Decoded<M>, b: &Decoded<M>) -> Vec<usize> {
    let pairs = a.plies.iter().zip(&b.plies);
    let is_handicap = pairs.clone().take_while(|(a, b)| a.handicap && b.handicap);
    let handicap: Vec<usize> = (0..is_handicap.count()).collect();
    let is_same = same_moves(a, b, &handicap);
    let differ = pairs
        .enumerate()
        .filter(|(_, (a, b))| (a.mv, a.side) != (b.mv, b.side));
    let plies = differ.map(|(i, _)| i);
    plies
        .filter(|i| !(is_same && handicap.contains(i)))
        .collect()
}

/// The next best games with nearly the same cost and the same number of moves.
fn near<M>(game: &Decoded<M>) -> impl Iterator<Item = &Decoded<M>> {
    let others = game.others.iter();
    others.filter(|other| other.cost < game.cost + NEAR && other.plies.len() == game.plies.len())
}

/// The other orders of moves in the next best games, except those that `known` covers.
pub(crate) fn near_orders<M: Copy + Eq>(
    game: &Decoded<M>,
    known: &[Exchange<M>],
) -> Vec<Exchange<M>> {
    let open: Vec<usize> = known.iter().flat_map(|o| o.moved(&game.plies)).collect();
    let orders = near(game).filter_map(|other| {
        let differ = differing(game, other);
        let (&first, &last) = (differ.first()?, differ.last()?);
        let moves = other.plies[first..=last].iter().map(|ply| ply.mv);
        let covered = differ.iter().all(|i| open.contains(i));
        (!covered && same_moves(game, other, &differ))
            .then(|| Exchange::new(first, moves.collect(), other.cost - game.cost))
    });
    orders.collect()
}

/// Warns of moves for which another, nearly as good game has alternatives. `names` lists the moves of a game. Groups of
/// moves in `open_orders`, whose order is open, are warned of elsewhere.
pub(crate) fn warn_of_alternatives<M: Copy + Eq>(
    game: &Decoded<M>,
    photos: &[PathBuf],
    names: impl Fn(&Decoded<M>) -> Vec<NamedMove>,
    open_orders: &[Vec<usize>],
    warnings: &mut Vec<Warning>,
) {
    let mut reported: Vec<Vec<usize>> = Vec::new();
    for other in near(game) {
        let mut differ = differing(game, other);
        let reordered = |group: &&Vec<usize>| same_moves(game, other, group);
        for group in open_orders.iter().filter(reordered) {
            differ.retain(|i| !group.contains(i));
        }
        // Larger sets are combinations of smaller ones.
        let contains = |smaller: &Vec<usize>| smaller.iter().all(|i| differ.contains(i));
        if differ.is_empty() || reported.iter().any(contains) {
            continue;
        }
        let pick = |all: Vec<NamedMove>| -> Vec<NamedMove> {
            let picked = differ.iter().filter_map(|&i| all.get(i).cloned());
            picked.collect()
        };
        let (moves, mut instead) = (pick(names(game)), pick(names(other)));
        instead.sort_by(|a, b| (a.side, &a.name).cmp(&(b.side, &b.name)));
        let photo = photos.get(game.plies[differ[0]].frame).cloned();
        warnings.push(WarningKind::OtherMoves { moves, instead }.at(photo));
        reported.push(differ);
    }
}
