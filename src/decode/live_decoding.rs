//! The decoding of a game while its photos arrive.

use sequence_search::{Committed, Decoded, Ply, Stream};

use crate::recording::Notation;
use crate::sensor::registration::LiveRegistration;

/// A less likely move is a guess.
const LEAST_CONFIDENCE: f32 = 0.02;

/// The streaming search of a game, and what it has settled.
pub(super) struct LiveDecoding<P: Notation> {
    pub(super) stream: Stream<P>,
    /// The frames in use, from the start on; in a film only frames at rest. Frames of the stream are indices into it.
    pub(super) used: Vec<usize>,
    /// Settled moves, with frames of the sensor.
    pub(super) settled: Vec<Ply<P::Move>>,
    /// Whether moves follow the settled ones that no photo shows.
    pub(super) has_gap: bool,
    /// Registration of a board of lines. Sensors of squares find turns on their own.
    pub(super) registration: Option<LiveRegistration>,
}

impl<P: Notation> LiveDecoding<P> {
    /// The decoding of a game of which no frame is known.
    pub(super) fn new(stream: Stream<P>, registration: Option<LiveRegistration>) -> Self {
        Self {
            stream,
            used: Vec::new(),
            settled: Vec::new(),
            has_gap: false,
            registration,
        }
    }

    /// Opens all frames of the game again.
    pub(super) fn restart(&mut self) {
        self.stream.restart();
        self.settled.clear();
        self.has_gap = false;
        if let Some(registration) = &mut self.registration {
            registration.restart();
        }
    }

    /// Whether some frames are settled, and a game has been followed through all of them.
    pub(super) fn is_sound(&self) -> bool {
        let stream = &self.stream;
        stream.frames_settled() > 0 && stream.followed() && stream.end().is_none() && !self.has_gap
    }

    /// Adds settled moves up to a gap.
    pub(super) fn settle(&mut self, moves: &[Committed<P::Move>]) {
        if !self.has_gap {
            self.settled.extend(plies(&self.used, moves));
            self.has_gap = moves.iter().any(is_gap);
        }
    }
}

/// Whether the other side's move before this one is missing, in a game without passes, or this move is a guess.
fn is_gap<M>(m: &Committed<M>) -> bool {
    m.after_pass && m.pass.is_none() || is_guess(m.confidence)
}

/// Whether a move of this confidence is a guess: it closes a gap that no photo shows. The game is not followed beyond
/// it.
pub(super) fn is_guess(confidence: f32) -> bool {
    confidence < LEAST_CONFIDENCE
}

/// The moves of the stream up to a gap, with frames of the sensor instead of indices into `used`.
pub(super) fn plies<M: Copy>(used: &[usize], moves: &[Committed<M>]) -> Vec<Ply<M>> {
    let known = moves.iter().position(is_gap);
    let mut plies = Decoded::from(&moves[..known.unwrap_or(moves.len())]).plies;
    for ply in &mut plies {
        ply.frame = used[ply.frame];
    }
    plies
}
