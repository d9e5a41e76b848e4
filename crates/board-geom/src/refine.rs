//! Fits the grid to the ridge points by robust least squares.

use nalgebra::{DMatrix, DVector};

use crate::ridge::RidgePoint;
use crate::{Grid, Radial};

/// What a refinement achieved.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Fit {
    pub(crate) grid: Grid,
    /// Ridge points within tolerance of a line.
    pub(crate) inliers: usize,
    /// Root mean square distance of those, in pixels.
    pub(crate) rms: f64,
}

/// A ridge point and the grid line it belongs to.
struct Match {
    at: [f64; 2],
    /// Whether the line is a column (else a row), and its number.
    column: bool,
    number: f64,
    /// Pixels per grid unit across the line there.
    scale: f64,
}

/// Tolerance, in grid units, of a first fit near a board.
pub(crate) const COARSE: f64 = 0.2;
/// Tolerance, in grid units, of the last fit.
pub(crate) const FINE: f64 = 0.15;

/// Shares of the tolerance in one round after the other.
const TIGHTENING: [f64; 4] = [1.0, 0.8, 0.6, 0.5];
/// Least points in a fit.
const LEAST_POINTS: usize = 40;
/// Most grid units that a corner may move.
const ASTRAY: f64 = 4.0;
/// Points up to so many grid units beyond the outermost lines may belong to these.
const SLACK: f64 = 0.25;
/// Points nearer than this to both a column and a row, in grid units, are on a crossing, where directions blur.
const CROSSING: f64 = 0.1;
/// Most movement along a line, as a share of that across it, when a point moves along its ridge's normal.
const SKEW: f64 = 0.6;
/// Largest `|k1|` of a lens.
const MOST_DISTORTION: f64 = 0.5;
/// Residuals, in pixels, that are the ridges' own noise.
const LEAST_RESIDUAL: f64 = 0.15;
/// Levenberg–Marquardt damping, which keeps the equations solvable.
const DAMPING: f64 = 1e-6;
/// What the lens term must leave at most of the residual to be kept, and at least of the points.
const LENS: (f64, f64) = (0.95, 0.98);

/// Most points used in the fit; a board has a few thousand and more add nothing.
const MOST: usize = 3000;

/// Moves the grid's corners (and `k1`, if `lens`) so that ridge points within `tolerance` grid
/// units of a line lie on it. `None` when too few do or the fit runs away.
pub(crate) fn refine(
    points: &[RidgePoint],
    start: &Grid,
    tolerance: f64,
    lens: bool,
) -> Option<Fit> {
    let mut grid = *start;
    let mut rms = f64::INFINITY;
    let mut inliers = 0;
    for share in TIGHTENING {
        let tolerance = tolerance * share;
        let matches = assign(points, &grid, tolerance);
        inliers = matches.len();
        if inliers < LEAST_POINTS {
            return None;
        }
        let stride = inliers.div_ceil(MOST);
        let used: Vec<&Match> = matches.iter().step_by(stride).collect();
        (grid, rms) = gauss_newton(&used, &grid, lens)?;
    }
    let start_pitch = start.pitch().0;
    let moved = grid
        .corners()
        .iter()
        .zip(start.corners())
        .map(|(a, b)| (a[0] - b[0]).hypot(a[1] - b[1]))
        .fold(0.0, f64::max);
    (moved < ASTRAY * start_pitch && rms.is_finite()).then_some(Fit { grid, inliers, rms })
}

/// A fit with the lens term if that explains the points clearly better, else the one without it.
pub(crate) fn with_lens(points: &[RidgePoint], plain: Fit) -> Fit {
    let better = |bent: &Fit| {
        bent.rms < LENS.0 * plain.rms && bent.inliers as f64 >= LENS.1 * plain.inliers as f64
    };
    let bent = refine(points, &plain.grid, FINE, true);
    bent.filter(better).unwrap_or(plain)
}

/// Matches ridge points to grid lines: near one, parallel to it, and within the board.
fn assign(points: &[RidgePoint], grid: &Grid, tolerance: f64) -> Vec<Match> {
    let Some(to_board) = grid.photo_to_board() else {
        return Vec::new();
    };
    let (last_col, last_row) = ((grid.cols - 1) as f64, (grid.rows - 1) as f64);
    let mut matches = Vec::new();
    for p in points {
        let at = [f64::from(p.x), f64::from(p.y)];
        let [c, r] = to_board(at);
        if !(c > -SLACK && r > -SLACK && c < last_col + SLACK && r < last_row + SLACK) {
            continue;
        }
        let (near_col, near_row) = (
            c.round().clamp(0.0, last_col),
            r.round().clamp(0.0, last_row),
        );
        let (off_col, off_row) = ((c - near_col).abs(), (r - near_row).abs());
        let column = off_col < off_row;
        if off_col.min(off_row) > tolerance || off_col.max(off_row) < CROSSING {
            // Far from lines, or on a crossing, where directions blur.
            continue;
        }
        // One pixel along the ridge's normal must move mostly across that line.
        let [nx, ny] = p.across.map(f64::from);
        let [c1, r1] = to_board([at[0] + nx, at[1] + ny]);
        let (across, along) = if column {
            (c1 - c, r1 - r)
        } else {
            (r1 - r, c1 - c)
        };
        if along.abs() > SKEW * across.abs() || across.abs() < 1e-6 {
            continue;
        }
        let number = if column { near_col } else { near_row };
        matches.push(Match {
            at,
            column,
            number,
            scale: 1.0 / across.abs(),
        });
    }
    matches
}

