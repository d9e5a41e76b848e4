//! What one photo shows of each square, measured by the board itself.

use board_geom::{View, ViewLayout};

use super::bare::{BareColour, Sample};
use super::patch::lab_of_pixel;
use crate::features::median;

/// Cells across a square's sight, and their size in squares.
pub(super) const ACROSS: usize = 6;
const CELL: f32 = 0.25;
/// Rows of cells on the ground, the first at [`NEAREST`] squares in front of the square's middle: seen
/// from a low camera, a king covers the two squares behind it.
pub(super) const GROUND: usize = 13;
const NEAREST: f32 = -2.625;
/// Heights, in squares above the middle of the square, of the rows of cells above the ground.
const HEIGHTS: [f32; 6] = [0.25, 0.5, 0.75, 1.0, 1.3, 1.6];
pub(super) const ROWS: usize = GROUND + HEIGHTS.len();
/// Numbers per cell.
pub(super) const CHANNELS: usize = 5;
/// What the numbers of a cell are of: differences of L\*, a\*, b\* from the bare square, and of L\* from
/// the middle of both shades. The last is half the logarithm of the texture.
pub(super) const UNITS: [f32; 4] = [16.0, 8.0, 8.0, 25.0];
/// Numbers about the square and the whole board.
pub(super) const GENERAL: usize = 9;
/// Numbers in the sight of a square.
pub const SIGHT: usize = ROWS * ACROSS * CHANNELS + GENERAL;

/// Lightness that the middle between both shades is brought to, so that dim photos and bright ones
/// are alike.
const MIDDLE: f32 = 55.0;

/// Shares of all pixels that are darker, for the general numbers.
const QUANTILES: [f32; 4] = [0.01, 0.06, 0.94, 0.99];

/// What one photo shows of a square, as numbers of about one: see [`sights`].
pub type Sight = [f32; SIGHT];

/// The photo with the bare board taken out.
pub(super) struct Bared {
    width: usize,
    height: usize,
    /// For each pixel the channels of a cell.
    pixels: Vec<[f32; CHANNELS]>,
    /// Lightness of the bare squares whose column and row have an even sum, and of the others, less
    /// the mean of both, as if that were [`MIDDLE`].
    shades: [f32; 2],
    /// That mean as it is.
    middle: f32,
    /// Lightness of the [`QUANTILES`] of the pixels, less that mean, as if that were [`MIDDLE`].
    range: [f32; 4],
}

/// What a photo shows of each square, row by row, seen from the view's camera; without one, from
/// straight above.
///
/// From every pixel the colour of the bare square below it is taken away, so that what
/// is left is what stands there, on whichever board. A square's sight is cut out along the way pieces
/// lean in the view, so that it is the same from whatever side the camera looks: rows of cells from
/// the square in front, which may cover this one, over its own ground, and up to the height of a
/// king. Each cell says how it differs from the bare board (CIE L\*a\*b\*), how light it is beside the
/// middle of both shades, and how much texture it has.
#[must_use]
pub fn sights(view: &View) -> Vec<Sight> {
    Bared::of(view).sights(view)
}

/// The same square seen in a mirror.
#[must_use]
pub fn mirrored(sight: &Sight) -> Sight {
    let mut out = *sight;
    for row in 0..ROWS {
        for col in 0..ACROSS {
            let cell = |col| (row * ACROSS + col) * CHANNELS;
            out[cell(col)..][..CHANNELS]
                .copy_from_slice(&sight[cell(ACROSS - 1 - col)..][..CHANNELS]);
        }
    }
    out
}

/// How light the middle of a square is, where the body of a piece would be: in units of 25 L\*, less
/// the middle of both shades.
#[must_use]
pub fn body(sight: &Sight) -> f32 {
    let rows = [GROUND - 3, GROUND - 2, GROUND, GROUND + 1];
    let cells = rows.map(|row| {
        let cell = |col: usize| sight[(row * ACROSS + col) * CHANNELS + 3];
        cell(ACROSS / 2 - 1) + cell(ACROSS / 2)
    });
    cells.iter().sum::<f32>() / (2 * rows.len()) as f32
}

