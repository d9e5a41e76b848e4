//! The FEN of draughts: `B:W18,24,K27:B1-12,K20`. Source: PDN 3.0 draft standard, W. Wesselink, 2012.

use core::fmt::{self, Write};

use board_core::{Color, MoveGen};

use crate::{Piece, Position, Rank, RuleSet, Square, bitboards::Bitboards};

/// A fault that no game leads to.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Fault {
    /// The board has no such square.
    #[error("no square {0} on this board")]
    Beyond(Square),
    /// Two pieces are on one square.
    #[error("two pieces on {0}")]
    Twice(Square),
    /// A man is on the row where it would have been crowned.
    #[error("a man on {0}, where men are crowned")]
    LastRow(Square),
    /// A side has more pieces than at the start.
    #[error("{color} has {count} pieces, more than {limit}")]
    TooMany {
        /// The side.
        color: Color,
        /// Number of its pieces.
        count: usize,
        /// Most pieces allowed.
        limit: usize,
    },
}

/// A fault of a FEN.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum FenFault {
    /// A part is neither the side to move nor a list of a side's squares.
    #[error("{0:?} is no part of a FEN")]
    Part(String),
    /// The side to move, or the list of a side, is missing.
    #[error("{0} is missing")]
    Missing(&'static str),
    /// The side to move, or the list of a side, is repeated.
    #[error("{0} is said twice")]
    Repeated(&'static str),
    /// A list has something other than a square, a king's square or a range of squares.
    #[error("{0:?} is no square")]
    Square(String),
    /// The position is not possible in a game.
    #[error("{0}")]
    Position(Fault),
}

/// All faults of a FEN.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub struct FenError {
    /// The faults, in text order; never empty.
    pub faults: Vec<FenFault>,
}

impl fmt::Display for FenError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, fault) in self.faults.iter().enumerate() {
            if i > 0 {
                f.write_str("; ")?;
            }
            write!(f, "{fault}")?;
        }
        Ok(())
    }
}

impl Position {
    /// Makes a position from pieces. A side may have none: it has lost.
    ///
    /// # Errors
    /// All faults.
    pub fn of_pieces(
        rules: RuleSet,
        to_move: Color,
        pieces: impl IntoIterator<Item = (Square, Piece)>,
    ) -> Result<Position, Vec<Fault>> {
        let mut position = Position::assembled(Bitboards::default(), rules, to_move);
        let (mut board, mut faults) = (Bitboards::default(), Vec::new());
        let last = [rules.variant.squares() - rules.variant.width() / 2, 0];
        for (square, piece) in pieces {
            let bit = position.bit(square);
            let row = square.number().wrapping_sub(last[piece.color.index()] + 1);
            if bit == 0 {
                faults.push(Fault::Beyond(square));
            } else if board.occupied() & bit != 0 {
                faults.push(Fault::Twice(square));
            } else if piece.rank == Rank::Man && row < rules.variant.width() / 2 {
                faults.push(Fault::LastRow(square));
            } else {
                board.sides[piece.color.index()] |= bit;
                if piece.rank == Rank::King {
                    board.kings |= bit;
                }
            }
        }
        let limit = rules.variant.pieces();
        for color in [Color::White, Color::Black] {
            let count = board.sides[color.index()].count_ones() as usize;
            if count > limit {
                faults.push(Fault::TooMany {
                    color,
                    count,
                    limit,
                });
            }
        }
        if !faults.is_empty() {
            return Err(faults);
        }
        position = Position::assembled(board, rules, to_move);
        Ok(position)
    }

