//! Moves a user is sure of.

use std::str::FromStr;

use board_core::Color;
use chess_rules::{Move, Position};

/// A move that was certainly played, or certainly not: `23. Qf3`, `23... Qf6`, `23. not Qf3`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fix {
    /// Number of the move.
    pub number: u16,
    /// Who played it.
    pub side: Color,
    /// The move in algebraic notation.
    pub san: String,
    /// Whether it was played, not: whether it was not.
    pub played: bool,
}

/// Not a move with its number.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "{text:?} is not a move with its number such as \"23. Qf3\", \"23... Qf6\" or \"23. not Qf3\""
)]
pub struct FixError {
    /// As given.
    pub text: String,
}

impl FromStr for Fix {
    type Err = FixError;

    fn from_str(text: &str) -> Result<Self, FixError> {
        let fail = || FixError {
            text: text.to_owned(),
        };
        let trimmed = text.trim();
        let digits = trimmed.bytes().take_while(u8::is_ascii_digit).count();
        let (number, rest) = trimmed.split_at(digits);
        let number: u16 = number.parse().map_err(|_| fail())?;
        let san = rest.trim_start_matches(|c: char| c == '.' || c == '…' || c.is_whitespace());
        let marks = &rest[..rest.len() - san.len()];
        let dots = marks.matches('.').count() + 3 * marks.matches('…').count();
        let (played, san) = match san.strip_prefix("not ") {
            Some(san) => (false, san.trim()),
            None => (true, san),
        };
        if dots == 0 || number == 0 || san.is_empty() || san.contains(char::is_whitespace) {
            return Err(fail());
        }
        Ok(Self {
            number,
            side: if dots > 1 { Color::Black } else { Color::White },
            san: san.to_owned(),
            played,
        })
    }
}

impl std::fmt::Display for Fix {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let dots = if self.side == Color::White {
            "."
        } else {
            "..."
        };
        let not = if self.played { "" } else { "not " };
        write!(f, "{}{dots} {not}{}", self.number, self.san)
    }
}

impl Fix {
    /// How many plies come before it in a game from `start`; `None` if it lies before the start.
    #[must_use]
    pub fn ply(&self, start: &Position) -> Option<usize> {
        let count = |number: u16, side| 2 * usize::from(number) + usize::from(side == Color::Black);
        count(self.number, self.side).checked_sub(count(
            start.move_number(),
            board_core::MoveGen::to_move(start),
        ))
    }

    /// Whether a legal move in a position agrees with it.
    fn allows(&self, position: &Position, mv: Move) -> bool {
        (position.parse_san(&self.san) == Ok(mv)) == self.played
    }
}

/// The games that agree with what the user is sure of.
pub(crate) struct Fixes(Vec<(usize, Fix)>);

impl Fixes {
    pub(crate) fn new(fixes: &[Fix], start: &Position) -> Self {
        let plies = fixes
            .iter()
            .filter_map(|f| Some((f.ply(start)?, f.clone())));
        Self(plies.collect())
    }

    /// The first that a game does not keep.
    pub(crate) fn broken(&self, start: &Position, moves: &[Move]) -> Option<&Fix> {
        self.0
            .iter()
            .map(|(ply, fix)| (*ply, fix))
            .find_map(|(ply, fix)| {
                let mut position = *start;
                let Some(&mv) = moves.get(ply) else {
                    return fix.played.then_some(fix);
                };
                moves[..ply].iter().for_each(|&mv| position.advance(mv));
                (!fix.allows(&position, mv)).then_some(fix)
            })
    }

    /// Whether a move is one a game may have as its ply of this number.
    pub(crate) fn allow(&self, position: &Position, mv: Move, ply: usize) -> bool {
        let mut here = self.0.iter().filter(|(number, _)| *number == ply);
        here.all(|(_, fix)| fix.allows(position, mv))
    }

    /// Whether there is none.
    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_are_read_as_people_write_them() {
        for (text, number, side, played) in [
            ("23. Qf3", 23, Color::White, true),
            ("23.Qf3", 23, Color::White, true),
            (" 7... Qf3 ", 7, Color::Black, true),
            ("7. ... Qf3", 7, Color::Black, true),
            ("7… Qf3", 7, Color::Black, true),
            ("1. not Qf3", 1, Color::White, false),
        ] {
            let fix: Fix = text.parse().unwrap();
            let expected = (number, side, "Qf3", played);
            assert_eq!(
                (fix.number, fix.side, fix.san.as_str(), fix.played),
                expected
            );
            assert_eq!(fix.to_string().parse(), Ok(fix));
        }
        for text in [
            "",
            "Qf3",
            "23",
            "23.",
            "0. e4",
            "x. e4",
            "23 Qf3",
            "99999. e4",
            "1. e4 e5",
        ] {
            assert!(text.parse::<Fix>().is_err(), "{text}");
        }
    }

    #[test]
    fn plies_count_from_the_start_position() {
        let start = Position::from_fen("4k3/8/8/8/8/8/4P3/4K3 b - - 0 30").unwrap();
        let ply = |text: &str| text.parse::<Fix>().unwrap().ply(&start);
        assert_eq!(ply("30... Kd7"), Some(0));
        assert_eq!(ply("31. e4"), Some(1));
        assert_eq!(ply("30. e4"), None);
    }

    #[test]
    fn only_the_move_meant_is_left() {
        let start = Position::initial();
        let fixes = Fixes::new(
            &["1. e4".parse().unwrap(), "1... not e5".parse().unwrap()],
            &start,
        );
        let left = |position: &Position, ply| -> Vec<String> {
            let moves = position.legal_moves().into_iter();
            let kept = moves.filter(|&mv| fixes.allow(position, mv, ply));
            kept.map(|mv| position.san(mv).to_string()).collect()
        };
        assert_eq!(left(&start, 0), ["e4"]);
        let mut next = start;
        next.advance(start.parse_san("e4").unwrap());
        assert_eq!(left(&next, 1).len(), 19);
        assert_eq!(left(&next, 2).len(), 20);
    }
}
