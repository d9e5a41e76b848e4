//! Where the games of a segment are: in memory, or in a file from which they are read when they are first asked for.

use std::fs::File;
use std::io::{Read, Seek, SeekFrom};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use go_rules::Size;

use super::encoding::{decoded, encoded};
use super::error::LibraryError;
use super::first_stones::{EACH, LANES};
use super::segment::Segment;

/// A segment, and what is known of it without reading it.
#[derive(Clone, Debug)]
pub(super) struct Shelf {
    pub(super) size: Size,
    /// By lane, the game's number; ascending.
    pub(super) ids: Vec<u32>,
    /// Lanes that have a game, as bits.
    alive: Vec<u64>,
    segment: OnceLock<Segment>,
    /// Where the segment is written just as it is.
    stored: Option<Stored>,
}

/// The place of a segment in a file.
#[derive(Clone, Debug)]
pub(super) struct Stored {
    pub(super) file: Arc<Mutex<File>>,
    /// Which one of the file's segments, from 0.
    pub(super) part: usize,
    /// Where its bytes begin.
    pub(super) offset: u64,
    /// How many there are.
    pub(super) length: u64,
    /// Their CRC-32.
    pub(super) checksum: u32,
}

impl Shelf {
    /// A shelf without games.
    pub(super) fn new(size: Size) -> Shelf {
        Shelf {
            size,
            ids: Vec::new(),
            alive: Vec::new(),
            segment: Segment::new(size).into(),
            stored: None,
        }
    }

    /// Games that have been read: the numbers are those of the segment's lanes.
    pub(super) fn read(ids: Vec<u32>, segment: Segment) -> Shelf {
        Shelf {
            size: segment.size,
            alive: all(ids.len()),
            ids,
            segment: segment.into(),
            stored: None,
        }
    }

    /// Games that are not read yet.
    pub(super) fn stored(size: Size, ids: Vec<u32>, stored: Stored) -> Shelf {
        Shelf {
            size,
            alive: all(ids.len()),
            ids,
            segment: OnceLock::new(),
            stored: Some(stored),
        }
    }

    /// The same games with larger numbers.
    pub(super) fn renumbered(mut self, by: u32) -> Shelf {
        self.ids.iter_mut().for_each(|id| *id += by);
        self
    }

    /// The games, which are read now if they have not been before. What cannot be read is tried anew next time.
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

    /// Whether all is as it was written, in memory and on disk.
    pub(super) fn verify(&self) -> Result<(), LibraryError> {
        if let Some(stored) = &self.stored {
            let bytes = stored.bytes()?;
            decoded(self.size, self.ids.len(), &bytes)
                .map_err(|problem| stored.damaged(problem))?;
        }
        Ok(())
    }

    /// The segment as it is written, without games that were taken out; nothing if none is left.
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

    /// Adds a game by `push`.
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

    /// Takes a game out.
    pub(super) fn remove(&mut self, lane: usize) {
        self.alive[lane / EACH] &= !(1 << (lane % EACH));
    }

    fn is_alive(&self, lane: usize) -> bool {
        self.alive[lane / EACH] >> (lane % EACH) & 1 != 0
    }

    /// The numbers of the games that have not been taken out.
    pub(super) fn left(&self) -> impl Iterator<Item = u32> + '_ {
        let games = self.ids.iter().enumerate();
        games.filter_map(|(lane, &id)| self.is_alive(lane).then_some(id))
    }

    /// The lanes that have a game, as bits.
    pub(super) fn alive(&self) -> &[u64] {
        &self.alive
    }

    /// Bytes of memory it takes now.
    pub(super) fn memory(&self) -> usize {
        let read = self.segment.get().map_or(0, Segment::memory);
        read + 4 * self.ids.capacity() + 8 * self.alive.capacity()
    }
}

impl Stored {
    /// The bytes, with the right checksum.
    fn bytes(&self) -> Result<Vec<u8>, LibraryError> {
        let mut bytes = vec![0; self.length as usize];
        {
            // Whoever had the file before has left nothing that matters: everybody goes to their place first.
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

/// As many bits as there are games.
fn all(lanes: usize) -> Vec<u64> {
    let word = |first: usize| u64::MAX >> (EACH - (lanes - first).min(EACH));
    (0..lanes).step_by(EACH).map(word).collect()
}
