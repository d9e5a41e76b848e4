use core::cell::OnceCell;
use core::ops::ControlFlow;
use std::collections::VecDeque;
use std::rc::Rc;

use board_core::{Cell, MoveGen, Timing};
use rustc_hash::FxHashMap;

use crate::model::Pieces;
use crate::phases::{Change, Kind};

/// The changes of a legal move, with contents as indices.
///
/// By the laws, a move that sets down pieces sets down one of its own side with the move: on an empty point, or else in
/// the place of another piece. Any other piece that becomes another one is turned.
pub(crate) fn changes<P: MoveGen>(position: &P, mv: P::Move, out: &mut Vec<Change>) {
    out.clear();
    let side = position.to_move();
    let mut placed = false;
    let mut taking = None;
    position.visit_changes(mv, |change| {
        let with_move = change.timing == Timing::WithMove && change.after.index() != 0;
        if with_move && change.after.owner().is_none_or(|owner| owner == side) {
            match change.before.index() {
                0 => placed = true,
                _ => taking = taking.or(Some(out.len())),
            }
        }
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
    let own = if placed { None } else { taking };
    for (at, change) in out.iter_mut().enumerate() {
        if change.first != 0 && change.last != 0 && own != Some(at) {
            change.kind = Kind::Turned;
        }
    }
}

/// How many pieces the changes set down, take away and turn.
pub(crate) fn pieces(changes: &[Change]) -> Pieces {
    let turned = changes.iter().filter(|c| c.kind == Kind::Turned).count();
    let departures = changes.iter().filter(|c| c.last == 0).count();
    Pieces {
        arrivals: changes.len() - turned - departures,
        departures,
        turned,
    }
}

/// Content indices of a position.
pub(crate) fn contents<P: MoveGen>(position: &P) -> Vec<u8> {
    position.cells().map(|cell| cell.index() as u8).collect()
}

/// The point of the first change with the move: each move is generated there, and nowhere else.
pub(crate) fn home(changes: &[Change]) -> Option<u32> {
    let home = changes.iter().find(|c| c.kind == Kind::Hand);
    home.map(|c| c.point)
}

/// All legal moves of one side in a position, by their home points.
struct Legal<M> {
    /// Home point, move, and the end of its changes.
    moves: Vec<(u32, M, u32)>,
    changes: Vec<Change>,
}

impl<M: Copy> Legal<M> {
    fn of<P: MoveGen<Move = M>>(position: &P) -> Self {
        let mut all: Vec<(u32, M, Vec<Change>)> = Vec::new();
        let mut found = Vec::new();
        let _: ControlFlow<()> = position.visit_legal(|mv| {
            changes(position, mv, &mut found);
            all.extend(home(&found).map(|home| (home, mv, found.clone())));
            ControlFlow::Continue(())
        });
        all.sort_by_key(|&(home, ..)| home);
        let mut legal = Legal {
            moves: Vec::with_capacity(all.len()),
            changes: Vec::new(),
        };
        for (home, mv, changes) in all {
            legal.changes.extend(changes);
            legal.moves.push((home, mv, legal.changes.len() as u32));
        }
        legal
    }

    fn visit_at(&self, point: u32, mut visit: impl FnMut(M, &[Change])) {
        let first = self.moves.partition_point(|m| m.0 < point);
        let mut begin = match first {
            0 => 0,
            _ => self.moves[first - 1].2,
        };
        for &(_, mv, end) in self.moves[first..].iter().take_while(|m| m.0 == point) {
            visit(mv, &self.changes[begin as usize..end as usize]);
            begin = end;
        }
    }
}

/// A position of the game with its contents.
pub(crate) struct Slot<P: MoveGen> {
    pub(crate) position: P,
    pub(crate) cells: Vec<u8>,
    /// For the side to move, and for the other one; computed on demand.
    legal: [OnceCell<Legal<P::Move>>; 2],
}

impl<P: MoveGen> Slot<P> {
    pub(crate) fn new(position: P) -> Self {
        let cells = contents(&position);
        Slot::of(position, cells)
    }

    fn of(position: P, cells: Vec<u8>) -> Self {
        let legal = [OnceCell::new(), OnceCell::new()];
        Slot {
            position,
            cells,
            legal,
        }
    }

    /// Calls `visit` with every legal move whose home is this point, and its changes. `position` is that of the slot,
    /// with the turn given to the `other` side if set.
    pub(crate) fn visit_at(
        &self,
        position: &P,
        other: bool,
        point: u32,
        found: &mut Vec<Change>,
        mut visit: impl FnMut(P::Move, &mut Vec<Change>),
    ) {
        if P::FINDS_MOVES_AT {
            let _: ControlFlow<()> = position.visit_legal_at(point as usize, |mv| {
                changes(position, mv, found);
                if home(found) == Some(point) {
                    visit(mv, found);
                }
                ControlFlow::Continue(())
            });
            return;
        }
        let legal = self.legal[usize::from(other)].get_or_init(|| Legal::of(position));
        legal.visit_at(point, |mv, changes| {
            found.clear();
            found.extend_from_slice(changes);
            visit(mv, found);
        });
    }

    /// The slot after a move of the side to move, or of the other one.
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
        Slot::of(position, cells)
    }
}

/// A position on the path: its predecessor, and the move.
struct Link<M> {
    parent: u32,
    mv: M,
    other: bool,
}

/// All positions met, as links to their predecessors. The positions used last are kept whole; older ones are replayed
/// on demand, so that memory hardly grows with the search.
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

    /// Adds a slot, which is computed on demand.
    pub(crate) fn link(&mut self, parent: u32, mv: P::Move, other: bool) -> u32 {
        self.links.push(Link { parent, mv, other });
        (self.roots.len() + self.links.len() - 1) as u32
    }

    pub(crate) fn len(&self) -> usize {
        self.roots.len() + self.links.len()
    }

    /// Removes all slots except the roots and those to keep, whose predecessors must be among them; returns the new
    /// numbers.
    pub(crate) fn retain(&mut self, stays: &[bool]) -> Vec<u32> {
        let roots = self.roots.len();
        let mut now: Vec<u32> = (0..stays.len() as u32).collect();
        let mut next = roots as u32;
        let mut id = roots;
        self.links.retain_mut(|link| {
            let kept = stays[id];
            if kept {
                link.parent = now[link.parent as usize];
                now[id] = next;
                next += 1;
            }
            id += 1;
            kept
        });
        let stay = |id: &u32| stays[*id as usize];
        let kept = core::mem::take(&mut self.kept).into_iter();
        self.kept = kept
            .filter(|(id, _)| stay(id))
            .map(|(id, slot)| (now[id as usize], slot))
            .collect();
        self.age.retain(stay);
        self.age.iter_mut().for_each(|id| *id = now[*id as usize]);
        now
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
