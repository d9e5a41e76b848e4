//! Reads, replays and writes game records in SGF.
//!
//! SGF is the Smart Game Format of A. Kierulf, A. Hollosi and others, <https://www.red-bean.com/sgf/>. The crate
//! `sgf-parse` parses the text. This module first checks it, so that errors have a line and a column and hostile input
//! is limited, and then interprets the properties.
//!
//! Supported: FF\[1\] to FF\[4\], collections, text before and between games, mixed-case names of old files, `tt` and
//! empty passes, compressed point lists, moves and setup in the root, two moves in a node. Bytes that are not UTF-8 are
//! decoded by the `CA` property, else as Windows-1252.

mod encoding;
mod error;
mod info;
mod line;
mod parse;
mod replay;
mod scan;
mod tree;
mod write;

use std::fmt;

use board_core::{Board, Color, MoveGen};

pub use encoding::decode;
pub use error::{MoveFault, RecordError};
pub use info::{Application, Info};
pub use scan::Limits;
pub use tree::{Node, Property, Tree};

use crate::{Game, Move, Position, PositionError, Rules, Size};

/// The record of one game: its start, its moves and information about it.
///
/// ```
/// use go_rules::record::Record;
///
/// let games = Record::read("(;FF[4]SZ[9]PB[Ann]PW[Bob];B[ee];W[cg]C[quiet];B[])")?;
/// assert_eq!(games[0].moves.len(), 3);
/// assert_eq!(games[0].moves[1].comment, "quiet");
/// assert!(games[0].moves[2].mv.is_pass());
///
/// let again = Record::read(&games[0].write())?;
/// assert_eq!(again[0].moves, games[0].moves);
/// assert_eq!(again[0].info, games[0].info);
/// # Ok::<(), go_rules::record::RecordError>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Record {
    /// The board.
    pub size: Size,
    /// Players, result, rules and other information.
    pub info: Info,
    /// Stones on the board before the first move, in point order.
    pub setup: Vec<(usize, Color)>,
    /// The side that moves first.
    pub first: Color,
    /// Comment on the start position.
    pub comment: String,
    /// The moves of the main line.
    pub moves: Vec<Play>,
    /// The whole tree that was read, with variations and unknown properties; `None` in a record that was not read.
    /// [`Tree::write`] writes it; [`Record::write`] ignores it.
    pub tree: Option<Tree>,
}

/// One move of a record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Play {
    /// The side of the stone. Sides need not alternate: handicap stones may be written as moves.
    pub color: Color,
    /// The move.
    pub mv: Move,
    /// Comment on the move.
    pub comment: String,
    /// Other properties that are written with it, such as the time left (`BL`, `WL`). None are read: a record that was
    /// read has them in its [`tree`](Record::tree).
    pub other: Vec<Property>,
}

impl Play {
    /// A move without a comment.
    #[must_use]
    pub fn new(color: Color, mv: Move) -> Play {
        Play {
            color,
            mv,
            comment: String::new(),
            other: Vec::new(),
        }
    }
}

impl Record {
    /// A record without moves on an empty board.
    #[must_use]
    pub fn new(size: Size) -> Record {
        Record {
            size,
            info: Info::default(),
            setup: Vec::new(),
            first: Color::Black,
            comment: String::new(),
            moves: Vec::new(),
            tree: None,
        }
    }

    /// The rules named in the record, else [`Rules::default`], with the record's komi.
    ///
    /// A komi of 100 or more is read as on the Fox server, in hundredths: `KM[650]` is 6.5. If the result is not a
    /// multiple of a half, it is in stones, each of which is two points: `KM[375]`, 3¾ stones, is 7.5. A komi larger
    /// than the board is ignored. If the record has no komi, it is that of the rules, or 0.5 with a handicap.
    #[must_use]
    pub fn rules(&self) -> Rules {
        let mut rules = self
            .info
            .rules
            .as_deref()
            .and_then(Rules::named)
            .unwrap_or_default();
        if self.info.handicap >= 2 {
            rules.komi = 0.5;
        }
        let komi = self.info.komi.map(in_points);
        let komi = komi.filter(|komi| komi.abs() <= self.size.points() as f32);
        rules.komi = komi.unwrap_or(rules.komi);
        rules
    }

    /// The start position.
    ///
    /// # Errors
    /// The setup is not a valid position. Never for a record that was read and not changed.
    pub fn start(&self) -> Result<Position, PositionError> {
        let start = Position::from_stones(self.size, self.setup.iter().copied(), self.first)?;
        Ok(start.with_suicide(self.rules().suicide))
    }
}

/// Makes the record of a game: its start, moves and komi. The caller adds the names of the players and of the rules, and
/// the result of the count ([`Score::result`](crate::Score::result)).
impl From<&Game> for Record {
    fn from(game: &Game) -> Record {
        let start = game.start();
        let mut record = Record::new(start.size());
        let cells = start.cells().enumerate();
        record.setup = cells
            .filter_map(|(point, cell)| Some((point, cell.color()?)))
            .collect();
        record.first = start.to_move();
        record.info.komi = Some(game.rules().komi);
        let plays = game.plays();
        record.moves = plays.map(|(color, mv)| Play::new(color, mv)).collect();
        record
    }
}

/// Writes [`Record::write`].
impl fmt::Display for Record {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.write())
    }
}

/// Converts a recorded komi to points; see [`Record::rules`].
fn in_points(komi: f32) -> f32 {
    if komi.abs() < 100.0 {
        return komi;
    }
    let komi = komi / 100.0;
    if (2.0 * komi).fract() == 0.0 {
        komi
    } else {
        2.0 * komi
    }
}

#[cfg(test)]
mod tests;
