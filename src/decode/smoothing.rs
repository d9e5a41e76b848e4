//! Smoothing: the content of a point by all photos together.

use board_core::{Cell, Observation, Occupancy};

/// For each frame, the costs of the contents of a point by all frames before and after it (the forward–backward
/// algorithm for a hidden Markov chain).
///
/// Consecutive still frames are not independent evidence, but another frame's evidence counts as far as the frames
/// between rule out a change.
pub(crate) fn smoothed(
    evidence: &impl Observation<Cell = Occupancy>,
    point: usize,
) -> Vec<[f32; 3]> {
    let seen = |frame: usize| {
        let cost = |cell: Occupancy| evidence.cost(frame, point, cell).unwrap_or(0.0);
        core::array::from_fn(|k| cost(Occupancy::ALL[k]))
    };
    let change = |frame: usize| evidence.unchanged(frame, point);
    let frames = 0..evidence.frames();
    let forward = frames.scan([0.0; 3], |before, frame| {
        if frame > 0 {
            *before = passed(*before, change(frame));
        }
        *before = sum(*before, seen(frame));
        Some(*before)
    });
    let mut all: Vec<[f32; 3]> = forward.collect();
    let mut after = [0.0; 3];
    for (frame, costs) in all.iter_mut().enumerate().rev() {
        *costs = least_zero(sum(*costs, after));
        after = passed(sum(after, seen(frame)), change(frame));
    }
    all
}

/// Passes costs on to the next or previous frame, in which another content costs a `change`.
fn passed(costs: [f32; 3], change: f32) -> [f32; 3] {
    let costs = least_zero(costs);
    let others = (-change).exp();
    let from = |to: usize| {
        let share = |from: usize| (-costs[from]).exp() * if from == to { 1.0 } else { others };
        -(0..3).map(share).sum::<f32>().ln()
    };
    least_zero(core::array::from_fn(from))
}

fn sum(a: [f32; 3], b: [f32; 3]) -> [f32; 3] {
    core::array::from_fn(|k| a[k] + b[k])
}

/// The costs less the smallest one.
fn least_zero(costs: [f32; 3]) -> [f32; 3] {
    let least = costs.into_iter().fold(f32::INFINITY, f32::min);
    costs.map(|cost| cost - least)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// One point: for each frame, the costs of {empty, black} (white is ruled out) and the evidence against a change.
    struct Point(Vec<([f32; 2], f32)>);

    impl Observation for Point {
        type Cell = Occupancy;

        fn frames(&self) -> usize {
            self.0.len()
        }

        fn points(&self) -> usize {
            1
        }

        fn cost(&self, frame: usize, _: usize, cell: Occupancy) -> Option<f32> {
            let [empty, black] = self.0[frame].0;
            Some(match cell {
                Occupancy::Empty => empty,
                Occupancy::Black => black,
                Occupancy::White => 20.0,
            })
        }

        fn unchanged(&self, frame: usize, _: usize) -> f32 {
            self.0[frame].1
        }
    }

    const BARE: [f32; 2] = [0.0, 20.0];
    const CHANGED: f32 = 0.0;
    const SAME: f32 = 8.0;

    #[test]
    fn a_still_man_is_clear_in_every_frame_and_ends_when_he_moves() {
        let faint = [3.0, 0.0];
        let photos = [
            (BARE, CHANGED),
            (faint, CHANGED),
            (faint, SAME),
            (faint, SAME),
            (BARE, CHANGED),
        ];
        let costs = smoothed(&Point(photos.to_vec()), 0).into_iter();
        // Nats in favour of a black man.
        let nats: Vec<f32> = costs.map(|[empty, black, _]| empty - black).collect();
        // The first photo of three benefits from the later ones.
        assert!(nats[1..4].iter().all(|nats| *nats > 8.0), "{nats:?}");
        assert!(nats[0] < -15.0 && nats[4] < -15.0, "{nats:?}");
    }
}
