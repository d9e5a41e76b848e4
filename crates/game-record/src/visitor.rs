use crate::{Dialect, MoveOf};

/// Receives the parts of a game in file order. By default, every method does nothing.
pub trait Visitor<D: Dialect> {
    /// A tag pair; the value is without quotes and escapes.
    fn header(&mut self, name: &str, value: &str) {
        let _ = (name, value);
    }
    /// The headers are complete; the game starts from this position.
    fn start(&mut self, position: &D::Position) {
        let _ = position;
    }
    /// A legal move in a position.
    fn mv(&mut self, position: &D::Position, mv: MoveOf<D>) {
        let _ = (position, mv);
    }
    /// A numeric annotation glyph of the last move.
    fn nag(&mut self, nag: u8) {
        let _ = nag;
    }
    /// A comment as it is in the file; see [`decode`](crate::decode).
    fn comment(&mut self, text: &[u8]) {
        let _ = text;
    }
    /// A variation that replaces the last move begins. Return false (the default) to skip it unread; `close` is then
    /// not called.
    fn open(&mut self) -> bool {
        false
    }
    /// A variation ends.
    fn close(&mut self) {}
    /// The result, the last token of the game.
    fn result(&mut self, result: D::Result) {
        let _ = result;
    }
}

/// Checks the main line of a game and stores nothing.
impl<D: Dialect> Visitor<D> for () {}
