use core::fmt::Debug;

use board_core::MoveGen;

use crate::IllegalMove;

/// Positions of a game with rules for its end.
pub trait Ending: MoveGen {
    /// How the rules end a game.
    type Outcome: Copy + Debug + PartialEq;

    /// A draw that a side may claim; [`Infallible`](core::convert::Infallible) if there is none.
    type Claim: Copy + Debug + PartialEq;

    /// Number of plies since the last irreversible move: no earlier position can repeat.
    fn reversible_plies(&self) -> usize;

    /// Whether the rules of repetition treat both positions as equal.
    fn same_for_repetition(&self, other: &Self) -> bool;

    /// See [`Game::outcome`].
    fn outcome(game: &Game<Self>) -> Option<Self::Outcome>;

    /// See [`Game::claim`]; `None` by default.
    fn claim(game: &Game<Self>) -> Option<Self::Claim> {
        let _ = game;
        None
    }
}

/// A game: a start position, the moves played, repetitions and the end.
///
/// The rule crates re-export it as their `Game`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Game<P: MoveGen> {
    /// Each position with the move played in it.
    past: Vec<(P, P::Move)>,
    position: P,
}

impl<P: Ending> Game<P> {
    /// A game that starts from `position`.
    #[must_use]
    pub const fn new(position: P) -> Self {
        Game {
            past: Vec::new(),
            position,
        }
    }

    /// The current position.
    #[must_use]
    pub const fn position(&self) -> &P {
        &self.position
    }

    /// The start position.
    #[must_use]
    pub fn start(&self) -> &P {
        self.past.first().map_or(&self.position, |(start, _)| start)
    }

    /// The moves played, first to last.
    pub fn moves(&self) -> impl ExactSizeIterator<Item = P::Move> {
        self.past.iter().map(|&(_, mv)| mv)
    }

    /// All legal moves now. The rules' draws do not stop a game; where it is won or lost there are none.
    #[must_use]
    pub fn legal_moves(&self) -> Vec<P::Move> {
        self.position.legal_moves()
    }

    /// The positions before each move, first to last.
    pub fn past(&self) -> impl DoubleEndedIterator<Item = &P> {
        self.past.iter().map(|(position, _)| position)
    }

    /// Plays a move. Moves remain possible after a draw by the rules; after a win or loss none is legal.
    ///
    /// # Errors
    /// If the move is not legal.
    pub fn play(&mut self, mv: P::Move) -> Result<(), IllegalMove<P::Move>> {
        if !self.position.is_legal(mv) {
            return Err(IllegalMove { mv });
        }
        self.past.push((self.position.clone(), mv));
        self.position.play(mv);
        Ok(())
    }

    /// Undoes the last move and returns it; `None` at the start.
    pub fn take_back(&mut self) -> Option<P::Move> {
        let (position, mv) = self.past.pop()?;
        self.position = position;
        Some(mv)
    }

    /// How many times the current position has occurred in this game, including now.
    #[must_use]
    pub fn repetitions(&self) -> usize {
        let recent = self.past().rev().take(self.position.reversible_plies());
        let same = recent.filter(|earlier| self.position.same_for_repetition(earlier));
        1 + same.count()
    }

    /// How the rules have ended the game; `None` if they have not. Some federations leave some draws to be claimed by
    /// the players.
    #[must_use]
    pub fn outcome(&self) -> Option<P::Outcome> {
        P::outcome(self)
    }

    /// The draw that the side to move may claim without moving; `None` if there is none or the game is over.
    #[must_use]
    pub fn claim(&self) -> Option<P::Claim> {
        P::claim(self)
    }
}
