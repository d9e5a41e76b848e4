//! Replays a record position by position.

use board_core::MoveGen;

use super::{MoveFault, Play, Record, RecordError};
use crate::{Game, Illegal, Position};

impl Record {
    /// The start position and the position after every move, or the error that ends the replay.
    ///
    /// Superko is not enforced, since games under other rules may contain long cycles. Suicide is legal if the record's
    /// rules allow it.
    pub fn positions(&self) -> impl Iterator<Item = Result<Position, RecordError>> + '_ {
        let mut start = Some(self.start());
        let mut current: Option<Position> = None;
        let mut plays = self.moves.iter().enumerate();
        std::iter::from_fn(move || {
            if let Some(start) = start.take() {
                current = start.as_ref().ok().cloned();
                return Some(start.map_err(RecordError::from));
            }
            let (number, play) = plays.next()?;
            let position = current.as_mut()?;
            if let Err(why) = advance(position, play) {
                current = None;
                return Some(Err(self.fault(number, why.into())));
            }
            Some(Ok(position.clone()))
        })
    }

    /// What is wrong with the move of this index; what comes before it is kept.
    fn fault(&self, index: usize, fault: MoveFault) -> RecordError {
        let play = &self.moves[index];
        let kept = Record {
            moves: self.moves[..index].to_vec(),
            tree: None,
            ..self.clone()
        };
        RecordError::Move {
            number: index + 1,
            color: play.color,
            found: self.size.gtp_or_number(play.mv),
            fault,
            record: Box::new(kept),
        }
    }
}

/// The game of a record, by the [rules](Record::rules) it names: superko included, sides taking turns. A record that
/// does not obey them can still be replayed by [`Record::positions`].
impl TryFrom<&Record> for Game {
    type Error = RecordError;

    fn try_from(record: &Record) -> Result<Game, RecordError> {
        let mut game = Game::new(record.start()?, record.rules());
        for (index, play) in record.moves.iter().enumerate() {
            if play.color != game.position().to_move() {
                return Err(record.fault(index, MoveFault::Turn));
            }
            let played = game.play(play.mv);
            played.map_err(|why| record.fault(index, why.into()))?;
        }
        Ok(game)
    }
}

/// Plays one move of a record, for whichever side it is recorded.
pub(super) fn advance(position: &mut Position, play: &Play) -> Result<(), Illegal> {
    position.set_to_move(play.color);
    position.check(play.mv)?;
    position.play(play.mv);
    Ok(())
}
