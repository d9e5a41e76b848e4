//! Habits as a move prior of the search.

use std::cell::RefCell;
use std::collections::HashMap;

use board_core::MoveGen;
use chess_rules::{Move, Position};
use sequence_search::{Model, Moment, MovePrior};

use crate::likelihoods;

/// What is known of how people play, for `sequence_search::Decoder::prior`: a move costs −ln of its
/// [likelihood](likelihoods), times a weight.
///
/// Positions that were asked about are remembered, up to some ten megabytes.
///
/// ```
/// # fn show<O: board_core::Observation<Cell = board_core::Occupancy>>(evidence: &O) -> Result<(), Box<dyn std::error::Error>> {
/// use chess_habits::Habits;
/// use chess_rules::Position;
/// use sequence_search::{Decoder, Settings};
///
/// let habits = Habits::default();
/// let mut settings = Settings::exact();
/// habits.make_room(&mut settings.model);
/// let game = Decoder::new(&settings).start(Position::initial(), 0.0).prior(&habits).decode(evidence)?;
/// # Ok(()) }
/// ```
#[derive(Clone, Debug)]
pub struct Habits {
    weight: f32,
    known: RefCell<HashMap<u64, Vec<(Move, f32)>>>,
}

/// Habits of players nobody knows, less than whole.
impl Default for Habits {
    fn default() -> Self {
        Self::weighing(0.6)
    }
}

impl Habits {
    /// What an average move costs at full weight, in nats: in games of masters that nothing was fitted to, 2.15.
    const USUAL: f32 = 2.15;
    /// How many positions are remembered at most.
    const MOST: usize = 40_000;

    /// Habits that count so much: 1 for players like those of the games that the weights were fitted to, 0 for
    /// players of whom nothing is known.
    #[must_use]
    pub fn weighing(weight: f32) -> Self {
        Habits {
            weight: weight.max(0.0),
            known: RefCell::default(),
        }
    }

    /// Takes what an average move costs off the model's price of one; touches cost what they did.
    pub fn make_room(&self, model: &mut Model) {
        let room = (self.weight * Self::USUAL).min(model.placement);
        model.placement -= room;
        // A piece is set down, and set down again where it came from, which costs twice as much.
        model.touch += 3.0 * room;
    }
}

impl MovePrior<Position> for Habits {
    fn price(&self, position: &Position, mv: Move, _: Moment) -> f32 {
        let mut known = self.known.borrow_mut();
        if known.len() >= Self::MOST {
            known.clear();
        }
        let moves = known.entry(position.key());
        let moves = moves.or_insert_with(|| likelihoods(position));
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
    fn prices_are_likelihoods_and_what_is_forgotten_is_asked_anew() {
        let habits = Habits::weighing(0.5);
        let moment = Moment { frame: 1, ply: 0 };
        let start = Position::initial();
        for (mv, ln) in likelihoods(&start) {
            assert!((habits.price(&start, mv, moment) + 0.5 * ln).abs() < 1e-6);
        }
        let e4 = start.parse_san("e4").unwrap();
        let price = habits.price(&start, e4, moment);
        let filler = habits.known.borrow().values().next().unwrap().clone();
        for key in 0..Habits::MOST as u64 {
            habits.known.borrow_mut().insert(key, filler.clone());
        }
        assert_eq!(habits.price(&start, e4, moment), price);
        assert_eq!(habits.known.borrow().len(), 1);
    }

    #[test]
    fn a_usual_move_costs_about_what_it_did() {
        let mut model = Model::default();
        let placement = model.placement;
        let touch = |model: &Model| model.touch + 3.0 * model.placement;
        let before = touch(&model);
        Habits::weighing(1.0).make_room(&mut model);
        assert_eq!(model.placement + Habits::USUAL, placement);
        assert!((touch(&model) - before).abs() < 1e-4);
    }
}
