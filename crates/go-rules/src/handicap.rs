use crate::Size;

/// The conventional points for `stones` handicap stones, those of the Go Text Protocol's `fixed_handicap` (G.
/// Farnebäck, GTP version 2 draft, section 4.1.1). `None` where there is no convention: fewer than two stones, more
/// than nine, more than four on boards with an even side or a side of 7, any on sides shorter than 7.
///
/// Stones are placed on the fourth line, on boards below 13 on the third. The convention is for square boards; on
/// others each direction is handled by its own length. Free placement needs no list: see
/// [`Position::with_handicap`](crate::Position::with_handicap).
///
/// ```
/// use go_rules::{Size, handicap_points};
///
/// let points = handicap_points(Size::NINETEEN, 3).unwrap();
/// let names: Vec<String> = points.iter().map(|&p| Size::NINETEEN.sgf(p)).collect();
/// assert_eq!(names, ["dp", "pd", "dd"]); // D4, Q16, D16
/// ```
#[must_use]
pub fn handicap_points(size: Size, stones: usize) -> Option<Vec<usize>> {
    let (cols, rows) = (size.cols(), size.rows());
    let odd = |side: usize| side % 2 == 1 && side > 7;
    let most = if odd(cols) && odd(rows) { 9 } else { 4 };
    if cols.min(rows) < 7 || !(2..=most).contains(&stones) {
        return None;
    }
    // The low, middle and high line, counted from the left and from the top.
    let lines = |side: usize| {
        let edge = if side < 13 { 2 } else { 3 };
        [edge, side / 2, side - 1 - edge]
    };
    let (xs, ys) = (lines(cols), lines(rows));
    const CORNERS: [(usize, usize); 4] = [(0, 2), (2, 0), (0, 0), (2, 2)];
    const SIDES: [(usize, usize); 4] = [(0, 1), (2, 1), (1, 0), (1, 2)];
    let sides = if stones < 6 { 0 } else { stones / 2 * 2 - 4 };
    let centre = (stones > 4 && stones % 2 == 1).then_some((1, 1));
    let places = CORNERS[..stones.min(4)]
        .iter()
        .chain(&SIDES[..sides])
        .chain(&centre);
    places.map(|&(x, y)| size.point(xs[x], ys[y])).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Move;

    #[test]
    fn the_table_of_the_protocol() {
        let rows = [
            (19, 2, "D4 Q16"),
            (19, 5, "D4 Q16 D16 Q4 K10"),
            (19, 6, "D4 Q16 D16 Q4 D10 Q10"),
            (19, 7, "D4 Q16 D16 Q4 D10 Q10 K10"),
            (19, 8, "D4 Q16 D16 Q4 D10 Q10 K16 K4"),
            (19, 9, "D4 Q16 D16 Q4 D10 Q10 K16 K4 K10"),
            (13, 4, "D4 K10 D10 K4"),
            (9, 5, "C3 G7 C7 G3 E5"),
            (8, 4, "C3 F6 C6 F3"),
        ];
        for (side, stones, expected) in rows {
            let size = Size::square(side).unwrap();
            let points = handicap_points(size, stones).unwrap();
            let names: Vec<String> = points.iter().map(|&p| size.gtp(Move::place(p))).collect();
            assert_eq!(names.join(" "), expected);
        }
    }

    #[test]
    fn where_there_is_no_custom() {
        for (side, stones) in [(19, 0), (19, 1), (19, 10), (6, 2), (8, 5), (7, 5), (1, 9)] {
            assert_eq!(handicap_points(Size::square(side).unwrap(), stones), None);
        }
    }
}
