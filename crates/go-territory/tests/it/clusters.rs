//! Clusters, their eyes and what is obviously alive or dead; groups.

use board_core::Color;
use go_rules::Position;
use go_territory::{Cluster, ColorMap, Status, clusters, groups, obviously_dead, redrawn};

fn of(rows: &[&str]) -> (ColorMap, Vec<Cluster>) {
    let map = ColorMap::of(&Position::from_rows(rows).unwrap());
    let found = clusters(&map);
    (map, found)
}

/// White's stone is shut in by a wall that has the rest of the board.
const CAPTIVE: [&str; 5] = [
    ". . . . . . .",
    ". . X X . . .",
    ". X O . X . .",
    ". . X X . . .",
    ". . . . . . .",
];

#[test]
fn a_captive_is_dead_and_its_captor_alive() {
    let (_, found) = of(&CAPTIVE);
    assert_eq!(found.len(), 2);
    let white = found.iter().find(|c| c.color == Color::White).unwrap();
    assert_eq!(
        (white.points.as_slice(), white.status),
        (&[16][..], Status::Dead)
    );
    let black = found.iter().find(|c| c.color == Color::Black).unwrap();
    assert_eq!(black.status, Status::Alive);
    assert_eq!(
        black.points.len(),
        33,
        "all but the captive and its liberty"
    );
    assert_eq!(
        obviously_dead(&Position::from_rows(&CAPTIVE).unwrap()),
        [16]
    );
}

#[test]
fn the_map_is_redrawn_without_the_dead() {
    let position = Position::from_rows(&CAPTIVE).unwrap();
    let map = redrawn(&position, &obviously_dead(&position));
    assert!((0..35).all(|point| map.point(point) == Some(Color::Black)));
    assert!((0..35).all(|point| map.controlled(point) == Some(Color::Black)));
}

/// Decision: a stone in contact is in a cluster of its side.
#[test]
fn stones_in_contact_have_clusters() {
    let (map, found) = of(&["X O", ". ."]);
    assert_eq!(map.controlled(0), None);
    let points: Vec<_> = found.iter().map(|c| c.points.clone()).collect();
    assert_eq!(points, [vec![0, 2], vec![1, 3]]);
    assert_eq!(found[0].border, [0, 2]);
    assert!(found.iter().all(|c| c.status == Status::Unsettled));
}

/// Decision: points without coloured links are in no cluster, so that these two are not one.
#[test]
fn open_space_joins_nothing() {
    let (_, found) = of(&["X . . . . X"]);
    let points: Vec<_> = found.iter().map(|c| c.points.clone()).collect();
    assert_eq!(points, [vec![0, 1], vec![4, 5]]);
}

/// Decision: two eyes are not "more than two", three are.
#[test]
fn three_eyes_live() {
    let (_, found) = of(&[". X . X O .", "X X X X O .", "O O O O O .", ". . . . . ."]);
    let black = found.iter().find(|c| c.color == Color::Black).unwrap();
    assert_eq!((black.eyes.len(), black.status), (2, Status::Unsettled));
    let (_, found) = of(&[
        ". X . X . X O .",
        "X X X X X X O .",
        "O O O O O O O .",
        ". . . . . . . .",
    ]);
    let black = found.iter().find(|c| c.color == Color::Black).unwrap();
    assert_eq!((black.eyes.len(), black.status), (3, Status::Alive));
}

/// Decision: of four points, a square is a dead shape and a row lives.
#[test]
fn the_shape_of_four_decides() {
    let square = [
        ". . X O .",
        ". . X O .",
        "X X X O .",
        "O O O O .",
        ". . . . .",
    ];
    let (_, found) = of(&square);
    assert_eq!(found[0].eyes, [vec![0, 1, 5, 6]]);
    assert_eq!(found[0].status, Status::Dead);
    let row = [". . . . X O", "X X X X X O", "O O O O O O", ". . . . . ."];
    let (_, found) = of(&row);
    assert_eq!(found[0].eyes, [vec![0, 1, 2, 3]]);
    assert_eq!(found[0].status, Status::Alive);
}

/// Decision: who can reach open space, or a friend, is not surrounded.
#[test]
fn a_way_out_saves() {
    let mut rows = CAPTIVE;
    rows[2] = ". X O . . . .";
    let (_, found) = of(&rows);
    let white = found.iter().find(|c| c.color == Color::White).unwrap();
    assert_eq!(white.status, Status::Unsettled);
}

#[test]
fn shadows_join_what_belongs_together() {
    // Two black stones with open board between them; White's is far.
    let rows = [
        ". . . . . . . . . . . . .",
        ". X . . . X . . . . . O .",
        ". . . . . . . . . . . . .",
    ];
    let (map, found) = of(&rows);
    assert_eq!(found.len(), 3);
    let groups = groups(&map, &found);
    assert_eq!(groups.len(), 2);
    assert_eq!(
        (groups[0].color, groups[0].clusters.len()),
        (Color::Black, 2)
    );
    assert_eq!(
        (groups[1].color, groups[1].clusters.len()),
        (Color::White, 1)
    );
}
