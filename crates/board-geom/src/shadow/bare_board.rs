//! The light on the bare board.

use crate::View;

/// Values that are added before logarithms are taken: noise and black level.
const DARK: f32 = 4.0;

/// The light on a bare place of a board.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BareSample {
    /// Column and row of the board.
    pub at: [f32; 2],
    /// The [logarithms](log_value) of red, green and blue, and of the brightness.
    pub channels: [f32; 3],
    /// See `channels`.
    pub light: f32,
}

/// What is known of the bare board in a view.
pub struct BareBoard<'a> {
    /// Places that are bare, as far as is known; a third of them may be something else.
    pub samples: &'a [BareSample],
    /// Distance in grid units up to which samples are neighbours.
    pub near: f32,
    /// Reach of what is seen at one place, in grid units.
    pub reach: f32,
    /// Most that the brightness of one place says, in nats: it may be a piece's.
    pub alone: f32,
    /// By how much the logarithm of the bare board's brightness at a column and row is above that of a sample there;
    /// `None` if unknown.
    pub own: &'a dyn Fn(f32, f32) -> Option<f32>,
}

/// The mean colour of the nine pixels around a column and row of the board; `None` if the view does not hold them all.
#[must_use]
pub fn colour_around(view: &View, [col, row]: [f32; 2]) -> Option<[f32; 3]> {
    let (x, y) = view.layout.to_pixel(col, row);
    let (x, y) = (x.round() as i64, y.round() as i64);
    let (width, height) = view.image.dimensions();
    let is_inside =
        (1..i64::from(width) - 1).contains(&x) && (1..i64::from(height) - 1).contains(&y);
    if !is_inside {
        return None;
    }
    let mut sum = [0.0; 3];
    for (dx, dy) in (-1..=1).flat_map(|dy| (-1..=1).map(move |dx| (dx, dy))) {
        let pixel = view.image.get_pixel((x + dx) as u32, (y + dy) as u32).0;
        sum = core::array::from_fn(|k| sum[k] + f32::from(pixel[k]) / 9.0);
    }
    Some(sum)
}

/// The logarithm of a value of a pixel, from 0 to 255.
#[must_use]
pub fn log_value(value: f32) -> f32 {
    (value + DARK).ln()
}

/// The value whose [`log_value`] this is.
pub(super) fn value(log: f32) -> f32 {
    log.exp() - DARK
}

/// The brightness of a colour (Rec. 601).
#[must_use]
pub fn brightness(rgb: [f32; 3]) -> f32 {
    0.299 * rgb[0] + 0.587 * rgb[1] + 0.114 * rgb[2]
}
