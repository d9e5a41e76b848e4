//! A tree of moves with variations, stored as a flat list: no recursion, however deep it nests.

use board_core::MoveGen;

/// A node of a [`Tree`]: a move, or the root before the first one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct NodeId(u32);

const NONE: NodeId = NodeId(u32::MAX);

impl NodeId {
    /// The root of every tree.
    pub const ROOT: NodeId = NodeId(0);

    fn some(self) -> Option<NodeId> {
        (self != NONE).then_some(self)
    }

    fn index(self) -> usize {
        self.0 as usize
    }
}

/// The annotations of a move.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Notes {
    nags: Vec<u8>,
    before: Vec<String>,
    after: Vec<String>,
}

/// One move and its annotations.
#[derive(Clone, Debug)]
pub struct Node<M> {
    mv: Option<M>,
    parent: NodeId,
    first: NodeId,
    last: NodeId,
    next: NodeId,
    notes: Option<Box<Notes>>,
}

impl<M: Copy> Node<M> {
    fn new(mv: Option<M>, parent: NodeId) -> Self {
        Node {
            mv,
            parent,
            first: NONE,
            last: NONE,
            next: NONE,
            notes: None,
        }
    }

    /// The move; `None` for the root.
    #[must_use]
    pub const fn mv(&self) -> Option<M> {
        self.mv
    }

    /// The preceding node; `None` for the root.
    #[must_use]
    pub fn parent(&self) -> Option<NodeId> {
        self.parent.some()
    }

    /// The numeric annotation glyphs: 1 is `!`, 2 `?`, 3 `!!`, 4 `??`, 5 `!?`, 6 `?!`.
    #[must_use]
    pub fn nags(&self) -> &[u8] {
        self.notes.as_ref().map_or(&[], |notes| &notes.nags)
    }

    /// Comments after the move; at the root, before the game.
    #[must_use]
    pub fn comments(&self) -> &[String] {
        self.notes.as_ref().map_or(&[], |notes| &notes.after)
    }

    /// Comments before the move; only the first move of a variation has them.
    #[must_use]
    pub fn comments_before(&self) -> &[String] {
        self.notes.as_ref().map_or(&[], |notes| &notes.before)
    }
}

/// A move is not legal in its position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{mv} is not legal")]
pub struct IllegalMove<M> {
    /// The move.
    pub mv: M,
}

/// A start position and the moves from it. At each node the first child is the main line; the others are variations.
///
/// Trees are equal if they have the same content, regardless of the order in which they were built.
#[derive(Clone, Debug)]
pub struct Tree<P: MoveGen> {
    start: P,
    nodes: Vec<Node<P::Move>>,
}

impl<P: MoveGen> Tree<P> {
    /// The root, before the first move.
    pub const ROOT: NodeId = NodeId::ROOT;

    /// A tree without moves.
    #[must_use]
    pub fn new(start: P) -> Self {
        Tree {
            start,
            nodes: vec![Node::new(None, NONE)],
        }
    }

    /// The start position.
    #[must_use]
    pub const fn start(&self) -> &P {
        &self.start
    }

    /// Number of moves, including all variations.
    #[must_use]
    pub fn len(&self) -> usize {
        self.nodes.len() - 1
    }

    /// Whether there are no moves.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// A node of this tree.
    ///
    /// # Panics
    /// If `id` is from another, larger tree.
    #[must_use]
    pub fn node(&self, id: NodeId) -> &Node<P::Move> {
        &self.nodes[id.index()]
    }

    /// The nodes after a node: the main line first, then the variations.
    pub fn children(&self, id: NodeId) -> impl Iterator<Item = NodeId> {
        core::iter::successors(self.node(id).first.some(), |&child| {
            self.node(child).next.some()
        })
    }

    /// The nodes of the main line after `id`, each the first child of the one before.
    pub fn line_from(&self, id: NodeId) -> impl Iterator<Item = NodeId> {
        core::iter::successors(self.node(id).first.some(), |&at| self.node(at).first.some())
    }

    /// The nodes of the main line, without the root.
    pub fn main_line(&self) -> impl Iterator<Item = NodeId> {
        self.line_from(Self::ROOT)
    }

    /// The moves from the start to a node.
    #[must_use]
    pub fn moves_to(&self, id: NodeId) -> Vec<P::Move> {
        let up = core::iter::successors(Some(id), |&at| self.node(at).parent());
        let mut moves: Vec<P::Move> = up.filter_map(|at| self.node(at).mv).collect();
        moves.reverse();
        moves
    }

    /// The position after a node's move, replayed from the start.
    #[must_use]
    pub fn position(&self, id: NodeId) -> P {
        self.moves_to(id)
            .into_iter()
            .fold(self.start.clone(), |mut position, mv| {
                position.play(mv);
                position
            })
    }

    /// Adds a move after a node: the main line if it is the first there, else a variation.
    ///
    /// # Errors
    /// If the move is not legal there.
    pub fn add(&mut self, parent: NodeId, mv: P::Move) -> Result<NodeId, IllegalMove<P::Move>> {
        if !self.position(parent).is_legal(mv) {
            return Err(IllegalMove { mv });
        }
        Ok(self.push(parent, mv))
    }

    /// Adds a move without checking that it is legal.
    ///
    /// # Panics
    /// If `parent` is from another, larger tree.
    pub fn push(&mut self, parent: NodeId, mv: P::Move) -> NodeId {
        let id = NodeId(self.nodes.len() as u32);
        self.nodes.push(Node::new(Some(mv), parent));
        let last = core::mem::replace(&mut self.nodes[parent.index()].last, id);
        match last.some() {
            Some(sister) => self.nodes[sister.index()].next = id,
            None => self.nodes[parent.index()].first = id,
        }
        id
    }

    /// Adds a numeric annotation glyph to a move.
    pub fn add_nag(&mut self, id: NodeId, nag: u8) {
        self.notes(id).nags.push(nag);
    }

    /// Adds a comment after a move; at the root, before the game. Runs of blanks are merged.
    pub fn add_comment(&mut self, id: NodeId, text: &str) {
        self.notes(id).after.push(tidy(text));
    }

    /// Adds a comment before the first move of a variation.
    pub fn add_comment_before(&mut self, id: NodeId, text: &str) {
        self.notes(id).before.push(tidy(text));
    }

    fn notes(&mut self, id: NodeId) -> &mut Notes {
        self.nodes[id.index()].notes.get_or_insert_default()
    }
}

impl<P: MoveGen + PartialEq> PartialEq for Tree<P> {
    fn eq(&self, other: &Self) -> bool {
        if self.start != other.start || self.len() != other.len() {
            return false;
        }
        let mut pairs = vec![(Self::ROOT, Self::ROOT)];
        while let Some((a, b)) = pairs.pop() {
            let (here, there) = (self.node(a), other.node(b));
            let count = self.children(a).count();
            if here.mv != there.mv
                || here.notes != there.notes
                || count != other.children(b).count()
            {
                return false;
            }
            pairs.extend(self.children(a).zip(other.children(b)));
        }
        true
    }
}

impl<P: MoveGen + Eq> Eq for Tree<P> {}

/// Removes line breaks and `}`, which a comment cannot contain.
fn tidy(text: &str) -> String {
    let mut tidy = String::with_capacity(text.len());
    for word in text.split(|c: char| c.is_whitespace() || c.is_control()) {
        if !word.is_empty() && !tidy.is_empty() {
            tidy.push(' ');
        }
        tidy.extend(word.chars().map(|c| if c == '}' { ')' } else { c }));
    }
    tidy
}
