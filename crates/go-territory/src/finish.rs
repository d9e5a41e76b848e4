//! The end of a game: dead stones and the count.

use board_core::Occupancy;
use go_rules::{Agreement, Position, Rules, Score, Scoring};

use crate::{
    DeadStones,
    grid::{neighbors, parts},
};

/// A counted position.
#[derive(Clone, Debug, PartialEq)]
pub struct Final {
    /// The count, and whose every point is.
    pub score: Score,
    /// The dead stones, ascending.
    pub dead: Vec<usize>,
    /// The stones that live in seki, ascending; they matter for the count by territory.
    pub seki: Vec<usize>,
}

/// Counts a position in which both sides have passed, with dead stones found by playouts.
///
/// ```
/// use go_rules::{Position, Rules};
/// use go_territory::{DeadStones, final_score};
///
/// let position = Position::from_rows(&[
///     ". . X O . O .",
///     ". O X O O O O",
///     ". . X X X X X",
///     ". . X . . . .",
/// ])?;
/// let end = final_score(&position, &Rules { komi: 0.5, ..Rules::CHINESE }, &DeadStones::default());
/// assert_eq!(end.dead, [8]);
/// assert_eq!(end.score.to_string(), "B+11.5");
/// # Ok::<(), go_rules::PositionError>(())
/// ```
#[must_use]
pub fn final_score(position: &Position, rules: &Rules, finder: &DeadStones) -> Final {
    score_without(position, rules, finder.find(position))
}

/// Counts a position with the stones of `dead` dead. Points that hold no stone are left out; a chain
/// is dead as a whole.
#[must_use]
pub fn score_without(position: &Position, rules: &Rules, dead: Vec<usize>) -> Final {
    let contents = position.contents();
    let mut is_dead = vec![false; contents.len()];
    for point in dead {
        if contents
            .get(point)
            .is_some_and(|&stone| stone != Occupancy::Empty)
        {
            position.visit_chain(point, |stone| is_dead[stone] = true);
        }
    }
    let dead: Vec<usize> = (0..contents.len())
        .filter(|&point| is_dead[point])
        .collect();
    let count = |seki: Vec<usize>| {
        let agreed = Agreement {
            dead: dead.clone(),
            seki,
        };
        position
            .score(rules, &agreed)
            .expect("only stones are named")
    };
    let area = count(Vec::new());
    let seki = in_seki(position, &area, &is_dead);
    let score = match rules.scoring {
        Scoring::Area => area,
        Scoring::Territory => count(seki.clone()),
    };
    Final { score, dead, seki }
}

/// The living stones whose side has at most one point of territory next to them and the chains they hang
/// together with through it: they cannot have two eyes.
fn in_seki(position: &Position, area: &Score, is_dead: &[bool]) -> Vec<usize> {
    let size = position.size();
    let contents = position.contents();
    let groups = parts(size, |point| area.owner[point].color());
    let mut seki = Vec::new();
    for (_, points) in groups {
        let (stones, space): (Vec<usize>, Vec<usize>) = points
            .into_iter()
            .partition(|&point| contents[point] != Occupancy::Empty && !is_dead[point]);
        let open = |&stone: &usize| {
            neighbors(size, stone).any(|near| area.owner[near] == Occupancy::Empty)
        };
        if space.len() < 2 && stones.iter().any(open) {
            seki.extend(stones);
        }
    }
    seki.sort_unstable();
    seki
}

#[cfg(test)]
mod tests {
    use super::*;

    const SEKI: [&str; 7] = [
        "X . O X . . .",
        "X . O X . . .",
        "X X O X . . .",
        "O O X X X X X",
        ". O O O O O O",
        ". . . . . . .",
        ". . . . . . .",
    ];

    #[test]
    fn eyeless_chains_are_in_seki() {
        let position = Position::from_rows(&SEKI).unwrap();
        let rules = Rules {
            komi: 0.0,
            ..Rules::JAPANESE
        };
        let end = final_score(&position, &rules, &DeadStones::default());
        assert_eq!((end.dead, end.seki), (vec![], vec![0, 2, 7, 9, 14, 15, 16]));
        assert_eq!(end.score.to_string(), "W+6");
    }

    #[test]
    fn points_without_stones_are_not_dead() {
        let position = Position::from_rows(&["X . ."]).unwrap();
        let end = score_without(&position, &Rules::CHINESE, vec![1, 77]);
        assert_eq!(end.dead, []);
    }

    #[test]
    fn a_lone_stone_on_an_open_board_is_no_seki() {
        let position = Position::from_rows(&["X . .", ". . .", ". . ."]).unwrap();
        assert_eq!(score_without(&position, &Rules::JAPANESE, vec![]).seki, []);
    }
}
