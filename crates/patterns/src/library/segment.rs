//! Up to a thousand games of one board size side by side.
//!
//! What is asked of one point is asked of all games at once: by point lie the times of the first stones, game after game,
//! and bits that say in which games it was ever black, white, or emptied. A game is a *lane*.

use go_rules::{Move, Size};

use board_core::{Color, Occupancy};

use super::GameInfo;
use super::timeline::{MAX_MOVES, NEVER, PASS, Timeline, Turn, UNTIL_THE_END, UNTOUCHED};
use crate::Content;

/// Most games in a segment.
pub(super) const LANES: usize = 1024;
/// Texts of a game: source, black, white, date, result.
pub(super) const TEXTS: usize = 5;

/// Bits of a game and point: black at some time, white, emptied; then, for each of [`EARLY`], whether the first stone had
/// come by then.
const PLANES: usize = 3 + EARLY.len();
/// Moves by which a game is cut into parts that have about as many first stones each.
pub(super) const EARLY: [u16; 3] = [50, 100, 160];

/// Pieces of different length, one after another.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Pieces<T> {
    pub(super) all: Vec<T>,
    /// Where each ends.
    pub(super) ends: Vec<u32>,
}

impl<T: Copy> Pieces<T> {
    fn push(&mut self, piece: &[T]) {
        self.all.extend_from_slice(piece);
        self.ends.push(self.all.len() as u32);
    }

    fn get(&self, i: usize) -> &[T] {
        let from = i.checked_sub(1).map_or(0, |before| self.ends[before]);
        &self.all[from as usize..self.ends[i] as usize]
    }

    /// Whether the ends are those of `count` pieces that make up all there is.
    fn is_sound(&self, count: usize) -> bool {
        self.ends.len() == count
            && self.ends.is_sorted()
            && self.ends.last().map_or(0, |&end| end as usize) == self.all.len()
    }
}

/// All points of a board, from the lower left.
fn places(size: Size) -> Vec<(u8, u8)> {
    let place = |point| {
        let (col, row) = size.col_row(point);
        (col as u8, (size.rows() - 1 - row) as u8)
    };
    (0..size.points()).map(place).collect()
}

/// Games of one size.
#[derive(Clone, Debug)]
pub(super) struct Segment {
    pub(super) size: Size,
    /// The games' numbers, ascending.
    pub(super) ids: Vec<u32>,
    /// By point: (x, y) from the lower left.
    places: Vec<(u8, u8)>,
    /// Lanes there is room for: a multiple of 64.
    room: usize,
    /// By point, then lane: when the first stone came, its colour in the lowest bit.
    first: Vec<u16>,
    /// By point, then plane, then 64 lanes.
    ever: Vec<u64>,
    /// Lanes that have a game.
    alive: Vec<u64>,
    /// See [`Timeline`].
    pub(super) moves: Pieces<u16>,
    pub(super) lives: Pieces<[u16; 3]>,
    pub(super) texts: Pieces<u8>,
}

impl Segment {
    pub(super) fn new(size: Size) -> Segment {
        Segment {
            size,
            ids: Vec::new(),
            places: places(size),
            room: 0,
            first: Vec::new(),
            ever: Vec::new(),
            alive: Vec::new(),
            moves: Pieces::default(),
            lives: Pieces::default(),
            texts: Pieces::default(),
        }
    }

