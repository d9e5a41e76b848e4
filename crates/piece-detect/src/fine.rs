//! What one photo shows of a square where flat men may stand: finer than a [`Sight`](crate::sight), and
//! no higher than they are.

use board_geom::View;

use crate::sight::{Axes, Bared, CHANNELS, GENERAL};

/// Cells across a square and along it, and their size in squares. Along is the way pieces lean in the
/// view; a stack of two men leans over the square behind.
const ACROSS: usize = 9;
const ALONG: usize = 11;
const CELL: f32 = 0.125;
/// Where the first row of cells is, in squares from the middle.
const NEAREST: f32 = -0.5;
/// Numbers in the fine sight of a square.
pub const FINE: usize = ACROSS * ALONG * CHANNELS + GENERAL;

/// What one photo shows of a square, as numbers of about one: see [`fine_sights`].
pub type Fine = [f32; FINE];

/// What a photo shows of each square, row by row: cells of its own ground and a little beyond, with the
/// bare board taken out, in the same units as those of a [`Sight`](crate::sight::Sight).
#[must_use]
pub fn fine_sights(view: &View) -> Vec<Fine> {
    fine(&Bared::below_men(view), view)
}

/// The same from the view's camera, which may be another than that of the view the board was taken out
/// of.
pub(crate) fn fine(bared: &Bared, view: &View) -> Vec<Fine> {
    let (cols, rows) = (view.layout.cols, view.layout.rows);
    let squares = (0..rows).flat_map(|row| (0..cols).map(move |col| (col, row)));
    let one = |(col, row)| {
        let axes = Axes::of(view, col, row);
        let mut out = [0.0; FINE];
        for j in 0..ALONG {
            for i in 0..ACROSS {
                let along = NEAREST + CELL * j as f32;
                let side = CELL * (i as f32 - 0.5 * (ACROSS as f32 - 1.0));
                let place = (
                    axes.middle.0 + along * axes.up.0 + side * axes.across.0,
                    axes.middle.1 + along * axes.up.1 + side * axes.across.1,
                );
                if let Some(cell) = bared.cell(&axes, place, CELL) {
                    out[(j * ACROSS + i) * CHANNELS..][..CHANNELS].copy_from_slice(&cell);
                }
            }
        }
        out[FINE - GENERAL..].copy_from_slice(&bared.general(&axes, col, row));
        out
    };
    squares.map(one).collect()
}

/// The same square seen in a mirror.
#[must_use]
pub fn mirrored(fine: &Fine) -> Fine {
    let mut out = *fine;
    for row in 0..ALONG {
        for col in 0..ACROSS {
            let cell = |col| (row * ACROSS + col) * CHANNELS;
            out[cell(col)..][..CHANNELS]
                .copy_from_slice(&fine[cell(ACROSS - 1 - col)..][..CHANNELS]);
        }
    }
    out
}

/// How light the middle of a square is, in units of 25 L\*, less the middle of both shades.
pub(crate) fn body(fine: &Fine) -> f32 {
    let (mut sum, mut count) = (0.0, 0.0);
    for row in 3..ALONG - 3 {
        for col in 3..ACROSS - 3 {
            sum += fine[(row * ACROSS + col) * CHANNELS + 3];
            count += 1.0;
        }
    }
    sum / count
}
