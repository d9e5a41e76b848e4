//! Forsyth-Edwards Notation as in the PGN standard, with the castling letters of X-FEN and Shredder-FEN.

use core::fmt;

use board_core::Color;

use crate::{Bitboard, Fault, Kind, Piece, Position, Setup, Square};

/// A fault of a FEN.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum FenFault {
    /// There are not six fields separated by single spaces.
    #[error("{0} fields instead of six")]
    Fields(usize),
    /// There are not eight ranks.
    #[error("{0} ranks instead of eight")]
    Ranks(usize),
    /// A rank does not describe eight squares.
    #[error("rank {rank} has {squares} squares instead of eight")]
    Width {
        /// The rank, 1 to 8, from White's side.
        rank: usize,
        /// Number of squares it describes.
        squares: usize,
    },
    /// A character is invalid in a rank, or a digit follows a digit.
    #[error("{letter:?} in rank {rank}")]
    Letter {
        /// The rank, 1 to 8, from White's side.
        rank: usize,
        /// The character.
        letter: char,
    },
    /// The side to move is neither `w` nor `b`.
    #[error("side to move {0:?}")]
    Side(String),
    /// The castling rights are neither `-` nor distinct letters of rooks.
    #[error("castling rights {0:?}")]
    Castling(String),
    /// The en-passant square is neither `-` nor a square.
    #[error("en-passant square {0:?}")]
    EnPassant(String),
    /// A move counter is not a number up to 65,535.
    #[error("move counter {0:?}")]
    Counter(String),
    /// The position is not possible in a legal game.
    #[error("{0}")]
    Position(Fault),
}

/// All faults of a FEN.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub struct FenError {
    /// The faults, in the order of the fields; never empty.
    pub faults: Vec<FenFault>,
}

impl fmt::Display for FenError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, fault) in self.faults.iter().enumerate() {
            let before = if i == 0 { "FEN: " } else { "; " };
            write!(f, "{before}{fault}")?;
        }
        Ok(())
    }
}

/// Largest number of characters quoted from a faulty field.
const QUOTED: usize = 20;

fn quote(text: &str) -> String {
    text.chars().take(QUOTED).collect()
}

impl Position {
    /// Reads a FEN of six fields. Castling rights may be in the form `KQkq`, of X-FEN or of Shredder-FEN.
    ///
    /// An en-passant square on which no legal capture is possible is dropped: see [`Position`].
    ///
    /// # Errors
    /// All faults of the text.
    pub fn from_fen(text: &str) -> Result<Position, FenError> {
        read(text, true)
    }

    /// Reads a FEN leniently: fields may be missing at the end, blanks may be repeated, digits split, and
    /// [harmless](Fault::is_harmless) faults are ignored.
    ///
    /// # Errors
    /// All faults of the text, if one of them cannot be ignored.
    pub fn from_fen_lenient(text: &str) -> Result<Position, FenError> {
        read(text, false)
    }

    /// Writes the FEN. Castling rights are written as `KQkq`, or as the rook's file if that would mean another rook
    /// (X-FEN). The en-passant square is written only if a legal capture is possible there.
    #[must_use]
    pub fn to_fen(&self) -> String {
        self.write_fen(false)
    }

    /// Writes the FEN with the files of the rooks as castling rights, `HAha` in the initial position (Shredder-FEN).
    #[must_use]
    pub fn to_shredder_fen(&self) -> String {
        self.write_fen(true)
    }

    fn write_fen(&self, files: bool) -> String {
        let setup = self.setup();
        let mut text = write_placement(&setup.pieces);
        text.push_str(match setup.to_move {
            Color::White => " w ",
            Color::Black => " b ",
        });
        text.push_str(&castling_letters(&setup, files));
        match setup.en_passant {
            Some(square) => text.push_str(&format!(" {square}")),
            None => text.push_str(" -"),
        }
        text.push_str(&format!(" {} {}", setup.halfmoves, setup.number));
        text
    }
}

/// Reads the first field of a FEN: the piece on each square, by [`Square::index`]. Electronic boards report this; it
/// need not be a legal position.
///
/// ```
/// let pieces = chess_rules::read_placement("8/P6k/8/8/8/8/8/K7")?;
/// assert_eq!(pieces.iter().flatten().count(), 3);
/// assert_eq!(chess_rules::write_placement(&pieces), "8/P6k/8/8/8/8/8/K7");
/// # Ok::<(), chess_rules::FenError>(())
/// ```
///
/// # Errors
/// All faults of the text.
pub fn read_placement(text: &str) -> Result<[Option<Piece>; 64], FenError> {
    let (mut setup, mut faults) = (Setup::default(), Vec::new());
    read_board(text, false, &mut setup, &mut faults);
    match faults.is_empty() {
        true => Ok(setup.pieces),
        false => Err(FenError { faults }),
    }
}

/// Writes the pieces on the squares, by [`Square::index`], as the first field of a FEN.
#[must_use]
pub fn write_placement(pieces: &[Option<Piece>; 64]) -> String {
    let mut text = String::with_capacity(80);
    for (row, rank) in pieces.chunks(8).enumerate() {
        if row > 0 {
            text.push('/');
        }
        for run in rank.chunk_by(|a, b| a.is_none() && b.is_none()) {
            match run[0] {
                Some(piece) => text.push(piece.letter()),
                None => text.push(char::from(b'0' + run.len() as u8)),
            }
        }
    }
    text
}

