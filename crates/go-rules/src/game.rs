//! A game: a position with its history.

use std::ops::ControlFlow;

use board_core::{Color, MoveGen};

use crate::{Illegal, Ko, Move, Outcome, Position, Rules, Undo, keys};

/// A game: a start position and the moves played. It adds the rules that need the history: superko, the end after two
/// passes, and undo.
///
/// Superko compares positions by 64-bit keys. Two different positions of a thousand-move game share a key about once in
/// 10¹³ games.
///
/// ```
/// use go_rules::{Game, Illegal, Move, Outcome, Position, Rules, Size};
///
/// let mut game = Game::new(Position::initial(Size::square(9)?), Rules::CHINESE);
/// game.play(Move::place(40))?;
/// assert_eq!(game.play(Move::place(40)), Err(Illegal::Occupied));
/// game.play(Move::PASS)?;
/// game.play(Move::PASS)?;
/// assert_eq!(game.outcome(), Some(Outcome::TwoPasses));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Game {
    rules: Rules,
    start: Position,
    position: Position,
    moves: Vec<(Color, Move)>,
    undo: Vec<Undo>,
    /// The superko keys of the start position and after every move.
    seen: Vec<u64>,
}

impl Game {
    /// A game that starts from `position`. `rules` decides whether suicide is legal.
    #[must_use]
    pub fn new(position: Position, rules: Rules) -> Game {
        let position = position.with_suicide(rules.suicide);
        let seen = vec![situation(
            position.stones_key(),
            position.to_move(),
            rules.ko,
        )];
        Game {
            rules,
            start: position.clone(),
            position,
            moves: Vec::new(),
            undo: Vec::new(),
            seen,
        }
    }

    /// The rules of the game.
    #[must_use]
    pub fn rules(&self) -> &Rules {
        &self.rules
    }

    /// The start position.
    #[must_use]
    pub fn start(&self) -> &Position {
        &self.start
    }

    /// The current position.
    #[must_use]
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// The moves played, first to last.
    pub fn moves(&self) -> impl ExactSizeIterator<Item = Move> {
        self.moves.iter().map(|&(_, mv)| mv)
    }

    /// The moves played, each with its side.
    pub fn plays(&self) -> impl ExactSizeIterator<Item = (Color, Move)> {
        self.moves.iter().copied()
    }

    /// How the rules have ended the game; `None` if they have not.
    #[must_use]
    pub fn outcome(&self) -> Option<Outcome> {
        let passed = matches!(self.moves[..], [.., (a, Move::PASS), (b, Move::PASS)] if a != b);
        passed.then_some(Outcome::TwoPasses)
    }

    /// Checks whether `mv` is legal for the side to move.
    ///
    /// # Errors
    /// The reason why it is illegal.
    pub fn check(&self, mv: Move) -> Result<(), Illegal> {
        if self.outcome().is_some() {
            return Err(Illegal::GameOver);
        }
        self.position.check(mv)?;
        if self.rules.ko == Ko::Simple || mv.is_pass() {
            return Ok(());
        }
        let next = self.position.stones_key_after(mv);
        let next = situation(next, !self.position.to_move(), self.rules.ko);
        if self.seen.contains(&next) {
            return Err(Illegal::Superko);
        }
        Ok(())
    }

    /// Calls `visit` with every legal move, until `visit` breaks. A finished game has none.
    pub fn visit_legal<B>(&self, mut visit: impl FnMut(Move) -> ControlFlow<B>) -> ControlFlow<B> {
        self.position.visit_legal(|mv| match self.check(mv) {
            Ok(()) => visit(mv),
            Err(_) => ControlFlow::Continue(()),
        })
    }

    /// All legal moves, superko considered; none when the game is over.
    #[must_use]
    pub fn legal_moves(&self) -> Vec<Move> {
        let mut moves = Vec::new();
        let _: ControlFlow<()> = self.visit_legal(|mv| {
            moves.push(mv);
            ControlFlow::Continue(())
        });
        moves
    }

    /// Plays `mv` for the side to move.
    ///
    /// # Errors
    /// The reason if it is illegal; the game is then unchanged.
    pub fn play(&mut self, mv: Move) -> Result<(), Illegal> {
        self.check(mv)?;
        self.moves.push((self.position.to_move(), mv));
        self.undo.push(self.position.play(mv));
        let now = situation(
            self.position.stones_key(),
            self.position.to_move(),
            self.rules.ko,
        );
        self.seen.push(now);
        Ok(())
    }

    /// Undoes the last move and returns it; `None` at the start.
    pub fn take_back(&mut self) -> Option<Move> {
        self.position.undo(self.undo.pop()?);
        self.seen.pop();
        self.moves.pop().map(|(_, mv)| mv)
    }
}

/// Compares rules, start position and moves.
impl PartialEq for Game {
    fn eq(&self, other: &Game) -> bool {
        self.rules == other.rules && self.start == other.start && self.moves == other.moves
    }
}

/// The key that superko compares: the stones and, for situational superko, the side to move.
fn situation(stones: u64, to_move: Color, ko: Ko) -> u64 {
    match ko {
        Ko::Situational => stones ^ keys::turn(to_move),
        Ko::Simple | Ko::Positional => stones,
    }
}
