//! A recorded game, for all games.

pub mod compare;
pub mod drawn;
pub mod frames;
#[cfg(feature = "report")]
mod gather;
#[cfg(feature = "pieces")]
mod headers;
mod info;
mod named_moves;
pub mod number;
#[cfg(feature = "report")]
pub mod report;
#[cfg(feature = "go")]
mod sgf;
mod so_far;
mod times;

use std::path::PathBuf;

use board_core::Evidence;
use board_core::{Color, MoveGen, Occupancy};
use board_geom::Grid;
use sequence_search::{Decoded, Ply, Settings};

use crate::source::photos;
use crate::{Warning, WarningKind};
pub use game_record::{Date, DateError};
#[cfg(feature = "pieces")]
pub use headers::{check_headers, set_headers, set_times};
pub use info::{GameInfo, GameInfoError};
#[cfg(feature = "go")]
pub(crate) use sgf::{check_sgf, set_sgf, set_sgf_times};
pub use so_far::SoFar;
pub use times::{MoveTime, TimeControl, TimeControlError, TimeLeft, clock_text, move_times};

/// How a game is written down, for positions whose rules the search knows already.
pub trait Notation: MoveGen<Cell = Occupancy> + 'static {
    /// A game as its files hold it.
    type Record;

    /// The word for single moves by one side, in the plural.
    const MOVES: &'static str;

    /// Whether pieces may hide the squares behind them.
    const TALL: bool = false;

    /// The record of a game that was found to start from this position.
    fn record(&self, game: &Decoded<Self::Move>) -> Self::Record;

    /// Checks the information about a game from this start, before any work.
    ///
    /// # Errors
    /// For information that records of this game cannot have.
    fn check_info(&self, info: &GameInfo) -> Result<(), GameInfoError>;

    /// Writes information about the game, and the program's name, into a record. Returns the result that the moves
    /// determine if it differs from the given one; the record keeps it.
    fn set_info(record: &mut Self::Record, info: &GameInfo) -> Option<&'static str>;

    /// Writes the time control, how long each move of the main line took and what clocks showed after it, as far as
    /// records of the game have that.
    fn set_times(record: &mut Self::Record, control: Option<&TimeControl>, times: &[MoveTime]);

    /// The text of a record's file.
    fn write(record: &Self::Record) -> String;

    /// The names of the moves of a record, by which records are compared.
    fn names(record: &Self::Record) -> Vec<String>;

    /// A move as players write it in this position, by the side whose turn it is. A move that cannot
    /// be made here, as an alternative from another game may be, has a name too.
    fn name(&self, mv: Self::Move) -> String;

    /// The legal move of this name.
    fn parse(&self, name: &str) -> Option<Self::Move>;

    /// Whether this is a move in the notation of this game, in this or any other position.
    fn reads(&self, name: &str) -> bool;

    /// A move as programs write it, after the name of that notation, where there is one beside
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
    /// The moves with the photo (index into `photos`) each first shows in, and the confidence.
    pub decoded: Decoded<P::Move>,
    /// The photos that were read and used, in order.
    pub photos: Vec<PathBuf>,
    /// Where the board is in each of them; for pieces on squares the lines around the squares, in the
    /// order of the board's points whichever way it lies.
    pub grids: Vec<Grid>,
    /// The evidence of the photos, point by point.
    pub evidence: Evidence,
    /// For each photo that could be opened, the frame (index into `photos`) it is or repeats; `None` where the board
    /// was hidden or not yet set up, or a move was under way.
    pub frame_of_photo: Vec<Option<usize>>,
    /// Warnings.
    pub warnings: Vec<Warning>,
    /// Information about the game besides its moves; the date may be that of the first photo.
    pub info: GameInfo,
    /// How it was searched for.
    pub search: Settings,
    /// Whether the game began before the first photo, from which its start was read: the kinds of men are unknown, and
    /// only the moves determine whose turn it was.
    pub mid_game: bool,
    /// The games on the photos after this game ended or was lost, in order.
    pub later: Vec<Recording<P>>,
    /// The moves that were settled while photos arrived, by name, game after game: the differences from the record are
    /// revisions. `None` without a [lag](crate::RecorderOptions::lag).
    pub settled: Option<Vec<Vec<String>>>,
}

impl<P: Notation> Recording<P> {
    /// The records of the other games that explain the photos nearly as well, with what they cost
    /// more, in nats; as many as [`Settings::n_best`] asked for,
    /// less one.
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

    /// Every move with the position it was made in, whose turn is that of the side that made it.
    pub fn visit_plies(&self, mut visit: impl FnMut(&P, &Ply<P::Move>)) {
        let mut position = self.start.clone();
        for ply in &self.decoded.plies {
            position.set_to_move(ply.side);
            visit(&position, ply);
            position.play(ply.mv);
        }
    }
}

/// The record of a game on these photos with its information, and the information itself, whose date defaults to that
/// of the first photo. Warns of a given result that the moves contradict.
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

/// The name of a move by a side in a position, regardless of the side to move.
pub fn name_for<P: Notation>(position: &P, side: Color, mv: P::Move) -> String {
    let mut position = position.clone();
    position.set_to_move(side);
    position.name(mv)
}