impl Bared {
    pub(super) fn of(view: &View) -> Self {
        // As much of every square as pieces and seams leave.
        Self::told_by(view, |[dx, dy]| dx.max(dy) < 0.42)
    }

    /// The board below men, who cover more than half of the squares they stand on: where they stand side
    /// by side, only the corners of squares tell what is below.
    pub(super) fn below_men(view: &View) -> Self {
        Self::told_by(view, |[dx, dy]| dx.max(dy) < 0.44 && dx.min(dy) > 0.27)
    }

    /// The places `bare` of a square, by their distances in squares from its middle, tell the colour of
    /// bare squares.
    fn told_by(view: &View, bare: impl Fn([f32; 2]) -> bool) -> Self {
        let layout = view.layout;
        let (width, height) = (view.image.width() as usize, view.image.height() as usize);
        let pixels = view.image.as_raw().chunks_exact(3);
        let colours: Vec<[f32; 3]> = pixels.map(lab_of_pixel).collect();
        // Which square a pixel is on: its shade, where on the board, and how far from its middle.
        let spot = |i: usize| {
            let (col, row) = layout.to_board((i % width) as f32, (i / width) as f32);
            let (c, r) = (col.round(), row.round());
            let on = c >= 0.0 && r >= 0.0 && c < layout.cols as f32 && r < layout.rows as f32;
            let place = [(col, layout.cols), (row, layout.rows)]
                .map(|(at, n)| (2.0 * at + 1.0) / n as f32 - 1.0);
            let off = [(col - c).abs(), (row - r).abs()];
            on.then_some(((c + r) as usize % 2, place, off))
        };
        let mut samples = [Vec::new(), Vec::new()];
        let mut all = Vec::new();
        for y in (0..height).step_by(3) {
            for x in (0..width).step_by(3) {
                let i = y * width + x;
                let Some((shade, place, off)) = spot(i) else {
                    continue;
                };
                let lab = colours[i];
                if off[0].max(off[1]) < 0.42 {
                    all.push(lab[0]);
                }
                if bare(off) {
                    samples[shade].push(Sample { place, lab });
                }
            }
        }
        let bare = samples.map(|s| BareColour::fit(&s));
        let centre = [0, 1].map(|shade: usize| bare[shade].at([0.0, 0.0])[0]);
        let middle = 0.5 * (centre[0] + centre[1]);
        // More light multiplies all differences of L*a*b* alike: it is of the cube root of the light.
        let gain = (MIDDLE + 16.0) / (middle.max(0.0) + 16.0);
        let mut lightness: Vec<f32> = all.iter().map(|l| (l - middle) * gain).collect();
        lightness.sort_by(f32::total_cmp);
        let range = QUANTILES.map(|q| lightness[(q * (lightness.len() - 1) as f32) as usize]);
        let mut pixels: Vec<[f32; CHANNELS]> = (0..colours.len())
            .map(|i| {
                let [l, a, b] = colours[i];
                // Beside the board there is nothing to compare with.
                spot(i).map_or([0.0; CHANNELS], |(shade, place, _)| {
                    let own = bare[shade].at(place);
                    let other = bare[1 - shade].at(place);
                    let middle = 0.5 * (own[0] + other[0]);
                    [l - own[0], a - own[1], b - own[2], l - middle, 0.0].map(|v| v * gain)
                })
            })
            .collect();
        for y in 0..height {
            for x in 0..width {
                let at =
                    |x: usize, y: usize| pixels[y.min(height - 1) * width + x.min(width - 1)][0];
                let dx = at(x + 1, y) - at(x.saturating_sub(1), y);
                let dy = at(x, y + 1) - at(x, y.saturating_sub(1));
                pixels[y * width + x][4] = 0.5 * dx.hypot(dy);
            }
        }
        Self {
            width,
            height,
            pixels,
            shades: centre.map(|l| (l - middle) * gain),
            middle,
            range,
        }
    }

    /// What is seen of each square from the view's camera, which may be another than that of the
    /// view this was made of.
    pub(super) fn sights(&self, view: &View) -> Vec<Sight> {
        let layout = view.layout;
        let squares = (0..layout.rows).flat_map(|row| (0..layout.cols).map(move |col| (col, row)));
        squares
            .map(|(col, row)| self.sight(view, col, row))
            .collect()
    }

