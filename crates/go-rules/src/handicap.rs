/// The fixed handicap points for 2 to 9 stones on 7×7 boards and larger odd ones (2 to 4 on even
/// ones), in the order of placement GTP 2 prescribes; `None` where there are none.
///
/// Points are indices `row · size + column` from the top-left.
#[must_use]
pub fn handicap_points(size: usize, stones: usize) -> Option<Vec<usize>> {
    let most = match size {
        7 => 4,
        8.. if size % 2 == 1 => 9,
        8.. => 4,
        _ => 0,
    };
    if !(2..=most).contains(&stones) || size > 25 {
        return None;
    }
    let (near, middle) = (if size < 13 { 2 } else { 3 }, size / 2);
    let far = size - 1 - near;
    let at = |col: usize, row: usize| row * size + col;
    // Corners: lower left, upper right, upper left, lower right; then sides, then the centre.
    let corners = [at(near, far), at(far, near), at(near, near), at(far, far)];
    let left_right = [at(near, middle), at(far, middle)];
    let up_down = [at(middle, near), at(middle, far)];
    let mut points: Vec<usize> = corners.into_iter().take(stones.min(4)).collect();
    if stones >= 6 {
        points.extend(left_right);
    }
    if stones >= 8 {
        points.extend(up_down);
    }
    if stones >= 5 && stones % 2 == 1 {
        points.push(at(middle, middle));
    }
    Some(points)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_number_of_stones_gets_that_many_points() {
        for size in [9, 13, 19] {
            for stones in 2..=9 {
                let mut points = handicap_points(size, stones).unwrap();
                points.sort_unstable();
                points.dedup();
                assert_eq!(points.len(), stones);
            }
        }
        // D4 and Q16 on 19×19.
        assert_eq!(handicap_points(19, 2).unwrap(), [15 * 19 + 3, 3 * 19 + 15]);
        assert_eq!(handicap_points(8, 5), None);
        assert_eq!(handicap_points(5, 2), None);
        assert_eq!(handicap_points(19, 1), None);
    }
}
