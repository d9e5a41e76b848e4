use std::ops::ControlFlow;

use board_core::{Board, Change, Color, MoveGen, Occupancy, Timing, zobrist};

use crate::Move;

/// Largest board side.
const MAX_SIZE: usize = 25;
const MAX_POINTS: usize = MAX_SIZE * MAX_SIZE;

static STONE_KEYS: [[u64; MAX_POINTS]; 2] = [zobrist::keys(0x60_0001), zobrist::keys(0x60_0002)];
static KO_KEYS: [u64; MAX_POINTS] = zobrist::keys(0x60_0003);
const WHITE_TO_MOVE: u64 = zobrist::splitmix64(0x60_0004, 0);

/// A board that cannot be set up.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum PositionError {
    /// Sides are 1 to 25.
    #[error("a board of size {size}; sizes are 1 to 25")]
    Size {
        /// The size asked for.
        size: usize,
    },
    /// A row or list of contents has the wrong length, or a letter that is no content.
    #[error("row {row} is {text:?}, not {size} of `X`, `O` and `.`")]
    Row {
        /// Index of the row, from the top.
        row: usize,
        /// The row.
        text: String,
        /// Length wanted.
        size: usize,
    },
    /// A chain of stones without a liberty cannot stand on a board.
    #[error("the {color} stones around point {point} have no liberty")]
    NoLiberty {
        /// Index of one of the stones.
        point: usize,
        /// Their colour.
        color: Color,
    },
}

/// What one place of the padded board holds.
#[derive(Clone, Copy, Debug)]
struct Place {
    /// `EMPTY`, `BLACK`, `WHITE` or `EDGE`.
    cell: u8,
    /// The chain's representative: valid on stones.
    head: u16,
    /// The next stone of the chain, in a ring: valid on stones.
    next: u16,
    /// Pseudo-liberties: pairs of a stone and an empty neighbour. Valid on heads; 0 exactly when
    /// the chain has no liberty.
    liberties: u16,
    /// Number of stones: valid on heads.
    stones: u16,
    /// Index in the list of empty places: valid on empty places.
    slot: u16,
}

const BLACK: u8 = 0;
const WHITE: u8 = 1;
const EMPTY: u8 = 2;
const EDGE: u8 = 3;

/// A Go position: stones, whose turn it is, the point a simple ko forbids, prisoners.
///
/// The board is kept as one padded row of places, chains as rings of stones with a common head
/// that counts *pseudo-liberties* (a liberty touched by two stones of the chain counts twice):
/// cheap to keep, and 0 exactly when there is no liberty left. Source of the idea: the Go
/// programming libraries of Łukasz Lew (libego).
#[derive(Clone, Debug)]
pub struct Position {
    size: usize,
    places: Box<[Place]>,
    empty: Vec<u16>,
    to_move: Color,
    /// Padded index of the point forbidden by ko; 0 for none.
    ko: u16,
    suicide: bool,
    captured: [u32; 2],
    stones_key: u64,
}

impl Position {
    /// The empty board with Black to move.
    ///
    /// # Errors
    /// [`PositionError::Size`] unless `size` is 1 to 25.
    pub fn new(size: usize) -> Result<Self, PositionError> {
        if !(1..=MAX_SIZE).contains(&size) {
            return Err(PositionError::Size { size });
        }
        let edge = Place {
            cell: EDGE,
            head: 0,
            next: 0,
            liberties: 0,
            stones: 0,
            slot: 0,
        };
        let stride = size + 1;
        let mut places = vec![edge; stride * (size + 2) + 1].into_boxed_slice();
        let mut empty = Vec::with_capacity(size * size);
        for row in 0..size {
            for col in 0..size {
                let at = (row + 1) * stride + col + 1;
                places[at].cell = EMPTY;
                places[at].slot = empty.len() as u16;
                empty.push(at as u16);
            }
        }
        Ok(Self {
            size,
            places,
            empty,
            to_move: Color::Black,
            ko: 0,
            suicide: false,
            captured: [0; 2],
            stones_key: 0,
        })
    }