    fn sight(&self, view: &View, col: usize, row: usize) -> Sight {
        let axes = Axes::of(view, col, row);
        let mut sight = [0.0; SIGHT];
        for j in 0..ROWS {
            for i in 0..ACROSS {
                let place = axes.place(j, i);
                if let Some(cell) = self.cell(&axes, place, CELL) {
                    sight[(j * ACROSS + i) * CHANNELS..][..CHANNELS].copy_from_slice(&cell);
                }
            }
        }
        sight[SIGHT - GENERAL..].copy_from_slice(&self.general(&axes, col, row));
        sight
    }

    /// What is seen in a cell of a size in squares around a column and row of the board, along the
    /// axes; nothing outside the view.
    pub(super) fn cell(
        &self,
        axes: &Axes<'_>,
        (x, y): (f32, f32),
        size: f32,
    ) -> Option<[f32; CHANNELS]> {
        let mut sum = [0.0; CHANNELS];
        let mut count = 0.0;
        for n in 0..9 {
            let [s, a] = [n % 3, n / 3].map(|k| size / 3.0 * (k as f32 - 1.0));
            let (x, y) = axes.view.layout.to_pixel(
                x + s * axes.across.0 + a * axes.up.0,
                y + s * axes.across.1 + a * axes.up.1,
            );
            if let Some(pixel) = self.pixel(x, y) {
                count += 1.0;
                for (sum, v) in sum.iter_mut().zip(pixel) {
                    *sum += v;
                }
            }
        }
        if count == 0.0 {
            return None;
        }
        let [l, a, b, light, texture] = sum.map(|v| v / count);
        Some([
            l / UNITS[0],
            a / UNITS[1],
            b / UNITS[2],
            light / UNITS[3],
            0.5 * (texture + 0.3).ln(),
        ])
    }

    /// How the colour of what lies on a square, so far off its middle in squares, differs from the rest of
    /// the square, in units of L\*a\*b\*: medians of a small disc, and of what is around.
    pub(super) fn beside(&self, layout: ViewLayout, square: usize, off: [f32; 2]) -> [f32; 3] {
        let (col, row) = (square % layout.cols, square / layout.cols);
        let (x, y) = layout.to_pixel(col as f32, row as f32);
        let reach = (0.45 * layout.pitch) as i32;
        let mut parts: [[Vec<f32>; 3]; 2] = Default::default();
        for (i, j) in (-reach..=reach).flat_map(|j| (-reach..=reach).map(move |i| (i, j))) {
            let [dx, dy] = [i, j].map(|v| v as f32 / layout.pitch);
            let part = match (dx - off[0]).hypot(dy - off[1]) < 0.2 {
                true => 0,
                false if dx.abs().max(dy.abs()) > 0.3 => 1,
                false => continue,
            };
            if let Some(pixel) = self.pixel(x + i as f32, y + j as f32) {
                for (values, v) in parts[part].iter_mut().zip(pixel) {
                    values.push(*v);
                }
            }
        }
        let [middle, around] = parts.map(|part| part.map(|mut values| median(&mut values)));
        core::array::from_fn(|k| middle[k] - around[k])
    }

    /// What is seen of the square and the whole board.
    pub(super) fn general(&self, axes: &Axes<'_>, col: usize, row: usize) -> [f32; GENERAL] {
        let own = self.shades[(col + row) % 2];
        // Four times the angle between the way up and the board's lines.
        let skew = 1.0 - 8.0 * (axes.up.0 * axes.up.1).powi(2);
        let lean = axes.lean;
        let general = [
            lean.min(3.0),
            lean.min(3.0).powi(2),
            own / 25.0,
            self.middle / 50.0 - 1.0,
            skew,
        ];
        let mut all = general.into_iter().chain(self.range.map(|l| l / 25.0));
        core::array::from_fn(|_| all.next().unwrap_or(0.0))
    }