    /// From what a file holds: `first` is by point, then lane. `None` if it is no segment.
    pub(super) fn from_parts(
        size: Size,
        ids: Vec<u32>,
        first: Vec<u16>,
        moves: Pieces<u16>,
        lives: Pieces<[u16; 3]>,
        texts: Pieces<u8>,
    ) -> Option<Segment> {
        let lanes = ids.len();
        let sound = (1..=LANES).contains(&lanes)
            && first.len() == size.points() * lanes
            && moves.is_sound(lanes)
            && lives.is_sound(lanes)
            && texts.is_sound(TEXTS * lanes);
        if !sound {
            return None;
        }
        let room = lanes.next_multiple_of(64);
        let mut segment = Segment {
            size,
            ids,
            places: places(size),
            room,
            first: Vec::with_capacity(size.points() * room),
            ever: vec![0; PLANES * size.points() * room / 64],
            alive: vec![0; room / 64],
            moves,
            lives,
            texts,
        };
        for row in first.chunks_exact(lanes) {
            segment.first.extend_from_slice(row);
            let end = segment.first.len() + room - lanes;
            segment.first.resize(end, UNTOUCHED);
        }
        if !segment.are_games() {
            return None;
        }
        for point in 0..size.points() {
            for word in 0..room / 64 {
                let at = point * room + 64 * word;
                let mut planes = [0_u64; PLANES];
                for (i, &first) in segment.first[at..at + 64].iter().enumerate() {
                    let stone = u64::from(first != UNTOUCHED);
                    let is_white = u64::from(first & 1);
                    planes[0] |= (stone & !is_white) << i;
                    planes[1] |= (stone & is_white) << i;
                    for (plane, &time) in planes[3..].iter_mut().zip(&EARLY) {
                        *plane |= u64::from(first >> 1 <= time) << i;
                    }
                }
                for (plane, lanes) in planes.into_iter().enumerate() {
                    let at = segment.word(point, plane) + word;
                    segment.ever[at] = lanes;
                }
            }
        }
        for lane in 0..lanes {
            segment.mark_lives(lane);
            segment.alive[lane / 64] |= 1 << (lane % 64);
        }
        Some(segment)
    }

    /// Whether all numbers are those of games.
    fn are_games(&self) -> bool {
        let points = self.size.points();
        let lengths: Vec<usize> = (0..self.ids.len())
            .map(|lane| self.moves.get(lane).len())
            .collect();
        let rows = self.first.chunks_exact(self.room);
        let lives = |lane: usize| {
            let lives = self.lives.get(lane);
            let is_time = |time: u16| usize::from(time) <= lengths[lane];
            let is_life = |&[point, from, to]: &[u16; 3]| {
                usize::from(point) < points
                    && is_time(from >> 1)
                    && (to == UNTIL_THE_END || is_time(to))
            };
            lives.iter().all(is_life) && lives.is_sorted()
        };
        lengths.iter().all(|&length| length <= MAX_MOVES)
            && { rows }.all(|row| {
                let mut firsts = row.iter().zip(&lengths);
                firsts.all(|(&first, &length)| {
                    first == UNTOUCHED || usize::from(first >> 1) <= length
                })
            })
            && self
                .moves
                .all
                .iter()
                .all(|&mv| mv & PASS == PASS || usize::from(mv & PASS) < points)
            && (0..lengths.len()).all(lives)
            && (0..TEXTS * lengths.len()).all(|i| std::str::from_utf8(self.texts.get(i)).is_ok())
    }

    /// Sets the bits of stones that came later to a point, and of points that were emptied.
    fn mark_lives(&mut self, lane: usize) {
        let bit = 1 << (lane % 64);
        let words = self.room / 64;
        for &[point, from, _] in self.lives.get(lane) {
            for which in [usize::from(from & 1), 2] {
                self.ever[(PLANES * usize::from(point) + which) * words + lane / 64] |= bit;
            }
        }
    }

    pub(super) fn is_full(&self) -> bool {
        self.ids.len() == LANES
    }

    /// Adds a game.
    pub(super) fn push(&mut self, id: u32, info: &GameInfo, game: &Timeline) {
        let GameInfo {
            source,
            black,
            white,
            date,
            result,
        } = info;
        let texts = [source, black, white, date, result].map(|text| text.as_bytes());
        self.push_parts(
            id,
            |point| game.first[point],
            &game.moves,
            &game.lives,
            texts,
        );
    }

