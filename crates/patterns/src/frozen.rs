//! A pattern tree as a compact byte string with version and checksum, searched without unpacking.
//!
//! Numbers are little-endian and 32 bits wide.
//!
//! | bytes | |
//! |---|---|
//! | 0–7 | `KBZ-PTRN` |
//! | 8–11 | version, 2 |
//! | 12–15 | group of symmetries |
//! | 16–31 | words of nodes, records, words of rows, bytes of payloads |
//! | 32–59 | the seven roots |
//! | 60–63 | CRC-32 of all other bytes |
//! | | nodes. A test is (dx, dy, kinds, 0), then a pointer for every kind. A leaf is (probes, 0, 0, 1), the number of its patterns, their numbers, the width of masks; (dx, dy, 0, 0) for every probe; the masks |
//! | | records, five words each: where the rows begin, views and mark, extent and key, anchor and flags, where the payload ends |
//! | | words of rows, payloads |

use crate::tree::leaf::Leaf;
use crate::tree::view::CONFIGURATIONS;
use crate::tree::walk::{self, LeafView, Opened, PROBES, ROOTS, Store};
use crate::tree::{NONE, Node, Record};
use crate::{Field, Group, MAX_SIDE, Match, Pattern, PatternId, PatternTree};

const MAGIC: &[u8; 8] = b"KBZ-PTRN";
const VERSION: u32 = 2;
const HEADER: usize = 64;
const CHECKSUM: usize = 60;
/// Upper bound of all counts and offsets.
const LIMIT: usize = 1 << 31;
const RECORD_WORDS: usize = 5;
const GROUPS: [Group; 4] = [
    Group::Identity,
    Group::Turns,
    Group::Colors,
    Group::TurnsAndColors,
];

/// Why bytes are not a frozen tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum FrozenError {
    /// The bytes have another format.
    #[error("not a file of patterns")]
    Foreign,
    /// Another version of this crate wrote the bytes.
    #[error("patterns of version {found}; {VERSION} can be read")]
    Version {
        /// The version.
        found: u32,
    },
    /// There are too few or too many bytes.
    #[error("{found} bytes of patterns where {expected} should be")]
    Length {
        /// Number of bytes by the header.
        expected: u64,
        /// Number of bytes present.
        found: usize,
    },
    /// The bytes have changed since they were written.
    #[error("damaged patterns: wrong checksum")]
    Checksum,
    /// The bytes violate the format.
    #[error("damaged patterns: {0}")]
    Malformed(&'static str),
}

/// A pattern tree in a byte string, for example a file that was read or mapped into memory.
///
/// It cannot be changed. Pattern numbers differ from those of the tree it was made from.
///
/// ```
/// use patterns::{Field, Frozen, Group, PatternTree};
///
/// let mut tree = PatternTree::new(Group::TurnsAndColors);
/// tree.insert(&". X .\nX . X\n. X .".parse()?, String::from("ponnuki"));
/// let bytes = tree.freeze(|name, bytes| bytes.extend(name.bytes()));
///
/// let frozen = Frozen::open(bytes)?;
/// let field = Field::from_rows(&[". . . . .", ". . O . .", ". O . O .", ". . O . ."])?;
/// let found = frozen.search(&field);
/// assert_eq!(found.len(), 1);
/// assert_eq!(frozen.payload(found[0].id), Some(&b"ponnuki"[..]));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Frozen<B> {
    bytes: B,
    group: Group,
    roots: [u32; ROOTS],
    /// Byte offsets of the sections.
    records: usize,
    rows: usize,
    payloads: usize,
    count: usize,
}

impl<B> Frozen<B> {
    /// The first bytes of a file.
    pub const MAGIC: [u8; 8] = *MAGIC;
}

