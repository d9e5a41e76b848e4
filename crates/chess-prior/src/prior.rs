//! The move prior for `sequence_search`.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

use board_core::MoveGen;
use chess_rules::{Move, Position};
use sequence_search::{Model, Moment, MovePrior};

use crate::log_probabilities;

/// A move prior for `sequence_search::Decoder::prior`: the price of a move is its negative [log
/// probability](log_probabilities) times a weight.
///
/// Prices are cached by position, up to about ten megabytes.
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

/// The clone has an empty cache of its own.
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
    /// Price in nats of an average move at full weight: 2.15 in games of masters outside the training data.
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

    /// Lowers the model's cost of a move by the prior's typical cost; the cost of false moves stays the same.
    pub fn make_room(&self, model: &mut Model) {
        let room = (self.weight * Self::TYPICAL).min(model.placement);
        model.placement -= room;
        // A false move sets a piece down and puts it back, which costs twice as much.
        model.touch += 3.0 * room;
    }
}

impl MovePrior<Position> for ChessPrior {
    fn price(&self, position: &Position, mv: Move, _: Moment) -> f32 {
        // A cache left by a panicked thread is valid: its entries are complete.
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
    use board_core::{Board, FromFn, Occupancy};
    use sequence_search::{Decoder, Settings};

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

    #[test]
    fn a_clone_has_the_weight_and_a_cache_of_its_own() {
        let prior = ChessPrior::default();
        let start = Position::initial();
        let moment = Moment { frame: 1, ply: 0 };
        let e4 = start.parse_san("e4").unwrap();
        let price = prior.price(&start, e4, moment);
        let clone = prior.clone();
        assert!(clone.cache.lock().unwrap().is_empty());
        assert_eq!(clone.price(&start, e4, moment), price);
    }

    #[test]
    fn of_moves_that_look_alike_the_search_takes_the_likelier_one() {
        // A pawn has left e2, and its target is hidden: e3 or e4.
        let start = Position::initial();
        let (left, hidden) = (52, [36, 44]);
        let seen = |frame: usize, point: usize, cell: Occupancy| {
            let there = match frame > 0 && point == left {
                true => Occupancy::Empty,
                false => start.get(point),
            };
            let visible = frame == 0 || !hidden.contains(&point);
            visible.then_some(if cell == there { 0.0 } else { 9.0 })
        };
        let evidence = FromFn::new(4, 64, seen);
        let prior = ChessPrior::with_weight(1.0);
        let mut settings = Settings::exact();
        prior.make_room(&mut settings.model);
        let decoder = Decoder::new(&settings).start(start, 0.0).prior(&prior);
        let game = decoder.decode(&evidence).unwrap();
        let moves: Vec<_> = game
            .plies
            .iter()
            .map(|ply| start.san(ply.mv).to_string())
            .collect();
        assert_eq!(moves, ["e4"]);
    }
}