    /// A position from its contents, row by row; no ko, no prisoners.
    ///
    /// # Errors
    /// [`PositionError::Size`], [`PositionError::Row`] if `contents` is not `size²` long,
    /// [`PositionError::NoLiberty`].
    pub fn from_contents(
        size: usize,
        contents: &[Occupancy],
        to_move: Color,
    ) -> Result<Self, PositionError> {
        let mut position = Self::new(size)?;
        if contents.len() != size * size {
            let text = format!("{} points", contents.len());
            return Err(PositionError::Row {
                row: contents.len() / size,
                text,
                size,
            });
        }
        for (point, cell) in contents.iter().enumerate() {
            if let Some(color) = cell.color() {
                position.add_stone(position.pad(point), color as u8);
            }
        }
        for (point, cell) in contents.iter().enumerate() {
            let at = position.pad(point);
            if let Some(color) = cell.color()
                && position.places[position.places[at].head as usize].liberties == 0
            {
                return Err(PositionError::NoLiberty { point, color });
            }
        }
        position.to_move = to_move;
        Ok(position)
    }

    /// A position from rows of `X` (black), `O` (white) and `.` (empty), top row first.
    ///
    /// # Errors
    /// As [`from_contents`](Position::from_contents).
    pub fn from_rows(rows: &[impl AsRef<str>], to_move: Color) -> Result<Self, PositionError> {
        let size = rows.len();
        let mut contents = Vec::with_capacity(size * size);
        for (row, text) in rows.iter().enumerate() {
            let fail = || PositionError::Row {
                row,
                text: text.as_ref().to_owned(),
                size,
            };
            if text.as_ref().chars().count() != size {
                return Err(fail());
            }
            for letter in text.as_ref().chars() {
                contents.push(match letter {
                    'X' => Occupancy::Black,
                    'O' => Occupancy::White,
                    '.' => Occupancy::Empty,
                    _ => return Err(fail()),
                });
            }
        }
        Self::from_contents(size, &contents, to_move)
    }

    /// The position as rows of `X`, `O` and `.`, top row first.
    #[must_use]
    pub fn rows(&self) -> Vec<String> {
        let letter = |point| match self.get(point) {
            Occupancy::Black => 'X',
            Occupancy::White => 'O',
            Occupancy::Empty => '.',
        };
        (0..self.size)
            .map(|row| {
                (0..self.size)
                    .map(|col| letter(row * self.size + col))
                    .collect()
            })
            .collect()
    }

    /// The same position under rules that allow (or forbid) taking one's own last liberty.
    #[must_use]
    pub fn with_suicide(mut self, allowed: bool) -> Self {
        self.suicide = allowed;
        self
    }

    /// Points a side.
    #[must_use]
    pub fn size(&self) -> usize {
        self.size
    }

    /// The move at a column and row, both from 0, origin top-left.
    ///
    /// # Panics
    /// If the place is off the board.
    #[must_use]
    pub fn at(&self, col: usize, row: usize) -> Move {
        assert!(
            col < self.size && row < self.size,
            "({col}, {row}) is off a board of {}",
            self.size
        );
        Move::place(row * self.size + col)
    }

    /// How many stones of this colour were captured, suicides included.
    #[must_use]
    pub fn captured(&self, color: Color) -> u32 {
        self.captured[color.index()]
    }

    /// The point that a simple ko forbids to the side to move.
    #[must_use]
    pub fn ko(&self) -> Option<usize> {
        (self.ko != 0).then(|| self.unpad(self.ko as usize))
    }

    /// Zobrist key of the stones alone: what positional superko compares.
    #[must_use]
    pub fn stones_key(&self) -> u64 {
        self.stones_key
    }

    /// The key computed from nothing but the contents, the turn and the ko: what
    /// [`key`](MoveGen::key) must equal.
    #[must_use]
    pub fn key_from_scratch(&self) -> u64 {
        let stones = (0..self.points()).fold(0, |key, p| match self.get(p).color() {
            Some(color) => key ^ STONE_KEYS[color.index()][p],
            None => key,
        });
        self.full_key(stones)
    }

    fn full_key(&self, stones: u64) -> u64 {
        let turn = if self.to_move == Color::White {
            WHITE_TO_MOVE
        } else {
            0
        };
        stones ^ turn ^ self.ko().map_or(0, |p| KO_KEYS[p])
    }

    /// Number of empty points.
    #[must_use]
    pub fn empty_points(&self) -> usize {
        self.empty.len()
    }

    /// The `i`-th empty point, in no particular order: for picking one at random.
    ///
    /// # Panics
    /// If `i` is not below [`empty_points`](Position::empty_points).
    #[must_use]
    pub fn empty_point(&self, i: usize) -> usize {
        self.unpad(self.empty[i] as usize)
    }

