use crate::{Dialect, MoveOf};

/// Receives what a game says, in the order of the file. Every method does nothing unless told.
pub trait Visitor<D: Dialect> {
    /// A tag pair, its value without quotes and escapes.
    fn header(&mut self, name: &str, value: &str) {
        let _ = (name, value);
    }
    /// The headers are over; the game starts here.
    fn start(&mut self, position: &D::Position) {
        let _ = position;
    }
    /// A legal move from a position.
    fn mv(&mut self, position: &D::Position, mv: MoveOf<D>) {
        let _ = (position, mv);
    }
    /// A numeric annotation glyph of the last move.
    fn nag(&mut self, nag: u8) {
        let _ = nag;
    }
    /// A comment as it stands in the file; see [`decode`](crate::decode).
    fn comment(&mut self, text: &[u8]) {
        let _ = text;
    }
    /// A variation begins, which replaces the last move. Return false, as unless told, to pass over it without
    /// looking at its moves; it then has no end either.
    fn open(&mut self) -> bool {
        false
    }
    /// A variation ends.
    fn close(&mut self) {}
    /// The game's last token.
    fn result(&mut self, result: D::Result) {
        let _ = result;
    }
}

/// Checks a game's main line and keeps nothing.
impl<D: Dialect> Visitor<D> for () {}
