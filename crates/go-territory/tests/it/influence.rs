//! Influence maps worked out by hand.

use go_rules::Position;
use go_territory::{Bouzy, Flood, Influence, Nearest, Radiance, Zobrist};

fn map(influence: &dyn Influence, rows: &[&str]) -> Vec<f32> {
    influence.of_position(&Position::from_rows(rows).unwrap(), &[])
}

#[test]
fn bouzys_first_dilations() {
    let one = Bouzy {
        dilations: 1,
        erosions: 0,
    };
    assert_eq!(map(&one, &["X . . O"]), [128.0, 1.0, -1.0, -128.0]);
    // The points beside each other now have the other sign next to them; the stones gain.
    let two = Bouzy {
        dilations: 2,
        erosions: 0,
    };
    assert_eq!(map(&two, &["X . . O"]), [129.0, 1.0, -1.0, -129.0]);
}

#[test]
fn bouzys_erosion_stops_at_zero() {
    let eroded = Bouzy {
        dilations: 1,
        erosions: 2,
    };
    // 128, 1, 0 → 128, 0, 0 → 127, 0, 0.
    assert_eq!(map(&eroded, &["X . ."]), [127.0, 0.0, 0.0]);
}

/// The property that gives the number of erosions, 1 + n(n − 1).
#[test]
fn a_stone_alone_in_the_middle_controls_its_own_point() {
    let mut rows = vec![". ".repeat(13); 13];
    rows[6] = format!("{}X {}", ". ".repeat(6), ". ".repeat(6));
    let rows: Vec<&str> = rows.iter().map(String::as_str).collect();
    let values = map(&Bouzy::TERRITORY, &rows);
    let points: Vec<usize> = (0..169).filter(|&p| values[p] != 0.0).collect();
    assert_eq!(points, [84]);
    let moyo = map(&Bouzy::MOYO, &rows);
    assert!(moyo.iter().filter(|&&value| value > 0.0).count() > 1);
}

#[test]
fn bouzy_sees_a_corner_as_territory() {
    let mut rows = vec![". . . . . . . . ."; 9];
    rows[2] = ". . . X . . . . .";
    rows[3] = ". . X . . . . . .";
    let values = map(&Bouzy::TERRITORY, &rows);
    assert!(values[0] > 0.0 && values[80] == 0.0, "{values:?}");
}

#[test]
fn zobrists_four_rounds() {
    // 50 0 0 → 50 1 0 → 51 2 1 → 52 4 2 → 53 6 3.
    assert_eq!(map(&Zobrist, &["X . ."]), [53.0, 6.0, 3.0]);
    assert_eq!(map(&Zobrist, &["X . O"]), [50.0, 0.0, -50.0]);
}

#[test]
fn a_flood_falls_by_a_seventh() {
    let sevenths: Vec<f32> = map(&Flood, &["X . . . . . . . ."])
        .iter()
        .map(|v| v * 7.0)
        .collect();
    let expected = [7.0, 6.0, 5.0, 4.0, 3.0, 2.0, 1.0, 0.0, 0.0];
    assert!(
        sevenths
            .iter()
            .zip(expected)
            .all(|(a, b)| (a - b).abs() < 1e-5),
        "{sevenths:?}"
    );
}

#[test]
fn an_enemy_stone_receives_the_flood_and_blocks_it() {
    // Black gives 7 6 5 4 and nothing behind White's stone; White gives 4 5 6 7 6.
    let sevenths: Vec<f32> = map(&Flood, &["X . . O ."])
        .iter()
        .map(|v| v * 7.0)
        .collect();
    let expected = [3.0, 1.0, -1.0, -3.0, -6.0];
    assert!(
        sevenths
            .iter()
            .zip(expected)
            .all(|(a, b)| (a - b).abs() < 1e-5),
        "{sevenths:?}"
    );
}

#[test]
fn a_flood_does_not_turn_back() {
    // Behind the wall only a way inward would lead to the last point of the first row.
    let values = map(&Flood, &["X O . .", ". . . .", ". . . ."]);
    let only_black = map(&Flood, &["X . . .", ". . . .", ". . . ."]);
    let white = map(&Flood, &[". O . .", ". . . .", ". . . ."]);
    // (2, 0) is two steps from Black, but by no outward way around White.
    assert!((values[2] - white[2]).abs() < 1e-6);
    // (2, 1) is reached around the stone.
    assert!((values[6] - (only_black[6] + white[6])).abs() < 1e-6);
}

#[test]
fn radiance_by_steps_and_the_edge() {
    let plain = Radiance {
        reflection: 0.0,
        ..Radiance::default()
    };
    let near = |a: f32, b: f32| (a - b).abs() < 1e-5;
    let values = map(&plain, &["X . . . . . . . ."]);
    // 1.5 / (steps + 1) as p1 = 6, up to six steps.
    let by_steps = |(steps, value): (usize, &f32)| {
        near(
            *value,
            if steps > 6 {
                0.0
            } else {
                1.5 / (steps as f32 + 1.0)
            },
        )
    };
    assert!(values.iter().enumerate().all(by_steps), "{values:?}");
    // On one line every point has two sides off the board, the end three; the last is not asked further.
    let values = map(&Radiance::default(), &["X . ."]);
    assert!(
        near(values[0], 1.5 + 6.0) && near(values[1], 0.75 + 4.0) && near(values[2], 0.5 + 6.0)
    );
    assert!(
        near(map(&plain, &["X X ."])[2], 0.75),
        "a chain radiates as one"
    );
}

#[test]
fn the_nearest_stone() {
    assert_eq!(map(&Nearest, &["X . . O ."]), [1.0, 1.0, -1.0, -1.0, -1.0]);
    assert_eq!(map(&Nearest, &["X . O"]), [1.0, 0.0, -1.0]);
    assert_eq!(map(&Nearest, &[". ."]), [0.0, 0.0]);
}

#[test]
fn dead_stones_are_taken_off() {
    let position = Position::from_rows(&["X . . O ."]).unwrap();
    assert_eq!(Nearest.of_position(&position, &[3]), [1.0; 5]);
    assert_eq!(
        Nearest.of_position(&position, &[99]),
        Nearest.of_position(&position, &[])
    );
}
