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

/// A legal move that changes something.
pub(crate) struct Candidate<M> {
    pub(crate) mv: M,
    /// How many pieces it sets down.
    pub(crate) arrivals: u16,
    changes: (u32, u32),
}

/// All moves of one side in a position with their changes, found once.
pub(crate) struct Candidates<M> {
    pub(crate) list: Vec<Candidate<M>>,
    deltas: Vec<Delta>,
}

impl<M: Copy> Candidates<M> {
    fn of<P: MoveGen<Move = M>>(position: &P) -> Self {
        let mut list = Vec::new();
        let mut all = Vec::new();
        let flow: ControlFlow<()> = position.visit_legal(|mv| {
            let begin = all.len();
            deltas(position, mv, &mut all);
            let changes = &all[begin..];
            if !changes.is_empty() {
                let arrivals = changes.iter().filter(|d| d.after != 0).count();
                list.push(Candidate {
                    mv,
                    arrivals: arrivals as u16,
                    changes: (begin as u32, all.len() as u32),
                });
            }
            ControlFlow::Continue(())
        });
        debug_assert!(flow.is_continue());
        Candidates { list, deltas: all }
    }

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
    /// Of the side to move, and of the other.
    candidates: [OnceCell<Candidates<P::Move>>; 2],
}

impl<P: MoveGen> Slot<P> {
    pub(crate) fn new(position: P, cells: Vec<u8>) -> Self {
        Slot {
            position,
            cells,
            candidates: [const { OnceCell::new() }; 2],
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

    /// The moves of the side to move, or of the `other`.
    pub(crate) fn candidates(&self, other: bool) -> &Candidates<P::Move> {
        self.candidates[usize::from(other)].get_or_init(|| {
            if other {
                let mut turned = self.position.clone();
                turned.set_to_move(!turned.to_move());
                Candidates::of(&turned)
            } else {
                Candidates::of(&self.position)
            }
        })
    }
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
