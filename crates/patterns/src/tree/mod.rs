//! The pattern tree.
//!
//! A search walks the tree from every place where a pattern can lie: a corner of the board, or a stone. Each node tests
//! one point, chosen to separate the learnt patterns best, and has children for the accepted contents, one of them for
//! "don't care". A leaf holds patterns: masks exclude most of them at once, and the others are compared row by row as
//! bits.

pub(crate) mod leaf;
mod record;
mod split;
pub(crate) mod view;
pub(crate) mod walk;

use std::mem::size_of;

use crate::{Field, Group, Match, Pattern, PatternId};
use leaf::Leaf;
pub(crate) use record::{NONE, Record};
use walk::{KINDS, Opened, ROOTS, Store};

/// Learnt patterns, each with a payload, that are all found in one scan of a position.
///
/// Patterns are equal if a symmetry of the tree's [`Group`] maps one to the other; each is stored once. They can be
/// added and removed at any time.
///
/// ```
/// use patterns::{Field, Group, Pattern, PatternTree};
///
/// let mut joseki = PatternTree::new(Group::TurnsAndColors);
/// joseki.insert(&"
///     | . . . * .
///     | . . . . .
///     | . . X . .
///     | . . . . .
///     | . . . . .
///     + - - - - -".parse()?, "knight's move approach");
///
/// let field = Field::from_rows(&[
///     ". . . . . . . . .",
///     ". . . . . . . . .",
///     ". . O . . . . . .",
///     ". . . . . . . . .",
///     ". . . . . . . . .",
///     ". . . . . . . . .",
///     ". . . . . . X . .",
///     ". . . . . . . . .",
///     ". . . . . . . . .",
/// ])?;
/// // In two corners, and in both orientations of each, because of the marked move:
/// let found = joseki.search(&field);
/// assert_eq!(found.len(), 4);
/// let pattern = joseki.pattern(found[0].id).unwrap();
/// let (x, y) = pattern.mark().unwrap();
/// let moves: Vec<(i32, i32)> = found.iter().map(|place| place.point(x, y)).collect();
/// assert!(moves.contains(&(5, 4)) && moves.contains(&(4, 3)));
/// assert_eq!(joseki.payload(found[0].id), Some(&"knight's move approach"));
/// # Ok::<(), patterns::PatternError>(())
/// ```
#[derive(Clone, Debug)]
pub struct PatternTree<T> {
    group: Group,
    roots: [u32; ROOTS],
    nodes: Vec<Node>,
    free_nodes: Vec<u32>,
    /// By id; records without a payload are free.
    records: Vec<Record>,
    payloads: Vec<Option<T>>,
    free_ids: Vec<u32>,
    words: Vec<u32>,
    /// Number of words that no record uses any more.
    wasted: usize,
}

/// A node of the tree.
#[derive(Clone, Debug)]
pub(crate) enum Node {
    /// Branches on the content of one point.
    Test(Test),
    /// Holds patterns.
    Leaf(Leaf),
}

#[derive(Clone, Debug)]
pub(crate) struct Test {
    pub(crate) dx: i8,
    pub(crate) dy: i8,
    /// The kinds of demands that have a child, as bits.
    pub(crate) kinds: u8,
    pub(crate) children: [u32; KINDS],
}

impl<T> PatternTree<T> {
    /// An empty tree, in which patterns are equal under the symmetries of `group`.
    #[must_use]
    pub fn new(group: Group) -> PatternTree<T> {
        PatternTree {
            group,
            roots: [NONE; ROOTS],
            nodes: Vec::new(),
            free_nodes: Vec::new(),
            records: Vec::new(),
            payloads: Vec::new(),
            free_ids: Vec::new(),
            words: Vec::new(),
            wasted: 0,
        }
    }

    /// The symmetries under which patterns count as equal.
    #[must_use]
    pub fn group(&self) -> Group {
        self.group
    }

    /// Number of patterns.
    #[must_use]
    pub fn len(&self) -> usize {
        self.records.len() - self.free_ids.len()
    }

    /// Whether the tree has no patterns.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Adds a pattern. If it is known in any form, its payload is replaced and the old one returned.
    ///
    /// # Panics
    /// If there are more than 2³² patterns or words of rows.
    pub fn insert(&mut self, pattern: &Pattern, payload: T) -> (PatternId, Option<T>) {
        let packed = Packed::new(pattern, self.group);
        if let Some(id) = self.find(&packed) {
            let old = self.payloads[id as usize].replace(payload);
            return (PatternId(id), old);
        }
        let mut record = packed.record;
        let at = self.words.len() + packed.words.len();
        assert!(at < NONE as usize, "too many patterns");
        record.words = self.words.len() as u32;
        self.words.extend(&packed.words);
        let id = match self.free_ids.pop() {
            Some(id) => {
                self.records[id as usize] = record;
                self.payloads[id as usize] = Some(payload);
                id
            }
            None => {
                self.records.push(record);
                self.payloads.push(Some(payload));
                self.records.len() as u32 - 1
            }
        };
        self.attach(packed.root, id);
        (PatternId(id), None)
    }

    /// The id of a pattern, if it is known in any form.
    #[must_use]
    pub fn id(&self, pattern: &Pattern) -> Option<PatternId> {
        self.find(&Packed::new(pattern, self.group)).map(PatternId)
    }

