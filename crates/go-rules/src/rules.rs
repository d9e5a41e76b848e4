use board_core::Color;

/// Which repetitions of earlier positions are forbidden.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Superko {
    /// Only the simple ko: taking back at once.
    Simple,
    /// No board may come again.
    Positional,
    /// No board may come again with the same side to move.
    Situational,
}

/// What is counted at the end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Counting {
    /// Stones on the board and surrounded points.
    Area,
    /// Surrounded points and prisoners.
    Territory,
}

/// What differs between rule sets.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rules {
    /// Repetition.
    pub superko: Superko,
    /// Whether several stones may be given up by filling their last liberty.
    pub suicide: bool,
    /// How the end is counted.
    pub counting: Counting,
    /// Points White gets for moving second.
    pub komi: f64,
}

impl Rules {
    /// Chinese rules as practised: area, positional superko, komi 7.5.
    pub const CHINESE: Rules = Rules {
        superko: Superko::Positional,
        suicide: false,
        counting: Counting::Area,
        komi: 7.5,
    };
    /// Japanese rules: territory, simple ko, komi 6.5.
    pub const JAPANESE: Rules = Rules {
        superko: Superko::Simple,
        suicide: false,
        counting: Counting::Territory,
        komi: 6.5,
    };
    /// American Go Association, counted by area: situational superko, komi 7.5.
    pub const AGA: Rules = Rules {
        superko: Superko::Situational,
        suicide: false,
        counting: Counting::Area,
        komi: 7.5,
    };
    /// New Zealand: area, situational superko, suicide allowed, komi 7.
    pub const NEW_ZEALAND: Rules = Rules {
        superko: Superko::Situational,
        suicide: true,
        counting: Counting::Area,
        komi: 7.0,
    };
    /// Tromp–Taylor: area, positional superko, suicide allowed; komi is left to the players (here
    /// 7.5).
    pub const TROMP_TAYLOR: Rules = Rules {
        superko: Superko::Positional,
        suicide: true,
        counting: Counting::Area,
        komi: 7.5,
    };

    /// The points added to `color`'s count.
    #[must_use]
    pub fn compensation(&self, color: Color) -> f64 {
        if color == Color::White {
            self.komi
        } else {
            0.0
        }
    }
}
