//! The move prior of the search.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

use board_core::MoveGen;
use chess_rules::{Move, Position};
use sequence_search::{Model, Moment, MovePrior};

use crate::log_probabilities;

/// A move prior for `sequence_search::Decoder::prior`: the price of a move is its negative
/// [log probability](log_probabilities), times a weight.
///
/// Prices are cached by position, up to some ten megabytes.
///
/// ```
/// # fn show<O: board_core::Observation<Cell = board_core::Occupancy>>(evidence: &O) -> Result<(), Box<dyn std::error::Error>> {
/// use chess_prior::ChessPrior;
/// use chess_rules::Position;
/// use sequence_search::{Decoder, Settings};
///
/// let prior = ChessPrior::default();
/// let mut settings = Settings::exact();
/// prior.make_room(&mut settings.model);
/// let game = Decoder::new(&settings).start(Position::initial(), 0.0).prior(&prior).decode(evidence)?;
/// # Ok(()) }
/// ```
#[derive(Debug)]
pub struct ChessPrior {
    weight: f32,
    cache: Mutex<HashMap<u64, Vec<(Move, f32)>>>,
}

/// With a cache of its own.
impl Clone for ChessPrior {
    fn clone(&self) -> Self {
        Self::with_weight(self.weight)
    }
}

/// A weight of 0.6, for unknown players.
impl Default for ChessPrior {
    fn default() -> Self {
        Self::with_weight(0.6)
    }
}

impl ChessPrior {
    /// Price in nats of an average move at full weight: 2.15 in games of masters outside of the training data.
    const TYPICAL: f32 = 2.15;
    /// Most positions in the cache.
    const MOST: usize = 40_000;

    /// A prior with a weight: 1 for players like those of the training data, 0 for a uniform prior.
    #[must_use]
    pub fn with_weight(weight: f32) -> Self {
        ChessPrior {
            weight: weight.max(0.0),
            cache: Mutex::default(),
        }
    }

    /// Lowers the model's price of a move by the prior's typical price; the prices of touches stay.
    pub fn make_room(&self, model: &mut Model) {
        let room = (self.weight * Self::TYPICAL).min(model.placement);
        model.placement -= room;
        // A piece is set down, and set down again where it came from, which costs twice as much.
        model.touch += 3.0 * room;
    }
}

impl MovePrior<Position> for ChessPrior {
    fn price(&self, position: &Position, mv: Move, _: Moment) -> f32 {
        // What a thread that panicked has left is as good as any: whole entries.
        let mut cache = self.cache.lock().unwrap_or_else(PoisonError::into_inner);
        if cache.len() >= Self::MOST {
            cache.clear();
        }
        let moves = cache.entry(position.key());
        let moves = moves.or_insert_with(|| log_probabilities(position));
        let likely = moves.iter().find(|m| m.0 == mv);
        likely.map_or(f32::INFINITY, |m| (-self.weight * m.1).max(0.0))
    }

    fn counts_plies(&self) -> bool {
        false
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn prices_are_log_probabilities_and_the_cache_is_bounded() {
        let prior = ChessPrior::with_weight(0.5);
        let moment = Moment { frame: 1, ply: 0 };
        let start = Position::initial();
        for (mv, ln) in log_probabilities(&start) {
            assert!((prior.price(&start, mv, moment) + 0.5 * ln).abs() < 1e-6);
        }
        let e4 = start.parse_san("e4").unwrap();
        let price = prior.price(&start, e4, moment);
        let filler = prior.cache.lock().unwrap().values().next().unwrap().clone();
        for key in 0..ChessPrior::MOST as u64 {
            prior.cache.lock().unwrap().insert(key, filler.clone());
        }
        assert_eq!(prior.price(&start, e4, moment), price);
        assert_eq!(prior.cache.lock().unwrap().len(), 1);
    }

    #[test]
    fn a_typical_move_costs_about_what_it_did() {
        let mut model = Model::default();
        let placement = model.placement;
        let touch = |model: &Model| model.touch + 3.0 * model.placement;
        let before = touch(&model);
        ChessPrior::with_weight(1.0).make_room(&mut model);
        assert_eq!(model.placement + ChessPrior::TYPICAL, placement);
        assert!((touch(&model) - before).abs() < 1e-4);
    }
}
