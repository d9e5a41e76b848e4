//! Searches a segment of games for one pattern.
//!
//! At every place, bitmaps first give the games that had every stone of the pattern at some time, and then those in
//! which each stone came before the empty points beside it were filled: one bitwise *and* for 64 games. The times are
//! then computed only for the remaining games.

use std::ops::ControlFlow;

use board_core::Color;
use go_rules::Size;

use super::answer::{Hit, Next};
use super::bitmap_index::{BitmapIndex, EMPTIED, PLANES, Row};
use super::first_stones::EACH;
use super::form::Form;
use super::game::Game;
use super::info::GameId;
use super::query::Query;
use super::segment::Segment;
use super::span::{Changing, each_span};
use super::timeline::{NEVER, PASS};
use crate::{Content, Demand, Rectangle, Symmetry};

/// From this many candidates among 64 games, their times are compared in parallel.
const SIDE_BY_SIDE: u32 = 12;

/// In rectangles with at most this many points, the next move is found by checking all of them.
const FEW: usize = 30;

/// An occurrence, packed for sorting. From the highest bit: lane (10 bits), time (15), x, y, columns (5 each), symmetry
/// (4), time of the next move in the rectangle (15; [`NEVER`] if there is none), whether it is after tenuki (1).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Found(u64);

impl Found {
    /// The game.
    pub(super) fn lane(self) -> usize {
        (self.0 >> 50) as usize
    }

    /// Unpacks the occurrence; `size` is that of the query's pattern.
    pub(super) fn hit(self, segment: &Segment, ids: &[u32], size: (usize, usize)) -> Hit {
        let five = |shift: u32| (self.0 >> shift & 31) as i32;
        let symmetry = Symmetry::ALL[(self.0 >> 16 & 15) as usize];
        let (cols, rows) = symmetry.size(size);
        let rectangle = Rectangle {
            x: five(30),
            y: five(25),
            cols,
            rows,
        };
        let number = (self.0 >> 1) as u16 & NEVER;
        let next = || {
            let (color, mv) = Game::new(segment, self.lane()).played(number.into())?;
            let (x, y) = segment.place(mv.point()?);
            let (x, y) = (
                x.checked_sub(five(30) as usize)?,
                y.checked_sub(five(25) as usize)?,
            );
            (x < cols && y < rows).then(|| Next {
                point: symmetry.inverse().point((x, y), (cols, rows)),
                color: symmetry.color(color),
                number: usize::from(number),
                tenuki: self.0 & 1 != 0,
            })
        };
        Hit {
            game: GameId(ids[self.lane()]),
            after: usize::from((self.0 >> 35) as u16 & NEVER),
            symmetry,
            rectangle,
            next: next(),
        }
    }
}

/// The search for one query.
pub(super) struct PatternSearch<'a> {
    pub(super) forms: &'a [Form],
    pub(super) query: &'a Query,
}

impl PatternSearch<'_> {
    /// Whether the pattern fits on a board.
    pub(super) fn fits(&self, size: Size) -> bool {
        let mut forms = self.forms.iter();
        forms.any(|form| form.places(size).next().is_some())
    }

    /// All occurrences in a segment, by game, then time. `lanes` are the games to search.
    pub(super) fn search(&self, segment: &Segment, lanes: &Row) -> Vec<Found> {
        let mut found = Vec::new();
        let mut scratch = Scratch::default();
        for form in self.forms {
            let rows = form.rows(segment.size);
            for (x, y) in form.places(segment.size) {
                let place = Place {
                    form,
                    segment,
                    bitmap_index: segment.bitmap_index(),
                    query: self.query,
                    x,
                    y,
                };
                place.search(lanes, &rows, &mut scratch, &mut found);
            }
        }
        found.sort_unstable();
        found
    }
}

/// Buffers that are reused from place to place.
#[derive(Default)]
struct Scratch<'a> {
    cells: Vec<PlacedCell<'a>>,
    rectangle: Vec<Point<'a>>,
    changing: Vec<Changing<'a>>,
    seen: Vec<Occurrence>,
}

/// A point of the board.
struct Point<'a> {
    /// Index of the point on the board.
    index: usize,
    /// The time of the first stone, by game.
    first: &'a [u16],
    /// The games in which a stone was removed from it.
    emptied: &'a Row,
}