/// The castling letters: White's first, for each side from the h-file to the a-file; `-` if there are none.
fn castling_letters(setup: &Setup, files: bool) -> String {
    let mut letters = String::new();
    for color in [Color::White, Color::Black] {
        for file in (0..8).rev() {
            let square = Square::at(file, first_rank(color));
            if !setup.castling.contains(square) {
                continue;
            }
            let usual = ['K', 'Q']
                .into_iter()
                .find(|&letter| outermost_rook(setup, color, letter) == Some(square));
            let letter = match usual {
                Some(letter) if !files => letter,
                _ => char::from(b'A' + file as u8),
            };
            letters.push(match color {
                Color::White => letter,
                Color::Black => letter.to_ascii_lowercase(),
            });
        }
    }
    if letters.is_empty() {
        letters.push('-');
    }
    letters
}

const fn first_rank(color: Color) -> usize {
    match color {
        Color::White => 0,
        Color::Black => 7,
    }
}

/// The rook that `K` or `Q` means: the outermost on that side of the king.
fn outermost_rook(setup: &Setup, color: Color, letter: char) -> Option<Square> {
    let rank = first_rank(color);
    let holds = |file: usize, kind: Kind| {
        setup.pieces[Square::at(file, rank).index()] == Some(Piece { color, kind })
    };
    let king = (0..8).find(|&file| holds(file, Kind::King))?;
    let file = if letter == 'K' {
        (king + 1..8).rev().find(|&file| holds(file, Kind::Rook))
    } else {
        (0..king).find(|&file| holds(file, Kind::Rook))
    };
    file.map(|file| Square::at(file, rank))
}

fn read(text: &str, strict: bool) -> Result<Position, FenError> {
    let fields: Vec<&str> = if strict {
        text.split(' ').take(8).collect()
    } else {
        text.split_whitespace().take(6).collect()
    };
    let mut faults = Vec::new();
    if strict && fields.len() != 6 || fields.is_empty() {
        faults.push(FenFault::Fields(fields.len()));
    }
    let field = |i: usize, default| fields.get(i).copied().unwrap_or(default);
    let mut setup = Setup::default();
    read_board(field(0, ""), strict, &mut setup, &mut faults);
    match field(1, "w") {
        "w" => {}
        "b" => setup.to_move = Color::Black,
        "W" if !strict => {}
        "B" if !strict => setup.to_move = Color::Black,
        other => faults.push(FenFault::Side(quote(other))),
    }
    read_castling(field(2, "-"), strict, &mut setup, &mut faults);
    match field(3, "-") {
        "-" => {}
        name => match name.parse() {
            Ok(square) => setup.en_passant = Some(square),
            Err(_) => faults.push(FenFault::EnPassant(quote(name))),
        },
    }
    let mut counter = |text: &str, default| match text {
        "-" if !strict => default,
        _ if text.starts_with('+') => {
            faults.push(FenFault::Counter(quote(text)));
            default
        }
        _ => text.parse().unwrap_or_else(|_| {
            faults.push(FenFault::Counter(quote(text)));
            default
        }),
    };
    setup.halfmoves = counter(field(4, "0"), 0);
    setup.number = counter(field(5, "1"), 1);

    let broken = !faults.is_empty();
    let result = if strict {
        setup.position()
    } else {
        setup.lenient_position()
    };
    match result {
        Ok(position) if !broken => Ok(position),
        Ok(_) => Err(FenError { faults }),
        Err(found) => {
            faults.extend(found.into_iter().map(FenFault::Position));
            Err(FenError { faults })
        }
    }
}

fn read_board(text: &str, strict: bool, setup: &mut Setup, faults: &mut Vec<FenFault>) {
    let ranks = text.split('/').count();
    if ranks != 8 {
        faults.push(FenFault::Ranks(ranks));
    }
    for (row, text) in text.split('/').take(8).enumerate() {
        let rank = 8 - row;
        let (mut squares, mut after_digit, mut bad) = (0usize, false, None);
        for letter in text.chars() {
            let digit = letter.to_digit(9).filter(|&n| n > 0);
            if let Some(n) = digit {
                squares = squares.saturating_add(n as usize);
                if strict && after_digit {
                    bad = bad.or(Some(letter));
                }
            } else if let Some(piece) = Piece::from_letter(letter) {
                if squares < 8 {
                    setup.pieces[row * 8 + squares] = Some(piece);
                }
                squares = squares.saturating_add(1);
            } else {
                bad = bad.or(Some(letter));
            }
            after_digit = digit.is_some();
        }
        if let Some(letter) = bad {
            faults.push(FenFault::Letter { rank, letter });
        } else if squares != 8 {
            faults.push(FenFault::Width { rank, squares });
        }
    }
}

fn read_castling(text: &str, strict: bool, setup: &mut Setup, faults: &mut Vec<FenFault>) {
    match text {
        "-" => return,
        "" => faults.push(FenFault::Castling(String::new())),
        _ => {}
    }
    let mut rooks = Bitboard::default();
    for letter in text.chars() {
        let color = if letter.is_ascii_uppercase() {
            Color::White
        } else {
            Color::Black
        };
        let square = match letter.to_ascii_uppercase() {
            side @ ('K' | 'Q') => outermost_rook(setup, color, side).unwrap_or_else(|| {
                // The square where the rook should be, for the fault that follows.
                Square::at(if side == 'K' { 7 } else { 0 }, first_rank(color))
            }),
            file @ 'A'..='H' => Square::at(file as usize - 'A' as usize, first_rank(color)),
            _ => {
                faults.push(FenFault::Castling(quote(text)));
                return;
            }
        };
        if strict && rooks.contains(square) {
            faults.push(FenFault::Castling(quote(text)));
            return;
        }
        rooks.0 |= square.bit();
    }
    setup.castling = rooks;
}

impl core::str::FromStr for Position {
    type Err = FenError;
    /// Reads with [`Position::from_fen`].
    fn from_str(text: &str) -> Result<Position, FenError> {
        Position::from_fen(text)
    }
}
