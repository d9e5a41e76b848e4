//! Image filters: Gaussian blur, morphological opening, connected components.

use std::f32::consts::TAU;

use crate::parallel;

/// Rows of pixels that are worth a thread.
const GRAIN: usize = 32;

/// Blurs a single-channel picture, stored row by row, with a Gaussian of `sigma` pixels; border pixels are repeated
/// outwards.
pub(crate) fn gaussian_blur(values: &[f32], width: usize, sigma: f32) -> Vec<f32> {
    if width == 0 {
        return Vec::new();
    }
    let kernel = gaussian_kernel(sigma);
    let mut blurred = vec![0.0; values.len()];
    parallel::for_parts(&mut blurred, width, GRAIN, |first, rows| {
        blur_rows(values, width, &kernel, first, rows);
    });
    blurred
}

/// Blurs as many rows from `first` on as `blurred` has.
fn blur_rows(values: &[f32], width: usize, kernel: &[f32], first: usize, blurred: &mut [f32]) {
    let radius = kernel.len() / 2;
    let height = values.len() / width;
    // The rows that are blurred along themselves, as many as are needed at once.
    let mut across = vec![0.0; kernel.len() * width];
    let place = |y: usize| y % kernel.len() * width..(y % kernel.len() + 1) * width;
    let mut padded = vec![0.0; width + 2 * radius];
    let above = first.saturating_sub(radius);
    let mut rows = values.chunks_exact(width).enumerate().skip(above);
    for (y, out) in (first..).zip(blurred.chunks_exact_mut(width)) {
        let ahead = if y == first {
            first - above + radius + 1
        } else {
            1
        };
        for (y, row) in rows.by_ref().take(ahead) {
            padded[..radius].fill(row[0]);
            padded[radius..radius + width].copy_from_slice(row);
            padded[radius + width..].fill(row[width - 1]);
            let across = &mut across[place(y)];
            across.fill(0.0);
            for (k, weight) in kernel.iter().enumerate() {
                add_scaled(across, &padded[k..k + width], *weight);
            }
        }
        for (k, weight) in kernel.iter().enumerate() {
            let from = (y + k).saturating_sub(radius).min(height - 1);
            add_scaled(out, &across[place(from)], *weight);
        }
    }
}

fn add_scaled(sum: &mut [f32], values: &[f32], weight: f32) {
    for (sum, v) in sum.iter_mut().zip(values) {
        *sum += v * weight;
    }
}

/// The weights of a Gaussian, cut off at two standard deviations.
fn gaussian_kernel(sigma: f32) -> Vec<f32> {
    let radius = (2.0 * sigma).ceil() as i32;
    let density = |i: i32| {
        let x = i.abs() as f32;
        (sigma * TAU.sqrt()).recip() * (-x.powi(2) / (2.0 * sigma.powi(2))).exp()
    };
    let mut kernel: Vec<f32> = (-radius..=radius).map(density).collect();
    let sum: f32 = kernel.iter().sum();
    kernel.iter_mut().for_each(|weight| *weight /= sum);
    kernel
}

/// Morphological opening with a square of `2·radius + 1` pixels: erosion, then dilation. Pixels outside the picture
/// affect neither.
pub(crate) fn open(mask: &[bool], width: usize, radius: usize) -> Vec<bool> {
    let eroded = spread(mask, width, radius, false);
    spread(&eroded, width, radius, true)
}

/// Sets every pixel to `value` that has such a pixel within a square of `2·radius + 1` around it.
fn spread(mask: &[bool], width: usize, radius: usize, value: bool) -> Vec<bool> {
    let width = width.max(1);
    let height = mask.len() / width;
    let near = |i: usize, n: usize| i.saturating_sub(radius)..(i + radius + 1).min(n);
    let across = |i: usize| {
        let (row, x) = (i - i % width, i % width);
        near(x, width).any(|x| mask[row + x] == value)
    };
    let across: Vec<bool> = (0..mask.len()).map(across).collect();
    let down = |i: usize| near(i / width, height).any(|y| across[y * width + i % width]);
    (0..mask.len()).map(|i| down(i) == value).collect()
}

