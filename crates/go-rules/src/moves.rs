use std::fmt;

/// A move: a stone on a point, or a pass. Which colour plays is the position's business.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Move(u16);

const PASS: u16 = u16::MAX;

impl Move {
    /// Passing.
    pub const PASS: Move = Move(PASS);

    /// A stone on the point with this index, `row · size + column`.
    ///
    /// # Panics
    /// If `point` is 65,535 or more, which no board has.
    #[must_use]
    pub const fn place(point: usize) -> Self {
        assert!(point < PASS as usize);
        Move(point as u16)
    }

    /// The point, or `None` for a pass.
    #[must_use]
    pub const fn point(self) -> Option<usize> {
        if self.0 == PASS {
            None
        } else {
            Some(self.0 as usize)
        }
    }

    /// The name players use: a letter for the column (without I) and the row counted from below,
    /// such as `Q16`; `pass` for a pass. This is also GTP's form.
    #[must_use]
    pub fn name(self, size: usize) -> String {
        match self.point() {
            None => "pass".to_owned(),
            Some(p) => {
                let letter = b"ABCDEFGHJKLMNOPQRSTUVWXYZ"[(p % size).min(24)] as char;
                format!("{letter}{}", size - p / size)
            }
        }
    }

    /// Reads [`name`](Move::name)'s form, letters of either case; `None` if it names no point of a
    /// board of this size.
    #[must_use]
    pub fn from_name(name: &str, size: usize) -> Option<Self> {
        if name.eq_ignore_ascii_case("pass") {
            return Some(Self::PASS);
        }
        let letter = name.chars().next()?.to_ascii_uppercase();
        let col = "ABCDEFGHJKLMNOPQRSTUVWXYZ".find(letter)?;
        let row: usize = name.get(1..)?.parse().ok()?;
        (col < size && (1..=size).contains(&row)).then(|| Self::place((size - row) * size + col))
    }
}

impl fmt::Debug for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.point() {
            None => f.write_str("pass"),
            Some(p) => write!(f, "#{p}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_read_as_written() {
        assert_eq!(Move::place(3 * 19 + 15).name(19), "Q16");
        for size in [2, 9, 19, 25] {
            for p in 0..size * size {
                let mv = Move::place(p);
                assert_eq!(Move::from_name(&mv.name(size), size), Some(mv));
            }
        }
        assert_eq!(Move::from_name("PASS", 9), Some(Move::PASS));
        for bad in ["", "I5", "A0", "A10", "K1", "5", "Ä1", "Q"] {
            assert_eq!(Move::from_name(bad, 9), None, "{bad}");
        }
    }
}
