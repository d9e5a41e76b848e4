//! Finds a board of lines in a photo: ridges → lines → families → numbered lines → homography → growth to the whole
//! board → fit.

use image::RgbImage;

use crate::family::{Family, Lattice, find_families, number_lines};
use crate::lines::{Line, find_lines};
use crate::outline::{channels, outlines};
use crate::refine::{COARSE, FINE, Fit, refine, with_lens};
use crate::ridge::Ridges;
use crate::segments::{SegmentEvidence, Window, WoodTone};
use crate::shrink::{painted_over, shrink};
use crate::{GeomError, Grid, Homography, comb};

/// Finds a board of lines. Its fields are its options.
#[derive(Clone, Debug)]
pub struct Locator {
    /// Possible board sizes, in lines a side.
    pub sizes: Vec<usize>,
    /// Sizes of the shrunk photo, by its longer side in pixels, tried in this order until a board is found with
    /// confidence. Photos are never enlarged.
    pub scales: Vec<u32>,
    /// Least [`confidence`](Located::confidence) of a board.
    pub min_confidence: f64,
}

impl Default for Locator {
    fn default() -> Self {
        Self {
            sizes: vec![19, 13, 9],
            scales: vec![1280, 900, 1800],
            // Endless lines or those of a table have 0.5, since no board ends in them. Real boards have 0.65 and more.
            // Of thirteen boards found below 0.55 in degraded photos, twelve were wrong.
            min_confidence: 0.55,
        }
    }
}

/// A located board.
#[derive(Clone, Debug)]
pub struct Located {
    /// The grid, in pixels of the given photo; its first corner is the one nearest the top-left of the photo.
    pub grid: Grid,
    /// 0..1: combines the fraction of visible grid lines that support the grid, and how much better this grid is than
    /// the same one moved by a line.
    pub confidence: f64,
    /// Root mean square distance of the line points from the grid, in pixels of the given photo.
    pub rms_px: f64,
    /// Intermediate results, for debug pictures.
    pub trace: Trace,
}

/// Intermediate results of a search, in pixels of the shrunk photo.
#[derive(Clone, Debug, Default)]
pub struct Trace {
    /// Size of the shrunk photo.
    pub size: (u32, u32),
    /// Points on thin dark lines.
    pub ridge_points: Vec<[f32; 2]>,
    /// Straight lines as end points on the border of the photo, with the index of their family, if any.
    pub lines: Vec<([f32; 2], [f32; 2], Option<usize>)>,
}

/// Least side, in pixels, of a photo that can be searched.
const LEAST_SIDE: usize = 40;
/// Blur, in pixels, before ridges are detected.
const BLUR: f32 = 1.2;
/// Most straight lines, families of lines, and numberings of a family that are kept.
const MOST_LINES: usize = 140;
const MOST_FAMILIES: usize = 5;
const MOST_NUMBERINGS: usize = 3;
/// Least angle in radians between the two families of a grid.
const LEAST_ANGLE: f64 = 0.35;

