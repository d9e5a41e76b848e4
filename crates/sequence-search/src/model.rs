//! What can happen on the table between two frames, and what each event costs.

use board_core::Color;

use crate::SearchError;

/// The physical model: all priors of the search, in nats (−ln probability).
///
/// The hidden state is a position and the changes that the table does not show yet. Between two frames (in a *gap*) any
/// of these may happen, up to [`plies_per_frame`](Model::plies_per_frame) times; the next frame shows the result:
///
/// - **a ply**: a legal move of the side to move, or of the other one (after a pass or a missed move; the first move of
///   a game if the side to move is unknown; a handicap stone);
/// - **a false move** ([`touch`](Model::touch)): pieces move as in a legal move and go back, now or later, while the
///   game stays as it was: a move taken back, a stone put down on the wrong point and then shifted, a piece lifted and
///   put back, a glare that looks like a stone for a while. Only what a move changes [with the
///   move](board_core::Timing::WithMove) is affected.
///
/// Every changed point appears on the table in its own time: at once, or some frames late, one after another in any
/// order, while the game continues (captured stones removed one by one, the rook after its king, a piece in the hand).
/// A piece that is replaced may leave first.
///
/// A ply has one *own arrival*, the piece it sets down with the move: on an empty point if there is one, else in the
/// place of another piece (a capture in chess). At all other points whose piece becomes another one, the piece is
/// *turned*: discs of Reversi, pieces that are promoted or exchanged.
///
/// *Nothing happening* is the reference; events cost the prices below. A price of `f32::INFINITY` forbids the event.
/// End a literal with `..Model::default()`, since fields may be added.
#[derive(Clone, Debug, PartialEq)]
pub struct Model {
    /// Price of a ply: of the piece it sets down (a point that gets any content except the first). Every further piece
    /// it sets down costs twice as much; a ply that sets none down costs as much as one that sets down a single one.
    pub placement: f32,
    /// Price of each piece that leaves its point empty: captured, or moved elsewhere.
    pub departure: f32,
    /// Price of each piece that turns into another one on its point, as a consequence of a ply.
    pub turned: f32,
    /// Most plies and false moves between two frames, 1 to 64. Handicap stones do not count.
    pub plies_per_frame: usize,
    /// Additional price of the second ply between the same two frames. For the k-th one, ln(k / 2) is added, as if
    /// plies came at random (a Poisson process). 0 suits frames that are rarer than moves: with the default, one move
    /// of a piece is preferred to two with the same result.
    pub extra_ply: f32,
    /// Price of a gap without events; infinite if every frame is a move (a score sheet).
    pub still: f32,
    /// Price of a side moving twice in a row: the other one passed, or its move was not seen. A single missed move
    /// therefore never blocks the record.
    pub pass: f32,
    /// Price of a side keeping the turn by the rules: the other one has no move, or a jump continues.
    pub turn_kept: f32,
    /// Price of the first ply being made by the side that is not to move in the start position.
    pub other_side_first: f32,
    /// Handicap stones that one side may place before the other's first move.
    pub handicap: Option<Handicap>,
    /// Price per point and frame of a [lagging](board_core::Timing::Lagging) change that the table does not show yet.
    pub lag: f32,
    /// The same for changes with the move itself: a piece in the hand, or a point that shows a later move first.
    pub in_hand: f32,
    /// Price of a false move, in addition to that of the ply it looks like and of putting its pieces back: a departure
    /// for each that leaves, two placements for each that returns. A piece does not return, and costs nothing for that,
    /// if a ply takes it elsewhere before: whoever has put a piece on a wrong point moves it on from there. Pieces that
    /// it would capture later than [with the move](board_core::Timing::WithMove) may be taken away with it and put
    /// back: a departure and two placements each, and [`lag`](Self::lag) for every frame. A false move by the side that
    /// is not to move costs the same.
    pub touch: f32,
    /// Price per point and frame of a false move that the table shows, without pieces it has taken away: of two that
    /// explain the same, it is the shorter one.
    pub held: f32,
    /// Most frames that a change may lag, or a false move may last.
    pub patience: usize,
    /// Price of ending the game before its last frame: from some frame on, the frames are explained without it, because
    /// the game is over, or because no legal moves lead there ([`Decoded::end`](crate::Decoded::end)). With infinity
    /// every game is followed to its last frame. With [`f32::MAX`] only ends that no moves can explain are found: three
    /// or more pieces of each side gone at once, three or more in all if the board is empty then, or a start position
    /// set up. A price of some four plies with their evidence finds others, too, but may take missed moves for the end.
    /// Without it, a game that is cleared from the board, or with many missed moves, is distorted until it fits, wrong
    /// long before.
    pub lost: f32,
    /// Largest cost of a content of a visible point above the best one, in any frame: a probability of zero counts as
    /// `exp(-evidence_cap)`. It reflects how often a photo is plainly wrong, and keeps any single observation from
    /// making a game impossible.
    pub evidence_cap: f32,
}

/// Stones that one side places before the other's first move, in any order and any number of frames, if necessary
/// several in a frame.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Handicap {
    /// The side that places them.
    pub side: Color,
    /// Most stones.
    pub max: u8,
    /// Price of each after the first, in addition to its placement.
    pub price: f32,
}

impl Default for Model {
    /// Suits photos every few seconds: a move every few frames, on one of about a hundred points.
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
            held: 0.1,
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
    /// It moved first although the start position gave the turn to the other side.
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

/// What the model remembers of the past, besides the position and the lagging changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Memory {
    /// Whether any ply has been played.
    begun: bool,
    /// Number of handicap stones so far while more may follow, else [`Memory::CLOSED`].
    pub(crate) opening: u8,
}

impl Memory {
    const CLOSED: u8 = u8::MAX;

    /// After any number of plies without handicap stones.
    pub(crate) const IN_GAME: Memory = Memory {
        begun: true,
        opening: Memory::CLOSED,
    };
}

/// How many pieces a ply or a false move sets down, takes away, and turns.
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

    /// Why `side` may play: it is to move, or (`other`) although it is not.
    pub(crate) fn turn(&self, memory: Memory, side: Color, other: bool) -> Turn {
        match self.handicap {
            _ if !other => Turn::Own,
            _ if !memory.begun => Turn::First,
            Some(h) if h.side == side && (1..h.max).contains(&memory.opening) => Turn::Handicap,
            _ => Turn::Pass,
        }
    }

    /// Price of a turn after `before` plies and false moves in the same gap, without that of the pieces.
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

    /// Price of the pieces that one ply sets down, takes away and turns.
    pub(crate) fn pieces_price(&self, pieces: Pieces) -> f64 {
        f64::from(self.placement) * (2 * pieces.arrivals.max(1) - 1) as f64
            + f64::from(self.departure) * pieces.departures as f64
            + f64::from(self.turned) * pieces.turned as f64
    }

    /// Price of a false move with these pieces on its way there and on its way back, without those that return to a
    /// point they have left empty.
    pub(crate) fn touch_price(&self, there: Pieces, back: Pieces) -> f64 {
        let lifted = Pieces {
            departures: there.departures + back.departures,
            ..there
        };
        let replaced = back.arrivals - there.departures;
        f64::from(self.touch)
            + self.pieces_price(lifted)
            + f64::from(self.placement) * (2 * replaced) as f64
    }

    pub(crate) fn check(&self) -> Result<(), SearchError> {
        let handicap = self.handicap.map_or(0.0, |h| h.price);
        // (name, value, whether infinity is allowed)
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
