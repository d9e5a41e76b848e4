//! Whether a game is followed: what the rules cost, beside what its moves cost.
//!
//! Before the search, every point is explained alone. What the game costs more than that is the strain of the rules
//! ([`Decoded::strain`]). Of a game that is found it is a small part of what the moves cost. Where the search has lost
//! the game, or the evidence is of another one, it grows with every frame.

use crate::Decoded;

/// So many plies on either side of one are weighed with it.
pub(crate) const PLIES: usize = 4;

/// What it takes, in nats, to tell a move from a thousand others: events that are cheaper do not make it easier to be
/// sure of one.
pub(crate) const NAMED: f32 = 7.0;

/// No move of a game that is not followed is surer than this.
const UNSURE: f32 = 0.5;

/// Says which plies are followed, and takes the certainty of those that are not.
pub(crate) fn judge<M>(game: &mut Decoded<M>, limit: f32) {
    if game.strain.is_empty() {
        return;
    }
    // Near the ends there are fewer plies, and some games have hardly any.
    let least = (2 * PLIES + 1) as f32 * NAMED;
    let is_strained = |frames: core::ops::Range<usize>| {
        let strain: f32 = game.strain[frames.clone()].iter().sum();
        let events: f32 = game.event_cost[frames].iter().sum();
        strain > limit * events.max(least)
    };
    let frames = game.strain.len();
    let near = |ply: usize| {
        let first = ply.checked_sub(PLIES).map_or(0, |i| game.plies[i].frame);
        let last = game.plies.get(ply + PLIES);
        first..last.map_or(frames, |ply| ply.frame + 1)
    };
    let mut strained: Vec<bool> = (0..game.plies.len())
        .map(|ply| is_strained(near(ply)))
        .collect();
    // Moves that first show together are invented together.
    let mut begin = 0;
    for together in game.plies.chunk_by(|a, b| a.frame == b.frame) {
        let plies = &mut strained[begin..][..together.len()];
        let any = plies.contains(&true);
        plies.fill(any);
        begin += together.len();
    }
    game.followed = match strained.is_empty() {
        true => !is_strained(0..frames),
        false => !strained.contains(&true),
    };
    for (ply, _) in game.plies.iter_mut().zip(strained).filter(|(_, s)| *s) {
        ply.followed = false;
        ply.confidence = ply.confidence.min(UNSURE);
    }
}
