//! The index on disk. It begins with `KBZ-GAME`, version, number of segments, length of the segments and length of the
//! directory in bytes (8 bytes each), CRC-32 of all this and of the directory; then come the segments, then the directory. Numbers are
//! little-endian, of 4 bytes where nothing is said.
//!
//! The directory has for every segment: columns, rows (a byte each), number of games (2 bytes), length in bytes (8 bytes), CRC-32; then
//! the games' numbers. It is read when the index is opened; a segment, when it is first asked for.
//!
//! A segment has up to 1024 games of one size. It is: numbers of moves, lives, bytes of texts, of all its games; where
//! each one's moves end, and its lives; where each of its five texts ends (source, black, white, date, result). Then 2 bytes for the first
//! stone of every point in every game (by point), for every move, and three times two for every life; then the texts (UTF-8). See
//! `timeline.rs` for what they mean.

use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::Path;
use std::sync::{Arc, Mutex};

use go_rules::Size;
use rayon::prelude::*;

use super::segment::{LANES, Pieces, Segment, TEXTS};
use super::shelf::{Shelf, Stored};
use super::{GameId, Library};
use crate::replace::replace;

const MAGIC: &[u8; 8] = b"KBZ-GAME";
const VERSION: u32 = 3;
const HEADER: usize = 36;

/// Why an index could not be read or written, or a game not be had from it.
#[derive(Clone, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum LibraryError {
    /// The disk says no.
    #[error(transparent)]
    Io(Arc<io::Error>),
    /// Something else.
    #[error("not an index of games")]
    Foreign,
    /// Written by another version of this crate.
    #[error("an index of version {found}; {VERSION} can be read: learn the games anew")]
    Version {
        /// The version.
        found: u32,
    },
    /// Too few or too many bytes.
    #[error("an index of {found} bytes where {expected} should be")]
    Length {
        /// By its header.
        expected: u64,
        /// What is there.
        found: u64,
    },
    /// Some bytes of the directory are not what was written.
    #[error("a damaged index: wrong checksum")]
    Checksum,
    /// Written by something that does not know the format.
    #[error("a damaged index: {0}")]
    Malformed(&'static str),
    /// Some games cannot be read.
    #[error("part {part} of the index is damaged: {problem}")]
    Damaged {
        /// Which thousand of games, from 0.
        part: usize,
        /// What is wrong.
        problem: &'static str,
    },
    /// There is no game of this number.
    #[error("there is no game of number {}", .0.0)]
    NoGame(GameId),
}

impl From<io::Error> for LibraryError {
    fn from(error: io::Error) -> LibraryError {
        LibraryError::Io(Arc::new(error))
    }
}

impl Library {
    /// Writes the index. It is written beside `path` first, under a name of its own, and then put in its place, so that
    /// there is always a whole one, the old or the new. Of a symbolic link, the file it names is replaced.
    ///
    /// # Errors
    /// When it cannot be written, `path` is no file, or what it was opened from cannot be read.
    pub fn save(&self, path: &Path) -> Result<(), LibraryError> {
        replace(path, |file| self.write(file))
    }

    fn write(&self, file: &mut File) -> Result<(), LibraryError> {
        file.write_all(&[0; HEADER])?;
        // Games are numbered anew, in their order.
        let mut numbers = vec![0; self.games.len()];
        let kept = self.games.iter().zip(&mut numbers);
        let kept = kept.filter_map(|(game, number)| game.map(|_| number));
        kept.zip(0_u32..).for_each(|(number, new)| *number = new);
        let (mut length, mut count, mut directory) = (0, 0_u32, Vec::new());
        for shelf in &self.shelves {
            let Some(bytes) = shelf.bytes()? else {
                continue;
            };
            file.write_all(&bytes)?;
            count += 1;
            length += bytes.len() as u64;
            directory.extend([shelf.size.cols() as u8, shelf.size.rows() as u8]);
            directory.extend((shelf.left().count() as u16).to_le_bytes());
            directory.extend((bytes.len() as u64).to_le_bytes());
            directory.extend(crc32fast::hash(&bytes).to_le_bytes());
            directory.extend(
                shelf
                    .left()
                    .flat_map(|id| numbers[id as usize].to_le_bytes()),
            );
        }
        file.write_all(&directory)?;
        let mut header = MAGIC.to_vec();
        header.extend(VERSION.to_le_bytes());
        header.extend(count.to_le_bytes());
        header.extend(length.to_le_bytes());
        header.extend((directory.len() as u64).to_le_bytes());
        let mut sum = crc32fast::Hasher::new();
        sum.update(&header);
        sum.update(&directory);
        header.extend(sum.finalize().to_le_bytes());
        file.seek(SeekFrom::Start(0))?;
        file.write_all(&header)?;
        Ok(())
    }

