//! Every map turns with the board and changes sides with the colours.

use board_core::{Color, Occupancy};
use go_rules::Size;
use go_territory::{
    Bouzy, ColorMap, Flood, Influence, Link, Nearest, Radiance, Status, Zobrist, clusters, groups,
};
use proptest::prelude::*;

/// A board of up to 8×8 with any stones, also such that no game can have.
fn boards() -> impl Strategy<Value = (Size, Vec<Occupancy>)> {
    (1usize..=8, 1usize..=8).prop_flat_map(|(cols, rows)| {
        let stone = prop_oneof![
            3 => Just(Occupancy::Empty),
            1 => Just(Occupancy::Black),
            1 => Just(Occupancy::White),
        ];
        let size = Size::new(cols, rows).unwrap();
        (Just(size), prop::collection::vec(stone, size.points()))
    })
}

/// Where a point goes: bit 0 mirrors columns, bit 1 rows, bit 2 exchanges them.
fn turned(size: Size, point: usize, symmetry: u8) -> usize {
    let (mut col, mut row) = size.col_row(point);
    if symmetry & 1 != 0 {
        col = size.cols() - 1 - col;
    }
    if symmetry & 2 != 0 {
        row = size.rows() - 1 - row;
    }
    if symmetry & 4 == 0 {
        row * size.cols() + col
    } else {
        col * size.rows() + row
    }
}

struct Turn {
    from: Size,
    to: Size,
    symmetry: u8,
    swap: bool,
}

impl Turn {
    fn point(&self, point: usize) -> usize {
        turned(self.from, point, self.symmetry)
    }

    fn points(&self, points: &[usize]) -> Vec<usize> {
        let mut points: Vec<usize> = points.iter().map(|&point| self.point(point)).collect();
        points.sort_unstable();
        points
    }

    fn color(&self, color: Color) -> Color {
        if self.swap { !color } else { color }
    }

    fn contents(&self, contents: &[Occupancy]) -> Vec<Occupancy> {
        let mut turned = contents.to_vec();
        for (point, &content) in contents.iter().enumerate() {
            turned[self.point(point)] = if self.swap {
                content.swapped()
            } else {
                content
            };
        }
        turned
    }
}

proptest! {
    #[test]
    fn maps_turn_with_the_board((size, contents) in boards(), symmetry in 0u8..8, swap: bool) {
        let to = if symmetry & 4 == 0 { size } else { Size::new(size.rows(), size.cols()).unwrap() };
        let turn = Turn { from: size, to, symmetry, swap };
        let turned = turn.contents(&contents);
        let sign = if swap { -1.0 } else { 1.0 };
        let influences: [&dyn Influence; 7] = [
            &Bouzy::TERRITORY, &Bouzy::MOYO, &Bouzy::AREA, &Zobrist, &Flood, &Radiance::default(), &Nearest,
        ];
        for influence in influences {
            let here = influence.of(size, &contents);
            let there = influence.of(turn.to, &turned);
            for (point, value) in here.into_iter().enumerate() {
                prop_assert!((sign * value - there[turn.point(point)]).abs() < 1e-3);
            }
        }

        let here = ColorMap::of_contents(size, contents.clone());
        let there = ColorMap::of_contents(turn.to, turned);
        for point in 0..size.points() {
            let color = here.point(point).map(|color| turn.color(color));
            prop_assert_eq!(color, there.point(turn.point(point)));
            for (near, link) in here.links(point) {
                let link = match link {
                    Link::Of(color) => Link::Of(turn.color(color)),
                    other => other,
                };
                prop_assert_eq!(Some(link), there.link(turn.point(point), turn.point(near)));
            }
        }

        let (these, those) = (clusters(&here), clusters(&there));
        prop_assert_eq!(these.len(), those.len());
        for cluster in &these {
            let points = turn.points(&cluster.points);
            let twin = those.iter().find(|twin| twin.points == points).unwrap();
            prop_assert_eq!(turn.color(cluster.color), twin.color);
            prop_assert_eq!(cluster.status, twin.status);
            prop_assert_eq!(turn.points(&cluster.border), twin.border.clone());
            let mut eyes: Vec<_> = cluster.eyes.iter().map(|eye| turn.points(eye)).collect();
            eyes.sort();
            prop_assert_eq!(&eyes, &twin.eyes);
        }

        let sets = |groups: Vec<go_territory::Group>, turn: Option<&Turn>| {
            let mut sets: Vec<_> = groups
                .into_iter()
                .map(|group| turn.map_or_else(|| group.points.clone(), |turn| turn.points(&group.points)))
                .collect();
            sets.sort();
            sets
        };
        prop_assert_eq!(
            sets(groups(&here, &these), Some(&turn)),
            sets(groups(&there, &those), None)
        );
    }

    /// The rules' invariants, whatever the stones.
    #[test]
    fn clusters_are_apart_and_of_one_side((size, contents) in boards()) {
        let map = ColorMap::of_contents(size, contents.clone());
        let clusters = clusters(&map);
        let mut seen = vec![false; size.points()];
        for cluster in &clusters {
            for &point in &cluster.points {
                prop_assert!(!std::mem::replace(&mut seen[point], true));
                prop_assert!(contents[point].color().is_none_or(|color| color == cluster.color));
            }
            for &point in cluster.eyes.iter().flatten() {
                prop_assert_eq!(map.controlled(point), Some(cluster.color));
                prop_assert_eq!(contents[point], Occupancy::Empty);
            }
            prop_assert!(cluster.status != Status::Dead || cluster.eyes.len() <= 2);
        }
        for (point, content) in contents.iter().enumerate() {
            prop_assert!(*content == Occupancy::Empty || seen[point], "every stone has a cluster");
        }
    }
}
