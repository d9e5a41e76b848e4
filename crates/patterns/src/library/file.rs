//! The index on disk: `KBZ-GAME`, version, number of segments, CRC-32 of the segments, their length in bytes (8 bytes);
//! then the segments. Numbers are little-endian, of 4 bytes where nothing is said.
//!
//! A segment has up to 1024 games of one size. It is: columns, rows (a byte each), 0 (2 bytes); numbers of games, moves, lives,
//! bytes of texts, of all its games. Then the games' numbers; where each one's moves end, and its lives; where each of its five
//! texts ends (source, black, white, date, result). Then 2 bytes for the first stone of every point in every game (by point), for every
//! move, and three times two for every life; then the texts (UTF-8). See `timeline.rs` for what they mean.

use std::fs::File;
use std::io::{Seek, SeekFrom, Write};
use std::path::Path;

use go_rules::Size;
use rayon::prelude::*;

use super::Library;
use super::segment::{LANES, Pieces, Segment, TEXTS};

const MAGIC: &[u8; 8] = b"KBZ-GAME";
const VERSION: u32 = 2;
const HEADER: usize = 28;

/// Why an index could not be read or written.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum LibraryError {
    /// The disk says no.
    #[error(transparent)]
    Io(#[from] std::io::Error),
    /// Something else.
    #[error("not an index of games")]
    Foreign,
    /// Written by another version of this crate.
    #[error("an index of version {found}; {VERSION} can be read")]
    Version {
        /// The version.
        found: u32,
    },
    /// Too few or too many bytes.
    #[error("{found} bytes of games where {expected} should be")]
    Length {
        /// By its header.
        expected: u64,
        /// What is there.
        found: u64,
    },
    /// Some bytes are not what was written.
    #[error("a damaged index: wrong checksum")]
    Checksum,
    /// Written by something that does not know the format.
    #[error("a damaged index: {0}")]
    Malformed(&'static str),
}

impl Library {
    /// Writes the index. It is written beside `path` first and then put in its place, so that there is
    /// always a whole one, the old or the new.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn save(&self, path: &Path) -> Result<(), LibraryError> {
        let mut name = path.file_name().unwrap_or_default().to_owned();
        name.push(".part");
        let part = path.with_file_name(name);
        let mut file = File::create(&part)?;
        file.write_all(&[0; HEADER])?;
        // Games are numbered anew, in their order.
        let mut numbers = vec![0; self.games.len()];
        let kept = self.games.iter().zip(&mut numbers);
        let kept = kept.filter_map(|(game, number)| game.map(|_| number));
        kept.zip(0_u32..).for_each(|(number, new)| *number = new);
        let (mut sum, mut length, mut count) = (crc32fast::Hasher::new(), 0, 0_u32);
        for segment in &self.segments {
            let segment = segment.packed(|id| numbers[id as usize]);
            if !segment.ids.is_empty() {
                let bytes = encoded(&segment);
                sum.update(&bytes);
                length += bytes.len() as u64;
                count += 1;
                file.write_all(&bytes)?;
            }
        }
        let mut header = MAGIC.to_vec();
        for number in [VERSION, count, sum.finalize()] {
            header.extend(number.to_le_bytes());
        }
        header.extend(length.to_le_bytes());
        file.seek(SeekFrom::Start(0))?;
        file.write_all(&header)?;
        file.sync_all()?;
        drop(file);
        std::fs::rename(&part, path)?;
        Ok(())
    }

    /// Opens an index.
    ///
    /// # Errors
    /// When it cannot be read, or is not what [`Library::save`] wrote.
    pub fn open(path: &Path) -> Result<Library, LibraryError> {
        Library::from_bytes(&std::fs::read(path)?)
    }

    /// An index that is in memory.
    ///
    /// # Errors
    /// When it is not what [`Library::save`] wrote.
    pub fn from_bytes(bytes: &[u8]) -> Result<Library, LibraryError> {
        if !bytes.starts_with(MAGIC) {
            return Err(LibraryError::Foreign);
        }
        let mut header = Reader {
            rest: &bytes[MAGIC.len()..],
        };
        let short = |_| LibraryError::Length {
            expected: HEADER as u64,
            found: bytes.len() as u64,
        };
        let version = header.number().map_err(short)?;
        if version != VERSION {
            return Err(LibraryError::Version { found: version });
        }
        let [count, checksum, low, high] = [(); 4].map(|()| header.number().map_err(short));
        let (count, checksum) = (count?, checksum?);
        let length = u64::from(low?) | u64::from(high?) << 32;
        let mut body = header;
        if body.rest.len() as u64 != length {
            return Err(LibraryError::Length {
                expected: length.saturating_add(HEADER as u64),
                found: bytes.len() as u64,
            });
        }
        if crc32fast::hash(body.rest) != checksum {
            return Err(LibraryError::Checksum);
        }
        let mut parts = Vec::new();
        for _ in 0..count {
            parts.push(body.part().map_err(LibraryError::Malformed)?);
        }
        if !body.rest.is_empty() {
            return Err(LibraryError::Malformed("something after the last game"));
        }
        let segments: Result<Vec<Segment>, &str> =
            parts.into_par_iter().map(Part::segment).collect();
        let segments = segments.map_err(LibraryError::Malformed)?;
        let mut games = vec![None; segments.iter().map(|segment| segment.ids.len()).sum()];
        for (at, segment) in segments.iter().enumerate() {
            for (lane, &id) in segment.ids.iter().enumerate() {
                let game = games.get_mut(id as usize).filter(|game| game.is_none());
                let game = game.ok_or(LibraryError::Malformed("a game without a number"))?;
                *game = Some((at as u32, lane as u16));
            }
            if !segment.ids.is_sorted() {
                return Err(LibraryError::Malformed("games out of order"));
            }
        }
        Ok(Library { segments, games })
    }
}

