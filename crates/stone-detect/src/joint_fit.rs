//! The grid and the contents of one photo that explain each other best.
//!
//! Where stones or a coloured lamp hide the lines, a grid may have the wrong number of lines, or be off by half a line
//! at a corner. Read in such a grid, many points look like no content at all.

use board_geom::{Grid, ViewLayout};
use image::RgbImage;

use crate::detector::{Options, read_view};
use crate::error::DetectError;
use crate::single::Reading;

/// A grid, and the reading of a photo in it.
#[derive(Clone, Debug)]
pub struct GridReading {
    /// The grid.
    pub grid: Grid,
    /// What the photo shows at its points.
    pub reading: Reading,
}

/// Pixels of the views from a point to the next.
const PITCH: f32 = 24.0;
/// Mean log probability of the contents of a point below which a grid may be wrong, and above which another grid is
/// used instead. Of 29 photos of crowded boards, it was −0.018 and −0.033 in the two wrong grids, −0.017 in a right one
/// in glare, and at least −0.0043 in the others.
const UNSURE: f64 = -0.0064;
const SURE: f64 = -0.0019;
/// Distances by which corners are moved, in lines, one after the other: as long as the reading fits better.
const STEPS: [f64; 3] = [0.5, 0.25, 0.125];
/// Largest distance of a corner from where it was, in lines: a grid that is off by a line may fit as well.
const FARTHEST: f64 = 0.8;

/// Reads one photo in a grid: [`read_view`] of its view with 24 pixels a line.
///
/// # Errors
/// [`DetectError::BadOption`].
pub fn read_in(
    photo: &RgbImage,
    grid: &Grid,
    options: &Options,
) -> Result<GridReading, DetectError> {
    let view = grid.rectify(photo, ViewLayout::new(grid.cols, grid.rows, PITCH));
    let reading = read_view(&view, options)?;
    Ok(GridReading {
        grid: *grid,
        reading,
    })
}

/// Reads one photo in a grid that may be wrong.
///
/// If the reading is hardly sure of anything, it is made again with other numbers of lines between the same corners
/// (`sizes`, in lines a side) and with corners up to 0.8 lines away, about a hundred times. If the best of these
/// readings is sure, it is returned with its grid. In a grid that is right, use [`read_in`].
///
/// ```no_run
/// let photo = image::open("board.jpg").unwrap().into_rgb8();
/// let locator = board_geom::Locator::default();
/// let found = locator.locate(&photo)?;
/// let read = stone_detect::read_near(&photo, &found.grid, &locator.sizes, &Default::default())?;
/// println!("{} lines: {:?}", read.grid.cols, read.reading.contents);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// [`DetectError::BadOption`].
pub fn read_near(
    photo: &RgbImage,
    grid: &Grid,
    sizes: &[usize],
    options: &Options,
) -> Result<GridReading, DetectError> {
    let first = read_in(photo, grid, options)?;
    if first.fit() >= UNSURE {
        return Ok(first);
    }
    let mut best = first.clone();
    for lines in sizes.iter().filter(|lines| **lines != grid.cols) {
        let other = with_corners(grid, grid.corners(), *lines);
        best = best.or(photo, other, options)?;
    }
    let around = best.grid;
    for step in STEPS {
        loop {
            let before = best.fit();
            for corner in 0..4 {
                for [right, down] in [[1.0, 0.0], [-1.0, 0.0], [0.0, 1.0], [0.0, -1.0]] {
                    let other = moved(&best.grid, corner, [right * step, down * step]);
                    let other = other.filter(|other| is_near(other, &around));
                    best = best.or(photo, other, options)?;
                }
            }
            if best.fit() <= before {
                break;
            }
        }
    }
    Ok(match best.fit() >= SURE {
        true => best,
        false => first,
    })
}

impl GridReading {
    /// Mean log probability of the contents of a point.
    fn fit(&self) -> f64 {
        let shares = &self.reading.confidence;
        let logs = shares.iter().map(|share| f64::from(*share).ln());
        logs.sum::<f64>() / shares.len() as f64
    }

    /// This reading, or one in another grid that fits better.
    fn or(
        self,
        photo: &RgbImage,
        other: Option<Grid>,
        options: &Options,
    ) -> Result<Self, DetectError> {
        let Some(other) = other else { return Ok(self) };
        let other = read_in(photo, &other, options)?;
        Ok(match other.fit() > self.fit() {
            true => other,
            false => self,
        })
    }
}

/// A grid with other corners or lines, if there is one.
fn with_corners(grid: &Grid, corners: [[f64; 2]; 4], lines: usize) -> Option<Grid> {
    Grid::from_seen_corners(corners, grid.lens, lines, lines, grid.photo).ok()
}

