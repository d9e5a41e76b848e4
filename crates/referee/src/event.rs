//! What a referee says.

use std::fmt;

use board_core::Color;

/// A point of the board, and what players call it.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Place {
    /// Its index, as in [`board_core::Board`].
    pub point: usize,
    /// Its name in the game.
    pub name: String,
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name)
    }
}

/// Something a referee has to say: its [`Display`](fmt::Display) is one English sentence.
///
/// `R` is why the rules of the game forbid a move. With the feature `serde` an event is written as a map with its name
/// in `"event"`; colours and the reasons of a game are written as text.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "serde", serde(tag = "event", rename_all = "snake_case"))]
#[cfg_attr(feature = "serde", serde(bound = "R: fmt::Display"))]
pub enum Event<R> {
    /// The game is followed from here on.
    Start {
        /// Whose turn it is; `None` while that is not known, because the game was joined in mid-game.
        #[cfg_attr(feature = "serde", serde(serialize_with = "text::option"))]
        to_move: Option<Color>,
        /// Pieces of Black.
        black: usize,
        /// Pieces of White.
        white: usize,
    },
    /// The game cannot be followed from the contents of the board: they are no legal position, or not the start
    /// position.
    NotReady {
        /// Why it is no position of the game.
        reasons: Vec<Reason<R>>,
        /// What to change, where the position to start from is known.
        corrections: Vec<Correction>,
    },
    /// A correct move.
    Move {
        /// Its number, from 1 for the first that was seen.
        ply: usize,
        /// Who made it.
        #[cfg_attr(feature = "serde", serde(serialize_with = "text::plain"))]
        side: Color,
        /// As players write it.
        notation: String,
    },
    /// Pieces were taken: so many are left.
    Pieces {
        /// Pieces of Black.
        black: usize,
        /// Pieces of White.
        white: usize,
    },
    /// Now it is known whose turn it is.
    Turn {
        /// Whose.
        #[cfg_attr(feature = "serde", serde(serialize_with = "text::plain"))]
        to_move: Color,
    },
    /// A move has begun well and must go on: one jump of two.
    Unfinished {
        /// The moves it can become.
        possible: Vec<String>,
    },
    /// Nothing was taken, but a capture was possible, and so is required.
    CapturePossible {
        /// The captures.
        possible: Vec<String>,
    },
    /// Something was taken, but a longer or better capture was possible, and is required.
    LongerCapture {
        /// The captures.
        possible: Vec<String>,
    },
    /// What was done is no legal move.
    Illegal {
        /// Why; at least one reason.
        reasons: Vec<Reason<R>>,
    },
    /// More has changed than a move changes, legal or not: moves were missed, or the board was upset. The game cannot
    /// be followed until the last good position stands again.
    Lost {
        /// How many points are not as they were.
        differ: usize,
    },
    /// A legal move was made, but what belongs to it has not been done: what it took still stands there, the rook has
    /// not followed its king.
    Incomplete {
        /// What is left to do.
        corrections: Vec<Correction>,
    },
    /// The board must be put back as it was before the last illegal move. Said again when it is changed in another way.
    PutBack {
        /// What to do, point by point.
        corrections: Vec<Correction>,
    },
    /// The board has been restored; the game continues.
    Restored,
    /// A piece does not look like what it is by now: a man that was not crowned, or one with a crown it has not earned.
    WrongKind {
        /// Where it stands.
        place: Place,
        /// Whose it is.
        #[cfg_attr(feature = "serde", serde(serialize_with = "text::plain"))]
        color: Color,
        /// What it looks like.
        seen: &'static str,
        /// What it is.
        wanted: &'static str,
    },
    /// The game is over.
    Over(Ending),
}

impl<R> Event<R> {
    /// Whether the players have to put something right.
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

/// Why something is no legal move.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "serde", serde(tag = "reason", rename_all = "snake_case"))]
#[cfg_attr(feature = "serde", serde(bound = "R: fmt::Display"))]
pub enum Reason<R> {
    /// The side that moved does not have the turn.
    NotYourTurn {
        /// The side that has it.
        #[cfg_attr(feature = "serde", serde(serialize_with = "text::plain"))]
        to_move: Color,
    },
    /// One side made two moves.
    MovedTwice {
        /// Which.
        #[cfg_attr(feature = "serde", serde(serialize_with = "text::plain"))]
        side: Color,
    },
    /// A piece stands where none was and none can have come.
    Extra {
        /// Where.
        place: Place,
        /// Whose.
        #[cfg_attr(feature = "serde", serde(serialize_with = "text::plain"))]
        color: Color,
        /// What the game calls it.
        noun: &'static str,
    },
    /// A piece is gone that nobody took.
    Missing {
        /// From where.
        place: Place,
        /// Whose.
        #[cfg_attr(feature = "serde", serde(serialize_with = "text::plain"))]
        color: Color,
        /// What the game calls it.
        noun: &'static str,
    },
    /// A piece stands where one of the other side stood, and did not take it.
    Exchanged {
        /// Where.
        place: Place,
        /// Whose it is now.
        #[cfg_attr(feature = "serde", serde(serialize_with = "text::plain"))]
        color: Color,
        /// What the game calls it.
        noun: &'static str,
    },
    /// A piece was taken and still stands there, while something else is wrong too.
    NotRemoved {
        /// Where.
        place: Place,
        /// Whose.
        #[cfg_attr(feature = "serde", serde(serialize_with = "text::plain"))]
        color: Color,
        /// What the game calls it.
        noun: &'static str,
    },
    /// The rules of the game.
    Rule {
        /// What they say.
        #[cfg_attr(feature = "serde", serde(serialize_with = "text::plain"))]
        rule: R,
    },
}

/// What to do at one point to put the board right.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Correction {
    /// Where.
    pub place: Place,
    /// Whose piece has to go, if one stands there.
    #[cfg_attr(feature = "serde", serde(serialize_with = "text::option"))]
    pub remove: Option<Color>,
    /// Whose piece belongs there, if one does.
    #[cfg_attr(feature = "serde", serde(serialize_with = "text::option"))]
    pub put: Option<Color>,
    /// What the game calls the piece that belongs there, or else the one that has to go.
    pub noun: &'static str,
}

/// How a game ended.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Ending {
    /// Who has won; nobody if it is a draw, or if it is not for the board to tell.
    #[cfg_attr(feature = "serde", serde(serialize_with = "text::option"))]
    pub winner: Option<Color>,
    /// Why it is over.
    pub why: String,
}

/// Items with commas between them.
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

/// Values written as their text.
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
