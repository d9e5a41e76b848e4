use nalgebra::{Matrix3, Vector3};

use crate::lens::LensFrame;
use crate::{GeomError, Homography, Radial};

/// The positions of a board's grid points in a photo: a homography followed by radial lens distortion.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Grid {
    /// Number of grid points in a row.
    pub cols: usize,
    /// Number of rows.
    pub rows: usize,
    /// Maps board coordinates (column, row) to undistorted photo pixels.
    pub map: Homography,
    /// Maps undistorted to real photo pixels.
    pub lens: Radial,
    /// Width and height of the photo in pixels.
    pub photo: (u32, u32),
}

/// Plausible focal lengths, in longer sides of the photo; estimates outside are noise.
const FOCAL_LENGTHS: std::ops::Range<f64> = 0.5..4.0;
/// Focal length of a typical lens, in longer sides of the photo.
const USUAL_FOCAL_LENGTH: f64 = 1.2;

impl Grid {
    /// Makes a grid from the photo pixels of its outermost points, listed as board corners (0, 0), (cols−1, 0),
    /// (cols−1, rows−1), (0, rows−1): top-left, top-right, bottom-right, bottom-left. Assumes a lens without
    /// distortion.
    ///
    /// # Errors
    /// [`GeomError::Corners`] if they are not the corners of a convex quadrangle, [`GeomError::Size`] if the board has
    /// fewer than 2 points a side.
    pub fn from_corners(
        corners: [[f64; 2]; 4],
        cols: usize,
        rows: usize,
        photo: (u32, u32),
    ) -> Result<Self, GeomError> {
        if cols < 2 || rows < 2 {
            return Err(GeomError::Size { cols, rows });
        }
        if !is_convex(&corners) {
            return Err(GeomError::Corners { corners });
        }
        let (c, r) = ((cols - 1) as f64, (rows - 1) as f64);
        let map =
            Homography::from_rectangle(c, r, &corners).ok_or(GeomError::Corners { corners })?;
        Ok(Self {
            cols,
            rows,
            map,
            lens: Radial::default(),
            photo,
        })
    }

    pub(crate) fn lens_frame(&self) -> LensFrame {
        LensFrame::of(self.photo)
    }

    /// The photo pixel of a board coordinate; fractions and positions beyond the edge are allowed. Not finite for a
    /// position on the horizon of the camera.
    #[must_use]
    pub fn to_photo(&self, col: f64, row: f64) -> [f64; 2] {
        self.lens_frame()
            .distort(self.lens, self.map.apply([col, row]))
    }

    /// The board coordinate (column, row) of a photo pixel. For many pixels, [`Grid::photo_to_board`] inverts the map
    /// only once.
    #[must_use]
    pub fn to_board(&self, x: f64, y: f64) -> [f64; 2] {
        self.photo_to_board()
            .map_or([f64::NAN; 2], |map| map([x, y]))
    }

    /// The map from photo pixels to board coordinates as a function; `None` if the grid is degenerate.
    #[must_use]
    pub fn photo_to_board(&self) -> Option<impl Fn([f64; 2]) -> [f64; 2] + use<>> {
        let (to_board, frame, lens) = (self.undistorted_to_board()?, self.lens_frame(), self.lens);
        Some(move |p| to_board(frame.undistort(lens, p)))
    }

    /// Like [`photo_to_board`](Grid::photo_to_board), for pixels without lens distortion.
    pub(crate) fn undistorted_to_board(&self) -> Option<impl Fn([f64; 2]) -> [f64; 2] + use<>> {
        let inverse = self.map.inverse()?;
        Some(move |p| inverse.apply(p))
    }

    /// Like [`from_corners`](Grid::from_corners), with lens distortion: `corners` are pixels of the distorted photo.
    ///
    /// # Errors
    /// As [`from_corners`](Grid::from_corners).
    pub fn from_seen_corners(
        corners: [[f64; 2]; 4],
        lens: Radial,
        cols: usize,
        rows: usize,
        photo: (u32, u32),
    ) -> Result<Self, GeomError> {
        let ideal = corners.map(|p| LensFrame::of(photo).undistort(lens, p));
        Ok(Self {
            lens,
            ..Self::from_corners(ideal, cols, rows, photo)?
        })
    }

    /// The photo pixels of the outermost grid points, in the order of [`from_corners`](Grid::from_corners).
    #[must_use]
    pub fn corners(&self) -> [[f64; 2]; 4] {
        let (c, r) = ((self.cols - 1) as f64, (self.rows - 1) as f64);
        [[0.0, 0.0], [c, 0.0], [c, r], [0.0, r]].map(|[c, r]| self.to_photo(c, r))
    }

