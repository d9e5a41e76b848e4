//! The colours of the points of one view, under whatever lamp: logs of the three channels, which a stronger or weaker
//! light only shifts.

use board_geom::View;

use crate::features::{CELL, CORE, body, cross, median, pixels};

/// Red, green and blue as natural logs.
pub(crate) type Colour = [f64; 3];

/// Added to a channel before its log is taken: in the dark ratios are noise.
const DARK: f32 = 8.0;
/// Least distance of two colours that counts, as a log.
const ALIKE: f64 = 0.03;

/// What one view shows of its points, row by row.
pub(crate) struct Colours {
    pub(crate) cols: usize,
    pub(crate) rows: usize,
    /// The middle of each point, where a stone would be seen.
    pub(crate) core: Vec<Colour>,
    /// Median of the middles of the cells around each point, where bare board is seen, if mostly in shadow.
    pub(crate) wood: Vec<Colour>,
    /// How much darker the lines are than the board beside them, in grey levels.
    pub(crate) cross: Vec<f64>,
    /// Log of the distance of the core's colour from the nearest of the four cells that touch the point: bare
    /// points look like a cell beside them, be it in shadow or in glare.
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
                // Without the half cells outside the board, where the table may show.
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

/// Median colour of a disc in grid units.
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

/// The brightness that a colour stands for, in grey levels.
pub(crate) fn brightness(colour: Colour) -> f64 {
    colour.map(f64::exp).iter().sum::<f64>() / 3.0
}
