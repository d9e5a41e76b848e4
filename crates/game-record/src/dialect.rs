use core::fmt::{Debug, Display};

use board_core::MoveGen;

use crate::{Ending, Fault, Headers, Notated};

/// The notation of one game, such as PGN or PDN: an uninhabited type that carries the differences.
pub trait Dialect: Clone + Debug + PartialEq + Eq {
    /// Positions, which also number and name moves.
    type Position: Notated + Ending + Debug + PartialEq;
    /// The rules to assume if the headers do not state them; `()` in PGN.
    type Rules: Default;
    /// The result of a game; the default is unknown.
    type Result: Copy + Default + Debug + PartialEq;
    /// The headers that affect how the moves are read.
    type UsedHeaders: Default;
    /// Faults of a start position.
    type StartFault: Debug + Display;
    /// Faults of a move.
    type MoveFault: Debug + Display;

    /// Text between moves that is ignored; may be empty.
    const IGNORED: &'static [u8];

    /// Stores a header if it affects how the moves are read.
    fn read_header(headers: &mut Self::UsedHeaders, name: &str, value: &str);

    /// The start position that the headers give.
    ///
    /// # Errors
    /// If the headers contradict each other, or name an unknown game.
    fn start(
        headers: &Self::UsedHeaders,
        rules: &Self::Rules,
    ) -> Result<Self::Position, Self::StartFault>;

    /// The usual start position.
    fn initial(rules: &Self::Rules) -> Self::Position;

    /// Whether a byte may be part of a move, a number or a result.
    fn is_symbol(byte: u8) -> bool;

    /// The result that a token other than `*` stands for; `None` if it is not a result.
    fn result(token: &[u8], position: &Self::Position) -> Option<Self::Result>;

    /// The result that `*` at the end stands for.
    fn asterisk(headers: &Self::UsedHeaders, position: &Self::Position) -> Self::Result;

    /// The result by the rules in a position where the movetext ends without a result; `None` if the game is not over.
    fn ended(position: &Self::Position) -> Option<Self::Result>;

    /// The result that an outcome by the rules gives.
    fn result_of(outcome: <Self::Position as Ending>::Outcome) -> Self::Result;

    /// The part of a token that names a move: without a number written directly before it.
    fn move_of(token: &[u8]) -> &[u8];

    /// The legal move of a token; `None` for a move number.
    ///
    /// # Errors
    /// If the token is not a move, or not a legal one.
    fn parse(
        position: &Self::Position,
        token: &[u8],
    ) -> Result<Option<MoveOf<Self>>, Self::MoveFault>;

    /// The token of a result, in a game from this start position.
    fn token(result: Self::Result, start: &Self::Position) -> &'static str;

    /// The headers that describe the start position. They replace those of the same names in the record; the value
    /// `None` removes a header.
    fn own_headers(
        start: &Self::Position,
        headers: &Headers,
    ) -> Vec<(&'static str, Option<String>)>;

    /// The name of the header that follows directly after the seven of the roster; the others are sorted by name.
    const FIRST_HEADER: Option<&'static str>;
}

/// A move of a dialect.
pub type MoveOf<D> = <<D as Dialect>::Position as MoveGen>::Move;

/// A fault of a dialect.
pub type FaultOf<D> = Fault<<D as Dialect>::StartFault, <D as Dialect>::MoveFault>;
