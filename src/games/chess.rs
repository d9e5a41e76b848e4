//! Chess: from photos to a PGN record, and the single steps of the way.

mod drawn;
mod gap;

use std::fs::File;
use std::path::{Path, PathBuf};

use board_core::{MoveGen, Occupancy};
use board_geom::Grid;
use chess_prior::ChessPrior;
use chess_rules::pgn::{self, Record};
use chess_rules::{Move, Position, SanError, Square, UciError};
use image::RgbImage;
use sequence_search::{Decoded, Model, Ply};

use crate::games::pieces::{self, Piece, SquareGame};
pub use crate::games::pieces::{Fix, FixError, PhotoReading, Place};
use crate::recording::{self, GameInfo, GameInfoError, MoveTime, Notation, TimeControl};
use crate::{Error, Progress};

/// Number of squares a side.
pub(crate) const SIZE: usize = 8;

/// Five famous games as PGN: Anderssen's "immortal" and "evergreen" games, Morphy at the opera, Byrne against Fischer,
/// Kasparov against Topalov.
pub const FAMOUS: &str = include_str!("famous.pgn");

/// Options of recording a game of chess.
pub type Options = pieces::Options<Position>;

/// A recorded game of chess. Its first photo shows the start position.
pub type Recording = crate::recording::Recording<Position>;

impl Notation for Position {
    type Record = Record;
    const MOVES: &'static str = "plies";
    const TALL: bool = true;

    /// The record up to the first gap, with a comment if there is one.
    fn record(&self, game: &Decoded<Move>) -> Record {
        pieces::record_of(self, game)
    }

    fn check_info(&self, info: &GameInfo) -> Result<(), GameInfoError> {
        recording::check_headers::<pgn::Pgn>(self, info)
    }

    fn set_info(record: &mut Record, info: &GameInfo) -> Option<&'static str> {
        recording::set_headers(record, info)
    }

    fn set_times(record: &mut Record, control: Option<&TimeControl>, times: &[MoveTime]) {
        recording::set_times(record, control, times);
    }

    fn write(record: &Record) -> String {
        record.write()
    }

    fn names(record: &Record) -> Vec<String> {
        pieces::names::<Self>(record)
    }

    fn parse(&self, name: &str) -> Option<Move> {
        let written = self.parse_san(name).ok();
        // Warnings name alternatives that are illegal in the position by UCI.
        written.or_else(|| self.parse_uci(name).ok())
    }

    fn reads(&self, name: &str) -> bool {
        let none = (Err(SanError::Syntax), Err(UciError::Syntax));
        (self.parse_san(name), self.parse_uci(name)) != none
    }

    fn name(&self, mv: Move) -> String {
        if self.is_legal(mv) {
            self.san(mv).to_string()
        } else {
            mv.to_string()
        }
    }

    fn code(mv: Move) -> Option<(&'static str, String)> {
        Some(("uci", mv.to_string()))
    }

    /// The posterior and not the ply's confidence in the photo: the rules often require a move that no photo shows.
    fn confidence(ply: &Ply<Move>) -> f32 {
        ply.posterior.min(ply.order)
    }
}

impl SquareGame for Position {
    type Prior = ChessPrior;

    fn offset_prior(model: &mut Model) {
        ChessPrior::default().make_room(model);
    }

    fn start_position() -> Self {
        Position::initial()
    }

    fn fen(&self) -> String {
        self.to_fen()
    }

    fn parse_fen(&self, text: &str) -> Result<Self, String> {
        Position::from_fen(text).map_err(|error| error.to_string())
    }

    fn without(&self, points: &[usize]) -> Option<Self> {
        let mut setup = self.setup();
        for &point in points {
            setup.pieces[point] = None;
        }
        // Nobody castles with a rook that is not there.
        setup.lenient_position().ok()
    }

    fn new_game(&self) -> Self {
        Position::initial()
    }

    fn positions_after_gap(&self, contents: &[Occupancy]) -> Vec<(Self, f32)> {
        gap::positions(self, contents)
    }

    fn read(path: &Path, file: File) -> impl Iterator<Item = Result<Record, Error>> {
        pgn::Reader::new(file).map(|game| {
            game.map_err(|error| Error::Pgn {
                path: path.to_owned(),
                error: Box::new(error),
            })
        })
    }

    fn contradiction(record: &Record) -> Option<&str> {
        record.contradiction()
    }

    fn played(record: &Record) -> (Self, Vec<Move>) {
        (*record.tree.start(), record.moves().collect())
    }

    fn players(record: &Record) -> String {
        let header = |name| record.headers.get(name).unwrap_or("?");
        format!("{} – {}", header("White"), header("Black"))
    }

    fn pieces(&self) -> Vec<Option<Piece>> {
        let squares = Square::all().map(|square| {
            let piece = self.piece(square)?;
            Some(Piece {
                kind: piece.kind as u8,
                color: piece.color,
            })
        });
        squares.collect()
    }
}

/// Records a game from photos in order of time: see [`pieces::record`].
///
/// # Errors
/// As [`pieces::record`].
pub fn record(
    paths: &[PathBuf],
    options: &Options,
    progress: &mut Progress<'_>,
) -> Result<Recording, Error> {
    pieces::record(paths, options, progress)
}

/// Locates the board in a photo: see [`pieces::locate`].
///
/// # Errors
/// [`Error::NoBoard`].
pub fn locate(photo: &RgbImage, place: Place) -> Result<(Grid, f64), Error> {
    pieces::locate(photo, place, SIZE)
}

/// Reads the sides of the pieces in a single photo: see [`pieces::read`].
///
/// # Errors
/// [`Error::NoBoard`] if `place` is unknown and no board is found; [`Error::Detect`].
pub fn read(photo: &RgbImage, place: Place) -> Result<PhotoReading, Error> {
    pieces::read(photo, place, SIZE)
}

/// Reads the first game of a PGN file.
///
/// # Errors
/// [`Error::Io`]; [`Error::Pgn`] with the file and the location of the fault; [`Error::NoGame`].
pub fn read_record(path: &Path) -> Result<Record, Error> {
    pieces::read_record::<Position>(path)
}

/// The moves of a record in algebraic notation, by which records are compared.
#[must_use]
pub fn named_moves(record: &Record) -> Vec<String> {
    Position::names(record)
}
