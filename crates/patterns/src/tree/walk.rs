//! The search, over a tree in memory or in a file.

use board_core::Color;

use super::record::{NONE, Record};
use super::view::{CONFIGURATIONS, View};
use crate::found::unturned;
use crate::{Anchor, Content, Demand, Field, Group, Match, Pattern, PatternId, Symmetry};

/// Number of roots of the tree, one for each sort of place where walks begin.
///
/// A pattern in a corner is searched in that corner only, any other one at the stones of one colour; those that require
/// no stone, everywhere.
pub(crate) const ROOTS: usize = 7;

/// Roots 0 to 3.
pub(crate) const CORNERS: [Anchor; 4] = [
    Anchor::from_bits(1 | 2),
    Anchor::from_bits(2 | 4),
    Anchor::from_bits(4 | 8),
    Anchor::from_bits(8 | 1),
];

/// The root of patterns that are searched at stones of this colour.
pub(crate) const fn stone_root(color: Color) -> usize {
    4 + color as usize
}

/// The root of patterns that are searched at every point.
pub(crate) const ANYWHERE: usize = 6;

/// Number of kinds of demands that a node distinguishes; a kind is the index of a child.
///
/// Kinds are: empty, black, white, edge; empty or black, empty or white, a stone; and one for all other demands,
/// including any content and points that may be off the board.
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

/// A node as the search reads it.
pub(crate) enum Opened<L> {
    /// Branches on the content of the point (dx, dy) from the origin of the walk; has children of these kinds.
    Test { dx: i32, dy: i32, kinds: u8 },
    /// Patterns to compare.
    Leaf(L),
}

/// The patterns of a leaf and the masks that exclude them: see `leaf.rs`.
pub(crate) trait LeafView {
    fn count(&self) -> usize;
    fn probes(&self) -> usize;
    /// Number of words of a mask.
    fn width(&self) -> usize;
    /// The lower left point of a probe.
    fn probe(&self, i: usize) -> (i32, i32);
    /// By probe, configuration, 64 patterns.
    fn masks(&self) -> &[[u8; 8]];
    fn id(&self, i: usize) -> u32;
}

/// A tree that can be searched.
pub(crate) trait Store {
    type Leaf<'a>: LeafView
    where
        Self: 'a;
    fn group(&self) -> Group;
    fn root(&self, root: usize) -> u32;
    fn open(&self, node: u32) -> Opened<Self::Leaf<'_>>;
    fn child(&self, node: u32, kind: usize) -> u32;
    fn record(&self, record: u32) -> Record;
    fn word(&self, at: u32) -> u32;
}

/// Calls `visit` with all occurrences of all patterns, unordered.
pub(crate) fn search<S: Store>(store: &S, field: &Field, mut visit: impl FnMut(Match)) {
    let group = store.group().symmetries();
    let mut walk = Walk {
        store,
        open: Vec::new(),
        alive: Vec::new(),
    };
    for &turn in group.iter().filter(|symmetry| !symmetry.swaps_colors()) {
        let mut view = View::new(field, turn);
        for &symmetry in group.iter().filter(|s| s.of_points() == turn) {
            if symmetry.swaps_colors() {
                view = view.exchanged();
            }
            let mut found = |id: u32, record: &Record, at: (i32, i32)| {
                let extent = (usize::from(record.cols), usize::from(record.rows));
                visit(Match {
                    id: PatternId(id),
                    symmetry: record.normalised_by().then(symmetry.inverse()),
                    rectangle: unturned(at, extent, symmetry, field.size()),
                });
            };
            walk.all(&view, symmetry, &mut found);
        }
    }
}

/// All occurrences of all patterns, sorted.
pub(crate) fn sorted<S: Store>(store: &S, field: &Field) -> Vec<Match> {
    let mut found = Vec::new();
    search(store, field, |place| found.push(place));
    found.sort_unstable();
    found
}

/// An existing pattern, as it was learnt.
pub(crate) fn learned<S: Store>(store: &S, id: PatternId) -> Pattern {
    let record = store.record(id.0);
    let normal = record.unpack(|i| store.word(i));
    normal.transformed(record.normalised_by().inverse())
}

/// Most probes of a leaf: a multiple of [`TOGETHER`].
pub(crate) const PROBES: usize = 12;

/// Number of probes that are applied together, which saves reads and writes of intermediate masks.
const TOGETHER: usize = 4;

struct Walk<'a, S> {
    store: &'a S,
    /// Nodes still to be opened.
    open: Vec<u32>,
    /// Patterns of a leaf that are not excluded, as bits.
    alive: Vec<u64>,
}

