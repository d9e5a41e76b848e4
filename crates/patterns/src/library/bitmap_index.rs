//! A bitmap index of a segment: bits that state something about one point in 64 games at once.
//!
//! It is derived from the games when the first query needs it.

use super::first_stones::{EACH, FirstStones, LANES};
use super::ragged_array::RaggedArray;
use super::timeline::UNTOUCHED;

/// Plane: the point was black at some time.
pub(super) const BLACK: usize = 0;
/// Plane: the point was white at some time.
pub(super) const WHITE: usize = 1;
/// Plane: the point had a stone at some time.
pub(super) const STONE: usize = 2;
/// Plane: a stone was removed from the point at some time.
pub(super) const EMPTIED: usize = 3;
/// The first of the planes for the right and the upper neighbour: the point may have had a stone while the neighbour
/// was empty, and the reverse. Exact if no stone was ever removed from either; otherwise the bit is set.
const ORDER: usize = 4;
pub(super) const PLANES: usize = ORDER + 4;

/// The neighbour to the right or above.
#[derive(Clone, Copy)]
pub(super) enum Neighbour {
    Right = 0,
    Above = 1,
}

/// The plane after [`ORDER`] for a neighbour: the neighbour may have been empty beside a stone of the point, or the
/// point beside a stone of the neighbour.
pub(super) const fn order(neighbour: Neighbour, neighbour_first: bool) -> usize {
    ORDER + 2 * neighbour as usize + neighbour_first as usize
}

/// A bit for each game of a segment.
pub(super) type Row = [u64; LANES / EACH];

/// The bitmap index of a segment's games.
#[derive(Clone, Debug)]
pub(super) struct BitmapIndex {
    /// By point, then plane.
    rows: Vec<Row>,
    /// By point, then word: the number of earlier games in which a stone was removed from a point.
    before: Vec<u32>,
    /// By point, then game, for points from which a stone was removed: the index of their first lifetime in the
    /// segment.
    lives: Vec<u32>,
}

impl BitmapIndex {
    /// Builds the index from first stones and lifetimes (see [`Timeline`](super::timeline::Timeline)).
    pub(super) fn new(first: &FirstStones, lives: &RaggedArray<[u16; 3]>) -> BitmapIndex {
        let points = first.size.points();
        let mut bitmap_index = BitmapIndex {
            rows: vec![Row::default(); PLANES * points],
            before: Vec::with_capacity(points * LANES / EACH),
            lives: Vec::new(),
        };
        for point in 0..points {
            let first = first.row(point).as_chunks::<EACH>().0;
            for (word, first) in first.iter().enumerate() {
                let black = mask(|i| first[i] & 1 == 0);
                let stone = mask(|i| first[i] != UNTOUCHED);
                bitmap_index.set(point, BLACK, word, black);
                bitmap_index.set(point, WHITE, word, stone & !black);
                bitmap_index.set(point, STONE, word, stone);
            }
        }
        let lanes = (0..first.len()).flat_map(|lane| {
            let lives = lives.get(lane).iter();
            lives.map(move |&[point, from, _]| (lane, usize::from(point), usize::from(from & 1)))
        });
        for (lane, point, color) in lanes {
            for plane in [color, EMPTIED] {
                bitmap_index.set(point, plane, lane / EACH, 1 << (lane % EACH));
            }
        }
        bitmap_index.note_order(first);
        bitmap_index.note_lives(first.len(), points, lives);
        bitmap_index
    }

    /// Sets the planes from [`ORDER`] on; those of points from which a stone was removed are set before.
    fn note_order(&mut self, first: &FirstStones) {
        let cols = first.size.cols();
        for point in 0..first.size.points() {
            let right = (point % cols + 1 < cols).then_some(point + 1);
            let above = point.checked_sub(cols);
            let neighbours = [(Neighbour::Right, right), (Neighbour::Above, above)];
            for (neighbour, other) in neighbours {
                let Some(other) = other else { continue };
                let here = first.row(point).as_chunks::<EACH>().0;
                let there = first.row(other).as_chunks::<EACH>().0;
                for (word, (here, there)) in here.iter().zip(there).enumerate() {
                    let is_first = mask(|i| here[i] >> 1 < there[i] >> 1);
                    let [any, more] = [point, other].map(|point| self.row(point, EMPTIED)[word]);
                    let unsure = any | more;
                    self.set(point, order(neighbour, false), word, is_first | unsure);
                    self.set(point, order(neighbour, true), word, !is_first | unsure);
                }
            }
        }
    }

    fn note_lives(&mut self, lanes: usize, points: usize, lives: &RaggedArray<[u16; 3]>) {
        let mut count = 0;
        for point in 0..points {
            for &emptied in &self.rows[PLANES * point + EMPTIED] {
                self.before.push(count);
                count += emptied.count_ones();
            }
        }
        self.lives = vec![0; count as usize];
        let mut at = 0;
        for lane in 0..lanes {
            for lives in lives.get(lane).chunk_by(|a, b| a[0] == b[0]) {
                let rank = self.rank(usize::from(lives[0][0]), lane);
                self.lives[rank] = at;
                at += lives.len() as u32;
            }
        }
    }

    fn set(&mut self, point: usize, plane: usize, word: usize, bits: u64) {
        self.rows[PLANES * point + plane][word] |= bits;
    }

    /// The games whose bit is set in a plane at a point.
    #[inline]
    pub(super) fn row(&self, point: usize, plane: usize) -> &Row {
        &self.rows[PLANES * point + plane]
    }

    /// All rows: plane after plane, point after point.
    #[inline]
    pub(super) fn rows(&self) -> &[Row] {
        &self.rows
    }

    #[inline]
    fn rank(&self, point: usize, lane: usize) -> usize {
        let (word, bit) = (lane / EACH, lane % EACH);
        let below = self.row(point, EMPTIED)[word] & ((1 << bit) - 1);
        (self.before[point * (LANES / EACH) + word] + below.count_ones()) as usize
    }

    /// The index of the first lifetime of a point from which a stone was removed in a game.
    #[inline]
    pub(super) fn lives(&self, point: usize, lane: usize) -> usize {
        self.lives[self.rank(point, lane)] as usize
    }

    /// Memory in bytes.
    pub(super) fn memory(&self) -> usize {
        size_of::<Row>() * self.rows.capacity()
            + 4 * (self.before.capacity() + self.lives.capacity())
    }
}

/// The bits for which a test holds.
#[inline]
fn mask(test: impl Fn(usize) -> bool) -> u64 {
    // Bytes first, since many are compared at a time; a multiplication gathers eight of them.
    const GATHER: u64 = 0x0102_0408_1020_4080;
    let bytes: [u8; EACH] = std::array::from_fn(|i| u8::from(test(i)));
    let eights = bytes.as_chunks::<8>().0.iter().enumerate();
    eights.fold(0, |bits, (i, &eight)| {
        bits | (u64::from_le_bytes(eight).wrapping_mul(GATHER) >> 56) << (8 * i)
    })
}
