//! Board textures, and that of the Go board: wood with grain, grid lines, star points.

use crate::BoardStyle;
use crate::noise::{smooth2, uniform};

/// Texture pixels a grid unit.
const DENSITY: f32 = 36.0;

/// A square texture in linear colours, addressed by board coordinates.
#[derive(Clone, Debug)]
pub(crate) struct Texels {
    width: usize,
    /// Board coordinate of the first texel.
    first: f32,
    density: f32,
    texels: Vec<[f32; 3]>,
}

/// sRGB 0–255 to linear 0..1 (the 2.2 power is close enough for a simulation).
pub(crate) fn linear(rgb: [u8; 3]) -> [f32; 3] {
    rgb.map(|v| (f32::from(v) / 255.0).powf(2.2))
}

impl Texels {
    /// Makes a texture by calling `colour` for every texel between two board coordinates, in both directions.
    pub(crate) fn paint(
        first: f32,
        last: f32,
        density: f32,
        colour: impl Fn(f32, f32) -> [f32; 3],
    ) -> Self {
        let width = ((last - first) * density) as usize + 1;
        let place = |i: usize| first + i as f32 / density;
        let texels = (0..width * width)
            .map(|p| colour(place(p % width), place(p / width)))
            .collect();
        Self {
            width,
            first,
            density,
            texels,
        }
    }

    /// Colour at a board coordinate; bilinear.
    pub(crate) fn at(&self, c: f32, r: f32) -> [f32; 3] {
        let limit = (self.width - 1) as f32 - 1e-3;
        let x = ((c - self.first) * self.density).clamp(0.0, limit);
        let y = ((r - self.first) * self.density).clamp(0.0, limit);
        let (i, j) = (x as usize, y as usize);
        let (fx, fy) = (x - i as f32, y - j as f32);
        let t = |di: usize, dj: usize| self.texels[(j + dj) * self.width + i + di];
        let (a, b, c, d) = (t(0, 0), t(1, 0), t(0, 1), t(1, 1));
        std::array::from_fn(|k| {
            (a[k] * (1.0 - fx) + b[k] * fx) * (1.0 - fy) + (c[k] * (1.0 - fx) + d[k] * fx) * fy
        })
    }
}

/// The bare Go board.
pub(crate) fn go_board(style: &BoardStyle, seed: u64) -> Texels {
    let last = (style.size - 1) as f32;
    let wood = linear(style.wood);
    // Rings of a trunk cut off-centre: slightly curved stripes of uneven spacing.
    let (cx, bend) = (
        uniform(seed, 50, 0) * last,
        0.004 + 0.01 * uniform(seed, 50, 1),
    );
    let spacing = 2.0 + 6.0 * uniform(seed, 50, 2);
    let (near, far) = (-style.margin, last + style.margin);
    Texels::paint(near, far, DENSITY, |c, r| {
        let across = c + bend * (r - cx).powi(2) + 0.25 * smooth2(seed, 0.3 * c, 0.15 * r);
        let stripes = smooth2(seed ^ 1, across * spacing, 0.06 * r)
            + 0.6 * smooth2(seed ^ 2, across * 3.1 * spacing, 0.1 * r);
        let pores = smooth2(seed ^ 3, c * 14.0, r * 1.2);
        let tone = 1.0
            + style.grain * (0.10 * stripes + 0.05 * pores)
            + 0.05 * smooth2(seed ^ 4, 0.2 * c, 0.2 * r);
        let ink = style.line_ink * ink(style, c, r, last);
        wood.map(|v| v * tone.max(0.3) * (1.0 - ink) + 0.01 * ink)
    })
}

/// Fraction of ink at a point: lines with soft edges, and star points.
fn ink(style: &BoardStyle, c: f32, r: f32, last: f32) -> f32 {
    let half = style.line_width / 2.0;
    let soft = 0.5 / DENSITY;
    let line = |v: f32, other: f32| {
        let inside = other > -half && other < last + half && v > -0.5 && v < last + 0.5;
        let d = (v - v.round()).abs() - half;
        if inside {
            (0.5 - d / (2.0 * soft)).clamp(0.0, 1.0)
        } else {
            0.0
        }
    };
    let mut ink = line(c, r).max(line(r, c));
    let size = style.size;
    let edge = if size > 11 { 3 } else { 2 };
    if size >= 7 && size % 2 == 1 {
        let stars = [edge, size / 2, size - 1 - edge].map(|s| s as f32);
        for sc in stars {
            for sr in stars {
                let d = (c - sc).hypot(r - sr) - 0.09;
                ink = ink.max((0.5 - d / (2.0 * soft)).clamp(0.0, 1.0));
            }
        }
    }
    ink
}
