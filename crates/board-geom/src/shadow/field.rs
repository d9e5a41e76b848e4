//! How deep in the shadow every pixel is.

use nalgebra::{SMatrix, SVector};

use super::bare_board::{BareBoard, brightness, log_value};
use super::step::{Light, SMOOTH, SPREAD, Samples, terms};
use crate::View;

/// Pixels along the side of a cell.
const CELL: usize = 2;
/// Terms of the surface whose zero is the edge: cubic in both directions, so that bands and patches are among them.
const CUBIC: usize = 10;
/// Weight of the prior that the edge is nowhere.
const NOWHERE: f32 = 0.02;
/// Newton's steps.
const STEPS: usize = 12;
/// Most that the surface says on a cell, in nats; and what a bare sample says.
const MOST: f32 = 3.0;
const SAMPLE: f32 = 8.0;
/// Widths of soft edges that are tried, in shares of the board's side.
const WIDTHS: [f32; 4] = [0.02, 0.04, 0.08, 0.12];

/// How deep in the shadow every cell of a view is, from 0 to 1.
pub(super) struct Field {
    cols: usize,
    depth: Vec<f32>,
}

impl Field {
    /// From the light on the bare board, the brightness of all cells, and the shape of the edge as a whole, which holds
    /// under pieces.
    pub(super) fn of(
        view: &View,
        board: &BareBoard<'_>,
        samples: &Samples<'_>,
        light: &Light,
    ) -> Self {
        let (width, height) = view.image.dimensions();
        let (cols, rows) = (
            (width as usize).div_ceil(CELL),
            (height as usize).div_ceil(CELL),
        );
        let layout = view.layout;
        let edge = edge(samples, light);
        let mut says = vec![0.0; cols * rows];
        let mut prior = vec![0.0; cols * rows];
        let scaled = |at: f32, n: usize| (2.0 * at + 1.0) / n as f32 - 1.0;
        let step = light.weights[SMOOTH];
        for (i, (says, prior)) in says.iter_mut().zip(&mut prior).enumerate() {
            let (px, py) = ((i % cols * CELL) as u32, (i / cols * CELL) as u32);
            let (c, r) = layout.to_board(px as f32 + 0.5, py as f32 + 0.5);
            let position = [scaled(c, layout.cols), scaled(r, layout.rows)];
            // Beside the board the edge goes on straight.
            let near = position.map(|v| v.clamp(-1.1, 1.1));
            *prior = edge.dot(&cubic(near)).clamp(-MOST, MOST);
            if position.iter().any(|v| v.abs() >= 1.0) {
                continue;
            }
            let Some(own) = (board.own)(c, r) else {
                continue;
            };
            let off = log_value(brightness(mean(view, px, py)))
                - own
                - light.weights.dot(&terms(position, 0.0));
            let [lit, shaded] = [off, off - step].map(|d| (d / SPREAD).powi(2));
            if lit.min(shaded) < 6.0 {
                *says = board.alone * (0.5 * (lit - shaded)).clamp(-1.0, 1.0);
            }
        }
        for (sample, shaded) in samples.bare.iter().zip(&light.shaded) {
            let (x, y) = layout.to_pixel(sample.at[0], sample.at[1]);
            let (x, y) = (x as usize / CELL, y as usize / CELL);
            if x < cols && y < rows {
                says[y * cols + x] = if *shaded { SAMPLE } else { -SAMPLE };
            }
        }
        let reach = (board.reach * layout.pitch / CELL as f32).round().max(1.0) as usize;
        blur(&mut says, cols, reach);
        blur(&mut says, cols, reach);
        // Where all cells agree they outweigh the prior, wherever samples are.
        let gain = 0.25 * ((2 * reach + 1) * (2 * reach + 1)) as f32;
        let depth = says
            .iter()
            .zip(prior)
            .map(|(says, prior)| sigmoid(gain * says + prior));
        let hard = Self {
            cols,
            depth: depth.collect(),
        };
        hard.softened(view, samples, light)
    }

    /// With the width of the edge that fits the light best.
    fn softened(self, view: &View, samples: &Samples<'_>, light: &Light) -> Self {
        let cost = |field: &Self| -> f32 {
            let all = samples.bare.iter().zip(&samples.positions);
            let cost = all.map(|(border, position)| {
                let depth = field.at(view, border.at);
                let off = (border.light - light.weights.dot(&terms(*position, depth))) / SPREAD;
                (off * off).min(9.0)
            });
            cost.sum()
        };
        let mut least = cost(&self);
        let mut best = None;
        for width in WIDTHS {
            let side = view.layout.pitch * view.layout.cols.max(view.layout.rows) as f32;
            let reach = (width * side / CELL as f32).round() as usize;
            let mut depth = self.depth.clone();
            blur(&mut depth, self.cols, reach);
            blur(&mut depth, self.cols, reach);
            let soft = Self {
                cols: self.cols,
                depth,
            };
            let now = cost(&soft);
            if now < least {
                (least, best) = (now, Some(soft));
            }
        }
        best.unwrap_or(self)
    }