impl<B: AsRef<[u8]>> Frozen<B> {
    /// Opens bytes that [`PatternTree::freeze`] wrote. They are checked completely, so that no search can fail later.
    ///
    /// # Errors
    /// If the bytes are not a valid frozen tree.
    pub fn open(bytes: B) -> Result<Frozen<B>, FrozenError> {
        let all = bytes.as_ref();
        if !all.starts_with(MAGIC) {
            return Err(FrozenError::Foreign);
        }
        if all.len() < HEADER {
            return Err(FrozenError::Length {
                expected: HEADER as u64,
                found: all.len(),
            });
        }
        if word(all, 8) != VERSION {
            return Err(FrozenError::Version {
                found: word(all, 8),
            });
        }
        let [nodes, count, rows, payloads] = [16, 20, 24, 28].map(|at| u64::from(word(all, at)));
        let expected = HEADER as u64 + 4 * (nodes + RECORD_WORDS as u64 * count + rows) + payloads;
        if expected != all.len() as u64 {
            return Err(FrozenError::Length {
                expected,
                found: all.len(),
            });
        }
        if checksum(all) != word(all, CHECKSUM) {
            return Err(FrozenError::Checksum);
        }
        let group = GROUPS.get(word(all, 12) as usize).copied();
        let records = HEADER + 4 * nodes as usize;
        let rows = records + 4 * RECORD_WORDS * count as usize;
        let frozen = Frozen {
            group: group.ok_or(FrozenError::Malformed("unknown symmetries"))?,
            roots: std::array::from_fn(|root| word(all, 32 + 4 * root)),
            records,
            rows,
            payloads: all.len() - payloads as usize,
            count: count as usize,
            bytes,
        };
        frozen.check().map_err(FrozenError::Malformed)?;
        Ok(frozen)
    }

    /// Follows every pointer once.
    fn check(&self) -> Result<(), &'static str> {
        let all = self.bytes.as_ref();
        let mut starts = Vec::new();
        let mut at = 0;
        let nodes = (self.records - HEADER) / 4;
        while at < nodes {
            starts.push(at as u32);
            let length = self
                .node_length(at, nodes)
                .ok_or("a node that is cut off")?;
            at += length;
        }
        let is_node = |pointer: u32| starts.binary_search(&pointer).is_ok();
        if self
            .roots
            .iter()
            .any(|&root| root != NONE && !is_node(root))
        {
            return Err("a root that is no node");
        }
        for &node in &starts {
            if let Opened::Test { kinds, .. } = self.open(node) {
                let mut pointers = (1..=kinds.count_ones()).map(|i| self.node_word(node + i));
                // Children come after their parent, so that no walk can loop.
                if !pointers.all(|pointer| pointer > node && is_node(pointer)) {
                    return Err("a pointer that leads to no node");
                }
            }
        }
        let mut before = 0;
        for id in 0..self.count as u32 {
            let record = self.record(id);
            let end = record.words as usize + record.length();
            let payload = self.payload_end(id);
            if !record.is_sound() || end > (self.payloads - self.rows) / 4 {
                return Err("a pattern that is none");
            }
            if payload < before || payload > all.len() - self.payloads {
                return Err("a payload that is not there");
            }
            before = payload;
        }
        Ok(())
    }

    /// The length in words of the node at `at`, if it is valid and ends before `end`.
    fn node_length(&self, at: usize, end: usize) -> Option<usize> {
        // No pattern reaches farther from the origin of a walk.
        let near = |at: usize| {
            let [dx, dy, ..] = self.node_word(at as u32).to_le_bytes();
            [dx, dy]
                .iter()
                .all(|&step| usize::from((step as i8).unsigned_abs()) <= MAX_SIDE)
        };
        let length = match self.node_word(at as u32).to_le_bytes() {
            [_, _, kinds, 0] if near(at) => 1 + kinds.count_ones() as usize,
            [probes, _, _, 1] if at + 4 <= end => {
                let [count, first, width] =
                    [1, 2, 3].map(|i| self.node_word((at + i) as u32) as usize);
                let steps = usize::from(probes);
                let masks = (2 * CONFIGURATIONS * steps).checked_mul(width)?;
                let length = masks.checked_add(4 + steps)?;
                if steps > PROBES
                    || first.checked_add(count)? > self.count
                    || count.div_ceil(64) > width
                    || at.checked_add(length)? > end
                    || !(at + 4..at + 4 + steps).all(near)
                {
                    return None;
                }
                length
            }
            _ => return None,
        };
        (at + length <= end).then_some(length)
    }

    fn node_word(&self, at: u32) -> u32 {
        word(self.bytes.as_ref(), HEADER + 4 * at as usize)
    }

    /// The symmetries under which patterns count as equal.
    #[must_use]
    pub fn group(&self) -> Group {
        self.group
    }

    /// Number of patterns; all ids are below it.
    #[must_use]
    pub fn len(&self) -> usize {
        self.count
    }

    /// Whether the tree has no patterns.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.count == 0
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

    /// A pattern as it was learnt.
    #[must_use]
    pub fn pattern(&self, id: PatternId) -> Option<Pattern> {
        ((id.0 as usize) < self.count).then(|| walk::learned(self, id))
    }

    /// The payload bytes of a pattern.
    #[must_use]
    pub fn payload(&self, id: PatternId) -> Option<&[u8]> {
        if id.0 as usize >= self.count {
            return None;
        }
        let start =
            id.0.checked_sub(1)
                .map_or(0, |before| self.payload_end(before));
        Some(&self.bytes.as_ref()[self.payloads..][start..self.payload_end(id.0)])
    }

    /// Makes a changeable tree with the same patterns; `payload` decodes payloads.
    pub fn thaw<T>(&self, mut payload: impl FnMut(&[u8]) -> T) -> PatternTree<T> {
        let mut tree = PatternTree::new(self.group);
        for id in (0..self.count as u32).map(PatternId) {
            if let Some((pattern, bytes)) = self.pattern(id).zip(self.payload(id)) {
                tree.insert(&pattern, payload(bytes));
            }
        }
        tree
    }

    fn payload_end(&self, id: u32) -> usize {
        let at = self.records + 4 * (RECORD_WORDS * id as usize + 4);
        word(self.bytes.as_ref(), at) as usize
    }

    fn record_word(&self, id: u32, i: usize) -> u32 {
        let at = self.records + 4 * (RECORD_WORDS * id as usize + i);
        word(self.bytes.as_ref(), at)
    }
}