    /// Whether the point is a one-point eye of `color`: all neighbours are its stones, and of the
    /// diagonal points at most one is the enemy's, none at the edge. Playouts do not fill those.
    #[must_use]
    pub fn is_eye(&self, point: usize, color: Color) -> bool {
        let at = self.pad(point);
        let own = color as u8;
        if self
            .neighbours(at)
            .iter()
            .any(|&n| self.places[n].cell != own && self.places[n].cell != EDGE)
        {
            return false;
        }
        let stride = self.size + 1;
        let (mut enemies, mut edge) = (0, false);
        for n in [
            at - stride - 1,
            at - stride + 1,
            at + stride - 1,
            at + stride + 1,
        ] {
            match self.places[n].cell {
                EDGE => edge = true,
                cell if cell == own ^ 1 => enemies += 1,
                _ => {}
            }
        }
        enemies + usize::from(edge) < 2
    }

    /// Plays a legal move without keeping what [`undo`](MoveGen::undo) needs: the fast way for
    /// playouts and replays.
    pub fn play_forward(&mut self, mv: Move) {
        let own = self.to_move as u8;
        self.to_move = !self.to_move;
        self.ko = 0;
        let Some(point) = mv.point() else { return };
        let at = self.pad(point);
        self.add_stone(at, own);
        let (mut taken, mut last) = (0, 0);
        for n in self.neighbours(at) {
            if self.places[n].cell == own ^ 1 {
                let head = self.places[n].head as usize;
                if self.places[head].liberties == 0 {
                    taken += self.remove_chain(head);
                    last = n;
                }
            }
        }
        let head = self.places[at].head as usize;
        if self.places[head].liberties == 0 {
            self.remove_chain(head);
        } else if taken == 1 && self.places[head].stones == 1 && self.places[head].liberties == 1 {
            self.ko = last as u16;
        }
    }

    #[inline]
    fn pad(&self, point: usize) -> usize {
        // Cells of the padded board: one edge column on the left serves both sides.
        let (row, col) = (point / self.size, point % self.size);
        (row + 1) * (self.size + 1) + col + 1
    }

    #[inline]
    fn unpad(&self, at: usize) -> usize {
        let stride = self.size + 1;
        (at / stride - 1) * self.size + at % stride - 1
    }

    #[inline]
    fn neighbours(&self, at: usize) -> [usize; 4] {
        let stride = self.size + 1;
        [at - stride, at - 1, at + 1, at + stride]
    }

    /// Sets a stone on an empty place and joins it to its chains. Captures nothing.
    #[inline]
    fn add_stone(&mut self, at: usize, own: u8) {
        // Out of the list of empty places: the last one takes its slot.
        let slot = self.places[at].slot;
        if let Some(moved) = self.empty.pop()
            && moved as usize != at
        {
            self.empty[slot as usize] = moved;
            self.places[moved as usize].slot = slot;
        }
        self.stones_key ^= STONE_KEYS[own as usize][self.unpad(at)];
        let here = &mut self.places[at];
        here.cell = own;
        here.head = at as u16;
        here.next = at as u16;
        here.liberties = 0;
        here.stones = 1;
        for n in self.neighbours(at) {
            match self.places[n].cell {
                EMPTY => {
                    let head = self.places[at].head as usize;
                    self.places[head].liberties += 1;
                }
                EDGE => {}
                cell => {
                    let head = self.places[n].head as usize;
                    self.places[head].liberties -= 1;
                    let mine = self.places[at].head as usize;
                    if cell == own && head != mine {
                        self.join(head, mine);
                    }
                }
            }
        }
    }

    /// Joins two chains: the shorter one's stones get the longer one's head, and the rings are
    /// spliced.
    fn join(&mut self, a: usize, b: usize) {
        let (long, short) = if self.places[a].stones >= self.places[b].stones {
            (a, b)
        } else {
            (b, a)
        };
        let mut at = short;
        loop {
            self.places[at].head = long as u16;
            at = self.places[at].next as usize;
            if at == short {
                break;
            }
        }
        self.places[long].liberties += self.places[short].liberties;
        self.places[long].stones += self.places[short].stones;
        let next = self.places[long].next;
        self.places[long].next = self.places[short].next;
        self.places[short].next = next;
    }

