//! The colours of the points of one view in any light: logs of the three channels, which a stronger or weaker light
//! only shifts.

use board_geom::View;

use crate::features::{CELL, CORE, body, cross, median, pixels};

/// Red, green and blue as natural logs.
pub(crate) type Colour = [f64; 3];

/// Added to a channel before its log is taken, since ratios of dark values are noise.
const DARK: f32 = 8.0;
/// Least log distance of two colours.
const ALIKE: f64 = 0.03;

/// Measurements of the points of one view, row by row.
pub(crate) struct Colours {
    pub(crate) cols: usize,
    pub(crate) rows: usize,
    /// Colour at the centre of each point, where a stone would be visible.
    pub(crate) core: Vec<Colour>,
    /// Median colour of the cell centres around each point, where bare board is visible, though often in shadow.
    pub(crate) wood: Vec<Colour>,
    /// How much darker the lines are than the board beside them, in grey levels.
    pub(crate) cross: Vec<f64>,
    /// Log distance between the colour of the core and the nearest of the four adjacent cells: an empty point looks
    /// like a cell beside it, even in shadow or glare.
    pub(crate) apart: Vec<f64>,
}

impl Colours {
    pub(crate) fn measure(view: &View) -> Self {
        let (cols, rows) = (view.layout.cols, view.layout.rows);
        let mut cells = Vec::with_capacity((cols + 1) * (rows + 1));
        for j in 0..=rows {
            cells.extend((0..=cols).map(|i| disc(view, i as f32 - 0.5, j as f32 - 0.5, CELL)));
        }
        let cell = |i: usize, j: usize| cells[j * (cols + 1) + i];
        let mut all = Self {
            cols,
            rows,
            core: Vec::new(),
            wood: Vec::new(),
            cross: Vec::new(),
            apart: Vec::new(),
        };
        for row in 0..rows {
            for col in 0..cols {
                let (x, y) = body(view, col as f32, row as f32);
                let core = disc(view, x, y, CORE);
                let touching = [(0, 0), (1, 0), (0, 1), (1, 1)];
                let apart = touching.map(|(i, j)| distance(core, cell(col + i, row + j)));
                let least = apart.into_iter().fold(f64::INFINITY, f64::min);
                // Without the half cells outside the board, where the table may be visible.
                let around = |at: usize, n: usize| at.saturating_sub(1).max(1)..(at + 3).min(n);
                let near = around(row, rows)
                    .flat_map(|j| around(col, cols).map(move |i| (i, j)))
                    .map(|(i, j)| cell(i, j));
                let near: Vec<Colour> = near.collect();
                let wood = |channel: usize| {
                    let mut values: Vec<f32> = near.iter().map(|c| c[channel] as f32).collect();
                    f64::from(median(&mut values))
                };
                all.core.push(core);
                all.wood.push([wood(0), wood(1), wood(2)]);
                all.cross
                    .push(f64::from(cross(view, col as f32, row as f32)));
                all.apart.push((least + ALIKE).ln());
            }
        }
        all
    }
}

/// Median colour of a disc; lengths in grid units.
fn disc(view: &View, c: f32, r: f32, radius: f32) -> Colour {
    let raw = view.image.as_raw();
    let places: Vec<usize> = pixels(view, c, r, radius).collect();
    [0, 1, 2].map(|channel| {
        let values = places.iter().map(|&i| f32::from(raw[3 * i + channel]));
        f64::from((median(&mut values.collect::<Vec<_>>()) + DARK).ln())
    })
}

fn distance(a: Colour, b: Colour) -> f64 {
    let squares = a.iter().zip(b).map(|(a, b)| (a - b).powi(2));
    squares.sum::<f64>().sqrt()
}

/// The brightness of a colour, in grey levels.
pub(crate) fn brightness(colour: Colour) -> f64 {
    colour.map(f64::exp).iter().sum::<f64>() / 3.0
}
