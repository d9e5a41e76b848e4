/// Whether pieces may occlude squares behind their own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stature {
    /// Men of draughts: a change in a square is a change on it.
    Flat,
    /// Chess pieces: a change in a square may be the top of a piece in front of it.
    Tall,
}