    /// Takes a chain off the board and returns how many stones it had.
    fn remove_chain(&mut self, head: usize) -> u32 {
        let color = self.places[head].cell;
        let mut at = head;
        let mut count = 0;
        loop {
            let next = self.places[at].next as usize;
            self.stones_key ^= STONE_KEYS[color as usize][self.unpad(at)];
            self.places[at].cell = EMPTY;
            self.places[at].slot = self.empty.len() as u16;
            self.empty.push(at as u16);
            for n in self.neighbours(at) {
                // Stones of the chain itself get liberties too; nobody reads them again.
                if self.places[n].cell < EMPTY {
                    let h = self.places[n].head as usize;
                    self.places[h].liberties += 1;
                }
            }
            count += 1;
            at = next;
            if at == head {
                break;
            }
        }
        self.captured[color as usize] += count;
        count
    }

    /// Number of neighbours of `at` that belong to the chain of `head`.
    fn contacts(&self, at: usize, head: u16) -> u16 {
        self.neighbours(at)
            .iter()
            .filter(|&&n| self.places[n].cell < EMPTY && self.places[n].head == head)
            .count() as u16
    }

    /// What a stone of the side to move on the empty place `at` would do there.
    fn outcome(&self, at: usize) -> Outcome {
        let own = self.to_move as u8;
        let mut outcome = Outcome::Dies { alone: true };
        for n in self.neighbours(at) {
            let place = &self.places[n];
            match place.cell {
                EMPTY => return Outcome::Lives,
                EDGE => {}
                cell => {
                    // The chain's liberties are all at `at` exactly when each of its
                    // pseudo-liberties is one of the contacts.
                    let last =
                        self.places[place.head as usize].liberties == self.contacts(at, place.head);
                    if (cell == own) != last {
                        return Outcome::Lives;
                    }
                    if cell == own {
                        outcome = Outcome::Dies { alone: false };
                    }
                }
            }
        }
        outcome
    }

    fn visit_chain(&self, head: usize, mut visit: impl FnMut(usize)) {
        let mut at = head;
        loop {
            visit(at);
            at = self.places[at].next as usize;
            if at == head {
                break;
            }
        }
    }
}

/// The same board, stones, turn, ko point and rule on suicide; prisoners do not count.
impl PartialEq for Position {
    fn eq(&self, other: &Self) -> bool {
        self.size == other.size
            && self.to_move == other.to_move
            && self.ko == other.ko
            && self.suicide == other.suicide
            && self
                .places
                .iter()
                .zip(&other.places)
                .all(|(a, b)| a.cell == b.cell)
    }
}

impl Eq for Position {}

/// What becomes of a stone just played.
enum Outcome {
    /// It has a liberty, or gets one by capturing.
    Lives,
    /// It is suicide; `alone` if no other stone goes with it.
    Dies {
        /// A single stone: playing it changes nothing.
        alone: bool,
    },
}

impl Board for Position {
    type Cell = Occupancy;

    fn points(&self) -> usize {
        self.size * self.size
    }

    fn get(&self, point: usize) -> Occupancy {
        match self.places[self.pad(point)].cell {
            BLACK => Occupancy::Black,
            WHITE => Occupancy::White,
            _ => Occupancy::Empty,
        }
    }
}

impl MoveGen for Position {
    type Move = Move;
    /// The position before the move: copying a few kilobytes is as fast as unpicking joined chains.
    type Undo = Position;

    fn to_move(&self) -> Color {
        self.to_move
    }

    fn set_to_move(&mut self, side: Color) {
        if side != self.to_move {
            self.to_move = side;
            self.ko = 0;
        }
    }

    /// The points first, in no particular order, then the pass.
    fn visit_legal<B>(&self, mut visit: impl FnMut(Move) -> ControlFlow<B>) -> ControlFlow<B> {
        for &at in &self.empty {
            let mv = Move::place(self.unpad(at as usize));
            if self.is_legal(mv) {
                visit(mv)?;
            }
        }
        visit(Move::PASS)
    }

    /// Single-stone suicide is never legal: it would be a pass with a stone thrown away.
    fn is_legal(&self, mv: Move) -> bool {
        let Some(point) = mv.point() else { return true };
        if point >= self.points() {
            return false;
        }
        let at = self.pad(point);
        self.places[at].cell == EMPTY
            && at != self.ko as usize
            && match self.outcome(at) {
                Outcome::Lives => true,
                Outcome::Dies { alone } => self.suicide && !alone,
            }
    }

