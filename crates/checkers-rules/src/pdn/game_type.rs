//! The header `GameType`: `21,B,8,8,N1,0`.

use board_core::Color;

use crate::{RuleSet, Variant};

/// A game type that is invalid, or that of an unsupported game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("not a game type that is known")]
pub struct GameTypeError;

impl Variant {
    const fn type_number(self) -> u8 {
        match self {
            Variant::International => 20,
            Variant::English => 21,
            Variant::Italian => 22,
            Variant::Pool => 23,
            Variant::Russian => 25,
            Variant::Brazilian => 26,
            Variant::Czech => 29,
            Variant::Frisian => 40,
        }
    }

    /// How squares are named and where the first one is: a letter and a digit from the bottom left, or numbers from
    /// White's top left. English checkers is described from Black's side.
    const fn notation(self) -> &'static str {
        match self {
            Variant::English | Variant::Pool => "N1",
            Variant::International | Variant::Italian | Variant::Frisian => "N2",
            Variant::Russian | Variant::Brazilian | Variant::Czech => "A0",
        }
    }
}

impl RuleSet {
    /// The value of PDN's header `GameType`.
    ///
    /// ```
    /// assert_eq!(checkers_rules::RuleSet::ENGLISH.game_type(), "21,B,8,8,N1,0");
    /// ```
    #[must_use]
    pub fn game_type(self) -> String {
        let first = if self.first == Color::White { 'W' } else { 'B' };
        let (number, width) = (self.variant.type_number(), self.variant.width());
        let notation = self.variant.notation();
        let inverted = u8::from(self.variant == Variant::Italian);
        format!("{number},{first},{width},{width},{notation},{inverted}")
    }

    /// The standard rules of a game type, with the side that it names moving first. The number must be known, and the
    /// board, if given, must be that of the variant. The naming of squares is ignored, since both forms are read.
    ///
    /// # Errors
    /// If the type is invalid or not supported.
    pub fn from_game_type(text: &str) -> Result<RuleSet, GameTypeError> {
        let mut fields = text.split(',').map(str::trim);
        let number: u8 = fields
            .next()
            .and_then(|n| n.parse().ok())
            .ok_or(GameTypeError)?;
        let known = Variant::ALL
            .into_iter()
            .find(|variant| variant.type_number() == number);
        let mut rules = RuleSet::of(known.ok_or(GameTypeError)?);
        match fields.next() {
            None => {}
            Some("W") => rules.first = Color::White,
            Some("B") => rules.first = Color::Black,
            Some(_) => return Err(GameTypeError),
        }
        let width = rules.variant.width();
        match fields.take(2).all(|size| size.parse() == Ok(width)) {
            true => Ok(rules),
            false => Err(GameTypeError),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn game_types_are_read_back() {
        for variant in Variant::ALL {
            let rules = RuleSet::of(variant);
            assert_eq!(RuleSet::from_game_type(&rules.game_type()), Ok(rules));
            let number = variant.type_number().to_string();
            assert_eq!(RuleSet::from_game_type(&number), Ok(rules));
        }
        for wrong in ["", "x", "0", "24", "30", "21,G", "21,B,10,10,N1,0"] {
            assert_eq!(
                RuleSet::from_game_type(wrong),
                Err(GameTypeError),
                "{wrong}"
            );
        }
    }
}