impl Point<'_> {
    #[inline]
    fn was_emptied(&self, lane: usize) -> bool {
        self.emptied[lane / EACH] >> (lane % EACH) & 1 != 0
    }
}

/// A cell of a form at a place of the board.
struct PlacedCell<'a> {
    point: Point<'a>,
    /// Its demand.
    demand: Demand,
}

/// An occurrence in a game.
#[derive(Clone, Copy)]
struct Occurrence {
    lane: usize,
    after: u16,
    /// The time when the required moves have been played.
    reached: u16,
    symmetry: Symmetry,
}

/// A form at a place of a board.
#[derive(Clone, Copy)]
struct Place<'a> {
    form: &'a Form,
    segment: &'a Segment,
    bitmap_index: &'a BitmapIndex,
    query: &'a Query,
    x: usize,
    y: usize,
}

impl<'a> Place<'a> {
    /// The board index of a point of the form.
    fn index(&self, dx: usize, dy: usize) -> usize {
        let size = self.segment.size;
        (size.rows() - 1 - self.y - dy) * size.cols() + self.x + dx
    }

    fn point(&self, dx: usize, dy: usize) -> Point<'a> {
        let index = self.index(dx, dy);
        Point {
            index,
            first: self.segment.first(index),
            emptied: self.bitmap_index.row(index, EMPTIED),
        }
    }

    /// Adds the occurrences at this place; `rows` are those of the form.
    fn search(
        &self,
        lanes: &Row,
        rows: &[isize],
        scratch: &mut Scratch<'a>,
        found: &mut Vec<Found>,
    ) {
        let mut likely = *lanes;
        let first = PLANES * self.index(0, 0);
        for &row in rows {
            let row = &self.bitmap_index.rows()[first.wrapping_add_signed(row)];
            let mut any = 0;
            for (likely, row) in likely.iter_mut().zip(row) {
                *likely &= row;
                any |= *likely;
            }
            if any == 0 {
                return;
            }
        }
        scratch.cells.clear();
        for (word, &likely) in likely.iter().enumerate() {
            if likely == 0 {
                continue;
            }
            if scratch.cells.is_empty() {
                self.note(scratch);
            }
            self.search_word(word, likely, scratch, found);
        }
    }

    /// Collects the points of this place.
    fn note(&self, scratch: &mut Scratch<'a>) {
        let cell = |&(dx, dy, demand): &(usize, usize, Demand)| PlacedCell {
            point: self.point(dx, dy),
            demand,
        };
        scratch.cells.extend(self.form.cells.iter().map(cell));
        let points = (0..self.form.rows).flat_map(|dy| (0..self.form.cols).map(move |dx| (dx, dy)));
        scratch.rectangle.clear();
        scratch
            .rectangle
            .extend(points.map(|(dx, dy)| self.point(dx, dy)));
    }

    /// Adds the occurrences in the likely games of one word of 64.
    fn search_word(
        &self,
        word: usize,
        likely: u64,
        scratch: &mut Scratch<'a>,
        found: &mut Vec<Found>,
    ) {
        let Scratch {
            cells,
            rectangle,
            changing,
            seen,
            ..
        } = scratch;
        // If stones were removed only from points that must be empty, the first stones still give the time of the first
        // occurrence: a point that becomes empty again does so after its first stone.
        let emptied = rectangle
            .iter()
            .fold(0, |all, point| all | point.emptied[word]);
        let may_have_stones = cells.iter().filter(|cell| cell.demand != Demand::EMPTY);
        let turned = may_have_stones.fold(0, |all, cell| all | cell.point.emptied[word]);
        let every = self.query.every;
        let simple = likely & !if every { emptied } else { turned };
        seen.clear();
        let mut done = 0;
        let mut see = |i: usize, span: (u16, u16)| {
            if let Some(it) = self.seen(EACH * word + i, span) {
                seen.push(it);
                done |= 1 << i;
            }
        };
        if simple.count_ones() >= SIDE_BY_SIDE {
            side_by_side(cells, word, simple, &mut see);
        } else {
            one_by_one(cells, self.form.stones, word, simple, &mut see);
        }
        let once = seen.len();
        for i in bits(likely & emptied & !done) {
            self.search_lives(EACH * word + i, cells, changing, seen);
        }
        let (once, others) = seen.split_at(once);
        if once.len() >= SIDE_BY_SIDE as usize && rectangle.len() < self.segment.size.points() / 2 {
            for (it, next) in once.iter().zip(self.next_side_by_side(rectangle, once)) {
                found.push(self.found(it, next));
            }
        } else {
            let next = |it: &Occurrence| self.found(it, self.next(rectangle, it));
            found.extend(once.iter().map(next));
        }
        let next = |it: &Occurrence| self.found(it, self.next(rectangle, it));
        found.extend(others.iter().map(next));
    }

    /// Adds the occurrences in a game in which stones of the place were removed, from the lifetimes of all its stones.
    fn search_lives(
        &self,
        lane: usize,
        cells: &[PlacedCell<'a>],
        changing: &mut Vec<Changing<'a>>,
        seen: &mut Vec<Occurrence>,
    ) {
        let mut span = (0, NEVER);
        changing.clear();
        for PlacedCell { point, demand } in cells {
            if point.was_emptied(lane) {
                changing.push(Changing {
                    demand: *demand,
                    lives: self.segment.lives_at(point.index, lane),
                });
            } else {
                span = narrowed(span, point.first[lane], *demand);
                if span.0 >= span.1 {
                    return;
                }
            }
        }
        each_span(changing, span, |from, to| {
            let it = self.seen(lane, (from, to));
            seen.extend(it);
            if it.is_none() || self.query.every {
                ControlFlow::Continue(())
            } else {
                ControlFlow::Break(())
            }
        });
    }

    /// The first time in a span that the query accepts.
    #[inline]
    fn seen(&self, lane: usize, (from, to): (u16, u16)) -> Option<Occurrence> {
        let game = Game::new(self.segment, lane);
        let moves = &self.query.moves;
        let last = game.len().min(*moves.end()).min(usize::from(to) - 1);
        let mut times = usize::from(from).max(*moves.start())..=last;
        let after = match self.form.to_move {
            None => times.next(),
            Some(side) => times.find(|&time| game.to_move(time) == Some(side)),
        }?;
        let mut orientations = self.form.orientations.iter();
        let (symmetry, reached) = orientations.find_map(|(symmetry, sequence)| {
            Some((*symmetry, self.follow(game, after, sequence)?))
        })?;
        Some(Occurrence {
            lane,
            after: after as u16,
            reached: reached as u16,
            symmetry,
        })
    }

    /// The time after the required moves, if they follow.
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

    /// The position of a board point in the form.
    #[inline]
    fn inside(&self, point: usize) -> Option<(usize, usize)> {
        let (x, y) = self.segment.place(point);
        let (x, y) = (x.checked_sub(self.x)?, y.checked_sub(self.y)?);
        (x < self.form.cols && y < self.form.rows).then_some((x, y))
    }

    /// The time of the first move in the rectangle from then on.
    fn next(&self, rectangle: &[Point<'_>], it: &Occurrence) -> u16 {
        if rectangle.len() > FEW {
            let later = &Game::new(self.segment, it.lane).codes()[usize::from(it.reached)..];
            let mut played = later.iter().map(|&code| usize::from(code & PASS));
            let inside = |point| point != usize::from(PASS) && self.inside(point).is_some();
            return played
                .position(inside)
                .map_or(NEVER, |i| it.reached + 1 + i as u16);
        }
        let came = |point: &Point<'_>| {
            let first = point.first[it.lane] >> 1;
            if first > it.reached || !point.was_emptied(it.lane) {
                return if first > it.reached { first } else { NEVER };
            }
            let lives = self.segment.lives_at(point.index, it.lane).iter();
            { lives }
                .map(|life| life[1] >> 1)
                .find(|&came| came > it.reached)
                .unwrap_or(NEVER)
        };
        rectangle.iter().map(came).min().unwrap_or(NEVER)
    }

    /// The same for several games of a word, in parallel.
    fn next_side_by_side(
        &self,
        rectangle: &[Point<'_>],
        seen: &[Occurrence],
    ) -> impl Iterator<Item = u16> {
        let word = seen.first().map_or(0, |it| it.lane / EACH);
        let (mut reached, mut next) = ([NEVER; EACH], [NEVER; EACH]);
        for it in seen {
            reached[it.lane % EACH] = it.reached;
        }
        for point in rectangle {
            let first = &point.first[EACH * word..][..EACH];
            let times = next.iter_mut().zip(first).zip(&reached);
            for ((next, &first), &reached) in times {
                let came = first >> 1;
                *next = (*next).min(if came > reached { came } else { NEVER });
            }
            let again = seen.iter().filter(|_| point.emptied[word] != 0);
            for it in again.filter(|it| point.was_emptied(it.lane)) {
                let lives = self.segment.lives_at(point.index, it.lane).iter();
                let came = { lives }.map(|life| life[1] >> 1);
                if let Some(came) = { came }.find(|&came| came > it.reached) {
                    let next = &mut next[it.lane % EACH];
                    *next = came.min(*next);
                }
            }
        }
        seen.iter().map(move |it| next[it.lane % EACH])
    }

    fn found(&self, it: &Occurrence, next: u16) -> Found {
        let tenuki = next != NEVER && {
            let between = &Game::new(self.segment, it.lane).codes()[usize::from(it.reached)..];
            let between = &between[..usize::from(next - it.reached)];
            let played = between.split_last();
            played.is_some_and(|(next, before)| before.iter().any(|code| (code ^ next) >> 15 == 0))
        };
        let five = |number: usize| number as u64 & 31;
        Found(
            (it.lane as u64) << 50
                | u64::from(it.after) << 35
                | five(self.x) << 30
                | five(self.y) << 25
                | five(self.form.cols) << 20
                | (it.symmetry.index() as u64) << 16
                | u64::from(next) << 1
                | u64::from(tenuki),
        )
    }
}

/// For games in which the first stones suffice: calls `found` with the span of time in which all points match. The
/// games are the bits of `lanes` in word `word`, one after another.
fn one_by_one(
    cells: &[PlacedCell<'_>],
    stones: usize,
    word: usize,
    lanes: u64,
    mut found: impl FnMut(usize, (u16, u16)),
) {
    let (stones, others) = cells.split_at(stones);
    for i in bits(lanes) {
        let lane = EACH * word + i;
        let mut span = (0, NEVER);
        for cell in stones {
            span = narrowed(span, cell.point.first[lane], cell.demand);
        }
        for cell in others {
            if span.0 >= span.1 {
                break;
            }
            span = narrowed(span, cell.point.first[lane], cell.demand);
        }
        if span.0 < span.1 {
            found(i, span);
        }
    }
}

/// The same for all 64 games in parallel.
fn side_by_side(
    cells: &[PlacedCell<'_>],
    word: usize,
    lanes: u64,
    mut found: impl FnMut(usize, (u16, u16)),
) {
    let (mut from, mut to) = ([0; EACH], [NEVER; EACH]);
    for cell in cells {
        let first = &cell.point.first[EACH * word..][..EACH];
        let [black, white] = [Content::Black, Content::White].map(|c| cell.demand.accepts(c));
        let fits = |first: u16| if first & 1 == 0 { black } else { white };
        if cell.demand == Demand::EMPTY {
            for (to, &first) in to.iter_mut().zip(first) {
                *to = (*to).min(first >> 1);
            }
        } else if cell.demand.accepts(Content::Empty) {
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

/// Narrows a span of time to that in which a point matches, from its first stone; no stone was ever removed from it.
#[inline]
fn narrowed((from, to): (u16, u16), first: u16, demand: Demand) -> (u16, u16) {
    let content = if first & 1 == 0 {
        Content::Black
    } else {
        Content::White
    };
    let time = first >> 1;
    // An untouched point has a time that never comes, so the demand on its stone does not matter.
    match (demand.accepts(Content::Empty), demand.accepts(content)) {
        (true, true) => (from, to),
        (true, false) => (from, to.min(time)),
        (false, true) => (from.max(time), to),
        (false, false) => (NEVER, to),
    }
}

/// The indices of the set bits.
fn bits(mut word: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let at = (word != 0).then(|| word.trailing_zeros() as usize)?;
        word &= word - 1;
        Some(at)
    })
}