#[inline]
fn word(bytes: &[u8], at: usize) -> u32 {
    let mut four = [0; 4];
    four.copy_from_slice(&bytes[at..at + 4]);
    u32::from_le_bytes(four)
}

fn checksum(all: &[u8]) -> u32 {
    let mut sum = crc32fast::Hasher::new();
    sum.update(&all[..CHECKSUM]);
    sum.update(&all[HEADER..]);
    sum.finalize()
}

/// A leaf in the byte string.
pub(crate) struct FrozenLeaf<'a> {
    bytes: &'a [u8],
    probes: usize,
    count: usize,
    first: u32,
    width: usize,
}

impl LeafView for FrozenLeaf<'_> {
    #[inline]
    fn count(&self) -> usize {
        self.count
    }

    #[inline]
    fn probes(&self) -> usize {
        self.probes
    }

    #[inline]
    fn width(&self) -> usize {
        self.width
    }

    #[inline]
    fn probe(&self, i: usize) -> (i32, i32) {
        let [dx, dy, ..] = word(self.bytes, 16 + 4 * i).to_le_bytes();
        (i32::from(dx as i8), i32::from(dy as i8))
    }

    #[inline]
    fn masks(&self) -> &[[u8; 8]] {
        self.bytes[16 + 4 * self.probes..].as_chunks().0
    }

    #[inline]
    fn id(&self, i: usize) -> u32 {
        self.first + i as u32
    }
}

impl<B: AsRef<[u8]>> Store for Frozen<B> {
    type Leaf<'a>
        = FrozenLeaf<'a>
    where
        B: 'a;

    fn group(&self) -> Group {
        self.group
    }

    #[inline]
    fn root(&self, root: usize) -> u32 {
        self.roots[root]
    }

    #[inline]
    fn open(&self, node: u32) -> Opened<FrozenLeaf<'_>> {
        let bytes = &self.bytes.as_ref()[HEADER + 4 * node as usize..];
        match [bytes[0], bytes[1], bytes[2], bytes[3]] {
            [probes, _, _, 1] => Opened::Leaf(FrozenLeaf {
                bytes,
                probes: usize::from(probes),
                count: word(bytes, 4) as usize,
                first: word(bytes, 8),
                width: word(bytes, 12) as usize,
            }),
            [dx, dy, kinds, _] => Opened::Test {
                dx: i32::from(dx as i8),
                dy: i32::from(dy as i8),
                kinds,
            },
        }
    }

    #[inline]
    fn child(&self, node: u32, kind: usize) -> u32 {
        let at = HEADER + 4 * node as usize;
        let kinds = word(self.bytes.as_ref(), at) >> 16 & 255;
        let before = (kinds & ((1 << kind) - 1)).count_ones() as usize;
        word(self.bytes.as_ref(), at + 4 + 4 * before)
    }

    #[inline]
    fn record(&self, id: u32) -> Record {
        let [extent, rest] = [2, 3].map(|i| self.record_word(id, i).to_le_bytes());
        let marks = self.record_word(id, 1);
        Record {
            words: self.record_word(id, 0),
            views: marks as u16,
            mark: (marks >> 16) as u16,
            cols: extent[0],
            rows: extent[1],
            key: (extent[2], extent[3]),
            anchor: rest[0],
            flags: rest[1],
            to_normal: rest[2],
        }
    }

    #[inline]
    fn word(&self, at: u32) -> u32 {
        word(self.bytes.as_ref(), self.rows + 4 * at as usize)
    }
}

