//! Collections of games that can be searched for patterns.

mod answer;
mod bitmap_index;
mod encoding;
mod error;
mod file;
mod first_stones;
mod form;
mod game;
mod info;
mod lazy_segment;
mod query;
mod ragged_array;
mod scan;
mod search;
mod segment;
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
use lazy_segment::LazySegment;
pub use query::{Query, QueryError};
pub use signature::{Signature, SignatureError};
use timeline::Timeline;

/// A collection of games, indexed for searches over all their positions.
///
/// Games are stored as the lifetimes of their stones, about 1.2 kB for a game of 200 moves on 19×19. Only the main line
/// of a record, the moves actually played, is searched. Variations are comments and would distort the statistics.
///
/// A library that is [opened](Library::open) from an index reads games when they are first needed. If games are
/// unreadable or damaged, methods that need them return a [`LibraryError`], never a wrong result; [`Library::verify`]
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
    /// In the order in which they were created.
    segments: Vec<LazySegment>,
    /// By game number: the segment and the lane in it.
    games: Vec<Option<(u32, u16)>>,
}

/// The progress of [`Library::add_folder`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Progress {
    /// Files read so far.
    pub files: usize,
    /// Number of files.
    pub of: usize,
    /// Games in the library so far.
    pub games: usize,
}

impl Library {
    /// An empty library.
    #[must_use]
    pub fn new() -> Library {
        Library::default()
    }

    /// Number of games.
    #[must_use]
    pub fn len(&self) -> usize {
        self.games.iter().flatten().count()
    }

    /// Whether there are no games.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Memory in bytes used now; games of an opened index use none until they are first needed.
    #[must_use]
    pub fn memory(&self) -> usize {
        let segments = self.segments.iter().map(LazySegment::memory);
        segments.sum::<usize>() + self.games.capacity() * size_of::<Option<(u32, u16)>>()
    }

    /// Adds a game.
    ///
    /// # Errors
    /// If the game is too long, its setup is not a valid position, or the index that the library was opened from is
    /// damaged.
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
        let open = |segment: &LazySegment| segment.size == record.size && !segment.is_full();
        let at = self.segments.iter().rposition(open).unwrap_or_else(|| {
            self.segments.push(LazySegment::new(record.size));
            self.segments.len() - 1
        });
        let lane = self.segments[at].ids.len() as u16;
        self.segments[at].add(id, |segment| segment.push(&info, &timeline))?;
        self.games.push(Some((at as u32, lane)));
        Ok(GameId(id))
    }

    /// Adds the games of an SGF text and returns their number. `fault` is called for each faulty game; the others are
    /// still added.
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

    /// Adds all `.sgf` files of a folder and its subfolders in the order of their names, or a single file with any
    /// name. `progress` is called after every file and may stop; `fault` is called for every faulty game.
    ///
    /// # Errors
    /// If the folder cannot be read.
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

    /// Adds all games of another library; their numbers continue this library's. Games that are still on disk are not
    /// read.
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
    /// // The results of the parts add up to that of the whole.
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
        let (games, segments) = (self.games.len(), self.segments.len());
        let more = u32::try_from(games + other.games.len());
        assert!(more.is_ok(), "more than 2³² games");
        let (first_game, first_segment) = (games as u32, segments as u32);
        self.segments.extend(
            other
                .segments
                .into_iter()
                .map(|segment| segment.renumbered(first_game)),
        );
        let games = other.games.into_iter();
        let games = games.map(|game| game.map(|(segment, lane)| (first_segment + segment, lane)));
        self.games.extend(games);
    }

    /// Removes a game; returns `false` if there is no game with this number.
    pub fn remove(&mut self, id: GameId) -> bool {
        let game = self.games.get_mut(id.0 as usize).and_then(Option::take);
        if let Some((segment, lane)) = game {
            self.segments[segment as usize].remove(usize::from(lane));
        }
        game.is_some()
    }

    /// The numbers of all games.
    pub fn ids(&self) -> impl Iterator<Item = GameId> + '_ {
        let games = self.games.iter().enumerate();
        games.filter_map(|(i, game)| game.as_ref().map(|_| GameId(i as u32)))
    }

    /// A game: its board, moves, positions and information.
    ///
    /// # Errors
    /// If there is no game with this number, or it cannot be read from the opened index.
    pub fn game(&self, id: GameId) -> Result<Game<'_>, LibraryError> {
        let game = self.games.get(id.0 as usize).copied().flatten();
        let (segment, lane) = game.ok_or(LibraryError::NoGame(id))?;
        let segment = self.segments[segment as usize].segment()?;
        Ok(Game::new(segment, usize::from(lane)))
    }
}

/// Reads a regular file only: a pipe could block for ever, and a device might never end.
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
