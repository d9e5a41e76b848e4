use image::RgbImage;

/// The positions of the grid points in a rectified view.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ViewLayout {
    /// Number of grid points in a row.
    pub cols: usize,
    /// Number of rows.
    pub rows: usize,
    /// Pixels between neighbouring grid points, in both directions.
    pub pitch: f32,
    /// Pixels from the edge of the view to the outermost grid points, on all four sides.
    pub margin: f32,
}

impl ViewLayout {
    /// A layout with `pitch` pixels a grid unit and a margin of one unit, which shows the stones on the outermost lines
    /// whole.
    #[must_use]
    pub fn new(cols: usize, rows: usize, pitch: f32) -> Self {
        Self {
            cols,
            rows,
            pitch,
            margin: pitch,
        }
    }

    /// Width and height of the view in pixels.
    #[must_use]
    pub fn dimensions(&self) -> (u32, u32) {
        let length =
            |n: usize| ((n - 1) as f32 * self.pitch + 2.0 * self.margin).round() as u32 + 1;
        (length(self.cols), length(self.rows))
    }

    /// The pixel (x, y) of a board coordinate (column, row); fractions are allowed.
    #[must_use]
    pub fn to_pixel(&self, col: f32, row: f32) -> (f32, f32) {
        (
            self.margin + col * self.pitch,
            self.margin + row * self.pitch,
        )
    }

    /// The board coordinate (column, row) of a pixel.
    #[must_use]
    pub fn to_board(&self, x: f32, y: f32) -> (f32, f32) {
        (
            (x - self.margin) / self.pitch,
            (y - self.margin) / self.pitch,
        )
    }

    /// Number of grid points. Evidence uses the index `row * cols + col`.
    #[must_use]
    pub fn points(&self) -> usize {
        self.cols * self.rows
    }
}

/// A rectified photo: the board seen from straight above.
#[derive(Clone, Debug)]
pub struct View {
    /// The rectified picture, of size [`ViewLayout::dimensions`].
    pub image: RgbImage,
    /// The positions of the grid points in `image`.
    pub layout: ViewLayout,
    /// Position of the camera: column, row, and height above the board, in grid units. `None` if unknown, for example
    /// for a photo that was rectified before.
    pub camera: Option<[f32; 3]>,
}

impl View {
    /// The shift, in (columns, rows) of the rectified view, of something `height` grid units above the board at (`col`,
    /// `row`), away from the camera. Zero without a known camera.
    #[must_use]
    pub fn lean(&self, col: f32, row: f32, height: f32) -> (f32, f32) {
        match self.camera {
            Some([x, y, z]) if z > height => {
                let scale = height / (z - height);
                ((col - x) * scale, (row - y) * scale)
            }
            _ => (0.0, 0.0),
        }
    }
}
