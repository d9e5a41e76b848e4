/// What a ruleset says beyond captures and simple ko.
///
/// The presets are those that programs and servers know by name. Ko: the written Chinese rules forbid
/// repetition of the whole board, and most programs take that as positional superko. Handicap
/// compensation, where a ruleset has one, is for the caller to add to `komi`.
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
    /// Whether suicide of two or more stones is legal. (Of one stone it never is here, see
    /// [`Position`](crate::Position).)
    pub suicide: bool,
    /// Which repetitions are forbidden.
    pub ko: Ko,
    /// What counts.
    pub scoring: Scoring,
    /// Points White gets for moving second.
    pub komi: f32,
}

/// Which repetitions are forbidden. All of them forbid taking a ko back at once.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "snake_case"))]
pub enum Ko {
    /// Only taking back at once; longer cycles are legal.
    Simple,
    /// A stone may not bring back any earlier arrangement of the stones.
    Positional,
    /// A stone may not bring back an earlier arrangement with the same side to move.
    Situational,
}

/// What counts at the end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "snake_case"))]
pub enum Scoring {
    /// Living stones and the empty points only they surround, also in a seki.
    Area,
    /// Surrounded empty points, not in a seki, and prisoners.
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
    /// Rules of the American Go Association, counted by area.
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
    /// The rules of J. Tromp and B. Taylor; they leave komi to the players.
    pub const TROMP_TAYLOR: Rules = Rules {
        suicide: true,
        ko: Ko::Positional,
        scoring: Scoring::Area,
        komi: 7.5,
    };

    /// The preset that an SGF `RU` value means, in any case: `Chinese`, `Japanese`, `Korean`,
    /// `AGA`, `NZ`, `GOE`, `Tromp-Taylor` and what begins so. `None` for others.
    #[must_use]
    pub fn named(name: &str) -> Option<Rules> {
        let name = name.trim().to_ascii_lowercase();
        let presets = [
            (&["chinese", "cn"][..], Rules::CHINESE),
            (&["japanese", "jp", "korean"], Rules::JAPANESE),
            (&["aga"], Rules::AGA),
            (&["nz", "new zealand"], Rules::NEW_ZEALAND),
            (&["tromp", "tt"], Rules::TROMP_TAYLOR),
            // Ing's rules (GOE) allow suicide; their ko rule has no agreed formal statement.
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
    /// [`Rules::JAPANESE`]: what every other ruleset allows too, except their longer cycles.
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
