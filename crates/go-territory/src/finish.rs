//! Scores the end of a game with its dead stones.

use board_core::{Color, Occupancy};
use go_rules::{Agreement, Position, Rules, Score, Scoring};

use crate::{
    DeadStones,
    grid::{neighbors, parts},
};

/// A scored position.
#[derive(Clone, Debug, PartialEq)]
pub struct Final {
    /// The score, and the owner of every point.
    pub score: Score,
    /// The dead stones, ascending.
    pub dead: Vec<usize>,
    /// The stones alive in seki, ascending; they affect territory scoring.
    pub seki: Vec<usize>,
}

/// Scores a position in which both sides have passed. Dead stones are found by playouts.
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

/// Scores a position with the given dead stones. Points without a stone are ignored; a chain is dead as a whole.
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

/// The living stones in seki. Two enemy groups are in seki if they share a neutral region and each has at most one
/// point of territory, so that neither can have two eyes. A side's stones are connected through its territory.
fn in_seki(position: &Position, area: &Score, is_dead: &[bool]) -> Vec<usize> {
    let size = position.size();
    let contents = position.contents();
    let standing = |point: usize| contents[point] != Occupancy::Empty && !is_dead[point];
    // By point, the group without two eyes that its stone belongs to.
    let mut eyeless: Vec<Option<usize>> = vec![None; size.points()];
    let mut groups = Vec::new();
    for (color, points) in parts(size, |point| area.owner[point].color()) {
        if points.iter().filter(|&&point| !standing(point)).count() < 2 {
            for &point in &points {
                eyeless[point] = Some(groups.len());
            }
            groups.push((color, points));
        }
    }
    let neutral = |point: usize| (area.owner[point] == Occupancy::Empty).then_some(());
    let mut in_seki = vec![false; groups.len()];
    for (_, region) in parts(size, neutral) {
        let around = region.iter().flat_map(|&point| neighbors(size, point));
        let touching: Vec<usize> = around.filter_map(|point| eyeless[point]).collect();
        let has = |color: Color| touching.iter().any(|&group| groups[group].0 == color);
        if Color::BOTH.into_iter().all(has) {
            for group in touching {
                in_seki[group] = true;
            }
        }
    }
    let groups = groups.into_iter().zip(in_seki).filter(|(_, seki)| *seki);
    let mut stones: Vec<usize> = groups.flat_map(|((_, points), _)| points).collect();
    stones.retain(|&point| standing(point));
    stones.sort_unstable();
    stones
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

    /// The black stone at the neutral point has no territory, but the white stones have.
    #[test]
    fn stones_still_to_be_connected_are_in_no_seki() {
        let rows = [
            ". . X X O . .",
            "X X . X O . .",
            "O O X . O . .",
            ". O O O O . .",
            ". . . . . . .",
        ];
        let position = Position::from_rows(&rows).unwrap();
        let end = score_without(&position, &Rules::JAPANESE, vec![]);
        assert_eq!(end.score.owner[17], Occupancy::Empty, "a neutral point");
        assert_eq!(end.seki, []);
    }

    #[test]
    fn a_lone_stone_on_an_open_board_is_no_seki() {
        let position = Position::from_rows(&["X . .", ". . .", ". . ."]).unwrap();
        assert_eq!(score_without(&position, &Rules::JAPANESE, vec![]).seki, []);
    }
}