impl<T> PatternTree<T> {
    /// The tree as bytes for [`Frozen::open`]; `encode` appends the bytes of a payload.
    ///
    /// # Panics
    /// If nodes, rows or payloads exceed 4 GB.
    pub fn freeze(&self, encode: impl FnMut(&T, &mut Vec<u8>)) -> Vec<u8> {
        let mut writer = Writer {
            tree: self,
            encode,
            nodes: Vec::new(),
            records: Vec::new(),
            rows: Vec::new(),
            payloads: Vec::new(),
        };
        let roots: [u32; ROOTS] = std::array::from_fn(|root| match self.root(root) {
            NONE => NONE,
            node => writer.node(node),
        });
        let group = GROUPS.iter().position(|&known| known == self.group());
        let counts = [
            writer.nodes.len(),
            writer.records.len() / RECORD_WORDS,
            writer.rows.len(),
            writer.payloads.len(),
        ];
        assert!(
            counts.iter().all(|&count| count < LIMIT),
            "too many patterns"
        );
        let mut bytes = MAGIC.to_vec();
        let numbers = [VERSION, group.unwrap_or(0) as u32].into_iter();
        let numbers = numbers.chain(counts.map(|count| count as u32)).chain(roots);
        let tables = [writer.nodes, writer.records, writer.rows];
        let numbers = numbers.chain([0]).chain(tables.into_iter().flatten());
        bytes.extend(numbers.flat_map(u32::to_le_bytes));
        bytes.extend(&writer.payloads);
        let sum = checksum(&bytes);
        bytes[CHECKSUM..HEADER].copy_from_slice(&sum.to_le_bytes());
        bytes
    }
}

struct Writer<'a, T, F> {
    tree: &'a PatternTree<T>,
    encode: F,
    nodes: Vec<u32>,
    records: Vec<u32>,
    rows: Vec<u32>,
    payloads: Vec<u8>,
}

impl<T, F: FnMut(&T, &mut Vec<u8>)> Writer<'_, T, F> {
    /// Writes a node and all nodes below it; returns the pointer to it.
    fn node(&mut self, node: u32) -> u32 {
        let test = match self.tree.node(node) {
            Node::Test(test) => test,
            Node::Leaf(leaf) => return self.leaf(leaf),
        };
        let at = self.nodes.len();
        self.nodes.push(u32::from_le_bytes([
            test.dx as u8,
            test.dy as u8,
            test.kinds,
            0,
        ]));
        let children: Vec<u32> = test.children.into_iter().filter(|&c| c != NONE).collect();
        self.nodes.extend(&children);
        for (i, child) in children.into_iter().enumerate() {
            self.nodes[at + 1 + i] = self.node(child);
        }
        at as u32
    }

    fn leaf(&mut self, leaf: &Leaf) -> u32 {
        let at = self.nodes.len();
        let first = (self.records.len() / RECORD_WORDS) as u32;
        let probes = leaf.probes.len() as u8;
        let counts = [leaf.ids.len() as u32, first, leaf.width as u32];
        self.nodes.push(u32::from_le_bytes([probes, 0, 0, 1]));
        self.nodes.extend(counts);
        let steps = leaf.probes.iter();
        let steps = steps.map(|&(dx, dy)| u32::from_le_bytes([dx as u8, dy as u8, 0, 0]));
        self.nodes.extend(steps);
        let halves = leaf.masks.as_flattened().as_chunks().0.iter();
        self.nodes
            .extend(halves.map(|&half| u32::from_le_bytes(half)));
        for &id in &leaf.ids {
            self.record(id);
        }
        at as u32
    }

    fn record(&mut self, id: u32) {
        let record = self.tree.record(id);
        if let Some(payload) = self.tree.payload(PatternId(id)) {
            (self.encode)(payload, &mut self.payloads);
        }
        self.records.extend([
            self.rows.len() as u32,
            u32::from(record.views) | u32::from(record.mark) << 16,
            u32::from_le_bytes([record.cols, record.rows, record.key.0, record.key.1]),
            u32::from_le_bytes([record.anchor, record.flags, record.to_normal, 0]),
            self.payloads.len() as u32,
        ]);
        let words = (0..record.length() as u32).map(|i| self.tree.word(record.words + i));
        self.rows.extend(words);
    }
}