    /// The distance in pixels between neighbouring grid points: (mean, smallest) over the four corners and the centre
    /// of the board.
    #[must_use]
    pub fn pitch(&self) -> (f64, f64) {
        let (c, r) = ((self.cols - 1) as f64, (self.rows - 1) as f64);
        let mut steps = Vec::with_capacity(10);
        for (u, v) in [(0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0), (0.5, 0.5)] {
            let p = self.to_photo(u * c, v * r);
            for q in [
                self.to_photo(u * c + 0.5, v * r),
                self.to_photo(u * c, v * r + 0.5),
            ] {
                steps.push(2.0 * (p[0] - q[0]).hypot(p[1] - q[1]));
            }
        }
        let mean = steps.iter().sum::<f64>() / steps.len() as f64;
        (mean, steps.iter().copied().fold(f64::INFINITY, f64::min))
    }

    /// The grid in the same photo scaled to another size: pixel coordinates are scaled so that the edges of the
    /// pictures coincide.
    #[must_use]
    pub fn resized(&self, photo: (u32, u32)) -> Self {
        let sx = f64::from(photo.0) / f64::from(self.photo.0);
        let sy = f64::from(photo.1) / f64::from(self.photo.1);
        // Pixel centres: x' + ½ = s·(x + ½).
        let s = Matrix3::new(
            sx,
            0.0,
            0.5 * sx - 0.5,
            0.0,
            sy,
            0.5 * sy - 0.5,
            0.0,
            0.0,
            1.0,
        );
        Self {
            map: Homography(s).after(&self.map),
            photo,
            ..*self
        }
    }

    /// The grid of the centres of the squares between this grid's lines: one column and one row fewer, so that the 9 ×
    /// 9 lines of a chessboard become its 8 × 8 squares.
    ///
    /// # Errors
    /// [`GeomError::Size`] if there are fewer than 2 squares a side.
    pub fn middles(&self) -> Result<Self, GeomError> {
        let (cols, rows) = (self.cols - 1, self.rows - 1);
        if cols < 2 || rows < 2 {
            return Err(GeomError::Size { cols, rows });
        }
        Ok(Self {
            cols,
            rows,
            map: self.map.after(&Homography::translation(0.5, 0.5)),
            ..*self
        })
    }

    /// The grid of a photo that is cropped and rectified already: its outermost lines are the edges of the photo.
    ///
    /// # Errors
    /// As [`from_corners`](Grid::from_corners).
    pub fn whole(cols: usize, rows: usize, photo: (u32, u32)) -> Result<Self, GeomError> {
        let (w, h) = (f64::from(photo.0) - 0.5, f64::from(photo.1) - 0.5);
        Self::from_corners(
            [[-0.5, -0.5], [w, -0.5], [w, h], [-0.5, h]],
            cols,
            rows,
            photo,
        )
    }

    /// Renumbers the board so that another corner comes first: the one `quarters` steps further in the order of
    /// [`corners`](Grid::corners).
    #[must_use]
    pub fn turned(&self, quarters: usize) -> Self {
        let mut grid = *self;
        for _ in 0..quarters % 4 {
            // The new first corner is the old second one: (c', r') ↦ (cols−1−r', c').
            let last = (grid.cols - 1) as f64;
            let turn = Matrix3::new(0.0, -1.0, last, 1.0, 0.0, 0.0, 0.0, 0.0, 1.0);
            grid = Self {
                cols: grid.rows,
                rows: grid.cols,
                map: grid.map.after(&Homography(turn)),
                ..grid
            };
        }
        grid
    }

    /// Exchanges columns and rows: the mirror image across the diagonal.
    #[must_use]
    pub fn transposed(&self) -> Self {
        let swap = Matrix3::new(0.0, 1.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 1.0);
        Self {
            cols: self.rows,
            rows: self.cols,
            map: self.map.after(&Homography(swap)),
            ..*self
        }
    }

    /// Renumbers the board so that its first corner is nearest the top-left of the photo (smallest x + y) and the
    /// others follow clockwise. All grids this crate returns are numbered so.
    #[must_use]
    pub fn upright(&self) -> Self {
        if !self.is_clockwise() {
            return self.transposed().upright();
        }
        let corners = self.corners();
        let first = (0..4)
            .min_by(|&i, &j| {
                let sum = |k: usize| corners[k][0] + corners[k][1];
                sum(i).total_cmp(&sum(j))
            })
            .unwrap_or(0);
        self.turned(first)
    }

    /// Whether the corners follow each other clockwise in the photo, so that the board is not mirrored.
    pub(crate) fn is_clockwise(&self) -> bool {
        let [a, b, c, _] = self.corners();
        (b[0] - a[0]) * (c[1] - b[1]) - (b[1] - a[1]) * (c[0] - b[0]) > 0.0
    }

