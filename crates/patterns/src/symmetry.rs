/// One of the eight symmetries of the square, with or without an exchange of colours.
///
/// Applied to points, it first (optionally) transposes x and y, then mirrors left to right, then top to bottom.
///
/// ```
/// use patterns::Symmetry;
///
/// let quarter_turn = Symmetry::ALL[5];
/// // In a rectangle of 7 × 4 points, x to the right and y up from the lower left:
/// assert_eq!(quarter_turn.point((0, 0), (7, 4)), (3, 0));
/// assert_eq!(quarter_turn.then(quarter_turn.inverse()), Symmetry::IDENTITY);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Symmetry(u8);

/// The [index](Symmetry::index).
#[cfg(feature = "serde")]
impl serde::Serialize for Symmetry {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_u8(self.0)
    }
}

#[cfg(feature = "serde")]
impl<'de> serde::Deserialize<'de> for Symmetry {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let index = u8::deserialize(deserializer)?;
        let found = Symmetry::ALL.get(usize::from(index)).copied();
        found
            .ok_or_else(|| serde::de::Error::custom("there are sixteen symmetries, counted from 0"))
    }
}

const FLIP_X: u8 = 1;
const FLIP_Y: u8 = 2;
const TRANSPOSE: u8 = 4;
const SWAP: u8 = 8;

impl Symmetry {
    /// Changes nothing.
    pub const IDENTITY: Symmetry = Symmetry(0);

    /// All sixteen, at their own [`index`](Symmetry::index): first the eight that keep colours.
    pub const ALL: [Symmetry; 16] = {
        let mut all = [Symmetry(0); 16];
        let mut i = 0;
        while i < 16 {
            all[i] = Symmetry(i as u8);
            i += 1;
        }
        all
    };

    /// Its index in [`ALL`](Symmetry::ALL).
    #[inline]
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Whether it exchanges Black and White.
    #[inline]
    #[must_use]
    pub const fn swaps_colors(self) -> bool {
        self.0 & SWAP != 0
    }

    /// The image of a colour.
    #[cfg(feature = "library")]
    #[inline]
    pub(crate) fn color(self, color: board_core::Color) -> board_core::Color {
        if self.swaps_colors() { !color } else { color }
    }

    /// Whether columns become rows.
    #[inline]
    #[must_use]
    pub const fn transposes(self) -> bool {
        self.0 & TRANSPOSE != 0
    }

    /// The symmetry without the exchange of colours.
    #[inline]
    #[must_use]
    pub const fn of_points(self) -> Symmetry {
        Symmetry(self.0 & !SWAP)
    }

    /// The width and height of a rectangle after the symmetry.
    #[inline]
    #[must_use]
    pub const fn size(self, (cols, rows): (usize, usize)) -> (usize, usize) {
        if self.transposes() {
            (rows, cols)
        } else {
            (cols, rows)
        }
    }

    /// The image of point (x, y) of a rectangle of `size` (width, height), in the rectangle after the symmetry.
    ///
    /// A point outside the rectangle is mapped to a point outside the other one.
    #[inline]
    #[must_use]
    pub const fn point(self, at: (usize, usize), size: (usize, usize)) -> (usize, usize) {
        let (x, y) = self.signed((at.0 as i32, at.1 as i32), (size.0 as i32, size.1 as i32));
        (x as usize, y as usize)
    }

    /// Like [`point`](Symmetry::point), for points that may be outside the rectangle.
    #[inline]
    pub(crate) const fn signed(self, at: (i32, i32), (cols, rows): (i32, i32)) -> (i32, i32) {
        let (mut x, mut y) = if self.transposes() { (at.1, at.0) } else { at };
        let (cols, rows) = if self.transposes() {
            (rows, cols)
        } else {
            (cols, rows)
        };
        if self.0 & FLIP_X != 0 {
            x = cols - 1 - x;
        }
        if self.0 & FLIP_Y != 0 {
            y = rows - 1 - y;
        }
        (x, y)
    }

    /// The composition: first `self`, then `next`.
    #[must_use]
    pub const fn then(self, next: Symmetry) -> Symmetry {
        let turned = if next.transposes() {
            (self.0 & FLIP_X) << 1 | (self.0 & FLIP_Y) >> 1
        } else {
            self.0 & (FLIP_X | FLIP_Y)
        };
        Symmetry(turned ^ self.0 & (TRANSPOSE | SWAP) ^ next.0)
    }

    /// The inverse.
    #[must_use]
    pub const fn inverse(self) -> Symmetry {
        if self.transposes() {
            Symmetry((self.0 & FLIP_X) << 1 | (self.0 & FLIP_Y) >> 1 | self.0 & (TRANSPOSE | SWAP))
        } else {
            self
        }
    }
}

/// A group of symmetries under which patterns count as equal.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Group {
    /// The identity alone.
    Identity,
    /// Rotations and reflections.
    Turns,
    /// The exchange of colours.
    Colors,
    /// Rotations, reflections and the exchange of colours.
    #[default]
    TurnsAndColors,
}

impl Group {
    /// The symmetries of the group, the identity first.
    #[must_use]
    pub fn symmetries(self) -> &'static [Symmetry] {
        const COLORS: [Symmetry; 2] = [Symmetry::IDENTITY, Symmetry(SWAP)];
        match self {
            Group::Identity => &COLORS[..1],
            Group::Turns => &Symmetry::ALL[..8],
            Group::Colors => &COLORS,
            Group::TurnsAndColors => &Symmetry::ALL,
        }
    }
}

impl std::fmt::Debug for Symmetry {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let parts = [
            (TRANSPOSE, "transpose"),
            (FLIP_X, "flip x"),
            (FLIP_Y, "flip y"),
            (SWAP, "swap colours"),
        ];
        let named: Vec<&str> = parts
            .iter()
            .filter(|(bit, _)| self.0 & bit != 0)
            .map(|&(_, name)| name)
            .collect();
        write!(f, "Symmetry({})", named.join(", "))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn they_are_a_group_of_maps() {
        let size = (5, 3);
        for a in Symmetry::ALL {
            assert_eq!(a.then(a.inverse()), Symmetry::IDENTITY);
            assert_eq!(a.inverse().then(a), Symmetry::IDENTITY);
            for b in Symmetry::ALL {
                for at in [(0, 0), (4, 0), (1, 2), (3, 1)] {
                    assert_eq!(
                        a.then(b).point(at, size),
                        b.point(a.point(at, size), a.size(size)),
                        "{a:?} {b:?}"
                    );
                }
            }
        }
    }

    #[test]
    fn all_are_different() {
        for (i, a) in Symmetry::ALL.into_iter().enumerate() {
            assert_eq!(a.index(), i);
            let places = [(0, 0), (1, 0)].map(|at| a.point(at, (3, 3)));
            for b in &Symmetry::ALL[..i] {
                let same = places == [(0, 0), (1, 0)].map(|at| b.point(at, (3, 3)));
                assert!(!same || a.swaps_colors() != b.swaps_colors());
            }
        }
    }
}
