use board_core::Color;

/// A man or a king.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Rank {
    /// Moves forwards only.
    Man,
    /// A man that was crowned.
    King,
}

/// A piece: its side and its rank.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Piece {
    /// Its side.
    pub color: Color,
    /// A man or a king.
    pub rank: Rank,
}