    /// The position of the camera: (column, row, height above the board) in grid units. `None` if the board is seen
    /// edge-on or from behind.
    ///
    /// The focal length follows from the two axes being perpendicular and equally long, with the principal point in the
    /// centre of the photo (Zhang, "A flexible new technique for camera calibration", 2000). A view from straight above
    /// does not determine it; then 1.2 times the longer side of the photo is assumed.
    #[must_use]
    pub fn camera(&self) -> Option<[f32; 3]> {
        let c = self.lens_frame().centre;
        let to_centre = Homography::translation(-c[0], -c[1]);
        let h = to_centre.0 * self.map.0;
        let long = f64::from(self.photo.0.max(self.photo.1));
        let (h1, h2) = (h.column(0).into_owned(), h.column(1).into_owned());
        // (h1.x·h2.x + h1.y·h2.y)/f² + h1.z·h2.z = 0, and a similar equation for equal lengths: both are linear in
        // 1/f², solved by least squares.
        let (a1, b1) = (h1.x * h2.x + h1.y * h2.y, h1.z * h2.z);
        let (a2, b2) = (
            h1.x * h1.x + h1.y * h1.y - h2.x * h2.x - h2.y * h2.y,
            h1.z * h1.z - h2.z * h2.z,
        );
        let inverse_square = -(a1 * b1 + a2 * b2) / (a1 * a1 + a2 * a2);
        let estimate = (1.0 / inverse_square).sqrt();
        let focal = if estimate.is_finite()
            && (FOCAL_LENGTHS.start * long..FOCAL_LENGTHS.end * long).contains(&estimate)
        {
            estimate
        } else {
            USUAL_FOCAL_LENGTH * long
        };
        let k_inverse = Matrix3::from_diagonal(&Vector3::new(1.0 / focal, 1.0 / focal, 1.0));
        let m = k_inverse * h;
        let scale = 2.0 / (m.column(0).norm() + m.column(1).norm());
        let m = m * scale * m[(2, 2)].signum();
        let (r1, r2, t) = (
            m.column(0).into_owned(),
            m.column(1).into_owned(),
            m.column(2).into_owned(),
        );
        let r3 = r1.cross(&r2).try_normalize(1e-9)?;
        // Camera centre C: solve [r1 r2 r3]·C = −t.
        let rotation = Matrix3::from_columns(&[r1, r2, r3]);
        let centre = rotation.try_inverse()? * -t;
        let place = [centre.x as f32, centre.y as f32, centre.z.abs() as f32];
        (place.iter().all(|v| v.is_finite()) && place[2] > 0.5).then_some(place)
    }
}

pub(crate) fn is_convex(corners: &[[f64; 2]; 4]) -> bool {
    let turn = |i: usize| {
        let [a, b, c] = [corners[i], corners[(i + 1) % 4], corners[(i + 2) % 4]];
        (b[0] - a[0]) * (c[1] - b[1]) - (b[1] - a[1]) * (c[0] - b[0])
    };
    let turns: [f64; 4] = std::array::from_fn(turn);
    turns.iter().all(|t| t.is_finite() && *t > 1e-6)
        || turns.iter().all(|t| t.is_finite() && *t < -1e-6)
}

/// The squares of a square board, row by row, renumbered like [`Grid::turned`].
///
/// # Panics
/// If the number of squares is not a square number.
#[must_use]
pub fn turned_squares<T: Copy>(squares: &[T], quarters: usize) -> Vec<T> {
    let size = squares.len().isqrt();
    assert_eq!(size * size, squares.len(), "the board is square");
    let mut now = squares.to_vec();
    for _ in 0..quarters % 4 {
        // Square (c, r) of the turned board is (last − r, c) of this one.
        let from = |i: usize| i % size * size + (size - 1 - i / size);
        now = (0..now.len()).map(|i| now[from(i)]).collect();
    }
    now
}

/// The orientation of a board in the picture: the clockwise quarter turns from the upright board (Black's pieces at the
/// top, the first square top left) to the picture, plus 4 if the upright board is first mirrored left to right.
/// Mirrored boards occur in draughts, which is the same game with the dark corner on the other side.
pub type Orientation = u8;

