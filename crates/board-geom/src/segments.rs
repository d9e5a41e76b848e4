//! Evidence for the stretches of line between neighbouring grid points, and the window of the lattice that is the
//! board.

use image::RgbImage;

use crate::ridge::Ridges;
use crate::{Homography, parallel};

/// Log-likelihood ratios of "a grid line is here" to "none is", for each stretch between neighbouring points of a
/// lattice that reaches beyond the board on all sides.
pub(crate) struct SegmentEvidence {
    /// Lattice number (column, row) of index 0.
    pub(crate) first: (i32, i32),
    /// Number of columns and rows of points.
    pub(crate) extent: (usize, usize),
    /// From point (c, r) to (c+1, r), row by row.
    across: Vec<f32>,
    /// From point (c, r) to (c, r+1), row by row.
    down: Vec<f32>,
    /// For the cell between points (c, r) and (c+1, r+1): evidence from whether its centre is bare board.
    cells: Vec<f32>,
    /// For point (c, r): evidence from a stone on it.
    stones: Vec<f32>,
}

/// A square window of the lattice: a candidate board.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Window {
    /// Lattice number (column, row) of the first point.
    pub(crate) first: (i32, i32),
    /// Lines a side.
    pub(crate) size: usize,
    /// Sum of the log-likelihood ratios inside.
    pub(crate) score: f32,
    /// `score` minus that of the best window that neither contains this one nor lies in it.
    pub(crate) margin: f32,
}

/// Fraction of samples whose ridge is strongest on the line, for a real line and without one. The line is compared with
/// a strip on either side, so chance gives one in three, less where the surface is plain.
const HIT: (f32, f32) = (0.82, 0.27);
/// Distance of the strips from the line, in grid units.
const BESIDE: f64 = 0.3;
/// Number of independent samples that a stretch counts as.
const WEIGHT: f32 = 2.0;
/// Least log-likelihood ratio of a stretch: a line may be invisible for many reasons (a hand, glare, worn ink).
const WORST: f32 = -1.0;
/// Log-likelihood ratios of a cell with a bare centre, and of one without. Stones leave the centres free, so the latter
/// is table, or under a hand.
const CELL: (f32, f32) = (0.2, -0.6);
/// Log-likelihood ratio of a stone on a point: stones only lie inside the grid.
const STONE: f32 = 1.0;
/// Log-likelihood ratio of a stretch outside the photo: slightly less likely than one inside.
const OUTSIDE: f32 = -0.5;
/// Points of the lattice that are worth a thread.
const GRAIN: usize = 64;
/// Usable lengths of a stretch, in pixels.
const LENGTHS: std::ops::Range<f64> = 3.0..2000.0;
/// Largest distance of a line from its predicted position, as a fraction of a stretch.
const LINE_REACH: f64 = 0.07;
/// Start and extent of the samples along a stretch, as fractions of it: its ends may be under stones.
const INNER: (f64, f64) = (0.15, 0.7);
/// Distance between samples along a stretch, in pixels.
const SAMPLE_SPACING: f64 = 1.5;
/// Least and most samples of a stretch.
const SAMPLES: (f64, f64) = (5.0, 40.0);
/// Distance from the line at which stones are looked for, in multiples of [`LINE_REACH`].
const ASIDE: f64 = 2.5;
/// Least and largest standard deviation of the colour of bare board, in levels of 255.
const SPREADS: (f32, f32) = (6.0, 25.0);
/// Standard deviations from the colour of bare board beyond which a point is covered.
const COVERED: f32 = 4.0;

