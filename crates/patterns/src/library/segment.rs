//! Up to 1024 games on one board size, stored in parallel.

use std::sync::OnceLock;

use go_rules::Size;

use super::bitmap_index::BitmapIndex;
use super::first_stones::FirstStones;
use super::info::GameInfo;
use super::ragged_array::RaggedArray;
use super::timeline::{MAX_MOVES, PASS, Timeline, UNTIL_THE_END};

/// Number of texts of a game: source, black, white, date, result.
pub(super) const TEXTS: usize = 5;

/// The (x, y) of all points of a board, from the lower left.
fn places(size: Size) -> Vec<(u8, u8)> {
    let place = |point| {
        let (col, row) = size.col_row(point);
        (col as u8, (size.rows() - 1 - row) as u8)
    };
    (0..size.points()).map(place).collect()
}

/// Games on one board size.
#[derive(Clone, Debug)]
pub(super) struct Segment {
    pub(super) size: Size,
    /// (x, y) from the lower left, by point.
    places: Vec<(u8, u8)>,
    first: FirstStones,
    /// See [`Timeline`].
    pub(super) moves: RaggedArray<u16>,
    pub(super) lives: RaggedArray<[u16; 3]>,
    pub(super) texts: RaggedArray<u8>,
    bitmap_index: OnceLock<BitmapIndex>,
}

impl Segment {
    pub(super) fn new(size: Size) -> Segment {
        Segment {
            size,
            places: places(size),
            first: FirstStones::new(size),
            moves: RaggedArray::default(),
            lives: RaggedArray::default(),
            texts: RaggedArray::default(),
            bitmap_index: OnceLock::new(),
        }
    }

    /// Makes a segment from the parts in a file; `first` is by point, then lane. `None` if they are inconsistent.
    pub(super) fn from_parts(
        size: Size,
        lanes: usize,
        first: &[u16],
        moves: RaggedArray<u16>,
        lives: RaggedArray<[u16; 3]>,
        texts: RaggedArray<u8>,
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

    /// Whether all numbers are valid for games.
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
            // Compares all of them, even after a fault, so that the loop vectorises.
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
        self.bitmap_index.take();
    }

    /// A segment with only the games to keep.
    pub(super) fn packed(&self, is_kept: impl Fn(usize) -> bool) -> Segment {
        let mut packed = Segment::new(self.size);
        for lane in (0..self.len()).filter(|&lane| is_kept(lane)) {
            let first = |point| self.first.row(point)[lane];
            let texts = std::array::from_fn(|i| self.texts.get(TEXTS * lane + i));
            packed.push_parts(first, self.moves.get(lane), self.lives.get(lane), texts);
        }
        packed
    }

    /// The (x, y) of a point, from the lower left.
    #[inline]
    pub(super) fn place(&self, point: usize) -> (usize, usize) {
        let (x, y) = self.places[point];
        (usize::from(x), usize::from(y))
    }

    /// Memory in bytes.
    pub(super) fn memory(&self) -> usize {
        size_of::<(u8, u8)>() * self.places.capacity()
            + self.first.memory()
            + self.bitmap_index.get().map_or(0, BitmapIndex::memory)
            + self.moves.memory()
            + self.lives.memory()
            + self.texts.memory()
    }

    /// The bitmap index of the games.
    pub(super) fn bitmap_index(&self) -> &BitmapIndex {
        self.bitmap_index
            .get_or_init(|| BitmapIndex::new(&self.first, &self.lives))
    }

    /// The lifetimes of stones on a point from which a stone was removed in a game.
    #[inline]
    pub(super) fn lives_at(&self, point: usize, lane: usize) -> &[[u16; 3]] {
        let lives =
            &self.lives.all[self.bitmap_index().lives(point, lane)..self.lives.ends[lane] as usize];
        let others = lives.iter().position(|life| usize::from(life[0]) != point);
        &lives[..others.unwrap_or(lives.len())]
    }

    /// The time of the first stone on a point, by lane, with its colour in the lowest bit.
    #[inline]
    pub(super) fn first(&self, point: usize) -> &[u16] {
        self.first.row(point)
    }
}
