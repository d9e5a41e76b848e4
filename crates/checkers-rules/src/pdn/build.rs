//! Keeps everything a reader hands out.

use super::{Headers, NodeId, Record, Tree, Visitor, decode};
use crate::{GameResult, Move, Position, RuleSet};

pub(super) struct Builder {
    record: Record,
    at: NodeId,
    /// The moves that the open variations replace.
    outer: Vec<NodeId>,
    /// Whether a variation has begun and its first move has not come yet.
    opening: bool,
    comments: Vec<String>,
    nags: Vec<u8>,
}

impl Builder {
    pub(super) fn new(rules: RuleSet) -> Builder {
        let mut record = Record::new(Position::initial(rules));
        record.headers = Headers::new();
        Builder {
            record,
            at: Tree::ROOT,
            outer: Vec::new(),
            opening: false,
            comments: Vec::new(),
            nags: Vec::new(),
        }
    }

    pub(super) fn finish(self) -> Record {
        self.record
    }
}

impl Visitor for Builder {
    fn header(&mut self, name: &str, value: &str) {
        self.record.headers.push(name, value);
    }

    fn start(&mut self, position: &Position) {
        self.record.tree = Tree::new(*position);
    }

    fn mv(&mut self, _: &Position, mv: Move) {
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
        self.at = replaced.parent().unwrap_or(Tree::ROOT);
        self.opening = true;
        true
    }

    fn close(&mut self) {
        self.at = self.outer.pop().unwrap_or(Tree::ROOT);
        self.opening = false;
        // A variation without a move: what it says belongs to the move it comments on.
        for comment in self.comments.drain(..) {
            self.record.tree.add_comment(self.at, &comment);
        }
        for nag in self.nags.drain(..) {
            self.record.tree.add_nag(self.at, nag);
        }
    }

    fn result(&mut self, result: GameResult) {
        self.record.result = result;
    }
}
