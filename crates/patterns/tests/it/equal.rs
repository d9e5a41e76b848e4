//! The fast tree, in memory and frozen, the reference tree and the definition find the same, on random boards.
//!
//! `PATTERNS_CASES=100000 cargo test --release -p patterns --features library --test it -- equal::` runs the full
//! number (under two minutes of processor).

use board_core::{Color, Occupancy};
use patterns::reference::{ReferenceTree, brute_force};
use patterns::{
    Anchor, Demand, Edges, Field, Frozen, Group, Match, Pattern, PatternTree, Rectangle, Symmetry,
};
use proptest::prelude::*;

fn cases() -> u32 {
    let asked = std::env::var("PATTERNS_CASES").ok();
    asked.and_then(|n| n.parse().ok()).unwrap_or(500)
}

fn side() -> impl Strategy<Value = Option<Color>> {
    prop_oneof![
        Just(None),
        Just(Some(Color::Black)),
        Just(Some(Color::White))
    ]
}

fn field() -> impl Strategy<Value = Field> {
    (1..=7_usize, 1..=7_usize, 1..6_u32, side()).prop_flat_map(|(cols, rows, density, turn)| {
        let cell = prop_oneof![
            (6 - density) => Just(Occupancy::Empty),
            density => Just(Occupancy::Black),
            density => Just(Occupancy::White),
        ];
        prop::collection::vec(cell, cols * rows).prop_map(move |cells| {
            let field = Field::from_fn(cols, rows, |col, row| cells[row * cols + col]).unwrap();
            match turn {
                Some(turn) => field.with_to_move(turn),
                None => field,
            }
        })
    })
}

/// How a pattern comes from a field: a rectangle, a symmetry, and points that then ask for other things.
#[derive(Clone, Debug)]
struct Recipe {
    corner: (prop::sample::Index, prop::sample::Index),
    extent: (prop::sample::Index, prop::sample::Index),
    kept: bool,
    symmetry: prop::sample::Index,
    changes: Vec<(prop::sample::Index, u8)>,
    sides: u8,
    turn: Option<Color>,
    marked: bool,
}

fn recipe() -> impl Strategy<Value = Recipe> {
    let change = (any::<prop::sample::Index>(), 1..16_u8);
    (
        any::<(prop::sample::Index, prop::sample::Index)>(),
        any::<(prop::sample::Index, prop::sample::Index)>(),
        any::<bool>(),
        any::<prop::sample::Index>(),
        prop::collection::vec(change, 0..5),
        prop_oneof![4 => Just(0_u8), 1 => 0..16_u8],
        prop_oneof![4 => Just(None), 1 => side()],
        any::<bool>(),
    )
        .prop_map(
            |(corner, extent, kept, symmetry, changes, sides, turn, marked)| Recipe {
                corner,
                extent,
                kept,
                symmetry,
                changes,
                sides,
                turn,
                marked,
            },
        )
}

fn cook(field: &Field, recipe: &Recipe) -> Option<Pattern> {
    let (cols, rows) = field.size();
    let (x, y) = (recipe.corner.0.index(cols), recipe.corner.1.index(rows));
    let from = Rectangle {
        x: x as i32,
        y: y as i32,
        cols: 1 + recipe.extent.0.index(cols - x),
        rows: 1 + recipe.extent.1.index(rows - y),
    };
    let edges = if recipe.kept {
        Edges::Kept
    } else {
        Edges::Dropped
    };
    let cut = Pattern::cut(field, from, edges).unwrap();
    let cut = cut.transformed(Symmetry::ALL[recipe.symmetry.index(16)]);
    let (cols, rows) = cut.size();
    let points = (0..rows).flat_map(|y| (0..cols).map(move |x| (x, y)));
    let mut cells: Vec<Demand> = points.map(|(x, y)| cut.at(x, y)).collect();
    for (at, demand) in &recipe.changes {
        let at = at.index(cells.len());
        cells[at] = Demand::from_bits(*demand);
    }
    let mut pattern = Pattern::new(cols, rows, cells).ok()?.anchored(cut.anchor());
    let sides = [Anchor::LEFT, Anchor::BOTTOM, Anchor::RIGHT, Anchor::TOP];
    for (i, side) in sides.into_iter().enumerate() {
        if recipe.sides >> i & 1 != 0 {
            pattern = pattern.anchored(side);
        }
    }
    if let Some(turn) = recipe.turn {
        pattern = pattern.with_to_move(turn);
    }
    if recipe.marked {
        let marked = pattern.clone().with_mark(0, pattern.size().1 - 1);
        pattern = marked.unwrap_or(pattern);
    }
    Some(pattern)
}

