//! The view of a Go board without the shadows that fall on parts of it.

use board_geom::shadow::{
    self, BareBoard, BareSample, brightness, colour_around, log_value, without_shadow,
};
use board_geom::{View, ViewLayout};

use crate::features::median;

/// Largest distance in grid units of two samples that are neighbours; radius of the pixels of a sample.
const NEAR: f32 = 1.5;
const REACH: f32 = 0.08;
/// Most that the brightness of one place says, in nats, where the colour tells bare board from stones; and where it
/// does not, in photos without colour.
const ALONE: f32 = 8.0;
const GREY: f32 = 0.6;
/// Largest deviation from the colour of the board, in median deviations, and its range: shadows change the colour
/// little, hands and sleeves more.
const DEVIATIONS: f32 = 4.0;
const LIKE: (f32, f32) = (0.025, 0.06);
/// Least distance from grey of a board whose colour tells it from stones.
const COLOURED: f32 = 0.06;
/// Least distance of bare board from a line, in grid units.
const ASIDE: f32 = 0.07;

/// A view without the shadows that fall on parts of its board; `None` if there are none.
///
/// The brightness of the larger part stays.
#[must_use]
pub fn without_shadows(view: &View) -> Option<View> {
    shadow::without_shadows(view, without_one)
}

fn without_one(view: &View) -> Option<View> {
    let wood = Wood::of(view);
    let bare_beside_lines = |c: f32, r: f32| {
        let aside = [c, r].iter().all(|v| (v - v.round()).abs() > ASIDE);
        let colour = colour_around(view, [c, r]).filter(|_| aside)?;
        wood.is_like(chroma(colour)).then_some(0.0)
    };
    let is_coloured = wood.chroma.iter().sum::<f32>().abs() > COLOURED;
    let board = BareBoard {
        samples: &wood.samples,
        near: NEAR,
        reach: REACH,
        alone: if is_coloured { ALONE } else { GREY },
        own: &bare_beside_lines,
    };
    without_shadow(view, &board)
}

/// The bare board.
struct Wood {
    /// The middles of the cells that have its colour. Stones hardly cover them.
    samples: Vec<BareSample>,
    chroma: [f32; 2],
    /// Largest deviation of bare board from it.
    like: [f32; 2],
}

impl Wood {
    fn of(view: &View) -> Self {
        let ViewLayout { cols, rows, .. } = view.layout;
        let cells = (1..rows).flat_map(|row| (1..cols).map(move |col| [col, row]));
        let cells = cells.map(|cell| cell.map(|v| v as f32 - 0.5));
        let cells = cells.filter_map(|at| Some((at, colour_around(view, at)?)));
        let cells: Vec<_> = cells.collect();
        let middle = |of: &dyn Fn([f32; 2]) -> f32| {
            let mut all: Vec<f32> = cells.iter().map(|(_, rgb)| of(chroma(*rgb))).collect();
            median(&mut all)
        };
        let usual = [0, 1].map(|k| middle(&|chroma| chroma[k]));
        let like = [0, 1].map(|k| {
            let deviation = middle(&|chroma| (chroma[k] - usual[k]).abs());
            (DEVIATIONS * deviation).clamp(LIKE.0, LIKE.1)
        });
        let mut wood = Self {
            samples: Vec::new(),
            chroma: usual,
            like,
        };
        let bare = cells.iter().filter(|(_, rgb)| wood.is_like(chroma(*rgb)));
        let samples = bare.map(|&(at, rgb)| BareSample {
            at,
            channels: rgb.map(log_value),
            light: log_value(brightness(rgb)),
        });
        wood.samples = samples.collect();
        wood
    }

    fn is_like(&self, chroma: [f32; 2]) -> bool {
        (0..2).all(|k| (chroma[k] - self.chroma[k]).abs() < self.like[k])
    }
}

/// Differences of the channels as shares of their sum: red to green, and green to blue.
fn chroma([r, g, b]: [f32; 3]) -> [f32; 2] {
    /// Added to the sum, since shares of dark values are noise.
    const DARK: f32 = 30.0;
    [r - g, g - b].map(|difference| difference / (r + g + b + DARK))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::features::measure;
    use image::{Rgb, RgbImage};

    /// Wood with lines, a stone on each of these points (black on even columns), and this share of the light left
    /// where `shaded` is true.
    fn view(stones: &[[usize; 2]], left: f32, shaded: impl Fn(f32, f32) -> bool) -> View {
        let layout = ViewLayout::new(19, 19, 24.0);
        let (width, height) = layout.dimensions();
        let image = RgbImage::from_fn(width, height, |x, y| {
            let (c, r) = layout.to_board(x as f32, y as f32);
            let near = [c, r].map(|v| v.round().clamp(0.0, 18.0));
            let is_on = (c - near[0]).hypot(r - near[1]) < 0.47;
            let colour = match is_on && stones.contains(&near.map(|v| v as usize)) {
                true if (near[0] as usize).is_multiple_of(2) => [35.0; 3],
                true => [235.0; 3],
                false if (c - near[0]).abs().min((r - near[1]).abs()) < 0.04 => [90.0, 70.0, 40.0],
                false => [205.0, 160.0, 100.0],
            };
            let light = if shaded(c, r) { left } else { 1.0 };
            Rgb(colour.map(|v: f32| (light * v) as u8))
        });
        View {
            image,
            layout,
            camera: None,
        }
    }

    #[test]
    fn stones_in_half_a_shadow_look_as_they_do_without_it() {
        let stones = [
            [2, 3],
            [3, 3],
            [9, 9],
            [10, 9],
            [11, 10],
            [15, 15],
            [16, 14],
        ];
        let is_shaded = |c: f32, r: f32| c + 0.3 * r > 13.0;
        let lit = without_shadows(&view(&stones, 0.5, is_shaded)).unwrap();
        let plain = view(&stones, 1.0, is_shaded);
        let [lit, plain] = [lit, plain].map(|view| measure(&view).points);
        for (point, (now, then)) in lit.iter().zip(&plain).enumerate() {
            let [c, r] = [point % 19, point / 19].map(|v| v as f32);
            // At the edge of the shadow a thin seam remains.
            let is_edge = (c + 0.3 * r - 13.0).abs() < 0.6;
            let most = if is_edge { 0.3 } else { 0.12 };
            let off = (now[0] - then[0]).abs();
            assert!(off < most, "{c}, {r}: {now:?} {then:?}");
        }
    }

    #[test]
    fn even_light_and_many_stones_are_no_shadow() {
        let few = view(&[[3, 3], [15, 16]], 1.0, |_, _| false);
        assert!(without_shadows(&few).is_none());
        // In side light, stones throw shadows over most cells, more or less deep.
        let many: Vec<_> = (0..361)
            .filter(|i: &usize| !i.is_multiple_of(3))
            .map(|i| [i % 19, i / 19])
            .collect();
        let mut crowded = view(&many, 1.0, |_, _| false);
        let layout = crowded.layout;
        for (x, y, pixel) in crowded.image.enumerate_pixels_mut() {
            let (c, r) = layout.to_board(x as f32, y as f32);
            let cell = c.floor() as i64 * 31 + r.floor() as i64;
            let random = board_core::zobrist::splitmix64(1, cell as u64) % 6;
            let left = [1.0, 1.0, 0.9, 0.7, 0.5, 0.4][random as usize];
            pixel.0 = pixel.0.map(|v| (left * f32::from(v)) as u8);
        }
        assert!(without_shadows(&crowded).is_none());
    }
}
