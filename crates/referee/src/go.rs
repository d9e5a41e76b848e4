//! The rulebook of Go, on boards of any size.

use std::fmt;

use board_core::{Color, MoveGen, Occupancy};
use go_rules::{Game, Illegal, Move, Position};

use crate::{Attempt, Ending, Observed, Rulebook, Verdict};

/// A game of Go to referee.
///
/// Points are `row · cols + col` from the top left, with the names of the Go Text Protocol. A pass is not visible:
/// report it with [`Referee::announce`](crate::Referee::announce). Two passes end the game; the players count the
/// score.
#[derive(Clone, Debug)]
pub struct Go {
    game: Game,
}

/// Why the rules of Go forbid a move or position; points are given by name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reason {
    /// The stone may not be played on this point.
    Stone(String, Illegal),
    /// A stone was moved from one point to another.
    Moved(String, String),
    /// The stones of one side at these points have no liberty.
    NoLiberty(Color, String),
}

impl Go {
    /// The game since it was joined.
    #[must_use]
    pub const fn game(&self) -> &Game {
        &self.game
    }
}

impl From<Game> for Go {
    fn from(game: Game) -> Go {
        Go { game }
    }
}

impl Rulebook for Go {
    type Position = Position;
    type Kind = ();
    type Reason = Reason;

    fn position(&self) -> &Position {
        self.game.position()
    }

    fn play(&mut self, mv: Move) {
        let played: Result<(), Illegal> = self.game.play(mv);
        debug_assert!(played.is_ok(), "the referee plays legal moves only");
    }

    fn with_turn(&self, side: Color) -> Option<Go> {
        let mut position = self.position().clone();
        position.set_to_move(side);
        Some(Game::new(position, *self.game.rules()).into())
    }

    fn name(&self, point: usize) -> String {
        self.position().size().gtp(Move::place(point))
    }

    fn notation(&self, mv: Move) -> String {
        self.position().size().gtp(mv)
    }

    fn ending(&self) -> Option<Ending> {
        self.game.outcome().map(|_| Ending {
            winner: None,
            why: "both sides have passed, the score is to be counted".into(),
        })
    }

    fn join(&self, table: &[Observed<()>]) -> Result<Vec<Go>, Vec<Reason>> {
        let size = self.position().size();
        let contents: Vec<Occupancy> = table.iter().map(Observed::occupancy).collect();
        let games = |side| {
            let position = Position::from_contents(size, &contents, side)?;
            Ok(Go::from(Game::new(position, *self.game.rules())))
        };
        let both = Color::BOTH.map(games).into_iter().collect();
        let both: Result<Vec<Go>, go_rules::PositionError> = both;
        let mut both = both.map_err(|error| match error {
            go_rules::PositionError::NoLiberty { point, color, .. } => {
                vec![Reason::NoLiberty(color, self.name(point))]
            }
            _ => Vec::new(),
        })?;
        if contents.iter().all(|cell| *cell == Occupancy::Empty) {
            both.truncate(1);
        }
        Ok(both)
    }

    fn allows(&self, mv: Move) -> bool {
        self.game.check(mv).is_ok()
    }

    fn noun(&self, _: Option<()>) -> &'static str {
        "stone"
    }

    fn judge(&self, attempt: &Attempt) -> Verdict<Move, Reason> {
        let reason = match (&attempt.left[..], &attempt.arrived[..]) {
            (&[from], &[to]) => Reason::Moved(self.name(from), self.name(to)),
            ([], &[at]) => match self.game.check(Move::place(at)) {
                Ok(()) => return Verdict::Illegal(Vec::new()),
                Err(illegal) => Reason::Stone(self.name(at), illegal),
            },
            _ => return Verdict::Illegal(Vec::new()),
        };
        Verdict::Illegal(vec![reason])
    }
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Reason::Stone(at, Illegal::Occupied) => write!(f, "{at} is occupied"),
            Reason::Stone(at, illegal) => write!(f, "{at} may not be played: {illegal}"),
            Reason::Moved(from, to) => write!(f, "a stone was moved from {from} to {to}"),
            Reason::NoLiberty(color, at) => {
                write!(f, "the {color} stones at {at} have no liberty")
            }
        }
    }
}
