//! Whether a chessboard lies as it should: with a light corner at White's right hand.

use board_core::Occupancy;
use board_geom::{View, turned_squares};
use piece_detect::Orientation;

/// Whether the squares that should be light are the dark ones, in most of the pairs of bare neighbours in these views
/// of a board that lies so; `start` is what stands on it.
pub(crate) fn exchanged(views: &[View], orientation: Orientation, start: &[Occupancy]) -> bool {
    /// Views that are looked at.
    const LOOKS: usize = 5;
    /// Share of the pairs that must agree, and how many there must be.
    const MOST: f32 = 0.9;
    const PAIRS: usize = 10;
    let size = start.len().isqrt();
    let (mut pairs, mut wrong) = (0, 0);
    for view in views.iter().take(LOOKS) {
        let shades = turned_squares(&shades(view), usize::from(orientation));
        for point in (0..start.len()).filter(|point| point % size + 1 < size) {
            let bare = [point, point + 1].map(|p| start[p] == Occupancy::Empty);
            if bare != [true; 2] {
                continue;
            }
            // The first square of the first row, at Black's right hand, is light.
            let light = (point / size + point % size).is_multiple_of(2);
            pairs += 1;
            wrong += usize::from((shades[point] < shades[point + 1]) == light);
        }
    }
    pairs >= PAIRS && wrong as f32 > MOST * pairs as f32
}

/// How bright the middle of every square is, row by row.
fn shades(view: &View) -> Vec<f32> {
    let layout = &view.layout;
    // A quarter of a square to all sides.
    let reach = (0.25 * layout.pitch) as i64;
    let (width, height) = view.image.dimensions();
    let shade = |point: usize| {
        let at = |index: usize| (layout.margin + layout.pitch * index as f32) as i64;
        let (x, y) = (at(point % layout.cols), at(point / layout.cols));
        let pixels =
            (y - reach..=y + reach).flat_map(|y| (x - reach..=x + reach).map(move |x| (x, y)));
        let inside = pixels.filter(|&(x, y)| {
            (0..i64::from(width)).contains(&x) && (0..i64::from(height)).contains(&y)
        });
        let sum = inside.map(|(x, y)| {
            let pixel = view.image.get_pixel(x as u32, y as u32);
            (pixel.0.iter().map(|&v| f32::from(v)).sum::<f32>(), 1.0)
        });
        let (sum, count) = sum.fold((0.0, 0.0), |a, b| (a.0 + b.0, a.1 + b.1));
        sum / f32::max(count, 1.0)
    };
    (0..layout.cols * layout.rows).map(shade).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sensor::layout;
    use image::{Rgb, RgbImage};

    fn board(first: u8, second: u8) -> View {
        let layout = layout(8);
        let (width, height) = layout.dimensions();
        let image = RgbImage::from_fn(width, height, |x, y| {
            let [col, row] = [x, y].map(|v| (v + 16) / 32);
            let shade = if (col + row) % 2 == 0 { first } else { second };
            // Light from one side.
            Rgb([shade + (x / 8) as u8; 3])
        });
        View {
            image,
            layout,
            camera: None,
        }
    }

    #[test]
    fn a_board_with_a_dark_corner_at_the_right_is_noticed() {
        let start = [Occupancy::Empty; 64];
        for (view, wrong) in [(board(150, 90), false), (board(90, 150), true)] {
            assert_eq!(exchanged(std::slice::from_ref(&view), 0, &start), wrong);
            assert_eq!(exchanged(std::slice::from_ref(&view), 2, &start), wrong);
            assert_eq!(exchanged(&[view], 1, &start), !wrong);
        }
        assert!(!exchanged(&[board(120, 120)], 0, &start));
        assert!(!exchanged(&[board(90, 150)], 0, &[Occupancy::Black; 64]));
    }
}
