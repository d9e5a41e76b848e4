use core::ops::ControlFlow;

use board_core::zobrist::{keys, splitmix64};
use board_core::{Board, Change, Color, MoveGen, Occupancy, Timing};

const KEYS: [u64; 24] = keys(21);

/// What a move on a strip of points does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Act {
    /// Nothing.
    Pass,
    /// A piece goes one point on; it takes what stands there.
    Step { from: u8, to: u8 },
    /// A piece jumps over an enemy, who leaves the strip afterwards.
    Jump { from: u8, over: u8, to: u8 },
    /// A new piece, followed by its twin on the next point if that is free.
    Drop { at: u8, twin: bool },
}

/// A tiny game on a strip of points: draughts-like with `drops` off, pieces dropped in pairs with
/// it on (so that there is a move whose lagging change is an arrival).
#[derive(Clone, Debug)]
pub struct Strip {
    pub cells: Vec<Occupancy>,
    pub side: Color,
    pub drops: bool,
}

impl Strip {
    pub fn rebuilt_key(&self) -> u64 {
        let side = splitmix64(22, self.side.index() as u64);
        let cells = self.cells.iter().enumerate();
        cells.fold(side, |key, (p, &cell)| key ^ KEYS[p * 3 + cell as usize])
    }

    fn acts(&self) -> Vec<Act> {
        let own = Occupancy::from(self.side);
        let len = self.cells.len();
        let mut acts = vec![Act::Pass];
        for p in 0..len {
            if self.drops {
                if self.cells[p] == Occupancy::Empty {
                    let twin = p + 1 < len && self.cells[p + 1] == Occupancy::Empty;
                    acts.push(Act::Drop { at: p as u8, twin });
                }
                continue;
            }
            if self.cells[p] != own {
                continue;
            }
            for way in [-1, 1] {
                let at = |steps: isize| {
                    let q = p as isize + way * steps;
                    (0..len as isize).contains(&q).then_some(q as usize)
                };
                let from = p as u8;
                match (at(1), at(2)) {
                    (Some(q), _) if self.cells[q] == Occupancy::Empty => {
                        acts.push(Act::Step { from, to: q as u8 });
                    }
                    (Some(q), to) if self.cells[q] != own => {
                        acts.push(Act::Step { from, to: q as u8 });
                        if let Some(to) = to.filter(|&to| self.cells[to] == Occupancy::Empty) {
                            let (over, to) = (q as u8, to as u8);
                            acts.push(Act::Jump { from, over, to });
                        }
                    }
                    _ => {}
                }
            }
        }
        acts
    }
}

impl Board for Strip {
    type Cell = Occupancy;
    fn points(&self) -> usize {
        self.cells.len()
    }
    fn get(&self, point: usize) -> Occupancy {
        self.cells[point]
    }
}

impl MoveGen for Strip {
    type Move = Act;
    type Undo = Strip;

    fn to_move(&self) -> Color {
        self.side
    }
    fn set_to_move(&mut self, side: Color) {
        self.side = side;
    }
    fn visit_legal<B>(&self, mut visit: impl FnMut(Act) -> ControlFlow<B>) -> ControlFlow<B> {
        for act in self.acts() {
            visit(act)?;
        }
        ControlFlow::Continue(())
    }
    fn is_legal(&self, mv: Act) -> bool {
        self.acts().contains(&mv)
    }
    fn visit_changes(&self, mv: Act, mut visit: impl FnMut(Change<Occupancy>)) {
        let own = Occupancy::from(self.side);
        let mut change = |point: u8, after, timing| {
            visit(Change {
                point: usize::from(point),
                before: self.cells[usize::from(point)],
                after,
                timing,
            });
        };
        match mv {
            Act::Pass => {}
            Act::Step { from, to } => {
                change(from, Occupancy::Empty, Timing::WithMove);
                change(to, own, Timing::WithMove);
            }
            Act::Jump { from, over, to } => {
                change(from, Occupancy::Empty, Timing::WithMove);
                change(to, own, Timing::WithMove);
                change(over, Occupancy::Empty, Timing::Lagging);
            }
            Act::Drop { at, twin } => {
                change(at, own, Timing::WithMove);
                if twin {
                    change(at + 1, own, Timing::Lagging);
                }
            }
        }
    }
    fn play(&mut self, mv: Act) -> Strip {
        let old = self.clone();
        old.visit_changes(mv, |change| self.cells[change.point] = change.after);
        self.side = !self.side;
        old
    }
    fn undo(&mut self, undo: Strip) {
        *self = undo;
    }
    fn key(&self) -> u64 {
        self.rebuilt_key()
    }
}
