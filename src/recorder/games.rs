//! The games on a board, separated by a person's answers.

use std::ops::Range;

use sequence_search::SearchError;

use super::{Progress, Recorder};
use crate::decode::fix::Fix;
use crate::decode::fixes::Fixes;
use crate::game::{Effort, Game};
use crate::recording::{Notation, Recording};
use crate::{Error, WarningKind};

/// A game on the board, with the answers about it.
pub(super) struct OneGame<G> {
    /// Its first frame.
    pub(super) first: usize,
    pub(super) game: G,
    /// The answers among its fixes.
    pub(super) answers: Vec<Fix>,
    /// Whether a person gave its start position.
    pub(super) is_given: bool,
    /// Number of games that were over before it.
    pub(super) ended: usize,
}

impl<G: Game> OneGame<G> {
    pub(super) fn new(first: usize, game: G) -> Self {
        Self {
            first,
            game,
            answers: Vec::new(),
            is_given: false,
            ended: 0,
        }
    }

    /// Drops the last answer, if a search failed because of the fixes.
    pub(super) fn drop_answer(&mut self, error: &Error) -> Option<Fix> {
        let dropped = is_contradicted(error).then(|| self.answers.pop());
        let dropped = dropped.flatten()?;
        self.game.fixes().retain(|fix| *fix != dropped);
        Some(dropped)
    }
}

/// Whether no game agrees with the fixes and explains the photos.
pub(super) fn is_contradicted(error: &Error) -> bool {
    matches!(
        error,
        Error::Fix { .. } | Error::Search(SearchError::NoGame { .. })
    )
}

impl<G: Game> Recorder<G> {
    /// Finds the game that explains the photos of one of the games best, and the games after it; `None` if it has no
    /// photo. Answers that no game agrees with are dropped, with a warning.
    pub(super) fn decode_game(
        &mut self,
        index: usize,
        progress: &mut Progress<'_>,
    ) -> Result<Option<Recording<G::Position>>, Error> {
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
            let effort = match one.answers.is_empty() {
                true => Effort::Last,
                false => Effort::Full,
            };
            let (frames, warnings) = (self.frames.part(part.clone()), self.warnings.clone());
            let sensor = &mut self.sensor;
            let found = one
                .game
                .decode(sensor, part.clone(), frames, warnings, effort, progress);
            if let Err(error) = &found
                && let Some(fix) = one.drop_answer(error)
            {
                let last = self.frames.photos[end - 1].clone();
                let dropped = WarningKind::AnswerDropped { fix };
                self.warnings.push(dropped.at(Some(last)));
                continue;
            }
            self.warnings.clear();
            let mut found = found?;
            if effort == Effort::Full {
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
        let (frames, sensor) = (self.frames.part(part.clone()), &mut self.sensor);
        let free = game.decode(sensor, part, frames, Vec::new(), Effort::Full, progress);
        game.fixes().clone_from(&all);
        let free = free?;
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

/// Joins the games that a person separated; whether the start of each is given. Those in which nothing was played are
/// left out, if there are others; their warnings are kept.
pub(super) fn join<P: Notation>(games: Vec<(bool, Recording<P>)>) -> Option<Recording<P>> {
    let is_none = |(is_given, game): &(bool, Recording<P>)| {
        !is_given && game.decoded.plies.is_empty() && game.later.is_empty()
    };
    let all_empty = games.iter().all(is_none);
    let mut all: Option<Recording<P>> = None;
    let mut carried = Vec::new();
    for part in games {
        let is_left_out = is_none(&part) && !(all_empty && all.is_none());
        let mut game = part.1;
        match &mut all {
            Some(all) if is_left_out => {
                let last = match all.later.last_mut() {
                    Some(last) => &mut last.warnings,
                    None => &mut all.warnings,
                };
                last.append(&mut game.warnings);
            }
            None if is_left_out => carried.append(&mut game.warnings),
            Some(all) => {
                let later = std::mem::take(&mut game.later);
                all.later.push(game);
                all.later.extend(later);
            }
            None => {
                carried.append(&mut game.warnings);
                game.warnings = std::mem::take(&mut carried);
                all = Some(game);
            }
        }
    }
    all
}
