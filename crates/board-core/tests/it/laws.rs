//! The law kit itself: a small game that obeys, and one broken game per law that must be caught.

use core::ops::ControlFlow;

use board_core::{Board, Cell, Change, Color, MoveGen, Timing, laws};

/// The fault of a game.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Bug {
    None,
    StartKey,
    SameTurnChangesKey,
    TurnForgetsKey,
    TurnIsNotGiven,
    VisitsTwice,
    VisitsOccupied,
    WrongBefore,
    ChangesNothing,
    HidesAChange,
    ChangesTwice,
    OnlyLags,
    ForgetsAPoint,
    MoveForgetsKey,
    UndoForgetsStone,
    UndoForgetsTurn,
    UndoForgetsKey,
    UndoForgetsMoves,
    NeverStops,
}

/// The content of a point. `FAULTY` gives two contents the same index.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Stone<const FAULTY: bool>(pub(crate) u8);

impl<const FAULTY: bool> Cell for Stone<FAULTY> {
    const ALL: &'static [Self] = &[Stone(0), Stone(1), Stone(2)];

    fn index(self) -> usize {
        if FAULTY {
            usize::from(self.0.min(1))
        } else {
            self.0.into()
        }
    }
}

/// Four points in a ring. A stone is set on an empty point and captures an enemy stone on the next one.
#[derive(Clone)]
pub(crate) struct Ring<const FAULTY: bool = false> {
    cells: [u8; 4],
    to_move: Color,
    key: u64,
    /// A point that may not be played, as after a ko; part of the key.
    banned: Option<usize>,
    bug: Bug,
}

impl<const FAULTY: bool> Ring<FAULTY> {
    pub(crate) fn new(bug: Bug) -> Self {
        let mut ring = Ring {
            cells: [0; 4],
            to_move: Color::Black,
            key: 0,
            banned: None,
            bug,
        };
        ring.key = ring.key_from_scratch() + u64::from(bug == Bug::StartKey);
        ring
    }

    fn key_from_scratch(&self) -> u64 {
        let stones = self
            .cells
            .iter()
            .fold(0, |key, &cell| key * 3 + u64::from(cell));
        (stones * 5 + self.banned.map_or(4, |point| point as u64)) * 2 + self.to_move.index() as u64
    }

    fn own(&self) -> u8 {
        self.to_move.index() as u8 + 1
    }

    /// The point whose stone is captured by a stone on `point`.
    fn taken(&self, point: usize) -> Option<usize> {
        let next = (point + 1) % 4;
        (self.cells[next] == 3 - self.own()).then_some(next)
    }
}

impl<const FAULTY: bool> Board for Ring<FAULTY> {
    type Cell = Stone<FAULTY>;

    fn points(&self) -> usize {
        4
    }

    fn get(&self, point: usize) -> Stone<FAULTY> {
        Stone(self.cells[point])
    }
}

impl<const FAULTY: bool> MoveGen for Ring<FAULTY> {
    type Move = usize;
    type Undo = Self;

    fn to_move(&self) -> Color {
        self.to_move
    }

    fn set_to_move(&mut self, side: Color) {
        let same = side == self.to_move;
        if same && self.bug == Bug::SameTurnChangesKey {
            self.key += 1;
        }
        if same || self.bug == Bug::TurnIsNotGiven {
            return;
        }
        self.to_move = side;
        self.banned = None;
        if self.bug != Bug::TurnForgetsKey {
            self.key = self.key_from_scratch();
        }
    }

    fn visit_legal<B>(&self, mut visit: impl FnMut(usize) -> ControlFlow<B>) -> ControlFlow<B> {
        let mut broken = None;
        for point in 0..4 {
            let illegal = self.bug == Bug::VisitsOccupied && self.cells[point] != 0;
            if !self.is_legal(point) && !illegal {
                continue;
            }
            for _ in 0..1 + u8::from(self.bug == Bug::VisitsTwice) {
                match visit(point) {
                    ControlFlow::Break(value) if self.bug == Bug::NeverStops => {
                        broken.get_or_insert(value);
                    }
                    flow => flow?,
                }
            }
        }
        broken.map_or(ControlFlow::Continue(()), ControlFlow::Break)
    }

    fn visit_legal_at<B>(
        &self,
        point: usize,
        mut visit: impl FnMut(usize) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        if self.bug == Bug::OnlyLags || self.bug == Bug::ForgetsAPoint && point == 3 {
            return ControlFlow::Continue(());
        }
        self.visit_legal(|mv| {
            if mv == point {
                visit(mv)
            } else {
                ControlFlow::Continue(())
            }
        })
    }

    fn is_legal(&self, point: usize) -> bool {
        point < 4 && self.cells[point] == 0 && self.banned != Some(point)
    }

