//! The start of a search.

use board_core::MoveGen;

use super::node::{Event, Way};
use super::touch::touched;
use crate::model::Memory;
use crate::phases::{Change, Kind};
use crate::slots::changes;
use crate::{Decoded, Model, Ply};

/// A possible start of a search, perhaps in mid-game.
#[derive(Clone)]
pub(crate) struct Root<P> {
    pub(crate) position: P,
    pub(crate) price: f64,
    pub(crate) memory: Memory,
    /// The changes that the table does not show yet.
    pub(crate) owed: Vec<Change>,
}

impl<P: MoveGen> Root<P> {
    /// The start of a game.
    pub(crate) fn of_game(position: P, price: f64, model: &Model) -> Self {
        Root {
            position,
            price,
            memory: model.memory_at_start(),
            owed: Vec::new(),
        }
    }

    /// Plays a move of the side to move.
    pub(crate) fn play(&mut self, mv: P::Move, model: &Model) {
        self.memory = model.remember(self.memory, self.position.to_move());
        self.position.play(mv);
    }

    /// Moves on to frame `end` of a game that was decoded from here. `visit` gets every ply on the way, with the
    /// position before it, in which a side that has passed is still to move.
    pub(crate) fn play_until(
        &mut self,
        end: usize,
        model: &Model,
        game: &Decoded<P::Move>,
        way: &Way<P::Move>,
        mut visit: impl FnMut(&P, &Ply<P::Move>),
    ) {
        let mut plies = game.plies.iter();
        let mut list = Vec::new();
        for &(_, event) in way.events.iter().take_while(|event| event.0 < end) {
            match event {
                Event::Play { mv, .. } => {
                    // The end of a game cuts off what may belong to moves that were not seen.
                    let Some(ply) = plies.next() else { break };
                    visit(&self.position, ply);
                    self.position.set_to_move(ply.side);
                    changes(&self.position, mv, &mut list);
                    self.play(mv, model);
                }
                Event::Touch { mv, other } => {
                    let mut position = self.position.clone();
                    if other {
                        position.set_to_move(!position.to_move());
                    }
                    changes(&position, mv, &mut list);
                    touched(&mut list);
                }
                Event::Begin { .. } | Event::Advance => continue,
            }
            self.owed
                .retain(|owed| list.iter().all(|change| change.point != owed.point));
            self.owed.extend(&list);
        }
        // Lagging changes continue from the content shown last.
        self.owed.retain_mut(|owed| {
            owed.first = game
                .last_shown(owed.point as usize, end)
                .unwrap_or(owed.first);
            if owed.kind == Kind::Undone {
                owed.kind = Kind::Touch; // it has been taken away
            }
            owed.first != owed.last
        });
        self.price = 0.0;
    }
}
