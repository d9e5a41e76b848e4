use core::cell::OnceCell;
use core::ops::ControlFlow;
use std::collections::VecDeque;
use std::rc::Rc;

use board_core::{Cell, Color, MoveGen, Timing};
use rustc_hash::FxHashMap;

use crate::model::Turn;

/// One change of a point, contents as indices.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Delta {
    pub(crate) point: u32,
    pub(crate) before: u8,
    pub(crate) after: u8,
    pub(crate) lagging: bool,
}

/// What a move does, whoever's turn it is.
pub(crate) fn deltas<P: MoveGen>(position: &P, mv: P::Move, out: &mut Vec<Delta>) {
    position.visit_changes(mv, |change| {
        out.push(Delta {
            point: change.point as u32,
            before: change.before.index() as u8,
            after: change.after.index() as u8,
            lagging: change.timing == Timing::Lagging,
        });
    });
}

/// Gives the turn to whoever plays next according to `turn`; returns that side.
pub(crate) fn take_turn<P: MoveGen>(position: &mut P, turn: Turn) -> Color {
    if turn != Turn::Own {
        position.set_to_move(!position.to_move());
    }
    position.to_move()
}

/// A legal move of either side that changes something.
pub(crate) struct Candidate<M> {
    pub(crate) mv: M,
    /// Whether it belongs to the side that is not to move.
    pub(crate) other: bool,
    /// How many pieces it sets down.
    pub(crate) arrivals: u16,
    changes: (u32, u32),
}

/// All moves of a position with their changes, found once.
pub(crate) struct Candidates<M> {
    pub(crate) list: Vec<Candidate<M>>,
    deltas: Vec<Delta>,
}

impl<M> Candidates<M> {
    pub(crate) fn changes(&self, candidate: &Candidate<M>) -> &[Delta] {
        &self.deltas[candidate.changes.0 as usize..candidate.changes.1 as usize]
    }
}

/// A position of the game and what the table shows of it.
pub(crate) struct Slot<P: MoveGen> {
    pub(crate) position: P,
    /// Content indices as seen. Differs from the position only where the model takes pieces off
    /// one by one.
    pub(crate) cells: Vec<u8>,
    candidates: OnceCell<Candidates<P::Move>>,
}

impl<P: MoveGen> Slot<P> {
    pub(crate) fn new(position: P, cells: Vec<u8>) -> Self {
        Slot {
            position,
            cells,
            candidates: OnceCell::new(),
        }
    }

    /// The slot after a ply. `at_once`: lagging changes show immediately.
    pub(crate) fn after(&self, mv: P::Move, turn: Turn, at_once: bool) -> Self {
        let mut position = self.position.clone();
        take_turn(&mut position, turn);
        let mut cells = self.cells.clone();
        position.visit_changes(mv, |change| {
            if at_once || change.timing == Timing::WithMove {
                cells[change.point] = change.after.index() as u8;
            }
        });
        position.play(mv);
        Slot::new(position, cells)
    }

    /// The slot after a lagging point has caught up.
    pub(crate) fn caught_up(&self, point: usize) -> Self {
        let mut cells = self.cells.clone();
        cells[point] = self.position.get(point).index() as u8;
        Slot::new(self.position.clone(), cells)
    }

    pub(crate) fn candidates(&self) -> &Candidates<P::Move> {
        self.candidates.get_or_init(|| {
            let mut found = Candidates {
                list: Vec::new(),
                deltas: Vec::new(),
            };
            collect(&self.position, false, &mut found);
            let mut turned = self.position.clone();
            turned.set_to_move(!turned.to_move());
            collect(&turned, true, &mut found);
            found
        })
    }
}

fn collect<P: MoveGen>(position: &P, other: bool, found: &mut Candidates<P::Move>) {
    let flow: ControlFlow<()> = position.visit_legal(|mv| {
        let begin = found.deltas.len();
        deltas(position, mv, &mut found.deltas);
        let changes = &found.deltas[begin..];
        if !changes.is_empty() {
            let arrivals = changes.iter().filter(|d| d.after != 0).count();
            found.list.push(Candidate {
                mv,
                other,
                arrivals: arrivals as u16,
                changes: (begin as u32, found.deltas.len() as u32),
            });
        }
        ControlFlow::Continue(())
    });
    debug_assert!(flow.is_continue());
}

/// The slots used last, by the node that made them. Older ones are forgotten, so that memory does
/// not grow with the search, and replayed when asked for again.
pub(crate) struct Slots<P: MoveGen> {
    kept: FxHashMap<u32, Rc<Slot<P>>>,
    age: VecDeque<u32>,
    root: Rc<Slot<P>>,
}

impl<P: MoveGen> Slots<P> {
    const KEPT: usize = 4096;
    /// Node whose slot is never forgotten.
    pub(crate) const ROOT: u32 = 0;

    pub(crate) fn new(root: Slot<P>) -> Self {
        Slots {
            kept: FxHashMap::default(),
            age: VecDeque::new(),
            root: Rc::new(root),
        }
    }

    pub(crate) fn get(&self, node: u32) -> Option<Rc<Slot<P>>> {
        if node == Self::ROOT {
            Some(Rc::clone(&self.root))
        } else {
            self.kept.get(&node).map(Rc::clone)
        }
    }

    pub(crate) fn keep(&mut self, node: u32, slot: Slot<P>) -> Rc<Slot<P>> {
        if self.age.len() >= Self::KEPT
            && let Some(oldest) = self.age.pop_front()
        {
            self.kept.remove(&oldest);
        }
        let slot = Rc::new(slot);
        self.kept.insert(node, Rc::clone(&slot));
        self.age.push_back(node);
        slot
    }
}