    fn visit_changes(&self, point: usize, mut visit: impl FnMut(Change<Stone<FAULTY>>)) {
        let own = Stone(self.own());
        let before = if self.bug == Bug::WrongBefore {
            own
        } else {
            Stone(0)
        };
        if self.bug == Bug::ChangesTwice {
            let other = Stone(3 - own.0);
            visit(Change {
                point,
                before,
                after: other,
                timing: Timing::WithMove,
            });
            visit(Change {
                point,
                before: other,
                after: own,
                timing: Timing::WithMove,
            });
            return;
        }
        let timing = match self.bug {
            Bug::OnlyLags => Timing::Lagging,
            _ => Timing::WithMove,
        };
        visit(Change {
            point,
            before,
            after: own,
            timing,
        });
        if let Some(next) = self.taken(point)
            && self.bug != Bug::HidesAChange
        {
            let before = Stone(self.cells[next]);
            visit(Change {
                point: next,
                before,
                after: Stone(0),
                timing: Timing::Lagging,
            });
        }
        if self.bug == Bug::ChangesNothing {
            visit(Change {
                point,
                before: own,
                after: own,
                timing: Timing::Lagging,
            });
        }
    }

    fn play(&mut self, point: usize) -> Self {
        let old = self.clone();
        let taken = self.taken(point);
        self.cells[point] = self.own();
        if let Some(next) = taken {
            self.cells[next] = 0;
        }
        self.banned = taken;
        self.to_move = !self.to_move;
        if self.bug != Bug::MoveForgetsKey {
            self.key = self.key_from_scratch();
        }
        old
    }

    fn undo(&mut self, old: Self) {
        let after = core::mem::replace(self, old);
        match self.bug {
            Bug::UndoForgetsStone => self.cells = after.cells,
            Bug::UndoForgetsTurn => self.to_move = after.to_move,
            Bug::UndoForgetsKey => self.key = after.key,
            Bug::UndoForgetsMoves => self.banned = after.banned,
            _ => {}
        }
    }

    fn key(&self) -> u64 {
        self.key
    }
}

fn broken_law<const FAULTY: bool>(bug: Bug) -> Option<&'static str> {
    let ring = Ring::<FAULTY>::new(bug);
    let outcome = laws::random_games(&ring, 50, 30, 3, Ring::key_from_scratch);
    outcome.err().map(|violation| violation.law)
}

#[test]
fn a_game_that_obeys_passes() {
    assert_eq!(broken_law::<false>(Bug::None), None);
}

#[test]
fn every_law_catches_its_bug() {
    let rows = [
        (Bug::StartKey, "the incremental key is the key from scratch"),
        (
            Bug::SameTurnChangesKey,
            "giving the turn to the side that has it changes nothing",
        ),
        (
            Bug::TurnForgetsKey,
            "set_to_move gives the turn and keeps the key",
        ),
        (
            Bug::TurnIsNotGiven,
            "set_to_move gives the turn and keeps the key",
        ),
        (Bug::VisitsTwice, "a legal move is visited once"),
        (Bug::VisitsOccupied, "a visited move is legal"),
        (
            Bug::WrongBefore,
            "a change says what was there before and differs after",
        ),
        (
            Bug::ChangesNothing,
            "a change says what was there before and differs after",
        ),
        (
            Bug::HidesAChange,
            "a move changes exactly the points it says",
        ),
        (Bug::ChangesTwice, "a point is changed once"),
        (
            Bug::OnlyLags,
            "a move changes a point with the move, to a piece of its side if it sets one down",
        ),
        (
            Bug::ForgetsAPoint,
            "the legal moves at a point are those that change it",
        ),
        (
            Bug::MoveForgetsKey,
            "the key after a move is the key from scratch",
        ),
        (Bug::UndoForgetsStone, "undo restores the position"),
        (Bug::UndoForgetsTurn, "undo restores the position"),
        (Bug::UndoForgetsKey, "undo restores the position"),
        (Bug::UndoForgetsMoves, "undo restores the position"),
        (Bug::NeverStops, "a visit stops when told to"),
    ];
    for (bug, law) in rows {
        assert_eq!(broken_law::<false>(bug), Some(law), "{bug:?}");
    }
    assert_eq!(
        broken_law::<true>(Bug::None),
        Some("every cell sits at its own index")
    );
}

#[test]
fn a_violation_says_where() {
    let ring = Ring::<false>::new(Bug::HidesAChange);
    let violation = laws::random_games(&ring, 50, 30, 3, Ring::key_from_scratch).unwrap_err();
    assert!(violation.ply > 0, "nothing can be taken on an empty board");
    let text = violation.to_string();
    assert!(
        text.contains(violation.law) && text.contains(&violation.detail),
        "{text}"
    );
}

#[test]
fn a_piece_is_owned_by_the_side_of_its_colour() {
    use board_core::{Cell, Color, Occupancy};
    let owners = Occupancy::ALL.iter().map(|content| content.owner());
    assert!(owners.eq([None, Some(Color::Black), Some(Color::White)]));
}
