//! The side to move, known at compile time.

use board_core::Color;

use crate::attacks::{FILE_A, FILE_H};

/// The side to move as a type, so that everything that depends on it is decided at compile time.
pub(crate) trait Side {
    type Other: Side<Other = Self>;
    const WHITE: bool;
    const COLOR: Color;
    /// The index offset of a pawn's step.
    const UP: i32 = if Self::WHITE { -8 } else { 8 };
    /// The rank from which pawns promote.
    const SEVENTH: u64 = if Self::WHITE { 0xFF << 8 } else { 0xFF << 48 };
    /// The rank of pawns after one step from their initial rank.
    const THIRD: u64 = if Self::WHITE { 0xFF << 40 } else { 0xFF << 16 };

    /// All squares shifted one rank forwards.
    #[inline(always)]
    fn up(set: u64) -> u64 {
        if Self::WHITE { set >> 8 } else { set << 8 }
    }

    /// All squares shifted one rank forwards and one file towards the a-file.
    #[inline(always)]
    fn up_west(set: u64) -> u64 {
        let set = set & !FILE_A;
        if Self::WHITE { set >> 9 } else { set << 7 }
    }

    /// All squares shifted one rank forwards and one file towards the h-file.
    #[inline(always)]
    fn up_east(set: u64) -> u64 {
        let set = set & !FILE_H;
        if Self::WHITE { set >> 7 } else { set << 9 }
    }
}

pub(crate) struct White;
pub(crate) struct Black;

impl Side for White {
    type Other = Black;
    const WHITE: bool = true;
    const COLOR: Color = Color::White;
}

impl Side for Black {
    type Other = White;
    const WHITE: bool = false;
    const COLOR: Color = Color::Black;
}

/// Evaluates `$body` with `$S` as the type of the side to move.
macro_rules! by_side {
    ($color:expr, $S:ident => $body:expr) => {
        match $color {
            ::board_core::Color::White => {
                type $S = $crate::side::White;
                $body
            }
            ::board_core::Color::Black => {
                type $S = $crate::side::Black;
                $body
            }
        }
    };
}
pub(crate) use by_side;
