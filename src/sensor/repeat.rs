//! Detects photos that repeat the last one.

use image::RgbImage;

/// Pixels along the side of a block.
const BLOCK: usize = 8;
/// Largest difference in the brightness (0 to 255) of a block between two copies of a photo. Compressing a photo again
/// makes differences of up to 1.7 (JPEG quality 50) or 2.6 (30); a stone covers a third of a block, a hand all of it.
const SAME: f32 = 4.0;

/// Largest difference in the brightness of a part of a square between two photos in which nothing moved. The least
/// change of a piece, a black man on a dark square in dim light, is several times as large.
const UNCHANGED: f32 = 0.5;
/// Parts along the side of a square, if they are not smaller than a block: noise is averaged over a part, and a piece
/// covers at least one.
const PARTS: f64 = 3.0;

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
    pub(super) fn is_same(&self, other: &Self) -> bool {
        let mut pairs = self.blocks.iter().zip(&other.blocks);
        self.size == other.size
            && !self.blocks.is_empty()
            && pairs.all(|(a, b)| (a - b).abs() < SAME)
    }

    /// Whether nothing moved, on a board whose squares are `pitch` pixels wide.
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
