//! The players take moves back without a word: the board shows an earlier position again.

use super::follow::{Events, Recorder};
use crate::WarningKind;
use crate::game::Game;

impl<G: Game> Recorder<G> {
    /// Takes moves back if the board has gone back to the position before them. What a person has said was played
    /// stays.
    pub(super) fn look_for_earlier_position(&mut self, events: &mut Events<G>) {
        let (Some(one), Some(provisional)) = (self.games.last(), &mut self.provisional) else {
            return;
        };
        let Some((ply, undone)) = provisional.earlier_position() else {
            return;
        };
        let plies = ply..provisional.plies();
        let (Some(start), Some(first)) = (provisional.start(), provisional.fix(ply, None, true))
        else {
            return;
        };
        let mut answers = one.answers.iter().filter(|fix| fix.played);
        if answers.any(|fix| fix.ply(start).is_some_and(|known| plies.contains(&known))) {
            return;
        }
        self.frames.undone.extend(undone.clone());
        match provisional.decode_again(&one.game, &self.sensor, &self.frames) {
            Ok(more) => events.extend(more),
            // No game has all answers then: the moves stay.
            Err(_) => {
                self.frames.undone.retain(|frame| !undone.contains(frame));
                return;
            }
        }
        let again = WarningKind::PositionAgain { first };
        if let Some(photo) = self.frames.photos.last().cloned() {
            self.warn(again, &photo, events);
        }
    }
}
