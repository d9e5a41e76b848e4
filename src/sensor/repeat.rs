//! Compares photos by their brightness, block by block: which repeat the last one, and in which the board did not move.

use core::ops::Range;

use board_geom::Grid;
use image::RgbImage;

/// Pixels along the side of a block.
const BLOCK: usize = 8;
/// Largest difference in the brightness (0 to 255) of a block between two copies of a photo. Compressing a photo again
/// makes differences of up to 1.7 (JPEG quality 50) or 2.6 (30); a stone covers a third of a block, a hand all of it.
#[cfg(any(feature = "go", test))]
const SAME: f32 = 4.0;

/// Largest difference in the brightness of a part of a square between two photos in which nothing moved. The least
/// change of a piece, a black man on a dark square in dim light, is several times as large.
#[cfg(any(feature = "pieces", test))]
const UNCHANGED: f32 = 0.5;
/// Parts along the side of a square, if they are not smaller than a block: noise is averaged over a part, and a piece
/// covers at least one.
#[cfg(any(feature = "pieces", test))]
const PARTS: f64 = 3.0;

/// Changes in the brightness of blocks that edges leave or enter when a board moves by a part of a pixel. Noise is
/// smaller, a stone or a hand larger.
const SLIGHT: Range<f32> = 2.0..16.0;
/// Largest shares of the blocks of a board that did not move: with a slight change, and with a larger one. Nine
/// photos of boards of each game, moved by a third of a pixel, change slightly in 2 (blurred) to 29 % of their blocks,
/// moved by half a pixel in 11 to 41 %.
const FEW_SLIGHT: f32 = 0.05;
const FEW_LARGE: f32 = 0.3;
/// Blocks along the side of a tile. The light may change: the median change of the blocks of a tile is not counted.
const TILE: usize = 4;
/// Least number of blocks of a board to judge by.
const LEAST_BLOCKS: usize = 200;

/// The brightness of a photo, block by block.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Brightness {
    size: (u32, u32),
    blocks: Vec<f32>,
}

impl Brightness {
    pub(super) fn of(photo: &RgbImage) -> Self {
        let (width, height) = (photo.width() as usize, photo.height() as usize);
        let (cols, rows) = (width / BLOCK, height / BLOCK);
        let mut blocks = Vec::with_capacity(cols * rows);
        let pixels = (256 * BLOCK * BLOCK) as f32;
        let mut columns = vec![0_u16; 3 * BLOCK * cols];
        for band in photo.as_raw().chunks_exact((3 * width * BLOCK).max(1)) {
            // Add whole rows first, which compilers turn into vector instructions.
            columns.fill(0);
            for line in band.chunks_exact(3 * width) {
                for (sum, v) in columns.iter_mut().zip(line) {
                    *sum += u16::from(*v);
                }
            }
            blocks.extend(columns.chunks_exact(3 * BLOCK).map(|block| {
                let mut sum = [0_u32; 3];
                for rgb in block.chunks_exact(3) {
                    for (sum, v) in sum.iter_mut().zip(rgb) {
                        *sum += u32::from(*v);
                    }
                }
                // Luma weights of Rec. 601, in 256ths.
                (77 * sum[0] + 150 * sum[1] + 29 * sum[2]) as f32 / pixels
            }));
        }
        Self {
            size: photo.dimensions(),
            blocks,
        }
    }

    /// Whether no block differs by more than compression explains.
    #[cfg(any(feature = "go", test))]
    pub(super) fn is_same(&self, other: &Self) -> bool {
        let mut pairs = self.blocks.iter().zip(&other.blocks);
        self.size == other.size
            && !self.blocks.is_empty()
            && pairs.all(|(a, b)| (a - b).abs() < SAME)
    }

    /// Whether the board that another photo shows here did not move, whatever stands on it.
    pub(super) fn shows_unmoved(&self, other: &Self, board: &Grid) -> bool {
        let (cols, rows) = (self.size.0 as usize / BLOCK, self.size.1 as usize / BLOCK);
        let corners = board.corners();
        let [across, down] = [(0, cols), (1, rows)].map(|(axis, count)| {
            let at = corners.map(|corner| corner[axis] / BLOCK as f64);
            let first = at.into_iter().fold(f64::INFINITY, f64::min);
            let last = at.into_iter().fold(0.0, f64::max);
            (first.max(0.0) as usize).min(count)..(last as usize + 1).min(count)
        });
        let count = across.len() * down.len();
        if self.size != other.size || count < LEAST_BLOCKS {
            return false;
        }
        let (mut slight, mut large) = (0, 0);
        let mut changes = Vec::with_capacity(TILE * TILE);
        for row in down.clone().step_by(TILE) {
            for col in across.clone().step_by(TILE) {
                changes.clear();
                for row in row..(row + TILE).min(down.end) {
                    let blocks = row * cols + col..row * cols + (col + TILE).min(across.end);
                    let pairs = self.blocks[blocks.clone()]
                        .iter()
                        .zip(&other.blocks[blocks]);
                    changes.extend(pairs.map(|(a, b)| a - b));
                }
                let middle = changes.len() / 2;
                let light = *changes.select_nth_unstable_by(middle, f32::total_cmp).1;
                for change in &changes {
                    let is_large = change.abs() >= SLIGHT.end;
                    large += usize::from(is_large);
                    slight += usize::from(!is_large && (change - light).abs() >= SLIGHT.start);
                }
            }
        }
        let share = |some: usize| some as f32 / count as f32;
        share(slight) < FEW_SLIGHT && share(large) < FEW_LARGE
    }

