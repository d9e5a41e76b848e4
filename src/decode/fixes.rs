//! The user's fixes as a constraint of the search.

use board_core::Color;
use sequence_search::{Moment, MovePrior, Ply};

use super::fix::{Fix, FixFault};
use crate::recording::drawn::Drawn;
use crate::recording::number::Number;

impl Fix {
    /// Number of plies before it in a game from `start`; `None` if it comes before the start.
    #[must_use]
    pub fn ply<P: Drawn>(&self, start: &P) -> Option<usize> {
        let number = usize::from(self.number);
        let pair = 2 * number + usize::from(self.second);
        match start.number(0) {
            Number::Own(first) => number.checked_sub(first),
            Number::First(first) => pair.checked_sub(2 * first),
            Number::Second(first) => pair.checked_sub(2 * first + 1),
        }
    }

    /// Its move in a position, if that is legal.
    fn mv<P: Drawn>(&self, position: &P) -> Option<P::Move> {
        position.parse(self.code.as_ref().unwrap_or(&self.name))
    }

    /// Whether playing a legal move in a position agrees with it.
    fn allows<P: Drawn>(&self, position: &P, mv: P::Move) -> bool {
        (self.mv(position) == Some(mv)) == self.played
    }
}

/// The first fix that no game from `start` can satisfy, whatever the photos show, and why.
#[must_use]
pub fn impossible<'a, P: Drawn>(fixes: &'a [Fix], start: &P) -> Option<(&'a Fix, FixFault)> {
    fixes.iter().enumerate().find_map(|(i, fix)| {
        let same = |other: &&Fix| (other.number, other.second) == (fix.number, fix.second);
        let clashes = |other: &Fix| match (other.played, fix.played) {
            (true, true) => other.name != fix.name,
            (false, false) => false,
            _ => other.name == fix.name,
        };
        let reason = if !start.reads(&fix.name) {
            FixFault::NoMove
        } else if fix.ply(start).is_none() {
            FixFault::BeforeStart
        } else if fixes[..i].iter().filter(same).any(clashes) {
            FixFault::Contradicted
        } else {
            return None;
        };
        Some((fix, reason))
    })
}

/// Adds a person's answer to the fixes of a game. It replaces an equal one, and earlier ones about the same ply that
/// contradict it.
/// `position` is the one before the ply, if known: a move may be written in several ways.
pub(crate) fn answer<P: Drawn>(fixes: &mut Vec<Fix>, fix: Fix, position: Option<&P>) {
    let same_move = |a: &Fix, b: &Fix| {
        let read = |fix: &Fix| position.and_then(|position| fix.mv(position));
        a.name == b.name || read(a).is_some() && read(a) == read(b)
    };
    let agrees = |other: &Fix| match (other.played, fix.played) {
        _ if (other.number, other.second) != (fix.number, fix.second) => true,
        (true, true) => same_move(other, &fix),
        (false, false) => true,
        _ => !same_move(other, &fix),
    };
    fixes.retain(|other| *other != fix && agrees(other));
    fixes.push(fix);
}

/// A set of fixes, each with its ply. As a [`MovePrior`], it allows only moves that agree with them.
pub struct Fixes(Vec<(usize, Fix)>);

impl Fixes {
    /// The fixes of a game from `start`; fixes before the start are ignored.
    #[must_use]
    pub fn new<P: Drawn>(fixes: &[Fix], start: &P) -> Self {
        let plies = fixes
            .iter()
            .filter_map(|f| Some((f.ply(start)?, f.clone())));
        Self(plies.collect())
    }

    /// The first fix that a game violates.
    #[must_use]
    pub fn broken<P: Drawn>(&self, start: &P, moves: &[P::Move]) -> Option<&Fix> {
        self.0
            .iter()
            .map(|(ply, fix)| (*ply, fix))
            .find_map(|(ply, fix)| {
                let mut position = start.clone();
                let Some(&mv) = moves.get(ply) else {
                    return fix.played.then_some(fix);
                };
                for &mv in &moves[..ply] {
                    position.play(mv);
                }
                (!fix.allows(&position, mv)).then_some(fix)
            })
    }

    /// Whether a game may have this move, in this position, as its ply of this index.
    #[must_use]
    pub fn allow<P: Drawn>(&self, position: &P, mv: P::Move, ply: usize) -> bool {
        let mut here = self.0.iter().filter(|(number, _)| *number == ply);
        here.all(|(_, fix)| fix.allows(position, mv))
    }

    /// The fixes of played moves, with their plies in a game.
    pub fn played<'a, M>(
        &'a self,
        plies: &'a [Ply<M>],
    ) -> impl Iterator<Item = (&'a Fix, &'a Ply<M>)> {
        let played = self.0.iter().filter(|(_, fix)| fix.played);
        played.filter_map(|(ply, fix)| Some((fix, plies.get(*ply)?)))
    }

    /// Whether no fix refers to this ply.
    #[must_use]
    pub fn is_free(&self, ply: usize) -> bool {
        !self.0.iter().any(|(number, _)| *number == ply)
    }

    /// Whether there are no fixes.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

/// Every move that agrees with the fixes costs nothing.
impl<P: Drawn> MovePrior<P> for Fixes {
    fn price(&self, position: &P, mv: P::Move, moment: Moment) -> f32 {
        match self.allow(position, mv, moment.ply) {
            true => 0.0,
            false => f32::INFINITY,
        }
    }

