//! The bytes of a segment in an index: up to 1024 games of one size.
//!
//! They are: numbers of moves, lives, bytes of texts, of all its games; where each one's moves end, and its lives;
//! where each of its five texts ends (source, black, white, date, result). Then 2 bytes for the first stone of every
//! point in every game (by point), for every move, and three times two for every life; then the texts (UTF-8). Numbers
//! are little-endian, of 4 bytes where nothing else is said. `timeline.rs` has their meaning.

use go_rules::Size;

use super::pieces::Pieces;
use super::segment::{Segment, TEXTS};

/// The version of the format of an index that is written and read.
pub(super) const VERSION: u32 = 3;

/// A segment as it is written.
pub(super) fn encoded(segment: &Segment) -> Vec<u8> {
    let (moves, lives, texts) = (&segment.moves, &segment.lives, &segment.texts);
    let counts = [moves.all.len(), lives.all.len(), texts.all.len()].map(|count| count as u32);
    let numbers = counts.iter().chain(&moves.ends);
    let numbers = numbers.chain(&lives.ends).chain(&texts.ends);
    let mut bytes: Vec<u8> = numbers.flat_map(|number| number.to_le_bytes()).collect();
    for point in 0..segment.size.points() {
        let firsts = &segment.first(point)[..segment.len()];
        bytes.extend(firsts.iter().flat_map(|number| number.to_le_bytes()));
    }
    let numbers = moves.all.iter().chain(lives.all.as_flattened());
    bytes.extend(numbers.flat_map(|number| number.to_le_bytes()));
    bytes.extend(&texts.all);
    bytes
}

/// A segment of so many games from its bytes.
pub(super) fn decoded(size: Size, lanes: usize, bytes: &[u8]) -> Result<Segment, &'static str> {
    let mut bytes = Reader { rest: bytes };
    let [moves, lives, texts] = [(); 3].map(|()| bytes.number());
    let [moves, lives, texts] = [moves?, lives?, texts?].map(|count| count as usize);
    let ends = [lanes, lanes, TEXTS * lanes].map(|count| bytes.words(count));
    let [moves_end, lives_end, texts_end] = ends;
    let first = bytes.numbers(size.points() * lanes)?;
    let moves = Pieces {
        all: bytes.numbers(moves)?,
        ends: moves_end?,
    };
    let lives = bytes.numbers(3 * lives)?;
    let lives = Pieces {
        all: lives.as_chunks::<3>().0.to_vec(),
        ends: lives_end?,
    };
    let texts = Pieces {
        all: bytes.take(texts)?.to_vec(),
        ends: texts_end?,
    };
    if !bytes.rest.is_empty() {
        return Err("something after the last game");
    }
    Segment::from_parts(size, lanes, &first, moves, lives, texts).ok_or("a game that is none")
}

/// Reads numbers from the front of some bytes; its errors say what is wrong with them.
pub(super) struct Reader<'a> {
    pub(super) rest: &'a [u8],
}

impl<'a> Reader<'a> {
    pub(super) fn take(&mut self, length: usize) -> Result<&'a [u8], &'static str> {
        let (taken, rest) = self
            .rest
            .split_at_checked(length)
            .ok_or("something is cut off")?;
        self.rest = rest;
        Ok(taken)
    }

    pub(super) fn number(&mut self) -> Result<u32, &'static str> {
        let mut four = [0; 4];
        four.copy_from_slice(self.take(4)?);
        Ok(u32::from_le_bytes(four))
    }

    pub(super) fn long(&mut self) -> Result<u64, &'static str> {
        let mut eight = [0; 8];
        eight.copy_from_slice(self.take(8)?);
        Ok(u64::from_le_bytes(eight))
    }

    pub(super) fn words(&mut self, count: usize) -> Result<Vec<u32>, &'static str> {
        let words = self.take(4 * count)?.as_chunks::<4>().0.iter();
        Ok(words.map(|&four| u32::from_le_bytes(four)).collect())
    }

    pub(super) fn numbers(&mut self, count: usize) -> Result<Vec<u16>, &'static str> {
        let numbers = self.take(2 * count)?.as_chunks::<2>().0.iter();
        Ok(numbers.map(|&two| u16::from_le_bytes(two)).collect())
    }
}
