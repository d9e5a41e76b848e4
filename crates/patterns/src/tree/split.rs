//! How the tree grows: leaves that become too full look for the point that tells their patterns apart.

use super::record::{NONE, Record};
use super::walk::{ACCEPTING, EDGE, FREE, KINDS, Store, kind};
use super::{Node, Packed, PatternTree, Test};
use crate::Anchor;

/// A leaf with more patterns is split if that helps.
const FULL: u32 = 8;

/// How often a point near a stone is empty, black, white, edge: what a split is expected to save. Only the
/// speed depends on it.
const USUAL: [f32; 4] = [0.5, 0.2, 0.2, 0.1];

/// A list of patterns.
#[derive(Clone, Debug)]
pub(crate) struct Leaf {
    pub(crate) first: u32,
    count: u32,
    /// With so many patterns a split is tried.
    full: u32,
}

impl Leaf {
    fn new() -> Leaf {
        Leaf {
            first: NONE,
            count: 0,
            full: FULL + 1,
        }
    }
}

/// A point seen from where walks begin.
type Step = (i32, i32);

impl<T> PatternTree<T> {
    /// The number of a pattern that is known.
    pub(super) fn find(&self, packed: &Packed) -> Option<u32> {
        let wanted = &packed.record;
        let mut node = self.roots[packed.root];
        while node != NONE {
            match &self.nodes[node as usize] {
                Node::Test(test) => {
                    let step = (i32::from(test.dx), i32::from(test.dy));
                    node = test.children[kind_at(wanted, step, |i| packed.words[i as usize])];
                }
                Node::Leaf(leaf) => {
                    let mut ids = self.list(leaf.first);
                    return ids.find(|&id| {
                        let known = self.records[id as usize];
                        let same = Record {
                            words: known.words,
                            views: known.views,
                            to_normal: known.to_normal,
                            ..*wanted
                        };
                        let at = known.words as usize;
                        known == same && self.words[at..at + known.length()] == packed.words
                    });
                }
            }
        }
        None
    }

    /// Puts a stored pattern into the tree.
    pub(super) fn attach(&mut self, root: usize, id: u32) {
        let mut tested: Vec<Step> = Vec::new();
        if self.roots[root] == NONE {
            self.roots[root] = self.new_node(Node::Leaf(Leaf::new()));
        }
        let mut node = self.roots[root];
        while let Node::Test(test) = &self.nodes[node as usize] {
            let step = (i32::from(test.dx), i32::from(test.dy));
            tested.push(step);
            let kind = self.kind_of(id, step);
            let child = test.children[kind];
            node = if child == NONE {
                self.new_child(node, kind)
            } else {
                child
            };
        }
        self.push(node, id);
        self.split(node, &mut tested);
    }

    /// Takes a stored pattern out of the tree, and nodes that have become empty with it.
    pub(super) fn detach(&mut self, id: u32) {
        let record = self.records[id as usize];
        let (root, _) = super::walk::key(&record.unpack(|i| self.word(i)));
        let mut path: Vec<(u32, usize)> = Vec::new();
        let mut node = self.roots[root];
        while let Node::Test(test) = &self.nodes[node as usize] {
            let kind = self.kind_of(id, (i32::from(test.dx), i32::from(test.dy)));
            path.push((node, kind));
            node = test.children[kind];
        }
        let Node::Leaf(leaf) = &mut self.nodes[node as usize] else {
            unreachable!("a walk ends at a leaf");
        };
        leaf.count -= 1;
        let mut empty = leaf.count == 0;
        let (first, after) = (leaf.first, self.next[id as usize]);
        if first == id {
            leaf.first = after;
        }
        let before = self.list(first).find(|&b| self.next[b as usize] == id);
        if let Some(before) = before {
            self.next[before as usize] = after;
        }
        while empty {
            self.free_nodes.push(node);
            let Some((parent, kind)) = path.pop() else {
                self.roots[root] = NONE;
                return;
            };
            if let Node::Test(test) = &mut self.nodes[parent as usize] {
                test.children[kind] = NONE;
                test.kinds &= !(1 << kind);
                empty = test.kinds == 0;
            }
            node = parent;
        }
    }