/// The outermost points of a board of so many lines.
fn outermost(lines: usize) -> [[f64; 2]; 4] {
    let last = (lines - 1) as f64;
    [[0.0, 0.0], [last, 0.0], [last, last], [0.0, last]]
}

/// A grid with one corner moved by so many lines to the right and down.
fn moved(grid: &Grid, corner: usize, [right, down]: [f64; 2]) -> Option<Grid> {
    let [col, row] = outermost(grid.cols)[corner];
    let mut corners = grid.corners();
    corners[corner] = grid.to_photo(col + right, row + down);
    with_corners(grid, corners, grid.cols)
}

/// Whether no corner of a grid is too far from that of another one.
fn is_near(grid: &Grid, other: &Grid) -> bool {
    let pairs = grid.corners().into_iter().zip(outermost(other.cols));
    { pairs }.all(|([x, y], [col, row])| {
        let [c, r] = other.to_board(x, y);
        (c - col).hypot(r - row) <= FARTHEST
    })
}

#[cfg(test)]
mod tests {
    use board_core::Occupancy;
    use image::Rgb;

    use super::*;

    /// A board of 19 lines, 24 pixels apart, with stones on most of its points, and its grid.
    fn crowded() -> (RgbImage, Vec<Occupancy>, Grid) {
        let contents: Vec<Occupancy> = (0..361_usize)
            .map(|point| match point * point % 37 % 7 {
                0 => Occupancy::Empty,
                1 | 3 | 4 => Occupancy::Black,
                _ => Occupancy::White,
            })
            .collect();
        let photo = RgbImage::from_fn(520, 520, |x, y| {
            let [col, row] = [x, y].map(|at| (f64::from(at) - 44.0) / 24.0);
            let [near_col, near_row] = [col, row].map(|at| at.round().clamp(0.0, 18.0));
            let grain = ((x * x * 7 + y * y * 13 + x * y) % 43) as u8;
            let content = contents[near_row as usize * 19 + near_col as usize];
            let far = (col - near_col).hypot(row - near_row);
            let on_board = [col, row].iter().all(|at| (-0.03..18.03).contains(at));
            let is_line = on_board && (col - near_col).abs().min((row - near_row).abs()) < 0.04;
            let color: [u8; 3] = match content {
                Occupancy::Black if far < 0.47 => [30; 3],
                Occupancy::White if far < 0.47 => [235; 3],
                _ if is_line => [60, 45, 30],
                _ => [195, 150, 95],
            };
            // A lamp at the left, behind a coloured filter.
            let light = 1.0 - 0.5 * f64::from(x) / 520.0;
            let lamp = [0.5 * light, 0.8 * light, light];
            let lit = |k: usize| (f64::from(color[k]) * lamp[k]) as u8 / 2 + grain;
            Rgb([lit(0), lit(1), lit(2)])
        });
        let corners = [[44.0, 44.0], [476.0, 44.0], [476.0, 476.0], [44.0, 476.0]];
        let grid = Grid::from_corners(corners, 19, 19, photo.dimensions()).unwrap();
        (photo, contents, grid)
    }

    #[test]
    fn a_wrong_number_of_lines_and_corners_off_by_more_than_half_a_line_are_mended() {
        let (photo, contents, right) = crowded();
        let read =
            |grid: &Grid| read_near(&photo, grid, &[19, 13, 9], &Options::default()).unwrap();
        assert_eq!(read(&right).reading.contents, contents);
        let of_13 = with_corners(&right, right.corners(), 13).unwrap();
        let off = moved(&right, 2, [0.0, 0.7]).unwrap();
        let off = moved(&off, 1, [0.7, 0.0]).unwrap();
        for wrong in [of_13, off] {
            let plain = read_in(&photo, &wrong, &Options::default()).unwrap();
            assert_ne!(plain.reading.contents, contents);
            let read = read(&wrong);
            assert_eq!((read.grid.cols, &read.reading.contents), (19, &contents));
        }
    }

    #[test]
    fn where_no_grid_is_sure_the_given_one_stays() {
        let (photo, _, grid) = crowded();
        // No board at all.
        let noise = RgbImage::from_fn(520, 520, |x, y| {
            let value = (x.wrapping_mul(2_654_435_761) ^ y.wrapping_mul(40_503)) >> 3;
            Rgb([
                (value % 251) as u8,
                (value % 241) as u8,
                (value % 239) as u8,
            ])
        });
        assert_eq!(noise.dimensions(), photo.dimensions());
        let read = read_near(&noise, &grid, &[19, 13, 9], &Options::default()).unwrap();
        assert_eq!(read.grid, grid);
    }
}
