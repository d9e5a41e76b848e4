//! Detects circles by a Hough transform along gradients.

use image::RgbImage;

/// A circle in a picture.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Circle {
    /// Centre in pixels.
    pub centre: [f32; 2],
    /// Radius in pixels.
    pub radius: f32,
    /// Fraction of its rim, 0..1, with an edge along it.
    pub support: f32,
}

/// Options of the circle detection.
#[derive(Clone, Copy, Debug)]
pub struct CircleSearch {
    /// Least and greatest radius in pixels.
    pub radius: [f32; 2],
    /// Least distance of two centres in pixels; of two closer circles the better one is kept.
    pub apart: f32,
    /// Least gradient of an edge, in grey levels a pixel.
    pub edge: f32,
    /// Least [support](Circle::support).
    pub support: f32,
}

/// Number of parts of the rim that are checked.
const PARTS: usize = 48;
/// Sine of the largest angle between an edge and the tangent.
const SLANT: f32 = 0.4;
/// Fraction of the votes of a rim that fall within 3 × 3 pixels.
const MEETING: f32 = 0.4;
/// Largest distance of an edge from its rim, in pixels.
const RIM_WIDTH: f32 = 1.5;
/// Half the thickness of a rim, in pixels, due to the blur of its edge.
const EDGE_WIDTH: f32 = 0.75;

impl CircleSearch {
    /// The circles of a picture, those with most support first.
    ///
    /// Every edge votes for the centres along its gradient, on both sides, at distances within the range of radii
    /// (Kimme, Ballard and Sklansky, "Finding circles by an array of accumulators", 1975). Centres are peaks of the
    /// votes; the radius of each is the one at which most parts of the rim have an edge. The edge at a pixel is that of
    /// its strongest channel, so that discs are found that differ from the board in colour only.
    #[must_use]
    pub fn find(&self, picture: &RgbImage) -> Vec<Circle> {
        let (width, height) = (picture.width() as usize, picture.height() as usize);
        let [least, most] = self.radius;
        if width < 3 || height < 3 || !(least >= 1.0 && most >= least) {
            return Vec::new();
        }
        let edges = Edges::of(picture, self.edge);
        let mut votes = vec![0.0f32; width * height];
        for edge in &edges.list {
            for side in [-1.0, 1.0] {
                let mut r = least;
                while r <= most {
                    let x = edge.at[0] + side * r * edge.gradient[0];
                    let y = edge.at[1] + side * r * edge.gradient[1];
                    let (x, y) = (x.round(), y.round());
                    if x >= 0.0 && y >= 0.0 && x < width as f32 && y < height as f32 {
                        // A rim has as many edges as it is long: normalise by the radius.
                        votes[y as usize * width + x as usize] += 1.0 / r;
                    }
                    r += 1.0;
                }
            }
        }
        let votes = smoothed(&votes, width);
        let mut circles = self.peaks(&votes, width);
        for circle in &mut circles {
            self.settle(circle, &edges);
        }
        circles.retain(|c| c.support >= self.support);
        circles.sort_by(|a, b| b.support.total_cmp(&a.support));
        let mut kept: Vec<Circle> = Vec::new();
        for circle in circles {
            let far = |k: &Circle| distance(k.centre, circle.centre) >= self.apart;
            if kept.iter().all(far) {
                kept.push(circle);
            }
        }
        kept
    }

    /// Pixels with more votes than all within half the least distance of two centres.
    fn peaks(&self, votes: &[f32], width: usize) -> Vec<Circle> {
        // A whole rim, one edge a pixel, gives 2π votes.
        let floor = MEETING * self.support * std::f32::consts::TAU;
        let (reach, height) = ((0.5 * self.apart) as usize, votes.len() / width);
        let mut peaks = Vec::new();
        for (i, &v) in votes.iter().enumerate() {
            if v < floor {
                continue;
            }
            let (x, y) = (i % width, i / width);
            let rows = y.saturating_sub(reach)..(y + reach + 1).min(height);
            let columns = x.saturating_sub(reach)..(x + reach + 1).min(width);
            let mut others = rows.flat_map(|row| columns.clone().map(move |c| row * width + c));
            // Of equal peaks, keep the first.
            if others.all(|j| votes[j] < v || (votes[j] == v && j >= i)) {
                peaks.push(Circle {
                    centre: [x as f32, y as f32],
                    radius: 0.0,
                    support: 0.0,
                });
            }
        }
        peaks
    }