    /// The depth at a column and row of the board.
    pub(super) fn at(&self, view: &View, [col, row]: [f32; 2]) -> f32 {
        let (x, y) = view.layout.to_pixel(col, row);
        self.at_pixel(x, y)
    }

    /// The depth at a pixel, between cells interpolated.
    pub(super) fn at_pixel(&self, x: f32, y: f32) -> f32 {
        let rows = self.depth.len() / self.cols;
        let middle = 0.5 * (CELL as f32 - 1.0);
        let place = |v: f32, n: usize| {
            let at = ((v - middle) / CELL as f32).clamp(0.0, (n - 1) as f32);
            let low = (at as usize).min(n.saturating_sub(2));
            (low, (low + 1).min(n - 1), at - low as f32)
        };
        let ((x0, x1, fx), (y0, y1, fy)) = (place(x, self.cols), place(y, rows));
        let at = |x: usize, y: usize| self.depth[y * self.cols + x];
        let upper = at(x0, y0) * (1.0 - fx) + at(x1, y0) * fx;
        let lower = at(x0, y1) * (1.0 - fx) + at(x1, y1) * fx;
        upper * (1.0 - fy) + lower * fy
    }
}

fn mean(view: &View, px: u32, py: u32) -> [f32; 3] {
    let (width, height) = view.image.dimensions();
    let mut sum = [0.0; 3];
    let mut count = 0.0;
    for y in py..(py + CELL as u32).min(height) {
        for x in px..(px + CELL as u32).min(width) {
            let pixel = view.image.get_pixel(x, y).0;
            sum = core::array::from_fn(|k| sum[k] + f32::from(pixel[k]));
            count += 1.0;
        }
    }
    sum.map(|v| v / f32::max(count, 1.0))
}

fn sigmoid(nats: f32) -> f32 {
    1.0 / (1.0 + (-nats).exp())
}

fn cubic([x, y]: [f32; 2]) -> SVector<f32, CUBIC> {
    SVector::from([
        1.0,
        x,
        y,
        x * x,
        x * y,
        y * y,
        x * x * x,
        x * x * y,
        x * y * y,
        y * y * y,
    ])
}

/// The surface that is positive in the shadow: a logistic regression of the sides (Newton's method, with a ridge).
fn edge(samples: &Samples<'_>, light: &Light) -> SVector<f32, CUBIC> {
    let mut weights = SVector::<f32, CUBIC>::zeros();
    for _ in 0..STEPS {
        let mut hessian = SMatrix::<f32, CUBIC, CUBIC>::identity() * NOWHERE;
        let mut slope = weights * -NOWHERE;
        for (position, shaded) in samples.positions.iter().zip(&light.shaded) {
            let terms = cubic(*position);
            let share = sigmoid(weights.dot(&terms));
            slope += terms * (f32::from(u8::from(*shaded)) - share);
            hessian += terms * terms.transpose() * (share * (1.0 - share)).max(1e-4);
        }
        let Some(cholesky) = hessian.cholesky() else {
            break;
        };
        weights += cholesky.solve(&slope);
    }
    weights
}

/// The mean over a square of cells, `reach` to all sides.
fn blur(values: &mut [f32], cols: usize, reach: usize) {
    let rows = values.len() / cols;
    let run = |line: &[f32]| -> Vec<f32> {
        let mut sums = vec![0.0];
        for v in line {
            sums.push(sums[sums.len() - 1] + v);
        }
        let of = |i: usize| {
            let (from, to) = (i.saturating_sub(reach), (i + reach + 1).min(line.len()));
            (sums[to] - sums[from]) / (to - from) as f32
        };
        (0..line.len()).map(of).collect()
    };
    for row in values.chunks_exact_mut(cols) {
        let blurred = run(row);
        row.copy_from_slice(&blurred);
    }
    for col in 0..cols {
        let line: Vec<f32> = (0..rows).map(|row| values[row * cols + col]).collect();
        for (row, v) in run(&line).into_iter().enumerate() {
            values[row * cols + col] = v;
        }
    }
}