impl SegmentEvidence {
    /// Gathers the evidence for lattice numbers `columns` × `rows` under `map` (lattice → pixels).
    pub(crate) fn gather(
        ridges: &Ridges,
        photo: &RgbImage,
        map: &(dyn Fn(f64, f64) -> Option<[f64; 2]> + Sync),
        columns: std::ops::Range<i32>,
        rows: std::ops::Range<i32>,
        wood: &WoodTone,
    ) -> Self {
        let extent = (columns.len(), rows.len());
        let n = extent.0 * extent.1;
        let gathered = |i: usize| {
            let (col, row) = (
                columns.start + (i % extent.0) as i32,
                rows.start + (i / extent.0) as i32,
            );
            let p = |dc: f64, dr: f64| map(f64::from(col) + dc, f64::from(row) + dr);
            let bare = p(0.5, 0.5)
                .and_then(|m| pixel(photo, m))
                .is_some_and(|rgb| !wood.covered(&rgb));
            [
                stretch(ridges, photo, |t| p(t, 0.0), wood),
                stretch(ridges, photo, |t| p(0.0, t), wood),
                if bare { CELL.0 } else { CELL.1 },
            ]
        };
        let gathered = parallel::collect(n, GRAIN, |part| part.map(gathered).collect());
        let [across, down, cells] =
            [0, 1, 2].map(|k| gathered.iter().map(|g| g[k]).collect::<Vec<f32>>());
        // A stone: the point is covered, and the cells around it are bare.
        let mut stones = vec![0.0; n];
        for r in 1..extent.1 {
            for c in 1..extent.0 {
                let i = r * extent.0 + c;
                let around = [i - extent.0 - 1, i - extent.0, i - 1, i];
                let bare = around.iter().filter(|&&k| cells[k] > 0.0).count();
                let (col, row) = (columns.start + c as i32, rows.start + r as i32);
                let middle = map(f64::from(col), f64::from(row)).and_then(|p| pixel(photo, p));
                if bare >= 3 && middle.is_some_and(|rgb| wood.covered(&rgb)) {
                    stones[i] = STONE;
                }
            }
        }
        let first = (columns.start, rows.start);
        Self {
            first,
            extent,
            across,
            down,
            cells,
            stones,
        }
    }

    /// The best window among `sizes` lines a side.
    pub(crate) fn best_window(&self, sizes: &[usize]) -> Option<Window> {
        let (w, h) = self.extent;
        let [across, down, cells, stones] =
            [&self.across, &self.down, &self.cells, &self.stones].map(|v| prefix(v, w, h));
        let mut all = Vec::new();
        for &size in sizes {
            if size > w || size > h {
                continue;
            }
            for r in 0..=h - size {
                for c in 0..=w - size {
                    let score = area(&across, w, (c, r), (size - 1, size))
                        + area(&down, w, (c, r), (size, size - 1))
                        + area(&cells, w, (c, r), (size - 1, size - 1))
                        + area(&stones, w, (c, r), (size, size));
                    let first = (self.first.0 + c as i32, self.first.1 + r as i32);
                    all.push(Window {
                        first,
                        size,
                        score,
                        margin: 0.0,
                    });
                }
            }
        }
        let best = *all.iter().max_by(|a, b| a.score.total_cmp(&b.score))?;
        let rival = all
            .iter()
            .filter(|o| !contains(o, &best) && !contains(&best, o))
            .map(|o| o.score)
            .fold(0.0, f32::max);
        Some(Window {
            margin: best.score - rival,
            ..best
        })
    }

    /// The score of one window; `None` if it reaches beyond the gathered evidence.
    pub(crate) fn score(&self, first: (i32, i32), size: usize) -> Option<f32> {
        let (w, h) = self.extent;
        let c = usize::try_from(first.0 - self.first.0).ok()?;
        let r = usize::try_from(first.1 - self.first.1).ok()?;
        let sum = |values: &[f32], cols: usize, rows: usize| -> f32 {
            (r..r + rows)
                .map(|r| values[r * w + c..r * w + c + cols].iter().sum::<f32>())
                .sum()
        };
        (c + size <= w && r + size <= h).then(|| {
            sum(&self.across, size - 1, size)
                + sum(&self.down, size, size - 1)
                + sum(&self.cells, size - 1, size - 1)
                + sum(&self.stones, size, size)
        })
    }

