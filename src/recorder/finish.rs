//! The record in the end.

use std::ops::Range;

use board_geom::GeomError;

use super::follow::Recorder;
use super::games::join;
use super::position_again::taken_back_at_end;
use crate::decode::fix::Fix;
use crate::decode::fixes::Fixes;
use crate::decode::provisional::Provisional;
use crate::game::{Effort, Game};
use crate::progress::Progress;
use crate::recording::Recording;
use crate::sensor::Sensor;
use crate::{Error, WarningKind};

impl<G: Game> Recorder<G> {
    /// Finds the game that explains all photos best.
    ///
    /// # Errors
    /// [`Error::NoBoard`] if no photo shows a board, [`Error::OtherBoard`] if they show the board of another game,
    /// [`Error::Photo`] if none could be opened, [`Error::Fix`] if no game can have a move that the user is sure of.
    pub fn finish(mut self, progress: &mut Progress<'_>) -> Result<Recording<G::Position>, Error> {
        if !self.sensor.is_placed() && !self.waiting.is_empty() {
            match self.waiting.settle() {
                Ok((grid, at)) => self.place_board(grid, at, &mut Vec::new())?,
                Err(error) => return Err(self.other_board(error)),
            }
        }
        if self.frames.photos.is_empty() {
            let none = match self.frames.frame_of_photo.is_empty() {
                true => Error::NoPhotos {
                    inputs: Vec::new(),
                    ignored: 0,
                },
                false => GeomError::NotFound {
                    reason: "it is hidden in every photo".to_owned(),
                }
                .into(),
            };
            return Err(self.fault.unwrap_or(none));
        }
        if let [only] = &self.frames.photos[..] {
            let only = only.clone();
            self.warnings.push(WarningKind::SinglePhoto.at(Some(only)));
        }
        self.advance(true, &mut Vec::new());
        let mut games = Vec::new();
        for index in 0..self.games.len() {
            let recorded = self.decode_game(index, progress)?;
            games.extend(recorded.map(|game| (self.games[index].is_given, game)));
        }
        let mut all = join(games).ok_or(Error::Cancelled)?;
        all.settled = self.provisional.map(Provisional::finish).transpose()?;
        Ok(all)
    }

    /// Finds the game that explains the photos of one of the games best, and the games after it; `None` if it has no
    /// photo. Answers that no game agrees with are dropped, with a warning.
    fn decode_game(
        &mut self,
        index: usize,
        progress: &mut Progress<'_>,
    ) -> Result<Option<Recording<G::Position>>, Error> {
        /// Most frames of a game that are kept in memory during the search, in case it has to be repeated.
        const KEPT: usize = 1_000;
        let end = match self.games.get(index + 1) {
            Some(next) => next.first,
            None => self.frames.photos.len(),
        };
        let one = &mut self.games[index];
        let part = one.first..end;
        if part.is_empty() {
            return Ok(None);
        }
        loop {
            let is_answered = !one.answers.is_empty();
            let effort = match is_answered || part.len() <= KEPT {
                true => Effort::Full,
                false => Effort::Last,
            };
            let (frames, warnings) = (self.frames.part(part.clone()), self.warnings.clone());
            let (sensor, all) = (&mut self.sensor, &self.frames);
            let seen = &all.evident(part.clone());
            let shown: Vec<_> = { frames.frame_of_photo.iter() }
                .map(|frame| frame.map(|frame| seen[frame]))
                .collect();
            let found = one
                .game
                .decode(sensor, seen, frames, warnings, effort, progress);
            let succeeds = |game: &G| {
                let frames = all.part(part.clone());
                let quick = game.decode(sensor, seen, frames, Vec::new(), Effort::Quick, progress);
                quick.is_ok()
            };
            if let Err(error) = &found
                && let Some(fix) = one.drop_answer(error, succeeds)
            {
                let last = self.frames.photos[end - 1].clone();
                let dropped = WarningKind::AnswerDropped { fix };
                self.warnings.push(dropped.at(Some(last)));
                continue;
            }
            let mut found = found?;
            let mut games = std::iter::once(&found).chain(&found.later);
            if effort == Effort::Full
                && let Some((undone, again)) =
                    games.find_map(|game| taken_back_at_end(game, &one.answers, &shown))
            {
                self.frames.undone.extend(undone);
                self.warnings.push(again);
                continue;
            }
            self.warnings.clear();
            let provisional = self.provisional.as_ref();
            let stands = provisional.and_then(Provisional::taken_back_but_shown);
            if let Some(fix) = stands.filter(|_| index + 1 == self.games.len()) {
                let (fix, last) = (fix.clone(), self.frames.photos.last().cloned());
                let shown = WarningKind::ForbiddenSeen { fix };
                found.warnings.push(shown.at(last));
            }
            if is_answered {
                let kinds = self.forbidden_but_seen(index, part, &found, progress)?;
                found
                    .warnings
                    .extend(kinds.into_iter().map(|kind| kind.at(None)));
            }
            return Ok(Some(found));
        }
    }

    /// Warnings of answers that forbid a move which the photos show clearly: the best game without them has that move
    /// and is much cheaper.
    fn forbidden_but_seen(
        &mut self,
        index: usize,
        part: Range<usize>,
        found: &Recording<G::Position>,
        progress: &mut Progress<'_>,
    ) -> Result<Vec<WarningKind>, Error> {
        /// Least difference in nats: that of one photo which clearly shows another content of a point.
        const CLEAR: f64 = 8.0;
        let game = &mut self.games[index].game;
        let all = game.fixes().clone();
        if all.iter().all(|fix| fix.played) {
            return Ok(Vec::new());
        }
        game.fixes().retain(|fix| fix.played);
        let (frames, seen) = (self.frames.part(part.clone()), self.frames.evident(part));
        let sensor = &mut self.sensor;
        let free = game.decode(sensor, &seen, frames, Vec::new(), Effort::Full, progress);
        game.fixes().clone_from(&all);
        let free = match free {
            // The other answers may hold only together with these.
            Err(Error::Fix { .. }) => return Ok(Vec::new()),
            free => free?,
        };
        if found.decoded.cost < free.decoded.cost + CLEAR {
            return Ok(Vec::new());
        }
        let moves: Vec<_> = free.decoded.plies.iter().map(|ply| ply.mv).collect();
        let is_seen = |fix: &Fix| {
            let alone = Fixes::new(std::slice::from_ref(fix), &free.start);
            !fix.played && alone.broken(&free.start, &moves).is_some()
        };
        let seen = all.into_iter().filter(is_seen);
        Ok(seen.map(|fix| WarningKind::ForbiddenSeen { fix }).collect())
    }
}
