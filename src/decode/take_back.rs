//! Moves are taken back while a game is followed.

use std::ops::Range;

use crate::Error;
use crate::decode::announced_moves::position_after;
use crate::decode::fix::Fix;
use crate::decode::position_again::Again;
use crate::decode::provisional::Provisional;
use crate::decode::standing_moves::{Shown, StandingMoves};
use crate::recording::drawn::Drawn;
use crate::recording::frames::Frames;
use crate::sensor::Sensor;

impl<P: Drawn> Provisional<P> {
    /// Takes back the announced moves of the current game from a ply on. The frames that show them are no evidence any
    /// more, nor are later ones as long as they stand.
    ///
    /// # Errors
    /// [`Error::NoMoves`] if that ply is not announced.
    pub(crate) fn take_back<S: Sensor>(
        &mut self,
        ply: usize,
        sensor: &S,
        frames: &mut Frames,
    ) -> Result<(), Error> {
        let fix = self.fix(ply, None, false);
        let (Some(game), Some(fix)) = (&self.game, fix) else {
            return Err(Error::NoMoves { ply });
        };
        let (start, moves) = (&game.start, &game.announced.moves);
        let mut before = position_after(&start.position, &moves[..ply]);
        before.set_to_move(moves[ply].side);
        // The game has its first frame in any case.
        let first = moves[ply].frame.max(start.frame + 1);
        let after = (ply + 1..=moves.len()).map(|plies| &moves[..plies]);
        let after = after.map(|moves| position_after(&start.position, moves));
        // Moves that were taken back before these may stand, too.
        let earlier = self.standing.take().map(|standing| standing.after);
        let mut standing = StandingMoves {
            fix,
            first,
            reading: Vec::new(),
            before,
            mv: moves[ply].mv,
            after: after.chain(earlier.into_iter().flatten()).collect(),
        };
        let seen: Vec<usize> = (first..sensor.frames()).collect();
        let mut stand = true;
        for (&frame, reading) in seen.iter().zip(game.readings(sensor, &seen)?) {
            stand = standing.shown(&reading) != Shown::Before;
            if stand {
                frames.undone.insert(frame);
            }
            standing.reading = reading;
        }
        self.standing = stand.then_some(standing);
        Ok(())
    }

    /// Whether a new frame still shows moves that were taken back: then it is no evidence. If the game goes on from
    /// there, returns the answer, which is wrong: the frames that show them count again.
    pub(crate) fn look_at_standing<S: Sensor>(
        &mut self,
        sensor: &S,
        frames: &mut Frames,
    ) -> Result<Option<Fix>, Error> {
        let (Some(game), Some(standing)) = (&self.game, &mut self.standing) else {
            return Ok(None);
        };
        // The game has its first frame in any case.
        let later = standing.first..sensor.frames();
        let Some(new) = later.last().filter(|last| !frames.undone.contains(last)) else {
            return Ok(None);
        };
        let Some(reading) = game.readings(sensor, &[new])?.pop() else {
            return Ok(None);
        };
        let shown = standing.shown(&reading);
        standing.reading = reading;
        match shown {
            Shown::Before => self.standing = None,
            Shown::After => {
                frames.undone.insert(new);
            }
            Shown::Onward => return Ok(self.stand_again(frames)),
        }
        Ok(None)
    }

    /// If this answer says that the move was played which was taken back and still stands, the frames that show it
    /// count again.
    pub(crate) fn redo(&mut self, fix: &Fix, frames: &mut Frames) {
        let name = |fix: &Fix| (fix.number, fix.second, fix.name.clone(), fix.played);
        let standing = self.standing.as_ref();
        if standing.is_some_and(|standing| name(&standing.fix.opposite()) == name(fix)) {
            self.stand_again(frames);
        }
    }

    /// Looks whether the board has gone back to an earlier position of the game without a word. If two photos say so,
    /// returns the first ply that was taken back, and the frames that show what was taken back.
    ///
    /// Moves that lead back are moves: only what no moves explain counts. The search knows single moves that were taken
    /// back. Several together it finds only if few frames show them, which it then takes for noise.
    pub(crate) fn earlier_position(&mut self) -> Option<(usize, Range<usize>)> {
        let before = self.again.take();
        let game = self.game.as_ref().filter(|_| self.standing.is_none())?;
        let photo = game.last_photo();
        match before {
            Some(Again::Position { ply, frame }) if photo.may_go_on_from(ply) => {
                // The game has its first frame in any case.
                let first = game.announced.moves.get(ply)?.frame;
                let undone = first.max(game.start.frame + 1)..frame;
                (!undone.is_empty()).then_some((ply, undone))
            }
            // The next positions of another game may be those of this one.
            Some(Again::Opening) if photo.is_unexplained() => {
                self.again = Some(Again::Opening);
                None
            }
            _ => {
                self.again = photo.again(game.last_frame()?);
                None
            }
        }
    }

    /// The frames that show moves which were taken back count again; returns the answer.
    pub(crate) fn stand_again(&mut self, frames: &mut Frames) -> Option<Fix> {
        let standing = self.standing.take()?;
        frames.undone.split_off(&standing.first);
        Some(standing.fix)
    }

    /// The answer about moves that were taken back and that the last photo shows.
    pub(crate) fn taken_back_but_shown(&self) -> Option<&Fix> {
        Some(&self.standing.as_ref()?.fix)
    }
}