    /// Mean score of the stretches inside a window: near `best_possible` on an empty, sharp board.
    pub(crate) fn mean(&self, window: &Window) -> f32 {
        window.score / (2 * window.size * (window.size - 1)) as f32
    }

    /// Brick-bond score, 0..1: how regularly every second stretch of a direction is missing, as between bricks. Stones
    /// hide lines, too, but not alternately; the value expected by chance is subtracted.
    pub(crate) fn bond(&self, window: &Window) -> f32 {
        let (first, size) = (window.first, window.size);
        let along = |values: &[f32], cols: usize, rows: usize| {
            let (mut turns, mut all, mut squares) = (0.0_f32, 0.0_f32, 0.0_f32);
            for (r, c) in (0..rows).flat_map(|r| (0..cols).map(move |c| (r, c))) {
                let Some(value) = self.at(values, first, c, r) else {
                    continue;
                };
                turns += if (r + c) % 2 == 0 { value } else { -value };
                all += value.abs();
                squares += value * value;
            }
            (turns.abs() - 2.0 * squares.sqrt()) / all.max(1.0)
        };
        let across = along(&self.across, size - 1, size);
        let down = along(&self.down, size, size - 1);
        across.max(down).clamp(0.0, 1.0)
    }

    /// The evidence at an offset in columns and rows from a lattice number, if it was gathered.
    fn at(&self, values: &[f32], first: (i32, i32), cols: usize, rows: usize) -> Option<f32> {
        let (w, h) = self.extent;
        let c = usize::try_from(first.0 - self.first.0).ok()? + cols;
        let r = usize::try_from(first.1 - self.first.1).ok()? + rows;
        (c < w && r < h).then(|| values[r * w + c])
    }
}

fn contains(outer: &Window, inner: &Window) -> bool {
    let end = |w: &Window| (w.first.0 + w.size as i32, w.first.1 + w.size as i32);
    outer.first.0 <= inner.first.0
        && outer.first.1 <= inner.first.1
        && end(outer).0 >= end(inner).0
        && end(outer).1 >= end(inner).1
}

/// The colour of bare board, measured at the centres of cells, which stones hardly cover.
pub(crate) struct WoodTone {
    median: [f32; 3],
    spread: f32,
}

impl WoodTone {
    /// Measures the centres of the cells in `columns` × `rows`.
    pub(crate) fn measure(
        photo: &RgbImage,
        map: &Homography,
        columns: std::ops::Range<i32>,
        rows: std::ops::Range<i32>,
    ) -> Option<Self> {
        let mut samples: Vec<[f32; 3]> = Vec::new();
        for row in rows {
            for col in columns.clone() {
                let at = [f64::from(col) + 0.5, f64::from(row) + 0.5];
                if map.depth(at) > 0.0
                    && let Some(rgb) = pixel(photo, map.apply(at))
                {
                    samples.push(rgb);
                }
            }
        }
        if samples.len() < 4 {
            return None;
        }
        let median = std::array::from_fn(|k| {
            let mut v: Vec<f32> = samples.iter().map(|s| s[k]).collect();
            let middle = v.len() / 2;
            *v.select_nth_unstable_by(middle, f32::total_cmp).1
        });
        let distance = |sample| squared_distance(sample, &median).sqrt();
        let mut off: Vec<f32> = samples.iter().map(distance).collect();
        let middle = off.len() / 2;
        let spread = *off.select_nth_unstable_by(middle, f32::total_cmp).1;
        Some(Self {
            median,
            spread: spread.clamp(SPREADS.0, SPREADS.1),
        })
    }

    /// Whether the colour differs from bare board *and* from the shade of a thin line: a stone, a hand or an object
    /// covers the point.
    fn covered(&self, rgb: &[f32; 3]) -> bool {
        squared_distance(rgb, &self.median) > (COVERED * self.spread).powi(2)
    }
}

fn squared_distance(a: &[f32; 3], b: &[f32; 3]) -> f32 {
    (0..3).map(|k| (a[k] - b[k]).powi(2)).sum()
}

