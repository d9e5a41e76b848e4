//! Queries to a library.

use std::ops::RangeInclusive;

use board_core::Color;
use game_record::Date;

use super::error::LibraryError;
use crate::{Group, Pattern};

/// A query: a pattern, the moves that follow it, and the games and moves to search.
///
/// ```
/// use board_core::Color;
/// use patterns::{Group, Pattern, Query};
///
/// let pattern: Pattern = "|. . .\n|. X .\n|. . .\n+- - -".parse()?;
/// let query = Query::new(pattern)
///     .in_group(Group::Turns)
///     .followed_by(&[(Color::White, (2, 1))])
///     .within_moves(0..=50)
///     .in_years(1990..=2020);
/// # Ok::<(), patterns::PatternError>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Query {
    pub(super) pattern: Pattern,
    pub(super) group: Group,
    pub(super) sequence: Vec<(Color, (usize, usize))>,
    pub(super) moves: RangeInclusive<usize>,
    pub(super) dates: Option<(Date, Date)>,
    pub(super) every: bool,
}

impl Query {
    /// Searches for a pattern in all orientations and with exchanged colours, at any move of any game. Only the first
    /// occurrence at each place of a game counts.
    ///
    /// To search for a whole board, anchor the pattern to all four sides; it occurs only on boards of its size.
    #[must_use]
    pub fn new(pattern: Pattern) -> Query {
        Query {
            pattern,
            group: Group::TurnsAndColors,
            sequence: Vec::new(),
            moves: 0..=usize::MAX,
            dates: None,
            every: false,
        }
    }

    /// Sets the symmetries under which the pattern counts as equal.
    #[must_use]
    pub fn in_group(mut self, group: Group) -> Query {
        self.group = group;
        self
    }

    /// Requires these next moves in the rectangle, in this order, as colours and points of the pattern. Moves elsewhere
    /// may come in between and capture stones in it.
    #[must_use]
    pub fn followed_by(mut self, moves: &[(Color, (usize, usize))]) -> Query {
        self.sequence = moves.to_vec();
        self
    }

    /// Restricts positions to those after this many moves; 0 is the start position.
    #[must_use]
    pub fn within_moves(mut self, moves: RangeInclusive<usize>) -> Query {
        self.moves = moves;
        self
    }

    /// Restricts games to those with a date in these years.
    #[must_use]
    pub fn in_years(self, years: RangeInclusive<u16>) -> Query {
        let [from, to] = [*years.start(), *years.end()].map(Date::of_year);
        self.in_dates(from, to)
    }

    /// Restricts games to those certainly played between two dates, inclusive. A game with only a year counts if the
    /// whole year is in between.
    #[must_use]
    pub fn in_dates(mut self, from: Date, to: Date) -> Query {
        self.dates = Some((from, to));
        self
    }

    /// Counts every occurrence at a place of a game, not only the first.
    #[must_use]
    pub fn every_occurrence(mut self) -> Query {
        self.every = true;
        self
    }
}

/// Why a query is invalid or cannot be answered.
#[derive(Clone, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum QueryError {
    /// The pattern has points that may be off the board, which only trees support.
    #[error("a pattern with points that may be off the board cannot be looked for in a collection")]
    OffBoard,
    /// A move of the sequence is not a point of the pattern.
    #[error("({x}, {y}) of the sequence is no point of the pattern")]
    Sequence {
        /// Column.
        x: usize,
        /// Row.
        y: usize,
    },
    /// The first date is after the last.
    #[error("nothing lies between {from} and {to}")]
    Dates {
        /// The first date.
        from: Date,
        /// The last date.
        to: Date,
    },
    /// Some games cannot be read.
    #[error(transparent)]
    Index(#[from] LibraryError),
}
