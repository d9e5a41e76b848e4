//! Neighbours on the grid.

use go_rules::Size;

/// The points adjacent to `point`, in the order above, left, right, below.
pub(crate) fn neighbors(size: Size, point: usize) -> impl Iterator<Item = usize> {
    let (col, row) = size.col_row(point);
    [
        (col, row.wrapping_sub(1)),
        (col.wrapping_sub(1), row),
        (col + 1, row),
        (col, row + 1),
    ]
    .into_iter()
    .filter_map(move |(col, row)| size.point(col, row))
}

/// The connected parts of the points with a `Some` label, where adjacent points are connected if their labels are
/// equal. Each part has its label and its points, ascending; parts are in order of their first points.
pub(crate) fn parts<L: Copy + PartialEq>(
    size: Size,
    label: impl Fn(usize) -> Option<L>,
) -> Vec<(L, Vec<usize>)> {
    let mut seen = vec![false; size.points()];
    let mut parts = Vec::new();
    for start in 0..size.points() {
        let Some(own) = label(start).filter(|_| !seen[start]) else {
            continue;
        };
        seen[start] = true;
        let mut part = vec![start];
        let mut next = 0;
        while let Some(&point) = part.get(next) {
            next += 1;
            for near in neighbors(size, point) {
                if !seen[near] && label(near) == Some(own) {
                    seen[near] = true;
                    part.push(near);
                }
            }
        }
        part.sort_unstable();
        parts.push((own, part));
    }
    parts
}