/// The colour of the pixel nearest to a position; `None` outside the photo.
fn pixel(photo: &RgbImage, p: [f64; 2]) -> Option<[f32; 3]> {
    let [x, y] = p.map(|v| v + 0.5);
    let inside = x > 0.0 && y > 0.0;
    // Conversion truncates. Without SSE 4.1, `f64::round` is a function call.
    let pixel = photo.get_pixel_checked(x as u32, y as u32)?;
    inside.then(|| pixel.0.map(f32::from))
}

/// Log-likelihood ratio of a line along `at(0..1)`. Covered samples are ignored; a line leaving the photo is slightly
/// less likely than one inside.
fn stretch(
    ridges: &Ridges,
    photo: &RgbImage,
    at: impl Fn(f64) -> Option<[f64; 2]>,
    wood: &WoodTone,
) -> f32 {
    let (Some(a), Some(b)) = (at(0.0), at(1.0)) else {
        return OUTSIDE;
    };
    let (dx, dy) = (b[0] - a[0], b[1] - a[1]);
    let length = dx.hypot(dy);
    if !LENGTHS.contains(&length) {
        return OUTSIDE;
    }
    let (nx, ny) = ((-dy / length) as f32, (dx / length) as f32);
    let aside = BESIDE * length;
    let reach = (LINE_REACH * length).max(1.0);
    let n = (INNER.1 * length / SAMPLE_SPACING).clamp(SAMPLES.0, SAMPLES.1) as usize;
    let strongest = |x: f64, y: f64| {
        let steps = reach.ceil() as i32;
        (-steps..=steps).fold(0.0f32, |best, s| {
            let d = (f64::from(s) / f64::from(steps) * reach) as f32;
            best.max(ridges.across(x as f32 + nx * d, y as f32 + ny * d, nx, ny))
        })
    };
    let (mut hits, mut seen) = (0.0f32, 0.0f32);
    for k in 0..n {
        let t = INNER.0 + INNER.1 * k as f64 / (n - 1) as f64;
        let Some(p) = at(t) else { return OUTSIDE };
        let off = |d: f64| [p[0] + f64::from(nx) * d, p[1] + f64::from(ny) * d];
        // Stones reach half a stretch from either end. Look for them beside the line, so that the line is not mistaken
        // for a dark stone.
        let [Some(left), Some(right)] = [
            pixel(photo, off(ASIDE * reach)),
            pixel(photo, off(-ASIDE * reach)),
        ] else {
            return OUTSIDE;
        };
        if wood.covered(&left) && wood.covered(&right) {
            continue;
        }
        seen += 1.0;
        let on = strongest(p[0], p[1]);
        if on > ridges.threshold
            && [aside, -aside].iter().all(|&d| {
                let [x, y] = off(d);
                on > strongest(x, y)
            })
        {
            hits += 1.0;
        }
    }
    if seen == 0.0 {
        return 0.0;
    }
    let per_hit = (HIT.0 / HIT.1).ln();
    let per_miss = ((1.0 - HIT.0) / (1.0 - HIT.1)).ln();
    (WEIGHT * (hits * per_hit + (seen - hits) * per_miss) / n as f32).max(WORST)
}

/// Two-dimensional prefix sums with a border of zeros.
fn prefix(values: &[f32], w: usize, h: usize) -> Vec<f32> {
    let mut sums = vec![0.0; (w + 1) * (h + 1)];
    for r in 0..h {
        for c in 0..w {
            sums[(r + 1) * (w + 1) + c + 1] =
                values[r * w + c] + sums[r * (w + 1) + c + 1] + sums[(r + 1) * (w + 1) + c]
                    - sums[r * (w + 1) + c];
        }
    }
    sums
}

fn area(sums: &[f32], w: usize, (c, r): (usize, usize), (dc, dr): (usize, usize)) -> f32 {
    let at = |c: usize, r: usize| sums[r * (w + 1) + c];
    at(c + dc, r + dr) - at(c, r + dr) - at(c + dc, r) + at(c, r)
}