    fn visit_changes(&self, mv: Move, mut visit: impl FnMut(Change<Occupancy>)) {
        let Some(point) = mv.point() else { return };
        let at = self.pad(point);
        let own = Occupancy::from(self.to_move);
        let gone = |point, before| Change {
            point,
            before,
            after: Occupancy::Empty,
            timing: Timing::Lagging,
        };
        let suicide = matches!(self.outcome(at), Outcome::Dies { .. });
        if !suicide {
            let set = Change {
                point,
                before: Occupancy::Empty,
                after: own,
                timing: Timing::WithMove,
            };
            visit(set);
        }
        let (removed, content) = if suicide {
            (own, self.to_move)
        } else {
            (own.swapped(), !self.to_move)
        };
        let mut seen = [0u16; 4];
        for (i, n) in self.neighbours(at).into_iter().enumerate() {
            let place = self.places[n];
            if place.cell != content as u8 || seen.contains(&place.head) {
                continue;
            }
            seen[i] = place.head;
            if suicide
                || self.places[place.head as usize].liberties == self.contacts(at, place.head)
            {
                self.visit_chain(place.head as usize, |s| visit(gone(self.unpad(s), removed)));
            }
        }
    }

    fn play(&mut self, mv: Move) -> Position {
        let before = self.clone();
        self.play_forward(mv);
        before
    }

    fn undo(&mut self, undo: Position) {
        *self = undo;
    }

    fn key(&self) -> u64 {
        self.full_key(self.stones_key)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use board_core::laws;
    use proptest::prelude::*;

    fn play(rows: &[&str], side: Color, name: &str) -> Result<Position, &'static str> {
        let mut position = Position::from_rows(rows, side).unwrap();
        let mv = Move::from_name(name, rows.len()).unwrap();
        if !position.is_legal(mv) {
            return Err("illegal");
        }
        position.play_forward(mv);
        Ok(position)
    }

