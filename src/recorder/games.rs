//! The games on a board, separated by a person's answers.

use sequence_search::SearchError;

use crate::Error;
use crate::decode::fix::Fix;
use crate::game::Game;
use crate::recording::{Notation, Recording};

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

    /// Drops an answer, if a search failed because of the fixes: the last one without which the search `succeeds`; if
    /// there is none, the last one.
    pub(super) fn drop_answer(
        &mut self,
        error: &Error,
        mut succeeds: impl FnMut(&G) -> bool,
    ) -> Option<Fix> {
        if !is_contradicted(error) || self.answers.is_empty() {
            return None;
        }
        let all = self.game.fixes().clone();
        let mut alone = self.answers.len() - 1;
        for (index, answer) in self.answers.iter().enumerate().rev() {
            self.game.fixes().retain(|fix| fix != answer);
            let enough = succeeds(&self.game);
            self.game.fixes().clone_from(&all);
            if enough {
                alone = index;
                break;
            }
        }
        let dropped = self.answers.remove(alone);
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
