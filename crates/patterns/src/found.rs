use crate::{Rectangle, Symmetry};

/// The number of a pattern in a tree. Numbers of removed patterns are reused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct PatternId(pub u32);

/// An occurrence of a pattern.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Match {
    /// The pattern.
    pub id: PatternId,
    /// The symmetry that maps the learnt pattern to its occurrence on the board. If several give the same, the first in
    /// [`Symmetry::ALL`].
    pub symmetry: Symmetry,
    /// The rectangle of the board that it covers.
    pub rectangle: Rectangle,
}

impl Match {
    /// The board position, from the lower left, of point (x, y) of the learnt pattern. It may be off the board where
    /// the pattern accepts an edge.
    #[must_use]
    pub fn point(&self, x: usize, y: usize) -> (i32, i32) {
        // The pattern's own size: transposing twice gives the size back.
        let own = self
            .symmetry
            .size((self.rectangle.cols, self.rectangle.rows));
        let (x, y) = self.symmetry.point((x, y), own);
        (self.rectangle.x + x as i32, self.rectangle.y + y as i32)
    }
}

/// Converts the rectangle with lower left point `at` and size `extent` from `view` back to a board of `size`. It may
/// reach off the board.
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
