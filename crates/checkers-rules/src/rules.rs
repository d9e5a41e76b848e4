use board_core::Color;

use crate::Variant;

/// The rules of a game: how pieces move, who moves first, what is a draw.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct RuleSet {
    /// How pieces move, and the board.
    pub variant: Variant,
    /// The side that moves first.
    pub first: Color,
    /// The rules of draws.
    pub draws: Draws,
}

/// The rules of draws.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Draws {
    /// Number of occurrences of a position that make a draw; 0 for no limit.
    pub repetitions: u8,
    /// Number of consecutive moves by each side, without captures or moves of men, that make a draw; 0 for no limit.
    pub quiet_moves: u8,
    /// Limits of endgames against a lone king.
    pub endings: Endings,
}

/// The number of moves of each side in endgames against a lone king.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "snake_case"))]
pub enum Endings {
    /// No limit.
    Unlimited,
    /// 16 moves against three pieces including a king, and 5 against two or one (FMJD, Annex 1, art. 6).
    International,
    /// 15 moves against three kings or more, and 5 against two or one (FMJD, section draughts-64, art. 7.2). The
    /// section's further limits, on the main road and for even endgames of four to seven pieces, are not implemented.
    Draughts64,
    /// 7 moves against two kings, and 2 against one (as on lidraughts.org).
    Frisian,
    /// 13 moves against three kings (American Pool Checker Association).
    Pool,
}

impl Draws {
    /// Draws by agreement only.
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
    /// English rules as stated by the documentation of CheckersChecker (P. Biskup, K. Dykiert, M. Maciaszek): White
    /// moves first, any capture may be chosen but must be completed, crowning ends the move, and a game ends only when
    /// a side has no piece or no move.
    pub const CHECKERS_CHECKER: RuleSet = RuleSet {
        first: Color::White,
        draws: Draws::NONE,
        ..RuleSet::ENGLISH
    };

    /// The standard rules of a variant. Limits of quiet moves: 40 in English (WCDF rules, 1.32) and Italian draughts
    /// (FID), 25 in international (FMJD), 15 in Russian (FMJD, section draughts-64) and Czech, 20 in Brazilian.
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
