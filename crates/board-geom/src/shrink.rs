use fast_image_resize::images::{TypedImage, TypedImageRef};
use fast_image_resize::pixels::U8x3;
use fast_image_resize::{FilterType, ResizeAlg, ResizeOptions, Resizer};
use image::RgbImage;

/// The photo with its longer side at most `long` pixels, by area averaging; never enlarged.
#[must_use]
pub fn shrink(photo: &RgbImage, long: u32) -> RgbImage {
    let (w, h) = photo.dimensions();
    if w.max(h) <= long || w == 0 || h == 0 {
        return photo.clone();
    }
    let ratio = f64::from(long) / f64::from(w.max(h));
    let scaled = |v: u32| ((f64::from(v) * ratio).round() as u32).max(1);
    let (sw, sh) = (scaled(w), scaled(h));
    let resized = TypedImageRef::<U8x3>::from_buffer(w, h, photo.as_raw())
        .ok()
        .and_then(|source| {
            let mut target = RgbImage::new(sw, sh);
            let mut typed = TypedImage::<U8x3>::from_buffer(sw, sh, &mut target).ok()?;
            let options = ResizeOptions::new().resize_alg(ResizeAlg::Convolution(FilterType::Box));
            // Of one type of pixel: the code for any type takes longer to compile than the rest of this crate.
            Resizer::new()
                .resize_typed(&source, &mut typed, &options)
                .ok()?;
            Some(target)
        });
    // Both sizes are positive and the buffers fit, so the library has no reason to refuse; if it
    // did, the plain resize gives the same picture more slowly.
    resized.unwrap_or_else(|| image::imageops::thumbnail(photo, sw, sh))
}

#[cfg(test)]
mod tests {
    use super::*;
    use image::Rgb;

    #[test]
    fn shrinking_averages_and_never_enlarges() {
        let photo = RgbImage::from_fn(40, 20, |x, _| Rgb([if x % 2 == 0 { 0 } else { 200 }; 3]));
        assert_eq!(shrink(&photo, 100), photo);
        let small = shrink(&photo, 20);
        assert_eq!(small.dimensions(), (20, 10));
        assert!(small.pixels().all(|p| p.0 == [100; 3]));
    }
}
