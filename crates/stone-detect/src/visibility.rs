//! Detects points covered by something other than a stone.
//!
//! Stones leave the centres of the cells free. If such a centre does not look as it does in most frames around, or as
//! in those of them in which it looks like the rest of the board, something covers it: a hand, a sleeve, a bowl, of any
//! colour. A point with two or more covered cells is not visible, nor is one with one covered cell at the edge of
//! something large, such as a hand. Stones that lie badly cover some cells, too, but not many side by side.
//!
//! Brighter light, or light of another colour, changes most cells alike and leaves the lines: it covers nothing.

use core::ops::Range;

use board_geom::View;

use crate::features::{CellTone, LINES, Measured, measure, median};

/// Largest deviation of a cell's brightness from its median, as a log. Soft shadows darken wood by less, harder ones
/// are taken off before; in washed-out photos hands are hardly darker.
const BRIGHTNESS: f32 = 0.3;
/// Largest deviation of its tint.
const TINT: f32 = 0.09;
/// Share of the cells whose tint the light changes alike: a hand or a book never covers so many.
const ALIKE: f32 = 0.75;
/// Share of the usual darkness of the lines that is left in other light: what covers the board hides its lines.
const SHOWN: f32 = 0.5;
/// Radius around a point, in points, and the number of covered points in it that show the straight edge of something
/// large.
const NEAR: usize = 2;
const HAND: usize = 10;
/// Number of frames on either side that the median covers.
const AROUND: usize = 60;
/// Number of frames that share a median.
const BLOCK: usize = 8;
/// Largest number of frames that the median is computed from.
const SAMPLE: usize = 32;
/// If a cell looks like the rest of the board in at least one of this many frames, it is covered in the others. Early
/// in a series, a hand that rests may cover it in most frames.
const SELDOM: usize = 8;

/// The tones of the (cols + 1) × (rows + 1) cells of a frame, their median brightness and their median tint.
#[derive(Clone, Debug)]
pub(crate) struct Tones {
    cells: Vec<CellTone>,
    exposure: f32,
    tint: f32,
    /// Mean darkness of the lines at the points.
    lines: f32,
}

/// How a board looks in most of some frames.
struct Usual {
    /// Brightness and tint of each cell, without what affects the whole board.
    cells: Vec<(f32, f32)>,
    /// Tint of the whole board.
    tint: f32,
    lines: f32,
}

impl Tones {
    pub(crate) fn of_view(measured: &Measured) -> Self {
        let lines: f32 = measured.points.iter().map(|point| point[LINES]).sum();
        let lines = lines / measured.points.len().max(1) as f32;
        Self::new(measured.cells.clone(), lines)
    }

    fn new(cells: Vec<CellTone>, lines: f32) -> Self {
        let mut brightness: Vec<f32> = cells.iter().map(|c| c.log_brightness).collect();
        let mut tints: Vec<f32> = cells.iter().map(|c| c.tint).collect();
        let (exposure, tint) = (median(&mut brightness), median(&mut tints));
        Self {
            cells,
            exposure,
            tint,
            lines,
        }
    }

    /// Brightness and tint of a cell, without the light and exposure that affect the whole board.
    fn of(&self, cell: usize) -> (f32, f32) {
        let here = &self.cells[cell];
        (here.log_brightness - self.exposure, here.tint - self.tint)
    }

    /// For each cell, whether it differs from what is usual.
    fn strange(&self, usual: &Usual) -> Vec<bool> {
        let tint = self.light(usual).unwrap_or(usual.tint);
        let cells = self.cells.iter().zip(&usual.cells);
        cells
            .map(|(here, usual)| {
                let here = (here.log_brightness - self.exposure, here.tint - tint);
                !is_alike(here, *usual)
            })
            .collect()
    }

    /// The tint of the whole board in the light of this frame, if most of its cells have it, and its lines can be seen.
    fn light(&self, usual: &Usual) -> Option<f32> {
        let cells = self.cells.iter().zip(&usual.cells);
        let tints: Vec<f32> = cells.map(|(here, usual)| here.tint - usual.1).collect();
        let tint = median(&mut tints.clone());
        let alike = tints
            .iter()
            .filter(|of_cell| (*of_cell - tint).abs() <= TINT);
        let most = alike.count() as f32 >= ALIKE * tints.len() as f32;
        (most && self.lines >= SHOWN * usual.lines).then_some(tint)
    }

