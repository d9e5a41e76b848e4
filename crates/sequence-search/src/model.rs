//! What can happen on the table between two frames, and what each event costs.

use board_core::Color;

use crate::SearchError;

/// The physical model: every prior of the search, in nats (−ln probability), in one place.
///
/// The hidden state is a position and what the table has not caught up with yet. Between two frames
/// (in a *gap*) any of these may happen, up to [`plies_per_frame`](Model::plies_per_frame) times;
/// the next frame shows the result:
///
/// - **a ply**: a legal move of the side whose turn it is, or of the other one (a pass, a move
///   nobody saw, the first move of a game whose side to move is not known, a handicap stone);
/// - **a touch**: pieces move as in a legal move and go back, now or later, while the game stays
///   where it was: a move taken back, a stone put down on the wrong point and then shifted, a piece
///   lifted and put back, a glare that looks like a stone for a while. Only what a move changes
///   [with the move](board_core::Timing::WithMove) is touched.
///
/// Every point that a ply changes reaches the table in its own time: at once, or some frames late,
/// one after another in any order, while the game goes on (captured stones leaving one by one, the
/// rook after its king, a piece in the hand). A piece that is to be replaced may leave first.
///
/// A ply has one *own arrival*, the piece it sets down: with the move, on an empty point if it sets one
/// down there, else in the place of another piece (a capture in chess). All other points whose piece
/// becomes another one are *turned*: discs of Reversi, pieces that are promoted or exchanged.
///
/// *Nothing happening* is the reference; events cost what their fields say. A price of
/// `f32::INFINITY` forbids the event. End a literal with `..Model::default()`, as more fields may come.
#[derive(Clone, Debug, PartialEq)]
pub struct Model {
    /// Price of a ply: of the piece it sets down (a point that comes to hold anything but the first
    /// content). Every further piece it sets down costs twice as much.
    pub placement: f32,
    /// Price of each piece that leaves its point empty: captured, or moved elsewhere.
    pub departure: f32,
    /// Price of each piece that turns into another where it stands, as a consequence of a ply.
    pub turned: f32,
    /// How many plies and touches may fall between two frames, 1 to 64. Handicap stones do not
    /// count.
    pub plies_per_frame: usize,
    /// Further price of the second ply between the same two frames. A third and later ones are dearer
    /// by as much as when plies come at random, like a Poisson process: ln(k / 2) for the k-th.
    pub extra_ply: f32,
    /// Price of a gap in which nothing happens; infinite where every frame is a move (a score
    /// sheet).
    pub still: f32,
    /// Price of a side moving twice in a row: the other one passed, or its move was never seen.
    /// One missed move therefore never freezes the record.
    pub pass: f32,
    /// Price of a side keeping the turn by the rules: the other has no move, or a jump goes on.
    pub turn_kept: f32,
    /// Price of the first ply coming from the side that is not to move in the start position.
    pub other_side_first: f32,
    /// Stones one side may place before the other's first move.
    pub handicap: Option<Handicap>,
    /// Price per point and frame of a [lagging](board_core::Timing::Lagging) change that the table
    /// does not show yet.
    pub lag: f32,
    /// The same for what changes with the move itself: a piece in the hand, or a point that shows a
    /// later move first.
    pub in_hand: f32,
    /// Price of a touch, on top of that of the ply it looks like and of taking its pieces back: a
    /// departure for each that leaves, two placements for each that returns. A touch by the side
    /// that is not to move costs the same.
    pub touch: f32,
    /// Price per point and frame of a touch that the table shows.
    pub held: f32,
    /// No change is late by more frames than this, and no touch lasts longer.
    pub patience: usize,
    /// Price of the end of the game before that of its frames: from some frame on, what they show is taken as it is,
    /// because the game is over, or because no legal moves lead there ([`Decoded::end`](crate::Decoded::end)).
    /// Infinite where every game has to be followed to its end. [`f32::MAX`] still finds what no moves can do: pieces
    /// of both sides gone at once, or a start that is set up. Without it, a game that is cleared from the board, or
    /// of which many moves were not seen, is bent until it fits, wrong long before.
    pub lost: f32,
    /// No content of a visible point costs more than this above the best one, in any frame: a
    /// probability of zero counts as `exp(-evidence_cap)`. It is how often a photo is thought to
    /// be plainly wrong, and keeps any single observation from making a game impossible.
    pub evidence_cap: f32,
}

/// Stones that one side places before the other's first move, in any order and any number of
/// frames, several per frame if need be.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Handicap {
    /// The side that places them.
    pub side: Color,
    /// At most this many.
    pub max: u8,
    /// Price of each after the first, besides its placement.
    pub price: f32,
}

impl Default for Model {
    /// For photos every few seconds: a move every few frames, somewhere on some hundred points.
    fn default() -> Self {
        Model {
            placement: 7.0,
            departure: 4.0,
            turned: 1.0,
            plies_per_frame: 8,
            extra_ply: 2.0,
            still: 0.0,
            pass: 9.0,
            turn_kept: 1.0,
            other_side_first: 4.0,
            handicap: None,
            lag: 1.0,
            in_hand: 4.0,
            touch: 2.0,
            held: 0.0,
            patience: 64,
            lost: f32::INFINITY,
            evidence_cap: 10.0,
        }
    }
}