    /// The payload of a pattern.
    #[must_use]
    pub fn payload(&self, id: PatternId) -> Option<&T> {
        self.payloads.get(id.0 as usize)?.as_ref()
    }

    /// The payload of a pattern, mutable.
    #[must_use]
    pub fn payload_mut(&mut self, id: PatternId) -> Option<&mut T> {
        self.payloads.get_mut(id.0 as usize)?.as_mut()
    }

    /// A pattern as it was learnt.
    #[must_use]
    pub fn pattern(&self, id: PatternId) -> Option<Pattern> {
        self.payload(id).map(|_| walk::learned(self, id))
    }

    /// The ids of all patterns.
    pub fn ids(&self) -> impl Iterator<Item = PatternId> + '_ {
        let known = self.payloads.iter().enumerate();
        known.filter_map(|(id, payload)| payload.as_ref().map(|_| PatternId(id as u32)))
    }

    /// Removes a pattern and returns its payload.
    pub fn remove(&mut self, id: PatternId) -> Option<T> {
        let payload = self.payloads.get_mut(id.0 as usize)?.take()?;
        self.detach(id.0);
        self.wasted += self.records[id.0 as usize].length();
        self.free_ids.push(id.0);
        if self.wasted > 1024 && self.wasted > self.words.len() / 2 {
            self.pack_words();
        }
        Some(payload)
    }

    /// All occurrences of all patterns, sorted.
    #[must_use]
    pub fn search(&self, field: &Field) -> Vec<Match> {
        walk::sorted(self, field)
    }

    /// Calls `visit` with all occurrences of all patterns, unordered.
    pub fn visit(&self, field: &Field, visit: impl FnMut(Match)) {
        walk::search(self, field, visit);
    }

    /// Memory in bytes, without what payloads own elsewhere.
    #[must_use]
    pub fn memory(&self) -> usize {
        let leaves = self.nodes.iter().map(|node| match node {
            Node::Test(_) => 0,
            Node::Leaf(leaf) => {
                leaf.ids.capacity() * 4 + leaf.probes.capacity() * 2 + leaf.masks.capacity() * 8
            }
        });
        leaves.sum::<usize>()
            + self.nodes.capacity() * size_of::<Node>()
            + self.records.capacity() * size_of::<Record>()
            + self.payloads.capacity() * size_of::<Option<T>>()
            + (self.words.capacity() + self.free_ids.capacity() + self.free_nodes.capacity())
                * size_of::<u32>()
    }

    pub(crate) fn node(&self, node: u32) -> &Node {
        &self.nodes[node as usize]
    }

    /// Compacts the rows of all patterns.
    fn pack_words(&mut self) {
        let mut words = Vec::with_capacity(self.words.len() - self.wasted);
        for (record, payload) in self.records.iter_mut().zip(&self.payloads) {
            if payload.is_some() {
                let from = record.words as usize;
                record.words = words.len() as u32;
                words.extend_from_slice(&self.words[from..from + record.length()]);
            }
        }
        self.words = words;
        self.wasted = 0;
    }
}

/// A pattern prepared for storage or look-up.
struct Packed {
    root: usize,
    record: Record,
    words: Vec<u32>,
}

impl Packed {
    fn new(pattern: &Pattern, group: Group) -> Packed {
        let forms = pattern.forms(group);
        let least = forms.iter().min().cloned();
        let (normal, to_normal) = least.unwrap_or((pattern.clone(), crate::Symmetry::IDENTITY));
        let (mut record, words) = Record::pack(&normal);
        record.to_normal = to_normal.index() as u8;
        for view in group.symmetries() {
            let symmetry = to_normal.then(view.inverse());
            if forms.iter().any(|&(_, form)| form == symmetry) {
                record.views |= 1 << view.index();
            }
        }
        let (root, key) = walk::key(&normal);
        record.key = key;
        Packed {
            root,
            record,
            words,
        }
    }
}

impl Test {
    /// The tested point, relative to the origin of the walk.
    fn step(&self) -> (i32, i32) {
        (i32::from(self.dx), i32::from(self.dy))
    }
}

impl<T> Store for PatternTree<T> {
    type Leaf<'a>
        = &'a Leaf
    where
        T: 'a;

    fn group(&self) -> Group {
        self.group
    }

    #[inline]
    fn root(&self, root: usize) -> u32 {
        self.roots[root]
    }

    #[inline]
    fn open(&self, node: u32) -> Opened<&Leaf> {
        match &self.nodes[node as usize] {
            Node::Test(test) => {
                let (dx, dy) = test.step();
                let kinds = test.kinds;
                Opened::Test { dx, dy, kinds }
            }
            Node::Leaf(leaf) => Opened::Leaf(leaf),
        }
    }

    #[inline]
    fn child(&self, node: u32, kind: usize) -> u32 {
        match &self.nodes[node as usize] {
            Node::Test(test) => test.children[kind],
            Node::Leaf(_) => NONE,
        }
    }

    #[inline]
    fn record(&self, record: u32) -> Record {
        self.records[record as usize]
    }

    #[inline]
    fn word(&self, at: u32) -> u32 {
        self.words[at as usize]
    }
}
