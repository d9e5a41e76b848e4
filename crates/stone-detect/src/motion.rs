//! Detects passing objects (a hand, an arm, a head): they differ from the photo before *and* from the one after. A
//! stone that was just set down differs only from the photo before.

use core::ops::Range;

use board_geom::{View, ViewLayout};

use crate::features::median;

/// Radius of the patch of a point, in grid units.
const RADIUS: f32 = 0.4;
/// Least movement, as a multiple of the median difference between two photos.
const TIMES: f32 = 4.0;
/// Least movement, in grey levels.
const LEAST: f32 = 7.0;
/// One in this many pixels is sampled to estimate the change of exposure.
const SAMPLED: usize = 37;

/// Differences between neighbouring views, point by point.
#[derive(Debug, Default)]
pub(crate) struct Motion {
    /// The sum of the channels of each pixel of the last view.
    last: Option<Vec<i16>>,
    points: usize,
    /// `steps[i][p]`: mean difference of the patch of point `p` between views `i` and `i + 1`, in grey levels, without
    /// the change of exposure.
    steps: Vec<Vec<f32>>,
}

impl Motion {
    /// Adds the next view.
    pub(crate) fn push(&mut self, view: &View) {
        let pixels = view.image.as_raw().as_chunks::<3>().0.iter();
        let sums = pixels.map(|rgb| rgb.iter().map(|v| i16::from(*v)).sum());
        let sums: Vec<i16> = sums.collect();
        self.points = view.layout.points();
        if let Some(last) = &self.last {
            self.steps.push(differences(
                &view.layout,
                view.image.width() as usize,
                last,
                &sums,
            ));
        }
        self.last = Some(sums);
    }

    /// Whether something moves, for each of some views and each point.
    pub(crate) fn moving(&self, views: Range<usize>) -> Vec<Vec<bool>> {
        // The median of a point in this series: noise, the shake of a hand-held camera.
        let of = |p: usize| median(&mut self.steps.iter().map(|s| s[p]).collect::<Vec<_>>());
        let medians: Vec<f32> = match self.steps.is_empty() {
            true => vec![0.0; self.points],
            false => (0..self.points).map(of).collect(),
        };
        let at = |frame: usize, p: usize| {
            let before = frame.checked_sub(1).and_then(|i| self.steps.get(i));
            before
                .zip(self.steps.get(frame))
                .is_some_and(|(before, after)| {
                    before[p].min(after[p]) > (TIMES * medians[p]).max(LEAST)
                })
        };
        views
            .map(|frame| (0..self.points).map(|p| at(frame, p)).collect())
            .collect()
    }
}

/// Mean difference of the patch of each point, in grey levels, without the change of exposure.
fn differences(layout: &ViewLayout, width: usize, a: &[i16], b: &[i16]) -> Vec<f32> {
    // The exposure may change between photos: compare relative to the median change.
    let pairs = a.iter().zip(b).step_by(SAMPLED);
    let mut sample: Vec<i16> = pairs.map(|(a, b)| b - a).collect();
    let middle = sample.len() / 2;
    let exposure = match sample.is_empty() {
        true => 0,
        false => *sample.select_nth_unstable(middle).1,
    };
    let reach = (RADIUS * layout.pitch) as usize;
    let near = |v: f32| (v.round() as usize).saturating_sub(reach)..v.round() as usize + reach + 1;
    let mut out = Vec::with_capacity(layout.points());
    for row in 0..layout.rows {
        for col in 0..layout.cols {
            let (x, y) = layout.to_pixel(col as f32, row as f32);
            let (mut sum, mut n) = (0_u32, 0);
            let across = near(x);
            for py in near(y) {
                let run = py * width + across.start..(py * width + across.end).min(a.len());
                let (Some(a), Some(b)) = (a.get(run.clone()), b.get(run.clone())) else {
                    continue;
                };
                let pairs = a.iter().zip(b);
                sum += pairs
                    .map(|(a, b)| u32::from((b - a - exposure).unsigned_abs()))
                    .sum::<u32>();
                n += 3 * run.len();
            }
            out.push(sum as f32 / n.max(1) as f32);
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use image::{Rgb, RgbImage};

    fn view(patch: u8) -> View {
        let layout = ViewLayout::new(2, 2, 10.0);
        let (w, h) = layout.dimensions();
        let image = RgbImage::from_fn(w, h, |x, y| {
            Rgb([if x < 15 && y < 15 { patch } else { 100 }; 3])
        });
        View {
            image,
            layout,
            camera: None,
        }
    }

    #[test]
    fn a_hand_hides_and_a_new_stone_does_not() {
        let mut motion = Motion::default();
        // A hand in view 3; a stone from view 6 on.
        for patch in [100, 100, 100, 180, 100, 100, 20, 20, 20] {
            motion.push(&view(patch));
        }
        let hidden = motion.moving(0..9);
        let seen: Vec<bool> = hidden.iter().map(|frame| frame[0]).collect();
        assert_eq!(
            seen,
            [false, false, false, true, false, false, false, false, false]
        );
        assert!(hidden.iter().all(|frame| !frame[3]));
    }
}
