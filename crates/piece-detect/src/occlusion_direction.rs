//! The direction of occlusion: seen at an angle, a piece covers some of the squares behind it.

/// The step from a square to the one in front of it, in columns and rows: the one nearer to the camera, whose piece may
/// cover this square.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct OcclusionDirection {
    pub(crate) front: (isize, isize),
}

impl OcclusionDirection {
    /// All directions.
    pub(crate) const ALL: [OcclusionDirection; 8] = {
        const fn to(col: isize, row: isize) -> OcclusionDirection {
            OcclusionDirection { front: (col, row) }
        }
        [
            to(0, 1),
            to(0, -1),
            to(1, 0),
            to(-1, 0),
            to(1, 1),
            to(-1, 1),
            to(1, -1),
            to(-1, -1),
        ]
    };

    /// The square in front of another one on a board of `cols` × `rows` squares; `None` at the edge.
    pub(crate) fn in_front(self, square: usize, cols: usize, rows: usize) -> Option<usize> {
        let col = (square % cols).checked_add_signed(self.front.0)?;
        let row = (square / cols).checked_add_signed(self.front.1)?;
        (col < cols && row < rows).then_some(row * cols + col)
    }

    /// All squares in lines from front to back.
    pub(crate) fn lines(self, cols: usize, rows: usize) -> Vec<Vec<usize>> {
        let back = OcclusionDirection {
            front: (-self.front.0, -self.front.1),
        };
        let first = (0..cols * rows).filter(|&s| self.in_front(s, cols, rows).is_none());
        let line = |s| std::iter::successors(Some(s), |&s| back.in_front(s, cols, rows)).collect();
        first.map(line).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_hold_every_square_once_front_first() {
        for direction in OcclusionDirection::ALL {
            let lines = direction.lines(8, 6);
            let mut seen: Vec<usize> = lines.concat();
            seen.sort_unstable();
            assert_eq!(seen, (0..48).collect::<Vec<_>>());
            for line in lines {
                assert_eq!(direction.in_front(line[0], 8, 6), None);
                for pair in line.windows(2) {
                    assert_eq!(direction.in_front(pair[1], 8, 6), Some(pair[0]));
                }
            }
        }
    }
}
