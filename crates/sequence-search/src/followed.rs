//! Judges whether a game is followed: the cost of the rules relative to that of its moves.
//!
//! Before the search, every point is explained alone. The additional cost of the game is the strain of the rules
//! ([`Decoded::strain`]). If the game is found, it is a small part of the cost of the moves. If the search has lost the
//! game, or the evidence is of another one, it grows with every frame.

use crate::Decoded;

/// Number of plies on either side of a ply that are judged with it.
pub(crate) const PLIES: usize = 4;

/// The information, in nats, that distinguishes a move from a thousand others: cheaper events do not make a move easier
/// to identify.
pub(crate) const NAMED: f32 = 7.0;

/// Highest confidence of a move of a game that is not followed.
const UNSURE: f32 = 0.5;

/// Judges which plies are followed, and limits the confidence of the others.
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
