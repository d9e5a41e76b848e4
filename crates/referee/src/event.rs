//! The events of a referee.

use std::fmt;

use board_core::Color;

/// A point of the board with its name.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Place {
    /// Its index, as in [`board_core::Board`].
    pub point: usize,
    /// Its name, as players use it.
    pub name: String,
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name)
    }
}

/// A ruling or report of the referee. Its [`Display`](fmt::Display) is one English sentence.
///
/// `R` is the type of the game's reasons why a move is illegal. With the feature `serde`, an event is a map with its
/// name in `"event"`; colours and reasons are written as text.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "serde", serde(tag = "event", rename_all = "snake_case"))]
#[cfg_attr(feature = "serde", serde(bound = "R: fmt::Display"))]
pub enum Event<R> {
    /// The referee follows the game from here on.
    Start {
        /// The side to move; `None` while it is unknown, because the game was joined mid-game.
        #[cfg_attr(feature = "serde", serde(serialize_with = "text::option"))]
        to_move: Option<Color>,
        /// Number of Black's pieces.
        black: usize,
        /// Number of White's pieces.
        white: usize,
    },
    /// The game cannot be followed from the current board: it is not a legal position, or not the start position.
    NotReady {
        /// Why it is not a position of the game.
        reasons: Vec<Reason<R>>,
        /// What to change, if the start position is known.
        corrections: Vec<Correction>,
    },
    /// A legal move.
    Move {
        /// Its number, from 1 for the first one seen.
        ply: usize,
        /// The side that moved.
        #[cfg_attr(feature = "serde", serde(serialize_with = "text::plain"))]
        side: Color,
        /// The move in the notation of players.
        notation: String,
    },
    /// Pieces were captured; these numbers remain.
    Pieces {
        /// Number of Black's pieces.
        black: usize,
        /// Number of White's pieces.
        white: usize,
    },
    /// The side to move has become known.
    Turn {
        /// The side to move.
        #[cfg_attr(feature = "serde", serde(serialize_with = "text::plain"))]
        to_move: Color,
    },
    /// A legal move has begun and must continue, such as the first of two jumps.
    Unfinished {
        /// The moves it can become.
        possible: Vec<String>,
    },
    /// A quiet move was made although a capture is possible, and therefore mandatory.
    CapturePossible {
        /// The possible captures.
        possible: Vec<String>,
    },
    /// A capture was made although a longer or better one is possible, and therefore mandatory.
    LongerCapture {
        /// The possible captures.
        possible: Vec<String>,
    },
    /// The change of the board is not a legal move.
    Illegal {
        /// The reasons; at least one.
        reasons: Vec<Reason<R>>,
    },
    /// More has changed than one move, legal or not, can change: moves were missed, or the board was disturbed. The
    /// game cannot be followed until the last good position is restored.
    Lost {
        /// Number of points that differ.
        differ: usize,
    },
    /// A legal move was made, but its consequences are incomplete: a captured piece is still there, or the rook has not
    /// followed its king.
    Incomplete {
        /// The remaining changes.
        corrections: Vec<Correction>,
    },
    /// The last good position must be restored after an illegal move. Repeated when the board is changed in another
    /// way.
    PutBack {
        /// The changes, point by point.
        corrections: Vec<Correction>,
    },
    /// The board has been restored; the game continues.
    Restored,
    /// A piece does not look like its kind: a man that was not crowned, or one crowned without reason.
    WrongKind {
        /// Its position.
        place: Place,
        /// Its side.
        #[cfg_attr(feature = "serde", serde(serialize_with = "text::plain"))]
        color: Color,
        /// The kind it looks like.
        seen: &'static str,
        /// The kind it is.
        wanted: &'static str,
    },
    /// The game is over.
    Over(Ending),
}

impl<R> Event<R> {
    /// Whether the players have to correct something.
    #[must_use]
    pub const fn is_alarm(&self) -> bool {
        matches!(
            self,
            Event::NotReady { .. }
                | Event::CapturePossible { .. }
                | Event::LongerCapture { .. }
                | Event::Illegal { .. }
                | Event::Lost { .. }
                | Event::Incomplete { .. }
                | Event::PutBack { .. }
                | Event::WrongKind { .. }
        )
    }
}

/// Why a change of the board is not a legal move.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "serde", serde(tag = "reason", rename_all = "snake_case"))]
#[cfg_attr(feature = "serde", serde(bound = "R: fmt::Display"))]
pub enum Reason<R> {
    /// The side that moved is not the side to move.
    NotYourTurn {
        /// The side to move.
        #[cfg_attr(feature = "serde", serde(serialize_with = "text::plain"))]
        to_move: Color,
    },
    /// One side made two moves.
    MovedTwice {
        /// The side.
        #[cfg_attr(feature = "serde", serde(serialize_with = "text::plain"))]
        side: Color,
    },
    /// A piece is on a point that it cannot have reached.
    Extra {
        /// The point.
        place: Place,
        /// The side of the piece.
        #[cfg_attr(feature = "serde", serde(serialize_with = "text::plain"))]
        color: Color,
        /// The game's word for the piece.
        noun: &'static str,
    },
    /// A piece is missing that was not captured.
    Missing {
        /// The point.
        place: Place,
        /// The side of the piece.
        #[cfg_attr(feature = "serde", serde(serialize_with = "text::plain"))]
        color: Color,
        /// The game's word for the piece.
        noun: &'static str,
    },
    /// A piece of one side was replaced by one of the other side, without a capture.
    Exchanged {
        /// The point.
        place: Place,
        /// The side of the new piece.
        #[cfg_attr(feature = "serde", serde(serialize_with = "text::plain"))]
        color: Color,
        /// The game's word for the piece.
        noun: &'static str,
    },
    /// A captured piece is still on the board, while something else is wrong, too.
    NotRemoved {
        /// The point.
        place: Place,
        /// The side of the piece.
        #[cfg_attr(feature = "serde", serde(serialize_with = "text::plain"))]
        color: Color,
        /// The game's word for the piece.
        noun: &'static str,
    },
    /// A rule of the game forbids it.
    Rule {
        /// The rule.
        #[cfg_attr(feature = "serde", serde(serialize_with = "text::plain"))]
        rule: R,
    },
}

