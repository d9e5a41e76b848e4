//! A segment of games, looked through for one pattern.
//!
//! First, at every place, the games in which every stone of the pattern was there at some time: one *and* of bits for
//! 64 games and a stone. Then, in each of these, the times.

use std::ops::ControlFlow;

use board_core::Color;
use go_rules::Size;

use super::GameId;
use super::game::Game;
use super::query::{Hit, Next, Query};
use super::segment::{EARLY, LANES, Segment};
use super::timeline::{NEVER, PASS, Turn, UNTOUCHED};
use crate::{Anchor, Content, Demand, Pattern, Rectangle, Symmetry};

/// With so many games of 64 in question, their times are compared side by side.
const SIDE_BY_SIDE: u32 = 12;

/// With fewer games in question, looking at each is quicker than asking for parts of the game.
const WORTH_SORTING: u32 = 8;

/// In a rectangle of no more points the next move is found by asking all of them.
const FEW: usize = 40;

/// How a question's pattern is turned, and the moves that must follow then.
type Way = (Symmetry, Vec<(Color, (usize, usize))>);

/// A point of a form: column, row, what it must be.
type Cell = (usize, usize, Demand);

/// A pattern as it is to lie on the board.
pub(super) struct Form {
    cols: usize,
    rows: usize,
    anchor: Anchor,
    to_move: Option<Color>,
    /// Points that must have a stone.
    stones: Vec<Cell>,
    /// Points of which something is asked, those with stones first.
    cells: Vec<Cell>,
    /// How the question's pattern comes to lie so: in several ways if the sequence is not as symmetrical as it is.
    ways: Vec<Way>,
}

impl Form {
    /// All forms of a question's pattern.
    pub(super) fn all(query: &Query) -> Vec<Form> {
        let mut forms: Vec<(Pattern, Form)> = Vec::new();
        let size = query.pattern.size();
        for &symmetry in query.group.symmetries() {
            let turned = |&(color, at): &(Color, (usize, usize))| {
                (symmetry.color(color), symmetry.point(at, size))
            };
            let sequence: Vec<_> = query.sequence.iter().map(turned).collect();
            let pattern = query.pattern.transformed(symmetry);
            match forms.iter_mut().find(|(known, _)| *known == pattern) {
                Some((_, form)) => {
                    if form.ways.iter().all(|(_, known)| *known != sequence) {
                        form.ways.push((symmetry, sequence));
                    }
                }
                None => {
                    let form = Form::new(&pattern, vec![(symmetry, sequence)]);
                    forms.push((pattern, form));
                }
            }
        }
        forms.into_iter().map(|(_, form)| form).collect()
    }

    fn new(form: &Pattern, ways: Vec<Way>) -> Form {
        let (cols, rows) = form.size();
        let points = (0..rows).flat_map(|y| (0..cols).map(move |x| (x, y)));
        let asked = points.map(|(x, y)| (x, y, form.at(x, y)));
        let mut cells: Vec<Cell> = asked
            .filter(|&(_, _, demand)| demand != Demand::ANY)
            .collect();
        cells.sort_by_key(|(_, _, demand)| demand.accepts(Content::Empty));
        let stones = cells.iter().copied();
        let stones = stones.filter(|(_, _, demand)| !demand.accepts(Content::Empty));
        Form {
            cols,
            rows,
            anchor: form.anchor(),
            to_move: form.to_move(),
            stones: stones.collect(),
            cells,
            ways,
        }
    }

    /// Where the lower left point may lie on a board: columns, rows.
    fn places(&self, size: Size) -> impl Iterator<Item = (usize, usize)> + use<> {
        let anchor = self.anchor;
        let range = |board: usize, side: usize, low: Anchor, high: Anchor| {
            let Some(last) = board.checked_sub(side) else {
                return 0..0;
            };
            let from = if anchor.contains(high) { last } else { 0 };
            let to = if anchor.contains(low) { 0 } else { last };
            from..to + 1
        };
        let (cols, rows) = (size.cols(), size.rows());
        let xs = range(cols, self.cols, Anchor::LEFT, Anchor::RIGHT);
        let ys = range(rows, self.rows, Anchor::BOTTOM, Anchor::TOP);
        ys.flat_map(move |y| xs.clone().map(move |x| (x, y)))
    }
}

/// What is looked for.
pub(super) struct Wanted<'a> {
    pub(super) forms: &'a [Form],
    pub(super) query: &'a Query,
}