/// Gauss–Newton on the eight corner coordinates and `k1`, with Cauchy weights.
fn gauss_newton(matches: &[&Match], start: &Grid, lens: bool) -> Option<(Grid, f64)> {
    let with = |parameters: &[f64]| with_parameters(start, parameters);
    let frame = start.lens_frame();
    // Taking the distortion out is most of the work, and only `k1` changes it: once for all that moves corners.
    let undistorted = |grid: &Grid| -> Vec<[f64; 2]> {
        let points = matches.iter();
        points.map(|m| frame.undistort(grid.lens, m.at)).collect()
    };
    let residuals = |grid: &Grid, points: &[[f64; 2]]| -> Option<Vec<f64>> {
        let map = grid.undistorted_to_board()?;
        let off = matches.iter().zip(points).map(|(m, &p)| {
            let [c, r] = map(p);
            (if m.column { c } else { r } - m.number) * m.scale
        });
        Some(off.collect())
    };
    let ideal = Grid {
        lens: Radial::default(),
        ..*start
    };
    let mut parameters: Vec<f64> = ideal.corners().into_iter().flatten().collect();
    parameters.push(start.lens.k1);
    let free = if lens { 9 } else { 8 };
    let mut grid = with(&parameters)?;
    let mut points = undistorted(&grid);
    let mut now = residuals(&grid, &points)?;
    for _ in 0..3 {
        let mut jacobian = DMatrix::zeros(now.len(), free);
        for k in 0..free {
            let step = if k == 8 { 1e-4 } else { 1e-2 };
            let mut moved = parameters.clone();
            moved[k] += step;
            let moved = with(&moved)?;
            let then = match k {
                8 => residuals(&moved, &undistorted(&moved)),
                _ => residuals(&moved, &points),
            };
            for (i, (a, b)) in then?.iter().zip(&now).enumerate() {
                jacobian[(i, k)] = (a - b) / step;
            }
        }
        let delta = cauchy_step(&jacobian, &now)?;
        for k in 0..free {
            parameters[k] -= delta[k];
        }
        if parameters[8].abs() > MOST_DISTORTION {
            return None;
        }
        grid = with(&parameters)?;
        if lens {
            points = undistorted(&grid);
        }
        now = residuals(&grid, &points)?;
    }
    let rms = (now.iter().map(|r| r * r).sum::<f64>() / now.len() as f64).sqrt();
    Some((grid, rms))
}

/// A grid like another, with its corners and `k1` as parameters: x and y of four corners, then `k1`.
fn with_parameters(like: &Grid, parameters: &[f64]) -> Option<Grid> {
    let corners = std::array::from_fn(|i| [parameters[2 * i], parameters[2 * i + 1]]);
    let grid = Grid::from_corners(corners, like.cols, like.rows, like.photo).ok()?;
    Some(Grid {
        lens: Radial { k1: parameters[8] },
        ..grid
    })
}

/// The step of the weighted least squares: residuals weigh less the larger they are against their median.
fn cauchy_step(jacobian: &DMatrix<f64>, residuals: &[f64]) -> Option<DVector<f64>> {
    let scale = 2.0 * median_abs(residuals).max(LEAST_RESIDUAL);
    let weights = residuals.iter().map(|r| 1.0 / (1.0 + (r / scale).powi(2)));
    let mut weighted = jacobian.clone();
    for (i, w) in weights.enumerate() {
        weighted.row_mut(i).scale_mut(w);
    }
    let mut normal = weighted.transpose() * jacobian;
    for k in 0..normal.nrows() {
        normal[(k, k)] *= 1.0 + DAMPING;
    }
    let right = weighted.transpose() * DVector::from_column_slice(residuals);
    Some(normal.cholesky()?.solve(&right))
}

fn median_abs(values: &[f64]) -> f64 {
    let mut v: Vec<f64> = values.iter().map(|x| x.abs()).collect();
    let middle = v.len() / 2;
    if v.is_empty() {
        0.0
    } else {
        *v.select_nth_unstable_by(middle, f64::total_cmp).1
    }
}