    /// Whether nothing moved, on a board whose squares are `pitch` pixels wide.
    #[cfg(any(feature = "pieces", test))]
    pub(super) fn is_unchanged(&self, other: &Self, pitch: f64) -> bool {
        let part = ((pitch / PARTS) as usize / BLOCK).max(1);
        let cols = (self.size.0 as usize / BLOCK).max(1);
        if self.size != other.size || self.blocks.is_empty() {
            return false;
        }
        let mut bands = self
            .blocks
            .chunks(part * cols)
            .zip(other.blocks.chunks(part * cols));
        let mut sums = Vec::new();
        bands.all(|(band, other)| {
            sums.clear();
            sums.resize(cols.div_ceil(part), (0.0_f32, 0.0_f32));
            for (i, (a, b)) in band.iter().zip(other).enumerate() {
                let (sum, count) = &mut sums[i % cols / part];
                (*sum, *count) = (*sum + a - b, *count + 1.0);
            }
            sums.iter()
                .all(|(sum, count)| sum.abs() < UNCHANGED * count)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use image::Rgb;
    use image::codecs::jpeg::JpegEncoder;

    /// Wood with a grain and lines, and dark discs `across` pixels wide.
    fn photo(discs: &[(i32, i32)], across: i32) -> RgbImage {
        RgbImage::from_fn(203, 150, |x, y| {
            let (x, y) = (x as i32, y as i32);
            let near =
                |at: &(i32, i32)| 4 * ((x - at.0).pow(2) + (y - at.1).pow(2)) < across.pow(2);
            let grain = ((x * 7 + y * 13) % 11) as u8;
            match (discs.iter().any(near), x % 16 == 0 || y % 16 == 0) {
                (true, _) => Rgb([40 + grain, 40, 45]),
                (false, true) => Rgb([60, 50, 40 + grain]),
                (false, false) => Rgb([200 + grain, 165, 110 + grain]),
            }
        })
    }

    fn compressed_again(photo: &RgbImage, quality: u8) -> RgbImage {
        let mut bytes = Vec::new();
        let encoder = JpegEncoder::new_with_quality(&mut bytes, quality);
        photo.write_with_encoder(encoder).unwrap();
        image::load_from_memory(&bytes).unwrap().to_rgb8()
    }

    #[test]
    fn a_photo_compressed_again_is_the_same_and_one_with_a_stone_is_not() {
        let before = photo(&[(48, 48)], 13);
        let known = Brightness::of(&before);
        for quality in [95, 75, 50] {
            assert!(
                known.is_same(&Brightness::of(&compressed_again(&before, quality))),
                "{quality}"
            );
        }
        let wide = 24.0;
        assert!(known.is_unchanged(&known, wide));
        assert!(!known.is_unchanged(&Brightness::of(&compressed_again(&before, 50)), wide));
        // A small stone where four blocks meet.
        let after = photo(&[(48, 48), (80, 96)], 7);
        assert!(!known.is_same(&Brightness::of(&after)));
        let wider = RgbImage::from_pixel(211, 150, Rgb([90; 3]));
        assert!(!known.is_same(&Brightness::of(&wider)));
        let nothing = Brightness::of(&RgbImage::new(5, 5));
        assert!(!nothing.is_same(&nothing));
        assert!(!nothing.is_unchanged(&nothing, wide));
    }

    #[test]
    fn a_board_moved_by_half_a_pixel_has_moved_and_one_in_other_light_has_not() {
        // A board of nine lines, 30 pixels apart; `light` falls off to the right, and a disc covers a part.
        let photo = |right: f32, light: f32, disc: f32| {
            let line = |v: f32| ((v / 30.0).round() * 30.0 - v).abs() < 1.0;
            let dark = |x: f32, y: f32| match (x - 150.0).hypot(y - 180.0) < disc {
                true => 20.0,
                false if line(x - 70.0) || line(y - 60.0) => 60.0,
                false => 180.0,
            };
            Brightness::of(&RgbImage::from_fn(400, 360, |x, y| {
                let (x, y) = (x as f32, y as f32);
                // Four samples a pixel.
                let at = [0.0, 0.25, 0.5, 0.75].map(|off| dark(x - right + off, y - right + off));
                let value = at.iter().sum::<f32>() / 4.0;
                Rgb([(value * light * (1.0 - x / 4000.0)) as u8; 3])
            }))
        };
        let corners = [[70.0, 60.0], [310.0, 60.0], [310.0, 300.0], [70.0, 300.0]];
        let board = Grid::from_corners(corners, 9, 9, (400, 360)).unwrap();
        let before = photo(0.0, 1.0, 0.0);
        let unmoved = |now: &Brightness| now.shows_unmoved(&before, &board);
        assert!(unmoved(&before));
        assert!(unmoved(&photo(0.0, 0.97, 0.0)), "other light");
        assert!(unmoved(&photo(0.0, 1.0, 60.0)), "a hand over a sixth of it");
        assert!(!unmoved(&photo(0.0, 1.0, 100.0)), "a hand over half of it");
        for right in [0.5, 1.0, 3.0, 40.0] {
            assert!(!unmoved(&photo(right, 1.0, 0.0)), "{right}");
        }
        let small = Grid::from_corners(corners.map(|c| c.map(|v| v / 4.0)), 9, 9, (400, 360));
        assert!(
            !before.shows_unmoved(&before, &small.unwrap()),
            "too small to judge by"
        );
    }

    /// A photo shrunk to a half or a quarter, starting at a pixel.
    fn shrunk(photo: &RgbImage, by: u32, from: [u32; 2]) -> RgbImage {
        let (width, height) = (photo.width() / by - 1, photo.height() / by - 1);
        RgbImage::from_fn(width, height, |x, y| {
            let mut sums = [0_u32; 3];
            for (dx, dy) in (0..by).flat_map(|dx| (0..by).map(move |dy| (dx, dy))) {
                let pixel = photo.get_pixel(by * x + from[0] + dx, by * y + from[1] + dy);
                (0..3).for_each(|k| sums[k] += u32::from(pixel[k]));
            }
            Rgb(sums.map(|sum| (sum / (by * by)) as u8))
        })
    }

    /// Large photos, so that they can be shrunk from another pixel on: that moves the board without blurring it.
    #[test]
    fn boards_of_real_photos_that_move_by_half_a_pixel_have_moved() {
        use board_geom::{Locator, SquaresLocator};
        let photos = [
            ("go-photos/go_board_136.png", 2, true),
            ("go-crowded/1-IMG_1688.jpeg", 4, true),
            ("chess-photos/10_1.jpg", 2, false),
            ("chess-photos/20_2.jpg", 2, false),
            ("checkers-photos/v1/Image_1705043839258.jpg", 2, false),
            ("checkers-photos/v1/Image_1705390291951.jpg", 2, false),
        ];
        for (name, by, lines) in photos {
            let Some(path) = test_data::path(name) else {
                return;
            };
            let bytes = std::fs::read(path).unwrap();
            let photo = image::load_from_memory(&bytes).unwrap().into_rgb8();
            let still = shrunk(&photo, by, [0, 0]);
            let board = match lines {
                true => Locator::default().locate(&still).unwrap().grid,
                false => SquaresLocator::default().locate(&still).unwrap().grid,
            };
            let before = Brightness::of(&still);
            let again = Brightness::of(&compressed_again(&still, 75));
            assert!(again.shows_unmoved(&before, &board), "{name}");
            let half = by / 2;
            for from in [[half, 0], [0, half], [half, half]] {
                let moved = Brightness::of(&shrunk(&photo, by, from));
                assert!(!moved.shows_unmoved(&before, &board), "{name} {from:?}");
            }
        }
    }

    /// Squares of 96 pixels, each of its own brightness, with noise and a faint man of 72 pixels.
    #[test]
    fn noise_is_no_change_and_a_faint_man_is_wherever_he_stands() {
        const PITCH: u32 = 96;
        let photo = |seed: u32, man: Option<(u32, u32)>| {
            let mut drawn = u64::from(seed);
            RgbImage::from_fn(8 * PITCH, 4 * PITCH, |x, y| {
                drawn = board_core::zobrist::splitmix64(drawn, 1);
                let noise = (drawn % 7) as u8;
                let far = |(cx, cy): (u32, u32)| x.abs_diff(cx).pow(2) + y.abs_diff(cy).pow(2);
                let man = u8::from(man.is_some_and(|at| far(at) < (PITCH * 3 / 8).pow(2)));
                Rgb([60 + 20 * ((x / PITCH + y / PITCH) % 2) as u8 + noise - 3 * man; 3])
            })
        };
        let before = Brightness::of(&photo(1, None));
        let pitch = f64::from(PITCH);
        for seed in 2..6 {
            let noisy = Brightness::of(&photo(seed, None));
            assert!(before.is_unchanged(&noisy, pitch));
            // In parts of one block, that noise is a change.
            assert!(!before.is_unchanged(&noisy, 24.0));
            for at in [(50, 50), (144, 240), (131, 77), (400, 301), (760, 380)] {
                let moved = Brightness::of(&photo(seed, Some(at)));
                assert!(!before.is_unchanged(&moved, pitch), "{at:?}");
            }
        }
    }
}