    /// Reads a FEN: the side to move and, in either order, the squares of each side. Kings have a `K`, ranges a hyphen;
    /// squares are numbers, or a letter and a digit. The counters `H` and `F` of some programs and a final full stop
    /// are ignored.
    ///
    /// ```
    /// use checkers_rules::{Position, RuleSet};
    /// let position = Position::from_fen(RuleSet::ENGLISH, "B:WK27,18,24:B1-3,12").unwrap();
    /// assert_eq!(position.to_fen(), "B:W18,24,K27:B1,2,3,12");
    /// ```
    ///
    /// # Errors
    /// All faults.
    pub fn from_fen(rules: RuleSet, text: &str) -> Result<Position, FenError> {
        let mut faults = Vec::new();
        let (mut side, mut lists) = (None, [None, None]);
        let text = text.trim();
        for (i, part) in text
            .strip_suffix('.')
            .unwrap_or(text)
            .split(':')
            .enumerate()
        {
            let part = part.trim();
            let color = match part.chars().next() {
                Some('W' | 'w') => Color::White,
                Some('B' | 'b') => Color::Black,
                Some('H' | 'F') if i > 2 && part[1..].parse::<u32>().is_ok() => continue,
                _ => {
                    faults.push(FenFault::Part(short(part)));
                    continue;
                }
            };
            let rest = part[1..].trim();
            if i == 0 {
                side = Some(color);
                if !rest.is_empty() {
                    faults.push(FenFault::Part(short(part)));
                }
            } else if lists[color.index()].replace(rest).is_some() {
                faults.push(FenFault::Repeated(name(color)));
            }
        }
        if side.is_none() {
            faults.push(FenFault::Missing("the side to move"));
        }
        let mut pieces = Vec::new();
        for color in [Color::White, Color::Black] {
            match lists[color.index()] {
                None => faults.push(FenFault::Missing(name(color))),
                Some(list) => read_list(rules, color, list, &mut pieces, &mut faults),
            }
        }
        let position = Position::of_pieces(rules, side.unwrap_or(rules.first), pieces);
        match position {
            Ok(position) if faults.is_empty() => Ok(position),
            Ok(_) => Err(FenError { faults }),
            Err(wrong) => {
                faults.extend(wrong.into_iter().map(FenFault::Position));
                Err(FenError { faults })
            }
        }
    }

    /// Writes the FEN: White's squares before Black's, in order of their numbers, named as usual in the variant.
    #[must_use]
    pub fn to_fen(&self) -> String {
        let letter = |color| if color == Color::White { 'W' } else { 'B' };
        let mut text = String::from(letter(self.to_move()));
        for color in [Color::White, Color::Black] {
            let _ = write!(text, ":{}", letter(color));
            let (men, kings) = (
                self.pieces(color, Rank::Man),
                self.pieces(color, Rank::King),
            );
            let all = crate::Squares(men.0 | kings.0);
            for (i, square) in all.enumerate() {
                let comma = if i > 0 { "," } else { "" };
                let king = if kings.contains(square) { "K" } else { "" };
                let name = self.rules().variant.name_of(square);
                let _ = write!(text, "{comma}{king}{name}");
            }
        }
        text
    }
}

fn name(color: Color) -> &'static str {
    match color {
        Color::White => "White's list",
        Color::Black => "Black's list",
    }
}

/// The text cut to twenty characters.
fn short(text: &str) -> String {
    text.chars().take(20).collect()
}

fn read_list(
    rules: RuleSet,
    color: Color,
    list: &str,
    pieces: &mut Vec<(Square, Piece)>,
    faults: &mut Vec<FenFault>,
) {
    if list.is_empty() {
        return;
    }
    let variant = rules.variant;
    for item in list.split(',') {
        let item = item.trim();
        let (rank, place) = match item.strip_prefix(['K', 'k']) {
            Some(place) => (Rank::King, place.trim()),
            None => (Rank::Man, item),
        };
        let piece = Piece { color, rank };
        let range = place.split_once('-').map_or_else(
            || variant.parse_square(place).map(|square| (square, square)),
            |(from, to)| {
                variant
                    .parse_square(from.trim())
                    .zip(variant.parse_square(to.trim()))
            },
        );
        match range {
            Some((from, to)) if from <= to => {
                let numbers = from.number()..=to.number();
                pieces.extend(
                    numbers
                        .filter_map(Square::new)
                        .map(|square| (square, piece)),
                );
            }
            _ => faults.push(FenFault::Square(short(item))),
        }
    }
}
