//! Up to a thousand games of one board size side by side.
//!
//! What is asked of one point is asked of all games at once: by point lie the times of the first stones, game after game,
//! and bits that say in which games it was ever black, white, or emptied. A game is a *lane*.

use go_rules::Size;

use super::GameInfo;
use super::game::Game;
use super::timeline::{MAX_MOVES, PASS, Timeline, UNTIL_THE_END, UNTOUCHED};

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
    /// Lanes there is room for: a multiple of 64.
    room: usize,
    /// By point, then lane: when the first stone came, its colour in the lowest bit.
    first: Vec<u16>,
    /// By point, then plane, then 64 lanes.
    ever: Vec<u64>,
    /// See [`Timeline`].
    pub(super) moves: Pieces<u16>,
    pub(super) lives: Pieces<[u16; 3]>,
    pub(super) texts: Pieces<u8>,
}

impl Segment {
    pub(super) fn new(size: Size) -> Segment {
        Segment {
            size,
            lanes: 0,
            places: places(size),
            room: 0,
            first: Vec::new(),
            ever: Vec::new(),
            moves: Pieces::default(),
            lives: Pieces::default(),
            texts: Pieces::default(),
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
        let room = lanes.next_multiple_of(64);
        let mut segment = Segment {
            size,
            lanes,
            places: places(size),
            room,
            first: Vec::with_capacity(size.points() * room),
            ever: vec![0; PLANES * size.points() * room / 64],
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
        }
        Some(segment)
    }

    /// Whether all numbers are those of games.
    fn are_games(&self) -> bool {
        let points = self.size.points();
        let lengths: Vec<usize> = (0..self.lanes)
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
        self.lanes += 1;
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
            + 8 * self.ever.capacity()
            + 4 * (self.moves.ends.capacity() + ends.capacity())
            + 6 * all.capacity()
            + self.texts.all.capacity()
            + 4 * self.texts.ends.capacity()
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

    /// The game of a lane.
    #[inline]
    pub(super) fn game(&self, lane: usize) -> Game<'_> {
        Game::new(self, lane)
    }
}
