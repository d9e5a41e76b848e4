//! Cuts patterns out of game records.

use go_rules::Size;
use go_rules::record::{Record, RecordError};

use crate::{Edges, Field, Pattern, PatternError, Rectangle};

/// Why no pattern could be cut out of a record.
#[derive(Clone, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum SgfError {
    /// The text is not a valid record.
    #[error(transparent)]
    Record(#[from] RecordError),
    /// The game has too few moves.
    #[error("no position after {asked} moves: the game has {moves}")]
    TooFewMoves {
        /// Number of moves after which to cut.
        asked: usize,
        /// Number of moves of the game.
        moves: usize,
    },
    /// The text is not an area of the board.
    #[error("{found:?} is no area of the board; two corners are needed, as in \"aa:ee\"")]
    Area {
        /// The text.
        found: String,
    },
    /// The area is not a valid pattern.
    #[error(transparent)]
    Pattern(#[from] PatternError),
}

/// Cuts an area out of the first game of an SGF text, after `after` moves of its main line. The area is written like a
/// point list of SGF: two opposite corners, `aa:ee`, or a single point.
///
/// ```
/// use patterns::{Anchor, Edges};
///
/// let pattern = patterns::sgf::cut("(;SZ[9];B[cc];W[dc])", 2, "aa:dd", Edges::Kept)?;
/// assert_eq!(pattern.to_string(), "+----\n|....\n|....\n|..XO\n|....\n");
/// assert_eq!(pattern.anchor(), Anchor::LEFT | Anchor::TOP);
/// # Ok::<(), patterns::sgf::SgfError>(())
/// ```
///
/// # Errors
/// If the text is not a valid record, the game is too short, or the area is not on its board.
pub fn cut(text: &str, after: usize, area: &str, edges: Edges) -> Result<Pattern, SgfError> {
    let games = Record::read(text)?;
    let record = games.first().ok_or(RecordError::NoGame)?;
    cut_from(record, after, area, edges)
}

/// Like [`cut`], from a record.
///
/// # Errors
/// If the game is too short, a move before is illegal, or the area is not on its board.
pub fn cut_from(
    record: &Record,
    after: usize,
    area: &str,
    edges: Edges,
) -> Result<Pattern, SgfError> {
    let Some(position) = record.positions().nth(after) else {
        return Err(SgfError::TooFewMoves {
            asked: after,
            moves: record.moves.len(),
        });
    };
    let field = Field::from(&position?);
    let rectangle = rectangle(record.size, area).ok_or_else(|| SgfError::Area {
        found: area.to_owned(),
    })?;
    Ok(Pattern::cut(&field, rectangle, edges)?)
}

/// The rectangle between two corners.
fn rectangle(size: Size, area: &str) -> Option<Rectangle> {
    let (one, other) = area.split_once(':').unwrap_or((area, area));
    let (col, row) = size.col_row(size.parse_sgf(one.trim())?);
    let (other_col, other_row) = size.col_row(size.parse_sgf(other.trim())?);
    Some(Rectangle {
        x: col.min(other_col) as i32,
        y: (size.rows() - 1 - row.max(other_row)) as i32,
        cols: col.abs_diff(other_col) + 1,
        rows: row.abs_diff(other_row) + 1,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_cannot_be_cut() {
        let game = "(;SZ[9];B[cc];W[dc])";
        let cut = |text, after, area| cut(text, after, area, Edges::Dropped);
        assert!(matches!(cut("", 0, "aa"), Err(SgfError::Record(_))));
        assert!(matches!(
            cut(game, 3, "aa"),
            Err(SgfError::TooFewMoves { asked: 3, moves: 2 })
        ));
        for area in ["", "aa:", "jj", "aa:jj", "A1", "aa:bb:cc"] {
            assert!(
                matches!(cut(game, 0, area), Err(SgfError::Area { .. })),
                "{area}"
            );
        }
        let both = [
            cut(game, 2, "dd:bb").unwrap(),
            cut(game, 2, "bd:db").unwrap(),
        ];
        assert_eq!(both[0].to_string(), "...\n.XO\n...\n");
        assert_eq!(both[0], both[1]);
    }
}
