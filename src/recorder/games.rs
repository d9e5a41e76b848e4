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
