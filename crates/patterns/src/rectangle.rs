/// The longest side of a board or a pattern, without edges.
pub const MAX_SIDE: usize = 25;

/// A rectangle of points.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Rectangle {
    /// Column of the lower left point, from 0 at the left of the board; negative off the board.
    pub x: i32,
    /// Row of the lower left point, from 0 at the bottom of the board; negative off the board.
    pub y: i32,
    /// Number of columns.
    pub cols: usize,
    /// Number of rows.
    pub rows: usize,
}
