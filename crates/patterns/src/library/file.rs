//! The index on disk: `KBZ-GAME`, version, number of games, CRC-32 of the games, their length in bytes; then
//! the games. Numbers are little-endian.
//!
//! A game is: columns and rows (a byte each); numbers of moves and of lives (4 bytes each); source, black, white, date,
//! result (each 4 bytes of length, and UTF-8); then 2 bytes for every point (its first stone), every move, and three times
//! two for every life. See `timeline.rs` for what they mean.

use std::fs::File;
use std::io::{Read, Write};
use std::path::Path;

use go_rules::Size;

use super::timeline::{MAX_MOVES, Timeline};
use super::{GameInfo, Library};

const MAGIC: &[u8; 8] = b"KBZ-GAME";
const VERSION: u32 = 1;
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
        let mut body = Vec::new();
        for (info, game) in self.games.iter().flatten() {
            body.extend([game.size.cols() as u8, game.size.rows() as u8]);
            body.extend((game.moves.len() as u32).to_le_bytes());
            body.extend((game.lives.len() as u32).to_le_bytes());
            for text in [
                &info.source,
                &info.black,
                &info.white,
                &info.date,
                &info.result,
            ] {
                body.extend((text.len() as u32).to_le_bytes());
                body.extend(text.as_bytes());
            }
            let numbers = game.first.iter().chain(&game.moves);
            let numbers = numbers.chain(game.lives.as_flattened());
            body.extend(numbers.flat_map(|number| number.to_le_bytes()));
        }
        let mut name = path.file_name().unwrap_or_default().to_owned();
        name.push(".part");
        let part = path.with_file_name(name);
        let mut file = File::create(&part)?;
        file.write_all(MAGIC)?;
        file.write_all(&VERSION.to_le_bytes())?;
        file.write_all(&(self.len() as u32).to_le_bytes())?;
        file.write_all(&crc32fast::hash(&body).to_le_bytes())?;
        file.write_all(&(body.len() as u64).to_le_bytes())?;
        file.write_all(&body)?;
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
        let mut bytes = Vec::new();
        File::open(path)?.read_to_end(&mut bytes)?;
        Library::from_bytes(&bytes)
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
        let mut games = Vec::new();
        for _ in 0..count {
            games.push(Some(body.game().map_err(LibraryError::Malformed)?));
        }
        if !body.rest.is_empty() {
            return Err(LibraryError::Malformed("something after the last game"));
        }
        Ok(Library { games })
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

    fn text(&mut self) -> Result<String, &'static str> {
        let length = self.number()? as usize;
        let text = std::str::from_utf8(self.take(length)?).map_err(|_| "a text that is none")?;
        Ok(text.to_owned())
    }

    fn numbers(&mut self, count: usize) -> Result<Box<[u16]>, &'static str> {
        let bytes = self.take(2 * count)?;
        let numbers = bytes.as_chunks::<2>().0.iter();
        Ok(numbers.map(|&pair| u16::from_le_bytes(pair)).collect())
    }

    fn game(&mut self) -> Result<(GameInfo, Timeline), &'static str> {
        let [cols, rows] = [(); 2].map(|()| self.take(1).map(|byte| usize::from(byte[0])));
        let size = Size::new(cols?, rows?).map_err(|_| "a board that is none")?;
        let (moves, lives) = (self.number()? as usize, self.number()? as usize);
        if moves > MAX_MOVES || lives > MAX_MOVES + size.points() {
            return Err("a game that is too long");
        }
        let info = GameInfo {
            source: self.text()?,
            black: self.text()?,
            white: self.text()?,
            date: self.text()?,
            result: self.text()?,
        };
        let first = self.numbers(size.points())?;
        let moves = self.numbers(moves)?;
        let lives = self.numbers(3 * lives)?;
        let lives = lives.as_chunks::<3>().0.into();
        let in_range = |point: u16| usize::from(point) < size.points();
        let lives: Box<[[u16; 3]]> = lives;
        if !lives.iter().all(|life| in_range(life[0])) {
            return Err("a stone off the board");
        }
        let game = Timeline::from_parts(size, first, moves, lives);
        if !game.is_sound() {
            return Err("a game that is none");
        }
        Ok((info, game))
    }
}
