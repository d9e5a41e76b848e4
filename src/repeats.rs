//! Photos of Go that show what the one before shows, however they were stored: one observation.

use image::RgbImage;

/// Pixels a side of the squares that are compared: a stone has several of them.
const SIDE: u32 = 8;

/// Compares every view of a board with the last one that was new.
#[derive(Default)]
pub(crate) struct Repeats {
    last: Option<Vec<[f32; 3]>>,
}

impl Repeats {
    /// Whether a view shows nothing that the last new one did not.
    pub(crate) fn is_repeat(&mut self, view: &RgbImage) -> bool {
        /// Levels of 255 by which a square's mean differs when a photo is stored anew as a JPEG, of quality 60 and more; a hand
        /// or a stone changes it by ten times that, and so does the light by and by.
        const STORED: f32 = 4.0;
        let means = means(view);
        let differ =
            |a: &[f32; 3], b: &[f32; 3]| a.iter().zip(b).any(|(a, b)| (a - b).abs() > STORED);
        let repeat = self.last.as_ref().is_some_and(|last| {
            last.len() == means.len() && !last.iter().zip(&means).any(|(a, b)| differ(a, b))
        });
        if !repeat {
            self.last = Some(means);
        }
        repeat
    }
}

/// The mean colour of every square of a view.
fn means(view: &RgbImage) -> Vec<[f32; 3]> {
    let columns = view.width().div_ceil(SIDE);
    let rows = view.height().div_ceil(SIDE);
    let mut sums = vec![([0_f32; 3], 0_f32); (columns * rows) as usize];
    for (x, y, pixel) in view.enumerate_pixels() {
        let (sum, count) = &mut sums[(y / SIDE * columns + x / SIDE) as usize];
        for (sum, level) in sum.iter_mut().zip(pixel.0) {
            *sum += f32::from(level);
        }
        *count += 1.0;
    }
    sums.iter()
        .map(|(sum, count)| sum.map(|sum| sum / count))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use image::Rgb;

    #[test]
    fn noise_is_a_repeat_and_a_stone_is_none() {
        let board = |noise: u8, stone: bool| {
            RgbImage::from_fn(96, 96, |x, y| {
                let wood = 150 + ((x * 7 + y * 13) % 5) as u8 * noise;
                let on_stone = stone && x.abs_diff(48).pow(2) + y.abs_diff(48).pow(2) < 100;
                Rgb([if on_stone { 30 } else { wood }; 3])
            })
        };
        let mut repeats = Repeats::default();
        assert!(!repeats.is_repeat(&board(0, false)));
        assert!(repeats.is_repeat(&board(1, false)));
        assert!(!repeats.is_repeat(&board(1, true)));
        assert!(repeats.is_repeat(&board(0, true)));
        assert!(!repeats.is_repeat(&board(0, false)));
    }
}