/// Why a ply was open to the side that played it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Turn {
    /// It was to move.
    Own,
    /// It opened the game although the start position gave the move to the other.
    First,
    /// It placed a further handicap stone.
    Handicap,
    /// The other side passed.
    Pass,
}

impl Turn {
    /// Whether the ply counts among those of its gap.
    pub(crate) fn counts(self) -> bool {
        self != Turn::Handicap
    }
}

/// What the model remembers of the past besides the position and what the table owes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Memory {
    /// Whether any ply has been played.
    begun: bool,
    /// Handicap stones so far while more may come, else [`Memory::CLOSED`].
    pub(crate) opening: u8,
}

impl Memory {
    const CLOSED: u8 = u8::MAX;

    /// After any number of plies, none of them a handicap.
    pub(crate) const IN_GAME: Memory = Memory {
        begun: true,
        opening: Memory::CLOSED,
    };
}

/// How many pieces a ply or a touch sets down, takes away, and turns into others.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Pieces {
    pub(crate) arrivals: usize,
    pub(crate) departures: usize,
    pub(crate) turned: usize,
}

impl Model {
    pub(crate) fn memory_at_start(&self) -> Memory {
        Memory {
            begun: false,
            opening: self.handicap.map_or(Memory::CLOSED, |_| 0),
        }
    }

    /// Memory after a ply of `side`.
    pub(crate) fn remember(&self, memory: Memory, side: Color) -> Memory {
        let opening = match self.handicap {
            Some(h) if h.side == side && memory.opening < h.max => memory.opening + 1,
            _ => Memory::CLOSED,
        };
        Memory {
            begun: true,
            opening,
        }
    }

    /// Why `side` may play although (`other`) or because it is to move.
    pub(crate) fn turn(&self, memory: Memory, side: Color, other: bool) -> Turn {
        match self.handicap {
            _ if !other => Turn::Own,
            _ if !memory.begun => Turn::First,
            Some(h) if h.side == side && (1..h.max).contains(&memory.opening) => Turn::Handicap,
            _ => Turn::Pass,
        }
    }

    /// Price of having the turn after `before` plies and touches in the same gap; the pieces set
    /// down come on top.
    pub(crate) fn turn_price(&self, turn: Turn, before: usize) -> f64 {
        let right = match turn {
            Turn::Own => 0.0,
            Turn::First => self.other_side_first,
            Turn::Handicap => self.handicap.map_or(0.0, |h| h.price),
            Turn::Pass => self.pass,
        };
        let extra = if before > 0 && turn.counts() {
            self.extra_ply + (0.5 * (before + 1) as f32).ln()
        } else {
            0.0
        };
        f64::from(right) + f64::from(extra)
    }

    /// Price of the pieces one ply sets down, takes away and turns.
    pub(crate) fn pieces_price(&self, pieces: Pieces) -> f64 {
        f64::from(self.placement) * (2 * pieces.arrivals.max(1) - 1) as f64
            + f64::from(self.departure) * pieces.departures as f64
            + f64::from(self.turned) * pieces.turned as f64
    }

    /// Price of a touch that sets down and empties so many points on its way there, and sets down
    /// and empties so many on its way back, where each piece is one more than the game needed.
    pub(crate) fn touch_price(&self, there: Pieces, back: Pieces) -> f64 {
        let lifted = Pieces {
            departures: there.departures + back.departures,
            ..there
        };
        f64::from(self.touch)
            + self.pieces_price(lifted)
            + f64::from(self.placement) * (2 * back.arrivals) as f64
    }

    pub(crate) fn check(&self) -> Result<(), SearchError> {
        let handicap = self.handicap.map_or(0.0, |h| h.price);
        // (name, value, whether infinity has a meaning)
        let prices = [
            ("model.placement", self.placement, false),
            ("model.departure", self.departure, false),
            ("model.turned", self.turned, false),
            ("model.extra_ply", self.extra_ply, true),
            ("model.still", self.still, true),
            ("model.pass", self.pass, true),
            ("model.turn_kept", self.turn_kept, false),
            ("model.other_side_first", self.other_side_first, true),
            ("model.handicap.price", handicap, true),
            ("model.lag", self.lag, true),
            ("model.in_hand", self.in_hand, true),
            ("model.touch", self.touch, true),
            ("model.held", self.held, true),
            ("model.lost", self.lost, true),
            ("model.evidence_cap", self.evidence_cap, false),
        ];
        for (name, value, infinite) in prices {
            if value.is_nan() || value < 0.0 || (value.is_infinite() && !infinite) {
                return Err(SearchError::BadSetting {
                    name,
                    value: f64::from(value),
                    wanted: "a price in nats, not negative",
                });
            }
        }
        if !(1..=64).contains(&self.plies_per_frame) {
            return Err(SearchError::BadSetting {
                name: "model.plies_per_frame",
                value: self.plies_per_frame as f64,
                wanted: "1 to 64",
            });
        }
        Ok(())
    }
}
