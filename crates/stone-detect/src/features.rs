//! The features of each point of a rectified view.
//!
//! All features compare a point with the bare board around it, so that wood, light and exposure cancel. The bare board
//! is visible at the centres of the cells, which stones hardly cover: two stones on a diagonal leave a gap of 0.4 grid
//! units between them.

use core::ops::Range;

use board_geom::{View, parallel};

/// Number of features at a point.
pub const FEATURES: usize = 5;

/// The feature that tells how dark the lines are.
pub(crate) const LINES: usize = 4;

/// The features of one point: see [`measure`].
pub type Features = [f32; FEATURES];

/// Points that are worth a thread.
const GRAIN: usize = 16;
/// Radius, in grid units, of the core, which a stone covers completely. A stone's radius is about 0.47; inexact
/// placement and a slanted view take the rest.
pub(crate) const CORE: f32 = 0.30;
/// Height, in grid units, of the centre of a stone's visible body above the board: half of a stone 9 mm thick on lines
/// 22 to 24 mm apart.
pub(crate) const BODY: f32 = 0.2;
/// Largest displacement of the centre of a stone's body from its point by a low camera, in grid units.
pub(crate) const MOST_LEAN: f32 = 0.35;
/// Added to brightness before ratios are taken, since ratios of dark values are noise.
const DARK: f32 = 4.0;
/// The same for colours: added to the sum of the channels.
const DARK_RGB: f32 = 30.0;
/// Quantiles of the darkest and the brightest decile of the core.
const DECILES: (f32, f32) = (0.1, 0.9);
/// Radius, in pixels of the view, within which the darkest pixel is that of a line.
const LINE_REACH: f32 = 1.01;
/// Distance of the samples along an arm of the cross, and of the wood on both sides of it, in grid units.
const ARM_STEP: f32 = 0.09;
const BESIDE: f32 = 0.14;
/// Radius, in grid units, of the centre of a cell in which bare board is measured.
pub(crate) const CELL: f32 = 0.16;

/// The tone of a cell of bare board.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CellTone {
    /// Natural log of the median brightness (mean of R, G and B, plus 4).
    pub log_brightness: f32,
    /// Median opponent colour, (R − B) / (R + G + B + 30).
    pub tint: f32,
}

/// The measurements of one view.
#[derive(Clone, Debug)]
pub struct Measured {
    /// Features of the points, row by row.
    pub points: Vec<Features>,
    /// Tones of the centres of the cells, (cols + 1) × (rows + 1) of them, including the half cells outside the
    /// outermost lines.
    pub cells: Vec<CellTone>,
}

/// Measures a view. The features of a point are:
///
/// 0. brightness: log ratio of the core's median to that of the wood nearby;
/// 1. colourfulness: difference of the opponent colour (R − B over R + G + B) from the wood's;
/// 2. darkest and
/// 3. brightest decile of the core, as log ratios to the wood nearby;
/// 4. the cross of the grid lines: how much darker the lines are than the rest of the core.
#[must_use]
pub fn measure(view: &View) -> Measured {
    let wood = Wood::measure(view);
    let points = parallel::collect(view.layout.points(), GRAIN, |part| {
        let mut discs = Discs::of(view);
        part.map(|point| features(&mut discs, &wood, point))
            .collect()
    });
    let cells = wood.tones();
    Measured { points, cells }
}

/// The features of one point: see [`measure`].
fn features(discs: &mut Discs<'_>, wood: &Wood, point: usize) -> Features {
    let view = discs.view;
    let (col, row) = (point % view.layout.cols, point / view.layout.cols);
    let (c, r) = (col as f32, row as f32);
    let (x, y) = body(view, c, r);
    let (bare, tint) = wood.near(col, row);
    let log = |v: f32| ((v + DARK) / (bare + DARK)).ln();
    let core = discs.quantiles(x, y, CORE);
    [
        log(core.median),
        core.tint - tint,
        log(core.darkest),
        log(core.brightest),
        cross(view, c, r) / (bare + DARK),
    ]
}

