//! Games that the photos cannot tell apart: saying so.

use std::path::PathBuf;

use board_core::Color;
use sequence_search::{Decoded, Exchange};

use crate::warning::{NamedMove, Warning, WarningKind};

/// Games that cost this little more, in nats, are as good for all that the photos say.
pub(crate) const EQUAL: f64 = 0.05;

/// Games that cost less than this more are worth a word.
const NEAR: f64 = 2.0;

/// Whether at some plies two games have the same moves in any order.
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

/// The plies that two games of as many have otherwise.
fn differing<M: Copy + Eq>(a: &Decoded<M>, b: &Decoded<M>) -> Vec<usize> {
    let pairs = a.plies.iter().zip(&b.plies).enumerate();
    pairs
        .filter(|(_, (a, b))| (a.mv, a.side) != (b.mv, b.side))
        .map(|(i, _)| i)
        .collect()
}

/// Other games nearly as good that have as many moves.
fn near<M>(game: &Decoded<M>) -> impl Iterator<Item = &Decoded<M>> {
    let others = game.others.iter();
    others.filter(|other| other.cost < game.cost + NEAR && other.plies.len() == game.plies.len())
}

/// The games nearly as good that have the same moves in another order, if those that are `known` do not say it all.
pub(crate) fn orders<M: Copy + Eq>(game: &Decoded<M>, known: &[Exchange<M>]) -> Vec<Exchange<M>> {
    let open: Vec<usize> = known.iter().flat_map(|o| o.moved(&game.plies)).collect();
    let orders = near(game).filter_map(|other| {
        let differ = differing(game, other);
        let (&first, &last) = (differ.first()?, differ.last()?);
        let moves = other.plies[first..=last].iter().map(|ply| ply.mv);
        let told = differ.iter().all(|i| open.contains(i));
        (!told && same_moves(game, other, &differ))
            .then(|| Exchange::new(first, moves.collect(), other.cost - game.cost))
    });
    orders.collect()
}

/// Warns of moves that another game, nearly as good, has otherwise. `names` lists the moves of a game; of the moves in
/// a group of `told` it is said already that they may have changed places.
pub(crate) fn undecided<M: Copy + Eq>(
    game: &Decoded<M>,
    photos: &[PathBuf],
    names: impl Fn(&Decoded<M>) -> Vec<NamedMove>,
    told: &[Vec<usize>],
    warnings: &mut Vec<Warning>,
) {
    let mut said: Vec<Vec<usize>> = Vec::new();
    for other in near(game) {
        let mut differ = differing(game, other);
        for group in told.iter().filter(|group| same_moves(game, other, group)) {
            differ.retain(|i| !group.contains(i));
        }
        // Larger sets are combinations of smaller ones.
        if differ.is_empty() || said.iter().any(|s| s.iter().all(|i| differ.contains(i))) {
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
        said.push(differ);
    }
}
