//! What recording needs to know of a game with pieces on squares.

use std::fs::File;
use std::path::Path;

use board_core::{Color, Occupancy};
use piece_detect::Stature;
use sequence_search::{Model, MovePrior, Ply};

use crate::Error;
use crate::recording::drawn::Drawn;

/// A piece by its kind and its side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Piece {
    /// Its kind as a number of the game's own, below 8.
    pub kind: u8,
    /// Its side.
    pub color: Color,
}

/// A game whose pieces stand on squares, as far as recording it needs to know it: its positions.
pub trait SquareGame: Drawn {
    /// The move prior: how likely people play each move; `()` for none.
    type Prior: MovePrior<Self> + Default + Send + 'static;

    /// Lowers the cost of a move by the prior's typical cost.
    fn make_room(_: &mut Model) {}

    /// The position games start from unless something else is said.
    fn start_position() -> Self;

    /// This position as files and command lines write it.
    fn fen(&self) -> String;

    /// The position of such a text, by the rules of this one.
    ///
    /// # Errors
    /// What is wrong with it.
    fn parse_fen(&self, text: &str) -> Result<Self, String>;

    /// This start if a side began that usually does not, where players are free to agree on that.
    fn begun_by(&self, _: Color) -> Option<Self> {
        None
    }

    /// The position of the men that are seen, by the rules of this one, whose turn it is being unknown; `None` if it
    /// can be none, or if kinds of pieces cannot be told.
    fn of_men(&self, _: &[Occupancy]) -> Option<Self> {
        None
    }

    /// This start without the pieces on some points: odds, or a piece that the set has lost. `None` if it is none then.
    fn without(&self, _: &[usize]) -> Option<Self> {
        None
    }

    /// The position that another game by these rules starts from.
    fn new_game(&self) -> Self;

    /// Positions that moves which nobody saw may have made of this one, where these contents are seen, with their
    /// prices in nats; with either side to move.
    fn resumed(&self, contents: &[Occupancy]) -> Vec<(Self, f32)>;

    /// This position with a king in the place of the man on a point, if one stands there.
    fn crowned(&self, _: usize) -> Option<Self> {
        None
    }

    /// Whether boards are laid either way round, with a light or a dark corner at the left. Where they are not, the
    /// wrong corner may tell that pictures are mirrored.
    const MIRRORED: bool = false;

    /// The games of a file of this path, one after the other.
    fn read(path: &Path, file: File) -> impl Iterator<Item = Result<Self::Record, Error>>;

    /// What a record's header says of the result, if its moves end with another one.
    fn contradiction(record: &Self::Record) -> Option<&str>;

    /// The start and the moves of a record.
    fn played(record: &Self::Record) -> (Self, Vec<Self::Move>);

    /// Who played.
    fn players(record: &Self::Record) -> String;

    /// The piece on each square: what two orders of the same moves may have otherwise.
    fn pieces(&self) -> Vec<Option<Piece>>;
}

/// Squares a side.
pub(crate) fn size<P: Drawn>(position: &P) -> usize {
    position.board().cols()
}

/// How tall its pieces are.
pub(crate) fn stature<P: Drawn>() -> Stature {
    match P::TALL {
        true => Stature::Tall,
        false => Stature::Flat,
    }
}

/// How many plies there are until moves are missing that no photo shows.
pub(crate) fn followed<P: SquareGame>(start: &P, plies: &[Ply<P::Move>]) -> usize {
    match plies.first() {
        Some(first) if first.side != start.to_move() => 0,
        _ => plies.iter().take_while(|p| !p.after_pass).count(),
    }
}
