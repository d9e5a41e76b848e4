//! Statistics: counts the occurrences of a query.

use std::collections::BTreeMap;

use board_core::Color;

use super::answer::{Answer, Continuation, Hit, Tally};
use super::game::Game;
use super::query::Query;
use crate::Symmetry;

/// Counts of next moves by point of the pattern (row by row) and colour.
type Moves = Vec<[Tally; 2]>;

/// Counts of the occurrences in some games.
pub(super) struct Sums {
    cols: usize,
    games: usize,
    moves: Moves,
    /// By year: all occurrences, and next moves.
    years: BTreeMap<u16, (Tally, Moves)>,
}

impl Sums {
    /// No counts, for patterns of this size.
    pub(super) fn new((cols, rows): (usize, usize)) -> Sums {
        Sums {
            cols,
            games: 0,
            moves: vec![[Tally::default(); 2]; cols * rows],
            years: BTreeMap::new(),
        }
    }

    /// Counts the occurrences in a game.
    pub(super) fn count(&mut self, hits: impl Iterator<Item = Hit>, game: Game<'_>) {
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
            .map(|date| years.entry(date.year()).or_insert_with(none));
        self.games += 1;
        for hit in hits {
            let winner = winner.map(|winner| hit.symmetry.color(winner));
            if let Some((all, _)) = &mut year {
                all.add(false, winner.map(|winner| winner == Color::Black));
            }
            let Some(next) = hit.next else { continue };
            // A win of the side that plays the move, in the colours of the pattern.
            let won = winner.map(|winner| winner == next.color);
            let at = next.point.1 * self.cols + next.point.0;
            let color = next.color.index();
            self.moves[at][color].add(next.tenuki, won);
            if let Some((_, moves)) = &mut year {
                moves[at][color].add(next.tenuki, won);
            }
        }
    }

    /// Adds the counts of other games.
    pub(super) fn add(&mut self, other: Sums) {
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

    /// Makes the result of a query.
    pub(super) fn answer(self, query: &Query, hits: Vec<Hit>) -> Answer {
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
                // The first of the moves that are equal by a symmetry of the pattern.
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
