//! Warnings of boards that are partly outside the photo.

use std::path::PathBuf;

use board_geom::Grid;

use crate::sensor::outside;
use crate::warning::{Warning, WarningKind};

/// Warns of each photo in which more lines of the board are outside than in all photos before.
pub(crate) fn warn<'a>(
    seen: impl Iterator<Item = (&'a Grid, &'a PathBuf)>,
    warnings: &mut Vec<Warning>,
) {
    let mut most = 0;
    for (grid, photo) in seen {
        let lines = lines(&outside(grid), grid.cols);
        if lines > most {
            most = lines;
            warnings.push(WarningKind::BoardOutside { lines }.at(Some(photo.clone())));
        }
    }
}

/// Number of lines, along rows or along columns, with a point outside.
fn lines(outside: &[bool], cols: usize) -> usize {
    let rows = outside
        .chunks(cols)
        .filter(|row| row.contains(&true))
        .count();
    let columns = (0..cols)
        .filter(|col| outside.iter().skip(*col).step_by(cols).any(|o| *o))
        .count();
    // One column outside has a point in every row, so the smaller number counts.
    rows.min(columns)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A board of 9 lines, 20 pixels apart, `left` pixels from the left edge.
    fn grid(left: f64) -> Grid {
        let [l, r, t, b] = [left, left + 160.0, 20.0, 180.0];
        Grid::from_corners([[l, t], [r, t], [r, b], [l, b]], 9, 9, (400, 200)).unwrap()
    }

    #[test]
    fn points_near_the_edge_are_outside() {
        for (left, columns) in [(30.0, 0), (5.0, 0), (3.0, 1), (-30.0, 2), (-90.0, 5)] {
            let outside = outside(&grid(left));
            assert_eq!(
                outside.iter().filter(|o| **o).count(),
                9 * columns,
                "{left}"
            );
            assert_eq!(lines(&outside, 9), columns);
        }
    }

    #[test]
    fn only_a_new_maximum_is_warned_of() {
        let photos: Vec<PathBuf> = (0..5).map(|i| format!("{i}.jpg").into()).collect();
        let mut warnings = Vec::new();
        let grids = [30.0, -15.0, -15.0, 30.0, -35.0].map(grid);
        warn(grids.iter().zip(&photos), &mut warnings);
        let outside = |lines, photo: usize| {
            WarningKind::BoardOutside { lines }.at(Some(photos[photo].clone()))
        };
        assert_eq!(warnings, [outside(1, 1), outside(2, 4)]);
    }
}
