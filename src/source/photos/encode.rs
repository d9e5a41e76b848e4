//! Pictures as JPEG.

use image::RgbImage;
use jpeg_encoder::{ColorType, Encoder, SamplingFactor};

/// Encodes a picture as JPEG of a quality of 1 to 100, with all of its colour. `None` if a side has no pixels or more
/// than 65,535: there is no such JPEG.
pub(crate) fn to_jpeg(image: &RgbImage, quality: u8) -> Option<Vec<u8>> {
    let width = u16::try_from(image.width()).ok()?;
    let height = u16::try_from(image.height()).ok()?;
    let mut bytes = Vec::new();
    let mut encoder = Encoder::new(&mut bytes, quality);
    encoder.set_sampling_factor(SamplingFactor::F_1_1);
    encoder
        .encode(image.as_raw(), width, height, ColorType::Rgb)
        .ok()?;
    Some(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pictures_are_as_they_were_and_impossible_ones_are_none() {
        let picture = RgbImage::from_fn(61, 47, |x, y| image::Rgb([4 * x as u8, 5 * y as u8, 90]));
        let jpeg = to_jpeg(&picture, 95).unwrap();
        let read = image::load_from_memory(&jpeg).unwrap().to_rgb8();
        assert_eq!(read.dimensions(), picture.dimensions());
        for (read, drawn) in read.as_raw().iter().zip(picture.as_raw()) {
            assert!(read.abs_diff(*drawn) <= 6, "{read} instead of {drawn}");
        }
        assert_eq!(to_jpeg(&RgbImage::new(0, 5), 95), None);
        assert_eq!(to_jpeg(&RgbImage::new(65_536, 1), 95), None);
    }
}
