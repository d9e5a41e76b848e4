use board_core::Color;

/// A man or a king.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Rank {
    /// Goes forwards only.
    Man,
    /// A man that was crowned.
    King,
}

/// What a square holds, if anything: whose it is and its rank.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Piece {
    /// Whose.
    pub color: Color,
    /// A man or a king.
    pub rank: Rank,
}
