use std::fmt::{Debug, Display};

use board_core::{Board, Color, MoveGen, Occupancy};

use crate::{Ending, Observed};

/// The move type of a [`Rulebook`].
pub type MoveOf<G> = <<G as Rulebook>::Position as MoveGen>::Move;

/// The rules of a game in progress, for the referee: its position, and how to name, play and judge moves.
///
/// Only a few methods are required; the others, which have defaults, let the referee report more. The modules
/// `checkers`, `chess` and `go` (features of the same names) implement it.
pub trait Rulebook: Clone {
    /// A position: contents, side to move, legal moves.
    type Position: MoveGen<Cell = Occupancy>;
    /// The kinds of pieces that may be visible; `()` if all pieces of a side are alike.
    type Kind: Copy + Eq + Debug;
    /// Why the rules forbid a move; displayed after "illegal move: ".
    type Reason: Clone + PartialEq + Debug + Display;

    /// The current position.
    fn position(&self) -> &Self::Position;

    /// Plays a move that is [allowed](Rulebook::allows).
    fn play(&mut self, mv: MoveOf<Self>);

    /// The same position with `side` to move; `None` if the game does not allow that.
    fn with_turn(&self, side: Color) -> Option<Self>;

    /// The name of a point.
    fn name(&self, point: usize) -> String;

    /// The notation of a legal move.
    fn notation(&self, mv: MoveOf<Self>) -> String;

    /// How the game has ended; `None` if it has not.
    fn ending(&self) -> Option<Ending>;

    /// The possible games at an observed position with unknown history: one if the side to move is clear, else one for
    /// each side. Rules and options are those of `self`.
    ///
    /// # Errors
    /// Why it is not a position of this game.
    fn join(&self, table: &[Observed<Self::Kind>]) -> Result<Vec<Self>, Vec<Self::Reason>>;

    /// Whether a move that is legal in the position is also legal in the game; not if, for example, it repeats an
    /// earlier position.
    fn allows(&self, mv: MoveOf<Self>) -> bool {
        self.position().is_legal(mv)
    }

    /// The most pieces that a move sets down: two for castling.
    const ARRIVALS: usize = 1;

    /// The rarity of a legal move. Among moves with the same resulting position, the one with the lowest value is
    /// chosen.
    fn rarity(&self, mv: MoveOf<Self>) -> u8 {
        let _ = mv;
        0
    }

    /// The kind of the piece on a point, if there is one and kinds differ.
    fn kind(&self, point: usize) -> Option<Self::Kind> {
        let _ = point;
        None
    }

    /// The word for a kind of piece; without a kind, a word for all of them.
    fn noun(&self, kind: Option<Self::Kind>) -> &'static str {
        let _ = kind;
        "piece"
    }

    /// Other games that may have been [joined](Rulebook::join): at one of the points that have `changed`, the first
    /// observation was misread. Called if nothing else explains the observed position.
    fn readings(&self, changed: &[usize]) -> Vec<Self> {
        let _ = changed;
        Vec::new()
    }

    /// How the rules judge an illegal move. If the side of the attempt is not to move, that was reported, and `self` is
    /// [with its turn](Rulebook::with_turn).
    fn judge(&self, attempt: &Attempt) -> Verdict<MoveOf<Self>, Self::Reason> {
        let _ = attempt;
        Verdict::Illegal(Vec::new())
    }

    /// The moves that this attempt may be the beginning of, such as the first of two jumps.
    fn unfinished(&self, attempt: &Attempt) -> Vec<MoveOf<Self>> {
        let _ = attempt;
        Vec::new()
    }

    /// Violations that no move can explain: a piece on a forbidden point, or too many pieces.
    fn objections(&self, table: &[Observed<Self::Kind>]) -> Vec<Self::Reason> {
        let _ = table;
        Vec::new()
    }
}

/// The changes that one side seems to have made, as points of the board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Attempt {
    /// The side that set pieces down.
    pub side: Color,
    /// Points that its pieces have left.
    pub left: Vec<usize>,
    /// Points where its pieces have arrived; at least one.
    pub arrived: Vec<usize>,
    /// Points where pieces of the other side are gone and none has arrived.
    pub removed: Vec<usize>,
}

impl Attempt {
    /// Source and target, if one piece moved from one point to another.
    #[must_use]
    pub fn single(&self) -> Option<(usize, usize)> {
        match (&self.left[..], &self.arrived[..]) {
            (&[from], &[to]) => Some((from, to)),
            _ => None,
        }
    }

    /// The attempt that leads from a position to the observed one, if only one side set down pieces.
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

/// The rules' judgement of an illegal move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict<M, R> {
    /// A quiet move although a capture is possible: one of these moves must be made.
    CapturePossible(Vec<M>),
    /// A capture although more can be captured: one of these moves must be made.
    LongerCapture(Vec<M>),
    /// Not a move, for these reasons; empty if the changes of the board say enough.
    Illegal(Vec<R>),
}
