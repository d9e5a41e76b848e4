//! Checkers and draughts: from photos to a PDN record, and the single steps of the way.
//!
//! Kings are not recognised in the photos: the rules determine when a man is crowned. If the photos begin in mid-game
//! ([`Options::mid_game`](pieces::Options::mid_game)), a piece counts as a man unless it later moves as only a king
//! may.

mod drawn;

use std::fs::File;
use std::path::{Path, PathBuf};

use board_core::{Board, Color, MoveGen, Occupancy};
use board_geom::Grid;
use checkers_rules::pdn::{self, Record};
use checkers_rules::{Move, NotationError, Position, Rank, RuleSet, Variant};
use image::RgbImage;
use referee::checkers::Checkers;
use referee::{Observed, Rulebook};
use sequence_search::{Decoded, Ply};

use crate::games::pieces::{self, Piece, SquareGame};
pub use crate::games::pieces::{Fix, FixError, PhotoReading, Place};
use crate::recording::{self, GameInfo, GameInfoError, MoveTime, Notation, TimeControl};
use crate::{Error, Progress};

/// Options of recording a game of draughts. The rules are those of `start`.
///
/// ```
/// use checkers_rules::{Position, RuleSet};
/// use kibitzer::checkers::Options;
///
/// assert_eq!(Options::default().start.rules(), RuleSet::ENGLISH);
/// let ten_by_ten = Options::from(Position::initial(RuleSet::INTERNATIONAL));
/// assert!(ten_by_ten.fixes.is_empty());
/// ```
pub type Options = pieces::Options<Position>;

/// A recorded game of checkers. Its first photo shows the start position, which may be in mid-game.
pub type Recording = crate::recording::Recording<Position>;

impl Notation for Position {
    type Record = Record;
    const MOVES: &'static str = "plies";

    /// The record up to the first gap, with a comment if there is one.
    fn record(&self, game: &Decoded<Move>) -> Record {
        pieces::record_of(self, game)
    }

    fn check_info(&self, info: &GameInfo) -> Result<(), GameInfoError> {
        recording::check_headers::<pdn::Pdn>(self, info)
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
        self.parse_move(name).ok()
    }

    fn reads(&self, name: &str) -> bool {
        self.parse_move(name) != Err(NotationError::Syntax)
    }

    fn name(&self, mv: Move) -> String {
        if self.is_legal(mv) {
            self.notation(mv)
        } else {
            mv.to_string()
        }
    }

    /// The posterior and not the ply's confidence in the photo: the rules often require a move that no photo shows.
    fn confidence(ply: &Ply<Move>) -> f32 {
        ply.posterior.min(ply.order)
    }
}

impl SquareGame for Position {
    type Prior = ();

    fn start_position() -> Self {
        Position::initial(RuleSet::ENGLISH)
    }

    fn fen(&self) -> String {
        self.to_fen()
    }

    fn parse_fen(&self, text: &str) -> Result<Self, String> {
        Position::from_fen(self.rules(), text).map_err(|error| error.to_string())
    }

    /// All pieces are men, except on the row where men are crowned.
    fn of_men(&self, contents: &[Occupancy]) -> Option<Self> {
        let seen: Vec<Observed<Rank>> = contents.iter().map(|&content| content.into()).collect();
        let joined = Checkers::new(self.rules()).join(&seen).ok()?;
        joined.first().map(|game| *game.position())
    }

    fn new_game(&self) -> Self {
        Position::initial(self.rules())
    }

    /// Kings that have not moved remain kings; all pieces that have moved count as men.
    fn positions_after_gap(&self, contents: &[Occupancy]) -> Vec<(Self, f32)> {
        let variant = self.rules().variant;
        let Some(men) = self.of_men(contents) else {
            return Vec::new();
        };
        let squares = (0..self.points()).filter_map(|point| variant.square_at(point));
        let pieces = squares.filter_map(|square| {
            let now = men.piece(square)?;
            let before = self
                .piece(square)
                .filter(|before| before.color == now.color);
            Some((square, before.unwrap_or(now)))
        });
        let pieces: Vec<_> = pieces.collect();
        let with = |side| Position::of_pieces(self.rules(), side, pieces.iter().copied()).ok();
        let sides = [Color::Black, Color::White].into_iter().filter_map(with);
        sides.map(|position| (position, 0.0)).collect()
    }

