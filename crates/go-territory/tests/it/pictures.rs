//! Pictures are well-formed XML with what they were asked to show, whatever the board.

use board_core::Occupancy;
use go_rules::{Move, Position, Size};
use go_territory::{
    ColorMap, DeadStones, Diagram, Flood, Influence, animation, clusters, final_score, groups,
};

/// Every tag is closed in order, and nothing but tags has angle brackets.
fn well_formed(svg: &str) {
    let mut open = Vec::new();
    let mut rest = svg;
    while let Some(start) = rest.find('<') {
        assert!(
            !rest[..start].contains('>'),
            "stray > before {:.60}",
            &rest[start..]
        );
        let end = start + rest[start..].find('>').expect("a tag ends");
        let tag = &rest[start + 1..end];
        if let Some(name) = tag.strip_prefix('/') {
            assert_eq!(open.pop(), Some(name));
        } else if !tag.ends_with('/') {
            open.push(tag.split(' ').next().unwrap());
        }
        rest = &rest[end + 1..];
    }
    assert!(open.is_empty(), "{open:?}");
}

fn full(position: &Position) -> String {
    let map = ColorMap::of(position);
    let clusters = clusters(&map);
    let end = final_score(
        position,
        &go_rules::Rules::CHINESE,
        &DeadStones {
            playouts: 20,
            seed: 1,
        },
    );
    Diagram::of(position)
        .influence(&Flood.of_position(position, &end.dead))
        .color_map(&map)
        .groups(&groups(&map, &clusters))
        .territory(&end.score.owner)
        .dead(&end.dead)
        .last(Some(Move::place(0)))
        .title("<5> & \"more\"\u{1}")
        .svg()
}

#[test]
fn boards_of_all_sizes() {
    for (cols, rows) in [(1, 1), (1, 2), (2, 2), (3, 9), (13, 13), (19, 19), (25, 25)] {
        let size = Size::new(cols, rows).unwrap();
        well_formed(&full(&Position::initial(size)));
        let stones = (0..size.points() - 1)
            .step_by(3)
            .map(|p| (p, board_core::Color::Black));
        well_formed(&full(
            &Position::from_stones(size, stones, board_core::Color::White).unwrap(),
        ));
    }
}

#[test]
fn every_stone_and_mark_is_drawn() {
    let position = Position::from_rows(&[". X O", ". X O", ". X ."]).unwrap();
    let owner = [Occupancy::Black, Occupancy::Black, Occupancy::White].repeat(3);
    let svg = Diagram::of(&position)
        .dead(&[2, 5, 99])
        .territory(&owner)
        .svg();
    well_formed(&svg);
    assert_eq!(svg.matches("r=\"9\"").count(), 5, "stones");
    assert_eq!(svg.matches("l10 10").count(), 2, "dead");
    assert_eq!(
        svg.matches("width=\"6\"").count(),
        4,
        "empty points that are somebody's"
    );
    assert_eq!(svg.matches("<text").count(), 12, "coordinates");
    assert_eq!(
        Diagram::of(&position)
            .coordinates(false)
            .svg()
            .matches("<text")
            .count(),
        0
    );
}

#[test]
fn shades_are_relative_to_the_largest() {
    let position = Position::from_rows(&[". . ."]).unwrap();
    let svg = Diagram::of(&position)
        .influence(&[4.0, -2.0, f32::NAN])
        .svg();
    assert!(svg.contains("opacity=\"0.6\"") && svg.contains("opacity=\"0.3\""));
    assert_eq!(svg.matches("opacity").count(), 2);
    assert!(
        !Diagram::of(&position)
            .influence(&[])
            .svg()
            .contains("opacity")
    );
}

#[test]
fn nineteen_lines_have_nine_stars_and_nine_lines_five() {
    let stars = |side| {
        let position = Position::initial(Size::square(side).unwrap());
        Diagram::of(&position).svg().matches("r=\"2\"").count()
    };
    assert_eq!([stars(19), stars(13), stars(9), stars(6)], [9, 5, 5, 0]);
}

#[test]
fn an_animation_has_every_frame() {
    let svg = Diagram::of(&Position::initial(Size::square(5).unwrap())).svg();
    let page = animation("a < b", (0..3).map(|i| (format!("move {i}"), svg.clone())));
    assert_eq!(page.matches("<figure hidden>").count(), 3);
    assert!(page.contains("a &lt; b") && page.contains("move 2"));
    assert!(animation("none", []).contains("<script>"));
}
