//! Other orders of the moves of a game that the frames do not distinguish from its own.
//!
//! The games kept by a search are too few for that: eight moves that first show together have hundreds of orders. But
//! two moves of one side are ambiguous if exchanging them costs little, whatever the others do, and that is fast to
//! compute.

use std::collections::BTreeMap;

use board_core::{MoveGen, Observation};

use crate::costs::Costs;
use crate::line::Line;
use crate::{Decoded, Ply, Rival, SearchError, Settings, Touch};

/// Another order of the moves of a game.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Exchange<M> {
    /// Index of the first ply that differs.
    pub first: usize,
    /// The moves of that ply and those after it in this order, up to the last one that differs.
    pub moves: Vec<M>,
    /// The additional cost of this order, in nats. Neither the move prior nor the number of moves between two frames
    /// counts, since they do not concern the order.
    pub nats: f64,
}

impl<M: Copy + Eq> Exchange<M> {
    /// Another order with these moves from ply `first` on.
    #[must_use]
    pub fn new(first: usize, moves: Vec<M>, nats: f64) -> Self {
        Self { first, moves, nats }
    }

    /// The indices of the plies of a game that have another move in this order.
    pub fn moved<'a>(&'a self, plies: &'a [Ply<M>]) -> impl Iterator<Item = usize> + 'a {
        let pairs = plies.iter().skip(self.first).zip(&self.moves).enumerate();
        pairs
            .filter(|(_, (ply, mv))| ply.mv != **mv)
            .map(|(i, _)| self.first + i)
    }
}

impl<M: Copy + Eq> Decoded<M> {
    /// Gives every ply its posterior among the moves that other orders of the game's moves, such as those from
    /// [`exchanges`], put in its place: each such move counts by its cheapest order.
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

/// The other legal orders of the moves of a game that cost less than `within` more, in nats: two moves of one side
/// exchanged, one moved past several others of its side, or two exchanged together with their answers. Sides keep their
/// moves, which may be made earlier or later. Combinations of exchanges are not listed.
///
/// [`Decoded::weigh_orders`] uses them.
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

/// The false moves of a game, except those that a ply seems to repeat soon: their points alternate in the frames, which
/// leaves the time of the ply open, so that evidence is erased.
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