    /// Whether a cell looks like most cells of this frame.
    fn is_board(&self, cell: usize) -> bool {
        is_alike(self.of(cell), (0.0, 0.0))
    }
}

/// Whether two cells, each with its brightness and tint, may be the same surface.
fn is_alike(a: (f32, f32), b: (f32, f32)) -> bool {
    (a.0 - b.0).abs() <= BRIGHTNESS && (a.1 - b.1).abs() <= TINT
}

/// Finds the points that something other than a stone covers, in the views of a series.
///
/// A point is covered in a view if the cells around it do not look as in most of the 60 views before and after it, or
/// as in those of these views in which they look like the rest of the board. So the last views are judged again when
/// more views follow. Light that changes most of the board alike, and leaves its lines, covers nothing.
///
/// ```
/// use board_geom::{View, ViewLayout};
/// use image::{Rgb, RgbImage};
/// use stone_detect::Visibility;
///
/// let layout = ViewLayout::new(9, 9, 24.0);
/// let (width, height) = layout.dimensions();
/// let wood = RgbImage::from_pixel(width, height, Rgb([205, 160, 100]));
/// let mut hand = wood.clone();
/// for (_, row) in hand.enumerate_rows_mut().skip(60).take(90) {
///     row.for_each(|(_, _, pixel)| *pixel = Rgb([120, 70, 60]));
/// }
/// let mut visibility = Visibility::default();
/// for image in [&wood, &wood, &hand, &wood, &wood] {
///     visibility.push(&View { image: image.clone(), layout, camera: None });
/// }
/// let covered = visibility.covered(0..5);
/// assert!(!covered[1][4 * 9 + 4] && covered[2][4 * 9 + 4]);
/// ```
#[derive(Clone, Debug, Default)]
pub struct Visibility {
    /// Columns and rows of points.
    size: (usize, usize),
    /// By view, without the first ones, which are not needed any more.
    tones: Vec<Tones>,
    /// Number of views without tones.
    gone: usize,
    /// By view and point; not yet known for the last few views.
    covered: Vec<Vec<bool>>,
}

impl Visibility {
    /// Adds the next view, which is laid out like the others.
    pub fn push(&mut self, view: &View) {
        let tones = Tones::of_view(&measure(view));
        self.push_tones((view.layout.cols, view.layout.rows), tones);
    }

    /// Adds the next view of so many columns and rows of points.
    pub(crate) fn push_tones(&mut self, size: (usize, usize), tones: Tones) {
        self.size = size;
        self.tones.push(tones);
        let block = self.covered.len()..self.covered.len() + BLOCK;
        if self.gone + self.tones.len() == block.end + AROUND {
            let tones_of = |view: usize| self.tones.get(view.checked_sub(self.gone)?);
            let found = covered(tones_of, block.clone(), size.0, size.1);
            self.covered.extend(found);
            let needed = block.end.saturating_sub(AROUND);
            self.tones.drain(..needed - self.gone);
            self.gone = needed;
        }
    }

    /// For each of these views and each point, row by row, whether it is covered.
    ///
    /// # Panics
    /// If there are fewer views.
    #[must_use]
    pub fn covered(&self, views: Range<usize>) -> Vec<Vec<bool>> {
        self.with(self.size, Vec::new(), views)
    }

    /// The same, with further views of so many columns and rows of points.
    pub(crate) fn with(
        &self,
        (cols, rows): (usize, usize),
        later: Vec<Tones>,
        views: Range<usize>,
    ) -> Vec<Vec<bool>> {
        let tones_of = |view: usize| {
            let view = view.checked_sub(self.gone)?;
            match view.checked_sub(self.tones.len()) {
                Some(last) => later.get(last),
                None => self.tones.get(view),
            }
        };
        let known = self.covered.len();
        let mut all = Vec::with_capacity(views.len());
        all.extend_from_slice(&self.covered[views.start.min(known)..views.end.min(known)]);
        let mut first = known + (views.start.saturating_sub(known) / BLOCK) * BLOCK;
        while first < views.end {
            let found = covered(tones_of, first..first + BLOCK, cols, rows);
            let asked = (first..)
                .zip(found)
                .filter(|(view, _)| views.contains(view));
            all.extend(asked.map(|(_, covered)| covered));
            first += BLOCK;
        }
        assert_eq!(all.len(), views.len(), "there are fewer views");
        all
    }
}

