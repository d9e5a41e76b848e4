//! The variants, and how pieces move in each.

use crate::{Square, layout::Layout};

/// A variant of draughts: the board and how pieces move on it.
///
/// Sources: the rules of the World Draughts Federation (international, Brazilian, Russian, Frisian), of the World
/// Checkers Draughts Federation (English), of the Federazione Italiana Dama (Italian) and of the American Pool Checker
/// Association (Pool); the summaries in the PDN 3.0 standard's list of game types and in the move generator `dctl` by
/// R. Halbersma, whose counts are in `tests/perft.rs`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "snake_case"))]
pub enum Variant {
    /// American checkers: 8 × 8, men capture forwards, kings move one square, any capture may be chosen.
    English,
    /// 10 × 10, men also capture backwards, flying kings, the capture of most pieces is mandatory.
    International,
    /// International rules on 8 × 8.
    Brazilian,
    /// 8 × 8, flying kings, any capture may be chosen, and a man that reaches the last row while capturing continues as
    /// a king.
    Russian,
    /// American pool: like Russian, but a man is crowned only where its move ends.
    Pool,
    /// 8 × 8 with the dark corner at the right. Men do not capture kings. Mandatory is the capture of most pieces; then
    /// by a king; then of most kings; then of kings earliest.
    Italian,
    /// 10 × 10, pieces also capture along rows and columns. Mandatory is the capture of highest value, by a king if
    /// possible. A king may not make more than three quiet moves in a row while its side has men.
    Frisian,
    /// 8 × 8, men capture forwards, flying kings, any capture may be chosen, but by a king if possible.
    Czech,
}

/// Which captures may be chosen.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Choice {
    /// Any capture.
    Free,
    /// Captures by a king, if there are any.
    KingFirst,
    /// Captures of most pieces.
    Most,
    /// Captures of most pieces; then by a king; then of most kings; then of kings earliest.
    Italian,
    /// Captures of highest value, where a king counts less than two men and more than one and a half; then by a king.
    Value,
}

/// How pieces move.
#[derive(Clone, Copy)]
pub(crate) struct Laws {
    pub(crate) layout: Layout,
    /// Number of rows that each side's men fill at the start.
    pub(crate) filled: u32,
    pub(crate) men_take_backwards: bool,
    pub(crate) men_take_kings: bool,
    pub(crate) flying: bool,
    /// Whether pieces also capture along rows and columns.
    pub(crate) orthogonal: bool,
    /// Whether a man that reaches the last row while capturing continues as a king.
    pub(crate) crowned_in_passing: bool,
    pub(crate) choice: Choice,
}

const ENGLISH: Laws = Laws {
    layout: Layout {
        half: 4,
        mirrored: false,
    },
    filled: 3,
    men_take_backwards: false,
    men_take_kings: true,
    flying: false,
    orthogonal: false,
    crowned_in_passing: false,
    choice: Choice::Free,
};
const POOL: Laws = Laws {
    men_take_backwards: true,
    flying: true,
    ..ENGLISH
};
const BRAZILIAN: Laws = Laws {
    choice: Choice::Most,
    ..POOL
};
const INTERNATIONAL: Laws = Laws {
    layout: Layout {
        half: 5,
        mirrored: false,
    },
    filled: 4,
    ..BRAZILIAN
};

impl Variant {
    /// All variants.
    pub const ALL: [Variant; 8] = [
        Variant::English,
        Variant::International,
        Variant::Brazilian,
        Variant::Russian,
        Variant::Pool,
        Variant::Italian,
        Variant::Frisian,
        Variant::Czech,
    ];

