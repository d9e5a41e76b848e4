//! Skips photos that repeat the last one: a camera sends five a second, and a player thinks for minutes.

use image::RgbImage;

/// Number of columns and rows of cells in which photos are compared.
const CELLS: (u32, u32) = (48, 36);
/// A cell changes if its lightness differs by more than this, of 255. Noise and flickering lamps stay below.
const LEVELS: f32 = 7.0;
/// Seconds after a change in which photos are used. Then the hand has gone, and several photos show the new position.
const AFTER: f64 = 4.0;
/// Longest time in seconds without a used photo: slow changes of the light must be followed, too.
const OFTEN: f64 = 10.0;

/// Compares photos with the last used one.
#[derive(Default)]
pub(super) struct Stillness {
    last: Option<Vec<f32>>,
    /// The time in seconds of the last change, and of the last used photo.
    changed: f64,
    taken: f64,
}

impl Stillness {
    /// Whether a photo should be used.
    pub(super) fn is_new(&mut self, photo: &RgbImage, seconds: f64) -> bool {
        let now = lightness(photo);
        let far = |(a, b): (&f32, &f32)| (a - b).abs() > LEVELS;
        let changed = match &self.last {
            Some(last) if last.len() == now.len() => last.iter().zip(&now).any(far),
            _ => true,
        };
        if changed {
            self.changed = seconds;
        }
        let new = changed || seconds < self.changed + AFTER || seconds >= self.taken + OFTEN;
        if new {
            (self.last, self.taken) = (Some(now), seconds);
        }
        new
    }
}

/// The mean lightness of some pixels of each cell of a photo.
fn lightness(photo: &RgbImage) -> Vec<f32> {
    /// Number of columns and rows of these pixels in a cell.
    const LOOKED: u32 = 4;
    let (width, height) = photo.dimensions();
    let at = |cell: u32, i: u32, cells: u32, length: u32| {
        let place = u64::from(cell * LOOKED + i) * u64::from(length) / u64::from(cells * LOOKED);
        place as u32
    };
    let mut cells = Vec::with_capacity((CELLS.0 * CELLS.1) as usize);
    if width == 0 || height == 0 {
        return cells;
    }
    for row in 0..CELLS.1 {
        for col in 0..CELLS.0 {
            let mut sum = 0;
            for i in 0..LOOKED * LOOKED {
                let x = at(col, i % LOOKED, CELLS.0, width);
                let y = at(row, i / LOOKED, CELLS.1, height);
                let [r, g, b] = photo.get_pixel(x, y).0.map(u32::from);
                sum += 2 * r + 5 * g + b;
            }
            cells.push(sum as f32 / (8 * LOOKED * LOOKED) as f32);
        }
    }
    cells
}

#[cfg(test)]
mod tests {
    use super::*;
    use image::Rgb;

    #[test]
    fn a_change_is_seen_and_rest_is_left_out() {
        let mut stillness = Stillness::default();
        let noisy = |seed: u32| {
            RgbImage::from_fn(640, 480, |x, y| {
                Rgb([120 + ((x * 7 + y * 13 + seed) % 9) as u8; 3])
            })
        };
        let mut taken = 0;
        // A minute of rest, five photos a second.
        for i in 0..300 {
            taken += usize::from(stillness.is_new(&noisy(i), f64::from(i) / 5.0));
        }
        assert!((20..32).contains(&taken), "{taken}");
        let mut stone = noisy(1);
        for (x, y) in (300..330).flat_map(|x| (200..230).map(move |y| (x, y))) {
            stone.put_pixel(x, y, Rgb([30; 3]));
        }
        assert!(stillness.is_new(&stone, 60.2));
        assert!(stillness.is_new(&stone, 62.0));
        assert!(!stillness.is_new(&stone, 65.0));
    }
}
