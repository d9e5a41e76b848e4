//! Fits the grid to the ridge points by robust least squares.

use nalgebra::{Matrix3, SMatrix, SVector};

use crate::lens::LensFrame;
use crate::ridge::RidgePoint;
use crate::{Grid, Radial, parallel};

/// The result of a fit.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Fit {
    pub(crate) grid: Grid,
    /// Number of ridge points within tolerance of a line.
    pub(crate) inliers: usize,
    /// Root mean square distance of these points from their lines, in pixels.
    pub(crate) rms: f64,
}

/// A ridge point with the lens distortion removed.
#[derive(Clone, Copy)]
struct Ideal {
    at: [f64; 2],
    /// Movement of the undistorted point when the seen one moves by a pixel along its ridge's normal.
    across: [f64; 2],
    /// Its position in the photo.
    seen: [f64; 2],
}

/// A ridge point and the grid line it belongs to.
struct Match {
    at: [f64; 2],
    seen: [f64; 2],
    /// Whether the line is a column (else a row), and its number.
    column: bool,
    number: f64,
    /// Pixels a grid unit across the line, at the point.
    scale: f64,
}

/// Tolerance of a first fit, in grid units.
pub(crate) const COARSE: f64 = 0.2;
/// Tolerance of the last fit, in grid units.
pub(crate) const FINE: f64 = 0.15;

/// Fraction of the tolerance used in each round.
const TIGHTENING: [f64; 4] = [1.0, 0.8, 0.6, 0.5];
/// Least number of points in a fit.
const LEAST_POINTS: usize = 40;
/// Largest movement of a corner, in grid units.
const ASTRAY: f64 = 4.0;
/// Points up to this many grid units beyond the outermost lines may belong to them.
const SLACK: f64 = 0.25;
/// Points farther than this many grid units beyond the outermost lines are ignored.
const FAR: f64 = 1.0;
/// Points nearer than this to both a column and a row, in grid units, are at a crossing, where directions blur.
const CROSSING: f64 = 0.1;
/// Largest movement along a line, relative to that across it, when a point moves along its ridge's normal.
const SKEW: f64 = 0.6;
/// Largest `|k1|` of a lens.
const MOST_DISTORTION: f64 = 0.5;
/// Residuals below this, in pixels, are the noise of the ridges.
const LEAST_RESIDUAL: f64 = 0.15;
/// Levenberg–Marquardt damping, which keeps the equations solvable.
const DAMPING: f64 = 1e-6;
/// The lens distortion is kept if it lowers the residual to at most the first fraction and keeps at least the second
/// fraction of the points.
const LENS: (f64, f64) = (0.95, 0.98);

/// Points that are worth a thread.
const GRAIN: usize = 4000;
/// Most points used in a fit; more do not improve it.
const MOST: usize = 2000;
/// Most Gauss–Newton steps in a round, and the movement of the corners, in pixels, below which the fit has converged.
const STEPS: usize = 3;
const STILL: f64 = 1e-3;