/// What to change at one point to restore a position.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Correction {
    /// The point.
    pub place: Place,
    /// The side of the piece to remove, if any.
    #[cfg_attr(feature = "serde", serde(serialize_with = "text::option"))]
    pub remove: Option<Color>,
    /// The side of the piece to put there, if any.
    #[cfg_attr(feature = "serde", serde(serialize_with = "text::option"))]
    pub put: Option<Color>,
    /// The game's word for the piece to put there, or else for the one to remove.
    pub noun: &'static str,
}

/// The end of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Ending {
    /// The side that won; `None` for a draw, or if the board does not show it.
    #[cfg_attr(feature = "serde", serde(serialize_with = "text::option"))]
    pub winner: Option<Color>,
    /// The reason.
    pub why: String,
}

/// Writes items separated by commas.
struct List<'a, T>(&'a [T]);

impl<T: fmt::Display> fmt::Display for List<'_, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, item) in self.0.iter().enumerate() {
            let sign = if i > 0 { ", " } else { "" };
            write!(f, "{sign}{item}")?;
        }
        Ok(())
    }
}

impl<R: fmt::Display> fmt::Display for Event<R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Event::Start {
                to_move,
                black,
                white,
            } => {
                match to_move {
                    Some(side) => write!(f, "followed from here on, {side} to move: ")?,
                    None => f.write_str("joined in mid-game, either side may be to move: ")?,
                }
                write!(f, "{black} black and {white} white on the board")
            }
            Event::NotReady {
                reasons,
                corrections,
            } => {
                f.write_str("the game cannot start from this position: ")?;
                match reasons[..] {
                    [] => List(corrections).fmt(f),
                    _ => List(reasons).fmt(f),
                }
            }
            Event::Move { side, notation, .. } => write!(f, "{side} {notation}: correct"),
            Event::Pieces { black, white } => write!(f, "{black} black and {white} white are left"),
            Event::Turn { to_move } => write!(f, "now it is known that {to_move} is to move"),
            Event::Unfinished { possible } => {
                write!(f, "the capture is not finished: {}", List(possible))
            }
            Event::CapturePossible { possible } => {
                write!(f, "a capture was possible: {}", List(possible))
            }
            Event::LongerCapture { possible } => {
                write!(f, "a longer capture was possible: {}", List(possible))
            }
            Event::Illegal { reasons } => write!(f, "illegal move: {}", List(reasons)),
            Event::Lost { differ } => write!(
                f,
                "the game cannot be followed any more: {differ} points are not as they were, which no move leads to"
            ),
            Event::Incomplete { corrections } => {
                write!(f, "the move is not complete: {}", List(corrections))
            }
            Event::PutBack { corrections } => {
                write!(f, "back to the last good position: {}", List(corrections))
            }
            Event::Restored => f.write_str("the board is right again"),
            Event::WrongKind {
                place,
                color,
                seen,
                wanted,
            } => write!(f, "the {color} {seen} on {place} should be a {wanted}"),
            Event::Over(Ending { winner, why }) => match winner {
                Some(winner) => write!(f, "the game is over, {winner} has won: {why}"),
                None => write!(f, "the game is over, nobody has won: {why}"),
            },
        }
    }
}

impl<R: fmt::Display> fmt::Display for Reason<R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Reason::NotYourTurn { to_move } => write!(f, "it is {to_move}'s turn"),
            Reason::MovedTwice { side } => write!(f, "{side} has moved twice"),
            Reason::Extra { place, color, noun } => write!(f, "an extra {color} {noun} on {place}"),
            Reason::Missing { place, color, noun } => {
                write!(f, "the {color} {noun} on {place} is missing")
            }
            Reason::Exchanged { place, color, noun } => {
                write!(
                    f,
                    "a {color} {noun} stands on {place} instead of the other side's"
                )
            }
            Reason::NotRemoved { place, color, noun } => {
                write!(f, "the {color} {noun} on {place} has not been taken off")
            }
            Reason::Rule { rule } => rule.fmt(f),
        }
    }
}

impl fmt::Display for Correction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Correction {
            place,
            remove,
            put,
            noun,
        } = self;
        match (remove, put) {
            (_, Some(color)) => write!(f, "put a {color} {noun} on {place}"),
            (Some(color), None) => write!(f, "take the {color} {noun} off {place}"),
            (None, None) => write!(f, "leave {place} empty"),
        }
    }
}

/// Serialises values as their text.
#[cfg(feature = "serde")]
mod text {
    use std::fmt::Display;

    use serde::Serializer;

    pub(super) fn plain<S: Serializer>(value: &impl Display, to: S) -> Result<S::Ok, S::Error> {
        to.collect_str(value)
    }

    pub(super) fn option<S: Serializer>(
        value: &Option<impl Display>,
        to: S,
    ) -> Result<S::Ok, S::Error> {
        match value {
            Some(value) => to.collect_str(value),
            None => to.serialize_none(),
        }
    }
}
