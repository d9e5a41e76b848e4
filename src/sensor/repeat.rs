//! Detects photos that repeat the last one.

use image::RgbImage;

/// Pixels along the side of a block.
const BLOCK: usize = 8;
/// Largest difference in the brightness (0 to 255) of a block between two copies of a photo. Compressing a photo again
/// makes differences of up to 1.7 (JPEG quality 50) or 2.6 (30); a stone covers a third of a block, a hand all of it.
const SAME: f32 = 4.0;

/// The same of two copies of the same pixels. The least change of a piece, a black man on a dark square in dim light,
/// is several times as large.
const COPY: f32 = 0.5;

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
        self.is_within(SAME, other)
    }

    /// Whether no block differs: the photos are copies of one another.
    pub(super) fn is_copy(&self, other: &Self) -> bool {
        self.is_within(COPY, other)
    }

    fn is_within(&self, limit: f32, other: &Self) -> bool {
        let mut pairs = self.blocks.iter().zip(&other.blocks);
        self.size == other.size
            && !self.blocks.is_empty()
            && pairs.all(|(a, b)| (a - b).abs() < limit)
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
        assert!(known.is_copy(&Brightness::of(&before)));
        assert!(!known.is_copy(&Brightness::of(&compressed_again(&before, 50))));
        // A small stone where four blocks meet.
        let after = photo(&[(48, 48), (80, 96)], 7);
        assert!(!known.is_same(&Brightness::of(&after)));
        let wider = RgbImage::from_pixel(211, 150, Rgb([90; 3]));
        assert!(!known.is_same(&Brightness::of(&wider)));
        let nothing = Brightness::of(&RgbImage::new(5, 5));
        assert!(!nothing.is_same(&nothing));
    }
}
