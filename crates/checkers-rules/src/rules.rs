use board_core::Color;

use crate::Variant;

/// The rules of a game: how pieces move, who begins, what is a draw.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct RuleSet {
    /// How pieces move, and on which board.
    pub variant: Variant,
    /// Who makes the first move of a game.
    pub first: Color,
}

impl RuleSet {
    /// American checkers, also called English draughts.
    pub const ENGLISH: RuleSet = RuleSet::of(Variant::English);
    /// English rules as the documentation of CheckersChecker (P. Biskup, K. Dykiert, M. Maciaszek) words them, whose camera
    /// this crate was first written for: White begins, and a game ends only when a side has no piece or no move.
    pub const CHECKERS_CHECKER: RuleSet = RuleSet {
        first: Color::White,
        ..RuleSet::ENGLISH
    };

    /// The usual rules of a variant.
    #[must_use]
    pub const fn of(variant: Variant) -> RuleSet {
        let first = match variant {
            Variant::English | Variant::Pool => Color::Black,
            _ => Color::White,
        };
        RuleSet { variant, first }
    }
}
