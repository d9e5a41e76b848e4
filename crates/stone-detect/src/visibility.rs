//! Which points something other than a stone covers.
//!
//! Stones leave the middles of the cells free. When such a middle no longer looks as it did around
//! that time, something lies over it: a hand, a sleeve, a bowl, whatever its colour. A point most
//! of whose cells are covered is not visible.

use crate::features::{CellTone, median};

/// How far, as a log of brightness, a cell may stray from its median. Shadows of hands darken
/// wood by up to a third; skin and cloth are seldom within that *and* of wood's tint.
const BRIGHTNESS: f32 = 0.45;
/// How far its tint may.
const TINT: f32 = 0.09;
/// Frames on either side of the median.
const AROUND: usize = 12;

/// For each frame and point, whether the point is covered. `cells[frame]` are the tones of the
/// (cols + 1) × (rows + 1) cells, `cols` and `rows` those of the points.
pub(crate) fn covered(cells: &[Vec<CellTone>], cols: usize, rows: usize) -> Vec<Vec<bool>> {
    let frames = cells.len();
    let (wide, high) = (cols + 1, rows + 1);
    // The lamp and the exposure change the whole board alike: take that out frame by frame.
    let exposure: Vec<f32> = cells
        .iter()
        .map(|frame| median(&mut frame.iter().map(|c| c.log_brightness).collect::<Vec<_>>()))
        .collect();
    let mut strange = vec![vec![false; wide * high]; frames];
    let (mut tones, mut tints) = (Vec::new(), Vec::new());
    for cell in 0..wide * high {
        for frame in 0..frames {
            let window = frame.saturating_sub(AROUND)..(frame + AROUND + 1).min(frames);
            tones.clear();
            tints.clear();
            for f in window {
                tones.push(cells[f][cell].log_brightness - exposure[f]);
                tints.push(cells[f][cell].tint);
            }
            let here = &cells[frame][cell];
            let off = (here.log_brightness - exposure[frame] - median(&mut tones)).abs();
            let off_tint = (here.tint - median(&mut tints)).abs();
            strange[frame][cell] = off > BRIGHTNESS || off_tint > TINT;
        }
    }
    strange
        .iter()
        .map(|frame| {
            (0..cols * rows)
                .map(|point| {
                    let (col, row) = (point % cols, point / cols);
                    let around = [
                        (col, row),
                        (col + 1, row),
                        (col, row + 1),
                        (col + 1, row + 1),
                    ];
                    around.iter().filter(|&&(c, r)| frame[r * wide + c]).count() >= 2
                })
                .collect()
        })
        .collect()
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
        let covered = covered(&cells, 9, 9);
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
