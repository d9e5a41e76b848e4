//! A library searched on all threads.

use board_core::Color;
use game_record::Date;
use rayon::prelude::*;

use super::Library;
use super::answer::{Answer, Hit};
use super::error::LibraryError;
use super::first_stones::EACH;
use super::form::Form;
use super::game::Game;
use super::query::{Query, QueryError};
use super::scan::{Found, Wanted};
use super::segment::Segment;
use super::shelf::Shelf;
use super::sieve::Row;
use super::sums::Sums;

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

    /// Searches all games, on all threads of rayon's current pool.
    ///
    /// # Errors
    /// When the pattern may reach off the board, the sequence is not in it, or the dates are in the wrong order; or
    /// when games cannot be read from the index that the library was opened from.
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
        let search = |shelves: &[_]| wanted.search_all(shelves);
        let parts: Result<Vec<_>, _> = shelves.par_chunks(each).map(search).collect();
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
    fn search_all<'a>(
        &self,
        shelves: &[&'a Shelf],
    ) -> Result<(Vec<Place<'a>>, Sums), LibraryError> {
        let size = self.query.pattern.size();
        let (mut places, mut sums) = (Vec::new(), Sums::new(size));
        for &shelf in shelves {
            let segment = shelf.segment()?;
            let found = self.search(segment, &lanes(self.query, shelf, segment));
            for found in found.chunk_by(|a, b| a.lane() == b.lane()) {
                let hits = found.iter().map(|it| it.hit(segment, &shelf.ids, size));
                sums.count(hits, Game::new(segment, found[0].lane()));
            }
            places.extend(found.into_iter().map(|it| (shelf, segment, it)));
        }
        Ok((places, sums))
    }
}

/// The games that count, as bits.
fn lanes(query: &Query, shelf: &Shelf, segment: &Segment) -> Row {
    let mut lanes = Row::default();
    lanes[..shelf.alive().len()].copy_from_slice(shelf.alive());
    let Some((from, to)) = query.dates else {
        return lanes;
    };
    for lane in 0..segment.len() {
        let between = |date: Date| {
            let (first, last) = date.span();
            from.span().0 <= first && last <= to.span().1
        };
        if !Game::new(segment, lane).day().is_some_and(between) {
            lanes[lane / EACH] &= !(1 << (lane % EACH));
        }
    }
    lanes
}
