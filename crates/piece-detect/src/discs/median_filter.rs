//! Median filter.

use image::RgbImage;

/// Replaces every channel of every pixel by its median in the square of `2·radius + 1` pixels around it; border pixels
/// are repeated outwards. Uses a running histogram (Huang, Yang and Tang 1979).
pub(crate) fn median_filter(picture: &RgbImage, radius: u32) -> RgbImage {
    let (width, height) = (i64::from(picture.width()), i64::from(picture.height()));
    let radius = i64::from(radius);
    let mut out = picture.clone();
    let inside = |v: i64, n: i64| v.clamp(0, n - 1) as u32;
    for y in 0..height {
        for channel in 0..3 {
            let mut window = Window::new(((2 * radius + 1) * (2 * radius + 1)) as u32);
            let column = |x: i64| {
                let rows = (y - radius..=y + radius).map(move |row| inside(row, height));
                rows.map(move |row| picture.get_pixel(inside(x, width), row).0[channel])
            };
            (-radius..=radius)
                .flat_map(column)
                .for_each(|v| window.add(v));
            for x in 0..width {
                if x > 0 {
                    column(x - radius - 1).for_each(|v| window.remove(v));
                    column(x + radius).for_each(|v| window.add(v));
                }
                out.get_pixel_mut(x as u32, y as u32).0[channel] = window.median();
            }
        }
    }
    out
}

/// The histogram of the values in a window.
struct Window {
    counts: [u32; 256],
    /// A value near the median, and the number of smaller values.
    value: u8,
    below: u32,
    /// Number of values of a full window below its median.
    half: u32,
}

impl Window {
    fn new(size: u32) -> Self {
        Self {
            counts: [0; 256],
            value: 0,
            below: 0,
            half: size / 2,
        }
    }

    fn add(&mut self, value: u8) {
        self.counts[usize::from(value)] += 1;
        self.below += u32::from(value < self.value);
    }

    fn remove(&mut self, value: u8) {
        self.counts[usize::from(value)] -= 1;
        self.below -= u32::from(value < self.value);
    }

    /// The median of a full window.
    fn median(&mut self) -> u8 {
        while self.below > self.half {
            self.value -= 1;
            self.below -= self.counts[usize::from(self.value)];
        }
        while self.below + self.counts[usize::from(self.value)] <= self.half {
            self.below += self.counts[usize::from(self.value)];
            self.value += 1;
        }
        self.value
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn it_is_the_median_of_each_window(
            (w, pixels) in (1..9_u32, 1..9_u32).prop_flat_map(|(w, h)| {
                (Just(w), prop::collection::vec(any::<u8>(), (3 * w * h) as usize))
            }),
            radius in 0..4_u32,
        ) {
            let (h, reach) = (pixels.len() as u32 / 3 / w, i64::from(radius));
            let picture = RgbImage::from_raw(w, h, pixels).unwrap();
            let filtered = median_filter(&picture, radius);
            for (x, y, pixel) in filtered.enumerate_pixels() {
                let near = |v: u32, off: i64, n: u32| (i64::from(v) + off).clamp(0, i64::from(n) - 1) as u32;
                for k in 0..3 {
                    let offs = (-reach..=reach).flat_map(|i| (-reach..=reach).map(move |j| (i, j)));
                    let mut window: Vec<u8> = offs
                        .map(|(i, j)| picture.get_pixel(near(x, i, w), near(y, j, h)).0[k])
                        .collect();
                    window.sort_unstable();
                    prop_assert_eq!(pixel.0[k], window[window.len() / 2]);
                }
            }
        }
    }
}
