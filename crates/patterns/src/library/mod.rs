//! Collections of games, searched for patterns.

mod answer;
mod encoding;
mod error;
mod file;
mod first_stones;
mod form;
mod game;
mod info;
mod pieces;
mod query;
mod scan;
mod search;
mod segment;
mod shelf;
mod sieve;
mod signature;
mod span;
mod sums;
mod timeline;

use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use go_rules::record::{Limits, Record, RecordError, decode};

pub use answer::{Answer, Continuation, Hit, Next, Tally};
pub use error::{AddError, Fault, LibraryError};
pub use game::Game;
pub use info::{GameId, GameInfo};
pub use query::{Query, QueryError};
use shelf::Shelf;
pub use signature::{Signature, SignatureError};
use timeline::Timeline;

/// Many games, indexed so that every position of them can be asked for.
///
/// Games are kept as the lifetimes of their stones, about 1.2 kB for a game of 200 moves on 19×19. Only the main
/// line of a record is searched: what was played. Variations are what somebody thought of it, and would count
/// as often as games.
///
/// A library that is [opened](Library::open) from an index reads games when they are first needed. If games cannot be
/// read, or are damaged, calls that need them return a [`LibraryError`], never a wrong answer; [`Library::verify`]
/// checks all of them.
///
/// ```
/// use patterns::{Library, Pattern, Query};
///
/// let mut library = Library::new();
/// library.add_text("(;SZ[9]RE[B+R];B[cc];W[gg];B[gc])(;SZ[9]RE[W+2];B[gg];W[cc];B[cg])", "two.sgf", |_| {});
/// let approach: Pattern = "
///     | . . . . .
///     | . . X . .
///     | . . . . .
///     | . . . . .".parse()?;
/// let enclosed = approach.anchored(patterns::Anchor::BOTTOM);
/// let answer = library.search(&Query::new(enclosed))?;
/// // Each game has black stones in two corners and a white one in another; colours may be exchanged.
/// assert_eq!((answer.games, answer.hits.len()), (2, 12));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Library {
    /// In the order of the first games that came to them.
    shelves: Vec<Shelf>,
    /// By number, the game's shelf and lane there.
    games: Vec<Option<(u32, u16)>>,
}

/// How far [`Library::add_folder`] has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Progress {
    /// Files done.
    pub files: usize,
    /// Files there are.
    pub of: usize,
    /// Games in the library.
    pub games: usize,
}

impl Library {
    /// A library without games.
    #[must_use]
    pub fn new() -> Library {
        Library::default()
    }

    /// Number of games.
    #[must_use]
    pub fn len(&self) -> usize {
        self.games.iter().flatten().count()
    }

    /// Whether there is no game.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Bytes of memory it takes now; games of an index that was opened take none before they are first asked for.
    #[must_use]
    pub fn memory(&self) -> usize {
        let shelves = self.shelves.iter().map(Shelf::memory);
        shelves.sum::<usize>() + self.games.capacity() * size_of::<Option<(u32, u16)>>()
    }

    /// Adds a game.
    ///
    /// # Errors
    /// When it is too long, or its setup is no position; or when the index that the library was opened from is damaged.
    pub fn add(&mut self, record: &Record, source: &str) -> Result<GameId, AddError> {
        record.start().map_err(RecordError::from)?;
        let timeline = Timeline::new(record).ok_or(AddError::TooLong {
            moves: record.moves.len(),
        })?;
        let info = GameInfo {
            source: source.to_owned(),
            black: record.info.black.clone(),
            white: record.info.white.clone(),
            date: record.info.date.clone(),
            result: record.info.result.clone(),
        };
        let id = self.games.len() as u32;
        let open = |shelf: &Shelf| shelf.size == record.size && !shelf.is_full();
        let at = self.shelves.iter().rposition(open).unwrap_or_else(|| {
            self.shelves.push(Shelf::new(record.size));
            self.shelves.len() - 1
        });
        let lane = self.shelves[at].ids.len() as u16;
        self.shelves[at].add(id, |segment| segment.push(&info, &timeline))?;
        self.games.push(Some((at as u32, lane)));
        Ok(GameId(id))
    }

    /// Adds the games of an SGF text; `fault` hears of those that have one, and the rest goes on. Returns how
    /// many were added.
    pub fn add_text(&mut self, text: &str, source: &str, mut fault: impl FnMut(Fault)) -> usize {
        let before = self.games.len();
        for (i, read) in Record::read_each(text, &Limits::default()).enumerate() {
            let source = if i == 0 {
                source.to_owned()
            } else {
                format!("{source}#{}", i + 1)
            };
            let (error, kept) = match read {
                Ok(record) => match self.add(&record, &source) {
                    Ok(_) => continue,
                    Err(error) => (error, None),
                },
                Err(error) => {
                    let part = error.record().filter(|record| !record.moves.is_empty());
                    let kept = part.and_then(|record| self.add(record, &source).ok());
                    (error.into(), kept)
                }
            };
            fault(Fault {
                source,
                error,
                kept,
            });
        }
        self.games.len() - before
    }

