//! How games end, and results in SGF notation.

use std::fmt;
use std::str::FromStr;

use board_core::Color;

use crate::Score;

/// How the rules end a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "snake_case"))]
#[non_exhaustive]
pub enum Outcome {
    /// Both sides have passed in succession. [`Position::score`](crate::Position::score) gives the winner.
    TwoPasses,
}

impl Outcome {
    /// The result that the outcome gives: unknown until the position is [scored](crate::Position::score).
    #[must_use]
    pub const fn result(self) -> GameResult {
        match self {
            Outcome::TwoPasses => GameResult::Unknown,
        }
    }
}

/// How a game was won.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "snake_case"))]
#[non_exhaustive]
pub enum By {
    /// By this number of points; positive.
    Points(f32),
    /// The other side resigned.
    Resignation,
    /// The other side ran out of time.
    Time,
    /// The other side forfeited the game.
    Forfeit,
    /// The way is unknown.
    Unknown,
}

/// The result of a game, as in the SGF property `RE`.
///
/// ```
/// use board_core::Color;
/// use go_rules::{By, GameResult};
///
/// let result: GameResult = "W+3.5".parse()?;
/// assert_eq!(result, GameResult::Win(Color::White, By::Points(3.5)));
/// assert_eq!(result.to_string(), "W+3.5");
/// assert_eq!("B+Resign".parse::<GameResult>()?.to_string(), "B+R");
/// # Ok::<(), go_rules::ResultError>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "snake_case"))]
#[non_exhaustive]
pub enum GameResult {
    /// `B+3.5`, `W+R` and so on.
    Win(Color, By),
    /// `0`: a tie.
    Draw,
    /// `Void`: no result, or the game was suspended.
    Void,
    /// `?`: in progress, abandoned, or unknown.
    #[default]
    Unknown,
}

impl GameResult {
    /// The side that has won.
    #[must_use]
    pub const fn winner(self) -> Option<Color> {
        match self {
            GameResult::Win(winner, _) => Some(winner),
            _ => None,
        }
    }
}

/// Writes the value of the SGF property `RE`.
impl fmt::Display for GameResult {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (winner, by) = match self {
            GameResult::Win(winner, by) => (winner, by),
            GameResult::Draw => return f.write_str("0"),
            GameResult::Void => return f.write_str("Void"),
            GameResult::Unknown => return f.write_str("?"),
        };
        f.write_str(match winner {
            Color::Black => "B+",
            Color::White => "W+",
        })?;
        match by {
            By::Points(points) => write!(f, "{points}"),
            By::Resignation => f.write_str("R"),
            By::Time => f.write_str("T"),
            By::Forfeit => f.write_str("F"),
            By::Unknown => Ok(()),
        }
    }
}

/// A text is not a value of the SGF property `RE`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("not a result")]
pub struct ResultError;

impl FromStr for GameResult {
    type Err = ResultError;

    /// Reads the values of SGF, in any case: `B+12.5`, `W+R`, `W+Resign`, `B+T`, `B+Time`, `B+F`, `B+Forfeit`, `B+`,
    /// `0`, `Draw`, `Jigo`, `Void`, `?` and the empty text.
    fn from_str(text: &str) -> Result<GameResult, ResultError> {
        let text = text.trim().to_ascii_lowercase();
        let (winner, how) = match &*text {
            "0" | "draw" | "jigo" => return Ok(GameResult::Draw),
            "void" => return Ok(GameResult::Void),
            "?" | "" => return Ok(GameResult::Unknown),
            won => match won.split_once('+') {
                Some(("b", how)) => (Color::Black, how),
                Some(("w", how)) => (Color::White, how),
                _ => return Err(ResultError),
            },
        };
        let by = match how {
            "" => By::Unknown,
            "r" | "resign" => By::Resignation,
            "t" | "time" => By::Time,
            "f" | "forfeit" => By::Forfeit,
            points => match points.parse::<f32>() {
                Ok(number)
                    if points.bytes().all(|b| b.is_ascii_digit() || b == b'.') && number > 0.0 =>
                {
                    By::Points(number)
                }
                _ => return Err(ResultError),
            },
        };
        Ok(GameResult::Win(winner, by))
    }
}

impl Score {
    /// The result of this score.
    #[must_use]
    pub fn result(&self) -> GameResult {
        self.winner().map_or(GameResult::Draw, |winner| {
            GameResult::Win(winner, By::Points(self.margin().abs()))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_are_read_back() {
        let ways = [
            By::Points(0.5),
            By::Points(361.0),
            By::Resignation,
            By::Time,
            By::Forfeit,
            By::Unknown,
        ];
        let won = Color::BOTH.map(|side| ways.map(|by| GameResult::Win(side, by)));
        let others = [GameResult::Draw, GameResult::Void, GameResult::Unknown];
        for result in won.into_iter().flatten().chain(others) {
            assert_eq!(result.to_string().parse(), Ok(result));
        }
    }

    #[test]
    fn what_is_no_result_is_refused() {
        for text in [
            "B", "+R", "X+R", "B+-3", "B+0", "B+NaN", "B+inf", "B+1e3", "W+Q", "1-0",
        ] {
            assert_eq!(text.parse::<GameResult>(), Err(ResultError), "{text}");
        }
    }
}