impl Locator {
    /// Finds the board with most evidence in `photo`.
    ///
    /// # Errors
    /// [`GeomError::NotFound`] with the step at which the search stopped; [`GeomError::OtherSize`] if a board of a
    /// common size that was not requested explains the lines far better.
    pub fn locate(&self, photo: &RgbImage) -> Result<Located, GeomError> {
        let mut best: Option<Located> = None;
        let mut reason = String::new();
        let mut done = Vec::new();
        for &scale in &self.scales {
            let small = shrink(photo, scale);
            if done.contains(&small.dimensions()) {
                continue;
            }
            done.push(small.dimensions());
            match self.search(&small) {
                Ok(mut found) => {
                    let ratio = f64::from(photo.width()) / f64::from(small.width());
                    found.rms_px *= ratio;
                    found.grid = found.grid.resized(photo.dimensions());
                    let clear = found.confidence > CLEAR;
                    if best
                        .as_ref()
                        .is_none_or(|b| found.confidence > b.confidence)
                    {
                        best = Some(found);
                    }
                    if clear {
                        break;
                    }
                }
                Err(why) => reason = why,
            }
        }
        if best
            .as_ref()
            .is_none_or(|b| b.confidence < self.min_confidence)
            && let Some(found) = self.search_outlines(photo)
            && best
                .as_ref()
                .is_none_or(|b| found.confidence > b.confidence)
        {
            best = Some(found);
        }
        match best {
            Some(found) if found.confidence >= self.min_confidence => {
                if self.sizes.contains(&found.grid.cols) {
                    Ok(found)
                } else {
                    let asked = self.sizes.clone();
                    Err(GeomError::OtherSize {
                        asked,
                        found: found.grid.cols,
                    })
                }
            }
            Some(found) => Err(GeomError::NotFound {
                reason: format!(
                    "the best grid ({0} lines) has confidence {1:.2}, below {2:.2}",
                    found.grid.cols, found.confidence, self.min_confidence
                ),
            }),
            None => Err(GeomError::NotFound { reason }),
        }
    }

    /// Searches for a second board in the photo, with the first one and its rim painted over.
    #[must_use]
    pub fn second_board(&self, photo: &RgbImage, first: &Grid) -> Option<Located> {
        let small = shrink(photo, self.scales.first().copied().unwrap_or(1280));
        let rest = painted_over(&small, &first.resized(small.dimensions()), RIM)?;
        let mut found = self
            .search(&rest)
            .ok()
            .filter(|f| f.confidence > SECOND_BOARD)?;
        found.grid = found.grid.resized(photo.dimensions());
        Some(found)
    }

    /// The best board inside an outline, for photos with too few visible lines to start from.
    fn search_outlines(&self, photo: &RgbImage) -> Option<Located> {
        let small = shrink(photo, self.scales.first().copied().unwrap_or(1280));
        if (small.width().min(small.height()) as usize) < LEAST_SIDE {
            return None;
        }
        let outlines = outlines(&small);
        let mut best: Option<(Outlined, Ridges)> = None;
        for channel in channels(&small) {
            let ridges = Ridges::find(&channel, BLUR);
            let fits = outlines.iter().flat_map(|outline| {
                let sizes = self.sizes.iter();
                sizes.filter_map(|&size| Outlined::fit(&ridges, *outline, size))
            });
            let found = fits.max_by(|a, b| a.lines.total_cmp(&b.lines));
            let Some(found) = found else { continue };
            if best.as_ref().is_none_or(|(b, _)| found.lines > b.lines) {
                let clear = found.confidence > CLEAR;
                best = Some((found, ridges));
                if clear {
                    break;
                }
            }
        }
        let (found, ridges) = best?;
        let fit = polish(&ridges, found.fit);
        let ratio = f64::from(photo.width()) / f64::from(small.width());
        let trace = trace(&ridges, &[], &[], small.dimensions());
        Some(Located {
            grid: fit.grid.upright().resized(photo.dimensions()),
            confidence: found.confidence,
            rms_px: fit.rms * ratio,
            trace,
        })
    }