impl<S: Store> Walk<'_, S> {
    fn all(
        &mut self,
        view: &View,
        symmetry: Symmetry,
        found: &mut impl FnMut(u32, &Record, (i32, i32)),
    ) {
        let (right, top) = (view.cols - 1, view.rows - 1);
        let corners = [(0, 0), (right, 0), (right, top), (0, top)];
        for (root, at) in corners.into_iter().enumerate() {
            self.from(root, at, view, symmetry, found);
        }
        for &(x, y, color) in &view.stones {
            self.from(stone_root(color), (x, y), view, symmetry, found);
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
        self.open.push(root);
        while let Some(node) = self.open.pop() {
            match self.store.open(node) {
                Opened::Test { dx, dy, kinds } => {
                    let content = view.at(x + dx, y + dy);
                    let mut kinds = kinds & ACCEPTING[content];
                    while kinds != 0 {
                        let kind = kinds.trailing_zeros() as usize;
                        kinds &= kinds - 1;
                        self.open.push(self.store.child(node, kind));
                    }
                }
                Opened::Leaf(leaf) => {
                    let configuration = |(dx, dy)| view.square(x + dx, y + dy);
                    if !sift(&leaf, configuration, &mut self.alive) {
                        continue;
                    }
                    for (i, &alive) in self.alive.iter().enumerate() {
                        let mut alive = alive;
                        while alive != 0 {
                            let id = leaf.id(64 * i + alive.trailing_zeros() as usize);
                            alive &= alive - 1;
                            let record = self.store.record(id);
                            let (key_x, key_y) = record.key;
                            let at = (x - i32::from(key_x), y - i32::from(key_y));
                            if record.views >> symmetry.index() & 1 != 0
                                && record.fits(view, at, |i| self.store.word(i))
                            {
                                found(id, &record, at);
                            }
                        }
                    }
                }
            }
        }
    }
}

/// Leaves in `alive` the patterns that no probe excludes; returns whether there are any.
#[inline]
fn sift<L: LeafView>(
    leaf: &L,
    configuration: impl Fn((i32, i32)) -> usize,
    alive: &mut Vec<u64>,
) -> bool {
    let words = leaf.count().div_ceil(64);
    alive.clear();
    alive.resize(words, u64::MAX);
    if !leaf.count().is_multiple_of(64) {
        alive[words - 1] = (1 << (leaf.count() % 64)) - 1;
    }
    let (width, probes) = (leaf.width(), leaf.probes());
    let mut masks: [&[[u8; 8]]; PROBES] = [&[]; PROBES];
    let masks = &mut masks[..probes.next_multiple_of(TOGETHER)];
    for (i, mask) in masks.iter_mut().enumerate() {
        // The last probe stands in for missing ones.
        let probe = i.min(probes - 1);
        let at = (CONFIGURATIONS * probe + configuration(leaf.probe(probe))) * width;
        *mask = &leaf.masks()[at..at + words];
    }
    let word = u64::from_le_bytes;
    masks
        .as_chunks()
        .0
        .iter()
        .all(|[a, b, c, d]: &[_; TOGETHER]| {
            let mut any = 0;
            let masks = a.iter().zip(*b).zip(c.iter().zip(*d));
            for (alive, ((&a, &b), (&c, &d))) in alive.iter_mut().zip(masks) {
                *alive &= word(a) & word(b) & word(c) & word(d);
                any |= *alive;
            }
            any != 0
        })
}

/// The kind of a record's demand on a point; [`FREE`] for points outside. Edge lines around the record belong to it.
pub(crate) fn kind_at(record: &Record, (dx, dy): (i32, i32), word: impl Fn(u32) -> u32) -> usize {
    let (x, y) = (dx + i32::from(record.key.0), dy + i32::from(record.key.1));
    let (cols, rows) = (i32::from(record.cols), i32::from(record.rows));
    let (across, along) = ((0..cols).contains(&x), (0..rows).contains(&y));
    let anchor = Anchor::from_bits(record.anchor);
    if across && along {
        return kind(record.demand(x as usize, y as usize, word));
    }
    let edge = along && x == -1 && anchor.contains(Anchor::LEFT)
        || along && x == cols && anchor.contains(Anchor::RIGHT)
        || across && y == -1 && anchor.contains(Anchor::BOTTOM)
        || across && y == rows && anchor.contains(Anchor::TOP);
    if edge { EDGE } else { FREE }
}

/// The root under which a pattern in normal form is found, and its point at the origin of the walk.
pub(crate) fn key(normal: &crate::Pattern) -> (usize, (u8, u8)) {
    let (cols, rows) = normal.size();
    let (right, top) = (cols as u8 - 1, rows as u8 - 1);
    let corners = [(0, 0), (right, 0), (right, top), (0, top)];
    if let Some(root) = CORNERS.iter().position(|&c| normal.anchor().contains(c)) {
        return (root, corners[root]);
    }
    let points = || (0..rows).flat_map(|y| (0..cols).map(move |x| (x, y)));
    let as_bytes = |(x, y): (usize, usize)| (x as u8, y as u8);
    // Near the centre most patterns have a demand, so that one walk separates many of them.
    let from_middle = |&(x, y): &(usize, usize)| {
        (2 * x + 1).abs_diff(cols).pow(2) + (2 * y + 1).abs_diff(rows).pow(2)
    };
    for color in Color::BOTH {
        let stones = points().filter(|&(x, y)| normal.at(x, y).only() == Some(color.into()));
        if let Some(at) = stones.min_by_key(from_middle) {
            return (stone_root(color), as_bytes(at));
        }
    }
    // There is one: a pattern has a point that cannot be off the board.
    let on_board = points().find(|&(x, y)| !normal.at(x, y).accepts(Content::Edge));
    (ANYWHERE, as_bytes(on_board.unwrap_or_default()))
}
