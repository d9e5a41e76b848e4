//! A game while it is played.

use board_core::{Cell, Occupancy};
use sequence_search::Decoded;

use super::Notation;
use crate::event::Played;

/// The game that a [`Recorder`](crate::Recorder) follows, as far as its moves are told.
#[derive(Debug)]
#[non_exhaustive]
pub struct SoFar<P: Notation> {
    /// How many games on the same photos are over.
    pub games_before: usize,
    /// The position it starts from.
    pub start: P,
    /// The position after the last move that was told.
    pub position: P,
    /// The moves that were told.
    pub moves: Vec<Played<P::Move>>,
    /// How many of them will not change until the end.
    pub settled: usize,
    /// The same moves as the search found them.
    pub decoded: Decoded<P::Move>,
    /// By point of the position, what the last photo that counted says of empty, black and white: costs in nats, the
    /// least of them 0. `None` where the point cannot be seen, or has not been looked at.
    pub reading: Vec<Option<[f32; 3]>>,
    /// By point of the position, the point of the board as it lies in the photos, row by row from the top.
    pub seen_at: Vec<Option<usize>>,
}

impl<P: Notation> SoFar<P> {
    /// The record of these moves.
    #[must_use]
    pub fn record(&self) -> P::Record {
        self.start.record(&self.decoded)
    }

    /// The points that the last photo shows otherwise than the position has them: what is there instead, and how much
    /// more likely that is, in nats.
    #[must_use]
    pub fn differences(&self) -> Vec<(usize, Occupancy, f32)> {
        let points = self.reading.iter().zip(self.position.cells()).enumerate();
        let differences = points.filter_map(|(point, (costs, held))| {
            let costs = Occupancy::ALL.iter().copied().zip((*costs)?);
            let (best, _) = costs.clone().min_by(|a, b| a.1.total_cmp(&b.1))?;
            let (_, nats) = { costs }.find(|(content, _)| *content == held)?;
            (best != held).then_some((point, best, nats))
        });
        differences.collect()
    }
}
