//! Evidence that the borders of a lattice's squares are steps between light and dark, and the window of the lattice
//! that is the board.
//!
//! A step has a sign, which on a chequered board alternates from border to border along a line and from line to line,
//! but not outside. Pieces hide steps and add others, but these do not alternate.

use super::plane::Plane;

/// Evidence from the signed contrasts across the borders of squares.
pub(super) struct Steps {
    /// Lattice number (column, row) of index 0.
    first: [i32; 2],
    /// Number of columns and rows of lattice points.
    extent: [usize; 2],
    /// Log-likelihood ratios of "inside a board" to "outside" for the borders from point (c, r) to (c, r + 1), and to
    /// (c + 1, r), row by row.
    inside: [Vec<f32>; 2],
    /// The same for "the rim of a board": with the board right of or below the border, and left of or above it.
    rim: [Vec<f32>; 2],
}

/// A square window of the lattice: a candidate board.
#[derive(Clone, Copy, Debug)]
pub(super) struct Window {
    /// Lattice numbers (column, row) of the first corner.
    pub(super) first: [i32; 2],
    /// Squares a side.
    pub(super) size: usize,
    /// Sum of the log-likelihood ratios.
    pub(super) score: f32,
    /// Mean ratio of the inner borders, at most [`RIGHT`]: that of the vertical or of the horizontal borders, whichever
    /// is less, since a board needs both.
    pub(super) mean: f32,
    /// `score` minus that of the best other window.
    pub(super) margin: f32,
}

impl Window {
    /// Whether the first corner is an even lattice point (column + row even).
    pub(super) fn is_even(&self) -> bool {
        (self.first[0] + self.first[1]).rem_euclid(2) == 0
    }
}

/// Log-likelihood ratio of "between two squares of the board" for a full step of the expected sign.
pub(super) const RIGHT: f32 = 1.2;
/// The ratio for no step at all, where the surface is plain.
const NONE: f32 = -1.0;
/// The ratio for a sample that is neither: a piece or hand inside the board, or clutter beside it.
const UNCLEAR: f32 = -0.35;
/// The ratio for a sample outside the photo.
const OUTSIDE: f32 = -0.6;
/// The ratios of a rim with and without a step of the sign expected from the square inside. Against a plain frame as
/// light as the light squares, half of the rim has no step.
const RIM: (f32, f32) = (0.4, -0.25);
/// Distance from a border at which its two sides are compared, in squares.
const ASIDE: f64 = 0.14;
/// Added to both sides of a contrast, in grey levels, so that noise in dark areas does not count as contrast.
const DARK: f32 = 12.0;
/// Number of samples along a border.
const SAMPLES: usize = 7;
/// Start and extent of the samples along a border, in squares.
const INNER: (f64, f64) = (0.16, 0.68);
/// The step, in units of the board's contrast, from which it is more likely right than wrong, and how much more makes
/// it certainly right.
const RIGHT_STEPS: (f32, f32) = (0.15, 0.5);
/// Steps and spreads below this, in units of the board's contrast, mean a plain surface.
const PLAIN: f32 = 0.25;
/// Least step at the rim, in units of the board's contrast: half the difference between the squares, averaged over both
/// colours of square.
const RIM_STEP: f32 = 0.3;

/// The measurement at one border.
#[derive(Clone, Copy)]
enum Seen {
    /// Outside the photo, or too small.
    Nothing,
    /// Median signed contrast, and the median deviation from it.
    Contrast(f32, f32),
}

impl Steps {
    /// Gathers the evidence for lattice points `columns` × `rows` under `map` (lattice → pixels, `None` behind the
    /// camera). `certain` are points with a crossing: they determine the contrast of this board. `even_light` is
    /// whether the squares right of and below the even lattice points (column + row even) are light.
    pub(super) fn gather(
        plane: &Plane,
        map: &dyn Fn(f64, f64) -> Option<[f64; 2]>,
        columns: std::ops::Range<i32>,
        rows: std::ops::Range<i32>,
        certain: [(i32, i32); 2],
        even_light: bool,
    ) -> Option<Self> {
        let extent = [columns.len(), rows.len()];
        let mut seen: [Vec<Seen>; 2] = [Vec::new(), Vec::new()];
        let mut typical = Vec::new();
        for row in rows.clone() {
            for col in columns.clone() {
                let (c, r) = (f64::from(col), f64::from(row));
                let light = ((col + row).rem_euclid(2) == 0) == even_light;
                let sign = if light { 1.0 } else { -1.0 };
                let sides = |along: [f64; 2], across: [f64; 2]| {
                    border(plane, map, [c, r], along, across, sign)
                };
                let both = [sides([0.0, 1.0], [1.0, 0.0]), sides([1.0, 0.0], [0.0, 1.0])];
                for k in 0..2 {
                    seen[k].push(both[k]);
                    let among = (certain[0].0..=certain[0].1).contains(&col)
                        && (certain[1].0..=certain[1].1).contains(&row);
                    if let (true, Seen::Contrast(step, _)) = (among, both[k]) {
                        typical.push(step);
                    }
                }
            }
        }
        // The contrast of this board: what most borders between certain points reach, since pieces may hide some.
        if typical.is_empty() {
            return None;
        }
        let nth = typical.len() * 2 / 3;
        let contrast = *typical.select_nth_unstable_by(nth, f32::total_cmp).1;
        if contrast < LEAST {
            return None;
        }
        let judge = |seen: &Seen| match *seen {
            Seen::Nothing => OUTSIDE,
            Seen::Contrast(step, spread) => inside(step / contrast, spread / contrast),
        };
        let judge_rim = |seen: &Seen| match *seen {
            Seen::Nothing => 0.0,
            Seen::Contrast(step, _) if step > RIM_STEP * contrast => RIM.0,
            Seen::Contrast(..) => RIM.1,
        };
        Some(Self {
            first: [columns.start, rows.start],
            extent,
            inside: [0, 1].map(|k| seen[k].iter().map(judge).collect()),
            rim: [0, 1].map(|k| seen[k].iter().map(judge_rim).collect()),
        })
    }

