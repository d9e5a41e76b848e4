//! What can happen on the table between two frames, and what each event costs.

use board_core::Color;

use crate::SearchError;

/// The physical model: every prior of the search, in nats (−ln probability), in one place.
///
/// Between two frames a side may play up to [`plies_per_frame`](Model::plies_per_frame) plies; the
/// next frame shows their result. *Nothing happening* is the reference and costs 0. A price of
/// `f32::INFINITY` forbids the event.
///
/// Not modelled yet: a stone that its player shifts or takes back, and a table that is disturbed
/// and put right. Frames that show such things cost what they cost; they do not derail the game.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Model {
    /// Price of each piece a ply sets down (a point that comes to hold anything but the first
    /// content), at least one per ply. Castling, which sets down two pieces, thus costs twice.
    pub placement: f32,
    /// How many plies may fall between two frames; at least 1. Handicap stones do not count.
    pub plies_per_frame: usize,
    /// Further price of each ply after the first between the same two frames.
    pub extra_ply: f32,
    /// Price of a side moving twice in a row: the other one passed, or its move was never seen.
    /// One missed move therefore never freezes the record.
    pub pass: f32,
    /// Price of the first ply coming from the side that is not to move in the start position.
    pub other_side_first: f32,
    /// Stones one side may place before the other's first move.
    pub handicap: Option<Handicap>,
    /// How changes that may lag behind their move (captured stones) reach the table.
    pub removal: Removal,
    /// No content of a visible point costs more than this above the best one, in any frame: a
    /// probability of zero counts as `exp(-evidence_cap)`. It is how often a photo is thought to
    /// be plainly wrong.
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

/// How lagging changes reach the table.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Removal {
    /// Each changed point catches up in its own time: at once, one after another in any order, or
    /// after many frames, while the game goes on. A point that is `n` frames late costs `n` times
    /// this price. The best time of each point is computed, not searched for.
    Independent(
        /// Price per point and frame of delay.
        f32,
    ),
    /// As in the paper: at most one change per frame, either a ply or one lagging point catching
    /// up, and no ply until all have.
    OneByOne,
}

impl Default for Model {
    /// For photos every few seconds: a move every few frames, somewhere on some hundred points.
    fn default() -> Self {
        Model {
            placement: 7.0,
            plies_per_frame: 2,
            extra_ply: 2.0,
            pass: 9.0,
            other_side_first: 4.0,
            handicap: None,
            removal: Removal::Independent(1.0),
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

/// What the model remembers of the past besides the position and what the table owes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Memory {
    /// Whether any ply has been played.
    begun: bool,
    /// Handicap stones so far while more may come, else [`Memory::CLOSED`].
    opening: u8,
}

impl Memory {
    const CLOSED: u8 = u8::MAX;

    /// Part of the transposition key.
    pub(crate) fn tag(self) -> u64 {
        u64::from(self.begun) | u64::from(self.opening) << 1
    }
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

    /// Price of having the turn; the pieces set down come on top.
    pub(crate) fn turn_price(&self, turn: Turn, plies_in_gap: usize) -> f64 {
        let right = match turn {
            Turn::Own => 0.0,
            Turn::First => self.other_side_first,
            Turn::Handicap => self.handicap.map_or(0.0, |h| h.price),
            Turn::Pass => self.pass,
        };
        let extra = if plies_in_gap > 0 && turn != Turn::Handicap {
            self.extra_ply
        } else {
            0.0
        };
        f64::from(right) + f64::from(extra)
    }

    /// Price of the pieces one ply sets down.
    pub(crate) fn placement_price(&self, arrivals: usize) -> f64 {
        f64::from(self.placement) * arrivals.max(1) as f64
    }

    /// Price per frame of a point that has not caught up; 0 when that is not priced.
    pub(crate) fn lag(&self) -> f64 {
        match self.removal {
            Removal::Independent(price) => f64::from(price),
            Removal::OneByOne => 0.0,
        }
    }

    pub(crate) fn check(&self) -> Result<(), SearchError> {
        let lag = match self.removal {
            Removal::Independent(price) => price,
            Removal::OneByOne => 0.0,
        };
        let handicap = self.handicap.map_or(0.0, |h| h.price);
        // (name, value, whether infinity has a meaning)
        let prices = [
            ("model.placement", self.placement, false),
            ("model.extra_ply", self.extra_ply, true),
            ("model.pass", self.pass, true),
            ("model.other_side_first", self.other_side_first, true),
            ("model.handicap.price", handicap, true),
            ("model.removal", lag, false),
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
        if !(1..=16).contains(&self.plies_per_frame) {
            return Err(SearchError::BadSetting {
                name: "model.plies_per_frame",
                value: self.plies_per_frame as f64,
                wanted: "1 to 16",
            });
        }
        if self.removal == Removal::OneByOne && self.plies_per_frame != 1 {
            return Err(SearchError::BadSetting {
                name: "model.plies_per_frame",
                value: self.plies_per_frame as f64,
                wanted: "1 when the table changes one by one",
            });
        }
        Ok(())
    }
}
