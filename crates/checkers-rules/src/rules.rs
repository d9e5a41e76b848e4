use board_core::Color;

use crate::Variant;

/// The rules of a game: how pieces move, who begins, what is a draw.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct RuleSet {
    /// How pieces move, and on which board.
    pub variant: Variant,
    /// Who makes the first move of a game.
    pub first: Color,
    /// When nobody wins any more.
    pub draws: Draws,
}

/// When a game is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Draws {
    /// How often a position may stand, the last time being the draw; 0 for as often as one likes.
    pub repetitions: u8,
    /// How many moves in a row each side may make without taking and without moving a man; 0 for no limit.
    pub quiet_moves: u8,
    /// How long a lone king may be chased.
    pub endings: Endings,
}

/// How many moves each side may make where few pieces chase a lone king.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "snake_case"))]
pub enum Endings {
    /// As many as they like.
    Unlimited,
    /// 16 moves where three pieces, a king among them, chase it, and 5 where two or one do (FMJD, Annex 1, art. 6).
    International,
    /// 15 moves where three kings or more chase it, and 5 where two or one do (FMJD, section draughts-64, art. 7.2).
    /// The section's further limits, on the main road and for even endings of four to seven pieces, are not counted.
    Draughts64,
    /// 7 moves where two kings chase it, and 2 where one does (as played on lidraughts.org).
    Frisian,
    /// 13 moves where three kings chase it (American Pool Checker Association).
    Pool,
}

impl Draws {
    /// No draw but by agreement.
    pub const NONE: Draws = Draws {
        repetitions: 0,
        quiet_moves: 0,
        endings: Endings::Unlimited,
    };
}

/// English checkers.
impl Default for RuleSet {
    fn default() -> RuleSet {
        RuleSet::ENGLISH
    }
}

impl RuleSet {
    /// American checkers, also called English draughts.
    pub const ENGLISH: RuleSet = RuleSet::of(Variant::English);
    /// International draughts, on 10 × 10.
    pub const INTERNATIONAL: RuleSet = RuleSet::of(Variant::International);
    /// English rules as the documentation of CheckersChecker (P. Biskup, K. Dykiert, M. Maciaszek) words them: White
    /// begins, any capture may be chosen but must be finished, crowning ends the move, and a game ends only when a side
    /// has no piece or no move.
    pub const CHECKERS_CHECKER: RuleSet = RuleSet {
        first: Color::White,
        draws: Draws::NONE,
        ..RuleSet::ENGLISH
    };

    /// The usual rules of a variant. Limits of quiet moves: 40 in English (WCDF rules, 1.32) and Italian draughts
    /// (FID), 25 in international (FMJD), 15 in Russian (FMJD, section draughts-64) and Czech, 20 in Brazilian ones.
    #[must_use]
    pub const fn of(variant: Variant) -> RuleSet {
        let first = match variant {
            Variant::English | Variant::Pool => Color::Black,
            _ => Color::White,
        };
        let (quiet_moves, endings) = match variant {
            Variant::English | Variant::Italian => (40, Endings::Unlimited),
            Variant::International => (25, Endings::International),
            Variant::Russian => (15, Endings::Draughts64),
            Variant::Brazilian => (20, Endings::Draughts64),
            Variant::Czech => (15, Endings::Unlimited),
            Variant::Pool => (0, Endings::Pool),
            Variant::Frisian => (0, Endings::Frisian),
        };
        let draws = Draws {
            repetitions: 3,
            quiet_moves,
            endings,
        };
        RuleSet {
            variant,
            first,
            draws,
        }
    }
}
