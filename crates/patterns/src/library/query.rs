//! What is asked of a library, and what it answers.

use std::collections::BTreeMap;
use std::ops::RangeInclusive;

use board_core::Color;
use rayon::prelude::*;

use super::form::Form;
use super::scan::{Found, Wanted};
use super::segment::{EACH, Segment};
use super::shelf::Shelf;
use super::sieve::Row;
use super::{Date, Game, GameId, Library, LibraryError};
use crate::{Group, Match, Pattern, PatternId, Rectangle, Symmetry};

/// A question: a pattern, what follows it, and which games and moves count.
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
    /// every place once in a game, when it first looks so.
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

    /// Under which symmetries the pattern counts as the same.
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
        let [from, to] = [*years.start(), *years.end()].map(|year| Date {
            year,
            month: None,
            day: None,
        });
        self.in_dates(from, to)
    }

    /// Only games that were certainly played from one date to another, both included. A game of which only the year is
    /// known counts if all of the year lies between.
    #[must_use]
    pub fn in_dates(mut self, from: Date, to: Date) -> Query {
        self.dates = Some((from, to));
        self
    }

    /// Every time that a place comes to look so, not only the first in the game.
    #[must_use]
    pub fn every_occurrence(mut self) -> Query {
        self.every = true;
        self
    }

    /// The games that count, as bits.
    fn lanes(&self, shelf: &Shelf, segment: &Segment) -> Row {
        let mut lanes = Row::default();
        lanes[..shelf.alive().len()].copy_from_slice(shelf.alive());
        let Some((from, to)) = self.dates else {
            return lanes;
        };
        for lane in 0..segment.len() {
            let between = |date: Date| {
                let (first, last) = date.span();
                from.span().0 <= first && last <= to.span().1
            };
            if !segment.game(lane).day().is_some_and(between) {
                lanes[lane / EACH] &= !(1 << (lane % EACH));
            }
        }
        lanes
    }
}

/// Why a question cannot be asked, or not be answered.
#[derive(Clone, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum QueryError {
    /// Points that may be off the board are for trees, not for collections.
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
    /// Games that are asked cannot be read.
    #[error(transparent)]
    Index(#[from] LibraryError),
}

/// What a library answers.
#[derive(Clone, Debug, Default, PartialEq)]
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

/// One occurrence.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Hit {
    /// The game.
    pub game: GameId,
    /// After how many moves the board looks so.
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

    fn add(&mut self, tenuki: bool, won: Option<bool>) {
        self.count += 1;
        self.tenuki += usize::from(tenuki);
        self.wins += usize::from(won == Some(true));
        self.losses += usize::from(won == Some(false));
    }

    fn add_all(&mut self, other: &Tally) {
        self.count += other.count;
        self.tenuki += other.tenuki;
        self.wins += other.wins;
        self.losses += other.losses;
    }
}

/// A next move, and how often it was played. Moves that are the same by a symmetry of the pattern are
/// counted together.
#[derive(Clone, Debug, PartialEq)]
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

impl Library {
    /// Whether any game is on a board that has room for a question's pattern, turned or not; where none is, all
    /// answers are empty.
    #[must_use]
    pub fn has_room(&self, query: &Query) -> bool {
        let forms = Form::all(query);
        let wanted = Wanted {
            forms: &forms,
            query,
        };
        let mut kept = self.shelves.iter().filter(|shelf| shelf.left().count() > 0);
        kept.any(|shelf| wanted.fits(shelf.size))
    }

    /// Looks through all games, on all threads of rayon's current pool.
    ///
    /// # Errors
    /// When the pattern may reach off the board, the sequence is not in it, or the dates are in the wrong order; or when games cannot be read from the index
    /// that the library was opened from.
    pub fn search(&self, query: &Query) -> Result<Answer, QueryError> {
        let (cols, rows) = query.pattern.size();
        if query.pattern.is_loose() {
            return Err(QueryError::OffBoard);
        }
        let outside = |&&(_, (x, y)): &&(Color, (usize, usize))| x >= cols || y >= rows;
        if let Some(&(_, (x, y))) = query.sequence.iter().find(outside) {
            return Err(QueryError::Sequence { x, y });
        }
        if let Some((from, to)) = query.dates
            && from.span().0 > to.span().1
        {
            return Err(QueryError::Dates { from, to });
        }
        let forms = Form::all(query);
        let wanted = Wanted {
            forms: &forms,
            query,
        };
        let size = query.pattern.size();
        let shelves: Vec<&Shelf> = { self.shelves.iter() }
            .filter(|shelf| wanted.fits(shelf.size))
            .collect();
        // A few parts for each thread, so that none waits long for another.
        let parts = 4 * rayon::current_num_threads();
        let each = shelves.len().div_ceil(parts).max(1);
        let look = |shelves: &[_]| wanted.look_through(shelves);
        let parts: Result<Vec<_>, _> = shelves.par_chunks(each).map(look).collect();
        let (mut sums, mut places) = (Sums::new(size), Vec::new());
        for (part, sum) in parts? {
            places.extend(part);
            sums.add(sum);
        }
        let places = places.par_iter();
        let mut hits: Vec<Hit> = { places }
            .map(|(shelf, segment, it)| it.hit(segment, &shelf.ids, size))
            .collect();
        // Segments of different sizes have games of about the same time.
        if !hits.is_sorted_by_key(|hit| hit.game) {
            hits.sort_by_key(|hit| hit.game);
        }
        Ok(sums.answer(query, hits))
    }
}

