//! The result of a query.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;

use board_core::Color;

use super::info::GameId;
use crate::{Match, PatternId, Rectangle, Symmetry};

/// The result of a query to a library.
#[derive(Clone, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Answer {
    /// Number of games with the pattern.
    pub games: usize,
    /// All occurrences, by game, then time.
    pub hits: Vec<Hit>,
    /// The next moves in the rectangle, most frequent first.
    pub continuations: Vec<Continuation>,
    /// The occurrences by year of the game. Colours are those of the pattern: wins are Black's.
    pub years: BTreeMap<u16, Tally>,
}

impl Answer {
    /// Adds the result of another library for the same query, which gives the result of one library with all games.
    ///
    /// The games of the other library get numbers from `first_game` on. With [`Library::len`](crate::Library::len) of the
    /// first library, these are the numbers of [`Library::merge`](crate::Library::merge), unless games were removed.
    pub fn add(&mut self, other: Answer, first_game: u32) {
        self.games += other.games;
        self.hits.extend(other.hits.into_iter().map(|hit| Hit {
            game: GameId(first_game + hit.game.0),
            ..hit
        }));
        let mut next: BTreeMap<(Color, (usize, usize)), Continuation> = BTreeMap::new();
        for continuation in self.continuations.drain(..).chain(other.continuations) {
            match next.entry((continuation.color, continuation.point)) {
                Entry::Vacant(place) => drop(place.insert(continuation)),
                Entry::Occupied(mut known) => {
                    let known = known.get_mut();
                    known.all.add_all(&continuation.all);
                    add_years(&mut known.years, continuation.years);
                }
            }
        }
        self.continuations = next.into_values().collect();
        self.continuations
            .sort_by_key(|next| std::cmp::Reverse(next.all.count));
        add_years(&mut self.years, other.years);
    }
}

fn add_years(sums: &mut BTreeMap<u16, Tally>, years: BTreeMap<u16, Tally>) {
    for (year, tally) in years {
        sums.entry(year).or_default().add_all(&tally);
    }
}

/// An occurrence.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Hit {
    /// The game.
    pub game: GameId,
    /// Number of moves after which it occurs.
    pub after: usize,
    /// The symmetry that maps the query's pattern to the board.
    pub symmetry: Symmetry,
    /// Its rectangle, from the lower left of the board.
    pub rectangle: Rectangle,
    /// The next move in the rectangle, if any. Moves elsewhere may have captured stones in it before.
    pub next: Option<Next>,
}

impl Hit {
    /// The board position of a point of the pattern, from the lower left.
    #[must_use]
    pub fn point(&self, x: usize, y: usize) -> (i32, i32) {
        let place = Match {
            id: PatternId(0),
            symmetry: self.symmetry,
            rectangle: self.rectangle,
        };
        place.point(x, y)
    }
}

/// A next move, in the colours and orientation of the query's pattern.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Next {
    /// The point of the pattern.
    pub point: (usize, usize),
    /// The side that plays it, in the colours of the pattern.
    pub color: Color,
    /// Number of the move in the game, from 1.
    pub number: usize,
    /// Whether its player passed or played elsewhere before it; moves of the other side elsewhere do not count.
    pub tenuki: bool,
}

/// A count of occurrences, with results.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Tally {
    /// Number of occurrences.
    pub count: usize,
    /// Number of those with a tenuki of the player before: see [`Next::tenuki`].
    pub tenuki: usize,
    /// Number of those won by the side in question.
    pub wins: usize,
    /// Number of those lost by that side. The others have no known winner.
    pub losses: usize,
}

impl Tally {
    /// The fraction of wins among games with a known winner.
    #[must_use]
    pub fn win_rate(&self) -> Option<f64> {
        let decided = self.wins + self.losses;
        (decided > 0).then(|| self.wins as f64 / decided as f64)
    }

    pub(super) fn add(&mut self, tenuki: bool, won: Option<bool>) {
        self.count += 1;
        self.tenuki += usize::from(tenuki);
        self.wins += usize::from(won == Some(true));
        self.losses += usize::from(won == Some(false));
    }

    pub(super) fn add_all(&mut self, other: &Tally) {
        self.count += other.count;
        self.tenuki += other.tenuki;
        self.wins += other.wins;
        self.losses += other.losses;
    }
}

/// A next move and its frequency. Moves equal by a symmetry of the pattern are counted together.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Continuation {
    /// The point of the pattern.
    pub point: (usize, usize),
    /// The side that plays it, in the colours of the pattern.
    pub color: Color,
    /// The count; wins are those of the side that plays it.
    pub all: Tally,
    /// The count by year, of games with a known year.
    pub years: BTreeMap<u16, Tally>,
}
