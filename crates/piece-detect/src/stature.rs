/// Whether pieces may cover squares behind their own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stature {
    /// Men of draughts: a visible change in a square is a change of its content.
    Flat,
    /// Chess pieces: a visible change in a square may be the top of a piece in front of it.
    Tall,
}