    /// Adds all `.sgf` files of a folder and the folders in it, one after another and in the order of their names; or
    /// one file of any name. `progress` is called after every file and may stop; `fault` is called for every fault.
    ///
    /// # Errors
    /// When the folder cannot be read.
    pub fn add_folder(
        &mut self,
        folder: &Path,
        mut progress: impl FnMut(Progress) -> ControlFlow<()>,
        mut fault: impl FnMut(Fault),
    ) -> std::io::Result<usize> {
        let before = self.games.len();
        let mut paths = Vec::new();
        if folder.is_file() {
            paths.push(folder.to_owned());
        } else {
            find_files(folder, &mut paths)?;
        }
        paths.sort();
        for (i, path) in paths.iter().enumerate() {
            let inside = path.strip_prefix(folder);
            let inside = inside.ok().filter(|rest| !rest.as_os_str().is_empty());
            let source = inside.unwrap_or(path).display().to_string();
            match read(path) {
                Ok(bytes) => {
                    self.add_text(&decode(&bytes), &source, &mut fault);
                }
                Err(error) => fault(Fault {
                    source,
                    error: AddError::Unreadable(error.to_string()),
                    kept: None,
                }),
            }
            let done = Progress {
                files: i + 1,
                of: paths.len(),
                games: self.games.len(),
            };
            if progress(done).is_break() {
                break;
            }
        }
        Ok(self.games.len() - before)
    }

    /// Adds all games of another library, with numbers from this one's next on. Games that were not read from an index
    /// yet are not read now.
    ///
    /// ```
    /// use patterns::{Library, Pattern, Query};
    ///
    /// let [mut one, other] = ["(;SZ[9];B[cc];W[gg])", "(;SZ[9];B[gg];W[cc];B[cg])"].map(|text| {
    ///     let mut library = Library::new();
    ///     library.add_text(text, "games.sgf", |_| {});
    ///     library
    /// });
    /// let corner: Pattern = ". . . .\n. X . .\n. . . .\n- - - -".parse()?;
    /// let query = Query::new(corner);
    /// // Answers of parts add up to that of the whole.
    /// let mut sum = one.search(&query)?;
    /// sum.add(other.search(&query)?, one.len() as u32);
    /// one.merge(other);
    /// assert_eq!(one.search(&query)?, sum);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Panics
    /// If there are more than 2³² games.
    pub fn merge(&mut self, other: Library) {
        let (games, shelves) = (self.games.len(), self.shelves.len());
        let more = u32::try_from(games + other.games.len());
        assert!(more.is_ok(), "more than 2³² games");
        let (first_game, first_shelf) = (games as u32, shelves as u32);
        self.shelves.extend(
            other
                .shelves
                .into_iter()
                .map(|shelf| shelf.renumbered(first_game)),
        );
        let games = other.games.into_iter();
        let games = games.map(|game| game.map(|(shelf, lane)| (first_shelf + shelf, lane)));
        self.games.extend(games);
    }

    /// Removes a game; `false` if there is no game of this number.
    pub fn remove(&mut self, id: GameId) -> bool {
        let game = self.games.get_mut(id.0 as usize).and_then(Option::take);
        if let Some((shelf, lane)) = game {
            self.shelves[shelf as usize].remove(usize::from(lane));
        }
        game.is_some()
    }

    /// All games' numbers.
    pub fn ids(&self) -> impl Iterator<Item = GameId> + '_ {
        let games = self.games.iter().enumerate();
        games.filter_map(|(i, game)| game.as_ref().map(|_| GameId(i as u32)))
    }

    /// A game: its board, moves, positions and information.
    ///
    /// # Errors
    /// When there is no game of this number, or it cannot be read from the index that the library was opened from.
    pub fn game(&self, id: GameId) -> Result<Game<'_>, LibraryError> {
        let game = self.games.get(id.0 as usize).copied().flatten();
        let (shelf, lane) = game.ok_or(LibraryError::NoGame(id))?;
        let segment = self.shelves[shelf as usize].segment()?;
        Ok(Game::new(segment, usize::from(lane)))
    }
}

/// A pipe would be waited for for ever, a device may never end.
fn read(path: &Path) -> std::io::Result<Vec<u8>> {
    match std::fs::metadata(path)?.is_file() {
        true => std::fs::read(path),
        false => Err(std::io::Error::other("not a regular file")),
    }
}

fn find_files(folder: &Path, paths: &mut Vec<PathBuf>) -> std::io::Result<()> {
    for entry in std::fs::read_dir(folder)? {
        let entry = entry?;
        let path = entry.path();
        if entry.file_type()?.is_dir() {
            find_files(&path, paths)?;
        } else if path
            .extension()
            .is_some_and(|e| e.eq_ignore_ascii_case("sgf"))
        {
            paths.push(path);
        }
    }
    Ok(())
}