    /// Its English name.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Variant::English => "English",
            Variant::International => "International",
            Variant::Brazilian => "Brazilian",
            Variant::Russian => "Russian",
            Variant::Pool => "Pool",
            Variant::Italian => "Italian",
            Variant::Frisian => "Frisian",
            Variant::Czech => "Czech",
        }
    }

    /// Number of rows, and of columns: 8 or 10.
    #[must_use]
    pub const fn width(self) -> usize {
        self.laws().layout.width() as usize
    }

    /// The number of dark squares, 32 or 50, which is also the highest number of a square.
    #[must_use]
    pub const fn squares(self) -> usize {
        self.laws().layout.squares() as usize
    }

    /// The number of pieces of each side at the start, the most it can ever have.
    #[must_use]
    pub const fn pieces(self) -> usize {
        let laws = self.laws();
        (laws.filled * laws.layout.half) as usize
    }

    /// The point `row · width + column` of a square, from the top left of the diagram.
    #[must_use]
    pub const fn point(self, square: Square) -> usize {
        self.laws().layout.point(square.index()) as usize
    }

    /// The square at a point; `None` for a light square and beyond the board.
    #[must_use]
    pub const fn square_at(self, point: usize) -> Option<Square> {
        if point >= self.width() * self.width() {
            return None;
        }
        match self.laws().layout.at_point(point as u32) {
            Some(index) => Some(Square::of(index)),
            None => None,
        }
    }

    /// Whether squares are written with a letter and a digit, as in `c3`, rather than a number.
    #[must_use]
    pub const fn is_alphanumeric(self) -> bool {
        matches!(self, Variant::Russian | Variant::Brazilian | Variant::Czech)
    }

    /// The variant's name of a square: a number, or a letter for the column and a digit for the row, where `a1` is the
    /// corner at White's left hand.
    #[must_use]
    pub fn name_of(self, square: Square) -> String {
        if !self.is_alphanumeric() {
            return square.to_string();
        }
        let (row, column) = (
            self.point(square) / self.width(),
            self.point(square) % self.width(),
        );
        format!("{}{}", char::from(b'a' + column as u8), self.width() - row)
    }

    /// The square with a name of either form; `None` if the board has none.
    #[must_use]
    pub fn parse_square(self, name: &str) -> Option<Square> {
        let digits = name.trim_start_matches(|c: char| c.is_ascii_alphabetic());
        let number = match digits.parse() {
            Ok(number @ 1..=50) if !digits.starts_with(['0', '+']) => number,
            _ => return None,
        };
        match name.len() - digits.len() {
            0 if number <= self.squares() => Square::new(number),
            1 if number <= self.width() => {
                let column = usize::from(name.as_bytes()[0].to_ascii_lowercase() - b'a');
                let row = self.width() - number;
                (column < self.width())
                    .then_some(row * self.width() + column)
                    .and_then(|p| self.square_at(p))
            }
            _ => None,
        }
    }

    pub(crate) const fn laws(self) -> Laws {
        match self {
            Variant::English => ENGLISH,
            Variant::International => INTERNATIONAL,
            Variant::Brazilian => BRAZILIAN,
            Variant::Pool => POOL,
            Variant::Russian => Laws {
                crowned_in_passing: true,
                ..POOL
            },
            Variant::Italian => Laws {
                layout: Layout {
                    half: 4,
                    mirrored: true,
                },
                men_take_kings: false,
                choice: Choice::Italian,
                ..ENGLISH
            },
            Variant::Frisian => Laws {
                orthogonal: true,
                choice: Choice::Value,
                ..INTERNATIONAL
            },
            Variant::Czech => Laws {
                flying: true,
                choice: Choice::KingFirst,
                ..ENGLISH
            },
        }
    }
}

/// The laws of a variant as constants, so that the compiler makes a generator for each.
pub(crate) trait Rules: 'static {
    const LAWS: Laws;
    const HALF: u32 = Self::LAWS.layout.half;
    /// All squares.
    const BOARD: u64 = Self::LAWS.layout.rows(0, 2 * Self::HALF);
    /// The squares where men are crowned, by [`Color::index`](board_core::Color::index).
    const CROWN: [u64; 2] = [
        Self::LAWS.layout.rows(2 * Self::HALF - 1, 2 * Self::HALF),
        Self::LAWS.layout.rows(0, 1),
    ];
    const FIRST: u64 = Self::LAWS.layout.ends(false);
    const LAST: u64 = Self::LAWS.layout.ends(true);
    /// The number of directions in which kings capture.
    const TAKES: usize = if Self::LAWS.orthogonal { 8 } else { 4 };
}

macro_rules! rules {
    ($($variant:ident),*) => {
        $(pub(crate) struct $variant;
        impl Rules for $variant {
            const LAWS: Laws = Variant::$variant.laws();
        })*
    };
}
rules!(
    English,
    International,
    Brazilian,
    Russian,
    Pool,
    Italian,
    Frisian,
    Czech
);

/// Evaluates `$body` with `$R` as the type of the variant's rules.
macro_rules! by_variant {
    ($of:expr, $R:ident => $body:expr) => {
        by_variant!(@ $of, $R, $body, English, International, Brazilian, Russian, Pool, Italian, Frisian, Czech)
    };
    (@ $of:expr, $R:ident, $body:expr, $($variant:ident),*) => {
        match $of {
            $($crate::Variant::$variant => {
                type $R = $crate::variant::$variant;
                $body
            })*
        }
    };
}
pub(crate) use by_variant;

/// The eight directions: four diagonals, two up and two down, then up, down, left, right.
pub(crate) const UP_LEFT: usize = 0;
pub(crate) const DOWN_LEFT: usize = 2;
const DIRECTIONS: usize = 8;

/// The opposite direction.
pub(crate) const fn back(direction: usize) -> usize {
    const BACK: [usize; DIRECTIONS] = [3, 2, 1, 0, 5, 4, 7, 6];
    BACK[direction]
}

/// All members of a set moved one step; those that leave the board disappear.
#[inline(always)]
pub(crate) const fn step<R: Rules>(set: u64, direction: usize) -> u64 {
    let moved = match direction {
        UP_LEFT => set >> (R::HALF + 1),
        1 => set >> R::HALF,
        DOWN_LEFT => set << R::HALF,
        3 => set << (R::HALF + 1),
        4 => set >> (2 * R::HALF + 1),
        5 => set << (2 * R::HALF + 1),
        6 => set >> 1 & !R::LAST,
        _ => set << 1 & !R::FIRST,
    };
    moved & R::BOARD
}

/// The directions in which a man captures.
#[inline(always)]
pub(crate) fn directions<R: Rules, const WHITE: bool>() -> core::ops::Range<usize> {
    if R::LAWS.men_take_backwards {
        0..R::TAKES
    } else if WHITE {
        UP_LEFT..UP_LEFT + 2
    } else {
        DOWN_LEFT..DOWN_LEFT + 2
    }
}