/// For each frame of a block and each point, whether it is covered. `frames` gives the tones of all frames so far;
/// `cols` and `rows` are those of the points.
fn covered<'a>(
    frames: impl Fn(usize) -> Option<&'a Tones>,
    block: Range<usize>,
    cols: usize,
    rows: usize,
) -> Vec<Vec<bool>> {
    let window = block.start.saturating_sub(AROUND)..block.end + AROUND;
    let window: Vec<&Tones> = window.map_while(&frames).collect();
    let usual = usual(&window, (cols + 1) * (rows + 1));
    let here = block.map_while(&frames);
    here.map(|here| covered_points(&here.strange(&usual), cols, rows))
        .collect()
}

/// The median look of each cell in the frames in which it looks like the rest of the board, or in all if it seldom does:
/// at a lamp, or in a shadow.
fn usual(window: &[&Tones], cells: usize) -> Usual {
    let step = window.len().div_ceil(SAMPLE).max(1);
    let sample: Vec<&Tones> = window.iter().step_by(step).copied().collect();
    let median_of = |cell: usize| {
        let of_board = sample.iter().filter(|tones| tones.is_board(cell));
        let mut counted: Vec<_> = of_board.map(|tones| tones.of(cell)).collect();
        if SELDOM * counted.len() < sample.len() {
            counted = sample.iter().map(|tones| tones.of(cell)).collect();
        }
        let (mut tones, mut tints): (Vec<f32>, Vec<f32>) = counted.into_iter().unzip();
        (median(&mut tones), median(&mut tints))
    };
    let of_frames = |value: fn(&Tones) -> f32| {
        let mut values: Vec<f32> = sample.iter().map(|tones| value(tones)).collect();
        median(&mut values)
    };
    Usual {
        cells: (0..cells).map(median_of).collect(),
        tint: of_frames(|tones| tones.tint),
        lines: of_frames(|tones| tones.lines),
    }
}