    /// Measures a circle's radius, then its centre to a fraction of a pixel, and the radius again.
    fn settle(&self, circle: &mut Circle, edges: &Edges) {
        for _ in 0..2 {
            self.measure(circle, edges);
            let rim = edges.near_rim(circle, RIM_WIDTH);
            let (mut sum, mut n) = ([0.0f32; 2], 0.0f32);
            for edge in rim {
                // The centre as predicted by this edge: along the gradient, inwards.
                let out = [0, 1].map(|k| edge.at[k] - circle.centre[k]);
                let side = (out[0] * edge.gradient[0] + out[1] * edge.gradient[1]).signum();
                let centre = |k: usize| edge.at[k] - side * circle.radius * edge.gradient[k];
                sum = [sum[0] + centre(0), sum[1] + centre(1)];
                n += 1.0;
            }
            if n > 0.0 {
                circle.centre = sum.map(|v| v / n);
            }
        }
        self.measure(circle, edges);
    }

    /// Sets the radius at which most parts of the rim have an edge, and their fraction.
    fn measure(&self, circle: &mut Circle, edges: &Edges) {
        let [least, most] = self.radius;
        let bins = (most - least).ceil() as usize + 1;
        let mut parts = vec![[false; PARTS]; bins];
        let middle = Circle {
            radius: 0.5 * (least + most),
            ..*circle
        };
        for edge in edges.near_rim(&middle, 0.5 * (most - least) + 1.0) {
            let out = [0, 1].map(|k| edge.at[k] - circle.centre[k]);
            let turn = out[1].atan2(out[0]) / std::f32::consts::TAU + 0.5;
            let part = ((turn * PARTS as f32) as usize).min(PARTS - 1);
            let bin = out[0].hypot(out[1]) - least;
            // A rim is as thick as its edge is blurred.
            for bin in [bin - EDGE_WIDTH, bin, bin + EDGE_WIDTH] {
                if bin >= -0.5 && (bin.round() as usize) < bins {
                    parts[bin.round() as usize][part] = true;
                }
            }
        }
        let count = |bin: usize| parts[bin].iter().filter(|p| **p).count();
        // Of equal radii the largest: the rim, not a groove within it.
        let best = (0..bins).max_by_key(|&bin| count(bin)).unwrap_or(0);
        circle.radius = least + best as f32;
        circle.support = count(best) as f32 / PARTS as f32;
    }
}

struct Edge {
    at: [f32; 2],
    /// Unit vector.
    gradient: [f32; 2],
}

struct Edges {
    list: Vec<Edge>,
    /// Index of the first edge of each row of pixels, and the number of edges.
    rows: Vec<usize>,
}

impl Edges {
    /// The pixels with a gradient of at least `least` grey levels a pixel that is largest along its direction.
    fn of(picture: &RgbImage, least: f32) -> Self {
        let (width, height) = (picture.width() as usize, picture.height() as usize);
        let data = picture.as_raw();
        let mut slopes = vec![[0.0f32; 3]; width * height];
        for y in 1..height - 1 {
            for x in 1..width - 1 {
                let at = |dx: usize, dy: usize, k: usize| {
                    f32::from(data[3 * ((y + dy - 1) * width + x + dx - 1) + k])
                };
                let slope = |k: usize| {
                    // Sobel gradient, per pixel.
                    let gx = at(2, 0, k) + 2.0 * at(2, 1, k) + at(2, 2, k)
                        - at(0, 0, k)
                        - 2.0 * at(0, 1, k)
                        - at(0, 2, k);
                    let gy = at(0, 2, k) + 2.0 * at(1, 2, k) + at(2, 2, k)
                        - at(0, 0, k)
                        - 2.0 * at(1, 0, k)
                        - at(2, 0, k);
                    [gx / 8.0, gy / 8.0, (gx * gx + gy * gy).sqrt() / 8.0]
                };
                let strongest = (0..3).map(slope).max_by(|a, b| a[2].total_cmp(&b[2]));
                slopes[y * width + x] = strongest.unwrap_or_default();
            }
        }
        let (mut list, mut rows) = (Vec::new(), Vec::with_capacity(height + 1));
        for y in 0..height {
            rows.push(list.len());
            for x in 0..width {
                let [gx, gy, strength] = slopes[y * width + x];
                if strength < least || x == 0 || y == 0 || x + 1 == width || y + 1 == height {
                    continue;
                }
                let gradient = [gx / strength, gy / strength];
                let step = |s: f32| {
                    let x = (x as f32 + s * gradient[0]).round() as usize;
                    let y = (y as f32 + s * gradient[1]).round() as usize;
                    slopes[y * width + x][2]
                };
                if strength >= step(1.0) && strength >= step(-1.0) {
                    let at = [x as f32, y as f32];
                    list.push(Edge { at, gradient });
                }
            }
        }
        rows.push(list.len());
        Self { list, rows }
    }

