//! The view of a board of lines without a shadow that falls on a part of it.

use board_geom::View;
use board_geom::shadow::{BareBoard, BareSample, brightness, log_value, without_shadow};

use crate::features::{CELL, pixels};

/// Distance in grid units of samples that are neighbours, and reach of what is seen at one place.
const NEAR: f32 = 1.5;
const REACH: f32 = 0.4;

/// The view without a shadow that falls on a part of its board; `None` if there is none.
///
/// The bare board is seen in the middles of the cells, which stones hardly cover.
pub(crate) fn without(view: &View) -> Option<View> {
    let layout = view.layout;
    if view.image.dimensions() != layout.dimensions() {
        return None;
    }
    let cells = (1..layout.rows).flat_map(|row| (1..layout.cols).map(move |col| (col, row)));
    let samples: Vec<BareSample> = cells
        .map(|(col, row)| {
            let at = [col as f32 - 0.5, row as f32 - 0.5];
            let rgb = mean(view, at);
            BareSample {
                at,
                channels: rgb.map(log_value),
                light: log_value(brightness(rgb)),
            }
        })
        .collect();
    let board = BareBoard {
        samples: &samples,
        near: NEAR,
        reach: REACH,
        own: &|_, _| Some(0.0),
    };
    without_shadow(view, &board)
}

/// The mean colour of the middle of a cell.
fn mean(view: &View, [c, r]: [f32; 2]) -> [f32; 3] {
    let raw = view.image.as_raw();
    let (mut sum, mut count) = ([0.0; 3], 0.0);
    for pixel in pixels(view, c, r, CELL) {
        sum = core::array::from_fn(|k| sum[k] + f32::from(raw[3 * pixel + k]));
        count += 1.0;
    }
    sum.map(|v| v / f32::max(count, 1.0))
}

#[cfg(test)]
mod tests {
    use super::*;
    use board_geom::ViewLayout;
    use image::{Rgb, RgbImage};

    /// Wood with lines and stones, in the light that falls on each pixel.
    fn view(light: impl Fn(f32, f32) -> f32) -> View {
        let layout = ViewLayout::new(19, 19, 24.0);
        let (width, height) = layout.dimensions();
        let image = RgbImage::from_fn(width, height, |x, y| {
            let (c, r) = layout.to_board(x as f32, y as f32);
            let (col, row) = (c.round(), r.round());
            let stone = match (col * 7.0 + row * 3.0) as i32 % 5 {
                0 => Some([40.0, 40.0, 45.0]),
                1 => Some([215.0, 215.0, 210.0]),
                _ => None,
            };
            let line = (c - col).abs().min((r - row).abs()) < 0.04;
            let colour = match stone.filter(|_| (c - col).hypot(r - row) < 0.46) {
                Some(stone) => stone,
                None if line => [70.0, 55.0, 40.0],
                None => [190.0, 150.0, 95.0],
            };
            Rgb(colour.map(|v: f32| (v * light(c, r)) as u8))
        });
        View {
            image,
            layout,
            camera: None,
        }
    }

    #[test]
    fn a_shadow_is_taken_off() {
        let even = view(|_, _| 1.0);
        let lit = without(&view(|c, r| if c + 0.4 * r > 13.0 { 0.5 } else { 1.0 }));
        let lit = lit.expect("a shadow");
        let off = |a: &u8, b: &u8| f32::from(a.abs_diff(*b));
        let pairs = lit.image.as_raw().iter().zip(even.image.as_raw());
        let wrong = pairs.filter(|(a, b)| off(a, b) > 20.0).count();
        assert!(100 * wrong < lit.image.as_raw().len(), "{wrong}");
    }

    #[test]
    fn smooth_light_is_no_shadow() {
        assert!(without(&view(|_, _| 0.9)).is_none());
        let lamp = |c: f32, r: f32| 1.0 - 0.0015 * ((c - 4.0).powi(2) + (r - 15.0).powi(2));
        assert!(without(&view(lamp)).is_none());
    }
}
