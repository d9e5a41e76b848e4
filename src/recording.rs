//! Recordings of games, and the notation of a game.

pub mod compare;
pub(crate) mod current_game;
pub mod drawn;
pub mod frames;
#[cfg(feature = "pieces")]
mod headers;
mod info;
mod named_moves;
pub mod number;
#[cfg(feature = "report")]
pub mod report;
#[cfg(feature = "report")]
mod report_content;
#[cfg(feature = "go")]
mod sgf;
mod times;

use std::path::PathBuf;

use board_core::Evidence;
use board_core::{Color, MoveGen, Occupancy};
use board_geom::Grid;
use sequence_search::{Decoded, Ply, Settings};

use crate::source::photos;
use crate::{Warning, WarningKind};
pub use current_game::CurrentGame;
pub use game_record::{Date, DateError};
#[cfg(feature = "pieces")]
pub use headers::{check_headers, set_headers, set_times};
pub use info::{GameInfo, GameInfoError};
#[cfg(feature = "go")]
pub(crate) use sgf::{check_sgf, set_sgf, set_sgf_times};
pub use times::{MoveTime, TimeControl, TimeControlError, TimeLeft, clock_text, move_times};

/// The notation of a game: names of moves, and records.
pub trait Notation: MoveGen<Cell = Occupancy> + 'static {
    /// The content of a record file.
    type Record;

    /// The word for moves of one side, in the plural: `moves` or `plies`.
    const MOVES: &'static str;

    /// Whether pieces may hide the squares behind them.
    const TALL: bool = false;

    /// The record of a decoded game that starts from this position.
    fn record(&self, game: &Decoded<Self::Move>) -> Self::Record;

    /// Checks the information about a game that starts from this position.
    ///
    /// # Errors
    /// [`GameInfoError`] for information that records of this game cannot have.
    fn check_info(&self, info: &GameInfo) -> Result<(), GameInfoError>;

    /// Writes information about the game, and the program's name, into a record. Returns the result that the moves
    /// determine if it differs from the given one; the record keeps it.
    fn set_info(record: &mut Self::Record, info: &GameInfo) -> Option<&'static str>;

    /// Writes the time control, how long each move of the main line took and what clocks showed after it, as far as
    /// records of the game have that.
    fn set_times(record: &mut Self::Record, control: Option<&TimeControl>, times: &[MoveTime]);

    /// The text of a record's file.
    fn write(record: &Self::Record) -> String;

    /// The names of the moves of a record. Records are compared by them.
    fn names(record: &Self::Record) -> Vec<String>;

    /// The name of a move by the side to move, as players write it. An illegal move, such as an alternative from
    /// another game, has a name too.
    fn name(&self, mv: Self::Move) -> String;

    /// The legal move with this name.
    fn parse(&self, name: &str) -> Option<Self::Move>;

    /// Whether the name is a move in this game's notation, legal here or not.
    fn reads(&self, name: &str) -> bool;

    /// A move in the game's notation for programs, after the name of that notation. `None` if there is only the one of
    /// [`name`](Notation::name).
    fn code(_: Self::Move) -> Option<(&'static str, String)> {
        None
    }

    /// The confidence in a move, from 0 to 1.
    fn confidence(ply: &Ply<Self::Move>) -> f32;
}

/// A recorded game.
#[derive(Debug)]
pub struct Recording<P: Notation> {
    /// The game.
    pub record: P::Record,
    /// The position it starts from.
    pub start: P,
    /// The moves, each with the first photo that shows it (index into `photos`), and its confidence.
    pub decoded: Decoded<P::Move>,
    /// The photos in use, in order.
    pub photos: Vec<PathBuf>,
    /// Location of the board in each photo, with points in the order of the upright board. For pieces on squares, the
    /// lines around the squares.
    pub grids: Vec<Grid>,
    /// The evidence of the photos, point by point.
    pub evidence: Evidence,
    /// For each photo that could be opened, the frame (index into `photos`) that it is or repeats. `None` if the board
    /// was hidden or not yet set up, or a move was under way.
    pub frame_of_photo: Vec<Option<usize>>,
    /// Warnings.
    pub warnings: Vec<Warning>,
    /// Information about the game besides its moves; the date may be that of the first photo.
    pub info: GameInfo,
    /// Settings of the search that found it.
    pub search: Settings,
    /// Whether the photos begin in mid-game, so that the start position was read from them: the kinds of men are
    /// unknown, and only the moves determine whose turn it was.
    pub mid_game: bool,
    /// The games after this one on the same photos, in order.
    pub later: Vec<Recording<P>>,
    /// The names of the moves settled while photos arrived, game after game. Differences from the record are revisions.
    /// `None` without a [lag](crate::RecorderOptions::lag).
    pub settled: Option<Vec<Vec<String>>>,
}

impl<P: Notation> Recording<P> {
    /// The records of the next best games, with their additional cost in nats: at most [`Settings::n_best`] − 1.
    #[must_use]
    pub fn other_records(&self) -> Vec<(f64, P::Record)> {
        let others = self.decoded.others.iter();
        let records = others.map(|other| {
            let mut record = self.start.record(other);
            P::set_info(&mut record, &self.info);
            (other.cost - self.decoded.cost, record)
        });
        records.collect()
    }

    /// Visits every move with the position before it, in which the move's side is to move.
    pub fn visit_plies(&self, mut visit: impl FnMut(&P, &Ply<P::Move>)) {
        let mut position = self.start.clone();
        for ply in &self.decoded.plies {
            position.set_to_move(ply.side);
            visit(&position, ply);
            position.play(ply.mv);
        }
    }
}

/// Makes the record of a game, and completes the information about it: the date defaults to that of the first photo.
/// Warns if the moves contradict the given result.
pub fn recorded<P: Notation>(
    start: &P,
    game: &Decoded<P::Move>,
    info: &GameInfo,
    photos: &[PathBuf],
    warnings: &mut Vec<Warning>,
) -> (P::Record, GameInfo) {
    let mut info = info.clone();
    if info.date.is_none() {
        info.date = photos.first().and_then(|photo| photos::date_taken(photo));
    }
    let mut record = start.record(game);
    if let Some(found) = P::set_info(&mut record, &info) {
        let given = info.result.clone().unwrap_or_default();
        warnings.push(WarningKind::ResultDiffers { given, found }.at(None));
    }
    (record, info)
}

/// As [`name_for`], if the move is legal there. A rival of a move may belong to a game that differs before it, too.
pub fn name_if_legal<P: Notation>(position: &P, side: Color, mv: P::Move) -> Option<String> {
    let mut position = position.clone();
    position.set_to_move(side);
    position.is_legal(mv).then(|| position.name(mv))
}

/// The name of a move by a side in a position, regardless of the side to move.
pub fn name_for<P: Notation>(position: &P, side: Color, mv: P::Move) -> String {
    let mut position = position.clone();
    position.set_to_move(side);
    position.name(mv)
}