/// The points that are covered if these cells are.
fn covered_points(strange: &[bool], cols: usize, rows: usize) -> Vec<bool> {
    let cell = |col: usize, row: usize| u8::from(strange[row * (cols + 1) + col]);
    let at = |(col, row): (usize, usize)| {
        cell(col, row) + cell(col + 1, row) + cell(col, row + 1) + cell(col + 1, row + 1)
    };
    let points = (0..cols * rows).map(|point| (point % cols, point / cols));
    let cells: Vec<u8> = points.clone().map(at).collect();
    let width = cols;
    let covered_near = |(col, row): (usize, usize)| {
        let cols = col.saturating_sub(NEAR)..cols.min(col + NEAR + 1);
        let rows = row.saturating_sub(NEAR)..rows.min(row + NEAR + 1);
        let near = rows.flat_map(|row| cols.clone().map(move |col| row * width + col));
        near.filter(|p| cells[*p] > 1).count()
    };
    let is_covered = |(point, count): ((usize, usize), &u8)| match count {
        0 => false,
        1 => covered_near(point) >= HAND,
        _ => true,
    };
    points.zip(&cells).map(is_covered).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tone(log_brightness: f32, tint: f32) -> CellTone {
        CellTone {
            log_brightness,
            tint,
        }
    }

    /// The tones of a frame with lines.
    fn of(cells: Vec<CellTone>) -> Tones {
        Tones::new(cells, 0.2)
    }

    #[test]
    fn other_light_covers_nothing() {
        let (day, lamp, skin) = (tone(5.0, 0.2), tone(4.6, 0.34), tone(4.2, 0.49));
        let covered_by_light = |lines: f32| {
            let mut tones = vec![of(vec![day; 100]); 20];
            tones.extend(vec![Tones::new(vec![lamp; 100], lines); 9]);
            // A hand in this light.
            let hand = [vec![skin; 20], vec![lamp; 80]].concat();
            tones.push(Tones::new(hand, lines));
            let blocks = (0..tones.len()).step_by(BLOCK);
            blocks
                .flat_map(|first| covered(|at| tones.get(at), first..first + BLOCK, 9, 9))
                .collect::<Vec<_>>()
        };
        let covered = covered_by_light(0.15);
        assert!(covered[..29].iter().flatten().all(|covered| !covered));
        assert!(covered[29][0] && !covered[29][80]);
        // A cloth has no lines.
        let covered = covered_by_light(0.05);
        assert!(covered[20..].iter().flatten().all(|covered| *covered));
        assert!(covered[..20].iter().flatten().all(|covered| !covered));
    }

    #[test]
    fn a_hand_over_a_corner_covers_its_points_and_a_dimmed_lamp_none() {
        let (bare, dim, skin) = (tone(5.0, 0.2), tone(4.0, 0.2), tone(4.2, 0.35));
        let mut cells = vec![vec![bare; 100]; 9];
        cells[6] = vec![dim; 100];
        for (c, r) in [(0, 0), (1, 0), (0, 1), (1, 1)] {
            cells[4][r * 10 + c] = skin;
        }
        // A stone that lies badly.
        cells[4][5 * 10 + 5] = dim;
        let tones: Vec<Tones> = cells.into_iter().map(of).collect();
        let covered = covered(|at| tones.get(at), 0..tones.len(), 9, 9);
        let points: Vec<usize> = (0..81).filter(|p| covered[4][*p]).collect();
        assert_eq!(points, [0, 1, 9]);
        for frame in [0, 3, 5, 6, 8] {
            assert!(!covered[frame].contains(&true), "frame {frame}");
        }
    }

    #[test]
    fn a_hand_that_rests_is_not_taken_for_the_board() {
        let (bare, skin) = (vec![tone(5.0, 0.2); 100], vec![tone(4.2, 0.35); 100]);
        let hand = 50..90;
        let cells = (0..140).map(|frame| match hand.contains(&frame) {
            true => [&skin[..40], &bare[40..]].concat(),
            false => bare.clone(),
        });
        let tones: Vec<Tones> = cells.map(of).collect();
        let blocks = (0..tones.len()).step_by(BLOCK);
        let covered =
            blocks.flat_map(|first| covered(|at| tones.get(at), first..first + BLOCK, 9, 9));
        for (frame, covered) in covered.enumerate() {
            assert_eq!(covered[0], hand.contains(&frame), "frame {frame}");
            assert!(!covered[80], "frame {frame}");
        }
    }

    /// While a game is followed, its first hand may rest for longer than the board was seen before.
    #[test]
    fn a_hand_that_rests_early_is_not_taken_for_the_board() {
        let (bare, skin) = (vec![tone(5.0, 0.2); 100], vec![tone(4.2, 0.35); 100]);
        // A dark corner is none.
        let dark = |mut cells: Vec<CellTone>| {
            cells[90..].fill(tone(4.5, 0.2));
            Tones::new(cells, 0.2)
        };
        let hand = || dark([&skin[..40], &bare[40..]].concat());
        let mut tones = vec![dark(bare.clone()); 5];
        tones.extend((0..30).map(|_| hand()));
        let blocks = (0..tones.len()).step_by(BLOCK);
        let covered =
            blocks.flat_map(|first| covered(|at| tones.get(at), first..first + BLOCK, 9, 9));
        for (frame, covered) in covered.enumerate() {
            assert_eq!(covered[0], frame >= 5, "frame {frame}");
            assert!(!covered[80], "frame {frame}");
        }
    }

    #[test]
    fn a_long_series_shows_the_same_without_the_tones_of_its_first_views() {
        let (bare, skin) = (vec![tone(5.0, 0.2); 100], vec![tone(4.2, 0.35); 100]);
        // Hands that rest for longer and longer.
        let is_hand = |view: usize| view % 37 < view / 12;
        let cells = |view: usize| match is_hand(view) {
            true => [&skin[..40], &bare[40..]].concat(),
            false => bare.clone(),
        };
        const VIEWS: usize = 333;
        let tones: Vec<Tones> = (0..VIEWS).map(|view| of(cells(view))).collect();
        let blocks = (0..VIEWS).step_by(BLOCK);
        let all = blocks.flat_map(|first| covered(|at| tones.get(at), first..first + BLOCK, 9, 9));
        let all: Vec<Vec<bool>> = all.collect();
        let mut visibility = Visibility::default();
        (0..VIEWS).for_each(|view| visibility.push_tones((9, 9), of(cells(view))));
        assert!(visibility.tones.len() < 2 * AROUND + 2 * BLOCK);
        assert_eq!(visibility.covered(0..VIEWS), all);
        assert_eq!(visibility.covered(200..VIEWS), all[200..]);
    }
}