    /// Opens an index. Its directory is read and checked now; games are read, and checked, when they are first asked
    /// for ([`Library::verify`] checks all).
    ///
    /// The file should not be written to while the library is used (that [`save`](Library::save) puts another in its place
    /// does no harm on systems where an open file stays): what is not as it was is an error when it is asked for.
    ///
    /// # Errors
    /// When it cannot be read, or is not what [`Library::save`] wrote.
    pub fn open(path: &Path) -> Result<Library, LibraryError> {
        let mut file = File::open(path)?;
        let found = file.metadata()?.len();
        let mut header = Vec::new();
        Read::by_ref(&mut file)
            .take(HEADER as u64)
            .read_to_end(&mut header)?;
        let header = Header::read(&header, found)?;
        file.seek(SeekFrom::Start(HEADER as u64 + header.length))?;
        let mut directory = Vec::new();
        Read::by_ref(&mut file)
            .take(header.directory)
            .read_to_end(&mut directory)?;
        let file = Arc::new(Mutex::new(file));
        let shelf = |part, entry: Entry| {
            let stored = Stored {
                file: Arc::clone(&file),
                part,
                offset: HEADER as u64 + entry.offset,
                length: entry.length,
                checksum: entry.checksum,
            };
            Shelf::stored(entry.size, entry.ids, stored)
        };
        let entries = header.entries(&directory)?.into_iter().enumerate();
        Library::from_shelves(entries.map(|(part, entry)| shelf(part, entry)).collect())
    }

    /// An index that is in memory; all games are read and checked.
    ///
    /// # Errors
    /// When it is not what [`Library::save`] wrote.
    pub fn from_bytes(bytes: &[u8]) -> Result<Library, LibraryError> {
        let (header, body) = bytes.split_at(bytes.len().min(HEADER));
        let header = Header::read(header, bytes.len() as u64)?;
        let (segments, directory) = body.split_at(header.length as usize);
        let entries = header.entries(directory)?.into_par_iter().enumerate();
        let shelf = |(part, entry): (usize, Entry)| {
            let damaged = |problem| LibraryError::Damaged { part, problem };
            let bytes = &segments[entry.offset as usize..][..entry.length as usize];
            if crc32fast::hash(bytes) != entry.checksum {
                return Err(damaged("wrong checksum"));
            }
            let segment = decoded(entry.size, entry.ids.len(), bytes).map_err(damaged)?;
            Ok(Shelf::read(entry.ids, segment))
        };
        let shelves: Result<Vec<Shelf>, LibraryError> = entries.map(shelf).collect();
        Library::from_shelves(shelves?)
    }

    /// Reads all games that are on disk, as they are there now, and checks them.
    ///
    /// # Errors
    /// When some cannot be read, or are not as they were written.
    pub fn verify(&self) -> Result<(), LibraryError> {
        self.shelves.par_iter().try_for_each(Shelf::verify)
    }

    fn from_shelves(shelves: Vec<Shelf>) -> Result<Library, LibraryError> {
        let mut games = vec![None; shelves.iter().map(|shelf| shelf.ids.len()).sum()];
        for (at, shelf) in shelves.iter().enumerate() {
            for (lane, &id) in shelf.ids.iter().enumerate() {
                let game = games.get_mut(id as usize).filter(|game| game.is_none());
                let game = game.ok_or(LibraryError::Malformed("a game without a number"))?;
                *game = Some((at as u32, lane as u16));
            }
            if !shelf.ids.is_sorted() {
                return Err(LibraryError::Malformed("games out of order"));
            }
        }
        Ok(Library { shelves, games })
    }
}