    fn search(&self, photo: &RgbImage) -> Result<Located, String> {
        let size = (photo.width() as usize, photo.height() as usize);
        if size.0.min(size.1) < LEAST_SIDE {
            return Err(format!(
                "a photo of {} × {} pixels is too small",
                size.0, size.1
            ));
        }
        let ridges = Ridges::of(photo, BLUR);
        let lines = find_lines(&ridges, MOST_LINES);
        let families = find_families(&lines, size, MOST_FAMILIES);
        let mut trace = trace(&ridges, &lines, &families, photo.dimensions());
        if families.len() < 2 {
            return Err(format!(
                "it has {} straight lines, and none that cross each other as those of a board do",
                lines.len()
            ));
        }
        let mut best: Option<Hypothesis> = None;
        for (columns, rows) in self.lattice_pairs(&lines, &families) {
            if best
                .as_ref()
                .is_some_and(|h| h.explains(&lines, [&columns, &rows]))
            {
                continue;
            }
            let ends = |l: &Lattice| Some((l.numbered.first()?.0, l.numbered.last()?.0));
            let grown = lattice_to_pixels(&lines, &columns, &rows)
                .zip(ends(&columns))
                .zip(ends(&rows))
                .and_then(|((map, c), r)| self.grow(photo, &ridges, map, c, r));
            let Some(found) = grown else {
                continue;
            };
            if best
                .as_ref()
                .is_none_or(|h| found.window.score > h.window.score)
            {
                best = Some(found);
            }
        }
        let best = best.ok_or_else(|| {
            format!(
                "it has {} straight lines, but none that make a grid",
                lines.len()
            )
        })?;
        let fit = polish(&ridges, best.fit);
        trace.size = photo.dimensions();
        Ok(Located {
            grid: fit.grid.upright(),
            confidence: best.confidence,
            rms_px: fit.rms,
            trace,
        })
    }

    /// Pairs of numbered families that cross, best first: the lattices of the columns and of the rows.
    fn lattice_pairs(&self, lines: &[Line], families: &[Family]) -> Vec<(Lattice, Lattice)> {
        let sizes = self.sizes.iter().chain(&COMMON_SIZES).copied();
        let most = sizes.max().unwrap_or(19);
        let mut pairs: Vec<(f64, Lattice, Lattice)> = Vec::new();
        for a in 0..families.len() {
            for b in a + 1..families.len() {
                let (fa, fb) = (&families[a], &families[b]);
                if angle_between(fa.normal, fb.normal) < LEAST_ANGLE {
                    continue;
                }
                let origin = middle_of(lines, &[fa, fb]);
                let columns = number_lines(lines, fa, origin, most, MOST_NUMBERINGS);
                for rows in number_lines(lines, fb, origin, most, MOST_NUMBERINGS) {
                    for columns in &columns {
                        // A grid needs both families: the weaker one counts.
                        let score = columns.score.min(rows.score);
                        pairs.push((score, columns.clone(), rows.clone()));
                    }
                }
            }
        }
        pairs.sort_by(|a, b| b.0.total_cmp(&a.0));
        let pairs = pairs.into_iter().take(MOST_PAIRS);
        pairs.map(|(_, columns, rows)| (columns, rows)).collect()
    }

    /// The best window of a requested size, unless one of another common size is clearly better.
    fn choose_window(&self, evidence: &SegmentEvidence) -> Option<Window> {
        let asked = evidence.best_window(&self.sizes);
        let common = evidence.best_window(&COMMON_SIZES);
        match (asked, common) {
            (Some(a), Some(u)) if u.score > OTHER_SIZE * a.score.max(1.0) => Some(u),
            (None, common) => common,
            (asked, _) => asked,
        }
    }

    /// Grows a homography, and the numbers of the columns and rows it was made from, to the whole board: the window of
    /// the lattice with most evidence, a fit, and again until the window stays the same.
    fn grow(
        &self,
        photo: &RgbImage,
        ridges: &Ridges,
        mut map: Homography,
        mut c: (i32, i32),
        mut r: (i32, i32),
    ) -> Option<Hypothesis> {
        let mut best: Option<Hypothesis> = None;
        for _ in 0..ROUNDS {
            let reach = |e: (i32, i32)| e.0 - BEYOND..e.1 + BEYOND + 2;
            let wood = WoodTone::measure(photo, &map, c.0..c.1, r.0..r.1)?;
            let see = |x: f64, y: f64| (map.depth([x, y]) > 0.0).then(|| map.apply([x, y]));
            let evidence = SegmentEvidence::gather(ridges, photo, &see, reach(c), reach(r), &wood);
            let window = self.choose_window(&evidence)?;
            if best
                .as_ref()
                .is_some_and(|b| b.window.score > window.score + SETTLED)
            {
                break;
            }
            let grid = window_grid(&map, &window, photo.dimensions())?;
            let fit = refine(&ridges.points, &grid, COARSE, false)?;
            let confidence = confidence(&evidence, &window);
            let settled = best
                .as_ref()
                .is_some_and(|b| b.window.score >= window.score - SETTLED);
            best = Some(Hypothesis {
                window,
                fit,
                confidence,
            });
            if settled {
                break;
            }
            map = fit.grid.map;
            if map.depth([1.0, 1.0]) < 0.0 {
                map.0 = -map.0;
            }
            let last = window.size as i32 - 1;
            (c, r) = ((0, last), (0, last));
        }
        best
    }
}

