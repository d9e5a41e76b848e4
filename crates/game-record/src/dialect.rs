use core::fmt::{Debug, Display};

use board_core::MoveGen;

use crate::{Ending, Fault, Headers, Notated};

/// What one game's notation has of its own: a type of no value, such as PGN's or PDN's.
pub trait Dialect: Clone + Debug + PartialEq + Eq {
    /// Positions, which also say how moves are numbered and named.
    type Position: Notated + Ending + Debug + PartialEq;
    /// What is known of a game whose headers do not say it; nothing in PGN.
    type Rules: Default;
    /// How a game ends; unless told, that is not known.
    type Result: Copy + Default + Debug + PartialEq;
    /// What the headers say that matters for the moves.
    type Said: Default;
    /// What may be wrong with a start.
    type StartFault: Debug + Display;
    /// What may be wrong with a move.
    type MoveFault: Debug + Display;

    /// Text between moves that says nothing; may be empty.
    const NOTHING: &'static [u8];

    /// Takes note of a header.
    fn hear(said: &mut Self::Said, name: &str, value: &str);

    /// The position the headers start from.
    ///
    /// # Errors
    /// When they contradict themselves, or ask for a game that is not known.
    fn start(said: &Self::Said, rules: &Self::Rules) -> Result<Self::Position, Self::StartFault>;

    /// The usual start.
    fn initial(rules: &Self::Rules) -> Self::Position;

    /// Whether a byte belongs to a move, a number or a result.
    fn is_symbol(byte: u8) -> bool;

    /// The result of a token other than `*`, `None` if it is none.
    fn result(token: &[u8], position: &Self::Position) -> Option<Self::Result>;

    /// What `*` at the end stands for.
    fn asterisk(said: &Self::Said, position: &Self::Position) -> Self::Result;

    /// What the rules say of a position in which the game ends without a token; `None` if it goes on.
    fn ended(position: &Self::Position) -> Option<Self::Result>;

    /// What an end by the rules means for the result.
    fn result_of(outcome: <Self::Position as Ending>::Outcome) -> Self::Result;

    /// The part of a token that names a move: what is behind a number written without a blank.
    fn move_of(token: &[u8]) -> &[u8];

    /// The legal move of a token; `None` for the number of a move.
    ///
    /// # Errors
    /// When it is no move, or no legal one.
    fn parse(
        position: &Self::Position,
        token: &[u8],
    ) -> Result<Option<MoveOf<Self>>, Self::MoveFault>;

    /// The token of a result, in a game from this start.
    fn token(result: Self::Result, start: &Self::Position) -> &'static str;

    /// The headers a record is written with because of its start, in the place of those of these names
    /// that it has; `None` as the value leaves a header out.
    fn own_headers(
        start: &Self::Position,
        headers: &Headers,
    ) -> Vec<(&'static str, Option<String>)>;

    /// Of those, the one that comes right after the seven of the roster; the others stand in order of their
    /// names.
    const FIRST: Option<&'static str>;
}

/// A move of a dialect.
pub type MoveOf<D> = <<D as Dialect>::Position as MoveGen>::Move;

/// A fault of a dialect.
pub type FaultOf<D> = Fault<<D as Dialect>::StartFault, <D as Dialect>::MoveFault>;