fn group() -> impl Strategy<Value = Group> {
    prop_oneof![
        3 => Just(Group::TurnsAndColors),
        1 => Just(Group::Turns),
        1 => Just(Group::Colors),
        1 => Just(Group::Identity),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig { cases: cases(), failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn all_ways_find_the_same(
        group in group(),
        source in field(),
        other in field(),
        recipes in prop::collection::vec(recipe(), 1..12),
        removed in any::<prop::sample::Index>(),
    ) {
        let mut reference = ReferenceTree::new(group);
        let mut tree = PatternTree::new(group);
        let mut known: Vec<Pattern> = Vec::new();
        for pattern in recipes.iter().filter_map(|recipe| cook(&source, recipe)) {
            let id = reference.insert(&pattern);
            let (found, old) = tree.insert(&pattern, id.0 as usize);
            prop_assert_eq!(id, found);
            prop_assert_eq!(old.is_some(), (id.0 as usize) < known.len());
            if old.is_none() {
                prop_assert_eq!(tree.pattern(id), Some(pattern.clone()));
                known.push(pattern);
            }
            prop_assert_eq!(tree.len(), known.len());
        }
        let index = |&old: &usize, bytes: &mut Vec<u8>| bytes.extend((old as u32).to_le_bytes());
        let frozen = Frozen::open(tree.freeze(index)).unwrap();
        let number = |id| u32::from_le_bytes(frozen.payload(id).unwrap().try_into().unwrap());
        let thawed = frozen.thaw(|bytes| bytes.len());
        prop_assert_eq!(thawed.len(), known.len());
        for field in [&source, &other] {
            let defined = brute_force(&known, group, field);
            prop_assert_eq!(&reference.search(field), &defined);
            prop_assert_eq!(&tree.search(field), &defined);
            let mut found: Vec<Match> = frozen.search(field);
            for place in &mut found {
                prop_assert_eq!(frozen.pattern(place.id), known.get(number(place.id) as usize).cloned());
                place.id.0 = number(place.id);
            }
            found.sort_unstable();
            prop_assert_eq!(&found, &defined);
            for place in &defined {
                // What is found is there: every point of the pattern lies where the match says.
                let pattern = &known[place.id.0 as usize];
                let (cols, rows) = pattern.size();
                for (x, y) in (0..rows).flat_map(|y| (0..cols).map(move |x| (x, y))) {
                    let (at_x, at_y) = place.point(x, y);
                    let content = field.at(at_x, at_y);
                    let swapped = place.symmetry.swaps_colors();
                    let seen = if swapped { content.swapped() } else { content };
                    prop_assert!(pattern.at(x, y).accepts(seen));
                }
            }
        }
        // Some are forgotten, and one of them is learned again.
        let keep = removed.index(3);
        for (id, pattern) in known.iter().enumerate().filter(|(id, _)| id % 3 != keep) {
            let place = tree.id(pattern).unwrap();
            prop_assert_eq!(place.0 as usize, id);
            prop_assert!(tree.remove(place).is_some());
            prop_assert_eq!(tree.id(pattern), None);
        }
        let mut left = brute_force(&known, group, &source);
        left.retain(|place| place.id.0 as usize % 3 == keep);
        prop_assert_eq!(tree.search(&source), left);
        for pattern in &known {
            tree.insert(pattern, 0);
        }
        prop_assert_eq!(tree.len(), known.len());
        prop_assert_eq!(tree.search(&other).len(), brute_force(&known, group, &other).len());
    }
}
