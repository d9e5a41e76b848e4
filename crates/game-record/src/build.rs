//! Builds a record from the parts that a reader delivers.

use crate::{Dialect, Headers, MoveOf, NodeId, Record, Tree, Visitor, decode};

pub(super) struct Builder<D: Dialect> {
    record: Record<D>,
    at: NodeId,
    /// The moves that the open variations replace.
    outer: Vec<NodeId>,
    /// Whether a variation has begun and its first move has not been read yet.
    opening: bool,
    comments: Vec<String>,
    nags: Vec<u8>,
}

impl<D: Dialect> Builder<D> {
    pub(super) fn new(start: D::Position) -> Self {
        let mut record = Record::new(start);
        record.headers = Headers::new();
        Builder {
            record,
            at: NodeId::ROOT,
            outer: Vec::new(),
            opening: false,
            comments: Vec::new(),
            nags: Vec::new(),
        }
    }

    pub(super) fn finish(self) -> Record<D> {
        self.record
    }
}

impl<D: Dialect> Visitor<D> for Builder<D> {
    fn header(&mut self, name: &str, value: &str) {
        self.record.headers.push(name, value);
    }

    fn start(&mut self, position: &D::Position) {
        self.record.tree = Tree::new(position.clone());
    }

    fn mv(&mut self, _: &D::Position, mv: MoveOf<D>) {
        let tree = &mut self.record.tree;
        self.at = tree.push(self.at, mv);
        self.opening = false;
        for comment in self.comments.drain(..) {
            tree.add_comment_before(self.at, &comment);
        }
        for nag in self.nags.drain(..) {
            tree.add_nag(self.at, nag);
        }
    }

    fn nag(&mut self, nag: u8) {
        if self.opening {
            self.nags.push(nag);
        } else {
            self.record.tree.add_nag(self.at, nag);
        }
    }

    fn comment(&mut self, text: &[u8]) {
        if self.opening {
            self.comments.push(decode(text).into_owned());
        } else {
            self.record.tree.add_comment(self.at, &decode(text));
        }
    }

    fn open(&mut self) -> bool {
        self.outer.push(self.at);
        let replaced = self.record.tree.node(self.at);
        self.at = replaced.parent().unwrap_or(NodeId::ROOT);
        self.opening = true;
        true
    }

    fn close(&mut self) {
        self.at = self.outer.pop().unwrap_or(NodeId::ROOT);
        self.opening = false;
        // A variation without moves: its comments belong to the preceding move.
        for comment in self.comments.drain(..) {
            self.record.tree.add_comment(self.at, &comment);
        }
        for nag in self.nags.drain(..) {
            self.record.tree.add_nag(self.at, nag);
        }
    }

    fn result(&mut self, result: D::Result) {
        self.record.result = result;
    }
}