    /// The best window of `size` squares a side, if one fits.
    pub(super) fn best_window(&self, size: usize) -> Option<Window> {
        let [w, h] = self.extent;
        let mut all = Vec::new();
        for r in 0..h.saturating_sub(size) {
            for c in 0..w.saturating_sub(size) {
                let first = [self.first[0] + c as i32, self.first[1] + r as i32];
                all.extend(self.window(first, size));
            }
        }
        let best = *all.iter().max_by(|a, b| a.score.total_cmp(&b.score))?;
        let rival = all
            .iter()
            .filter(|o| o.first != best.first)
            .map(|o| o.score)
            .fold(0.0, f32::max);
        Some(Window {
            margin: best.score - rival,
            ..best
        })
    }

    /// The evidence for one window, without its margin; `None` if it reaches beyond the gathered evidence.
    pub(super) fn window(&self, first: [i32; 2], size: usize) -> Option<Window> {
        let c = usize::try_from(first[0] - self.first[0]).ok()?;
        let r = usize::try_from(first[1] - self.first[1]).ok()?;
        if c + size >= self.extent[0] || r + size >= self.extent[1] {
            return None;
        }
        let at = |values: &[f32], c: usize, r: usize| values[r * self.extent[0] + c];
        let (mut between, mut rim) = ([0.0; 2], 0.0);
        for k in 0..size {
            for n in 1..size {
                between[0] += at(&self.inside[0], c + n, r + k);
                between[1] += at(&self.inside[1], c + k, r + n);
            }
            for n in [0, size] {
                rim += at(&self.rim[0], c + n, r + k) + at(&self.rim[1], c + k, r + n);
            }
        }
        Some(Window {
            first,
            size,
            score: between[0] + between[1] + rim,
            mean: between[0].min(between[1]) / (size * (size - 1)) as f32,
            margin: 0.0,
        })
    }
}

/// Least contrast (difference over sum) of a board.
const LEAST: f32 = 0.025;

/// Log-likelihood ratio of a step and its spread, both in units of the board's contrast.
fn inside(step: f32, spread: f32) -> f32 {
    let right = ((step - RIGHT_STEPS.0) / RIGHT_STEPS.1).clamp(0.0, 1.0);
    let missing = if step.abs() < PLAIN && spread < PLAIN {
        NONE
    } else {
        UNCLEAR
    };
    right * RIGHT + (1.0 - right) * missing
}

/// The steps at [`SAMPLES`] positions along the border that starts at `at` and runs along `along`.
fn border(
    plane: &Plane,
    map: &dyn Fn(f64, f64) -> Option<[f64; 2]>,
    at: [f64; 2],
    along: [f64; 2],
    across: [f64; 2],
    sign: f32,
) -> Seen {
    let mut steps = [0.0f32; SAMPLES];
    for (k, step) in steps.iter_mut().enumerate() {
        let t = INNER.0 + INNER.1 * k as f64 / (SAMPLES - 1) as f64;
        let value = |side: f64| -> Option<f32> {
            let place: [f64; 2] =
                std::array::from_fn(|i| at[i] + t * along[i] + side * ASIDE * across[i]);
            let [x, y] = map(place[0], place[1])?;
            plane.sample(x as f32, y as f32)
        };
        let (Some(ahead), Some(behind)) = (value(1.0), value(-1.0)) else {
            return Seen::Nothing;
        };
        *step = sign * (ahead - behind) / (ahead + behind + 2.0 * DARK);
    }
    let median =
        |values: &mut [f32; SAMPLES]| *values.select_nth_unstable_by(SAMPLES / 2, f32::total_cmp).1;
    let middle = median(&mut steps);
    let mut off = steps.map(|s| (s - middle).abs());
    Seen::Contrast(middle, median(&mut off))
}
