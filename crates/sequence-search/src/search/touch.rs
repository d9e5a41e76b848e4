//! The changes of a false move, and its price.

use crate::Model;
use crate::model::Pieces;
use crate::phases::{Change, Kind};

/// Turns the changes of a move into those of its false move: what changes with the move, and back, and the pieces that
/// it may have taken away.
pub(crate) fn touched(found: &mut Vec<Change>) {
    found.retain(|c| c.kind == Kind::Hand || c.kind == Kind::Lag && c.last == 0);
    for change in found {
        *change = Change {
            first: change.last,
            last: change.first,
            kind: match change.kind {
                Kind::Lag => Kind::Undone,
                _ => Kind::Touch,
            },
            ..*change
        };
    }
}

/// Price of a false move of these points, in both directions, without pieces that return to a point they have left
/// empty: whether they do is not known yet.
pub(crate) fn touch_price(model: &Model, found: &[Change]) -> f64 {
    let touched = || found.iter().filter(|c| c.kind == Kind::Touch);
    // Of its changes on the way there, or back, by the content after them.
    let pieces = |after: fn(&Change) -> u8| {
        let arrivals = touched().filter(|c| after(c) != 0).count();
        Pieces {
            arrivals,
            departures: touched().count() - arrivals,
            turned: 0,
        }
    };
    model.touch_price(pieces(|c| c.first), pieces(|c| c.last))
}
