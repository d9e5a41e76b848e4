//! Replays a record position by position.

use board_core::MoveGen;

use super::{Play, Record, RecordError};
use crate::{Illegal, Position};

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
                let kept = Record {
                    moves: self.moves[..number].to_vec(),
                    tree: None,
                    ..self.clone()
                };
                return Some(Err(RecordError::Move {
                    number: number + 1,
                    color: play.color,
                    found: self.size.gtp_or_number(play.mv),
                    fault: why.into(),
                    record: Box::new(kept),
                }));
            }
            Some(Ok(position.clone()))
        })
    }
}

/// Plays one move of a record, for whichever side it is recorded.
pub(super) fn advance(position: &mut Position, play: &Play) -> Result<(), Illegal> {
    position.set_to_move(play.color);
    position.check(play.mv)?;
    position.play(play.mv);
    Ok(())
}
