//! A segment that may still be on disk: it is read when it is first needed.

use std::fs::File;
use std::io::{Read, Seek, SeekFrom};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use go_rules::Size;

use super::encoding::{decoded, encoded};
use super::error::LibraryError;
use super::first_stones::{EACH, LANES};
use super::segment::Segment;

/// A segment, with what is known without reading it.
#[derive(Clone, Debug)]
pub(super) struct LazySegment {
    pub(super) size: Size,
    /// The numbers of the games by lane, ascending.
    pub(super) ids: Vec<u32>,
    /// Lanes that have a game, as bits.
    alive: Vec<u64>,
    segment: OnceLock<Segment>,
    /// The unchanged segment in a file, if any.
    stored: Option<Stored>,
}

/// The location of a segment in a file.
#[derive(Clone, Debug)]
pub(super) struct Stored {
    pub(super) file: Arc<Mutex<File>>,
    /// Number of the segment in the file, from 0.
    pub(super) part: usize,
    /// Offset of its bytes.
    pub(super) offset: u64,
    /// Number of its bytes.
    pub(super) length: u64,
    /// CRC-32 of its bytes.
    pub(super) checksum: u32,
}

impl LazySegment {
    /// A segment without games.
    pub(super) fn new(size: Size) -> LazySegment {
        LazySegment {
            size,
            ids: Vec::new(),
            alive: Vec::new(),
            segment: Segment::new(size).into(),
            stored: None,
        }
    }

    /// A segment in memory; `ids` are the numbers of its lanes.
    pub(super) fn read(ids: Vec<u32>, segment: Segment) -> LazySegment {
        LazySegment {
            size: segment.size,
            alive: all(ids.len()),
            ids,
            segment: segment.into(),
            stored: None,
        }
    }

    /// A segment that is still on disk.
    pub(super) fn stored(size: Size, ids: Vec<u32>, stored: Stored) -> LazySegment {
        LazySegment {
            size,
            alive: all(ids.len()),
            ids,
            segment: OnceLock::new(),
            stored: Some(stored),
        }
    }

    /// The same games with all numbers increased by `by`.
    pub(super) fn renumbered(mut self, by: u32) -> LazySegment {
        self.ids.iter_mut().for_each(|id| *id += by);
        self
    }

    /// The segment, read now if it was not read before. A failed read is tried again the next time.
    pub(super) fn segment(&self) -> Result<&Segment, LibraryError> {
        if let Some(segment) = self.segment.get() {
            return Ok(segment);
        }
        let segment = match &self.stored {
            Some(stored) => decoded(self.size, self.ids.len(), &stored.bytes()?)
                .map_err(|problem| stored.damaged(problem))?,
            None => Segment::new(self.size),
        };
        Ok(self.segment.get_or_init(|| segment))
    }

    /// Checks the segment in memory and on disk.
    pub(super) fn verify(&self) -> Result<(), LibraryError> {
        if let Some(stored) = &self.stored {
            let bytes = stored.bytes()?;
            decoded(self.size, self.ids.len(), &bytes)
                .map_err(|problem| stored.damaged(problem))?;
        }
        Ok(())
    }

    /// The encoded segment without removed games; `None` if no game is left.
    pub(super) fn bytes(&self) -> Result<Option<Vec<u8>>, LibraryError> {
        let left = self.alive.iter().map(|word| word.count_ones() as usize);
        let left = left.sum::<usize>();
        if left == 0 {
            return Ok(None);
        }
        Ok(Some(match &self.stored {
            Some(stored) if left == self.ids.len() => stored.bytes()?,
            _ => encoded(&self.segment()?.packed(|lane| self.is_alive(lane))),
        }))
    }

    /// Adds a game with `push`.
    pub(super) fn add(
        &mut self,
        id: u32,
        push: impl FnOnce(&mut Segment),
    ) -> Result<(), LibraryError> {
        self.segment()?;
        if let Some(segment) = self.segment.get_mut() {
            push(segment);
        }
        let lane = self.ids.len();
        self.stored = None;
        self.ids.push(id);
        self.alive.resize(lane / EACH + 1, 0);
        self.alive[lane / EACH] |= 1 << (lane % EACH);
        Ok(())
    }

    pub(super) fn is_full(&self) -> bool {
        self.ids.len() == LANES
    }

    /// Removes a game.
    pub(super) fn remove(&mut self, lane: usize) {
        self.alive[lane / EACH] &= !(1 << (lane % EACH));
    }

    fn is_alive(&self, lane: usize) -> bool {
        self.alive[lane / EACH] >> (lane % EACH) & 1 != 0
    }

    /// The numbers of the games that were not removed.
    pub(super) fn left(&self) -> impl Iterator<Item = u32> + '_ {
        let games = self.ids.iter().enumerate();
        games.filter_map(|(lane, &id)| self.is_alive(lane).then_some(id))
    }

    /// The lanes that have a game, as bits.
    pub(super) fn alive(&self) -> &[u64] {
        &self.alive
    }

    /// Memory in bytes used now.
    pub(super) fn memory(&self) -> usize {
        let read = self.segment.get().map_or(0, Segment::memory);
        read + 4 * self.ids.capacity() + 8 * self.alive.capacity()
    }
}

impl Stored {
    /// Reads the bytes and checks their checksum.
    fn bytes(&self) -> Result<Vec<u8>, LibraryError> {
        let mut bytes = vec![0; self.length as usize];
        {
            // A poisoned lock is harmless: every reader seeks first.
            let mut file = self.file.lock().unwrap_or_else(PoisonError::into_inner);
            file.seek(SeekFrom::Start(self.offset))?;
            file.read_exact(&mut bytes)?;
        }
        if crc32fast::hash(&bytes) != self.checksum {
            return Err(self.damaged("wrong checksum"));
        }
        Ok(bytes)
    }

    fn damaged(&self, problem: &'static str) -> LibraryError {
        let part = self.part;
        LibraryError::Damaged { part, problem }
    }
}

/// Bits set for this number of games.
fn all(lanes: usize) -> Vec<u64> {
    let word = |first: usize| u64::MAX >> (EACH - (lanes - first).min(EACH));
    (0..lanes).step_by(EACH).map(word).collect()
}
