//! Growth of the tree: a full leaf is split by the point that separates its patterns best.

use super::leaf::{Leaf, Step, Stored, useful_steps};
use super::record::{NONE, Record};
use super::walk::{KINDS, Store, key, kind_at};
use super::{Node, Packed, PatternTree, Test};

/// A leaf with more patterns is split, if that helps.
const FULL: usize = 4096;
/// A split helps if at most this fraction of the patterns is expected to be left after it.
const HELPS: f32 = 0.9;

impl<T> PatternTree<T> {
    /// The number of a known pattern.
    pub(super) fn find(&self, packed: &Packed) -> Option<u32> {
        let wanted = &packed.record;
        let mut node = self.roots[packed.root];
        while node != NONE {
            match &self.nodes[node as usize] {
                Node::Test(test) => {
                    node =
                        test.children[kind_at(wanted, test.step(), |i| packed.words[i as usize])];
                }
                Node::Leaf(leaf) => {
                    return leaf.ids.iter().copied().find(|&id| {
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

    /// Adds a stored pattern to the tree.
    pub(super) fn attach(&mut self, root: usize, id: u32) {
        let mut tested: Vec<Step> = Vec::new();
        if self.roots[root] == NONE {
            self.roots[root] = self.new_node(Node::Leaf(Leaf::default()));
        }
        let mut node = self.roots[root];
        while let Node::Test(test) = &self.nodes[node as usize] {
            let step = test.step();
            tested.push(step);
            let kind = self.stored().kind(id, step);
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

    /// Removes a stored pattern from the tree, with nodes that become empty.
    pub(super) fn detach(&mut self, id: u32) {
        let record = self.records[id as usize];
        let (root, _) = key(&record.unpack(|i| self.word(i)));
        let mut path: Vec<(u32, usize)> = Vec::new();
        let mut node = self.roots[root];
        while let Node::Test(test) = &self.nodes[node as usize] {
            let kind = self.stored().kind(id, test.step());
            path.push((node, kind));
            node = test.children[kind];
        }
        let stored = Stored {
            records: &self.records,
            words: &self.words,
        };
        let mut empty = false;
        if let Node::Leaf(leaf) = &mut self.nodes[node as usize] {
            leaf.remove(id, &stored);
            empty = leaf.ids.is_empty();
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

    fn stored(&self) -> Stored<'_> {
        Stored {
            records: &self.records,
            words: &self.words,
        }
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
        let child = self.new_node(Node::Leaf(Leaf::default()));
        if let Node::Test(test) = &mut self.nodes[parent as usize] {
            test.children[kind] = child;
            test.kinds |= 1 << kind;
        }
        child
    }

    fn push(&mut self, node: u32, id: u32) {
        let stored = Stored {
            records: &self.records,
            words: &self.words,
        };
        if let Node::Leaf(leaf) = &mut self.nodes[node as usize] {
            leaf.push(id, &stored);
        }
    }

    /// Turns a full leaf into a test, and recursively its new leaves. `tested` are the points tested on the way; it is
    /// restored.
    fn split(&mut self, node: u32, tested: &mut Vec<Step>) {
        let Node::Leaf(leaf) = &mut self.nodes[node as usize] else {
            return;
        };
        let count = leaf.ids.len();
        // If it does not help now, it is tried again with many more patterns.
        if count <= FULL || !(count - 1).is_multiple_of(FULL) {
            return;
        }
        let ids = leaf.ids.clone();
        let steps = useful_steps(&ids, &self.stored()).into_iter();
        let new = steps.filter(|(_, step)| !tested.contains(step));
        let best = new.min_by(|a, b| a.0.total_cmp(&b.0));
        let Some((_, step)) = best.filter(|&(left, _)| left < HELPS * count as f32) else {
            return;
        };
        self.nodes[node as usize] = Node::Test(Test {
            dx: step.0 as i8,
            dy: step.1 as i8,
            kinds: 0,
            children: [NONE; KINDS],
        });
        for id in ids {
            let kind = self.stored().kind(id, step);
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
}
