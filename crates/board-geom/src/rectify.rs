use image::{Rgb, RgbImage};

use crate::{Grid, View, ViewLayout};

impl Grid {
    /// The photo seen from straight above, with its grid points as in `layout`.
    ///
    /// Each pixel of the view averages bilinear samples over its footprint in the photo (at most
    /// 4 × 4), so that large photos do not alias. Positions outside the photo are black.
    ///
    /// `photo` may be of another size than the one the grid was made for; the grid is then
    /// [resized](Grid::resized) to it.
    #[must_use]
    pub fn rectify(&self, photo: &RgbImage, layout: ViewLayout) -> View {
        let grid = if photo.dimensions() == self.photo {
            *self
        } else {
            self.resized(photo.dimensions())
        };
        let (width, height) = layout.dimensions();
        let ratio = grid.pitch().0 / f64::from(layout.pitch);
        let n = (ratio.round() as i64).clamp(1, 4) as usize;
        let step = 1.0 / (n as f32);
        let frame = grid.lens_frame();
        let mut image = RgbImage::new(width, height);
        for (x, y, pixel) in image.enumerate_pixels_mut() {
            let mut sum = [0.0f32; 3];
            for i in 0..n * n {
                let dx = ((i % n) as f32 + 0.5) * step - 0.5;
                let dy = ((i / n) as f32 + 0.5) * step - 0.5;
                let (c, r) = layout.to_board(x as f32 + dx, y as f32 + dy);
                let ideal = grid.map.apply([f64::from(c), f64::from(r)]);
                let p = frame.distort(grid.lens, ideal);
                let rgb = bilinear(photo, p[0] as f32, p[1] as f32);
                for k in 0..3 {
                    sum[k] += rgb[k];
                }
            }
            let mean = 1.0 / (n * n) as f32;
            *pixel = Rgb(sum.map(|v| (v * mean + 0.5) as u8));
        }
        View {
            image,
            layout,
            camera: grid.camera(),
        }
    }
}

/// Bilinear sample at a pixel coordinate; black more than half a pixel outside.
fn bilinear(photo: &RgbImage, x: f32, y: f32) -> [f32; 3] {
    let (w, h) = photo.dimensions();
    if !(x > -0.5 && y > -0.5 && x < w as f32 - 0.5 && y < h as f32 - 0.5) {
        return [0.0; 3];
    }
    let (x, y) = (x.clamp(0.0, (w - 1) as f32), y.clamp(0.0, (h - 1) as f32));
    let (x0, y0) = (x as usize, y as usize);
    let (x1, y1) = ((x0 + 1).min(w as usize - 1), (y0 + 1).min(h as usize - 1));
    let (fx, fy) = (x - x0 as f32, y - y0 as f32);
    let data = photo.as_raw();
    let stride = 3 * w as usize;
    std::array::from_fn(|k| {
        let at = |x: usize, y: usize| f32::from(data[y * stride + 3 * x + k]);
        let top = at(x0, y0) * (1.0 - fx) + at(x1, y0) * fx;
        let bottom = at(x0, y1) * (1.0 - fx) + at(x1, y1) * fx;
        top * (1.0 - fy) + bottom * fy
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_straight_photo_comes_out_as_it_went_in() {
        // Grid points 10 px apart, so that the view is a cut-out of the photo.
        let photo = RgbImage::from_fn(80, 80, |x, y| Rgb([3 * x as u8, 3 * y as u8, 7]));
        let corners = [[20.0, 20.0], [60.0, 20.0], [60.0, 60.0], [20.0, 60.0]];
        let grid = Grid::from_corners(corners, 5, 5, (80, 80)).unwrap();
        let view = grid.rectify(&photo, ViewLayout::new(5, 5, 10.0));
        assert_eq!(view.image.dimensions(), (61, 61));
        for (x, y, p) in view.image.enumerate_pixels() {
            assert_eq!(p.0, [3 * (x + 10) as u8, 3 * (y + 10) as u8, 7]);
        }
    }

    #[test]
    fn outside_the_photo_is_black() {
        let photo = RgbImage::from_pixel(30, 30, Rgb([200; 3]));
        let corners = [[0.0, 0.0], [29.0, 0.0], [29.0, 29.0], [0.0, 29.0]];
        let grid = Grid::from_corners(corners, 3, 3, (30, 30)).unwrap();
        let view = grid.rectify(&photo, ViewLayout::new(3, 3, 14.5));
        assert_eq!(view.image.get_pixel(0, 0).0, [0; 3]);
        assert_eq!(view.image.get_pixel(30, 30).0, [200; 3]);
    }
}
