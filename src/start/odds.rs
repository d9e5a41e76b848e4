//! A start without some of its pieces: odds, or pieces that a set has lost.

use board_core::{Cell, Occupancy};
use board_geom::View;
use piece_detect::{Orientation, SinglePhotoReading};

use super::mid_game::{GameStart, READINGS, middle};
use crate::Error;
use crate::games::pieces::{Options, SquareGame};

/// Most pieces that may be missing. Every combination of them is tried.
const MOST: usize = 4;
/// By how many nats a square must look emptier than with its piece.
const SURE: f32 = 3.0;
/// Price in nats of a missing piece.
const MISSING: f32 = 5.0;

impl<P: SquareGame> GameStart<P> {
    /// Adds starts without the pieces that the first photos do not show; the moves decide between them. Does nothing if
    /// the user gave a start.
    pub(super) fn with_odds(
        mut self,
        views: &[View],
        resting: &[bool],
        options: &Options<P>,
    ) -> Result<Self, Error> {
        if !options.mid_game {
            return Ok(self);
        }
        let frames = (self.first..views.len()).filter(|&frame| resting[frame]);
        let readings = frames
            .take(READINGS)
            .map(|frame| SinglePhotoReading::of_pieces(&views[frame]));
        let readings: Vec<_> = readings.collect::<Result<_, _>>()?;
        let Some(first) = readings.first() else {
            return Ok(self);
        };
        let reading = middle(&readings).unwrap_or(first.clone());
        self.starts = starts(first, &reading, self.orientation, &options.start);
        for other in &mut self.others {
            other.starts = starts(first, &reading, other.orientation, &options.start);
        }
        Ok(self)
    }
}

/// The start, and the starts without pieces that neither the first reading nor the median one shows, with their prices;
/// the likeliest first.
fn starts<P: SquareGame>(
    first: &SinglePhotoReading,
    reading: &SinglePhotoReading,
    orientation: Orientation,
    start: &P,
) -> Vec<(P, f32)> {
    let [first, upright] = [first, reading].map(|reading| {
        let mut upright = reading.clone();
        upright.renumber(orientation);
        upright
    });
    let empty = Occupancy::Empty.index();
    let against = |point: usize| {
        let costs = upright.costs[point];
        costs[start.get(point).index()] - costs[empty]
    };
    let against_first = |point: usize| {
        let costs = first.costs[point];
        costs[start.get(point).index()] - costs[empty]
    };
    // A piece that moves soon is still there in the first photo.
    let missing: Vec<usize> = (0..start.points())
        .filter(|&point| against(point) > SURE && against_first(point) > 0.0)
        .collect();
    let all = vec![(start.clone(), 0.0)];
    if missing.is_empty() || missing.len() > MOST {
        return all;
    }
    let sets = (1..1_usize << missing.len()).filter_map(|set| {
        let chosen = missing
            .iter()
            .enumerate()
            .filter(|(i, _)| set >> i & 1 == 1);
        let points: Vec<usize> = chosen.map(|(_, point)| *point).collect();
        let seen: f32 = points.iter().map(|&point| against(point)).sum();
        let price = MISSING * points.len() as f32;
        Some((start.without(&points)?, price, seen))
    });
    let whole = (start.clone(), 0.0, 0.0);
    let mut starts: Vec<(P, f32, f32)> = [whole].into_iter().chain(sets).collect();
    starts.sort_by(|a, b| (a.1 - a.2).total_cmp(&(b.1 - b.2)));
    starts
        .into_iter()
        .map(|(start, price, _)| (start, price))
        .collect()
}
