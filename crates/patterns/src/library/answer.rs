//! The answer of a library to a query.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;

use board_core::Color;

use super::info::GameId;
use crate::{Match, PatternId, Rectangle, Symmetry};

/// The answer of a library to a query.
#[derive(Clone, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Answer {
    /// Number of games in which it occurs.
    pub games: usize,
    /// Where and when; by game, then time.
    pub hits: Vec<Hit>,
    /// The next moves in the rectangle, the commonest first.
    pub continuations: Vec<Continuation>,
    /// The hits by year of the game, the colours as in the pattern: wins are Black's.
    pub years: BTreeMap<u16, Tally>,
}

impl Answer {
    /// Adds the answer of another library to the same query: what one library with the games of both would answer.
    ///
    /// The games of the other library get numbers from `first_game` on; with [`Library::len`](crate::Library::len) of the
    /// first they are those that [`Library::merge`](crate::Library::merge) gives them, unless games were removed from it.
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

/// One occurrence.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Hit {
    /// The game.
    pub game: GameId,
    /// After how many moves it occurs.
    pub after: usize,
    /// How the pattern of the question lies on the board.
    pub symmetry: Symmetry,
    /// Where, from the lower left of the board.
    pub rectangle: Rectangle,
    /// The next move in the rectangle, if there is one. Moves elsewhere may have taken stones out of it before.
    pub next: Option<Next>,
}

impl Hit {
    /// Where a point of the pattern lies on the board, from the lower left.
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

/// A move that follows, seen as the pattern of the question is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Next {
    /// The point of the pattern.
    pub point: (usize, usize),
    /// The colour, exchanged if the colours of the hit are.
    pub color: Color,
    /// The move's number in the game, from 1.
    pub number: usize,
    /// Whether its player played elsewhere or passed before it; that the other side did is no tenuki of this one.
    pub tenuki: bool,
}

/// How often, and how it ended.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Tally {
    /// Times.
    pub count: usize,
    /// Of these, after its player's moves elsewhere: see [`Next::tenuki`].
    pub tenuki: usize,
    /// Won by the side in question.
    pub wins: usize,
    /// Lost by it. The rest has no known winner.
    pub losses: usize,
}

impl Tally {
    /// The share of games won among those with a known winner.
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

/// A next move, and how often it was played. Moves that are the same by a symmetry of the pattern are
/// counted together.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Continuation {
    /// The point of the pattern.
    pub point: (usize, usize),
    /// Who plays there, the colours as in the pattern.
    pub color: Color,
    /// How often; wins are those of who plays it.
    pub all: Tally,
    /// The same by year, of games whose year is known.
    pub years: BTreeMap<u16, Tally>,
}
