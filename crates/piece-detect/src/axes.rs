//! The axes of a square: along the direction in which pieces lean in the view, and across it.

use board_geom::View;

/// The axes along which the features of a square are sampled: `up`, the direction in which pieces lean in the view, and
/// across.
pub(crate) struct Axes<'a> {
    pub(crate) view: &'a View,
    pub(crate) middle: (f32, f32),
    pub(crate) up: (f32, f32),
    pub(crate) across: (f32, f32),
    /// Displacement, in squares, of the top of an object one square high.
    pub(crate) lean: f32,
}

impl<'a> Axes<'a> {
    pub(crate) fn of(view: &'a View, col: usize, row: usize) -> Self {
        let middle = (col as f32, row as f32);
        let unit = view.lean(middle.0, middle.1, 0.5);
        let lean = 2.0 * unit.0.hypot(unit.1);
        let outward = (
            middle.0 - 0.5 * (view.layout.cols as f32 - 1.0),
            middle.1 - 0.5 * (view.layout.rows as f32 - 1.0),
        );
        let up = if lean > 0.0 { unit } else { outward };
        let length = up.0.hypot(up.1).max(1e-6);
        let up = (up.0 / length, up.1 / length);
        Self {
            view,
            middle,
            up,
            across: (-up.1, up.0),
            lean,
        }
    }
}
