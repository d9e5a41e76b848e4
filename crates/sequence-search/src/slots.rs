use std::collections::VecDeque;
use std::rc::Rc;

use board_core::{Cell, MoveGen, Timing};
use rustc_hash::FxHashMap;

use crate::phases::{Change, Kind};

/// What a legal move changes, contents as indices.
pub(crate) fn changes<P: MoveGen>(position: &P, mv: P::Move, out: &mut Vec<Change>) {
    out.clear();
    position.visit_changes(mv, |change| {
        out.push(Change {
            point: change.point as u32,
            first: change.before.index() as u8,
            last: change.after.index() as u8,
            kind: match change.timing {
                Timing::WithMove => Kind::Hand,
                Timing::Lagging => Kind::Lag,
            },
        });
    });
}

/// How many pieces changes set down, and how many points they empty.
pub(crate) fn pieces(changes: &[Change]) -> (usize, usize) {
    let arrivals = changes.iter().filter(|c| c.last != 0).count();
    (arrivals, changes.len() - arrivals)
}

/// Content indices of a position.
pub(crate) fn contents<P: MoveGen>(position: &P) -> Vec<u8> {
    position.cells().map(|cell| cell.index() as u8).collect()
}

/// A position of the game with its contents.
pub(crate) struct Slot<P> {
    pub(crate) position: P,
    pub(crate) cells: Vec<u8>,
}

impl<P: MoveGen> Slot<P> {
    pub(crate) fn new(position: P) -> Self {
        let cells = contents(&position);
        Slot { position, cells }
    }

    /// The slot after a move of the side to move, or of the other.
    fn after(&self, mv: P::Move, other: bool) -> Self {
        let mut position = self.position.clone();
        if other {
            position.set_to_move(!position.to_move());
        }
        let mut cells = self.cells.clone();
        position.visit_changes(mv, |change| {
            cells[change.point] = change.after.index() as u8;
        });
        position.play(mv);
        Slot { position, cells }
    }
}

/// A position on the way: which one it follows, by which move.
struct Link<M> {
    parent: u32,
    mv: M,
    other: bool,
}

/// All positions met, as links to the ones they follow. The positions used last are kept whole;
/// older ones are replayed when asked for again, so that memory hardly grows with the search.
pub(crate) struct Slots<P: MoveGen> {
    roots: Vec<Rc<Slot<P>>>,
    links: Vec<Link<P::Move>>,
    kept: FxHashMap<u32, Rc<Slot<P>>>,
    age: VecDeque<u32>,
}

impl<P: MoveGen> Slots<P> {
    const KEPT: usize = 4096;

    pub(crate) fn new(roots: Vec<Slot<P>>) -> Self {
        Slots {
            roots: roots.into_iter().map(Rc::new).collect(),
            links: Vec::new(),
            kept: FxHashMap::default(),
            age: VecDeque::new(),
        }
    }

    /// A new slot; made when first asked for.
    pub(crate) fn link(&mut self, parent: u32, mv: P::Move, other: bool) -> u32 {
        self.links.push(Link { parent, mv, other });
        (self.roots.len() + self.links.len() - 1) as u32
    }

    pub(crate) fn get(&mut self, id: u32) -> Rc<Slot<P>> {
        let mut missing = Vec::new();
        let mut at = id;
        let mut slot = loop {
            if let Some(root) = self.roots.get(at as usize) {
                break Rc::clone(root);
            }
            if let Some(kept) = self.kept.get(&at) {
                break Rc::clone(kept);
            }
            missing.push(at);
            at = self.links[at as usize - self.roots.len()].parent;
        };
        for at in missing.into_iter().rev() {
            let link = &self.links[at as usize - self.roots.len()];
            slot = Rc::new(slot.after(link.mv, link.other));
            if self.age.len() >= Self::KEPT
                && let Some(oldest) = self.age.pop_front()
            {
                self.kept.remove(&oldest);
            }
            self.kept.insert(at, Rc::clone(&slot));
            self.age.push_back(at);
        }
        slot
    }
}