    fn push_parts(
        &mut self,
        id: u32,
        first: impl Fn(usize) -> u16,
        moves: &[u16],
        lives: &[[u16; 3]],
        texts: [&[u8]; TEXTS],
    ) {
        let lane = self.ids.len();
        if lane == self.room {
            self.grow();
        }
        let bit = 1 << (lane % 64);
        for point in 0..self.size.points() {
            let first = first(point);
            self.first[point * self.room + lane] = first;
            if first != UNTOUCHED {
                let early = EARLY
                    .iter()
                    .zip(3..)
                    .filter(|&(&time, _)| first >> 1 <= time);
                for plane in early
                    .map(|(_, plane)| plane)
                    .chain([usize::from(first & 1)])
                {
                    let at = self.word(point, plane) + lane / 64;
                    self.ever[at] |= bit;
                }
            }
        }
        self.alive[lane / 64] |= bit;
        self.ids.push(id);
        self.moves.push(moves);
        self.lives.push(lives);
        for text in texts {
            self.texts.push(text);
        }
        self.mark_lives(lane);
    }

    /// Makes room for twice as many lanes.
    fn grow(&mut self) {
        let (before, room) = (self.room, (2 * self.room).clamp(64, LANES));
        let mut first = vec![UNTOUCHED; self.size.points() * room];
        let mut ever = vec![0; PLANES * self.size.points() * room / 64];
        if before > 0 {
            let rows = self.first.chunks_exact(before);
            for (new, old) in first.chunks_exact_mut(room).zip(rows) {
                new[..before].copy_from_slice(old);
            }
            let rows = self.ever.chunks_exact(before / 64);
            for (new, old) in ever.chunks_exact_mut(room / 64).zip(rows) {
                new[..before / 64].copy_from_slice(old);
            }
        }
        (self.first, self.ever, self.room) = (first, ever, room);
        self.alive.resize(room / 64, 0);
    }

    /// Takes a game out.
    pub(super) fn remove(&mut self, lane: usize) {
        self.alive[lane / 64] &= !(1 << (lane % 64));
    }

    /// The same with the games that are left, under the numbers that `renumbered` gives them.
    pub(super) fn packed(&self, renumbered: impl Fn(u32) -> u32) -> Segment {
        let mut packed = Segment::new(self.size);
        for (lane, &id) in self.ids.iter().enumerate() {
            if self.alive[lane / 64] >> (lane % 64) & 1 != 0 {
                let first = |point| self.first[point * self.room + lane];
                let texts = std::array::from_fn(|i| self.texts.get(TEXTS * lane + i));
                let (moves, lives) = (self.moves.get(lane), self.lives.get(lane));
                packed.push_parts(renumbered(id), first, moves, lives, texts);
            }
        }
        packed
    }

    /// A point, from the lower left.
    #[inline]
    pub(super) fn place(&self, point: usize) -> (usize, usize) {
        let (x, y) = self.places[point];
        (usize::from(x), usize::from(y))
    }

    /// Bytes of memory it takes.
    pub(super) fn memory(&self) -> usize {
        let Pieces { all, ends } = &self.lives;
        2 * (self.first.capacity() + self.places.capacity() + self.moves.all.capacity())
            + 8 * (self.ever.capacity() + self.alive.capacity())
            + 4 * (self.ids.capacity() + self.moves.ends.capacity() + ends.capacity())
            + 6 * all.capacity()
            + self.texts.all.capacity()
            + 4 * self.texts.ends.capacity()
    }

    /// The lanes that have a game, as bits.
    pub(super) fn alive(&self) -> &[u64] {
        &self.alive
    }

    /// Where the words of a point begin.
    fn word(&self, point: usize, plane: usize) -> usize {
        (PLANES * point + plane) * (self.room / 64)
    }

    /// The lanes in which a point was ever black (0), white (1), emptied (2).
    #[inline]
    pub(super) fn ever(&self, point: usize, plane: usize) -> &[u64] {
        let at = self.word(point, plane);
        &self.ever[at..at + self.room / 64]
    }

    /// The lanes in which the first stone had come to a point by move `EARLY[part]`.
    #[inline]
    pub(super) fn early(&self, point: usize, part: usize) -> &[u64] {
        self.ever(point, 3 + part)
    }

