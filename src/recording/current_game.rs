//! The current game of a recorder while photos arrive.

use board_core::{Cell, Evidence, Occupancy};
use sequence_search::Decoded;

use super::Notation;
use crate::decode::fix::Fix;
use crate::event::Played;

/// The game that a [`Recorder`](crate::Recorder) follows, with the moves announced so far.
#[derive(Debug)]
#[non_exhaustive]
pub struct CurrentGame<P: Notation> {
    /// Number of games before it on the same photos.
    pub games_before: usize,
    /// The position it starts from.
    pub start: P,
    /// The position after the last announced move.
    pub position: P,
    /// The announced moves.
    pub moves: Vec<Played<P::Move>>,
    /// How many of them, from the first, are settled.
    pub settled: usize,
    /// The announced moves as the search found them.
    pub decoded: Decoded<P::Move>,
    /// For each point of the position, the costs of {empty, black, white} in the last usable photo: nats, the least of
    /// them 0. `None` if the point is not visible. Empty before the first photo is decoded.
    pub reading: Vec<Option<[f32; 3]>>,
    /// Whether moves that explain the last photo may still be found, by a thorough search once the board has been at
    /// rest for some photos.
    pub search_pending: bool,
    /// The move that was [taken back](crate::Answer::TakeBack) and that the last photo still shows.
    pub undone: Option<Fix>,
    /// For each point of the position, the point of the photos that shows it, row by row from the top.
    pub photo_points: Vec<Option<usize>>,
}

impl<P: Notation> CurrentGame<P> {
    /// The record of the announced moves.
    #[must_use]
    pub fn record(&self) -> P::Record {
        self.start.record(&self.decoded)
    }

    /// The position before a ply, with the side to move that played it; `None` if there are fewer plies.
    #[must_use]
    pub fn position_before(&self, ply: usize) -> Option<P> {
        let mut position = self.start.clone();
        for played in self.moves.get(..ply)? {
            position.set_to_move(played.side);
            position.play(played.mv);
        }
        if let Some(next) = self.moves.get(ply) {
            position.set_to_move(next.side);
        }
        Some(position)
    }

    /// The points where the last photo differs from the position: the content of the photo, and by how many nats it is
    /// likelier.
    #[must_use]
    pub fn differences(&self) -> Vec<(usize, Occupancy, f32)> {
        differences(&self.reading, &self.position)
    }
}

/// The costs of a frame: see [`CurrentGame::reading`].
pub(crate) fn reading_of(evidence: &Evidence, frame: usize) -> Vec<Option<[f32; 3]>> {
    let costs = evidence.frame(frame).iter().map(|costs| {
        let least = costs.iter().copied().fold(f32::INFINITY, f32::min);
        let seen = costs.iter().all(|cost| !cost.is_nan());
        seen.then(|| costs.map(|cost| cost - least))
    });
    costs.collect()
}

/// The points where a [reading](CurrentGame::reading) differs from a position.
pub(crate) fn differences<P: Notation>(
    reading: &[Option<[f32; 3]>],
    position: &P,
) -> Vec<(usize, Occupancy, f32)> {
    let points = reading.iter().zip(position.cells()).enumerate();
    let differences = points.filter_map(|(point, (costs, held))| {
        let costs = Occupancy::ALL.iter().copied().zip((*costs)?);
        let (best, _) = costs.clone().min_by(|a, b| a.1.total_cmp(&b.1))?;
        let (_, nats) = { costs }.find(|(content, _)| *content == held)?;
        (best != held).then_some((point, best, nats))
    });
    differences.collect()
}

/// By how many nats a [reading](CurrentGame::reading) differs from a position, at all points together.
pub(crate) fn difference<P: Notation>(reading: &[Option<[f32; 3]>], position: &P) -> f32 {
    let differences = differences(reading, position).into_iter();
    differences.map(|(_, _, nats)| nats).sum()
}
