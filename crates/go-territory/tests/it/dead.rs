//! Dead stones: positions known from books, the finished boards of `../shared/data`, and bad input.
#![allow(clippy::print_stderr)]

use board_core::{Color, MoveGen, Occupancy, laws::legal_moves, zobrist::splitmix64};
use go_rules::{Position, Size};
use go_territory::{ColorMap, DeadStones, clusters, groups, obviously_dead, unconditionally_alive};

#[track_caller]
fn dead(rows: &[&str]) -> Vec<usize> {
    let position = Position::from_rows(rows).unwrap();
    let dead = DeadStones::default().find(&position);
    // Neither the seed nor who is called Black matters.
    for seed in 2..5 {
        let again = DeadStones {
            seed,
            ..DeadStones::default()
        };
        assert_eq!(again.find(&position), dead, "seed {seed}");
    }
    let swapped: Vec<Occupancy> = position.contents().iter().map(|c| c.swapped()).collect();
    let swapped = Position::from_contents(position.size(), &swapped, Color::Black).unwrap();
    assert_eq!(
        DeadStones::default().find(&swapped),
        dead,
        "colours exchanged"
    );
    dead
}

#[test]
fn a_stone_in_the_territory_of_the_other() {
    let rows = [
        ". . . . X O . . .",
        ". . O . X O . . .",
        ". . . . X O . . .",
        ". . . . X O . X .",
        ". . . . X O . . .",
        ". . . . X O . . .",
        ". . . . X O . . .",
        ". . . . X O . . .",
        ". . . . X O . . .",
    ];
    assert_eq!(dead(&rows), [11, 34]);
}

#[test]
fn three_in_a_row_with_the_vital_point_taken() {
    let rows = [
        ". O . X O . .",
        "X X X X O . .",
        "O O O O O . .",
        ". . . . . . .",
        ". . . . . . .",
        ". . . . . . .",
    ];
    assert_eq!(dead(&rows), [3, 7, 8, 9, 10]);
}

#[test]
fn a_square_of_four_is_dead_and_a_row_of_four_lives() {
    let square = [
        ". . X O . . .",
        ". . X O . . .",
        "X X X O . . .",
        "O O O O . . .",
        ". . . . . . .",
        ". . . . . . .",
        ". . . . . . .",
    ];
    assert_eq!(dead(&square), [2, 9, 14, 15, 16]);
    let row = [
        ". . . . X O .",
        "X X X X X O .",
        "O O O O O O .",
        ". . . . . . .",
        ". . . . . . .",
        ". . . . . . .",
    ];
    assert_eq!(dead(&row), []);
}

/// Four black stones and three white ones share two liberties; who plays there first loses.
#[test]
fn seki_lives() {
    let rows = [
        "X . O X . . .",
        "X . O X . . .",
        "X X O X . . .",
        "O O X X X X X",
        ". O O O O O O",
        ". . . . . . .",
        ". . . . . . .",
    ];
    assert_eq!(dead(&rows), []);
    // With an outside liberty for White the race is White's.
    let mut race = rows;
    race[2] = "X X O . . . .";
    race[1] = "X . O . X X X";
    race[0] = "X . O . X . X";
    race[3] = "O O X X X X X";
    assert_eq!(dead(&race), [0, 7, 14, 15]);
}

#[test]
fn nothing_is_known_of_an_empty_board() {
    for side in [1, 2, 9, 25] {
        let position = Position::initial(Size::square(side).unwrap());
        assert_eq!(DeadStones::default().find(&position), []);
    }
}

/// Boards of every shape and any filling: no panic, no hang, and only stones are dead.
#[test]
fn any_board_has_an_answer() {
    for (index, &(cols, rows)) in [(1, 1), (1, 2), (2, 2), (1, 25), (3, 7), (9, 9), (25, 25)]
        .iter()
        .enumerate()
    {
        let mut position = Position::initial(Size::new(cols, rows).unwrap());
        for step in 0..3 * cols * rows {
            if step % (cols * rows / 2 + 1) == 0 {
                let found = DeadStones {
                    playouts: 20,
                    seed: 1,
                }
                .find(&position);
                let contents = position.contents();
                assert!(
                    found
                        .iter()
                        .all(|&point| contents[point] != Occupancy::Empty)
                );
                let alive = unconditionally_alive(&position);
                assert!(
                    found
                        .iter()
                        .all(|point| alive.binary_search(point).is_err())
                );
                let map = ColorMap::of(&position);
                let clusters = clusters(&map);
                let _ = (groups(&map, &clusters), obviously_dead(&position));
            }
            let moves = legal_moves(&position);
            let pick = splitmix64(index as u64, step as u64) as usize % moves.len();
            position.play(moves[pick]);
        }
    }
}

#[test]
fn without_playouts_all_stones_live() {
    let position = Position::from_rows(&["X O .", ". . .", ". . ."]).unwrap();
    let none = DeadStones {
        playouts: 0,
        seed: 1,
    };
    assert_eq!(none.find(&position), []);
    assert_eq!(none.estimate(&position).playouts, 0);
}

/// The 54 boards of the score estimator of OGS.
#[test]
fn finished_boards() {
    let Some(folder) = test_data::path("go-deadstones/test_games") else {
        return;
    };
    let (mut right, mut boards) = (0, 0);
    for class in std::fs::read_dir(folder).unwrap() {
        for file in std::fs::read_dir(class.unwrap().path()).unwrap() {
            let text = std::fs::read_to_string(file.unwrap().path()).unwrap();
            let value = |name: &str| -> usize {
                let line = text.lines().find_map(|line| line.strip_prefix(name));
                line.unwrap().trim().parse().unwrap()
            };
            let size = Size::new(value("width"), value("height")).unwrap();
            let grids: Vec<i32> = text
                .lines()
                .skip(4)
                .flat_map(str::split_whitespace)
                .map(|n| n.parse().unwrap())
                .collect();
            let (board, truth) = grids.split_at(size.points());
            let stones = board
                .iter()
                .enumerate()
                .filter_map(|(point, stone)| match stone {
                    1 => Some((point, Color::Black)),
                    -1 => Some((point, Color::White)),
                    _ => None,
                });
            let position = Position::from_stones(size, stones, Color::Black).unwrap();
            let dead = DeadStones::default().find(&position);
            let agrees = |point: usize| {
                board[point] == 0 || dead.binary_search(&point).is_ok() == (truth[point] == 1)
            };
            right += usize::from((0..size.points()).all(agrees));
            boards += 1;
        }
    }
    assert!(
        boards == 54 && right >= 52,
        "{right} of {boards} boards right"
    );
}
