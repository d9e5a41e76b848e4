//! The index file. It begins with `KBZ-GAME`, the version, the number of segments, the length of the segments and of
//! the directory in bytes (8 bytes each), and the CRC-32 of this header and the directory; then come the segments, then
//! the directory. Numbers are little-endian, with 4 bytes unless stated otherwise.
//!
//! For every segment, the directory has: columns, rows (one byte each), number of games (2 bytes), length in bytes (8
//! bytes), CRC-32; then the numbers of the games. It is read when the index is opened; a segment is read when it is
//! first needed.

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
use super::lazy_segment::{LazySegment, Stored};
use crate::replace::replace;

const MAGIC: &[u8; 8] = b"KBZ-GAME";
const HEADER: usize = 36;

impl Library {
    /// Writes the index, atomically: first to a temporary file next to `path`, which then replaces it. If `path` is a
    /// symbolic link, its target is replaced.
    ///
    /// # Errors
    /// If the index cannot be written, `path` is not a file, or the index that the library was opened from cannot be
    /// read.
    pub fn save(&self, path: &Path) -> Result<(), LibraryError> {
        replace(path, |file| self.write(file))
    }

    fn write(&self, file: &mut File) -> Result<(), LibraryError> {
        file.write_all(&[0; HEADER])?;
        // Games are renumbered in their order.
        let mut numbers = vec![0; self.games.len()];
        let kept = self.games.iter().zip(&mut numbers);
        let kept = kept.filter_map(|(game, number)| game.map(|_| number));
        kept.zip(0_u32..).for_each(|(number, new)| *number = new);
        let (mut length, mut count, mut directory) = (0, 0_u32, Vec::new());
        for segment in &self.segments {
            let Some(bytes) = segment.bytes()? else {
                continue;
            };
            file.write_all(&bytes)?;
            count += 1;
            length += bytes.len() as u64;
            directory.extend([segment.size.cols() as u8, segment.size.rows() as u8]);
            directory.extend((segment.left().count() as u16).to_le_bytes());
            directory.extend((bytes.len() as u64).to_le_bytes());
            directory.extend(crc32fast::hash(&bytes).to_le_bytes());
            directory.extend(
                segment
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

    /// Opens an index. The directory is read and checked now; games are read and checked when they are first needed
    /// ([`Library::verify`] checks all).
    ///
    /// Do not write to the file while the library is used: changed segments become errors when they are needed.
    /// Replacing the file, as [`save`](Library::save) does, is safe on systems where an open file stays readable.
    ///
    /// # Errors
    /// If the file cannot be read, or is not a valid index.
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
        let segment = |part, entry: Entry| {
            let stored = Stored {
                file: Arc::clone(&file),
                part,
                offset: HEADER as u64 + entry.offset,
                length: entry.length,
                checksum: entry.checksum,
            };
            LazySegment::stored(entry.size, entry.ids, stored)
        };
        let entries = header.entries(&directory)?.into_iter().enumerate();
        Library::from_segments(entries.map(|(part, entry)| segment(part, entry)).collect())
    }

    /// Reads and checks an index in memory, with all its games.
    ///
    /// # Errors
    /// If it is not a valid index.
    pub fn from_bytes(bytes: &[u8]) -> Result<Library, LibraryError> {
        let (header, body) = bytes.split_at(bytes.len().min(HEADER));
        let header = Header::read(header, bytes.len() as u64)?;
        let (segments, directory) = body.split_at(header.length as usize);
        let entries = header.entries(directory)?.into_par_iter().enumerate();
        let segment = |(part, entry): (usize, Entry)| {
            let damaged = |problem| LibraryError::Damaged { part, problem };
            let bytes = &segments[entry.offset as usize..][..entry.length as usize];
            if crc32fast::hash(bytes) != entry.checksum {
                return Err(damaged("wrong checksum"));
            }
            let segment = decoded(entry.size, entry.ids.len(), bytes).map_err(damaged)?;
            Ok(LazySegment::read(entry.ids, segment))
        };
        let segments: Result<Vec<LazySegment>, LibraryError> = entries.map(segment).collect();
        Library::from_segments(segments?)
    }

    /// Reads and checks all games that are on disk.
    ///
    /// # Errors
    /// If some cannot be read, or have changed since they were written.
    pub fn verify(&self) -> Result<(), LibraryError> {
        self.segments.par_iter().try_for_each(LazySegment::verify)
    }

    fn from_segments(segments: Vec<LazySegment>) -> Result<Library, LibraryError> {
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

/// The header of the file.
struct Header {
    count: u32,
    /// Length of all segments, in bytes.
    length: u64,
    /// Length of the directory, in bytes.
    directory: u64,
    /// The checksum so far.
    sum: crc32fast::Hasher,
    checksum: u32,
}

impl Header {
    /// Reads the header from the first bytes of an index of `found` bytes.
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

/// An entry of the directory.
struct Entry {
    size: Size,
    ids: Vec<u32>,
    /// Offset of the segment from the first one, in bytes.
    offset: u64,
    length: u64,
    checksum: u32,
}

impl Entry {
    /// Reads the next entry of the directory, whose segment has this `offset`.
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
