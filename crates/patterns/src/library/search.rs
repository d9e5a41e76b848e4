//! Searches a library on all threads.

use board_core::Color;
use game_record::Date;
use rayon::prelude::*;

use super::Library;
use super::answer::{Answer, Hit};
use super::bitmap_index::Row;
use super::error::LibraryError;
use super::first_stones::EACH;
use super::form::Form;
use super::game::Game;
use super::lazy_segment::LazySegment;
use super::query::{Query, QueryError};
use super::scan::{Found, PatternSearch};
use super::segment::Segment;
use super::sums::Sums;

impl Library {
    /// Whether any game has a board on which the query's pattern fits in some orientation; if none has, all results are
    /// empty.
    #[must_use]
    pub fn has_room(&self, query: &Query) -> bool {
        let forms = Form::all(query);
        let pattern_search = PatternSearch {
            forms: &forms,
            query,
        };
        let mut kept = self
            .segments
            .iter()
            .filter(|stored| stored.left().count() > 0);
        kept.any(|stored| pattern_search.fits(stored.size))
    }

    /// Searches all games, on all threads of rayon's current pool.
    ///
    /// # Errors
    /// If the pattern may reach off the board, the sequence is not in it, or the dates are in the wrong order; or if
    /// games cannot be read from the opened index.
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
        let pattern_search = PatternSearch {
            forms: &forms,
            query,
        };
        let size = query.pattern.size();
        let stored: Vec<&LazySegment> = { self.segments.iter() }
            .filter(|stored| pattern_search.fits(stored.size))
            .collect();
        // Several parts for each thread, so that none waits long for another.
        let parts = 4 * rayon::current_num_threads();
        let each = stored.len().div_ceil(parts).max(1);
        let search = |segments: &[_]| pattern_search.search_all(segments);
        let parts: Result<Vec<_>, _> = stored.par_chunks(each).map(search).collect();
        let (mut sums, mut places) = (Sums::new(size), Vec::new());
        for (part, sum) in parts? {
            places.extend(part);
            sums.add(sum);
        }
        let places = places.par_iter();
        let mut hits: Vec<Hit> = { places }
            .map(|(stored, segment, it)| it.hit(segment, &stored.ids, size))
            .collect();
        // Segments of different sizes contain games of about the same time.
        if !hits.is_sorted_by_key(|hit| hit.game) {
            hits.sort_by_key(|hit| hit.game);
        }
        Ok(sums.answer(query, hits))
    }
}

/// An occurrence, with the segment of its game.
type Place<'a> = (&'a LazySegment, &'a Segment, Found);

impl PatternSearch<'_> {
    /// Finds and counts the occurrences in some segments.
    fn search_all<'a>(
        &self,
        stored: &[&'a LazySegment],
    ) -> Result<(Vec<Place<'a>>, Sums), LibraryError> {
        let size = self.query.pattern.size();
        let (mut places, mut sums) = (Vec::new(), Sums::new(size));
        for &stored in stored {
            let segment = stored.segment()?;
            let found = self.search(segment, &lanes(self.query, stored, segment));
            for found in found.chunk_by(|a, b| a.lane() == b.lane()) {
                let hits = found.iter().map(|it| it.hit(segment, &stored.ids, size));
                sums.count(hits, Game::new(segment, found[0].lane()));
            }
            places.extend(found.into_iter().map(|it| (stored, segment, it)));
        }
        Ok((places, sums))
    }
}

/// The games to search, as bits.
fn lanes(query: &Query, stored: &LazySegment, segment: &Segment) -> Row {
    let mut lanes = Row::default();
    lanes[..stored.alive().len()].copy_from_slice(stored.alive());
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
