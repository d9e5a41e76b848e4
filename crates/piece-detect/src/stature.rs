/// Whether pieces may hide squares behind their own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stature {
    /// Men of draughts: what is new on a square is on it, however little the picture has changed.
    Flat,
    /// Chess pieces: what is new on a square may be the top of a piece that stands in front of it.
    Tall,
}
