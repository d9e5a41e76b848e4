//! The players take moves back without a word: the board shows an earlier position again.

use std::ops::Range;

use board_core::Observation;

use super::follow::{Events, Recorder};
use crate::decode::fix::Fix;
use crate::decode::fixes::fix_of;
use crate::decode::position_again::{Again, LastPhoto};
use crate::game::Game;
use crate::recording::Recording;
use crate::recording::current_game::reading_of;
use crate::recording::drawn::Drawn;
use crate::sensor::registration::has_jumped;
use crate::{Warning, WarningKind};

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
        if is_confirmed(&one.answers, start, &plies) {
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

/// Whether a person said of one of these plies that it was played.
fn is_confirmed<P: Drawn>(answers: &[Fix], start: &P, plies: &Range<usize>) -> bool {
    let mut played = answers.iter().filter(|fix| fix.played);
    played.any(|fix| fix.ply(start).is_some_and(|known| plies.contains(&known)))
}

/// If a game ends because moves were taken back, several at once: the frames that show them, and the warning. The next
/// photo must agree. For each photo, `shown` is the frame of the sensor.
pub(super) fn taken_back_at_end<P: Drawn>(
    game: &Recording<P>,
    answers: &[Fix],
    shown: &[Option<usize>],
) -> Option<(Range<usize>, Warning)> {
    let (end, plies) = (game.decoded.end?.frame, &game.decoded.plies);
    if end + 1 >= game.evidence.frames() {
        return None;
    }
    let readings = [end, end + 1].map(|frame| reading_of(&game.evidence, frame));
    let [first, next] = readings.each_ref().map(|reading| LastPhoto {
        start: &game.start,
        moves: plies,
        reading,
    });
    let Some(Again::Position { ply, .. }) = first.again(end) else {
        return None;
    };
    let undone = &plies[ply];
    // A board that was moved may be read wrongly in the photos after it.
    let has_jumped = has_jumped(&game.grids[undone.frame], &game.grids[end + 1]);
    let is_confirmed = is_confirmed(answers, &game.start, &(ply..plies.len()));
    if has_jumped || is_confirmed || !next.may_go_on_from(ply) {
        return None;
    }
    let of = |frame: usize| {
        let mut photos = game.frame_of_photo.iter();
        shown[photos.position(|of| *of == Some(frame))?]
    };
    // The game has its first frame in any case.
    let frames = of(undone.frame.max(1))?..of(end)?;
    let before: Vec<_> = plies[..ply].iter().map(|ply| (ply.side, ply.mv)).collect();
    let first = fix_of(&game.start, &before, undone.side, undone.mv, true);
    let again = WarningKind::PositionAgain { first }.at(Some(game.photos[end].clone()));
    (!frames.is_empty()).then_some((frames, again))
}
