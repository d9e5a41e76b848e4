//! Whole games that nothing was tuned on: connect four, lines of action, xiangqi and the game of the Amazons.

use std::ops::ControlFlow;

use board_core::laws;
use board_core::zobrist::splitmix64;
use board_core::{Board, Cell, Change, Color, MoveGen, Timing};

use crate::board_games::follow;

/// The content of a point; an arrow of the Amazons belongs to nobody.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) enum Content {
    #[default]
    Empty,
    Of(Color),
    Arrow,
}

impl Cell for Content {
    const ALL: &'static [Self] = &[
        Content::Empty,
        Content::Of(Color::Black),
        Content::Of(Color::White),
        Content::Arrow,
    ];

    fn index(self) -> usize {
        match self {
            Content::Empty => 0,
            Content::Of(side) => 1 + side.index(),
            Content::Arrow => 3,
        }
    }

    fn owner(self) -> Option<Color> {
        match self {
            Content::Of(side) => Some(side),
            _ => None,
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Rules {
    /// A disc falls to the lowest free row of a column.
    ConnectFour,
    /// A piece moves as far as there are pieces on its line, over its own ones.
    LinesOfAction,
    /// Chinese chess, of which the sensor sees only the sides.
    Xiangqi,
    /// A queen moves and shoots an arrow from where it arrives.
    Amazons,
}

/// A move: where a piece leaves (or arrives, if nothing leaves), where it arrives, and where its arrow lands.
pub(crate) type Move = (u8, u8, Option<u8>);

#[derive(Clone, Debug)]
pub(crate) struct Game {
    rules: Rules,
    cols: i32,
    rows: i32,
    cells: Vec<Content>,
    /// In xiangqi, the letter of each piece.
    kinds: Vec<u8>,
    side: Color,
}

const STRAIGHT: [(i32, i32); 4] = [(1, 0), (0, 1), (-1, 0), (0, -1)];
const DIAGONAL: [(i32, i32); 4] = [(1, 1), (1, -1), (-1, 1), (-1, -1)];

impl Game {
    /// A start from a drawing: small letters are Black's, who moves first; row by row from the top.
    pub(crate) fn new(rules: Rules, drawing: &[&str]) -> Self {
        let letters: Vec<u8> = drawing.concat().into_bytes();
        let content = |letter: &u8| match letter {
            b'.' => Content::Empty,
            letter if letter.is_ascii_uppercase() => Content::Of(Color::White),
            _ => Content::Of(Color::Black),
        };
        Game {
            rules,
            cols: drawing[0].len() as i32,
            rows: drawing.len() as i32,
            cells: letters.iter().map(content).collect(),
            kinds: letters.to_ascii_lowercase(),
            side: Color::Black,
        }
    }

    /// The point in a column and row, if it is on the board.
    fn at(&self, (x, y): (i32, i32)) -> Option<usize> {
        let inside = (0..self.cols).contains(&x) && (0..self.rows).contains(&y);
        inside.then_some((y * self.cols + x) as usize)
    }

    fn is_free(&self, place: (i32, i32)) -> bool {
        let point = self.at(place);
        point.is_some_and(|point| self.cells[point] == Content::Empty)
    }

    /// The free places from a place on in a direction.
    fn line(&self, (x, y): (i32, i32), (dx, dy): (i32, i32)) -> Vec<(i32, i32)> {
        let places = (1..).map(|k| (x + k * dx, y + k * dy));
        places.take_while(|place| self.is_free(*place)).collect()
    }

    fn moves(&self) -> Vec<Move> {
        if self.rules == Rules::ConnectFour {
            let lowest = |x| (0..self.rows).rev().find(|y| self.is_free((x, *y)));
            let discs = (0..self.cols).filter_map(|x| self.at((x, lowest(x)?)));
            return discs
                .map(|point| (point as u8, point as u8, None))
                .collect();
        }
        let own = |point: &usize| self.cells[*point] == Content::Of(self.side);
        let pieces = (0..self.cells.len()).filter(own);
        let of_piece = |from: usize| {
            let place = (from as i32 % self.cols, from as i32 / self.cols);
            let mut moves: Vec<Move> = Vec::new();
            match self.rules {
                Rules::Amazons => self.shots(from, place, &mut moves),
                Rules::LinesOfAction => self.steps(place, &mut |to| {
                    moves.push((from as u8, to as u8, None));
                }),
                _ => self.xiangqi(from, place, &mut |to| {
                    moves.push((from as u8, to as u8, None));
                }),
            }
            moves
        };
        pieces.flat_map(of_piece).collect()
    }

    fn shots(&self, from: usize, place: (i32, i32), moves: &mut Vec<Move>) {
        let mut left = self.clone();
        left.cells[from] = Content::Empty;
        let ways = STRAIGHT.iter().chain(&DIAGONAL);
        for to in ways.clone().flat_map(|way| self.line(place, *way)) {
            for arrow in ways.clone().flat_map(|way| left.line(to, *way)) {
                let [to, arrow] = [to, arrow].map(|place| self.at(place).unwrap() as u8);
                moves.push((from as u8, to, Some(arrow)));
            }
        }
    }

    fn steps(&self, (x, y): (i32, i32), go: &mut impl FnMut(usize)) {
        for (dx, dy) in STRAIGHT.iter().chain(&DIAGONAL) {
            let along = |k: i32| self.at((x + k * dx, y + k * dy));
            let content = |k: i32| along(k).map(|point| self.cells[point]);
            let pieces = (-8..=8).filter(|k| content(*k).is_some_and(|c| c != Content::Empty));
            let far = pieces.count() as i32;
            let is_open = (1..far).all(|k| content(k) != Some(Content::Of(!self.side)));
            if let Some(to) =
                along(far).filter(|to| is_open && self.cells[*to] != Content::Of(self.side))
            {
                go(to);
            }
        }
    }

    fn xiangqi(&self, from: usize, (x, y): (i32, i32), go: &mut impl FnMut(usize)) {
        let mut go = |place| {
            let to = self.at(place);
            to.filter(|to| self.cells[*to] != Content::Of(self.side))
                .map(&mut *go);
        };
        let is_black = self.side == Color::Black;
        let at_home = |y: i32| (y < 5) == is_black;
        let in_palace = |(x, y)| {
            (3..6).contains(&x)
                && if is_black {
                    (0..3).contains(&y)
                } else {
                    (7..10).contains(&y)
                }
        };
        for (dx, dy) in STRAIGHT {
            let near = (x + dx, y + dy);
            let free = self.line((x, y), (dx, dy));
            let beyond = |k: usize| (x + (k as i32 + 1) * dx, y + (k as i32 + 1) * dy);
            match self.kinds[from] {
                b'r' => free
                    .iter()
                    .copied()
                    .chain([beyond(free.len())])
                    .for_each(&mut go),
                b'c' => {
                    free.iter().copied().for_each(&mut go);
                    let (sx, sy) = beyond(free.len());
                    let behind = self.line((sx, sy), (dx, dy)).len() as i32 + 1;
                    let target = (sx + behind * dx, sy + behind * dy);
                    let enemy = Content::Of(!self.side);
                    if self.at(target).is_some_and(|to| self.cells[to] == enemy) {
                        go(target);
                    }
                }
                b'h' if self.is_free(near) => {
                    for side in [-1, 1] {
                        go((x + 2 * dx + side * dy.abs(), y + 2 * dy + side * dx.abs()));
                    }
                }
                b'k' if in_palace(near) => go(near),
                b'p' if dy == if is_black { 1 } else { -1 } || dy == 0 && !at_home(y) => go(near),
                _ => {}
            }
        }
        for (dx, dy) in DIAGONAL {
            match self.kinds[from] {
                b'a' if in_palace((x + dx, y + dy)) => go((x + dx, y + dy)),
                b'e' if self.is_free((x + dx, y + dy)) && at_home(y + 2 * dy) => {
                    go((x + 2 * dx, y + 2 * dy));
                }
                _ => {}
            }
        }
    }
}

impl Board for Game {
    type Cell = Content;
    fn points(&self) -> usize {
        self.cells.len()
    }
    fn get(&self, point: usize) -> Content {
        self.cells[point]
    }
}

impl MoveGen for Game {
    type Move = Move;
    type Undo = Game;
    fn to_move(&self) -> Color {
        self.side
    }
    fn set_to_move(&mut self, side: Color) {
        self.side = side;
    }
    fn visit_legal<B>(&self, visit: impl FnMut(Move) -> ControlFlow<B>) -> ControlFlow<B> {
        self.moves().into_iter().try_for_each(visit)
    }
    fn is_legal(&self, mv: Move) -> bool {
        self.moves().contains(&mv)
    }
    fn visit_changes(&self, (from, to, arrow): Move, mut visit: impl FnMut(Change<Content>)) {
        let mut change = |point: u8, after, timing| {
            let point = usize::from(point);
            let before = self.cells[point];
            if before != after {
                visit(Change {
                    point,
                    before,
                    after,
                    timing,
                });
            }
        };
        change(to, Content::Of(self.side), Timing::WithMove);
        if arrow == Some(from) {
            change(from, Content::Arrow, Timing::WithMove);
        } else {
            if from != to {
                change(from, Content::Empty, Timing::WithMove);
            }
            if let Some(arrow) = arrow {
                change(arrow, Content::Arrow, Timing::Lagging);
            }
        }
    }
    fn play(&mut self, mv: Move) -> Game {
        let old = self.clone();
        old.visit_changes(mv, |change| self.cells[change.point] = change.after);
        if mv.0 != mv.1 {
            self.kinds[usize::from(mv.1)] = self.kinds[usize::from(mv.0)];
            self.kinds[usize::from(mv.0)] = b'.';
        }
        self.side = !self.side;
        old
    }
    fn undo(&mut self, old: Game) {
        *self = old;
    }
    fn key(&self) -> u64 {
        let points = self.cells.iter().zip(&self.kinds).enumerate();
        points.fold(self.side.index() as u64, |key, (point, (cell, kind))| {
            key ^ splitmix64(point as u64, 8 * u64::from(*kind) + cell.index() as u64)
        })
    }
}

pub(crate) const LINES_OF_ACTION: [&str; 8] = [
    ".bbbbbb.", "W......W", "W......W", "W......W", "W......W", "W......W", "W......W", ".bbbbbb.",
];

pub(crate) const XIANGQI: [&str; 10] = [
    "rheakaehr",
    ".........",
    ".c.....c.",
    "p.p.p.p.p",
    ".........",
    ".........",
    "P.P.P.P.P",
    ".C.....C.",
    ".........",
    "RHEAKAEHR",
];

/// Follows random games as [`follow`] does, after a check of the rules.
fn is_followed(rules: Rules, drawing: &[&str], percent: [usize; 2]) {
    let start = Game::new(rules, drawing);
    laws::random_games(&start, 3, 60, 1, Game::key).unwrap();
    follow(&start, percent);
}

#[test]
fn connect_four_is_followed() {
    is_followed(Rules::ConnectFour, &["......."; 6], [99, 98]);
}

#[test]
fn lines_of_action_are_followed() {
    is_followed(Rules::LinesOfAction, &LINES_OF_ACTION, [99, 98]);
}

#[test]
fn xiangqi_is_followed() {
    is_followed(Rules::Xiangqi, &XIANGQI, [99, 98]);
}

#[test]
fn amazons_are_followed() {
    is_followed(
        Rules::Amazons,
        &[".q..q.", "......", "......", "......", "......", ".Q..Q."],
        [93, 96],
    );
}
