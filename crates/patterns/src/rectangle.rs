/// The longest side of a board and of a pattern, edges not counted.
pub const MAX_SIDE: usize = 25;

/// A rectangle of points, from its lower left one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Rectangle {
    /// Column of the lower left point, from 0 at the left of the board; negative off the board.
    pub x: i32,
    /// Row of the lower left point, from 0 at the bottom of the board; negative off the board.
    pub y: i32,
    /// Width.
    pub cols: usize,
    /// Height.
    pub rows: usize,
}
