//! A fourth game in one file: konane, the Hawaiian jumping game, on 6×6.
//!
//! The board starts full of alternating black and white stones, with two stones removed from the middle. A stone jumps
//! over an adjacent enemy stone to the empty point behind it and captures that stone; a move is one jump. A player who
//! cannot jump has lost.
//!
//! `cargo run -p board-core --features laws --example fourth_game` plays random games and checks them with the law kit.

use core::ops::ControlFlow;

use board_core::{Board, Cell, Change, Color, MoveGen, Occupancy, Timing, laws, zobrist};

const SIDE: usize = 6;
const POINTS: usize = SIDE * SIDE;
/// One key for each point and content, then one for each side to move.
static KEYS: [u64; 3 * POINTS + 2] = zobrist::keys(4);

/// A position. Points are `row * 6 + column`, origin top-left.
#[derive(Clone)]
struct Konane {
    cells: [Occupancy; POINTS],
    to_move: Color,
    key: u64,
}

/// A jump: the stone on the first point goes to the second, two steps away, over the point between.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Jump(u8, u8);

impl Jump {
    /// The point jumped over; `None` unless the two points are two steps apart in a straight line.
    fn over(self) -> Option<usize> {
        let (from, to) = (self.0 as usize, self.1 as usize);
        let across = from / SIDE == to / SIDE && from.abs_diff(to) == 2;
        let along = from.abs_diff(to) == 2 * SIDE;
        (from.max(to) < POINTS && (across || along)).then_some((from + to) / 2)
    }
}

impl Konane {
    fn start() -> Konane {
        let checkered = |p| Occupancy::from(Color::BOTH[(p / SIDE + p % SIDE) % 2]);
        let mut cells = core::array::from_fn(checkered);
        let middle = POINTS / 2 + SIDE / 2;
        (cells[middle], cells[middle - 1]) = (Occupancy::Empty, Occupancy::Empty);
        let (to_move, key) = (Color::Black, 0);
        let mut start = Konane {
            cells,
            to_move,
            key,
        };
        start.key = start.key_from_scratch();
        start
    }

    fn key_from_scratch(&self) -> u64 {
        let turn = KEYS[3 * POINTS + self.to_move.index()];
        (0..POINTS).fold(turn, |key, p| key ^ KEYS[3 * p + self.cells[p].index()])
    }
}

impl Board for Konane {
    type Cell = Occupancy;

    fn points(&self) -> usize {
        POINTS
    }

    fn get(&self, point: usize) -> Occupancy {
        self.cells[point]
    }
}

impl MoveGen for Konane {
    type Move = Jump;
    type Undo = Konane; // 56 bytes: a copy is the simplest undo

    fn to_move(&self) -> Color {
        self.to_move
    }

    fn set_to_move(&mut self, side: Color) {
        if side != self.to_move {
            self.to_move = side;
            self.key ^= KEYS[3 * POINTS] ^ KEYS[3 * POINTS + 1];
        }
    }

    fn visit_legal<B>(&self, mut visit: impl FnMut(Jump) -> ControlFlow<B>) -> ControlFlow<B> {
        for from in 0..POINTS as u8 {
            for step in [-2, 2, -2 * SIDE as i8, 2 * SIDE as i8] {
                let jump = Jump(from, from.wrapping_add_signed(step));
                if self.is_legal(jump) {
                    visit(jump)?;
                }
            }
        }
        ControlFlow::Continue(())
    }

    fn is_legal(&self, jump: Jump) -> bool {
        jump.over().is_some_and(|over| {
            let own = Occupancy::from(self.to_move);
            let row = [jump.0 as usize, over, jump.1 as usize].map(|p| self.cells[p]);
            row == [own, own.swapped(), Occupancy::Empty]
        })
    }

    fn visit_changes(&self, jump: Jump, mut visit: impl FnMut(Change<Occupancy>)) {
        let own = Occupancy::from(self.to_move);
        let mut change = |point, after, timing| {
            let before = self.cells[point];
            visit(Change {
                point,
                before,
                after,
                timing,
            });
        };
        change(jump.0 as usize, Occupancy::Empty, Timing::WithMove);
        change(jump.1 as usize, own, Timing::WithMove);
        // The player takes the jumped stone off by hand, perhaps a photo later.
        if let Some(over) = jump.over() {
            change(over, Occupancy::Empty, Timing::Lagging);
        }
    }

    fn play(&mut self, jump: Jump) -> Konane {
        let old = self.clone();
        old.visit_changes(jump, |change| {
            let keys = &KEYS[3 * change.point..];
            self.key ^= keys[change.before.index()] ^ keys[change.after.index()];
            self.cells[change.point] = change.after;
        });
        self.set_to_move(!old.to_move);
        old
    }

    fn undo(&mut self, old: Konane) {
        *self = old;
    }

    fn key(&self) -> u64 {
        self.key
    }
}

fn main() -> Result<(), laws::Violation> {
    laws::random_games(&Konane::start(), 1000, POINTS, 1, Konane::key_from_scratch)
}
