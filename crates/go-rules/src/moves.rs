/// A move: a stone on a point, or a pass. The side is the position's side to move.
///
/// Takes two bytes. The point is the index `row * cols + col`, from the top-left point; [`Size::gtp`](crate::Size::gtp)
/// and [`Size::sgf_move`](crate::Size::sgf_move) give its name.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Move(u16);

impl Move {
    /// A pass: no stone, and the turn goes to the other side.
    pub const PASS: Move = Move(u16::MAX);

    /// A stone on `point`.
    ///
    /// An index too large for any board gives a move that is illegal everywhere.
    #[inline]
    #[must_use]
    pub const fn place(point: usize) -> Move {
        const NOWHERE: u16 = u16::MAX - 1;
        Move(if point < NOWHERE as usize {
            point as u16
        } else {
            NOWHERE
        })
    }

    /// The point; `None` for a pass.
    #[inline]
    #[must_use]
    pub const fn point(self) -> Option<usize> {
        if self.0 == u16::MAX {
            None
        } else {
            Some(self.0 as usize)
        }
    }

    /// Whether the move is a pass.
    #[inline]
    #[must_use]
    pub const fn is_pass(self) -> bool {
        self.0 == u16::MAX
    }
}

impl std::fmt::Debug for Move {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self.point() {
            Some(point) => write!(f, "Move({point})"),
            None => f.write_str("Move(pass)"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_index_off_every_board_stays_a_place() {
        for point in [0, 624, 65_533, 65_534, 65_535, 65_536, usize::MAX] {
            assert!(!Move::place(point).is_pass());
        }
        assert_eq!(Move::place(624).point(), Some(624));
        assert_eq!(Move::PASS.point(), None);
        assert_eq!(size_of::<Move>(), 2);
    }
}
