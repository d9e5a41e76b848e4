//! Eye shapes that one move reduces to a single eye.

use go_rules::Size;

use crate::grid::neighbors;

/// Whether a connected eye of four to six points is a shape that a move at its vital point kills. Shapes are recognised
/// by the number of neighbours of each point within the eye (sorted, largest first):
///
/// square four `2222`, pyramid four `3111`, bulky five `32221`, crossed five `41111`, rabbity six
/// `422211`.
///
/// These numbers distinguish the shapes from all other connected shapes of the same sizes.
pub(crate) fn is_dead_shape(size: Size, eye: &[usize]) -> bool {
    vital_point(size, eye).is_some() && eye.len() > 3
}

/// The point of an eye space of three to six points where a move leaves a single eye, or makes two if the owner moves
/// first; `None` if there is none. (In the square of four no point saves the owner, and the attacker needs no move.)
pub(crate) fn vital_point(size: Size, eye: &[usize]) -> Option<usize> {
    if !(3..=6).contains(&eye.len()) {
        return None;
    }
    let touched = |point: usize| {
        neighbors(size, point)
            .filter(|near| eye.contains(near))
            .count()
    };
    let mut counts: Vec<usize> = eye.iter().map(|&point| touched(point)).collect();
    counts.sort_unstable_by(|a, b| b.cmp(a));
    let known: [&[usize]; 6] = [
        &[2, 1, 1],
        &[3, 1, 1, 1],
        &[2, 2, 2, 2],
        &[3, 2, 2, 2, 1],
        &[4, 1, 1, 1, 1],
        &[4, 2, 2, 2, 1, 1],
    ];
    if !known.contains(&counts.as_slice()) {
        return None;
    }
    eye.iter()
        .copied()
        .find(|&point| touched(point) == counts[0])
}

#[cfg(test)]
mod tests {
    use super::*;

    fn points(size: Size, rows: &[&str]) -> Vec<usize> {
        let text: String = rows.concat();
        assert_eq!(text.len(), size.points());
        (0..text.len())
            .filter(|&p| text.as_bytes()[p] == b'x')
            .collect()
    }

    #[test]
    fn the_known_shapes_and_no_others() {
        let size = Size::square(4).unwrap();
        let dead = [
            ["xx..", "xx..", "....", "...."],
            [".x..", "xxx.", "....", "...."],
            ["xx..", "xxx.", "....", "...."],
            [".x..", "xxx.", ".x..", "...."],
            ["xx..", "xxx.", ".x..", "...."],
        ];
        for rows in dead {
            assert!(is_dead_shape(size, &points(size, &rows)), "{rows:?}");
        }
        let living = [
            ["xxxx", "....", "....", "...."],
            ["xxx.", "x...", "....", "...."],
            ["xx..", ".xx.", "....", "...."],
            ["xxxx", ".x..", "....", "...."],
            ["xxx.", "xxx.", "....", "...."],
            ["xxx.", "x.x.", "....", "...."],
            ["xxxx", "xx..", "....", "...."],
        ];
        for rows in living {
            assert!(!is_dead_shape(size, &points(size, &rows)), "{rows:?}");
        }
    }

    #[test]
    fn the_vital_point_is_the_middle() {
        let size = Size::square(4).unwrap();
        assert_eq!(vital_point(size, &[4, 5, 6]), Some(5));
        assert_eq!(vital_point(size, &[1, 4, 5, 6, 9]), Some(5));
        assert_eq!(vital_point(size, &[0, 1, 2, 3]), None);
        assert_eq!(vital_point(size, &[0, 1]), None);
    }
}
