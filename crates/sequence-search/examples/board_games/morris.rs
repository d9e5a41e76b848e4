//! Nine men's morris: men are placed, then moved, and finally fly; three in a row capture an enemy man.

use std::ops::ControlFlow;

use board_core::zobrist::splitmix64;
use board_core::{Board, Change, Color, MoveGen, Occupancy, Timing};

/// Rows of points: three nested squares, and the lines that join their sides.
const MILLS: [[usize; 3]; 16] = [
    [0, 1, 2],
    [3, 4, 5],
    [6, 7, 8],
    [9, 10, 11],
    [12, 13, 14],
    [15, 16, 17],
    [18, 19, 20],
    [21, 22, 23],
    [0, 9, 21],
    [3, 10, 18],
    [6, 11, 15],
    [1, 4, 7],
    [16, 19, 22],
    [8, 12, 17],
    [5, 13, 20],
    [2, 14, 23],
];

/// A position: 24 points, row by row from the top; White moves first.
#[derive(Clone, Debug)]
pub(crate) struct Morris {
    cells: [Occupancy; 24],
    side: Color,
    /// Number of men still to be placed.
    left: [u8; 2],
}

/// A man arrives on a point, perhaps from another one, and captures a man if that makes three in a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Move {
    pub(crate) from: Option<u8>,
    pub(crate) to: u8,
    pub(crate) takes: Option<u8>,
}

impl Default for Morris {
    fn default() -> Self {
        Morris {
            cells: [Occupancy::Empty; 24],
            side: Color::White,
            left: [9; 2],
        }
    }
}

impl Morris {
    fn of(&self, side: Color) -> impl Iterator<Item = usize> {
        (0..24).filter(move |&p| self.cells[p] == side.into())
    }

    /// Whether a point with this content would be in a row of three.
    fn is_in_mill(&self, point: usize, content: Occupancy) -> bool {
        let row = |row: &[usize; 3]| {
            row.contains(&point) && row.iter().all(|&p| p == point || self.cells[p] == content)
        };
        MILLS.iter().any(row)
    }

    /// The adjacent points: the next ones in its rows.
    fn beside(point: usize) -> impl Iterator<Item = usize> {
        let pairs = MILLS
            .iter()
            .flat_map(|row| [(row[0], row[1]), (row[1], row[2])]);
        pairs.filter_map(move |(a, b)| match point {
            p if p == a => Some(b),
            p if p == b => Some(a),
            _ => None,
        })
    }

    fn moves(&self) -> Vec<Move> {
        let side = self.side;
        let free = |p: &usize| self.cells[*p] == Occupancy::Empty;
        let mut found = Vec::new();
        if self.left[side.index()] > 0 {
            (0..24)
                .filter(free)
                .for_each(|to| self.add(None, to, &mut found));
            return found;
        }
        let flies = self.of(side).count() <= 3;
        for from in self.of(side) {
            if flies {
                (0..24)
                    .filter(free)
                    .for_each(|to| self.add(Some(from), to, &mut found));
            } else {
                Self::beside(from)
                    .filter(free)
                    .for_each(|to| self.add(Some(from), to, &mut found));
            }
        }
        found
    }

    /// Adds the moves of a man to `to`.
    fn add(&self, from: Option<usize>, to: usize, found: &mut Vec<Move>) {
        let mut left = self.clone();
        if let Some(from) = from {
            left.cells[from] = Occupancy::Empty;
        }
        let enemy = !self.side;
        let man = |takes: Option<usize>| Move {
            from: from.map(|p| p as u8),
            to: to as u8,
            takes: takes.map(|p| p as u8),
        };
        if !left.is_in_mill(to, self.side.into()) {
            found.push(man(None));
            return;
        }
        let safe = |p: &usize| self.is_in_mill(*p, enemy.into());
        // Men in a row are safe as long as others are not.
        let all = self.of(enemy).all(|p| safe(&p));
        let taken = self.of(enemy).filter(|p| all || !safe(p));
        let before = found.len();
        found.extend(taken.map(|p| man(Some(p))));
        if found.len() == before {
            found.push(man(None));
        }
    }

    fn is_over(&self) -> bool {
        Color::BOTH
            .iter()
            .any(|&side| self.left[side.index()] == 0 && self.of(side).count() < 3)
    }
}

impl Board for Morris {
    type Cell = Occupancy;
    fn points(&self) -> usize {
        24
    }
    fn get(&self, point: usize) -> Occupancy {
        self.cells[point]
    }
}

impl MoveGen for Morris {
    type Move = Move;
    type Undo = Morris;
    fn to_move(&self) -> Color {
        self.side
    }
    fn set_to_move(&mut self, side: Color) {
        self.side = side;
    }
    fn visit_legal<B>(&self, visit: impl FnMut(Move) -> ControlFlow<B>) -> ControlFlow<B> {
        if self.is_over() {
            return ControlFlow::Continue(());
        }
        self.moves().into_iter().try_for_each(visit)
    }
    fn is_legal(&self, mv: Move) -> bool {
        !self.is_over() && self.moves().contains(&mv)
    }
    fn visit_changes(&self, mv: Move, mut visit: impl FnMut(Change<Occupancy>)) {
        let mut change = |point: u8, after, timing| {
            let point = usize::from(point);
            let before = self.cells[point];
            visit(Change {
                point,
                before,
                after,
                timing,
            });
        };
        change(mv.to, self.side.into(), Timing::WithMove);
        if let Some(from) = mv.from {
            change(from, Occupancy::Empty, Timing::WithMove);
        }
        if let Some(taken) = mv.takes {
            change(taken, Occupancy::Empty, Timing::Lagging);
        }
    }
    fn play(&mut self, mv: Move) -> Morris {
        let old = self.clone();
        old.visit_changes(mv, |change| self.cells[change.point] = change.after);
        if mv.from.is_none() {
            self.left[self.side.index()] -= 1;
        }
        self.side = !self.side;
        old
    }
    fn undo(&mut self, old: Morris) {
        *self = old;
    }
    fn key(&self) -> u64 {
        let [black, white] = self.left.map(u64::from);
        let rest = 32 * (32 * black + white) + self.side.index() as u64;
        let cells = self.cells.iter().enumerate();
        cells.fold(splitmix64(24, rest), |key, (p, &cell)| {
            key ^ splitmix64(p as u64, cell as u64 + 1)
        })
    }
}
