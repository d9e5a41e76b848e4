//! The fast tree.
//!
//! Walks begin where a pattern can lie: at a corner of the board, at a stone. From there the tree asks for
//! one point after another, in the order that tells the learned patterns apart best, and has children for
//! what patterns accept there, one of them for "don't care". What a walk ends with are some patterns, of
//! which masks rule out most at once; the rest are compared row by row as bits.

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

/// Learned patterns, each with a payload, all found in one scan of a position.
///
/// Patterns are the same if one becomes the other by a symmetry of the tree's [`Group`]; each is stored
/// once. They are added and removed one by one, at any time.
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
/// // In two corners, and from either side, for the next move is marked:
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
    /// One for every id; those without a payload are free.
    records: Vec<Record>,
    payloads: Vec<Option<T>>,
    free_ids: Vec<u32>,
    words: Vec<u32>,
    /// Words that belong to no record any more.
    wasted: usize,
}

/// A node of the tree.
#[derive(Clone, Debug)]
pub(crate) enum Node {
    /// Branches on the content of one point.
    Test(Test),
    /// Some patterns.
    Leaf(Leaf),
}

#[derive(Clone, Debug)]
pub(crate) struct Test {
    pub(crate) dx: i8,
    pub(crate) dy: i8,
    /// The kinds that have a child, as bits.
    pub(crate) kinds: u8,
    pub(crate) children: [u32; KINDS],
}

impl<T> PatternTree<T> {
    /// A tree without patterns, in which patterns count as the same under the symmetries of `group`.
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

    /// The symmetries under which patterns count as the same.
    #[must_use]
    pub fn group(&self) -> Group {
        self.group
    }

    /// Number of patterns.
    #[must_use]
    pub fn len(&self) -> usize {
        self.records.len() - self.free_ids.len()
    }

    /// Whether it knows no pattern.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Learns a pattern. If it is known, in whatever form, its payload is exchanged and the old one
    /// returned.
    ///
    /// # Panics
    /// With more than four thousand million patterns or words of rows.
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

    /// The pattern's number, if it is known in any form.
    #[must_use]
    pub fn id(&self, pattern: &Pattern) -> Option<PatternId> {
        self.find(&Packed::new(pattern, self.group)).map(PatternId)
    }

    /// What was learned with a pattern.
    #[must_use]
    pub fn payload(&self, id: PatternId) -> Option<&T> {
        self.payloads.get(id.0 as usize)?.as_ref()
    }

    /// What was learned with a pattern, to be changed.
    #[must_use]
    pub fn payload_mut(&mut self, id: PatternId) -> Option<&mut T> {
        self.payloads.get_mut(id.0 as usize)?.as_mut()
    }

    /// A pattern as it was learned.
    #[must_use]
    pub fn pattern(&self, id: PatternId) -> Option<Pattern> {
        self.payload(id).map(|_| walk::learned(self, id))
    }

    /// All patterns' numbers.
    pub fn ids(&self) -> impl Iterator<Item = PatternId> + '_ {
        let known = self.payloads.iter().enumerate();
        known.filter_map(|(id, payload)| payload.as_ref().map(|_| PatternId(id as u32)))
    }

    /// Forgets a pattern and returns what was learned with it.
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

    /// Every place of every pattern, sorted.
    #[must_use]
    pub fn search(&self, field: &Field) -> Vec<Match> {
        walk::sorted(self, field)
    }

    /// Calls `visit` with every place of every pattern, in no order.
    pub fn visit(&self, field: &Field, visit: impl FnMut(Match)) {
        walk::search(self, field, visit);
    }

    /// Bytes of memory it takes, without what payloads own elsewhere.
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

    /// Moves the rows of all patterns together.
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

/// A pattern ready to be stored or looked up.
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
    /// The point whose content it branches on, relative to where the walk began.
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
