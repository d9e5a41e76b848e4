//! The binary format of a segment in an index: up to 1024 games on one board size.
//!
//! In this order:
//!
//! - the numbers of moves, lifetimes and bytes of text, summed over all games;
//! - the ends of each game's moves, and of its lifetimes;
//! - the ends of each of its five texts (source, black, white, date, result);
//! - 2 bytes for the first stone of every point in every game (by point), 2 bytes for every move, and three times 2
//!   bytes for every lifetime;
//! - the texts (UTF-8).
//!
//! Numbers are little-endian, with 4 bytes unless stated otherwise. `timeline.rs` explains their meaning.

use go_rules::Size;

use super::ragged_array::RaggedArray;
use super::segment::{Segment, TEXTS};

/// The version of the format that is read and written.
pub(super) const VERSION: u32 = 3;

/// Encodes a segment.
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

/// Decodes a segment of `lanes` games.
pub(super) fn decoded(size: Size, lanes: usize, bytes: &[u8]) -> Result<Segment, &'static str> {
    let mut bytes = Reader { rest: bytes };
    let [moves, lives, texts] = [(); 3].map(|()| bytes.number());
    let [moves, lives, texts] = [moves?, lives?, texts?].map(|count| count as usize);
    let ends = [lanes, lanes, TEXTS * lanes].map(|count| bytes.words(count));
    let [moves_end, lives_end, texts_end] = ends;
    let first = bytes.numbers(size.points() * lanes)?;
    let moves = RaggedArray {
        all: bytes.numbers(moves)?,
        ends: moves_end?,
    };
    let lives = bytes.numbers(3 * lives)?;
    let lives = RaggedArray {
        all: lives.as_chunks::<3>().0.to_vec(),
        ends: lives_end?,
    };
    let texts = RaggedArray {
        all: bytes.take(texts)?.to_vec(),
        ends: texts_end?,
    };
    if !bytes.rest.is_empty() {
        return Err("something after the last game");
    }
    Segment::from_parts(size, lanes, &first, moves, lives, texts).ok_or("a game that is none")
}

/// Reads numbers from the front of a byte string; its errors describe the fault.
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