    fn counts_plies(&self) -> bool {
        !self.is_empty()
    }
}

/// Makes the fix of a move in a game from `start`, after the moves `before`.
pub(crate) fn fix_of<P: Drawn>(
    start: &P,
    before: &[(Color, P::Move)],
    side: Color,
    mv: P::Move,
    played: bool,
) -> Fix {
    let mut position = start.clone();
    for &(side, mv) in before {
        position.set_to_move(side);
        position.play(mv);
    }
    position.set_to_move(side);
    let number = position.number(before.len());
    Fix {
        number: u16::try_from(number.value()).unwrap_or(u16::MAX),
        second: matches!(number, Number::Second(_)),
        name: position.name(mv),
        code: P::code(mv).map(|(_, code)| code),
        played,
    }
}

#[cfg(test)]
#[cfg(all(feature = "checkers", feature = "chess"))]
mod tests {
    use super::*;
    use crate::recording::Notation;
    use board_core::MoveGen;
    use chess_rules::Position;

    #[test]
    fn a_later_move_has_its_own_number() {
        let start = Position::initial();
        let mut position = start;
        let mut before = Vec::new();
        for (name, number) in [("d4", "1."), ("Nf6", "1..."), ("Bf4", "2."), ("d5", "2...")] {
            let (side, mv) = (position.to_move(), position.parse(name).unwrap());
            let fix = fix_of(&start, &before, side, mv, true);
            assert_eq!(fix.to_string(), format!("{number} {name}"));
            before.push((side, mv));
            position.play(mv);
        }
    }

    #[test]
    fn usual_ways_to_write_a_move_are_read() {
        for (text, number, second, played) in [
            ("23. Qf3", 23, false, true),
            ("23.Qf3", 23, false, true),
            (" 7... Qf3 ", 7, true, true),
            ("7. ... Qf3", 7, true, true),
            ("7… Qf3", 7, true, true),
            ("1. not Qf3", 1, false, false),
        ] {
            let fix: Fix = text.parse().unwrap();
            let expected = (number, second, "Qf3", played);
            assert_eq!(
                (fix.number, fix.second, fix.name.as_str(), fix.played),
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
    fn names_in_warnings_are_read() {
        let start = Position::default();
        let fixes = Fixes::new(&["1. g1f3".parse().unwrap()], &start);
        let allowed = |name: &str| fixes.allow(&start, start.parse_san(name).unwrap(), 0);
        assert!(allowed("Nf3") && !allowed("Nh3"));
    }

    #[test]
    fn plies_count_from_the_start_position() {
        let start = Position::from_fen("4k3/8/8/8/8/8/4P3/4K3 b - - 0 30").unwrap();
        let ply = |text: &str| text.parse::<Fix>().unwrap().ply(&start);
        assert_eq!(ply("30... Kd7"), Some(0));
        assert_eq!(ply("31. e4"), Some(1));
        assert_eq!(ply("30. e4"), None);
        // In checkers Black begins.
        let start = checkers_rules::Position::initial(checkers_rules::RuleSet::ENGLISH);
        let ply = |text: &str| text.parse::<Fix>().unwrap().ply(&start);
        assert_eq!((ply("1. 11-15"), ply("2... 25x18")), (Some(0), Some(3)));
    }

    #[test]
    fn impossible_fixes_have_their_reason() {
        let start = Position::from_fen("4k3/8/8/8/8/8/4P3/4K3 w - - 0 30").unwrap();
        let reason = |texts: &[&str]| {
            let fixes: Vec<Fix> = texts.iter().map(|text| text.parse().unwrap()).collect();
            impossible(&fixes, &start).map(|(fix, reason)| (fix.to_string(), reason))
        };
        assert_eq!(
            reason(&["30. e4", "30... Kd7", "30. not e3", "31. e5"]),
            None
        );
        for (texts, last, why) in [
            (&["30. e4", "30. zz9"][..], "30. zz9", FixFault::NoMove),
            (&["29. e4"], "29. e4", FixFault::BeforeStart),
            (&["30. e4", "30. e3"], "30. e3", FixFault::Contradicted),
            (&["30. not e4", "30. e4"], "30. e4", FixFault::Contradicted),
        ] {
            assert_eq!(reason(texts), Some((last.to_owned(), why)));
        }
    }

    #[test]
    fn the_last_answer_about_a_ply_counts() {
        let start = Position::initial();
        for (texts, kept) in [
            (&["1. not d4", "1. d4"][..], &["1. d4"][..]),
            (&["1. d2d4", "1. not d4"], &["1. not d4"]),
            (&["1. e4", "1. d4"], &["1. d4"]),
            (&["1. not e4", "1. not d4"], &["1. not e4", "1. not d4"]),
            (&["1. d4", "1... not d4"], &["1. d4", "1... not d4"]),
            (&["1. not e4", "1. d4"], &["1. not e4", "1. d4"]),
            (&["1. d4", "1. d4"], &["1. d4"]),
        ] {
            let mut fixes = Vec::new();
            for text in texts {
                answer(&mut fixes, text.parse().unwrap(), Some(&start));
            }
            let fixes: Vec<String> = fixes.iter().map(Fix::to_string).collect();
            assert_eq!(fixes, kept, "{texts:?}");
        }
    }

    #[test]
    fn only_moves_that_agree_are_allowed() {
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