/// Moves the corners of the grid (and `k1`, if `lens`) so that ridge points within `tolerance` grid units of a line lie
/// on it. `None` if too few points match or the fit diverges.
pub(crate) fn refine(
    points: &[RidgePoint],
    start: &Grid,
    tolerance: f64,
    lens: bool,
) -> Option<Fit> {
    let mut grid = *start;
    let mut rms = f64::INFINITY;
    let mut inliers = 0;
    let mut near: Vec<RidgePoint> = Vec::new();
    let mut ideal: Vec<Ideal> = Vec::new();
    for (round, share) in TIGHTENING.into_iter().enumerate() {
        // Removing the distortion is most of the work, and only `k1` changes it.
        if round == 0 {
            (near, ideal) = around(points, &grid)?;
        } else if lens {
            ideal = near.iter().map(self::ideal(&grid)).collect();
        }
        let matches = assign(&ideal, &grid, tolerance * share)?;
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

/// A fit with lens distortion if it explains the points clearly better, else the one without.
pub(crate) fn with_lens(points: &[RidgePoint], plain: Fit) -> Fit {
    let better = |bent: &Fit| {
        bent.rms < LENS.0 * plain.rms && bent.inliers as f64 >= LENS.1 * plain.inliers as f64
    };
    let bent = refine(points, &plain.grid, FINE, true);
    bent.filter(better).unwrap_or(plain)
}

/// A function from ridge points to those without the lens distortion of a grid.
fn ideal(grid: &Grid) -> impl Fn(&RidgePoint) -> Ideal + use<> {
    let (frame, lens) = (grid.lens_frame(), grid.lens);
    move |p| {
        let seen = [f64::from(p.x), f64::from(p.y)];
        let (at, across) = frame.undistort_step(lens, seen, p.across.map(f64::from));
        Ideal { at, across, seen }
    }
}

/// The points on the board, or not [far](FAR) from it.
fn around(points: &[RidgePoint], grid: &Grid) -> Option<(Vec<RidgePoint>, Vec<Ideal>)> {
    let map = grid.undistorted_to_board()?;
    let within = |v: f64, lines: usize| v > -FAR && v < (lines - 1) as f64 + FAR;
    let ideal = ideal(grid);
    let near = |point: &RidgePoint| {
        let ideal = ideal(point);
        let [c, r] = map(ideal.at);
        (within(c, grid.cols) && within(r, grid.rows)).then_some((*point, ideal))
    };
    let near = parallel::collect(points.len(), GRAIN, |part| {
        points[part].iter().filter_map(near).collect()
    });
    Some(near.into_iter().unzip())
}

/// Matches ridge points to grid lines: near the line, parallel to it, and within the board.
fn assign(points: &[Ideal], grid: &Grid, tolerance: f64) -> Option<Vec<Match>> {
    let to_board = grid.undistorted_to_board()?;
    let (last_col, last_row) = ((grid.cols - 1) as f64, (grid.rows - 1) as f64);
    let mut matches = Vec::new();
    for p in points {
        let [c, r] = to_board(p.at);
        if !(c > -SLACK && r > -SLACK && c < last_col + SLACK && r < last_row + SLACK) {
            continue;
        }
        let nearest = |v: f64, last: f64| f64::from((v + 0.5) as i32).min(last);
        let (near_col, near_row) = (nearest(c, last_col), nearest(r, last_row));
        let (off_col, off_row) = ((c - near_col).abs(), (r - near_row).abs());
        let column = off_col < off_row;
        if off_col.min(off_row) > tolerance || off_col.max(off_row) < CROSSING {
            // Too far from any line, or at a crossing, where directions blur.
            continue;
        }
        // One pixel along the ridge's normal must move mostly across the line.
        let [c1, r1] = to_board([p.at[0] + p.across[0], p.at[1] + p.across[1]]);
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
            at: p.at,
            seen: p.seen,
            column,
            number,
            scale: 1.0 / across.abs(),
        });
    }
    Some(matches)
}

/// Parameters of a fit: x and y of the four undistorted corners, then `k1`.
const PARAMETERS: usize = 9;
type Parameters = SVector<f64, PARAMETERS>;

/// Gauss–Newton on the eight corner coordinates and `k1`, with Cauchy weights.
fn gauss_newton(matches: &[&Match], start: &Grid, lens: bool) -> Option<(Grid, f64)> {
    let frame = start.lens_frame();
    let ideal = Grid {
        lens: Radial::default(),
        ..*start
    };
    let mut parameters = Parameters::zeros();
    for (i, v) in ideal.corners().into_iter().flatten().enumerate() {
        parameters[i] = v;
    }
    parameters[PARAMETERS - 1] = start.lens.k1;
    let mut fit = Linear::at(start, &parameters)?;
    let mut points: Vec<[f64; 2]> = matches.iter().map(|m| m.at).collect();
    let mut now = fit.residuals(matches, &points);
    for _ in 0..STEPS {
        let bent = lens.then(|| fit.bent(matches, &frame, &now));
        let delta = fit.cauchy_step(matches, &points, &now, bent.as_deref())?;
        parameters -= delta;
        if parameters[PARAMETERS - 1].abs() > MOST_DISTORTION {
            return None;
        }
        fit = Linear::at(start, &parameters)?;
        if lens {
            let seen = matches.iter();
            points = seen
                .map(|m| frame.undistort(fit.grid.lens, m.seen))
                .collect();
        }
        now = fit.residuals(matches, &points);
        if !lens && delta.amax() < STILL {
            break;
        }
    }
    let rms = (now.iter().map(|r| r * r).sum::<f64>() / now.len() as f64).sqrt();
    Some((fit.grid, rms))
}

/// A grid, and the derivatives of its map by its corners.
struct Linear {
    grid: Grid,
    /// Undistorted pixels to board coordinates.
    to_board: Matrix3<f64>,
    /// Derivatives of `to_board` by the coordinates of the corners.
    derivatives: [Matrix3<f64>; PARAMETERS - 1],
}

