//! Life and death of one group, played out by an engine.

use board_core::{Board as _, Color, MoveGen, Occupancy};
use go_rules::{Move, Position};

use crate::{
    Engine, EngineError, Group,
    grid::{neighbors, parts},
};

/// The result of a group played out by an engine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GroupLife {
    /// The stones of the group that were lost when its own side moved first, ascending.
    pub lost_moving_first: Vec<usize>,
    /// The stones of the group that were lost when the enemy moved first, ascending.
    pub lost_moving_second: Vec<usize>,
}

/// Why a group could not be played out.
#[derive(Debug, thiserror::Error)]
pub enum LifeError {
    /// The engine failed.
    #[error(transparent)]
    Engine(#[from] EngineError),
    /// The rest of the board is too small for enemy stones with two eyes.
    #[error("the group leaves no room for a living enemy")]
    NoRoom,
}

/// Plays out the life and death of a group: step 4 of irgobot.
///
/// A copy of the board keeps the points of the group and those adjacent to them. The rest is filled with living enemy
/// stones: a solid wall with two eyes in each of its parts. The engine then plays both sides, once with the group's
/// side first and once with the enemy first; a move outside the group's points counts as a pass. Two passes end the
/// game. Stones are lost if they were captured or the engine considers them dead.
///
/// Choices where irgobot leaves room: points adjacent to the group keep their contents, so that the wall takes no
/// liberties. (The original fills "the rest".) Enemy stones among the group's points stay. Parts of the rest that are
/// too small for two eyes keep their contents; if none is large enough, the enemy could not live, which is an error.
///
/// # Errors
/// If the engine fails or there is no room.
///
/// # Panics
/// If a point of the group is not on the board.
pub fn group_life(
    engine: &mut Engine,
    position: &Position,
    group: &Group,
) -> Result<GroupLife, LifeError> {
    let arena = walled_in(position, group).ok_or(LifeError::NoRoom)?;
    Ok(GroupLife {
        lost_moving_first: play_out(engine, &arena, group, group.color)?,
        lost_moving_second: play_out(engine, &arena, group, !group.color)?,
    })
}

/// The board with everything except the group filled with living enemy stones.
fn walled_in(position: &Position, group: &Group) -> Option<Position> {
    let size = position.size();
    let mut kept = vec![false; size.points()];
    for &point in &group.points {
        kept[point] = true;
        for near in neighbors(size, point) {
            kept[near] = true;
        }
    }
    let mut contents = position.contents();
    let mut walls = 0;
    for (_, part) in parts(size, |point| (!kept[point]).then_some(())) {
        let inside = |&&point: &&usize| neighbors(size, point).all(|near| part.contains(&near));
        let room: Vec<usize> = part.iter().filter(inside).copied().collect();
        // Two eyes that do not touch, even diagonally, so that the wall around them is one chain.
        let apart = |a: usize, b: usize| {
            let ((a_col, a_row), (b_col, b_row)) = (size.col_row(a), size.col_row(b));
            a_col.abs_diff(b_col) > 1 || a_row.abs_diff(b_row) > 1
        };
        let eyes = room.iter().find_map(|&first| {
            let second = room.iter().find(|&&second| apart(first, second))?;
            Some([first, *second])
        });
        if let Some(eyes) = eyes {
            walls += 1;
            for point in part {
                contents[point] = (!group.color).into();
            }
            for eye in eyes {
                contents[eye] = Occupancy::Empty;
            }
        }
    }
    if walls == 0 {
        return None;
    }
    Position::from_contents(size, &contents, group.color).ok()
}

/// The group's stones that are lost when `first` moves first.
fn play_out(
    engine: &mut Engine,
    arena: &Position,
    group: &Group,
    first: Color,
) -> Result<Vec<usize>, LifeError> {
    let size = arena.size();
    let mut position = arena.clone();
    position.set_to_move(first);
    engine.set_up(&position)?;
    let mut passes = 0;
    // Engines know when the game is over; this limits endless kos.
    for _ in 0..2 * size.points() {
        let color = position.to_move();
        let wanted = engine.moves(size, color)?;
        let inside = |mv: Move| {
            mv.point()
                .is_some_and(|point| group.points.contains(&point))
        };
        let mv = match wanted {
            Some(mv) if inside(mv) && position.is_legal(mv) => mv,
            other => {
                // `genmove` has played the move, unless it resigned.
                if other.is_some() {
                    engine.ask("undo")?;
                }
                engine.play(size, color, Move::PASS)?;
                Move::PASS
            }
        };
        position.play(mv);
        passes = if mv.is_pass() { passes + 1 } else { 0 };
        if passes == 2 {
            break;
        }
    }
    let dead = engine.dead_now(&position)?;
    let stones = group.points.iter().copied();
    Ok(stones
        .filter(|&point| arena.get(point) == Occupancy::from(group.color))
        .filter(|&point| {
            position.get(point) != Occupancy::from(group.color)
                || dead.binary_search(&point).is_ok()
        })
        .collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{ColorMap, clusters, groups};

    #[test]
    fn the_wall_has_two_eyes_and_leaves_the_group_alone() {
        let mut rows = vec![". . . . . . . . ."; 9];
        rows[0] = ". X . O . . . . .";
        rows[1] = "X X X O . . . . .";
        rows[2] = "O O O O . . . . .";
        let position = Position::from_rows(&rows).unwrap();
        let group = Group {
            color: Color::Black,
            clusters: vec![0],
            points: vec![0, 1, 2, 9, 10, 11],
        };
        let arena = walled_in(&position, &group).unwrap();
        assert_eq!(
            arena.to_string().lines().take(4).collect::<Vec<_>>(),
            [
                ". X . O O . O . O",
                "X X X O O O O O O",
                "O O O O O O O O O",
                "O O O O O O O O O"
            ]
        );
    }

    #[test]
    fn a_group_that_has_the_board_leaves_no_room() {
        let position = Position::from_rows(&[". . .", ". X .", ". . ."]).unwrap();
        let map = ColorMap::of(&position);
        let group = &groups(&map, &clusters(&map))[0];
        assert_eq!(walled_in(&position, group), None);
    }
}
