//! The price of a change of a single point in the bound, by gap, and the rest of a ply's price, which is left for the
//! clock.

use board_core::Cell;

use crate::Model;
use crate::effects::{Effects, owners};

/// The prices of single changes.
///
/// Together with the clock's price of a ply ([`Prices::due`]) they never exceed the model's price of any ply;
/// [`crate::coupling`] chooses the split.
#[derive(Clone)]
pub(crate) struct Prices {
    /// Price of an arrival, 0 to two placements. `[gap][side]`.
    pub(crate) paid: Vec<[f32; 2]>,
    /// Price of a departure, 0 to the model's price. `[gap][side]`.
    pub(crate) left: Vec<[f32; 2]>,
    /// Additional price of a piece that turns into one of a side on its point. `[gap][side]` of points; empty where no
    /// piece turns.
    pub(crate) turned: Vec<f32>,
    /// Sum of these over the points. `[gap][side]`.
    pub(crate) turned_in: Vec<[f32; 2]>,
    /// Side of every content: 0, 1, or 2 for neither.
    pub(crate) owner: Vec<u8>,
    /// Whether every piece has a side, so that arrivals can be counted by side.
    pub(crate) owned: bool,
    pub(crate) effects: Effects,
    pub(crate) points: usize,
    placement: f32,
    departure: f32,
    turn: f32,
}

impl Prices {
    /// The points pay the whole placement.
    pub(crate) fn new<C: Cell>(
        model: &Model,
        frames: usize,
        points: usize,
        effects: Effects,
    ) -> Self {
        let turning = if effects.turns {
            frames * points * 2
        } else {
            0
        };
        let owner = owners::<C>();
        Prices {
            paid: vec![[model.placement; 2]; frames],
            left: vec![[model.departure; 2]; frames],
            turned: vec![0.0; turning],
            turned_in: vec![[0.0; 2]; frames],
            owned: owner.iter().skip(1).all(|&owner| owner < 2),
            owner,
            effects,
            points,
            placement: model.placement,
            departure: model.departure,
            turn: model.turned,
        }
    }

    /// The rest of the price of a ply of a side, without its turn and without pieces that it sets down, takes away or
    /// turns beyond one.
    #[inline]
    pub(crate) fn due(&self, gap: usize, side: usize) -> f64 {
        let placed = self.placement - self.paid[gap][side];
        let lifted = if self.effects.stays {
            0.0
        } else {
            self.departure - self.left[gap][side]
        };
        f64::from(placed + lifted - self.turned_in[gap][side])
    }

    /// The additional price of points that turn into pieces of a side, if any turn.
    pub(crate) fn turns(&self, gap: usize, side: usize) -> &[f32] {
        &self.turned[(2 * gap + side) * self.points..][..self.points]
    }

    /// The prices of all changes of a point in a gap.
    #[inline]
    pub(crate) fn at(&self, gap: usize, point: usize) -> Table {
        let [turned0, turned1] = match self.turned.is_empty() {
            true => [0.0; 2],
            false => [0, 1].map(|side| self.turns(gap, side)[point]),
        };
        let placed = [self.paid[gap][0], self.paid[gap][1], self.placement];
        let lifted = [self.left[gap][0], self.left[gap][1], self.departure];
        let turned = [self.turn + turned0, self.turn + turned1, self.turn];
        let all = 0..if self.owned { 2 } else { 3 };
        let replaced = match (self.effects.turns, self.effects.replaces) {
            (false, _) => placed,
            (true, false) => turned,
            (true, true) => core::array::from_fn(|s| placed[s].min(turned[s])),
        };
        let least = |prices: [f32; 3]| all.clone().map(|s| prices[s]).fold(f32::INFINITY, f32::min);
        let placed_first = least(placed);
        let lifted_last = least(core::array::from_fn(|s| replaced[s] + lifted[s]));
        Table {
            arrival: core::array::from_fn(|s| placed[s].min(placed_first + replaced[s])),
            replaced,
            departure: lifted.map(|price| price.min(lifted_last)),
        }
    }

    /// Price of a change of a point.
    #[inline]
    pub(crate) fn change(&self, gap: usize, point: usize, before: u8, after: u8) -> f32 {
        let owner = |content: u8| usize::from(self.owner[usize::from(content)]);
        let table = self.at(gap, point);
        match (before, after) {
            (_, 0) => table.departure[owner(before)],
            (0, _) => table.arrival[owner(after)],
            _ => table.replacement(owner(before), owner(after)),
        }
    }

    /// Whether turning a piece at a point into `content` is cheaper than replacing it.
    pub(crate) fn turns_rather(&self, gap: usize, point: usize, content: u8) -> bool {
        let side = usize::from(self.owner[usize::from(content)]);
        let table = self.at(gap, point);
        self.effects.turns && table.replaced[side] <= table.arrival[side]
    }
}

/// Prices of the changes of one point in one gap, by the side of the piece (0, 1, or 2 for neither); none higher than
/// several events of the gap with the same result.
#[derive(Clone, Copy)]
pub(crate) struct Table {
    /// After an empty point.
    pub(crate) arrival: [f32; 3],
    /// By one event, after another piece.
    pub(crate) replaced: [f32; 3],
    pub(crate) departure: [f32; 3],
}

impl Table {
    /// Price of replacing a piece by another.
    #[inline]
    pub(crate) fn replacement(&self, before: usize, after: usize) -> f32 {
        self.replaced[after].min(self.departure[before] + self.arrival[after])
    }
}