/// A segment as it is written.
fn encoded(segment: &Segment) -> Vec<u8> {
    let (moves, lives, texts) = (&segment.moves, &segment.lives, &segment.texts);
    let lanes = segment.ids.len();
    let counts = [lanes, moves.all.len(), lives.all.len(), texts.all.len()];
    let mut bytes = vec![segment.size.cols() as u8, segment.size.rows() as u8, 0, 0];
    let counts = counts.map(|count| count as u32);
    let numbers = counts.iter().chain(&segment.ids);
    let numbers = numbers
        .chain(&moves.ends)
        .chain(&lives.ends)
        .chain(&texts.ends);
    bytes.extend(numbers.flat_map(|number| number.to_le_bytes()));
    for point in 0..segment.size.points() {
        let firsts = &segment.first(point)[..lanes];
        bytes.extend(firsts.iter().flat_map(|number| number.to_le_bytes()));
    }
    let numbers = moves.all.iter().chain(lives.all.as_flattened());
    bytes.extend(numbers.flat_map(|number| number.to_le_bytes()));
    bytes.extend(&texts.all);
    bytes
}

/// The bytes of one segment.
struct Part<'a> {
    size: Size,
    /// Games, moves, lives, bytes of texts.
    counts: [usize; 4],
    bytes: &'a [u8],
}

impl Part<'_> {
    fn segment(self) -> Result<Segment, &'static str> {
        let [lanes, moves, lives, texts] = self.counts;
        let mut bytes = Reader { rest: self.bytes };
        let ids = bytes.words(lanes)?;
        let ends = [
            bytes.words(lanes)?,
            bytes.words(lanes)?,
            bytes.words(TEXTS * lanes)?,
        ];
        let [moves_end, lives_end, texts_end] = ends;
        let first = bytes.numbers(self.size.points() * lanes)?;
        let moves = Pieces {
            all: bytes.numbers(moves)?,
            ends: moves_end,
        };
        let lives = bytes.numbers(3 * lives)?;
        let lives = Pieces {
            all: lives.as_chunks::<3>().0.to_vec(),
            ends: lives_end,
        };
        let texts = Pieces {
            all: bytes.take(texts)?.to_vec(),
            ends: texts_end,
        };
        Segment::from_parts(self.size, ids, first, moves, lives, texts).ok_or("a game that is none")
    }
}

struct Reader<'a> {
    rest: &'a [u8],
}

impl<'a> Reader<'a> {
    fn take(&mut self, length: usize) -> Result<&'a [u8], &'static str> {
        let (taken, rest) = self
            .rest
            .split_at_checked(length)
            .ok_or("a game that is cut off")?;
        self.rest = rest;
        Ok(taken)
    }

    fn number(&mut self) -> Result<u32, &'static str> {
        let mut four = [0; 4];
        four.copy_from_slice(self.take(4)?);
        Ok(u32::from_le_bytes(four))
    }

    fn words(&mut self, count: usize) -> Result<Vec<u32>, &'static str> {
        let words = self.take(4 * count)?.as_chunks::<4>().0.iter();
        Ok(words.map(|&four| u32::from_le_bytes(four)).collect())
    }

    fn numbers(&mut self, count: usize) -> Result<Vec<u16>, &'static str> {
        let numbers = self.take(2 * count)?.as_chunks::<2>().0.iter();
        Ok(numbers.map(|&two| u16::from_le_bytes(two)).collect())
    }

    /// The next segment, not yet looked into.
    fn part(&mut self) -> Result<Part<'a>, &'static str> {
        let head = self.take(4)?;
        let size = Size::new(head[0].into(), head[1].into()).map_err(|_| "a board that is none")?;
        if head[2..] != [0, 0] {
            return Err("a board that is none");
        }
        let [lanes, moves, lives, texts] = [(); 4].map(|()| self.number());
        let counts = [lanes?, moves?, lives?, texts?].map(|count| count as usize);
        let [lanes, moves, lives, texts] = counts;
        if lanes > LANES {
            return Err("too many games in one segment");
        }
        // What comes from 4 bytes cannot overflow 8.
        let length =
            4 * (3 + TEXTS) * lanes + 2 * (size.points() * lanes + moves + 3 * lives) + texts;
        let bytes = self.take(length)?;
        Ok(Part {
            size,
            counts,
            bytes,
        })
    }
}