/// Most pairs of numbered families that are grown to a board.
const MOST_PAIRS: usize = 40;
/// Most rounds of choosing and fitting a window.
const ROUNDS: usize = 4;
/// How far the window of the board may reach beyond the numbered lines, in grid units.
const BEYOND: i32 = 6;
/// Difference in score, in nats, below which two windows are equally good.
const SETTLED: f32 = 0.5;
/// Least confidence of a second board: remains of the first, which has most of the evidence, may look like a board.
const SECOND_BOARD: f64 = 0.6;
/// Width of the rim, in grid units, that is painted over around the first board before a second one is searched.
const RIM: f64 = 1.5;
/// Largest distance of a point on a line from that line, in grid units.
const ON_LINE: f64 = 0.1;
/// Confidence from which a grid replaces all other numberings of its own lines.
const CLEAR: f64 = 0.9;
/// Sizes that are detected even if another one was requested.
const COMMON_SIZES: [usize; 3] = [19, 13, 9];
/// How many times the evidence a board of a size that was not requested needs. A part of a larger board always looks
/// like a smaller board, so the larger one must be clearly better.
const OTHER_SIZE: f32 = 1.3;

/// A board inside an outline.
struct Outlined {
    fit: Fit,
    /// Number of lines visible beyond chance. Every second line of a board looks like a board, too, but explains less.
    lines: f64,
    confidence: f64,
}

impl Outlined {
    /// The board of `size` lines inside an outline, whose lines are scored where they are visible; the outline gives
    /// the extent of the board.
    fn fit(ridges: &Ridges, outline: [[f64; 2]; 4], size: usize) -> Option<Self> {
        /// Fractions of visible lines that mean chance, and full confidence. In photos of crowded boards the best wrong
        /// grid had 0.67, the worst right one 0.76.
        const SEEN: (f64, f64) = (0.5, 0.9);
        let start = comb::fit(ridges, outline, size)?;
        let fit = refine(&ridges.points, &start, COARSE, false)?;
        let seen = comb::lines_seen(ridges, &fit.grid) as f64 / (2 * size) as f64;
        Some(Self {
            fit,
            lines: (seen - SEEN.0) * size as f64,
            confidence: ((seen - SEEN.0) / (SEEN.1 - SEEN.0)).clamp(0.0, 1.0),
        })
    }
}

struct Hypothesis {
    window: Window,
    fit: Fit,
    confidence: f64,
}

impl Hypothesis {
    /// Whether nearly all of these lines lie on the lines of this grid: growing them would find the same grid again.
    fn explains(&self, lines: &[Line], families: [&Lattice; 2]) -> bool {
        let Some(to_board) = self.fit.grid.photo_to_board() else {
            return false;
        };
        let (mut on, mut all) = (0, 0);
        for &(_, i) in families.iter().flat_map(|f| &f.numbered) {
            let place = to_board(lines[i].middle);
            all += 1;
            on += usize::from(place.iter().any(|v| (v - v.round()).abs() < ON_LINE));
        }
        self.confidence > CLEAR && 10 * on >= 9 * all
    }
}

