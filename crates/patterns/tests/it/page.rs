//! The two examples of P. Beyens's page give exactly its lists of triples and its trees.

use patterns::reference::ReferenceTree;
use patterns::{Anchor, Content, Group, Pattern, Triple};

fn triples(pattern: &Pattern) -> Vec<(Content, i32, i32)> {
    let list = pattern.triples().into_iter();
    list.map(|Triple { content, dx, dy }| (content, dx, dy))
        .collect()
}

#[test]
fn the_grid_with_an_edge() {
    // "A 4x4 grid, an edge at (0,0), (0,1), (0,2) and (0,3), a white stone at (2,3)."
    let grid: Pattern = "
        # . O .
        # . . .
        # . . .
        # . . ."
        .parse()
        .unwrap();
    assert_eq!((grid.size(), grid.anchor()), ((3, 4), Anchor::LEFT));
    let edge = Content::Edge;
    assert_eq!(
        triples(&grid),
        [
            (edge, 0, 0),
            (edge, 0, 1),
            (edge, 0, 1),
            (edge, 0, 1),
            (Content::White, 2, 0)
        ]
    );
}

#[test]
fn the_tree_grows_as_on_the_page() {
    let first: Pattern = ". O\nX .".parse().unwrap();
    assert_eq!(
        triples(&first),
        [(Content::Black, 0, 0), (Content::White, 1, 1)]
    );
    let mut tree = ReferenceTree::new(Group::Identity);
    tree.insert(&first);
    assert_eq!(tree.to_string(), "(black,0,0)\n  (white,1,1)\n");
    tree.insert(&". X\nX .".parse().unwrap());
    assert_eq!(
        tree.to_string(),
        "(black,0,0)\n  (white,1,1)\n  (black,1,1)\n"
    );
    tree.insert(&"O".parse().unwrap());
    assert_eq!(
        tree.to_string(),
        "(black,0,0)\n  (white,1,1)\n  (black,1,1)\n(white,0,0)\n"
    );
}

#[test]
fn under_all_symmetries_the_page_s_three_patterns_are_three_forms_less_their_mirror_images() {
    let mut tree = ReferenceTree::new(Group::TurnsAndColors);
    let ids: Vec<u32> = [". O\nX .", "X .\n. O", "O .\n. X", ". X\nX .", "O", "X"]
        .iter()
        .map(|text| tree.insert(&text.parse().unwrap()).0)
        .collect();
    assert_eq!(ids, [0, 0, 0, 1, 2, 2]);
}
