//! Detects points covered by something other than a stone.
//!
//! Stones leave the centres of the cells free. If such a centre no longer looks as it did in the frames around,
//! something covers it: a hand, a sleeve, a bowl, of any colour. A point most of whose cells are covered is not
//! visible.

use crate::features::{CellTone, median};

/// Largest deviation of a cell's brightness from its median, as a log. Shadows of hands darken wood by up to a third;
/// skin and cloth are seldom within that *and* of the wood's tint.
const BRIGHTNESS: f32 = 0.45;
/// Largest deviation of its tint.
const TINT: f32 = 0.09;
/// Number of frames on either side that the median covers.
pub(crate) const AROUND: usize = 12;

/// The tones of the (cols + 1) × (rows + 1) cells of a frame, and their median brightness.
#[derive(Clone, Debug)]
pub(crate) struct Tones {
    cells: Vec<CellTone>,
    exposure: f32,
}

impl Tones {
    pub(crate) fn new(cells: Vec<CellTone>) -> Self {
        let mut brightness: Vec<f32> = cells.iter().map(|c| c.log_brightness).collect();
        let exposure = median(&mut brightness);
        Self { cells, exposure }
    }

    /// Brightness and tint of a cell, without the change of light and exposure that affects the whole board.
    fn of(&self, cell: usize) -> (f32, f32) {
        let here = &self.cells[cell];
        (here.log_brightness - self.exposure, here.tint)
    }
}

/// For each point, whether it is covered in a frame, compared with up to [`AROUND`] frames before and after it; `cols`
/// and `rows` are those of the points.
pub(crate) fn covered<'a>(
    frames: impl Fn(usize) -> Option<&'a Tones>,
    frame: usize,
    cols: usize,
    rows: usize,
) -> Vec<bool> {
    let (wide, high) = (cols + 1, rows + 1);
    let window = frame.saturating_sub(AROUND)..=frame + AROUND;
    let window: Vec<&Tones> = window.map_while(&frames).collect();
    let Some(here) = frames(frame) else {
        return vec![false; cols * rows];
    };
    let (mut tones, mut tints) = (Vec::new(), Vec::new());
    let strange: Vec<bool> = (0..wide * high)
        .map(|cell| {
            tones.clear();
            tints.clear();
            for (tone, tint) in window.iter().map(|other| other.of(cell)) {
                tones.push(tone);
                tints.push(tint);
            }
            let (tone, tint) = here.of(cell);
            let off = (tone - median(&mut tones)).abs();
            off > BRIGHTNESS || (tint - median(&mut tints)).abs() > TINT
        })
        .collect();
    let is_covered = |point: usize| {
        let (col, row) = (point % cols, point / cols);
        let around = [
            (col, row),
            (col + 1, row),
            (col, row + 1),
            (col + 1, row + 1),
        ];
        around
            .iter()
            .filter(|&&(c, r)| strange[r * wide + c])
            .count()
            >= 2
    };
    (0..cols * rows).map(is_covered).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_hand_over_a_corner_covers_its_points_and_a_dimmed_lamp_none() {
        let bare = CellTone {
            log_brightness: 5.0,
            tint: 0.2,
        };
        let dim = CellTone {
            log_brightness: 4.0,
            tint: 0.2,
        };
        let skin = CellTone {
            log_brightness: 4.2,
            tint: 0.35,
        };
        let mut cells = vec![vec![bare; 100]; 9];
        cells[6] = vec![dim; 100];
        for (c, r) in [(0, 0), (1, 0), (0, 1), (1, 1)] {
            cells[4][r * 10 + c] = skin;
        }
        let tones: Vec<Tones> = cells.into_iter().map(Tones::new).collect();
        let covered: Vec<_> = (0..tones.len())
            .map(|frame| covered(|at| tones.get(at), frame, 9, 9))
            .collect();
        assert_eq!(
            covered[4].iter().filter(|c| **c).count(),
            3,
            "{:?}",
            covered[4]
        );
        assert!(covered[4][0] && covered[4][1] && covered[4][9]);
        for frame in [0, 3, 5, 6, 8] {
            assert!(!covered[frame].contains(&true), "frame {frame}");
        }
    }
}