    /// By lane: when the first stone came to a point, its colour in the lowest bit.
    #[inline]
    pub(super) fn first(&self, point: usize) -> &[u16] {
        &self.first[point * self.room..(point + 1) * self.room]
    }

    pub(super) fn game(&self, lane: usize) -> Game<'_> {
        Game {
            segment: self,
            lane,
        }
    }
}

/// One game of a segment.
#[derive(Clone, Copy)]
pub(super) struct Game<'a> {
    segment: &'a Segment,
    lane: usize,
}

impl<'a> Game<'a> {
    pub(super) fn size(self) -> Size {
        self.segment.size
    }

    /// Number of moves.
    pub(super) fn len(self) -> usize {
        self.moves().len()
    }

    /// The point of every move, its colour in the highest bit.
    pub(super) fn moves(self) -> &'a [u16] {
        self.segment.moves.get(self.lane)
    }

    /// The move that leads to the position at `time`, from 1.
    pub(super) fn played(self, time: usize) -> Option<(Color, Move)> {
        let &mv = self.moves().get(time.checked_sub(1)?)?;
        let color = Color::BOTH[usize::from(mv >> 15)];
        Some((
            color,
            match mv & PASS {
                PASS => Move::PASS,
                point => Move::place(usize::from(point)),
            },
        ))
    }

    /// Whose move it is at `time`: who plays next, or at the end who did not play last.
    pub(super) fn to_move(self, time: usize) -> Option<Color> {
        let next = self.played(time + 1).map(|(color, _)| color);
        next.or_else(|| self.played(time).map(|(color, _)| !color))
    }

    /// When the first stone came to a point, and its colour.
    fn only(self, point: usize) -> Turn {
        let first = self.segment.first(point)[self.lane];
        let (time, content) = match first {
            UNTOUCHED => (NEVER, Content::Empty),
            first if first & 1 == 0 => (first >> 1, Content::Black),
            first => (first >> 1, Content::White),
        };
        Turn { time, content }
    }

    /// Calls `visit` with every change of a point: a stone comes, or is gone. Times may be the same when a
    /// stone was there from the start.
    pub(super) fn each_turn(self, point: usize, mut visit: impl FnMut(Turn)) {
        let all = self.segment.lives.get(self.lane);
        let from = all.partition_point(|life| usize::from(life[0]) < point);
        let lives = all[from..].iter();
        let mut lives = lives
            .take_while(|life| usize::from(life[0]) == point)
            .peekable();
        if lives.peek().is_none() {
            let only = self.only(point);
            if only.time != NEVER {
                visit(only);
            }
        }
        for &[_, came, gone] in lives {
            let color = Color::BOTH[usize::from(came & 1)];
            visit(Turn {
                time: came >> 1,
                content: color.into(),
            });
            if gone != UNTIL_THE_END {
                visit(Turn {
                    time: gone,
                    content: Content::Empty,
                });
            }
        }
    }

    /// The position at `time`, for those who want to look.
    pub(super) fn position(self, time: usize) -> Vec<Occupancy> {
        let content = |point| {
            let mut now = Content::Empty;
            self.each_turn(point, |turn| {
                if usize::from(turn.time) <= time {
                    now = turn.content;
                }
            });
            match now {
                Content::Black => Occupancy::Black,
                Content::White => Occupancy::White,
                _ => Occupancy::Empty,
            }
        };
        (0..self.size().points()).map(content).collect()
    }

    fn text(self, which: usize) -> &'a str {
        let bytes = self.segment.texts.get(TEXTS * self.lane + which);
        // They were texts when they came in.
        std::str::from_utf8(bytes).unwrap_or_default()
    }

    pub(super) fn date(self) -> &'a str {
        self.text(3)
    }

    pub(super) fn result(self) -> &'a str {
        self.text(4)
    }

    pub(super) fn info(self) -> GameInfo {
        let [source, black, white, date, result] = [0, 1, 2, 3, 4].map(|i| self.text(i).to_owned());
        GameInfo {
            source,
            black,
            white,
            date,
            result,
        }
    }
}
