//! One game, looked through for one pattern.
//!
//! First the places where every stone of the pattern was at some time: one *and* per stone and row. Then, at each
//! of these, the times.

use std::ops::ControlFlow;

use board_core::Color;

use super::GameId;
use super::query::{Hit, Next, Query};
use super::timeline::{NEVER, Timeline, Turn};
use crate::{Anchor, Content, Demand, MAX_SIDE, Pattern, Rectangle, Symmetry};

/// A pattern as it is to lie on the board.
pub(super) struct Form {
    symmetry: Symmetry,
    cols: usize,
    rows: usize,
    anchor: Anchor,
    to_move: Option<Color>,
    /// Points that must have a stone at some time: of Black's, White's, or either.
    stones: Vec<(usize, usize, Demand)>,
    /// All points, those that ask for most first.
    cells: Vec<(usize, usize, Demand)>,
    /// The moves that must follow.
    sequence: Vec<(Color, (usize, usize))>,
}

impl Form {
    pub(super) fn new(form: &Pattern, symmetry: Symmetry, query: &Query) -> Form {
        let (cols, rows) = form.size();
        let points = (0..rows).flat_map(|y| (0..cols).map(move |x| (x, y)));
        let mut cells: Vec<_> = points.map(|(x, y)| (x, y, form.at(x, y))).collect();
        cells.sort_by_key(|(_, _, demand)| demand.accepts(Content::Empty));
        let stones = cells.iter().copied();
        let stones = stones.filter(|(_, _, demand)| !demand.accepts(Content::Empty));
        let turned = |&(color, at): &(Color, (usize, usize))| {
            let color = if symmetry.swaps_colors() {
                !color
            } else {
                color
            };
            (color, symmetry.point(at, query.pattern.size()))
        };
        Form {
            symmetry,
            cols,
            rows,
            anchor: form.anchor(),
            to_move: form.to_move(),
            stones: stones.collect(),
            cells,
            sequence: query.sequence.iter().map(turned).collect(),
        }
    }

    /// The places (bit x of row y, from the lower left) at which all stones were at some time.
    fn places(&self, game: &Timeline) -> [u32; MAX_SIDE] {
        let mut places = [0; MAX_SIDE];
        let (cols, rows) = (game.size.cols(), game.size.rows());
        let (Some(right), Some(top)) = (cols.checked_sub(self.cols), rows.checked_sub(self.rows))
        else {
            return places;
        };
        let mut columns = (1_u32 << (right + 1)) - 1;
        let (mut low, mut high) = (0, top);
        if self.anchor.contains(Anchor::LEFT) {
            columns &= 1;
        }
        if self.anchor.contains(Anchor::RIGHT) {
            columns &= 1 << right;
        }
        if self.anchor.contains(Anchor::BOTTOM) {
            high = 0;
        }
        if self.anchor.contains(Anchor::TOP) {
            low = top;
        }
        for (y, place) in places.iter_mut().enumerate().take(high + 1).skip(low) {
            let mut row = columns;
            for &(dx, dy, demand) in &self.stones {
                let [black, white, _] = game.ever[y + dy];
                let ever = match (
                    demand.accepts(Content::Black),
                    demand.accepts(Content::White),
                ) {
                    (true, false) => black,
                    (false, true) => white,
                    _ => black | white,
                };
                row &= ever >> dx;
                if row == 0 {
                    break;
                }
            }
            *place = row;
        }
        places
    }
}

/// What is looked for.
pub(super) struct Wanted<'a> {
    pub(super) forms: &'a [Form],
    pub(super) query: &'a Query,
}

impl Wanted<'_> {
    /// Calls `found` with every hit of a game, by time.
    pub(super) fn look(&self, game: &Timeline, mut found: impl FnMut(Hit)) {
        let mut hits = Vec::new();
        for form in self.forms {
            for (y, row) in form.places(game).into_iter().enumerate() {
                let mut row = row;
                while row != 0 {
                    let x = row.trailing_zeros() as usize;
                    row &= row - 1;
                    let place = Place { form, game, x, y };
                    place.each_span(|from, to| match place.hit(from, to, self.query) {
                        Some(hit) => {
                            hits.push(hit);
                            if self.query.every {
                                ControlFlow::Continue(())
                            } else {
                                ControlFlow::Break(())
                            }
                        }
                        None => ControlFlow::Continue(()),
                    });
                }
            }
        }
        hits.sort_by_key(|hit| (hit.after, hit.rectangle, hit.symmetry));
        hits.into_iter().for_each(&mut found);
    }
}

/// A form at a place of a game's board.
#[derive(Clone, Copy)]
struct Place<'a> {
    form: &'a Form,
    game: &'a Timeline,
    x: usize,
    y: usize,
}