impl Wanted<'_> {
    /// Whether there is room for the pattern on a board.
    pub(super) fn fits(&self, size: Size) -> bool {
        self.forms
            .iter()
            .any(|form| form.places(size).next().is_some())
    }

    /// All hits in a segment, by game, then time. `lanes` are the games that count; the hits' games are lanes, too.
    pub(super) fn look(&self, segment: &Segment, lanes: &[u64]) -> Vec<Hit> {
        let mut hits = Vec::new();
        let mut asked = Vec::new();
        for form in self.forms {
            for (x, y) in form.places(segment.size) {
                let place = Place {
                    form,
                    segment,
                    x,
                    y,
                };
                place.look(lanes, self.query, &mut asked, &mut hits);
            }
        }
        hits.sort_unstable_by_key(|hit| (hit.game, hit.after, hit.rectangle, hit.symmetry));
        hits
    }
}

/// A form at a place of a board.
#[derive(Clone, Copy)]
struct Place<'a> {
    form: &'a Form,
    segment: &'a Segment,
    x: usize,
    y: usize,
}

impl Place<'_> {
    /// The board's index of a point of the form.
    fn point(&self, dx: usize, dy: usize) -> usize {
        let size = self.segment.size;
        (size.rows() - 1 - self.y - dy) * size.cols() + self.x + dx
    }

    /// Leaves the games that had all stones of the form here at some time; whether there are any.
    fn have_stones(&self, lanes: &mut [u64]) -> bool {
        for &(dx, dy, demand) in &self.form.stones {
            let point = self.point(dx, dy);
            let [black, white] = [0, 1].map(|which| self.segment.ever(point, which));
            let colors = (
                demand.accepts(Content::Black),
                demand.accepts(Content::White),
            );
            let mut any = 0;
            for (i, lanes) in lanes.iter_mut().enumerate() {
                *lanes &= match colors {
                    (true, false) => black[i],
                    (false, true) => white[i],
                    _ => black[i] | white[i],
                };
                any |= *lanes;
            }
            if any == 0 {
                return false;
            }
        }
        lanes.iter().any(|&word| word != 0)
    }

    /// Of the 64 games of a word those in which some point of the rectangle was emptied, and those in which some point
    /// was that may have a stone.
    fn emptied(&self, word: usize) -> (u64, u64) {
        let ever = |dx, dy| self.segment.ever(self.point(dx, dy), 2)[word];
        let points = (0..self.form.rows).flat_map(|dy| (0..self.form.cols).map(move |dx| (dx, dy)));
        let any = points.fold(0, |all, (dx, dy)| all | ever(dx, dy));
        let cells = self.form.cells.iter().filter(|_| any != 0);
        let stones = cells.filter(|(_, _, demand)| *demand != Demand::EMPTY);
        (any, stones.fold(0, |all, &(dx, dy, _)| all | ever(dx, dy)))
    }

    /// Leaves the games in which, in some part of the game, all stones have come at its end, and no empty point had a stone
    /// at its beginning, or was emptied.
    fn leave_timely(&self, lanes: &mut [u64]) {
        let free = || {
            self.form
                .cells
                .iter()
                .filter(|(_, _, demand)| *demand == Demand::EMPTY)
        };
        let games: u32 = lanes.iter().map(|word| word.count_ones()).sum();
        if self.form.stones.is_empty() || free().nth(1).is_none() || games < WORTH_SORTING {
            return;
        }
        let mut kept = [0; LANES / 64];
        for part in 0..=EARLY.len() {
            let mut here = [0; LANES / 64];
            here[..lanes.len()].copy_from_slice(lanes);
            let mut narrow = |stone: bool, (dx, dy), part| {
                let point = self.point(dx, dy);
                let early = self.segment.early(point, part).iter();
                let emptied = self.segment.ever(point, 2);
                let mut any = 0;
                for (here, (early, emptied)) in here.iter_mut().zip(early.zip(emptied)) {
                    *here &= if stone { *early } else { !early | emptied };
                    any |= *here;
                }
                any != 0
            };
            let mut stones = self.form.stones.iter();
            let mut any =
                part == EARLY.len() || stones.all(|&(dx, dy, _)| narrow(true, (dx, dy), part));
            if let Some(before) = part.checked_sub(1).filter(|_| any) {
                any = free().all(|&(dx, dy, _)| narrow(false, (dx, dy), before));
            }
            if any {
                kept.iter_mut()
                    .zip(here)
                    .for_each(|(kept, here)| *kept |= here);
            }
        }
        lanes
            .iter_mut()
            .zip(kept)
            .for_each(|(lanes, kept)| *lanes &= kept);
    }

    /// Adds the hits here. `asked` is where the form's cells are noted.
    fn look<'s>(
        &self,
        lanes: &[u64],
        query: &Query,
        asked: &mut Vec<Asked<'s>>,
        hits: &mut Vec<Hit>,
    ) where
        Self: 's,
    {
        let mut likely = [0; LANES / 64];
        let likely = &mut likely[..lanes.len()];
        likely.copy_from_slice(lanes);
        if !self.have_stones(likely) {
            return;
        }
        self.leave_timely(likely);
        if likely.iter().all(|&word| word == 0) {
            return;
        }
        asked.clear();
        let segment: &'s Segment = self.segment;
        for &(dx, dy, demand) in &self.form.cells {
            let point = self.point(dx, dy);
            asked.push(Asked {
                point,
                demand,
                first: segment.first(point),
                emptied: segment.ever(point, 2),
            });
        }
        for (word, &likely) in likely
            .iter()
            .enumerate()
            .filter(|(_, likely)| **likely != 0)
        {
            // Where only points were emptied that have to be empty, the first stones still say when the pattern is
            // there first: a point that is empty again is so later than before its first stone.
            let (emptied, turned) = self.emptied(word);
            let hard = if query.every { emptied } else { turned };
            let mut done = 0;
            let mut found = |i: usize, span: (u16, u16)| {
                let was_emptied = emptied >> i & 1 != 0;
                if let Some(hit) = self.hit(64 * word + i, span, was_emptied, query) {
                    hits.push(hit);
                    done |= 1 << i;
                }
            };
            let simple = likely & !hard;
            if simple.count_ones() >= SIDE_BY_SIDE {
                side_by_side(asked, word, simple, &mut found);
            } else {
                one_by_one(asked, word, simple, &mut found);
            }
            for i in bits(likely & emptied & !done) {
                let lane = 64 * word + i;
                self.each_span(asked, lane, |from, to| {
                    match self.hit(lane, (from, to), true, query) {
                        Some(hit) => {
                            hits.push(hit);
                            if query.every {
                                ControlFlow::Continue(())
                            } else {
                                ControlFlow::Break(())
                            }
                        }
                        None => ControlFlow::Continue(()),
                    }
                });
            }
        }
    }

    /// Calls `visit` with every span of time, from its first to before its last, in which all points are as
    /// they should be.
    fn each_span(
        &self,
        asked: &[Asked<'_>],
        lane: usize,
        mut visit: impl FnMut(u16, u16) -> ControlFlow<()>,
    ) {
        let game = self.segment.game(lane);
        // Points that were never emptied have one span each; most places are ruled out by these.
        let (mut from, mut to) = (0, NEVER);
        let mut wrong = 0;
        let mut turns: Vec<(u16, i32)> = Vec::new();
        for cell in asked.iter().filter(|cell| !cell.was_emptied(lane)) {
            (from, to) = narrowed((from, to), cell.first[lane], cell.demand);
            if from >= to {
                return;
            }
        }
        for cell in asked.iter().filter(|cell| cell.was_emptied(lane)) {
            let mut fits = cell.demand.accepts(Content::Empty);
            wrong += i32::from(!fits);
            game.each_turn(cell.point, |Turn { time, content }| {
                let now = cell.demand.accepts(content);
                if now != fits {
                    turns.push((time, if now { -1 } else { 1 }));
                    fits = now;
                }
            });
        }
        let mut visit = |open: u16, close: u16| {
            let (open, close) = (open.max(from), close.min(to));
            if open < close {
                visit(open, close)
            } else {
                ControlFlow::Continue(())
            }
        };
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

    /// The first time in a span that the question accepts. `emptied`: some point here was, at some time.
    fn hit(&self, lane: usize, span: (u16, u16), emptied: bool, query: &Query) -> Option<Hit> {
        let game = self.segment.game(lane);
        let (from, to) = (usize::from(span.0), usize::from(span.1));
        let last = game.len().min(*query.moves.end()).min(to - 1);
        let mut times = from.max(*query.moves.start())..=last;
        let after = match self.form.to_move {
            None => times.next(),
            Some(side) => times.find(|&time| game.to_move(time) == Some(side)),
        }?;
        let mut ways = self.form.ways.iter();
        let (symmetry, reached) = ways.find_map(|(symmetry, sequence)| {
            Some((*symmetry, self.follow(game, after, sequence)?))
        })?;
        Some(Hit {
            game: GameId(lane as u32),
            after,
            symmetry,
            rectangle: Rectangle {
                x: self.x as i32,
                y: self.y as i32,
                cols: self.form.cols,
                rows: self.form.rows,
            },
            next: self.next(lane, reached, emptied, symmetry),
        })
    }

    /// The time after the sequence that must follow, if it does.
    fn follow(
        &self,
        game: Game<'_>,
        after: usize,
        sequence: &[(Color, (usize, usize))],
    ) -> Option<usize> {
        let mut time = after;
        for &wanted in sequence {
            time += 1;
            loop {
                let (color, mv) = game.played(time)?;
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
        let (x, y) = self.segment.place(point);
        let (x, y) = (x.checked_sub(self.x)?, y.checked_sub(self.y)?);
        (x < self.form.cols && y < self.form.rows).then_some((x, y))
    }

    /// The first move in the rectangle after a time.
    fn next(&self, lane: usize, after: usize, emptied: bool, symmetry: Symmetry) -> Option<Next> {
        let (cols, rows) = (self.form.cols, self.form.rows);
        let moves = self.segment.game(lane).codes();
        let later = &moves[after..];
        let (between, at) = if emptied || cols * rows > FEW {
            let mut played = later.iter().map(|&mv| mv & PASS).enumerate();
            played.find_map(|(i, point)| {
                let point = (point != PASS).then_some(usize::from(point))?;
                Some((i, self.inside(point)?))
            })?
        } else {
            let points = (0..rows).flat_map(|dy| (0..cols).map(move |dx| (dx, dy)));
            let firsts =
                points.map(|(dx, dy)| (self.segment.first(self.point(dx, dy))[lane], (dx, dy)));
            let coming =
                |&(first, _): &(u16, _)| first != UNTOUCHED && usize::from(first >> 1) > after;
            let (first, at) = firsts.filter(coming).min()?;
            (usize::from(first >> 1) - after - 1, at)
        };
        let side = later[between] >> 15;
        Some(Next {
            point: symmetry.inverse().point(at, (cols, rows)),
            color: symmetry.color(Color::BOTH[usize::from(side)]),
            number: after + between + 1,
            tenuki: later[..between].iter().any(|mv| mv >> 15 == side),
        })
    }
}

/// A cell of a form at a place of the board.
struct Asked<'a> {
    /// The board's index.
    point: usize,
    /// What it must be.
    demand: Demand,
    /// By game, when the first stone came.
    first: &'a [u16],
    /// The games in which it was emptied.
    emptied: &'a [u64],
}

impl Asked<'_> {
    #[inline]
    fn was_emptied(&self, lane: usize) -> bool {
        self.emptied[lane / 64] >> (lane % 64) & 1 != 0
    }
}

/// For games in which no point was ever emptied: calls `found` with the span of time in which all points are right.
/// The games are the bits of `lanes`, those of word `word`; one after another.
fn one_by_one(
    asked: &[Asked<'_>],
    word: usize,
    lanes: u64,
    mut found: impl FnMut(usize, (u16, u16)),
) {
    for i in bits(lanes) {
        let mut span = (0, NEVER);
        for cell in asked {
            span = narrowed(span, cell.first[64 * word + i], cell.demand);
            if span.0 >= span.1 {
                break;
            }
        }
        if span.0 < span.1 {
            found(i, span);
        }
    }
}

/// The same, all 64 games at once.
fn side_by_side(
    asked: &[Asked<'_>],
    word: usize,
    lanes: u64,
    mut found: impl FnMut(usize, (u16, u16)),
) {
    let (mut from, mut to) = ([0; 64], [NEVER; 64]);
    for cell in asked {
        let first = &cell.first[64 * word..][..64];
        let [black, white] = [Content::Black, Content::White].map(|c| cell.demand.accepts(c));
        let fits = |first: u16| if first & 1 == 0 { black } else { white };
        if cell.demand.accepts(Content::Empty) {
            for (to, &first) in to.iter_mut().zip(first) {
                *to = (*to).min(if fits(first) { NEVER } else { first >> 1 });
            }
        } else {
            for (from, &first) in from.iter_mut().zip(first) {
                *from = (*from).max(if fits(first) { first >> 1 } else { NEVER });
            }
        }
    }
    for i in bits(lanes) {
        if from[i] < to[i] {
            found(i, (from[i], to[i]));
        }
    }
}

/// A span of time narrowed to that in which a point is right that was never emptied, by its first stone.
#[inline]
fn narrowed((from, to): (u16, u16), first: u16, demand: Demand) -> (u16, u16) {
    let content = if first & 1 == 0 {
        Content::Black
    } else {
        Content::White
    };
    let time = first >> 1;
    // An untouched point has a time that never comes: what is asked of its stone does not matter.
    match (demand.accepts(Content::Empty), demand.accepts(content)) {
        (true, true) => (from, to),
        (true, false) => (from, to.min(time)),
        (false, true) => (from.max(time), to),
        (false, false) => (NEVER, to),
    }
}

/// The places of the bits that are set.
fn bits(mut word: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let at = (word != 0).then(|| word.trailing_zeros() as usize)?;
        word &= word - 1;
        Some(at)
    })
}