/// The sum of the channels of a pixel, three times its brightness.
fn sum([r, g, b]: [u8; 3]) -> u16 {
    u16::from(r) + u16::from(g) + u16::from(b)
}

/// Brightness of a pixel from the sum of its channels.
fn brightness(sum: u16) -> f32 {
    f32::from(sum) / 3.0
}

/// Opponent colour of a pixel.
fn tint(pixel: [u8; 3]) -> f32 {
    let [r, _, b] = pixel.map(f32::from);
    (r - b) / (f32::from(sum(pixel)) + DARK_RGB)
}

/// Quantiles of the pixels of discs.
struct Discs<'a> {
    view: &'a View,
    sums: Vec<u16>,
    tints: Vec<f32>,
}

/// Deciles and median of the brightness in a disc, and median of its opponent colour.
struct Quantiles {
    darkest: f32,
    median: f32,
    brightest: f32,
    tint: f32,
}

impl<'a> Discs<'a> {
    fn of(view: &'a View) -> Self {
        let (sums, tints) = (Vec::new(), Vec::new());
        Self { view, sums, tints }
    }

    /// Measures a disc; lengths in grid units.
    fn quantiles(&mut self, c: f32, r: f32, radius: f32) -> Quantiles {
        self.sums.clear();
        self.tints.clear();
        let all = self.view.image.as_raw().as_chunks().0;
        for run in runs(self.view, c, r, radius) {
            let pixels = &all[run];
            self.sums.extend(pixels.iter().map(|pixel| sum(*pixel)));
            self.tints.extend(pixels.iter().map(|pixel| tint(*pixel)));
        }
        let tint = quantile(&mut self.tints, 0.5);
        let [dark, middle, bright] =
            [DECILES.0, 0.5, DECILES.1].map(|share| at(self.sums.len(), share));
        if middle >= self.sums.len() {
            let (darkest, median, brightest) = (0.0, 0.0, 0.0);
            return Quantiles {
                darkest,
                median,
                brightest,
                tint,
            };
        }
        let (below, median, above) = self.sums.select_nth_unstable(middle);
        let median = *median;
        let darkest = match dark < middle {
            true => *below.select_nth_unstable(dark).1,
            false => median,
        };
        let brightest = match bright > middle {
            true => *above.select_nth_unstable(bright - middle - 1).1,
            false => median,
        };
        let [darkest, median, brightest] = [darkest, median, brightest].map(brightness);
        Quantiles {
            darkest,
            median,
            brightest,
            tint,
        }
    }
}

/// The indices of the pixels of a disc, as a range for each row; lengths in grid units.
fn runs(view: &View, c: f32, r: f32, radius: f32) -> impl Iterator<Item = Range<usize>> {
    let layout = view.layout;
    let (x, y) = layout.to_pixel(c, r);
    let reach = radius * layout.pitch;
    let (w, h) = (view.image.width() as i32, view.image.height() as i32);
    let rows = (y - reach).ceil().max(0.0) as i32..=((y + reach).floor() as i32).min(h - 1);
    rows.map(move |py| {
        let half = (reach * reach - (py as f32 - y).powi(2)).max(0.0).sqrt();
        let first = (x - half).ceil().max(0.0) as i32;
        let end = ((x + half).floor() as i32 + 1).min(w).max(first);
        let row = py as usize * w as usize;
        row + first as usize..row + end as usize
    })
}

/// The indices of the pixels of a disc, row by row; lengths in grid units.
pub(crate) fn pixels(view: &View, c: f32, r: f32, radius: f32) -> impl Iterator<Item = usize> {
    runs(view, c, r, radius).flatten()
}

/// The position of the centre of a stone's body in the view, displaced by the height of the stone.
pub(crate) fn body(view: &View, c: f32, r: f32) -> (f32, f32) {
    let (lean_c, lean_r) = view.lean(c, r, BODY);
    let [lean_c, lean_r] = [lean_c, lean_r].map(|v| v.clamp(-MOST_LEAN, MOST_LEAN));
    (c + lean_c, r + lean_r)
}

