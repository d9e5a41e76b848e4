//! The trait `SquareGame`: what recording needs from a game with pieces on squares.

use std::fs::File;
use std::path::Path;

use board_core::{Color, Occupancy};
use piece_detect::Stature;
use sequence_search::{Model, MovePrior, Ply};

use crate::Error;
use crate::recording::drawn::Drawn;

/// A piece: its kind and its side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Piece {
    /// Its kind as a number below 8 that the game defines.
    pub kind: u8,
    /// Its side.
    pub color: Color,
}

/// A game with pieces on squares, implemented by its positions.
pub trait SquareGame: Drawn + Sync {
    /// The move prior: how likely people play each move; `()` for none.
    type Prior: MovePrior<Self> + Default + Send + 'static;

    /// Lowers the cost of a move by the prior's typical cost.
    fn offset_prior(_: &mut Model) {}

    /// The default start position.
    fn start_position() -> Self;

    /// The position as FEN.
    fn fen(&self) -> String;

    /// Parses a FEN by the rules of this position.
    ///
    /// # Errors
    /// The reason why the text is no position.
    fn parse_fen(&self, text: &str) -> Result<Self, String>;

    /// This start position with another side to begin; `None` if the game does not allow that.
    fn begun_by(&self, _: Color) -> Option<Self> {
        None
    }

    /// A position of men with these contents, by the rules of this one, with any side to move. `None` if there is no
    /// such position, or if the contents do not determine the kinds of pieces.
    fn of_men(&self, _: &[Occupancy]) -> Option<Self> {
        None
    }

    /// This start without the pieces on some points: odds, or a piece that the set has lost. `None` if it is none then.
    fn without(&self, _: &[usize]) -> Option<Self> {
        None
    }

    /// The start position of another game by these rules.
    fn new_game(&self) -> Self;

    /// Positions with these contents that missing moves may have led to from this position, with their prices in nats
    /// and with either side to move.
    fn positions_after_gap(&self, contents: &[Occupancy]) -> Vec<(Self, f32)>;

    /// This position with the man on a point crowned. `None` if there is no man.
    fn crowned(&self, _: usize) -> Option<Self> {
        None
    }

    /// Whether the board may be mirrored, with a light or a dark corner at the left. Where it may not, the wrong corner
    /// tells of mirrored pictures.
    const MIRRORED: bool = false;

    /// Reads the games of a file, one after the other; `path` is for errors.
    fn read(path: &Path, file: File) -> impl Iterator<Item = Result<Self::Record, Error>>;

    /// The result in a record's header, if its moves determine another one.
    fn contradiction(record: &Self::Record) -> Option<&str>;

    /// The start position and the moves of a record.
    fn played(record: &Self::Record) -> (Self, Vec<Self::Move>);

    /// The names of the players.
    fn players(record: &Self::Record) -> String;

    /// The piece on each square.
    fn pieces(&self) -> Vec<Option<Piece>>;
}

/// Number of squares a side.
pub(crate) fn size<P: Drawn>(position: &P) -> usize {
    position.board().cols()
}

/// The stature of the game's pieces.
pub(crate) fn stature<P: Drawn>() -> Stature {
    match P::TALL {
        true => Stature::Tall,
        false => Stature::Flat,
    }
}

/// Number of plies before the first gap.
pub(crate) fn plies_before_gap<P: SquareGame>(start: &P, plies: &[Ply<P::Move>]) -> usize {
    match plies.first() {
        Some(first) if first.side != start.to_move() => 0,
        _ => plies.iter().take_while(|p| !p.after_pass).count(),
    }
}