    /// The patterns of a list.
    pub(crate) fn list(&self, first: u32) -> impl Iterator<Item = u32> + '_ {
        let follow = |&id: &u32| Some(self.next[id as usize]).filter(|&next| next != NONE);
        std::iter::successors(Some(first).filter(|&first| first != NONE), follow)
    }

    fn new_node(&mut self, node: Node) -> u32 {
        if let Some(at) = self.free_nodes.pop() {
            self.nodes[at as usize] = node;
            return at;
        }
        self.nodes.push(node);
        self.nodes.len() as u32 - 1
    }

    fn new_child(&mut self, parent: u32, kind: usize) -> u32 {
        let child = self.new_node(Node::Leaf(Leaf::new()));
        if let Node::Test(test) = &mut self.nodes[parent as usize] {
            test.children[kind] = child;
            test.kinds |= 1 << kind;
        }
        child
    }

    fn push(&mut self, node: u32, id: u32) {
        if let Node::Leaf(leaf) = &mut self.nodes[node as usize] {
            self.next[id as usize] = leaf.first;
            leaf.first = id;
            leaf.count += 1;
        }
    }

    fn kind_of(&self, id: u32, step: Step) -> usize {
        kind_at(&self.records[id as usize], step, |i| self.word(i))
    }

    /// Makes a full leaf a test, and its new leaves, too, if they are full. `tested` are the points that
    /// were looked at on the way, and is left as it was.
    fn split(&mut self, node: u32, tested: &mut Vec<Step>) {
        let Node::Leaf(leaf) = &mut self.nodes[node as usize] else {
            return;
        };
        if leaf.count < leaf.full {
            return;
        }
        // If it does not help now, not before there are twice as many.
        leaf.full = leaf.count * 2;
        let first = leaf.first;
        let ids: Vec<u32> = self.list(first).collect();
        let Some(step) = self.best_step(&ids, tested) else {
            return;
        };
        self.nodes[node as usize] = Node::Test(Test {
            dx: step.0 as i8,
            dy: step.1 as i8,
            kinds: 0,
            children: [NONE; KINDS],
        });
        for id in ids {
            let kind = self.kind_of(id, step);
            let child = match &self.nodes[node as usize] {
                Node::Test(test) if test.children[kind] != NONE => test.children[kind],
                _ => self.new_child(node, kind),
            };
            self.push(child, id);
        }
        tested.push(step);
        for kind in 0..KINDS {
            if let Node::Test(test) = &self.nodes[node as usize]
                && test.children[kind] != NONE
            {
                self.split(test.children[kind], tested);
            }
        }
        tested.pop();
    }

    /// The point after which fewest patterns are expected to be left, if that is fewer than now.
    fn best_step(&self, ids: &[u32], tested: &[Step]) -> Option<Step> {
        // Seen from the key, a pattern and the edge around it reach this far.
        const REACH: i32 = crate::MAX_SIDE as i32;
        const SIDE: usize = 2 * REACH as usize + 1;
        let mut counts = vec![[0_u32; KINDS]; SIDE * SIDE];
        for &id in ids {
            each_step(
                &self.records[id as usize],
                |(dx, dy), kind| {
                    let at = (dy + REACH) as usize * SIDE + (dx + REACH) as usize;
                    counts[at][kind] += 1;
                },
                |i| self.word(i),
            );
        }
        let all = ids.len() as f32;
        let mut best = (all * 0.9, None);
        for (at, counts) in counts.iter().enumerate() {
            let known: u32 = counts.iter().sum();
            if known == 0 {
                continue;
            }
            let free = ids.len() as u32 - known;
            let left = USUAL.iter().zip(ACCEPTING).map(|(share, accepting)| {
                let kinds = (0..FREE).filter(|kind| accepting >> kind & 1 != 0);
                share * (free + kinds.map(|kind| counts[kind]).sum::<u32>()) as f32
            });
            let left: f32 = left.sum();
            let step = ((at % SIDE) as i32 - REACH, (at / SIDE) as i32 - REACH);
            if left < best.0 && !tested.contains(&step) {
                best = (left, Some(step));
            }
        }
        best.1
    }
}

/// What a record asks of a point: the kind, [`FREE`] for points outside of it. Lines of edge around it
/// belong to it.
fn kind_at(record: &Record, (dx, dy): Step, word: impl Fn(u32) -> u32) -> usize {
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

/// Calls `visit` with every point of which a record asks anything.
fn each_step(record: &Record, mut visit: impl FnMut(Step, usize), word: impl Fn(u32) -> u32) {
    let (key_x, key_y) = (i32::from(record.key.0), i32::from(record.key.1));
    for y in -1..=i32::from(record.rows) {
        for x in -1..=i32::from(record.cols) {
            let step = (x - key_x, y - key_y);
            let kind = kind_at(record, step, &word);
            if kind != FREE {
                visit(step, kind);
            }
        }
    }
}
