//! The search, over a tree in memory or in a file.

use board_core::Color;

use super::record::{NONE, Record};
use super::view::View;
use crate::found::unturned;
use crate::{Anchor, Content, Demand, Field, Group, Match, PatternId, Symmetry};

/// Where walks through the tree begin: the tree has a root for each.
///
/// A pattern in a corner is looked for in that corner alone, any other at the stones of one colour; those
/// that need no stone, everywhere.
pub(crate) const ROOTS: usize = 7;

/// Roots 0 to 3.
pub(crate) const CORNERS: [Anchor; 4] = [
    Anchor::from_bits(1 | 2),
    Anchor::from_bits(2 | 4),
    Anchor::from_bits(4 | 8),
    Anchor::from_bits(8 | 1),
];

/// The root of patterns that are looked for at stones of this colour.
pub(crate) const fn stone_root(color: Color) -> usize {
    4 + color as usize
}

/// The root of patterns that are looked for at every point.
pub(crate) const ANYWHERE: usize = 6;

/// Kinds of demands a node tells apart: the index of a child.
///
/// One child for empty, black, white, edge; empty or black, empty or white, a stone; and one for all that
/// does not care or may be off the board.
pub(crate) const KINDS: usize = 8;
pub(crate) const FREE: usize = 7;
pub(crate) const EDGE: usize = 3;

/// The kind of a demand.
pub(crate) fn kind(demand: Demand) -> usize {
    match demand.bits() {
        1 => 0,
        2 => 1,
        4 => 2,
        8 => EDGE,
        3 => 4,
        5 => 5,
        6 => 6,
        _ => FREE,
    }
}

/// The kinds that accept a content, as bits; by content.
pub(crate) const ACCEPTING: [u8; 4] = [
    1 | 1 << 4 | 1 << 5 | 1 << 7,
    1 << 1 | 1 << 4 | 1 << 6 | 1 << 7,
    1 << 2 | 1 << 5 | 1 << 6 | 1 << 7,
    1 << 3 | 1 << 7,
];

/// A node as the search sees it.
pub(crate) enum Opened {
    /// Looks at the point (dx, dy) from where the walk began; has children of these kinds.
    Test { dx: i32, dy: i32, kinds: u8 },
    /// Patterns to be checked; the first of them.
    Leaf { first: u32 },
}

/// Something a search can walk through.
pub(crate) trait Store {
    fn group(&self) -> Group;
    fn root(&self, root: usize) -> u32;
    fn open(&self, node: u32) -> Opened;
    fn child(&self, node: u32, kind: usize) -> u32;
    fn record(&self, record: u32) -> Record;
    /// The record after this one in its leaf.
    fn next(&self, record: u32) -> u32;
    fn word(&self, at: u32) -> u32;
}

/// Calls `visit` with every place of every pattern, in no order.
pub(crate) fn search<S: Store>(store: &S, field: &Field, mut visit: impl FnMut(Match)) {
    let group = store.group().symmetries();
    let mut walk = Walk {
        store,
        open: Vec::new(),
    };
    for &turn in group.iter().filter(|symmetry| !symmetry.swaps_colors()) {
        let view = View::new(field, turn);
        for &symmetry in group.iter().filter(|s| s.of_points() == turn) {
            let swapped = symmetry.swaps_colors();
            let mut found = |id: u32, record: &Record, at: (i32, i32)| {
                let extent = (usize::from(record.cols), usize::from(record.rows));
                visit(Match {
                    id: PatternId(id),
                    symmetry: record.normalised_by().then(symmetry.inverse()),
                    rectangle: unturned(at, extent, symmetry, field.size()),
                });
            };
            walk.all(&view, symmetry, swapped, &mut found);
        }
    }
}

struct Walk<'a, S> {
    store: &'a S,
    /// Nodes still to be opened.
    open: Vec<u32>,
}

impl<S: Store> Walk<'_, S> {
    fn all(
        &mut self,
        view: &View,
        symmetry: Symmetry,
        swapped: bool,
        found: &mut impl FnMut(u32, &Record, (i32, i32)),
    ) {
        let (right, top) = (view.cols - 1, view.rows - 1);
        let corners = [(0, 0), (right, 0), (right, top), (0, top)];
        for (root, at) in corners.into_iter().enumerate() {
            self.from(root, at, view, symmetry, found);
        }
        let roots = Color::BOTH.map(|color| stone_root(if swapped { !color } else { color }));
        for &(x, y, color) in &view.stones {
            self.from(roots[color.index()], (x, y), view, symmetry, found);
        }
        if self.store.root(ANYWHERE) != NONE {
            for y in 0..=top {
                for x in 0..=right {
                    self.from(ANYWHERE, (x, y), view, symmetry, found);
                }
            }
        }
    }

    /// Walks down from a root, at one point of the board.
    #[inline]
    fn from(
        &mut self,
        root: usize,
        (x, y): (i32, i32),
        view: &View,
        symmetry: Symmetry,
        found: &mut impl FnMut(u32, &Record, (i32, i32)),
    ) {
        let root = self.store.root(root);
        if root == NONE {
            return;
        }
        let swapped = symmetry.swaps_colors();
        let seen: [usize; 4] = if swapped { [0, 2, 1, 3] } else { [0, 1, 2, 3] };
        self.open.push(root);
        while let Some(node) = self.open.pop() {
            match self.store.open(node) {
                Opened::Test { dx, dy, kinds } => {
                    let content = seen[view.at(x + dx, y + dy)];
                    let mut kinds = kinds & ACCEPTING[content];
                    while kinds != 0 {
                        let kind = kinds.trailing_zeros() as usize;
                        kinds &= kinds - 1;
                        self.open.push(self.store.child(node, kind));
                    }
                }
                Opened::Leaf { first } => {
                    let mut id = first;
                    while id != NONE {
                        let record = self.store.record(id);
                        let (key_x, key_y) = record.key;
                        let at = (x - i32::from(key_x), y - i32::from(key_y));
                        if record.views >> symmetry.index() & 1 != 0
                            && record.fits(view, swapped, at, |i| self.store.word(i))
                        {
                            found(id, &record, at);
                        }
                        id = self.store.next(id);
                    }
                }
            }
        }
    }
}

/// The root under which a pattern in normal form is found, and its point that lies where the walk begins.
pub(crate) fn key(normal: &crate::Pattern) -> (usize, (u8, u8)) {
    let (cols, rows) = normal.size();
    let (right, top) = (cols as u8 - 1, rows as u8 - 1);
    let corners = [(0, 0), (right, 0), (right, top), (0, top)];
    if let Some(root) = CORNERS.iter().position(|&c| normal.anchor().contains(c)) {
        return (root, corners[root]);
    }
    let points = || (0..rows).flat_map(|y| (0..cols).map(move |x| (x, y)));
    let as_bytes = |(x, y): (usize, usize)| (x as u8, y as u8);
    let stone = points().find_map(|(x, y)| match normal.at(x, y).only() {
        Some(Content::Black) => Some((Color::Black, (x, y))),
        Some(Content::White) => Some((Color::White, (x, y))),
        _ => None,
    });
    if let Some((color, at)) = stone {
        return (stone_root(color), as_bytes(at));
    }
    // There is one: a pattern has a point that cannot be off the board.
    let on_board = points().find(|&(x, y)| !normal.at(x, y).accepts(Content::Edge));
    (ANYWHERE, as_bytes(on_board.unwrap_or_default()))
}
