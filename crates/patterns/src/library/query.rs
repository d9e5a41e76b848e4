//! A query to a library.

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
    /// Where a pattern occurs, turned, mirrored and with the colours exchanged, at any move of any game;
    /// every place once in a game, when the pattern is first there.
    ///
    /// A whole board is asked for with a pattern that is anchored to all four sides; it occurs on boards of its own
    /// size.
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

    /// The symmetries under which the pattern counts as the same.
    #[must_use]
    pub fn in_group(mut self, group: Group) -> Query {
        self.group = group;
        self
    }

    /// Only where these are the next moves in the rectangle, in this order: colours and points of the
    /// pattern. Moves elsewhere may come between; stones they take are gone.
    #[must_use]
    pub fn followed_by(mut self, moves: &[(Color, (usize, usize))]) -> Query {
        self.sequence = moves.to_vec();
        self
    }

    /// Only positions after so many moves; 0 is the start.
    #[must_use]
    pub fn within_moves(mut self, moves: RangeInclusive<usize>) -> Query {
        self.moves = moves;
        self
    }

    /// Only games with a date in these years.
    #[must_use]
    pub fn in_years(self, years: RangeInclusive<u16>) -> Query {
        let [from, to] = [*years.start(), *years.end()].map(Date::of_year);
        self.in_dates(from, to)
    }

    /// Only games that were certainly played from one date to another, both included. A game of which only the year is
    /// known counts if all of the year lies between.
    #[must_use]
    pub fn in_dates(mut self, from: Date, to: Date) -> Query {
        self.dates = Some((from, to));
        self
    }

    /// Every time that the pattern comes about in a place, not only the first in the game.
    #[must_use]
    pub fn every_occurrence(mut self) -> Query {
        self.every = true;
        self
    }
}

/// An invalid query, or one that cannot be answered.
#[derive(Clone, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum QueryError {
    /// A pattern with points that may be off the board, which only trees support.
    #[error("a pattern with points that may be off the board cannot be looked for in a collection")]
    OffBoard,
    /// A move of the sequence that is no point of the pattern.
    #[error("({x}, {y}) of the sequence is no point of the pattern")]
    Sequence {
        /// Column.
        x: usize,
        /// Row.
        y: usize,
    },
    /// Dates of which the first is after the last.
    #[error("nothing lies between {from} and {to}")]
    Dates {
        /// The first.
        from: Date,
        /// The last.
        to: Date,
    },
    /// Games that cannot be read.
    #[error(transparent)]
    Index(#[from] LibraryError),
}
