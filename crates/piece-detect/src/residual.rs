//! Subtracts the bare board from a photo.

use board_geom::{View, ViewLayout, parallel};

use crate::axes::Axes;
use crate::colour::lab_of_pixels;
use crate::colour_surface::{ColourSurface, Sample};
use crate::stats::median;

/// Channels of a cell.
pub(crate) const CHANNELS: usize = 5;
/// Units of a cell's channels: differences of L\*, a\*, b\* from the empty square, and of L\* from the mean of both
/// shades. The last channel is half the log of the texture.
pub(crate) const UNITS: [f32; 4] = [16.0, 8.0, 8.0, 25.0];
/// Number of features that describe the square and the board as a whole.
pub(crate) const GENERAL: usize = 9;
/// Lightness to which the mean of both shades is scaled, so that dim and bright photos are comparable.
const MIDDLE: f32 = 55.0;
/// Displacement of piece tops, in squares per square of height, beyond which cameras are treated as equal.
const MOST_LEAN: f32 = 3.0;
/// Texture of a plain square, from noise alone.
const TEXTURE_NOISE: f32 = 0.3;
/// Quantiles of the lightness of all pixels, for the general features.
const QUANTILES: [f32; 4] = [0.01, 0.06, 0.94, 0.99];
/// Half the side of the inside of a square, in squares, without the seams and the pieces of neighbours.
const INSIDE: f32 = 0.42;
/// Range of the distance of a square's corners from its centre along both axes, in squares.
const CORNERS: [f32; 2] = [0.27, 0.44];
/// For [`Residual::contrast`], in squares: the radius of the disc, and the least and greatest distance of the pixels
/// around it.
const DISC: f32 = 0.2;
const AROUND: f32 = 0.3;
const SQUARE: f32 = 0.45;

/// Pixels that are worth a thread.
const GRAIN: usize = 10_000;

/// A photo minus the bare board: the difference of each pixel from the empty square below it.
pub(crate) struct Residual {
    width: usize,
    height: usize,
    /// The channels of a cell, for each pixel.
    pixels: Vec<[f32; CHANNELS]>,
    /// Lightness of the empty squares with an even sum of column and row, and of the others, relative to the mean of
    /// both, scaled as if that were [`MIDDLE`].
    shades: [f32; 2],
    /// The unscaled mean of both.
    middle: f32,
    /// Lightness at the [`QUANTILES`] of the pixels, relative to that mean, scaled likewise.
    range: [f32; 4],
}

/// The position of a pixel on the board.
struct Spot {
    /// The shade of its square.
    shade: usize,
    /// Its position on the board, each axis from −1 to 1.
    position: [f32; 2],
    /// Its distances from the centre of its square.
    off: [f32; 2],
}

/// The position of a column or a row of pixels: the index of its squares, and, as in [`Spot`], its position and its
/// distance from their centre.
#[derive(Clone, Copy)]
struct Strip {
    square: usize,
    position: f32,
    off: f32,
}

impl Strip {
    /// `at` is in squares, of which there are `n`; `None` beside the board.
    fn of(at: f32, n: usize) -> Option<Self> {
        let square = at.round();
        (square >= 0.0 && square < n as f32).then(|| Self {
            square: square as usize,
            position: (2.0 * at + 1.0) / n as f32 - 1.0,
            off: (at - square).abs(),
        })
    }
}

/// The positions of the columns and rows of pixels of a view.
struct Strips {
    columns: Vec<Option<Strip>>,
    rows: Vec<Option<Strip>>,
}

impl Strips {
    fn of(layout: ViewLayout, width: usize, height: usize) -> Self {
        let column = |x| Strip::of(layout.to_board(x as f32, 0.0).0, layout.cols);
        let row = |y| Strip::of(layout.to_board(0.0, y as f32).1, layout.rows);
        Self {
            columns: (0..width).map(column).collect(),
            rows: (0..height).map(row).collect(),
        }
    }

    /// `None` beside the board.
    fn spot(&self, x: usize, y: usize) -> Option<Spot> {
        let (column, row) = (self.columns[x]?, self.rows[y]?);
        Some(Spot {
            shade: (column.square + row.square) % 2,
            position: [column.position, row.position],
            off: [column.off, row.off],
        })
    }
}

/// Samples of every third pixel in both directions: by shade those for which `bare` holds, and the lightness of the
/// insides of all squares.
fn sampled(
    strips: &Strips,
    colours: &[[f32; 3]],
    width: usize,
    bare: impl Fn([f32; 2]) -> bool,
) -> ([Vec<Sample>; 2], Vec<f32>) {
    let mut samples = [Vec::new(), Vec::new()];
    let mut lightness = Vec::new();
    for (y, row) in colours.chunks_exact(width.max(1)).enumerate().step_by(3) {
        for (x, &lab) in row.iter().enumerate().step_by(3) {
            let Some(spot) = strips.spot(x, y) else {
                continue;
            };
            if spot.off[0].max(spot.off[1]) < INSIDE {
                lightness.push(lab[0]);
            }
            if bare(spot.off) {
                let position = spot.position;
                samples[spot.shade].push(Sample { position, lab });
            }
        }
    }
    (samples, lightness)
}

