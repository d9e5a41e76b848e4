//! The patch of a square: a small picture of 8 × 8 cells of colour and texture.

use board_geom::View;

use crate::colour::lab;

/// Cells in a row of a patch.
pub(crate) const CELLS: usize = 8;
/// Channels of a cell: lightness, two colour axes (CIE L*a*b*), texture.
pub(crate) const CHANNELS: usize = 4;
/// Scale of the log of texture, which makes it comparable to colours, and the noise added to texture.
const TEXTURE: (f32, f32) = (8.0, 0.5);
/// Numbers in a patch.
pub(crate) const LENGTH: usize = CELLS * CELLS * CHANNELS;

/// Cuts the patches of all squares of a view.
pub(crate) fn cut(view: &View) -> Vec<f32> {
    let layout = view.layout;
    let (width, height) = (view.image.width() as usize, view.image.height() as usize);
    let luma: Vec<f32> = view
        .image
        .as_raw()
        .chunks_exact(3)
        .map(|p| 0.299 * f32::from(p[0]) + 0.587 * f32::from(p[1]) + 0.114 * f32::from(p[2]))
        .collect();
    let slope = |x: usize, y: usize| {
        let at = |x: usize, y: usize| luma[y.min(height - 1) * width + x.min(width - 1)];
        let dx = at(x + 1, y) - at(x.saturating_sub(1), y);
        let dy = at(x, y + 1) - at(x, y.saturating_sub(1));
        (dx * dx + dy * dy).sqrt() * (100.0 / 255.0 / 2.0)
    };
    let mut out = Vec::with_capacity(layout.points() * LENGTH);
    let cell = layout.pitch / CELLS as f32;
    for row in 0..layout.rows {
        for col in 0..layout.cols {
            let (x0, y0) = layout.to_pixel(col as f32 - 0.5, row as f32 - 0.5);
            for i in 0..CELLS * CELLS {
                let begin = |origin: f32, n: usize| (origin + cell * n as f32).ceil().max(0.0);
                let (cx, cy) = (i % CELLS, i / CELLS);
                let xs = begin(x0, cx) as usize..(begin(x0, cx + 1) as usize).min(width);
                let ys = begin(y0, cy) as usize..(begin(y0, cy + 1) as usize).min(height);
                let n = (xs.len() * ys.len()).max(1) as f32;
                let (mut rgb, mut texture) = ([0.0_f32; 3], 0.0);
                for y in ys {
                    for x in xs.clone() {
                        let pixel = view.image.get_pixel(x as u32, y as u32).0;
                        for k in 0..3 {
                            rgb[k] += f32::from(pixel[k]);
                        }
                        texture += slope(x, y);
                    }
                }
                out.extend(lab(rgb.map(|v| v / n)));
                // Ratios of texture matter, not differences.
                out.push(TEXTURE.0 * (texture / n + TEXTURE.1).ln());
            }
        }
    }
    out
}

/// Root mean square difference of the colours of two patches, without that of a shadow over the whole square; in the
/// unit of the patches.
pub(crate) fn difference<T: Copy + Into<f32>>(a: &[T; LENGTH], b: &[T; LENGTH]) -> f32 {
    /// Two cells at a time: so compilers use the registers for several numbers.
    const LANES: usize = 2 * CHANNELS;
    let cells = (LENGTH / CHANNELS) as f32;
    let pairs = || {
        a.as_chunks::<LANES>()
            .0
            .iter()
            .zip(b.as_chunks::<LANES>().0)
    };
    let mut sums = [0.0; LANES];
    for (a, b) in pairs() {
        for lane in 0..LANES {
            sums[lane] += a[lane].into() - b[lane].into();
        }
    }
    let means: [f32; LANES] =
        core::array::from_fn(|lane| (sums[lane] + sums[(lane + CHANNELS) % LANES]) / cells);
    let mut squares = [0.0; LANES];
    for (a, b) in pairs() {
        for lane in 0..LANES {
            squares[lane] += (a[lane].into() - b[lane].into() - means[lane]).powi(2);
        }
    }
    let colours = (0..LANES).filter(|lane| lane % CHANNELS < 3);
    (colours.map(|lane| squares[lane]).sum::<f32>() / cells).sqrt()
}

/// The mean colour of a patch in L\*a\*b\*.
pub(crate) fn mean_colour(patch: &[f32; LENGTH]) -> [f32; 3] {
    let cells = (LENGTH / CHANNELS) as f32;
    core::array::from_fn(|channel| {
        patch.iter().skip(channel).step_by(CHANNELS).sum::<f32>() / cells
    })
}

/// The difference of two patches.
pub(crate) fn less(mut patch: [f32; LENGTH], bare: &[f32; LENGTH]) -> [f32; LENGTH] {
    for (v, bare) in patch.iter_mut().zip(bare) {
        *v -= bare;
    }
    patch
}