    fn pixel(&self, x: f32, y: f32) -> Option<&[f32; CHANNELS]> {
        let (x, y) = (x.round(), y.round());
        let inside = x >= 0.0 && y >= 0.0 && x < self.width as f32 && y < self.height as f32;
        inside.then(|| &self.pixels[y as usize * self.width + x as usize])
    }
}

/// The ways up, for pieces, and across, for one square.
pub(super) struct Axes<'a> {
    view: &'a View,
    pub(super) middle: (f32, f32),
    pub(super) up: (f32, f32),
    pub(super) across: (f32, f32),
    /// How far something a square high appears moved.
    lean: f32,
}

impl<'a> Axes<'a> {
    pub(super) fn of(view: &'a View, col: usize, row: usize) -> Self {
        let middle = (col as f32, row as f32);
        let unit = view.lean(middle.0, middle.1, 0.5);
        let lean = 2.0 * unit.0.hypot(unit.1);
        let outward = (
            middle.0 - 0.5 * (view.layout.cols as f32 - 1.0),
            middle.1 - 0.5 * (view.layout.rows as f32 - 1.0),
        );
        let up = if lean > 0.0 { unit } else { outward };
        let length = up.0.hypot(up.1).max(1e-6);
        let up = (up.0 / length, up.1 / length);
        Self {
            view,
            middle,
            up,
            across: (-up.1, up.0),
            lean,
        }
    }

    /// The column and row of the board at the middle of a cell.
    pub(super) fn place(&self, row: usize, col: usize) -> (f32, f32) {
        let (c, r) = self.middle;
        let (dc, dr) = match row.checked_sub(GROUND) {
            None => {
                let along = NEAREST + CELL * row as f32;
                (along * self.up.0, along * self.up.1)
            }
            Some(k) => self.view.lean(c, r, HEIGHTS[k]),
        };
        let side = CELL * (col as f32 - 0.5 * (ACROSS as f32 - 1.0));
        (c + dc + side * self.across.0, r + dr + side * self.across.1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use board_geom::ViewLayout;
    use image::{Rgb, RgbImage, imageops};

    /// A board with one dark bar across, from square (2, 4) to (2, 2).
    fn view() -> View {
        let layout = ViewLayout::new(8, 8, 32.0);
        let (w, h) = layout.dimensions();
        let image = RgbImage::from_fn(w, h, |x, y| {
            let (c, r) = layout.to_board(x as f32, y as f32);
            let bar = (c - 2.0).abs() < 0.25 && (1.9..4.2).contains(&r);
            let light = (c.round() + r.round()) as i32 % 2 == 0;
            Rgb([if bar {
                30
            } else if light {
                210
            } else {
                120
            }; 3])
        });
        View {
            image,
            layout,
            camera: Some([3.5, 16.0, 14.0]),
        }
    }

    #[test]
    fn bare_squares_are_all_the_same() {
        let sights = sights(&view());
        for square in [7, 6, 39, 62] {
            for cell in sights[square][..SIGHT - GENERAL].chunks(CHANNELS).take(30) {
                assert!(cell[0].abs() < 0.3, "{square}: {cell:?}");
            }
        }
        // The bar: on the square and above it.
        assert!(body(&sights[4 * 8 + 2]) < -1.0);
    }

    #[test]
    fn the_board_may_be_turned() {
        let view = view();
        let mut turned = view.clone();
        // Clockwise: (c, r) goes to (7 − r, c).
        turned.image = imageops::rotate90(&view.image);
        turned.camera = view.camera.map(|[x, y, z]| [7.0 - y, x, z]);
        let (before, after) = (sights(&view), sights(&turned));
        for (c, r) in [(2, 4), (2, 2), (5, 1), (0, 7)] {
            let pair = before[r * 8 + c].iter().zip(&after[c * 8 + 7 - r]);
            // Pixels are rounded to whole ones.
            let off = pair.map(|(a, b)| (a - b).abs()).sum::<f32>() / SIGHT as f32;
            assert!(off < 0.1, "({c}, {r}): {off}");
        }
    }

    #[test]
    fn a_mirror_of_a_mirror_is_as_before() {
        let sight = sights(&view())[4 * 8 + 3];
        assert_ne!(mirrored(&sight), sight);
        assert_eq!(mirrored(&mirrored(&sight)), sight);
    }
}