/// Sets the last channel of every pixel to its texture: the gradient of the first channel.
fn add_texture(pixels: &mut [[f32; CHANNELS]], width: usize) {
    let height = pixels.len() / width.max(1);
    for y in 0..height {
        for x in 0..width {
            let at = |x: usize, y: usize| pixels[y.min(height - 1) * width + x.min(width - 1)][0];
            let dx = at(x + 1, y) - at(x.saturating_sub(1), y);
            let dy = at(x, y + 1) - at(x, y.saturating_sub(1));
            pixels[y * width + x][4] = 0.5 * (dx * dx + dy * dy).sqrt();
        }
    }
}

impl Residual {
    /// Fits the bare board to the insides of all squares; pieces are outliers.
    pub(crate) fn of(view: &View) -> Self {
        Self::fitted_where(view, |[dx, dy]| dx.max(dy) < INSIDE)
    }

    /// Fits the bare board to the corners of squares only, since men of draughts cover more than half of a square.
    pub(crate) fn below_men(view: &View) -> Self {
        Self::fitted_where(view, |[dx, dy]| {
            dx.max(dy) < CORNERS[1] && dx.min(dy) > CORNERS[0]
        })
    }

    /// Fits the bare board to the pixels for which `bare` holds, given their distances from the centre of their square.
    fn fitted_where(view: &View, bare: impl Fn([f32; 2]) -> bool) -> Self {
        let layout = view.layout;
        let (width, height) = (view.image.width() as usize, view.image.height() as usize);
        let strips = Strips::of(layout, width, height);
        let colours = lab_of_pixels(&view.image);
        let (samples, mut lightness) = sampled(&strips, &colours, width, bare);
        let [even, odd] = samples;
        let fits = parallel::join(|| ColourSurface::fit(&even), || ColourSurface::fit(&odd));
        let bare: [ColourSurface; 2] = fits.into();
        let centre = [0, 1].map(|shade: usize| bare[shade].lightness([0.0, 0.0]));
        let middle = 0.5 * (centre[0] + centre[1]);
        // More light scales all differences in L*a*b* equally, by the cube root of the light.
        let gain = (MIDDLE + 16.0) / (middle.max(0.0) + 16.0);
        lightness.iter_mut().for_each(|l| *l = (*l - middle) * gain);
        lightness.sort_by(f32::total_cmp);
        let range = QUANTILES.map(|q| lightness[(q * (lightness.len() - 1) as f32) as usize]);
        let residual = |i: usize| {
            // Beside the board there is nothing to subtract.
            strips
                .spot(i % width, i / width)
                .map_or([0.0; CHANNELS], |spot| {
                    let [l, a, b] = colours[i];
                    let own = bare[spot.shade].at(spot.position);
                    let other = bare[1 - spot.shade].lightness(spot.position);
                    let middle = 0.5 * (own[0] + other);
                    [l - own[0], a - own[1], b - own[2], l - middle, 0.0].map(|v| v * gain)
                })
        };
        let mut pixels = parallel::collect(colours.len(), GRAIN, |part| {
            part.map(residual).collect::<Vec<_>>()
        });
        add_texture(&mut pixels, width);
        Self {
            width,
            height,
            pixels,
            shades: centre.map(|l| (l - middle) * gain),
            middle,
            range,
        }
    }

    /// The channels of a cell of `size` squares around a column and row of the board, along the axes; `None` outside
    /// the view.
    pub(crate) fn cell(
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
            0.5 * (texture + TEXTURE_NOISE).ln(),
        ])
    }

    /// The contrast in L\*a\*b\* between a small disc, at `off` from the centre of a square, and the square around it,
    /// by medians.
    pub(crate) fn contrast(&self, layout: ViewLayout, square: usize, off: [f32; 2]) -> [f32; 3] {
        let (col, row) = (square % layout.cols, square / layout.cols);
        let (x, y) = layout.to_pixel(col as f32, row as f32);
        let reach = (SQUARE * layout.pitch) as i32;
        let mut parts: [[Vec<f32>; 3]; 2] = Default::default();
        for (i, j) in (-reach..=reach).flat_map(|j| (-reach..=reach).map(move |i| (i, j))) {
            let [dx, dy] = [i, j].map(|v| v as f32 / layout.pitch);
            let part = match (dx - off[0]).hypot(dy - off[1]) < DISC {
                true => 0,
                false if dx.abs().max(dy.abs()) > AROUND => 1,
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

    /// The features that describe the square and the board as a whole.
    pub(crate) fn general(&self, axes: &Axes<'_>, col: usize, row: usize) -> [f32; GENERAL] {
        let own = self.shades[(col + row) % 2];
        // The cosine of four times the angle between `up` and the lines of the board.
        let skew = 1.0 - 8.0 * (axes.up.0 * axes.up.1).powi(2);
        let lean = axes.lean.min(MOST_LEAN);
        let general = [
            lean,
            lean.powi(2),
            own / UNITS[3],
            self.middle / 50.0 - 1.0,
            skew,
        ];
        let mut all = general.into_iter().chain(self.range.map(|l| l / UNITS[3]));
        core::array::from_fn(|_| all.next().unwrap_or(0.0))
    }

    fn pixel(&self, x: f32, y: f32) -> Option<&[f32; CHANNELS]> {
        // Rounding up from one half: `round` is a call into the C library on processors without SSE 4.1.
        let (x, y) = (x + 0.5, y + 0.5);
        let inside = x >= 0.0 && y >= 0.0 && x < self.width as f32 && y < self.height as f32;
        inside.then(|| &self.pixels[y as usize * self.width + x as usize])
    }
}
