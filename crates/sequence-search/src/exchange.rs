//! Other orders of the moves of a game: which of them the frames do not tell from its own.
//!
//! The games that a search keeps are too few for that: eight moves that first show together have hundreds of
//! orders. But two moves of one side are in doubt if exchanging them costs little, whatever the others do, and that
//! is quickly said.

use std::collections::BTreeMap;

use board_core::{MoveGen, Observation};

use crate::costs::Costs;
use crate::line::Line;
use crate::{Decoded, Ply, Rival, SearchError, Settings, Touch};

/// Another order of moves of a game.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Exchange<M> {
    /// Index of the ply from which on it is another.
    pub first: usize,
    /// The moves of that ply and of those after it in this order, up to the last that is another.
    pub moves: Vec<M>,
    /// What it costs more than the order of the game, in nats. Neither what is known of the moves before looking
    /// counts, nor how many are made between two frames: that tells nothing of their order.
    pub nats: f64,
}

impl<M: Copy + Eq> Exchange<M> {
    /// Another order as the moves from ply `first` on have it.
    #[must_use]
    pub fn new(first: usize, moves: Vec<M>, nats: f64) -> Self {
        Self { first, moves, nats }
    }

    /// The plies of a game that have another move in this order, by index.
    pub fn moved<'a>(&'a self, plies: &'a [Ply<M>]) -> impl Iterator<Item = usize> + 'a {
        let pairs = plies.iter().skip(self.first).zip(&self.moves).enumerate();
        pairs
            .filter(|(_, (ply, mv))| ply.mv != **mv)
            .map(|(i, _)| self.first + i)
    }
}

impl<M: Copy + Eq> Decoded<M> {
    /// Gives every ply its share among the moves that may have been made in its place by other orders of the game's
    /// moves, such as [`exchanges`] finds: each such move counts by the order that costs least.
    pub fn weigh_orders(&mut self, others: &[Exchange<M>]) {
        let mut rivals: BTreeMap<usize, Vec<(M, f64)>> = BTreeMap::new();
        for other in others {
            for place in other.moved(&self.plies) {
                let mv = other.moves[place - other.first];
                let known = rivals.entry(place).or_default();
                match known.iter_mut().find(|(known, _)| *known == mv) {
                    Some((_, nats)) => *nats = nats.min(other.nats),
                    None => known.push((mv, other.nats)),
                }
            }
        }
        for (place, rivals) in rivals {
            let ply = &mut self.plies[place];
            let weights = rivals.iter().map(|(_, nats)| (-nats).exp());
            let share = 1.0 / (1.0 + weights.sum::<f64>());
            ply.order = share as f32;
            ply.confidence = ply.confidence.min(ply.order);
            let rivals = rivals.into_iter().map(|(mv, nats)| Rival {
                mv,
                side: ply.side,
                frame: ply.frame,
                posterior: (share * (-nats).exp()) as f32,
            });
            ply.rivals.extend(rivals);
            ply.rivals
                .sort_by(|a, b| b.posterior.total_cmp(&a.posterior));
        }
    }
}

/// The other orders of the moves of a game that are legal and cost less than `within` more, in nats: two moves of
/// one side exchanged, one moved past several others of its side, or two with the answers to them exchanged. The
/// moves keep the sides and may be made sooner or later than they are. Several such exchanges at once are not
/// listed.
///
/// [`Decoded::weigh_orders`] makes use of them.
///
/// # Errors
/// As [`decode`](crate::decode) about the evidence.
///
/// # Panics
/// May panic if the game was not decoded from this start and evidence.
pub fn exchanges<P, O>(
    start: &P,
    evidence: &O,
    settings: &Settings,
    game: &Decoded<P::Move>,
    within: f64,
) -> Result<Vec<Exchange<P::Move>>, SearchError>
where
    P: MoveGen,
    O: Observation<Cell = P::Cell>,
{
    if game.frames() == 0 {
        return Ok(Vec::new());
    }
    let cap = settings.model.evidence_cap;
    let mut costs = Costs::read(evidence, cap, settings.evidence_limit)?;
    costs.truncate(game.frames());
    let touches = settled(start, game, &mut costs);
    let line = Line::new(start, &costs, &settings.model, game, &touches);
    let orders = (0..game.plies.len()).flat_map(|first| line.orders(first));
    let found = orders.filter_map(|(first, moves)| {
        let nats = line.rise(first, &moves)?;
        (nats < within).then_some(Exchange { first, moves, nats })
    });
    Ok(found.collect())
}

/// The touches of a game but for those that a ply seems to make again soon: frames that say now this, now that of
/// its points do not tell when it was made, so what they say of them is forgotten.
fn settled<P: MoveGen>(
    start: &P,
    game: &Decoded<P::Move>,
    costs: &mut Costs,
) -> Vec<Touch<P::Move>> {
    /// Frames.
    const SOON: usize = 3;
    let mut touches = game.touches.clone();
    let mut position = start.clone();
    for ply in &game.plies {
        position.set_to_move(ply.side);
        let again = |touch: &Touch<P::Move>| {
            let frames = touch.until..=touch.until + SOON;
            (touch.mv, touch.side) == (ply.mv, ply.side) && frames.contains(&ply.frame)
        };
        if let Some(at) = touches.iter().position(again) {
            let touch = touches.remove(at);
            position.visit_changes(ply.mv, |change| {
                costs.forget(change.point, touch.frame..ply.frame);
            });
        }
        position.play(ply.mv);
    }
    touches
}
