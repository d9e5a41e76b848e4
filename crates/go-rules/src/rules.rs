/// A ruleset: what differs between rules beyond captures and simple ko.
///
/// The presets are those that programs and servers know by name. The written Chinese rules forbid repetition of the
/// whole board; most programs implement that as positional superko, and so does this preset. Handicap compensation,
/// where a ruleset has one, must be added to `komi` by the caller.
///
/// | preset | suicide | ko | scoring | komi |
/// |---|---|---|---|---|
/// | [`CHINESE`](Rules::CHINESE) | no | positional | area | 7.5 |
/// | [`JAPANESE`](Rules::JAPANESE) | no | simple | territory | 6.5 |
/// | [`AGA`](Rules::AGA) | no | situational | area | 7.5 |
/// | [`NEW_ZEALAND`](Rules::NEW_ZEALAND) | yes | situational | area | 7 |
/// | [`TROMP_TAYLOR`](Rules::TROMP_TAYLOR) | yes | positional | area | 7.5 |
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Rules {
    /// Whether suicide of two or more stones is legal. (Suicide of one stone is never legal here: see
    /// [`Position`](crate::Position).)
    pub suicide: bool,
    /// The ko rule.
    pub ko: Ko,
    /// The scoring rule.
    pub scoring: Scoring,
    /// Points that White gets for moving second.
    pub komi: f32,
}

/// A ko rule. All of them forbid retaking a ko at once.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "snake_case"))]
pub enum Ko {
    /// Forbids only retaking at once; longer cycles are legal.
    Simple,
    /// Positional superko: a stone may not repeat any earlier arrangement of the stones.
    Positional,
    /// Situational superko: a stone may not repeat an earlier arrangement with the same side to move.
    Situational,
}

/// A scoring rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "snake_case"))]
pub enum Scoring {
    /// Living stones and surrounded empty points, including those in a seki.
    Area,
    /// Surrounded empty points, except those in a seki, and prisoners.
    Territory,
}

impl Rules {
    /// Chinese rules.
    pub const CHINESE: Rules = Rules {
        suicide: false,
        ko: Ko::Positional,
        scoring: Scoring::Area,
        komi: 7.5,
    };
    /// Japanese (and Korean) rules.
    pub const JAPANESE: Rules = Rules {
        suicide: false,
        ko: Ko::Simple,
        scoring: Scoring::Territory,
        komi: 6.5,
    };
    /// Rules of the American Go Association, with area scoring.
    pub const AGA: Rules = Rules {
        suicide: false,
        ko: Ko::Situational,
        scoring: Scoring::Area,
        komi: 7.5,
    };
    /// Rules of the New Zealand Go Society.
    pub const NEW_ZEALAND: Rules = Rules {
        suicide: true,
        ko: Ko::Situational,
        scoring: Scoring::Area,
        komi: 7.0,
    };
    /// The rules of J. Tromp and B. Taylor, who leave komi to the players.
    pub const TROMP_TAYLOR: Rules = Rules {
        suicide: true,
        ko: Ko::Positional,
        scoring: Scoring::Area,
        komi: 7.5,
    };

    /// The preset for an SGF `RU` value that begins, in any case, with `Chinese`, `Japanese`, `Korean`, `AGA`, `NZ`,
    /// `GOE` or `Tromp-Taylor`. `None` for others.
    #[must_use]
    pub fn named(name: &str) -> Option<Rules> {
        let name = name.trim().to_ascii_lowercase();
        let presets = [
            (&["chinese", "cn"][..], Rules::CHINESE),
            (&["japanese", "jp", "korean"], Rules::JAPANESE),
            (&["aga"], Rules::AGA),
            (&["nz", "new zealand"], Rules::NEW_ZEALAND),
            (&["tromp", "tt"], Rules::TROMP_TAYLOR),
            // Ing's rules (GOE) allow suicide; their ko rule has no agreed formal definition.
            (
                &["goe", "ing"],
                Rules {
                    komi: 8.0,
                    ko: Ko::Simple,
                    ..Rules::NEW_ZEALAND
                },
            ),
        ];
        let found = presets
            .iter()
            .find(|(names, _)| names.iter().any(|known| name.starts_with(known)));
        found.map(|&(_, rules)| rules)
    }
}

impl Default for Rules {
    /// [`Rules::JAPANESE`]: its moves are legal under every other ruleset, except for longer cycles.
    fn default() -> Rules {
        Rules::JAPANESE
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_as_found_in_records() {
        assert_eq!(Rules::named("Japanese"), Some(Rules::JAPANESE));
        assert_eq!(Rules::named(" chinese rules "), Some(Rules::CHINESE));
        assert_eq!(Rules::named("NZ"), Some(Rules::NEW_ZEALAND));
        assert_eq!(Rules::named("Tromp-Taylor"), Some(Rules::TROMP_TAYLOR));
        assert!(Rules::named("GOE").unwrap().suicide);
        assert_eq!(Rules::named("Old Chinese"), None);
        assert_eq!(Rules::named(""), None);
    }
}
