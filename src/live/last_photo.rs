//! The last photo, and the pictures of it that pages show.

use std::sync::OnceLock;

use board_geom::{Grid, ViewLayout, shrink};
use image::RgbImage;
use jpeg_encoder::{ColorType, Encoder};

/// The last photo of a board. Each picture of it is encoded at the first request and kept for the next ones.
pub(super) struct LastPhoto {
    image: RgbImage,
    /// Where the board is.
    grid: Option<Grid>,
    seen: OnceLock<Option<Vec<u8>>>,
    above: OnceLock<Option<Vec<u8>>>,
}

impl LastPhoto {
    pub(super) fn new(image: RgbImage, grid: Option<Grid>) -> Self {
        Self {
            image,
            grid,
            seen: OnceLock::new(),
            above: OnceLock::new(),
        }
    }

    /// The photo as a JPEG of moderate size.
    pub(super) fn seen(&self) -> Option<&[u8]> {
        /// Largest length of the longer side in pixels.
        const SIDE: u32 = 1280;
        let draw = || encode(&shrink(&self.image, SIDE)).ok();
        self.seen.get_or_init(draw).as_deref()
    }

    /// The board from above as a JPEG, with a margin of half a grid unit. `None` if the board was not found.
    pub(super) fn above(&self) -> Option<&[u8]> {
        self.above.get_or_init(|| self.draw_above()).as_deref()
    }

    fn draw_above(&self) -> Option<Vec<u8>> {
        /// Approximate side of the board in pixels.
        const SIDE: f32 = 480.0;
        let grid = self.grid?;
        let pitch = SIDE / (grid.cols.max(2) - 1) as f32;
        let mut layout = ViewLayout::new(grid.cols, grid.rows, pitch);
        layout.margin = layout.pitch / 2.0;
        encode(&grid.rectify(&self.image, layout).image).ok()
    }
}

/// Encodes a photo as JPEG, or says why that cannot be.
pub(super) fn encode(image: &RgbImage) -> Result<Vec<u8>, String> {
    const QUALITY: u8 = 90;
    let side = |pixels: u32| {
        u16::try_from(pixels).map_err(|_| format!("a JPEG has no side of {pixels} pixels"))
    };
    let (width, height) = (side(image.width())?, side(image.height())?);
    let mut jpeg = Vec::new();
    let encoded =
        Encoder::new(&mut jpeg, QUALITY).encode(image.as_raw(), width, height, ColorType::Rgb);
    encoded.map(|()| jpeg).map_err(|error| error.to_string())
}
