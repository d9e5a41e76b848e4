//! Up to a thousand games of one board size side by side.
//!
//! What is asked of one point is asked of all games at once: by point lie the times of the first stones, game after game. A
//! game is a *lane*.

use std::sync::OnceLock;

use go_rules::Size;

use super::GameInfo;
use super::game::Game;
use super::sieve::Sieve;
use super::timeline::{MAX_MOVES, PASS, Timeline, UNTIL_THE_END, UNTOUCHED};

/// Most games in a segment.
pub(super) const LANES: usize = 1024;
/// Texts of a game: source, black, white, date, result.
pub(super) const TEXTS: usize = 5;

/// Games of which a bit each fits into a word.
pub(super) const EACH: usize = 64;

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

    pub(super) fn get(&self, i: usize) -> &[T] {
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
    /// Number of games.
    lanes: usize,
    /// By point: (x, y) from the lower left.
    places: Vec<(u8, u8)>,
    /// Lanes there is room for: a multiple of [`EACH`].
    room: usize,
    /// By point, then lane: when the first stone came, its colour in the lowest bit.
    first: Vec<u16>,
    /// See [`Timeline`].
    pub(super) moves: Pieces<u16>,
    pub(super) lives: Pieces<[u16; 3]>,
    pub(super) texts: Pieces<u8>,
    sieve: OnceLock<Sieve>,
}

impl Segment {
    pub(super) fn new(size: Size) -> Segment {
        Segment {
            size,
            lanes: 0,
            places: places(size),
            room: 0,
            first: Vec::new(),
            moves: Pieces::default(),
            lives: Pieces::default(),
            texts: Pieces::default(),
            sieve: OnceLock::new(),
        }
    }

    /// From what a file holds of so many games: `first` is by point, then lane. `None` if it is no segment.
    pub(super) fn from_parts(
        size: Size,
        lanes: usize,
        first: &[u16],
        moves: Pieces<u16>,
        lives: Pieces<[u16; 3]>,
        texts: Pieces<u8>,
    ) -> Option<Segment> {
        let sound = (1..=LANES).contains(&lanes)
            && first.len() == size.points() * lanes
            && moves.is_sound(lanes)
            && lives.is_sound(lanes)
            && texts.is_sound(TEXTS * lanes);
        if !sound {
            return None;
        }
        let room = lanes.next_multiple_of(EACH);
        let mut segment = Segment {
            size,
            lanes,
            places: places(size),
            room,
            first: Vec::with_capacity(size.points() * room),
            moves,
            lives,
            texts,
            sieve: OnceLock::new(),
        };
        for row in first.chunks_exact(lanes) {
            segment.first.extend_from_slice(row);
            let end = segment.first.len() + room - lanes;
            segment.first.resize(end, UNTOUCHED);
        }
        segment.are_games().then_some(segment)
    }

    /// Whether all numbers are those of games.
    fn are_games(&self) -> bool {
        let points = self.size.points();
        let lengths = (0..self.lanes).map(|lane| self.moves.get(lane).len());
        let mut lengths: Vec<usize> = lengths.collect();
        if lengths.iter().any(|&length| length > MAX_MOVES) {
            return false;
        }
        lengths.resize(self.room, 0);
        // All are looked at, wrong or not: that goes many at a time.
        let last: Vec<u16> = lengths.iter().map(|&length| length as u16).collect();
        let are_times = |row: &[u16]| {
            let firsts = row.iter().zip(&last);
            firsts.fold(true, |all, (&first, &last)| {
                all & ((first == UNTOUCHED) | (first >> 1 <= last))
            })
        };
        let is_move = |mv: u16| (mv & PASS == PASS) | (usize::from(mv & PASS) < points);
        let is_life = |&[point, from, to]: &[u16; 3], last: u16| {
            usize::from(point) < points && from >> 1 <= last && (to == UNTIL_THE_END || to <= last)
        };
        let are_lives = |lane: usize| {
            let lives = self.lives.get(lane);
            lives.iter().all(|life| is_life(life, last[lane])) && lives.is_sorted()
        };
        self.first.chunks_exact(self.room).all(are_times)
            && self
                .moves
                .all
                .iter()
                .fold(true, |all, &mv| all & is_move(mv))
            && (0..self.lanes).all(are_lives)
            && (0..TEXTS * self.lanes).all(|i| std::str::from_utf8(self.texts.get(i)).is_ok())
    }

    /// Number of games.
    pub(super) fn len(&self) -> usize {
        self.lanes
    }

    /// Adds a game.
    pub(super) fn push(&mut self, info: &GameInfo, game: &Timeline) {
        let GameInfo {
            source,
            black,
            white,
            date,
            result,
        } = info;
        let texts = [source, black, white, date, result].map(|text| text.as_bytes());
        self.push_parts(|point| game.first[point], &game.moves, &game.lives, texts);
    }

    fn push_parts(
        &mut self,
        first: impl Fn(usize) -> u16,
        moves: &[u16],
        lives: &[[u16; 3]],
        texts: [&[u8]; TEXTS],
    ) {
        let lane = self.lanes;
        if lane == self.room {
            self.grow();
        }
        for point in 0..self.size.points() {
            self.first[point * self.room + lane] = first(point);
        }
        self.lanes += 1;
        self.moves.push(moves);
        self.lives.push(lives);
        for text in texts {
            self.texts.push(text);
        }
        self.sieve.take();
    }

    /// Makes room for twice as many lanes.
    fn grow(&mut self) {
        let (before, room) = (self.room, (2 * self.room).clamp(EACH, LANES));
        let mut first = vec![UNTOUCHED; self.size.points() * room];
        if before > 0 {
            let rows = self.first.chunks_exact(before);
            for (new, old) in first.chunks_exact_mut(room).zip(rows) {
                new[..before].copy_from_slice(old);
            }
        }
        (self.first, self.room) = (first, room);
    }

    /// The same with some of the games only.
    pub(super) fn packed(&self, is_kept: impl Fn(usize) -> bool) -> Segment {
        let mut packed = Segment::new(self.size);
        for lane in (0..self.lanes).filter(|&lane| is_kept(lane)) {
            let first = |point| self.first[point * self.room + lane];
            let texts = std::array::from_fn(|i| self.texts.get(TEXTS * lane + i));
            packed.push_parts(first, self.moves.get(lane), self.lives.get(lane), texts);
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
            + self.sieve.get().map_or(0, Sieve::memory)
            + 4 * (self.moves.ends.capacity() + ends.capacity())
            + 6 * all.capacity()
            + self.texts.all.capacity()
            + 4 * self.texts.ends.capacity()
    }

    /// What the games are sifted by.
    pub(super) fn sieve(&self) -> &Sieve {
        self.sieve.get_or_init(|| Sieve::new(self))
    }

    /// The lives of a point that was emptied in a game.
    #[inline]
    pub(super) fn lives_at(&self, point: usize, lane: usize) -> &[[u16; 3]] {
        let lives =
            &self.lives.all[self.sieve().lives(point, lane)..self.lives.ends[lane] as usize];
        let others = lives.iter().position(|life| usize::from(life[0]) != point);
        &lives[..others.unwrap_or(lives.len())]
    }

    /// By lane: when the first stone came to a point, its colour in the lowest bit.
    #[inline]
    pub(super) fn first(&self, point: usize) -> &[u16] {
        &self.first[point * self.room..(point + 1) * self.room]
    }

    /// The game of a lane.
    #[inline]
    pub(super) fn game(&self, lane: usize) -> Game<'_> {
        Game::new(self, lane)
    }
}