    /// The edges at most `off` pixels from a circle's rim that run along it.
    fn near_rim(&self, circle: &Circle, off: f32) -> impl Iterator<Item = &Edge> {
        let Circle { centre, radius, .. } = *circle;
        let row = |y: f32| (y.max(0.0) as usize).min(self.rows.len() - 1);
        let first = self.rows[row(centre[1] - radius - off)];
        let last = self.rows[row(centre[1] + radius + off + 2.0)];
        self.list[first..last].iter().filter(move |edge| {
            let out = [0, 1].map(|k| edge.at[k] - centre[k]);
            let far = out[0].hypot(out[1]);
            let across = out[0] * edge.gradient[1] - out[1] * edge.gradient[0];
            (far - radius).abs() <= off && across.abs() <= SLANT * far
        })
    }
}

/// Sums over 3 × 3 pixels.
fn smoothed(votes: &[f32], width: usize) -> Vec<f32> {
    let mut rows = votes.to_vec();
    for (to, from) in rows.chunks_exact_mut(width).zip(votes.chunks_exact(width)) {
        for x in 1..width - 1 {
            to[x] = from[x - 1] + from[x] + from[x + 1];
        }
    }
    let mut all = rows.clone();
    for i in width..all.len().saturating_sub(width) {
        all[i] = rows[i - width] + rows[i] + rows[i + width];
    }
    all
}

fn distance(a: [f32; 2], b: [f32; 2]) -> f32 {
    (a[0] - b[0]).hypot(a[1] - b[1])
}

#[cfg(test)]
mod tests {
    use super::*;
    use image::Rgb;

    const SEARCH: CircleSearch = CircleSearch {
        radius: [8.0, 16.0],
        apart: 12.0,
        edge: 6.0,
        support: 0.5,
    };

    fn disc(picture: &mut RgbImage, centre: [f32; 2], radius: f32, color: [u8; 3]) {
        for (x, y, pixel) in picture.enumerate_pixels_mut() {
            let inside = radius + 0.5 - distance([x as f32, y as f32], centre);
            let share = inside.clamp(0.0, 1.0);
            let mix = |k: usize| {
                let (old, new) = (f32::from(pixel.0[k]), f32::from(color[k]));
                (old + share * (new - old)) as u8
            };
            *pixel = Rgb([mix(0), mix(1), mix(2)]);
        }
    }

    #[test]
    fn discs_are_found_to_a_fraction_of_a_pixel() {
        let mut picture = RgbImage::from_pixel(160, 120, Rgb([120, 120, 120]));
        let truth = [
            ([40.3, 30.6], 10.0, [220, 220, 220]),
            ([90.0, 50.5], 14.2, [30, 30, 30]),
            ([130.7, 90.2], 12.0, [180, 95, 125]),
        ];
        for (centre, radius, color) in truth {
            disc(&mut picture, centre, radius, color);
        }
        let found = SEARCH.find(&picture);
        assert_eq!(found.len(), 3, "{found:?}");
        for (centre, radius, _) in truth {
            let near = |c: &&Circle| distance(c.centre, centre) < 0.7;
            let circle = found.iter().find(near).expect("a circle there");
            assert!((circle.radius - radius).abs() <= 1.2, "{circle:?}");
            assert!(circle.support > 0.9, "{circle:?}");
        }
    }

    #[test]
    fn squares_and_discs_of_other_sizes_are_no_circles() {
        let mut picture = RgbImage::from_fn(160, 120, |x, y| {
            Rgb([if (x / 24 + y / 24) % 2 == 0 { 200 } else { 60 }; 3])
        });
        assert_eq!(SEARCH.find(&picture), []);
        disc(&mut picture, [60.0, 60.0], 4.0, [250, 30, 30]);
        assert_eq!(SEARCH.find(&picture), []);
    }

    #[test]
    fn a_picture_too_small_has_none() {
        for (w, h) in [(0, 0), (1, 9), (2, 2), (3, 3)] {
            assert_eq!(SEARCH.find(&RgbImage::new(w, h)), []);
        }
        let nothing = CircleSearch {
            radius: [5.0, 2.0],
            ..SEARCH
        };
        assert_eq!(nothing.find(&RgbImage::new(40, 40)), []);
    }
}
