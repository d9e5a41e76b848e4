use core::fmt::Debug;

use board_core::MoveGen;

use crate::IllegalMove;

/// Positions of a game whose rules say when it is over.
pub trait Ending: MoveGen {
    /// Why the rules end a game.
    type Outcome: Copy + Debug + PartialEq;

    /// A draw that a side may claim; [`Infallible`](core::convert::Infallible) where there is none.
    type Claim: Copy + Debug + PartialEq;

    /// Plies back to the last move that cannot be undone: no position from before it can come again.
    fn reversible_plies(&self) -> usize;

    /// Whether both count as one position where repetitions are counted.
    fn same_for_repetition(&self, other: &Self) -> bool;

    /// What [`Game::outcome`] says.
    fn outcome(game: &Game<Self>) -> Option<Self::Outcome>;

    /// What [`Game::claim`] says; unless told, nothing.
    fn claim(game: &Game<Self>) -> Option<Self::Claim> {
        let _ = game;
        None
    }
}

/// A game from a position on: the moves, the repetitions, the end.
///
/// The rule crates name theirs `Game`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Game<P: MoveGen> {
    /// Each position before its move.
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

    /// The position now.
    #[must_use]
    pub const fn position(&self) -> &P {
        &self.position
    }

    /// The position the game started from.
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

    /// Plays a move. The rules' draws do not stop it; where a game is won or lost no move is legal.
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

    /// Takes back the last move and returns it; `None` at the start.
    pub fn take_back(&mut self) -> Option<P::Move> {
        let (position, mv) = self.past.pop()?;
        self.position = position;
        Some(mv)
    }

    /// How often the position now has stood in this game, now included.
    #[must_use]
    pub fn repetitions(&self) -> usize {
        let recent = self.past().rev().take(self.position.reversible_plies());
        let same = recent.filter(|earlier| self.position.same_for_repetition(earlier));
        1 + same.count()
    }

    /// Whether and how the rules have ended the game. Some federations leave some draws to the players to claim.
    #[must_use]
    pub fn outcome(&self) -> Option<P::Outcome> {
        P::outcome(self)
    }

    /// The draw the side to move may claim without moving, if there is one and the game is not over.
    #[must_use]
    pub fn claim(&self) -> Option<P::Claim> {
        P::claim(self)
    }
}
