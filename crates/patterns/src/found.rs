use crate::{Rectangle, Symmetry};

/// A pattern known to a tree; numbers of removed patterns are used again.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct PatternId(pub u32);

/// A place where a pattern was found.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Match {
    /// The pattern.
    pub id: PatternId,
    /// How the pattern as it was learned has to be turned to lie on the board as it does. Of several
    /// that give the same, the first in [`Symmetry::ALL`].
    pub symmetry: Symmetry,
    /// The rectangle of the board it covers.
    pub rectangle: Rectangle,
}

impl Match {
    /// Where the point (x, y) of the pattern as it was learned lies on the board, from the lower left.
    /// It may be off the board where the pattern accepts an edge.
    #[must_use]
    pub fn point(&self, x: usize, y: usize) -> (i32, i32) {
        // The pattern's own size: what a transposing symmetry does to sizes is its own inverse.
        let own = self
            .symmetry
            .size((self.rectangle.cols, self.rectangle.rows));
        let (x, y) = self.symmetry.point((x, y), own);
        (self.rectangle.x + x as i32, self.rectangle.y + y as i32)
    }
}

/// The rectangle of a board of `size` that is the one at `at`, of `extent`, when the board is seen
/// through `view`. It may reach off the board.
pub(crate) fn unturned(
    at: (i32, i32),
    extent: (usize, usize),
    view: Symmetry,
    size: (usize, usize),
) -> Rectangle {
    let back = view.inverse();
    let seen = view.size(size);
    let corner = |x, y| back.signed((x, y), (seen.0 as i32, seen.1 as i32));
    let (ax, ay) = corner(at.0, at.1);
    let (bx, by) = corner(at.0 + extent.0 as i32 - 1, at.1 + extent.1 as i32 - 1);
    let (cols, rows) = back.size(extent);
    Rectangle {
        x: ax.min(bx),
        y: ay.min(by),
        cols,
        rows,
    }
}
