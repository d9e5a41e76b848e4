use std::path::{Path, PathBuf};

use crate::decode::fix::FixError;
use crate::wording::counted;

/// The sentence of [`Error::NoPhotos`].
fn no_photos(inputs: &[PathBuf], ignored: usize) -> String {
    let names: Vec<String> = inputs
        .iter()
        .map(|path| path.display().to_string())
        .collect();
    match &names[..] {
        [] => "there are no photos".to_owned(),
        names => format!(
            "no photos (.jpg, .png, .webp, .tif, .bmp, .gif) in {}; {} there",
            names.join(", "),
            counted(ignored, "other files")
        ),
    }
}

/// Errors from photos to a record. Every variant names the file or the location.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// A folder or file could not be read or written.
    #[error("{}: {source}", path.display())]
    Io {
        /// The file or folder.
        path: PathBuf,
        /// The error of the system.
        source: std::io::Error,
    },
    /// A given folder, pattern or file matches nothing.
    #[error("{}: no such file or folder, and no photo matches it as a pattern", input.display())]
    NoSuchInput {
        /// The input.
        input: PathBuf,
    },
    /// A file that cannot be watched.
    #[cfg(feature = "live")]
    #[error("{}: neither a folder of photos nor a film (.mp4, .mov, .mkv, .webm, .avi and others)", input.display())]
    NoSource {
        /// The file.
        input: PathBuf,
    },
    /// The given folders and files contain no photos.
    #[error("{}", no_photos(inputs, *ignored))]
    NoPhotos {
        /// The given folders and files.
        inputs: Vec<PathBuf>,
        /// Number of other files there.
        ignored: usize,
    },
    /// A photo has no time in its EXIF data, which the order needs.
    #[error("{}: no time in its EXIF data; use the order by name", path.display())]
    NoTime {
        /// The photo.
        path: PathBuf,
    },
    /// A photo cannot be opened.
    #[error("{}: {reason}", path.display())]
    Photo {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        reason: crate::source::photos::PhotoFault,
    },
    /// The program that opens films is not installed, or cannot be started.
    #[error("the program {program} cannot be started: {source}")]
    Program {
        /// Its name.
        program: &'static str,
        /// The error of the system.
        source: std::io::Error,
    },
    /// No board was found in a photo, or one of another size.
    #[error("{}{error}", named(path.as_deref()))]
    NoBoard {
        /// The photo, where known.
        path: Option<PathBuf>,
        /// Why no board was found.
        error: board_geom::GeomError,
    },
    /// A photo shows the board of another game.
    #[error("{}{seen}", named(path.as_deref()))]
    OtherBoard {
        /// The photo, where known.
        path: Option<PathBuf>,
        /// The kind of board found.
        seen: crate::Board,
    },
    /// A game record that cannot be used.
    #[cfg(feature = "go")]
    #[error("{}: {error}", path.display())]
    Record {
        /// The file.
        path: PathBuf,
        /// What is wrong with it, and where.
        error: go_rules::record::RecordError,
    },
    /// A board of a size that no Go board has.
    #[cfg(feature = "go")]
    #[error(transparent)]
    Size(#[from] go_rules::SizeError),
    /// A record of Go with an illegal start or move.
    #[cfg(feature = "go")]
    #[error("the record cannot be replayed: {0}")]
    Replay(#[from] go_rules::record::RecordError),
    /// Invalid information about a game.
    #[error(transparent)]
    Info(#[from] crate::recording::GameInfoError),
    /// A fix that no game on the photos can have.
    #[error("{fix} cannot be kept: {reason}")]
    Fix {
        /// The move.
        fix: crate::decode::fix::Fix,
        /// Why not.
        reason: crate::decode::fix::FixFault,
    },
    /// A text that is not a position.
    #[error("{text:?} is not a position: {reason}")]
    Position {
        /// The text.
        text: String,
        /// Why it is not a position.
        reason: String,
    },
    /// A PGN file that cannot be used.
    #[cfg(feature = "chess")]
    #[error("{}: {error}", path.display())]
    Pgn {
        /// The file.
        path: PathBuf,
        /// What is wrong with it, and where.
        error: Box<chess_rules::pgn::PgnError>,
    },
    /// A PDN file that cannot be used.
    #[cfg(feature = "checkers")]
    #[error("{}: {error}", path.display())]
    Pdn {
        /// The file.
        path: PathBuf,
        /// What is wrong with it, and where.
        error: Box<checkers_rules::pdn::PdnError>,
    },
    /// A file without a game.
    #[error("{}: there is no game in it", path.display())]
    NoGame {
        /// The file.
        path: PathBuf,
    },
    /// A file without a game of this number.
    #[error("{}: there is no game {number}, it has {games} games", path.display())]
    NoSuchGame {
        /// The file.
        path: PathBuf,
        /// The number, from 1.
        number: usize,
        /// Number of games in the file.
        games: usize,
    },
    /// A given corner outside the photo.
    #[error("{}the corner {x},{y} is not in the photo, which has {} × {} pixels", named(path.as_deref()), photo.0, photo.1)]
    Corner {
        /// The photo, where known.
        path: Option<PathBuf>,
        /// Its x coordinate in pixels.
        x: f64,
        /// Its y coordinate in pixels.
        y: f64,
        /// Width and height of the photo in pixels.
        photo: (u32, u32),
    },
    /// A window with fewer photos than must agree.
    #[cfg(feature = "referee")]
    #[error(transparent)]
    NoMajority(#[from] referee::NoMajority),
    /// A settings file that cannot be used.
    #[error("{}: {reason}", path.display())]
    Settings {
        /// The file.
        path: PathBuf,
        /// What is wrong with it, and where.
        reason: String,
    },
    /// Settings or evidence of a board with another size than that of the game.
    #[error("the marked board has {found} squares a side, the game's board {wanted}")]
    Squares {
        /// Squares a side of the marked board or the evidence.
        found: usize,
        /// Squares a side of the game's board.
        wanted: usize,
    },
    /// Settings cannot be learnt from photos.
    #[cfg(feature = "pieces")]
    #[error("{}{error}", named(path.as_deref()))]
    Learn {
        /// The photo, if the error refers to one.
        path: Option<PathBuf>,
        /// Why they cannot be learnt.
        error: piece_detect::marked::LearnError,
    },
    /// The views of a Go board cannot be read.
    #[cfg(feature = "go")]
    #[error(transparent)]
    Detect(#[from] stone_detect::DetectError),
    /// A journal that cannot be read.
    #[error("{}, line {line}: not a journal of kibitzer: {reason}", path.display())]
    Journal {
        /// The file.
        path: PathBuf,
        /// The line, from 1.
        line: usize,
        /// What is wrong with it.
        reason: String,
    },
    /// A text that is no answer about a game.
    #[error(
        "{fault}, nor \"back\", \"not back\", \"over\", \"not over\" or \"position\" with a position"
    )]
    NoAnswer {
        /// Why it is not a move that was, or was not, played.
        fault: FixError,
    },
    /// A game should go on, but neither an answer nor photos have ended one.
    #[error("no game has ended")]
    NoGameEnded,
    /// A move should stand again, but the photos show none that was taken back.
    #[error("the photos show no move that was taken back")]
    NotTakenBack,
    /// An answer about a ply that was not announced.
    #[error("no move has been announced as ply {} of this game yet", ply + 1)]
    NoMoves {
        /// The ply, from 0.
        ply: usize,
    },
    /// A custom classifier returned invalid costs.
    #[error(
        "the classifier returned costs for {found} points (three numbers each, or none), and the board has {wanted}"
    )]
    Classifier {
        /// Number of points with valid costs.
        found: usize,
        /// Number of points of the board.
        wanted: usize,
    },
    /// The views of a board with pieces on squares cannot be read.
    #[cfg(feature = "pieces")]
    #[error(transparent)]
    DetectPieces(#[from] piece_detect::DetectError),
    /// The evidence cannot be decoded.
    #[error(transparent)]
    Search(#[from] sequence_search::SearchError),
    /// A move beyond the end of a record.
    #[error("there is no move {number}: the record has {moves}")]
    NoMove {
        /// The number of the move.
        number: usize,
        /// Number of moves in the record.
        moves: usize,
    },
    /// A Go engine failed.
    #[cfg(feature = "territory")]
    #[error(transparent)]
    Engine(#[from] go_territory::EngineError),
    /// The caller asked to stop.
    #[error("cancelled")]
    Cancelled,
}

/// The beginning of a message about a file.
fn named(path: Option<&Path>) -> String {
    path.map(|p| format!("{}: ", p.display()))
        .unwrap_or_default()
}

impl From<board_geom::GeomError> for Error {
    fn from(error: board_geom::GeomError) -> Self {
        Self::NoBoard { path: None, error }
    }
}

#[cfg(feature = "pieces")]
impl From<piece_detect::marked::LearnError> for Error {
    fn from(error: piece_detect::marked::LearnError) -> Self {
        Self::Learn { path: None, error }
    }
}

impl Error {
    /// Adds the photo to an error that lacks it.
    #[must_use]
    pub fn in_photo(self, photo: &Path) -> Self {
        match self {
            Self::NoBoard { path: None, error } => Self::NoBoard {
                path: Some(photo.to_owned()),
                error,
            },
            Self::OtherBoard { path: None, seen } => Self::OtherBoard {
                path: Some(photo.to_owned()),
                seen,
            },
            #[cfg(feature = "pieces")]
            Self::Learn { path: None, error } => Self::Learn {
                path: Some(photo.to_owned()),
                error,
            },
            Self::Corner {
                path: None,
                x,
                y,
                photo: size,
            } => Self::Corner {
                path: Some(photo.to_owned()),
                x,
                y,
                photo: size,
            },
            other => other,
        }
    }

    pub(crate) fn io(path: &Path, source: std::io::Error) -> Self {
        Self::Io {
            path: path.to_owned(),
            source,
        }
    }

    pub(crate) fn photo(path: &Path, reason: crate::source::photos::PhotoFault) -> Self {
        Self::Photo {
            path: path.to_owned(),
            reason,
        }
    }
}