pub(crate) fn confidence(evidence: &SegmentEvidence, window: &Window) -> f64 {
    /// Mean score of a stretch at which all lines count as visible: a sharp empty board has 2.8, a crowded one half of
    /// that.
    const SEEN: f32 = 1.2;
    /// Brick-bond score that a board may have: all real boards that are found have 0, brick walls 0.5 and more.
    const NO_BRICKS: f32 = 0.2;
    let lines = f64::from(evidence.mean(window) / SEEN).clamp(0.0, 1.0);
    // A window moved by one line loses two rows of stretches.
    let clear = f64::from(window.margin / window.size as f32).clamp(0.0, 1.0);
    let bricks = f64::from((evidence.bond(window) - NO_BRICKS) / NO_BRICKS).clamp(0.0, 1.0);
    lines * (0.5 + 0.5 * clear) * (1.0 - bricks)
}

/// The homography from lattice numbers to pixels, from the crossings of two sets of numbered lines; positive depth
/// means in front of the camera.
fn lattice_to_pixels(lines: &[Line], columns: &Lattice, rows: &Lattice) -> Option<Homography> {
    let (mut lattice, mut pixels) = (Vec::new(), Vec::new());
    for &(c, i) in &columns.numbered {
        for &(r, j) in &rows.numbered {
            if let Some(p) = crossing(&lines[i], &lines[j]) {
                lattice.push([f64::from(c), f64::from(r)]);
                pixels.push(p);
            }
        }
    }
    let mut map = Homography::from_pairs(&lattice, &pixels)?;
    if map.depth(lattice[0]) < 0.0 {
        map.0 = -map.0;
    }
    Some(map)
}

fn window_grid(map: &Homography, window: &Window, photo: (u32, u32)) -> Option<Grid> {
    let moved = map.after(&Homography::translation(
        f64::from(window.first.0),
        f64::from(window.first.1),
    ));
    let last = (window.size - 1) as f64;
    let corners = [[0.0, 0.0], [last, 0.0], [last, last], [0.0, last]].map(|p| moved.apply(p));
    Grid::from_corners(corners, window.size, window.size, photo).ok()
}

/// The last fit. The lens distortion is kept only if it clearly improves the fit.
fn polish(ridges: &Ridges, fit: Fit) -> Fit {
    let plain = refine(&ridges.points, &fit.grid, FINE, false).unwrap_or(fit);
    with_lens(&ridges.points, plain)
}

fn angle_between(a: f64, b: f64) -> f64 {
    let turn = (a - b).rem_euclid(std::f64::consts::PI);
    turn.min(std::f64::consts::PI - turn)
}

/// Support-weighted centre of the families' lines.
fn middle_of(lines: &[Line], families: &[&Family]) -> [f64; 2] {
    let (mut x, mut y, mut w) = (0.0, 0.0, 0.0);
    for &i in families.iter().flat_map(|f| &f.members) {
        x += lines[i].middle[0] * lines[i].support;
        y += lines[i].middle[1] * lines[i].support;
        w += lines[i].support;
    }
    [x / w, y / w]
}

fn crossing(a: &Line, b: &Line) -> Option<[f64; 2]> {
    let ([a1, b1, c1], [a2, b2, c2]) = (a.homogeneous(), b.homogeneous());
    let det = a1 * b2 - a2 * b1;
    (det.abs() > 1e-6).then(|| [(b1 * c2 - b2 * c1) / det, (c1 * a2 - c2 * a1) / det])
}

fn trace(ridges: &Ridges, lines: &[Line], families: &[Family], size: (u32, u32)) -> Trace {
    let ends = |l: &Line| {
        let reach = l.support * 0.6;
        let (dx, dy) = (-l.normal.sin() * reach, l.normal.cos() * reach);
        let [x, y] = l.middle;
        (
            [(x - dx) as f32, (y - dy) as f32],
            [(x + dx) as f32, (y + dy) as f32],
        )
    };
    Trace {
        size,
        ridge_points: ridges.points.iter().map(|p| [p.x, p.y]).collect(),
        lines: lines
            .iter()
            .enumerate()
            .map(|(i, l)| {
                let (a, b) = ends(l);
                (a, b, families.iter().position(|f| f.members.contains(&i)))
            })
            .collect(),
    }
}