/// Labels the connected components of a mask (eight neighbours) from 1, in the order of their first pixels; 0 outside
/// the mask.
pub(crate) fn components(mask: &[bool], width: usize) -> Vec<u32> {
    let width = width.max(1);
    let height = mask.len() / width;
    let mut labels = vec![0; mask.len()];
    let mut count = 0;
    let mut open = Vec::new();
    for first in 0..mask.len() {
        if !mask[first] || labels[first] > 0 {
            continue;
        }
        count += 1;
        labels[first] = count;
        open.push(first);
        while let Some(i) = open.pop() {
            let (x, y) = (i % width, i / width);
            for y in y.saturating_sub(1)..(y + 2).min(height) {
                for x in x.saturating_sub(1)..(x + 2).min(width) {
                    let near = y * width + x;
                    if mask[near] && labels[near] == 0 {
                        labels[near] = count;
                        open.push(near);
                    }
                }
            }
        }
    }
    labels
}

#[cfg(test)]
mod tests {
    use super::*;
    use image::{GrayImage, ImageBuffer, Luma};
    use imageproc::distance_transform::Norm;
    use imageproc::region_labelling::{Connectivity, connected_components};
    use proptest::prelude::*;

    /// Pictures with at least this many columns and rows.
    fn picture(least: u32) -> impl Strategy<Value = (u32, Vec<u8>)> {
        (least..24, least..24).prop_flat_map(|(w, h)| {
            (
                Just(w),
                prop::collection::vec(any::<u8>(), (w * h) as usize),
            )
        })
    }

    proptest! {
        #[test]
        fn a_blur_is_that_of_imageproc((w, pixels) in picture(1), sigma in 0.3_f32..6.0) {
            let values: Vec<f32> = pixels.iter().map(|v| f32::from(*v)).collect();
            let h = values.len() as u32 / w;
            let image: ImageBuffer<Luma<f32>, _> = ImageBuffer::from_raw(w, h, values.clone()).unwrap();
            let expected = imageproc::filter::gaussian_blur_f32(&image, sigma).into_raw();
            prop_assert_eq!(gaussian_blur(&values, w as usize, sigma), expected);
        }

        #[test]
        fn rows_alone_are_blurred_as_in_the_whole((w, pixels) in picture(1), sigma in 0.3_f32..6.0, share in 0.0..1.0) {
            let values: Vec<f32> = pixels.iter().map(|v| f32::from(*v)).collect();
            let w = w as usize;
            let first = (share * (values.len() / w) as f64) as usize;
            let whole = gaussian_blur(&values, w, sigma);
            let mut some = vec![0.0; whole.len() - first * w];
            blur_rows(&values, w, &gaussian_kernel(sigma), first, &mut some);
            prop_assert_eq!(&some, &whole[first * w..]);
        }

        /// At least two columns and rows: the reference crate (0.27.0) has no room for the label of a single pixel, and
        /// opens a row of two pixels wrongly.
        #[test]
        fn masks_are_those_of_imageproc((w, pixels) in picture(2), radius in 1..4_u8, share in 40..220_u8) {
            let mask: Vec<bool> = pixels.iter().map(|v| *v < share).collect();
            let grey: Vec<u8> = mask.iter().map(|m| if *m { 255 } else { 0 }).collect();
            let h = grey.len() as u32 / w;
            let image = GrayImage::from_raw(w, h, grey).unwrap();
            let opened = imageproc::morphology::open(&image, Norm::LInf, radius).into_raw();
            let opened: Vec<bool> = opened.into_iter().map(|v| v > 0).collect();
            prop_assert_eq!(open(&mask, w as usize, usize::from(radius)), opened);
            let labels = connected_components(&image, Connectivity::Eight, Luma([0]));
            prop_assert_eq!(components(&mask, w as usize), labels.into_raw());
        }

        /// An opening keeps the squares, cut at the border, in which every pixel is set.
        #[test]
        fn opening_keeps_whole_squares((w, pixels) in picture(1), radius in 1..4_usize, share in 40..250_u8) {
            let w = w as usize;
            let mask: Vec<bool> = pixels.iter().map(|v| *v < share).collect();
            let mut kept = vec![false; mask.len()];
            for middle in 0..mask.len() {
                let square: Vec<usize> = (0..mask.len())
                    .filter(|i| (i % w).abs_diff(middle % w) <= radius && (i / w).abs_diff(middle / w) <= radius)
                    .collect();
                if square.iter().all(|i| mask[*i]) {
                    square.iter().for_each(|i| kept[*i] = true);
                }
            }
            prop_assert_eq!(open(&mask, w, radius), kept);
        }
    }
}