/// The quantile `share` of the values, which are reordered; 0 if there are none.
fn quantile(values: &mut [f32], share: f32) -> f32 {
    let i = at(values.len(), share);
    match i < values.len() {
        true => *values.select_nth_unstable_by(i, f32::total_cmp).1,
        false => 0.0,
    }
}

/// The index of the quantile `share` of `count` sorted values.
fn at(count: usize, share: f32) -> usize {
    (share * (count.saturating_sub(1)) as f32).round() as usize
}

/// The median; reorders the values. 0 if there are none.
pub(crate) fn median(values: &mut [f32]) -> f32 {
    if values.is_empty() {
        return 0.0;
    }
    let middle = values.len() / 2;
    *values.select_nth_unstable_by(middle, f32::total_cmp).1
}

/// Mean darkness of the grid lines' cross at an empty point relative to the wood in its quadrants.
pub(crate) fn cross(view: &View, c: f32, r: f32) -> f32 {
    let layout = &view.layout;
    let (cols, rows) = ((layout.cols - 1) as f32, (layout.rows - 1) as f32);
    let all = view.image.as_raw().as_chunks().0;
    let dark = |x: f32, y: f32| {
        let pixels = runs(view, x, y, LINE_REACH / layout.pitch).flat_map(|run| &all[run]);
        let least = pixels.map(|pixel| sum(*pixel)).min();
        least.map_or(f32::INFINITY, brightness)
    };
    let (mut darker, mut n) = (0.0, 0);
    for k in 1..=3 {
        let d = ARM_STEP * k as f32;
        for (dx, dy) in [(d, 0.0), (-d, 0.0), (0.0, d), (0.0, -d)] {
            let (x, y) = (c + dx, r + dy);
            if x < 0.0 || y < 0.0 || x > cols || y > rows {
                continue;
            }
            // Across the line.
            let (ox, oy) = if dy == 0.0 {
                (0.0, BESIDE)
            } else {
                (BESIDE, 0.0)
            };
            let beside = 0.5 * (dark(x + ox, y + oy) + dark(x - ox, y - oy));
            darker += beside - dark(x, y);
            n += 1;
        }
    }
    if n == 0 { 0.0 } else { darker / n as f32 }
}

/// The bare board, cell by cell.
struct Wood {
    cols: usize,
    rows: usize,
    cells: Vec<(f32, f32)>,
}

impl Wood {
    fn measure(view: &View) -> Self {
        // Cells between the lines, and a rim of half cells outside the outermost lines.
        let (cols, rows) = (view.layout.cols + 1, view.layout.rows + 1);
        let cells = parallel::collect(cols * rows, GRAIN, |part| {
            let mut discs = Discs::of(view);
            let cell = |cell: usize| {
                let [i, j] = [cell % cols, cell / cols].map(|v| v as f32 - 0.5);
                let cell = discs.quantiles(i, j, CELL);
                (cell.median, cell.tint)
            };
            part.map(cell).collect()
        });
        Self { cols, rows, cells }
    }

    /// The tones of the cells.
    fn tones(&self) -> Vec<CellTone> {
        let tone = |&(bright, tint): &(f32, f32)| CellTone {
            log_brightness: (bright + DARK).ln(),
            tint,
        };
        self.cells.iter().map(tone).collect()
    }

    /// Median brightness and tint of the 4 × 4 cells around a point. Cells that stones lean over are a minority even in
    /// a crowded corner.
    fn near(&self, col: usize, row: usize) -> (f32, f32) {
        let (mut bright, mut tint) = (Vec::with_capacity(16), Vec::with_capacity(16));
        let inner = |i: usize, n: usize| i >= 1 && i + 1 < n;
        for j in (row + 2).saturating_sub(3)..(row + 3).min(self.rows) {
            for i in (col + 2).saturating_sub(3)..(col + 3).min(self.cols) {
                if inner(i, self.cols) && inner(j, self.rows) {
                    let (b, t) = self.cells[j * self.cols + i];
                    bright.push(b);
                    tint.push(t);
                }
            }
        }
        (quantile(&mut bright, 0.5), quantile(&mut tint, 0.5))
    }
}