/// The contents of an upright square board, row by row, as they appear in this orientation.
///
/// # Panics
/// If the board is not square.
#[must_use]
pub fn oriented_squares<T: Copy>(upright: &[T], orientation: Orientation) -> Vec<T> {
    let cols = upright.len().isqrt();
    let mut squares = upright.to_vec();
    if orientation >= 4 {
        squares.chunks_exact_mut(cols).for_each(<[T]>::reverse);
    }
    // The inverse turn: the first corner moves on clockwise.
    turned_squares(&squares, usize::from(4 - orientation % 4))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tilted() -> Grid {
        let corners = [
            [168.5, 108.0],
            [845.4, 108.0],
            [973.5, 554.8],
            [45.8, 557.0],
        ];
        Grid::from_corners(corners, 19, 19, (1024, 762)).unwrap()
    }

    fn close(a: [f64; 2], b: [f64; 2]) -> bool {
        (a[0] - b[0]).hypot(a[1] - b[1]) < 1e-6
    }

    #[test]
    fn photo_and_board_coordinates_are_inverse_with_distortion() {
        let mut grid = tilted();
        grid.lens.k1 = -0.12;
        for (c, r) in [(0.0, 0.0), (18.0, 3.0), (9.5, 17.2)] {
            let p = grid.to_photo(c, r);
            assert!(close(grid.to_board(p[0], p[1]), [c, r]));
        }
    }

    #[test]
    fn four_quarter_turns_are_none_and_one_moves_the_first_corner() {
        let grid = tilted();
        let (all, one) = (grid.turned(4).corners(), grid.turned(1).corners());
        for i in 0..4 {
            assert!(close(all[i], grid.corners()[i]));
            assert!(close(one[i], grid.corners()[(i + 1) % 4]));
            assert!(close(
                grid.turned(i).upright().corners()[0],
                grid.corners()[0]
            ));
        }
    }

    #[test]
    fn a_grid_and_the_squares_turn_alike() {
        let grid = Grid::whole(8, 8, (80, 80)).unwrap();
        let numbers: Vec<usize> = (0..64).collect();
        for quarters in 0..4 {
            let [x, y] = grid.turned(quarters).to_photo(2.0, 5.0);
            let [c, r] = grid.to_board(x, y).map(|v| v.round() as usize);
            assert_eq!(turned_squares(&numbers, quarters)[5 * 8 + 2], r * 8 + c);
        }
    }

    #[test]
    fn squares_lie_between_the_lines() {
        let board = Grid::whole(9, 9, (480, 240)).unwrap();
        assert!(close(board.corners()[2], [479.5, 239.5]));
        let squares = board.middles().unwrap();
        assert_eq!((squares.cols, squares.rows), (8, 8));
        assert!(close(squares.to_photo(0.0, 0.0), [29.5, 14.5]));
        assert!(close(squares.to_photo(7.0, 7.0), board.to_photo(7.5, 7.5)));
        let small = Grid::whole(2, 2, (10, 10)).unwrap();
        assert!(small.middles().is_err());
    }

    #[test]
    fn a_resized_photo_keeps_the_edges_together() {
        let grid = tilted();
        let half = grid.resized((512, 381));
        let (p, q) = (grid.to_photo(3.0, 4.0), half.to_photo(3.0, 4.0));
        assert!(((p[0] + 0.5) / 2.0 - 0.5 - q[0]).abs() < 1e-9);
        assert!(((p[1] + 0.5) / 2.0 - 0.5 - q[1]).abs() < 1e-9);
    }

    #[test]
    fn the_camera_is_found_again() {
        // A pinhole camera at a known position, looking at the centre of the board.
        let (place, target, focal) = (
            Vector3::new(9.0, 40.0, 25.0),
            Vector3::new(9.0, 9.0, 0.0),
            900.0,
        );
        let forward = (target - place).normalize();
        let right = Vector3::new(1.0, 0.0, 0.0);
        let down = Vector3::new(0.0, -forward.z, forward.y).normalize();
        let down = if down.z > 0.0 { -down } else { down };
        let see = |c: f64, r: f64| {
            let d = Vector3::new(c, r, 0.0) - place;
            let z = d.dot(&forward);
            [
                400.0 - 0.5 + focal * d.dot(&right) / z,
                300.0 - 0.5 + focal * d.dot(&down) / z,
            ]
        };
        let corners = [
            see(0.0, 0.0),
            see(18.0, 0.0),
            see(18.0, 18.0),
            see(0.0, 18.0),
        ];
        let grid = Grid::from_corners(corners, 19, 19, (800, 600)).unwrap();
        let found = grid.camera().unwrap();
        for (f, t) in found.iter().zip(place.iter()) {
            assert!((f64::from(*f) - t).abs() < 0.05, "{found:?}");
        }
    }

    #[test]
    fn corners_that_cross_are_refused() {
        let crossed = [[0.0, 0.0], [10.0, 10.0], [10.0, 0.0], [0.0, 10.0]];
        assert!(matches!(
            Grid::from_corners(crossed, 19, 19, (20, 20)),
            Err(GeomError::Corners { .. })
        ));
        assert!(matches!(
            Grid::from_corners(crossed, 1, 19, (20, 20)),
            Err(GeomError::Size { cols: 1, .. })
        ));
    }
}