/// An occurrence, and where its game is.
type Place<'a> = (&'a Shelf, &'a Segment, Found);

impl Wanted<'_> {
    /// All occurrences in some shelves, counted.
    fn look_through<'a>(
        &self,
        shelves: &[&'a Shelf],
    ) -> Result<(Vec<Place<'a>>, Sums), LibraryError> {
        let size = self.query.pattern.size();
        let (mut places, mut sums) = (Vec::new(), Sums::new(size));
        for &shelf in shelves {
            let segment = shelf.segment()?;
            let found = self.look(segment, &self.query.lanes(shelf, segment));
            for found in found.chunk_by(|a, b| a.lane() == b.lane()) {
                let hits = found.iter().map(|it| it.hit(segment, &shelf.ids, size));
                sums.count(hits, segment.game(found[0].lane()));
            }
            places.extend(found.into_iter().map(|it| (shelf, segment, it)));
        }
        Ok((places, sums))
    }
}

/// Counts of next moves by point of the pattern (row by row) and colour.
type Moves = Vec<[Tally; 2]>;

/// The hits of some games, counted.
struct Sums {
    cols: usize,
    games: usize,
    moves: Moves,
    /// By year: all hits, next moves.
    years: BTreeMap<u16, (Tally, Moves)>,
}

impl Sums {
    fn new((cols, rows): (usize, usize)) -> Sums {
        Sums {
            cols,
            games: 0,
            moves: vec![[Tally::default(); 2]; cols * rows],
            years: BTreeMap::new(),
        }
    }

    /// Counts the hits in a game.
    fn count(&mut self, hits: impl Iterator<Item = Hit>, game: Game<'_>) {
        let winner = game.winner();
        let none = || {
            (
                Tally::default(),
                vec![[Tally::default(); 2]; self.moves.len()],
            )
        };
        let years = &mut self.years;
        let mut year = game
            .day()
            .map(|date| years.entry(date.year).or_insert_with(none));
        self.games += 1;
        for hit in hits {
            let winner = winner.map(|winner| hit.symmetry.color(winner));
            if let Some((all, _)) = &mut year {
                all.add(false, winner.map(|winner| winner == Color::Black));
            }
            let Some(next) = hit.next else { continue };
            // Who plays it wins, whatever the colours are called.
            let won = winner.map(|winner| winner == next.color);
            let at = next.point.1 * self.cols + next.point.0;
            let color = next.color.index();
            self.moves[at][color].add(next.tenuki, won);
            if let Some((_, moves)) = &mut year {
                moves[at][color].add(next.tenuki, won);
            }
        }
    }

    fn add(&mut self, other: Sums) {
        let add = |moves: &mut Moves, other: Moves| {
            moves.resize(other.len(), Default::default());
            for (sum, tally) in moves
                .as_flattened_mut()
                .iter_mut()
                .zip(other.as_flattened())
            {
                sum.add_all(tally);
            }
        };
        self.games += other.games;
        add(&mut self.moves, other.moves);
        for (year, (all, moves)) in other.years {
            let sum = self.years.entry(year).or_default();
            sum.0.add_all(&all);
            add(&mut sum.1, moves);
        }
    }

    fn answer(self, query: &Query, hits: Vec<Hit>) -> Answer {
        let size = query.pattern.size();
        let symmetries = query.group.symmetries().iter().copied();
        let own =
            symmetries.filter(|&symmetry| query.pattern.transformed(symmetry) == query.pattern);
        let own: Vec<Symmetry> = own.collect();
        let mut found: BTreeMap<(Color, (usize, usize)), Continuation> = BTreeMap::new();
        let mut count = |moves: &Moves, year: Option<u16>| {
            for (i, tally) in moves.as_flattened().iter().enumerate() {
                if tally.count == 0 {
                    continue;
                }
                let (point, color) = ((i / 2 % size.0, i / 2 / size.0), Color::BOTH[i % 2]);
                // The first of those that are the same by a symmetry of the pattern.
                let same = own.iter().map(|s| (s.color(color), s.point(point, size)));
                let (color, point) = same.min().unwrap_or((color, point));
                let next = found.entry((color, point)).or_insert_with(|| Continuation {
                    point,
                    color,
                    all: Tally::default(),
                    years: BTreeMap::new(),
                });
                match year {
                    Some(year) => next.years.entry(year).or_default().add_all(tally),
                    None => next.all.add_all(tally),
                }
            }
        };
        count(&self.moves, None);
        for (&year, (_, moves)) in &self.years {
            count(moves, Some(year));
        }
        let mut continuations: Vec<Continuation> = found.into_values().collect();
        continuations.sort_by_key(|next| std::cmp::Reverse(next.all.count));
        let years = self.years.into_iter();
        Answer {
            games: self.games,
            hits,
            continuations,
            years: years.map(|(year, (all, _))| (year, all)).collect(),
        }
    }
}
