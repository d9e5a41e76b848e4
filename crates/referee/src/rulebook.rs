use std::fmt::{Debug, Display};

use board_core::{Board, Color, MoveGen, Occupancy};

use crate::{Ending, Observed};

/// The move of a [`Rulebook`]'s positions.
pub type MoveOf<G> = <<G as Rulebook>::Position as MoveGen>::Move;

/// What a referee knows of a game that is going on: its position, and how to name, play and judge moves.
///
/// A game needs a few lines; what has a default makes the referee say more. The modules `checkers`, `chess` and `go`
/// (features of the same names) are such games.
pub trait Rulebook: Clone {
    /// A position: what the board holds, whose turn it is, what is legal.
    type Position: MoveGen<Cell = Occupancy>;
    /// What a piece can be, as far as it may be seen; `()` if all pieces of a side are alike.
    type Kind: Copy + Eq + Debug;
    /// Why the rules forbid a move: its text goes after "illegal move: ".
    type Reason: Clone + PartialEq + Debug + Display;

    /// The position now.
    fn position(&self) -> &Self::Position;

    /// Plays a move that is [allowed](Rulebook::allows).
    fn play(&mut self, mv: MoveOf<Self>);

    /// The same position with the turn given to `side`; `None` if the game knows no such position.
    fn with_turn(&self, side: Color) -> Option<Self>;

    /// How players call a point.
    fn name(&self, point: usize) -> String;

    /// How players write a legal move.
    fn notation(&self, mv: MoveOf<Self>) -> String;

    /// Whether and how the game is over.
    fn ending(&self) -> Option<Ending>;

    /// The games that may be going on where this position is seen, whose history is not known: one if the turn is
    /// clear, else one for each side. Rules and the like are those of `self`.
    ///
    /// # Errors
    /// Why it is no position of this game.
    fn join(&self, table: &[Observed<Self::Kind>]) -> Result<Vec<Self>, Vec<Self::Reason>>;

    /// Whether a move that is legal in the position is so in the game; not if, say, it repeats a position of the past.
    fn allows(&self, mv: MoveOf<Self>) -> bool {
        self.position().is_legal(mv)
    }

    /// How many pieces of its side a single move may set down: two for castling.
    const ARRIVALS: usize = 1;

    /// Of legal moves with the same resulting position, the one with the lowest number is taken.
    fn rarity(&self, mv: MoveOf<Self>) -> u8 {
        let _ = mv;
        0
    }

    /// The kind of the piece on a point, where one stands and kinds differ.
    fn kind(&self, point: usize) -> Option<Self::Kind> {
        let _ = point;
        None
    }

    /// What a piece is called; without a kind, a word for all of them.
    fn noun(&self, kind: Option<Self::Kind>) -> &'static str {
        let _ = kind;
        "piece"
    }

    /// Other games that may be going on instead, if what was [joined](Rulebook::join) was not what it looked like on
    /// one of the points that have `changed`. They are asked for when nothing else explains what is seen.
    fn readings(&self, changed: &[usize]) -> Vec<Self> {
        let _ = changed;
        Vec::new()
    }

    /// What the rules say to what a side did, which is no legal move. It may be the side whose turn it is not; then
    /// that has been said, and `self` is [with its turn](Rulebook::with_turn).
    fn judge(&self, attempt: &Attempt) -> Verdict<MoveOf<Self>, Self::Reason> {
        let _ = attempt;
        Verdict::Illegal(Vec::new())
    }

    /// The moves that have begun as this attempt, if it is part of a longer one: the first jump of two.
    fn unfinished(&self, attempt: &Attempt) -> Vec<MoveOf<Self>> {
        let _ = attempt;
        Vec::new()
    }

    /// Violations in a table that no move can explain: a piece where none may stand, a piece too many.
    fn objections(&self, table: &[Observed<Self::Kind>]) -> Vec<Self::Reason> {
        let _ = table;
        Vec::new()
    }
}

/// What one side seems to have done, as points of the board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Attempt {
    /// The side that set pieces down.
    pub side: Color,
    /// Where its pieces are gone.
    pub left: Vec<usize>,
    /// Where its pieces have come; at least one.
    pub arrived: Vec<usize>,
    /// Where pieces of the other side are gone and nothing has come.
    pub removed: Vec<usize>,
}

impl Attempt {
    /// From and to, if one piece has gone from one point to another.
    #[must_use]
    pub fn single(&self) -> Option<(usize, usize)> {
        match (&self.left[..], &self.arrived[..]) {
            (&[from], &[to]) => Some((from, to)),
            _ => None,
        }
    }

    /// What leads from a position to what is seen, if one side alone set pieces down.
    pub(crate) fn between<K>(
        position: &impl Board<Cell = Occupancy>,
        table: &[Observed<K>],
    ) -> Option<Attempt> {
        let mut gone: [Vec<usize>; 2] = Default::default();
        let mut come: [Vec<usize>; 2] = Default::default();
        for (point, observed) in table.iter().enumerate() {
            let (before, now) = (position.get(point).color(), observed.color());
            if before == now {
                continue;
            }
            if let Some(color) = before {
                gone[color.index()].push(point);
            }
            if let Some(color) = now {
                come[color.index()].push(point);
            }
        }
        let side = match come.each_ref().map(Vec::is_empty) {
            [false, true] => Color::Black,
            [true, false] => Color::White,
            _ => return None,
        };
        let arrived = std::mem::take(&mut come[side.index()]);
        let mut removed = std::mem::take(&mut gone[(!side).index()]);
        removed.retain(|point| !arrived.contains(point));
        Some(Attempt {
            side,
            left: std::mem::take(&mut gone[side.index()]),
            arrived,
            removed,
        })
    }
}

/// What the rules say to a move that is not legal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict<M, R> {
    /// It takes nothing, and something can be taken: one of these moves must be made.
    CapturePossible(Vec<M>),
    /// It takes, and more can be taken: one of these moves must be made.
    LongerCapture(Vec<M>),
    /// It is no move, for these reasons; none if the rules have nothing to say beyond what has changed on the board.
    Illegal(Vec<R>),
}
