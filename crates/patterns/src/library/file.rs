//! The index on disk. It begins with `KBZ-GAME`, version, number of segments, length of the segments and length of the
//! directory in bytes (8 bytes each), CRC-32 of all this and of the directory; then come the segments, then the
//! directory. Numbers are little-endian, of 4 bytes where nothing is said.
//!
//! The directory has for every segment: columns, rows (a byte each), number of games (2 bytes), length in bytes (8
//! bytes), CRC-32; then the games' numbers. It is read when the index is opened; a segment, when it is first asked
//! for.

use std::fs::File;
use std::io::{Read, Seek, SeekFrom, Write};
use std::path::Path;
use std::sync::{Arc, Mutex};

use go_rules::Size;
use rayon::prelude::*;

use super::Library;
use super::encoding::{Reader, VERSION, decoded};
use super::error::LibraryError;
use super::first_stones::LANES;
use super::shelf::{Shelf, Stored};
use crate::replace::replace;

const MAGIC: &[u8; 8] = b"KBZ-GAME";
const HEADER: usize = 36;

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
    /// The file should not be written to while the library is used (that [`save`](Library::save) puts another in its
    /// place does no harm on systems where an open file stays): what is not as it was is an error when it is asked
    /// for.
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
            let entry = Entry::read(&mut directory, offset).map_err(LibraryError::Malformed)?;
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

impl Entry {
    /// The next of the directory; its segment begins at `offset` among the bytes of segments.
    fn read(directory: &mut Reader<'_>, offset: u64) -> Result<Entry, &'static str> {
        let head = directory.take(4)?;
        let size = Size::new(head[0].into(), head[1].into()).map_err(|_| "a board that is none")?;
        let lanes = usize::from(u16::from_le_bytes([head[2], head[3]]));
        if !(1..=LANES).contains(&lanes) {
            return Err("a segment of no game or too many");
        }
        let (length, checksum) = (directory.long()?, directory.number()?);
        Ok(Entry {
            size,
            ids: directory.words(lanes)?,
            offset,
            length,
            checksum,
        })
    }
}
