//! Games that the photos cannot tell apart: saying so.

use std::path::PathBuf;

use sequence_search::Decoded;

use crate::warning::Warning;
use crate::wording::named;

/// Games that cost this little more, in nats, are as good for all that the photos say.
pub(crate) const EQUAL: f64 = 0.05;

/// Games that cost less than this more are worth a word.
const NEAR: f64 = 2.0;

/// Warns of moves that another game, nearly as good, has otherwise. `names` lists the moves of a game
/// as people call them.
pub(crate) fn undecided<M: Copy + Eq>(
    game: &Decoded<M>,
    photos: &[PathBuf],
    names: impl Fn(&Decoded<M>) -> Vec<String>,
    warnings: &mut Vec<Warning>,
) {
    let ours = names(game);
    let mut told: Vec<Vec<usize>> = Vec::new();
    for other in &game.others {
        if other.cost > game.cost + NEAR || other.plies.len() != game.plies.len() {
            continue;
        }
        let pairs = game.plies.iter().zip(&other.plies).enumerate();
        let differ: Vec<usize> = pairs
            .filter(|(_, (a, b))| (a.mv, a.side) != (b.mv, b.side))
            .map(|(i, _)| i)
            .collect();
        // Larger sets are combinations of smaller ones.
        if differ.is_empty() || told.iter().any(|t| t.iter().all(|i| differ.contains(i))) {
            continue;
        }
        let of = |names: &[String]| {
            let mut names: Vec<String> = differ.iter().map(|&i| names[i].clone()).collect();
            names.sort();
            names
        };
        let theirs = names(other);
        let list = moves(&differ);
        let text = if of(&ours) == of(&theirs) {
            format!("{list} may have been played in another order: the photos do not tell")
        } else {
            let instead = of(&theirs).join(", ");
            format!("{list} may have been {instead} instead")
        };
        let photo = photos.get(game.plies[differ[0]].frame).cloned();
        warnings.push(Warning { photo, text });
        told.push(differ);
    }
}

/// `move 1`, `moves 1 and 3`, counting from 1.
fn moves(indices: &[usize]) -> String {
    let numbers: Vec<String> = indices.iter().map(|i| (i + 1).to_string()).collect();
    let moves = named(indices.len(), "moves");
    format!("{moves} {}", numbers.join(" and "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_move_is_not_called_several() {
        assert_eq!(moves(&[25]), "move 26");
        assert_eq!(moves(&[0, 2]), "moves 1 and 3");
    }
}