impl Place<'_> {
    /// The board's index of a point of the form.
    fn point(&self, dx: usize, dy: usize) -> usize {
        let size = self.game.size;
        (size.rows() - 1 - self.y - dy) * size.cols() + self.x + dx
    }

    /// Whether any point of the rectangle was emptied at some time.
    fn any_was_emptied(&self) -> bool {
        let columns = ((1_u32 << self.form.cols) - 1) << self.x;
        let rows = &self.game.ever[self.y..self.y + self.form.rows];
        rows.iter().any(|row| row[2] & columns != 0)
    }

    /// Whether a point of the form was emptied at some time.
    fn was_emptied(&self, dx: usize, dy: usize) -> bool {
        self.game.ever[self.y + dy][2] >> (self.x + dx) & 1 != 0
    }

    /// Calls `visit` with every span of time, from its first to before its last, in which all points are as
    /// they should be.
    fn each_span(&self, mut visit: impl FnMut(u32, u32) -> ControlFlow<()>) {
        // Points that were never emptied have one span each; most places are ruled out by these.
        let (mut from, mut to) = (0, NEVER);
        let emptied = self.any_was_emptied();
        let (corner, cols) = (self.point(0, 0), self.game.size.cols());
        for &(dx, dy, demand) in &self.form.cells {
            if emptied && self.was_emptied(dx, dy) {
                continue;
            }
            let turn = self.game.only(corner + dx - dy * cols);
            let (before, after) = (
                demand.accepts(Content::Empty),
                turn.time != NEVER && demand.accepts(turn.content),
            );
            match (before, after) {
                (true, true) => {}
                (true, false) => to = to.min(turn.time),
                (false, true) => from = from.max(turn.time),
                (false, false) => return,
            }
            if from >= to {
                return;
            }
        }
        if !emptied {
            let _ = visit(from, to);
            return;
        }
        let mut visit = |open: u32, close: u32| {
            let (open, close) = (open.max(from), close.min(to));
            if open < close {
                visit(open, close)
            } else {
                ControlFlow::Continue(())
            }
        };
        let mut wrong = 0;
        let mut turns: Vec<(u32, i32)> = Vec::new();
        let emptied = self.form.cells.iter();
        for &(dx, dy, demand) in emptied.filter(|&&(dx, dy, _)| self.was_emptied(dx, dy)) {
            let mut fits = demand.accepts(Content::Empty);
            wrong += i32::from(!fits);
            self.game
                .each_turn(self.point(dx, dy), |Turn { time, content }| {
                    let now = demand.accepts(content);
                    if now != fits {
                        turns.push((time, if now { -1 } else { 1 }));
                        fits = now;
                    }
                });
        }
        turns.sort_unstable();
        let mut turns = turns.into_iter().peekable();
        let mut open = 0;
        let mut was_right = wrong == 0;
        while let Some((time, change)) = turns.next() {
            wrong += change;
            if turns.peek().is_some_and(|&(next, _)| next == time) {
                continue;
            }
            let right = wrong == 0;
            if was_right && !right && time > open && visit(open, time).is_break() {
                return;
            }
            if right && !was_right {
                open = time;
            }
            was_right = right;
        }
        if was_right {
            let _ = visit(open, NEVER);
        }
    }

    /// The first time in a span that the question accepts.
    fn hit(&self, from: u32, to: u32, query: &Query) -> Option<Hit> {
        let last = self.game.len().min(*query.moves.end()).min(to as usize - 1);
        let mut times = (from as usize).max(*query.moves.start())..=last;
        let after = match self.form.to_move {
            None => times.next(),
            Some(side) => times.find(|&time| self.game.to_move(time) == Some(side)),
        }?;
        let reached = self.follow(after)?;
        Some(Hit {
            // The caller knows.
            game: GameId(0),
            after,
            symmetry: self.form.symmetry,
            rectangle: Rectangle {
                x: self.x as i32,
                y: self.y as i32,
                cols: self.form.cols,
                rows: self.form.rows,
            },
            next: self.next(reached),
        })
    }

    /// The time after the sequence that must follow, if it does.
    fn follow(&self, after: usize) -> Option<usize> {
        let mut time = after;
        for &wanted in &self.form.sequence {
            time += 1;
            loop {
                let (color, mv) = self.game.played(time)?;
                if let Some(at) = mv.point().and_then(|point| self.inside(point)) {
                    if (color, at) != wanted {
                        return None;
                    }
                    break;
                }
                time += 1;
            }
        }
        Some(time)
    }

    /// Where in the form a point of the board lies.
    fn inside(&self, point: usize) -> Option<(usize, usize)> {
        let (col, row) = self.game.size.col_row(point);
        let x = col.checked_sub(self.x)?;
        let y = (self.game.size.rows() - 1 - row).checked_sub(self.y)?;
        (x < self.form.cols && y < self.form.rows).then_some((x, y))
    }

    /// The first move in the rectangle after a time.
    fn next(&self, after: usize) -> Option<Next> {
        let mut moves = after + 1..=self.game.len();
        let (number, color, at) = moves.find_map(|number| {
            let (color, mv) = self.game.played(number)?;
            Some((number, color, self.inside(mv.point()?)?))
        })?;
        let symmetry = self.form.symmetry;
        let back = symmetry.inverse();
        let elsewhere = |number| {
            self.game
                .played(number)
                .is_some_and(|(side, _)| side == color)
        };
        Some(Next {
            point: back.point(at, (self.form.cols, self.form.rows)),
            color: if symmetry.swaps_colors() {
                !color
            } else {
                color
            },
            number,
            tenuki: (after + 1..number).any(elsewhere),
        })
    }
}
