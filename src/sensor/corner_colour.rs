//! Whether a board of squares has a light corner at the right hand of each player, as it should.

use board_geom::View;
use piece_detect::{Orientation, even_squares_are_light};

/// Whether the squares that should be light are the dark ones, in most of these views of a board that lies so.
pub(crate) fn is_wrong(views: &[View], orientation: Orientation) -> bool {
    /// Number of views that vote.
    const VIEWS: usize = 5;
    // Upright, the first square of the first row, at Black's right hand, is light; a quarter turn brings a dark one
    // there.
    let first_is_light = orientation.is_multiple_of(2);
    let shown = views.iter().take(VIEWS).filter_map(even_squares_are_light);
    let (wrong, right): (Vec<bool>, Vec<bool>) = shown.partition(|even| *even != first_is_light);
    wrong.len() > right.len()
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
            let (c, r) = layout.to_board(x as f32, y as f32);
            let shade = match (c.round() + r.round()) as i32 % 2 == 0 {
                true => first,
                false => second,
            };
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
        for (view, wrong) in [(board(150, 90), false), (board(90, 150), true)] {
            assert_eq!(is_wrong(std::slice::from_ref(&view), 0), wrong);
            assert_eq!(is_wrong(std::slice::from_ref(&view), 2), wrong);
            assert_eq!(is_wrong(&[view], 1), !wrong);
        }
        assert!(!is_wrong(&[board(120, 120)], 0));
        assert!(!is_wrong(&[], 0));
    }
}