impl Linear {
    /// Linearises the grid at these parameters; size and photo are those of `like`.
    fn at(like: &Grid, parameters: &Parameters) -> Option<Self> {
        const STEP: f64 = 1e-2;
        let grid = with_parameters(like, parameters)?;
        let to_board = grid.map.0.try_inverse()?;
        let mut derivatives = [Matrix3::zeros(); PARAMETERS - 1];
        for (k, derivative) in derivatives.iter_mut().enumerate() {
            let mut moved = *parameters;
            moved[k] += STEP;
            let moved = with_parameters(like, &moved)?.map.0.try_inverse()?;
            *derivative = (moved - to_board) / STEP;
        }
        Some(Self {
            grid,
            to_board,
            derivatives,
        })
    }

    /// Distances of points from their lines, in pixels.
    fn residuals(&self, matches: &[&Match], points: &[[f64; 2]]) -> Vec<f64> {
        let pairs = matches.iter().zip(points);
        let off = pairs.map(|(m, &p)| self.residual(m, p));
        off.collect()
    }

    fn residual(&self, m: &Match, p: [f64; 2]) -> f64 {
        let row = usize::from(!m.column);
        (along(&self.to_board, row, p) / along(&self.to_board, 2, p) - m.number) * m.scale
    }

    /// Derivatives of the residuals by `k1`.
    fn bent(&self, matches: &[&Match], frame: &LensFrame, now: &[f64]) -> Vec<f64> {
        const STEP: f64 = 1e-4;
        let lens = Radial {
            k1: self.grid.lens.k1 + STEP,
        };
        let pairs = matches.iter().zip(now);
        let steps = pairs.map(|(m, now)| {
            let then = self.residual(m, frame.undistort(lens, m.seen));
            (then - now) / STEP
        });
        steps.collect()
    }

    /// One step of weighted least squares. Residuals get less weight the larger they are compared with their median.
    /// `k1` is moved if its derivatives, `bent`, are given.
    fn cauchy_step(
        &self,
        matches: &[&Match],
        points: &[[f64; 2]],
        residuals: &[f64],
        bent: Option<&[f64]>,
    ) -> Option<Parameters> {
        let scale = 2.0 * median_abs(residuals).max(LEAST_RESIDUAL);
        let mut normal = SMatrix::<f64, PARAMETERS, PARAMETERS>::zeros();
        let mut right = Parameters::zeros();
        for (i, (m, &p)) in matches.iter().zip(points).enumerate() {
            let row = usize::from(!m.column);
            let depth = along(&self.to_board, 2, p);
            let place = along(&self.to_board, row, p) / depth;
            let pixels = m.scale / depth;
            let mut slope = [0.0; PARAMETERS];
            for (slope, derivative) in slope.iter_mut().zip(&self.derivatives) {
                *slope = (along(derivative, row, p) - place * along(derivative, 2, p)) * pixels;
            }
            slope[PARAMETERS - 1] = bent.map_or(0.0, |bent| bent[i]);
            let weight = 1.0 / (1.0 + (residuals[i] / scale).powi(2));
            for (j, a) in slope.iter().enumerate() {
                let weighted = weight * a;
                right[j] += weighted * residuals[i];
                for (k, b) in slope[..=j].iter().enumerate() {
                    normal[(j, k)] += weighted * b;
                }
            }
        }
        for k in 0..PARAMETERS {
            normal[(k, k)] *= 1.0 + DAMPING;
        }
        if bent.is_none() {
            normal[(PARAMETERS - 1, PARAMETERS - 1)] = 1.0;
        }
        normal.fill_upper_triangle_with_lower_triangle();
        Some(normal.cholesky()?.solve(&right))
    }
}

/// One homogeneous coordinate of the image of a point.
fn along(map: &Matrix3<f64>, row: usize, p: [f64; 2]) -> f64 {
    map[(row, 0)] * p[0] + map[(row, 1)] * p[1] + map[(row, 2)]
}

/// A grid with these parameters; size and photo are those of `like`.
fn with_parameters(like: &Grid, parameters: &Parameters) -> Option<Grid> {
    let corners = std::array::from_fn(|i| [parameters[2 * i], parameters[2 * i + 1]]);
    let grid = Grid::from_corners(corners, like.cols, like.rows, like.photo).ok()?;
    Some(Grid {
        lens: Radial {
            k1: parameters[PARAMETERS - 1],
        },
        ..grid
    })
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
