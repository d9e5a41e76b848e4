use std::collections::HashSet;

use board_core::MoveGen;

use crate::{Move, Position, PositionError, Rules, Superko};

/// Why a move may not be played.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Illegal {
    /// Off the board, occupied, suicide, or the simple ko.
    #[error("the point is taken, has no liberty, or is forbidden by ko")]
    Rules,
    /// It would repeat an earlier position.
    #[error("it repeats an earlier position")]
    Superko,
}

/// A position with the history that superko needs.
#[derive(Clone, Debug)]
pub struct Game {
    position: Position,
    rules: Rules,
    seen: HashSet<u64>,
    passes: usize,
}

impl Game {
    /// An empty board.
    ///
    /// # Errors
    /// [`PositionError::Size`].
    pub fn new(size: usize, rules: Rules) -> Result<Self, PositionError> {
        Ok(Self::from_position(Position::new(size)?, rules))
    }

    /// From a position, with no history before it.
    #[must_use]
    pub fn from_position(position: Position, rules: Rules) -> Self {
        let position = position.with_suicide(rules.suicide);
        let mut game = Self {
            position,
            rules,
            seen: HashSet::new(),
            passes: 0,
        };
        game.seen.insert(game.repetition_key(&game.position));
        game
    }

    /// The position now.
    #[must_use]
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// The rules.
    #[must_use]
    pub fn rules(&self) -> &Rules {
        &self.rules
    }

    /// Whether the last two moves were passes.
    #[must_use]
    pub fn is_over(&self) -> bool {
        self.passes >= 2
    }

    fn repetition_key(&self, position: &Position) -> u64 {
        match self.rules.superko {
            Superko::Situational => position.stones_key() ^ position.to_move().index() as u64,
            _ => position.stones_key(),
        }
    }

    /// The position after `mv`, if the rules allow it.
    fn after(&self, mv: Move) -> Result<Position, Illegal> {
        if !self.position.is_legal(mv) {
            return Err(Illegal::Rules);
        }
        let mut next = self.position.clone();
        next.play_forward(mv);
        let repeats = self.rules.superko != Superko::Simple
            && mv != Move::PASS
            && self.seen.contains(&self.repetition_key(&next));
        if repeats {
            Err(Illegal::Superko)
        } else {
            Ok(next)
        }
    }

    /// Whether `mv` may be played.
    ///
    /// # Errors
    /// The reason why not.
    pub fn check(&self, mv: Move) -> Result<(), Illegal> {
        self.after(mv).map(|_| ())
    }

    /// Plays a move.
    ///
    /// # Errors
    /// The reason why it may not be played; the game is unchanged.
    pub fn play(&mut self, mv: Move) -> Result<(), Illegal> {
        let next = self.after(mv)?;
        self.seen.insert(self.repetition_key(&next));
        self.passes = if mv == Move::PASS { self.passes + 1 } else { 0 };
        self.position = next;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use std::ops::ControlFlow;

    use super::*;
    use board_core::{laws::legal_moves, zobrist::splitmix64};

    /// Plays random games on a tiny board, where positions soon come again, and returns how many
    /// moves repeated a board (with `turn`: with the same side to move).
    fn repetitions(rules: Rules, turn: bool) -> usize {
        let mut repeated = 0;
        for seed in 0..60 {
            let mut game = Game::new(2, rules).unwrap();
            let key =
                |p: &Position| p.stones_key() ^ if turn { p.to_move().index() as u64 } else { 0 };
            let mut seen = vec![key(game.position())];
            for ply in 0..60 {
                let moves: Vec<Move> = legal_moves(game.position())
                    .into_iter()
                    .filter(|&mv| mv != Move::PASS && game.check(mv).is_ok())
                    .collect();
                let Some(&mv) = moves.get(splitmix64(seed, ply) as usize % moves.len().max(1))
                else {
                    game.play(Move::PASS).unwrap();
                    continue;
                };
                game.play(mv).unwrap();
                repeated += usize::from(seen.contains(&key(game.position())));
                seen.push(key(game.position()));
            }
        }
        repeated
    }

    #[test]
    fn superko_forbids_exactly_the_repetitions_it_names() {
        assert!(
            repetitions(Rules::JAPANESE, false) > 0,
            "the tiny board does repeat"
        );
        assert_eq!(repetitions(Rules::CHINESE, false), 0);
        assert_eq!(repetitions(Rules::AGA, true), 0);
        assert!(
            repetitions(Rules::AGA, false) > 0,
            "situational allows the other side to move"
        );
    }

    #[test]
    fn two_passes_end_the_game() {
        let mut game = Game::new(5, Rules::JAPANESE).unwrap();
        game.play(Move::PASS).unwrap();
        assert!(!game.is_over());
        game.play(Move::PASS).unwrap();
        assert!(game.is_over());
        let flow = game.position().visit_legal(|mv| {
            if mv == Move::PASS {
                ControlFlow::Break(())
            } else {
                ControlFlow::Continue(())
            }
        });
        assert!(flow.is_break(), "passing is always legal");
    }
}