    /// Name, board, side to move, move, and the board after it or `None` if it is illegal.
    type Case = (
        &'static str,
        [&'static str; 5],
        Color,
        &'static str,
        Option<[&'static str; 5]>,
    );

    const CASES: [Case; 7] = [
        (
            "a corner stone is captured",
            ["OX...", ".....", ".....", ".....", "....."],
            Color::Black,
            "A4",
            Some([".X...", "X....", ".....", ".....", "....."]),
        ),
        (
            "two chains are captured at once",
            ["OX...", ".OX..", "X....", ".....", "....."],
            Color::Black,
            "A4",
            Some([".X...", "XOX..", "X....", ".....", "....."]),
        ),
        (
            "suicide of one stone",
            [".O...", "O....", ".....", ".....", "....."],
            Color::Black,
            "A5",
            None,
        ),
        (
            "suicide of two stones",
            [".XO..", "OO...", ".....", ".....", "....."],
            Color::Black,
            "A5",
            None,
        ),
        (
            "filling the last liberty by capturing is legal",
            [".XO..", "OOX..", "XX...", ".....", "....."],
            Color::Black,
            "A5",
            Some(["XXO..", "..X..", "XX...", ".....", "....."]),
        ),
        (
            "an occupied point",
            ["X....", ".....", ".....", ".....", "....."],
            Color::White,
            "A5",
            None,
        ),
        (
            "a snapback takes three for one",
            ["XXO..", ".OX..", "XOX..", "XXX..", "....."],
            Color::White,
            "A4",
            Some(["..O..", "OOX..", "XOX..", "XXX..", "....."]),
        ),
    ];

    #[test]
    fn known_positions() {
        for (name, rows, side, mv, after) in CASES {
            let played = play(&rows, side, mv);
            match after {
                None => assert!(played.is_err(), "{name}"),
                Some(expected) => {
                    assert_eq!(
                        played.unwrap_or_else(|_| panic!("{name}: illegal")).rows(),
                        expected,
                        "{name}"
                    );
                }
            }
        }
    }

    #[test]
    fn ko_is_forbidden_at_once_and_allowed_later() {
        let rows = [".XO..", "XO.O.", ".XO..", ".....", "....."];
        let mut position = play(&rows, Color::Black, "C4").unwrap();
        assert_eq!(position.rows()[1], "X.XO.");
        let back = position.at(1, 1);
        assert_eq!(position.ko(), back.point());
        assert!(!position.is_legal(back));
        for name in ["A1", "E1"] {
            position.play_forward(Move::from_name(name, 5).unwrap());
        }
        assert!(position.is_legal(back));
        assert_eq!(position.captured(Color::White), 1);
    }

    #[test]
    fn suicide_of_several_stones_is_an_option() {
        let rows = [".XO..", "OO...", ".....", ".....", "....."];
        let mut position = Position::from_rows(&rows, Color::Black)
            .unwrap()
            .with_suicide(true);
        let mv = position.at(0, 0);
        assert!(position.is_legal(mv));
        let mut changed = Vec::new();
        position.visit_changes(mv, |c| changed.push((c.point, c.after, c.timing)));
        assert_eq!(changed, [(1, Occupancy::Empty, Timing::Lagging)]);
        position.play_forward(mv);
        assert_eq!(position.rows()[0], "..O..");
        assert_eq!(position.captured(Color::Black), 2);
    }

    #[test]
    fn boards_that_cannot_be_say_why() {
        assert_eq!(
            Position::new(0).unwrap_err(),
            PositionError::Size { size: 0 }
        );
        assert_eq!(
            Position::new(26).unwrap_err(),
            PositionError::Size { size: 26 }
        );
        let error = Position::from_rows(&["XO", "O."], Color::Black).unwrap_err();
        assert_eq!(
            error,
            PositionError::NoLiberty {
                point: 0,
                color: Color::Black
            }
        );
        assert!(matches!(
            Position::from_rows(&["X.", "Q."], Color::Black),
            Err(PositionError::Row { row: 1, .. })
        ));
        assert!(matches!(
            Position::from_rows(&["X.", "."], Color::Black),
            Err(PositionError::Row { row: 1, .. })
        ));
    }

    #[test]
    fn the_laws_hold() {
        for (size, games) in [(1, 3), (2, 30), (3, 30), (5, 10), (9, 2)] {
            for suicide in [false, true] {
                let start = Position::new(size).unwrap().with_suicide(suicide);
                laws::random_games(&start, games, 90, 5, Position::key_from_scratch).unwrap();
            }
        }
    }

    /// Captures by flood fill: slow, plain, and sharing nothing with the chains.
    fn reference_play(rows: &mut [Vec<Occupancy>], col: usize, row: usize, own: Occupancy) -> bool {
        let size = rows.len();
        let chain = |rows: &[Vec<Occupancy>], col: usize, row: usize| {
            let color = rows[row][col];
            let (mut stones, mut i, mut free) = (vec![(col, row)], 0, false);
            while let Some(&(c, r)) = stones.get(i) {
                i += 1;
                let around = [
                    (c.wrapping_sub(1), r),
                    (c + 1, r),
                    (c, r.wrapping_sub(1)),
                    (c, r + 1),
                ];
                for (nc, nr) in around
                    .into_iter()
                    .filter(|&(nc, nr)| nc < size && nr < size)
                {
                    free |= rows[nr][nc] == Occupancy::Empty;
                    if rows[nr][nc] == color && !stones.contains(&(nc, nr)) {
                        stones.push((nc, nr));
                    }
                }
            }
            (stones, free)
        };
        if rows[row][col] != Occupancy::Empty {
            return false;
        }
        rows[row][col] = own;
        for (nc, nr) in [
            (col.wrapping_sub(1), row),
            (col + 1, row),
            (col, row.wrapping_sub(1)),
            (col, row + 1),
        ] {
            if nc < size && nr < size && rows[nr][nc] == own.swapped() {
                let (stones, free) = chain(rows, nc, nr);
                if !free {
                    stones
                        .iter()
                        .for_each(|&(c, r)| rows[r][c] = Occupancy::Empty);
                }
            }
        }
        chain(rows, col, row).1
    }

    proptest! {
        #[test]
        fn captures_agree_with_a_flood_fill(size in 2usize..8, picks in prop::collection::vec(any::<u16>(), 1..160)) {
            let mut position = Position::new(size).unwrap();
            let mut rows = vec![vec![Occupancy::Empty; size]; size];
            for pick in picks {
                let point = pick as usize % (size * size);
                let (mv, own) = (Move::place(point), Occupancy::from(position.to_move()));
                let mut after = rows.clone();
                let lives = reference_play(&mut after, point % size, point / size, own);
                let ko = position.ko() == Some(point);
                prop_assert_eq!(position.is_legal(mv), lives && !ko);
                if lives && !ko {
                    position.play_forward(mv);
                    rows = after;
                }
                for (p, cell) in rows.iter().flatten().enumerate() {
                    prop_assert_eq!(position.get(p), *cell);
                }
            }
        }
    }
}
