//! Up to a thousand games of one board size side by side.

use std::sync::OnceLock;

use go_rules::Size;

use super::first_stones::FirstStones;
use super::info::GameInfo;
use super::pieces::Pieces;
use super::sieve::Sieve;
use super::timeline::{MAX_MOVES, PASS, Timeline, UNTIL_THE_END};

/// Texts of a game: source, black, white, date, result.
pub(super) const TEXTS: usize = 5;

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
    /// By point: (x, y) from the lower left.
    places: Vec<(u8, u8)>,
    first: FirstStones,
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
            places: places(size),
            first: FirstStones::new(size),
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
        let sound = moves.is_sound(lanes) && lives.is_sound(lanes) && texts.is_sound(TEXTS * lanes);
        let first = FirstStones::from_rows(size, lanes, first).filter(|_| sound)?;
        let segment = Segment {
            first,
            moves,
            lives,
            texts,
            ..Segment::new(size)
        };
        segment.are_games().then_some(segment)
    }

    /// Whether all numbers are those of games.
    fn are_games(&self) -> bool {
        let points = self.size.points();
        let lengths = (0..self.len()).map(|lane| self.moves.get(lane).len());
        let lengths = lengths.map(|length| (length <= MAX_MOVES).then_some(length as u16));
        let Some(last) = lengths.collect::<Option<Vec<u16>>>() else {
            return false;
        };
        let is_move = |mv: u16| (mv & PASS == PASS) | (usize::from(mv & PASS) < points);
        let is_life = |&[point, from, to]: &[u16; 3], last: u16| {
            usize::from(point) < points && from >> 1 <= last && (to == UNTIL_THE_END || to <= last)
        };
        let are_lives = |lane: usize| {
            let lives = self.lives.get(lane);
            lives.iter().all(|life| is_life(life, last[lane])) && lives.is_sorted()
        };
        let moves = self.moves.all.iter();
        self.first.are_within(&last)
            // All are compared, wrong or not: many go at a time.
            && moves.fold(true, |all, &mv| all & is_move(mv))
            && (0..self.len()).all(are_lives)
            && (0..TEXTS * self.len()).all(|i| std::str::from_utf8(self.texts.get(i)).is_ok())
    }

    /// Number of games.
    pub(super) fn len(&self) -> usize {
        self.first.len()
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
        self.first.push(first);
        self.moves.push(moves);
        self.lives.push(lives);
        for text in texts {
            self.texts.push(text);
        }
        self.sieve.take();
    }

    /// The same with some of the games only.
    pub(super) fn packed(&self, is_kept: impl Fn(usize) -> bool) -> Segment {
        let mut packed = Segment::new(self.size);
        for lane in (0..self.len()).filter(|&lane| is_kept(lane)) {
            let first = |point| self.first.row(point)[lane];
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
        size_of::<(u8, u8)>() * self.places.capacity()
            + self.first.memory()
            + self.sieve.get().map_or(0, Sieve::memory)
            + self.moves.memory()
            + self.lives.memory()
            + self.texts.memory()
    }

    /// What the games are sifted by.
    pub(super) fn sieve(&self) -> &Sieve {
        self.sieve
            .get_or_init(|| Sieve::new(&self.first, &self.lives))
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
        self.first.row(point)
    }
}