    fn crowned(&self, point: usize) -> Option<Self> {
        let variant = self.rules().variant;
        let man = variant.square_at(point)?;
        self.piece(man).filter(|piece| piece.rank == Rank::Man)?;
        let squares = (0..self.points()).filter_map(|point| variant.square_at(point));
        let pieces = squares.filter_map(|square| {
            let mut piece = self.piece(square)?;
            if square == man {
                piece.rank = Rank::King;
            }
            Some((square, piece))
        });
        Position::of_pieces(self.rules(), self.to_move(), pieces).ok()
    }

    const MIRRORED: bool = true;

    /// Which side begins is a rule of the federations; at home it is often the other side.
    fn begun_by(&self, side: Color) -> Option<Self> {
        let rules = RuleSet {
            first: side,
            ..self.rules()
        };
        if *self == Position::initial(self.rules()) {
            return Some(Position::initial(rules));
        }
        let mut start = *self;
        start.set_to_move(side);
        Some(start)
    }

    fn read(path: &Path, file: File) -> impl Iterator<Item = Result<Record, Error>> {
        pdn::Reader::new(file).map(|game| {
            game.map_err(|error| Error::Pdn {
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

    /// The names of the players; the event if they are unknown, as in many collections.
    fn players(record: &Record) -> String {
        let known = |name| record.headers.get(name).filter(|value| *value != "?");
        match (known("Black"), known("White"), known("Event")) {
            (None, None, Some(event)) => event.to_owned(),
            (black, white, _) => format!("{} – {}", black.unwrap_or("?"), white.unwrap_or("?")),
        }
    }

    fn pieces(&self) -> Vec<Option<Piece>> {
        let variant = self.rules().variant;
        let squares = (0..self.points()).map(|point| {
            let piece = self.piece(variant.square_at(point)?)?;
            Some(Piece {
                kind: piece.rank as u8,
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

/// Locates the board of a variant in a photo: see [`pieces::locate`].
///
/// # Errors
/// [`Error::NoBoard`].
pub fn locate(photo: &RgbImage, place: Place, variant: Variant) -> Result<(Grid, f64), Error> {
    pieces::locate(photo, place, variant.width())
}

/// Reads the sides of the men and kings in a single photo: see [`pieces::read_men`].
///
/// # Errors
/// [`Error::NoBoard`] if `place` is unknown and no board is found; [`Error::Detect`].
pub fn read(photo: &RgbImage, place: Place, variant: Variant) -> Result<PhotoReading, Error> {
    pieces::read_men(photo, place, variant.width())
}

/// Reads the first game of a PDN file.
///
/// # Errors
/// [`Error::Io`]; [`Error::Pdn`] with the file and the location of the fault; [`Error::NoGame`].
pub fn read_record(path: &Path) -> Result<Record, Error> {
    pieces::read_record::<Position>(path)
}

/// The moves of a record in PDN notation, by which records are compared.
#[must_use]
pub fn named_moves(record: &Record) -> Vec<String> {
    Position::names(record)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn record(text: &str) -> Record {
        pdn::Reader::new(text.as_bytes()).next().unwrap().unwrap()
    }

    #[test]
    fn players_or_the_event_name_a_game() {
        let named = record("[White \"A\"]\n[Black \"B\"]\n\n1. 11-15 *");
        assert_eq!(Position::players(&named), "B – A");
        let event = record("[Event \"Match 7\"]\n\n1. 11-15 *");
        assert_eq!(Position::players(&event), "Match 7");
    }

    #[test]
    fn an_illegal_move_has_a_name_too() {
        let start = Position::start_position();
        let mv = start.parse("11-15").unwrap();
        let mut later = start;
        later.advance(mv);
        assert_eq!([start.name(mv), later.name(mv)], ["11-15", "11-15"]);
        let jump = Position::from_fen(RuleSet::ENGLISH, "B:W18:B15").unwrap();
        let mv = jump.parse("15x22").unwrap();
        assert_eq!([jump.name(mv), start.name(mv)], ["15x22", "15x22"]);
    }
}