/// What the first bytes say.
struct Header {
    count: u32,
    /// Bytes of segments.
    length: u64,
    /// Bytes of the directory.
    directory: u64,
    /// Of the header before it.
    sum: crc32fast::Hasher,
    checksum: u32,
}

impl Header {
    /// From the first bytes of an index that has `found`.
    fn read(bytes: &[u8], found: u64) -> Result<Header, LibraryError> {
        if !bytes.starts_with(MAGIC) {
            return Err(LibraryError::Foreign);
        }
        let mut header = Reader {
            rest: &bytes[MAGIC.len()..],
        };
        let short = |_| LibraryError::Length {
            expected: HEADER as u64,
            found,
        };
        let version = header.number().map_err(short)?;
        if version != VERSION {
            return Err(LibraryError::Version { found: version });
        }
        let count = header.number().map_err(short)?;
        let [length, directory] = [(); 2].map(|()| header.long().map_err(short));
        let (length, directory) = (length?, directory?);
        let checksum = header.number().map_err(short)?;
        let expected = length.saturating_add(directory);
        let expected = expected.saturating_add(HEADER as u64);
        if found != expected {
            return Err(LibraryError::Length { expected, found });
        }
        let mut sum = crc32fast::Hasher::new();
        sum.update(&bytes[..HEADER - 4]);
        Ok(Header {
            count,
            length,
            directory,
            sum,
            checksum,
        })
    }

    fn entries(self, directory: &[u8]) -> Result<Vec<Entry>, LibraryError> {
        let mut sum = self.sum;
        sum.update(directory);
        if sum.finalize() != self.checksum {
            return Err(LibraryError::Checksum);
        }
        let mut directory = Reader { rest: directory };
        let (mut entries, mut offset) = (Vec::new(), 0_u64);
        for _ in 0..self.count {
            let entry = directory.entry(offset).map_err(LibraryError::Malformed)?;
            offset = offset.saturating_add(entry.length);
            entries.push(entry);
        }
        if !directory.rest.is_empty() || offset != self.length {
            return Err(LibraryError::Malformed("a directory of something else"));
        }
        Ok(entries)
    }
}

/// What the directory says about a segment.
struct Entry {
    size: Size,
    ids: Vec<u32>,
    /// Where it begins among the bytes of segments.
    offset: u64,
    length: u64,
    checksum: u32,
}

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

struct Reader<'a> {
    rest: &'a [u8],
}

impl<'a> Reader<'a> {
    fn take(&mut self, length: usize) -> Result<&'a [u8], &'static str> {
        let (taken, rest) = self
            .rest
            .split_at_checked(length)
            .ok_or("something is cut off")?;
        self.rest = rest;
        Ok(taken)
    }

    fn number(&mut self) -> Result<u32, &'static str> {
        let mut four = [0; 4];
        four.copy_from_slice(self.take(4)?);
        Ok(u32::from_le_bytes(four))
    }

    fn long(&mut self) -> Result<u64, &'static str> {
        let mut eight = [0; 8];
        eight.copy_from_slice(self.take(8)?);
        Ok(u64::from_le_bytes(eight))
    }

    fn words(&mut self, count: usize) -> Result<Vec<u32>, &'static str> {
        let words = self.take(4 * count)?.as_chunks::<4>().0.iter();
        Ok(words.map(|&four| u32::from_le_bytes(four)).collect())
    }

    fn numbers(&mut self, count: usize) -> Result<Vec<u16>, &'static str> {
        let numbers = self.take(2 * count)?.as_chunks::<2>().0.iter();
        Ok(numbers.map(|&two| u16::from_le_bytes(two)).collect())
    }

    /// The next of the directory.
    fn entry(&mut self, offset: u64) -> Result<Entry, &'static str> {
        let head = self.take(4)?;
        let size = Size::new(head[0].into(), head[1].into()).map_err(|_| "a board that is none")?;
        let lanes = usize::from(u16::from_le_bytes([head[2], head[3]]));
        if !(1..=LANES).contains(&lanes) {
            return Err("a segment of no game or too many");
        }
        let (length, checksum) = (self.long()?, self.number()?);
        let ids = self.words(lanes)?;
        Ok(Entry {
            size,
            ids,
            offset,
            length,
            checksum,
        })
    }
}
