//! Colour maps worked out by hand from the three rules, point by point.
//!
//! `X`, `O` stones, `x`, `o` coloured, `.` not; `-` `|` Black's links, `=` `:` White's, `!` contested.

use go_rules::Position;
use go_territory::ColorMap;

#[track_caller]
fn check(stones: &[&str], map: &[&str]) {
    let position = Position::from_rows(stones).unwrap();
    let found = ColorMap::of(&position).to_string();
    assert_eq!(
        found.trim_end().lines().collect::<Vec<_>>(),
        map,
        "\n{found}"
    );
    let swap = |rows: &[&str], pairs: &[[char; 2]]| -> Vec<String> {
        let other = |c: char| {
            let pair = pairs.iter().find(|pair| pair.contains(&c));
            pair.map_or(c, |&[a, b]| if c == a { b } else { a })
        };
        rows.iter()
            .map(|row| row.chars().map(other).collect())
            .collect()
    };
    let position = Position::from_rows(&swap(stones, &[['X', 'O']])).unwrap();
    let colors = [['X', 'O'], ['x', 'o'], ['-', '='], ['|', ':']];
    let found = ColorMap::of(&position).to_string();
    assert_eq!(
        found.trim_end().lines().collect::<Vec<_>>(),
        swap(map, &colors)
    );
}

#[test]
fn nothing_grows_from_nothing() {
    check(&["."], &["."]);
    check(&[". ."], &[". ."]);
    check(
        &[". . .", ". . .", ". . ."],
        &[". . .", "", ". . .", "", ". . ."],
    );
}

#[test]
fn a_lone_stone_has_its_links() {
    check(
        &[". . .", ". X .", ". . ."],
        &[". . .", "  |", ".-X-.", "  |", ". . ."],
    );
}

/// The point beside it has one coloured link of two.
#[test]
fn a_stone_in_the_corner_does_not_take_the_edge() {
    check(&["X .", ". ."], &["X-.", "|", ". ."]);
}

/// Both links of either corner.
#[test]
fn diagonal_stones_take_the_corners_between() {
    check(&["X .", ". X"], &["X-x", "| |", "x-X"]);
}

/// The links of the empty points lean to different sides.
#[test]
fn a_contact_is_contested_and_stops_both() {
    check(&["X .", "O ."], &["X-.", "!", "O=."]);
}

#[test]
fn the_only_link_of_the_end_of_a_line() {
    check(&["X ."], &["X-x"]);
    check(&[". X . . ."], &["x-X-. . ."]);
}

#[test]
fn between_two_of_a_side_on_a_line() {
    check(&["X . X"], &["X-x-X"]);
}

#[test]
fn between_two_sides_on_a_line() {
    check(&["X . O"], &["X-.=O"]);
}

/// Rule 3 makes the link, rule 2 then both points.
#[test]
fn two_points_between_two_of_a_side() {
    check(&["X . . X"], &["X-x-x-X"]);
}

#[test]
fn two_points_between_two_sides() {
    check(&["X . . O"], &["X-. .=O"]);
}

/// The inner points have no coloured link, so rule 3 has nothing to join.
#[test]
fn four_points_are_too_far() {
    check(&["X . . . . X"], &["X-. . . .-X"]);
}

#[test]
fn a_ring_takes_its_middle_and_the_corners() {
    check(
        &[". X .", "X . X", ". X ."],
        &["x-X-x", "| | |", "X-x-X", "| | |", "x-X-x"],
    );
}

/// Three black links and one white: rule 2 says none of the other colour.
#[test]
fn one_enemy_link_keeps_a_point_uncoloured() {
    check(
        &[". X .", "X . X", ". O ."],
        &["x-X-x", "| | |", "X-.-X", "| : |", ".=O=."],
    );
}

#[test]
fn one_enemy_link_keeps_an_edge_point_uncoloured() {
    check(&["X . X", ". O ."], &["X-.-X", "| : |", ".=O=."]);
}

/// The point between has two links on the edge; then the row below has all its links by rule 3, and
/// with it the next.
#[test]
fn two_stones_on_the_edge_take_a_small_board() {
    check(
        &["X . X", ". . .", ". . ."],
        &["X-x-X", "| | |", "x-x-x", "| | |", "x-x-x"],
    );
}

#[test]
fn two_sides_on_the_edge_take_nothing() {
    check(
        &["X . O", ". . .", ". . ."],
        &["X-.=O", "|   :", ". . .", "", ". . ."],
    );
}

/// Both columns are coloured in the same round.
#[test]
fn walls_two_apart_meet_in_contested_links() {
    check(
        &["X . . O", "X . . O", "X . . O"],
        &["X-x!o=O", "| | : :", "X-x!o=O", "| | : :", "X-x!o=O"],
    );
}

#[test]
fn walls_three_apart_leave_the_middle() {
    check(
        &["X . . . O", "X . . . O", "X . . . O"],
        &[
            "X-x-.=o=O",
            "| |   : :",
            "X-x-.=o=O",
            "| |   : :",
            "X-x-.=o=O",
        ],
    );
}

#[test]
fn walls_one_apart_leave_dame() {
    check(&["X . O", "X . O"], &["X-.=O", "|   :", "X-.=O"]);
}

#[test]
fn a_captive_has_one_link() {
    check(
        &["X X X", "X O .", "X X X"],
        &["X-X-X", "| ! |", "X!O=.", "| ! |", "X-X-X"],
    );
}

/// Both sides of the wall: rule 3 along it, then rule 2, then the corners.
#[test]
fn a_corner_wall_takes_both_of_its_sides() {
    check(
        &[". . X .", ". . X .", "X X X .", ". . . ."],
        &[
            "x-x-X-x", "| | | |", "x-x-X-x", "| | | |", "X-X-X-x", "| | | |", "x-x-x-x",
        ],
    );
}

/// No two points that lean to the same side are neighbours.
#[test]
fn a_knights_move_apart() {
    check(
        &[". . . . .", ". X . . .", ". . . O .", ". . . . ."],
        &[
            ". . . . .",
            "  |",
            ".-X-. . .",
            "  |   :",
            ". . .=O=.",
            "      :",
            ". . . . .",
        ],
    );
}

/// The point between two stones on the third line has two links of four: not enough, and no neighbour
/// leans its way except through the stones.
#[test]
fn a_one_point_jump_in_the_open() {
    check(
        &[
            ". . . . .",
            ". . . . .",
            ". X . X .",
            ". . . . .",
            ". . . . .",
        ],
        &[
            ". . . . .",
            "",
            ". . . . .",
            "  |   |",
            ".-X-.-X-.",
            "  |   |",
            ". . . . .",
            "",
            ". . . . .",
        ],
    );
}

/// Two stones in line on the second line: rule 3 joins the two points below them on the edge, so each has
/// two links there, and is coloured; the corners and the far sides follow.
#[test]
fn an_empty_triangle_near_the_edges_takes_them() {
    check(
        &[". . . .", ". X . .", ". X X .", ". . . ."],
        &[
            "x-x-x-x", "| | | |", "x-X-x-x", "| | | |", "x-X-X-x", "| | | |", "x-x-x-x",
        ],
    );
}
