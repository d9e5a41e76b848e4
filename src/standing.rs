//! What stands on the points of a table, by all photos of it together.

use board_core::{Cell, Observation, Occupancy};

use crate::squares::middle;

/// For each photo, the costs of what may stand on each point; `None` where the board was not seen. `recorded` is
/// what the recorded game has there in each frame of the evidence, `shown` the frame that each photo shows.
///
/// Where the recorded game moves nothing, the middle one of each three photos that tell counts: what only one of
/// them shows is a hand that passes, and what only one of them does not show is hidden by a hand.
///
/// Points that have what the game is known to start with (`start`) are believed to have it until something changes: what looks
/// like a man from the first photo on, where nobody has put one, is none.
pub(crate) fn seen(
    evidence: &impl Observation<Cell = Occupancy>,
    recorded: &[Vec<Occupancy>],
    shown: &[Option<usize>],
    start: Option<&[Occupancy]>,
) -> Vec<Option<Vec<[f32; 3]>>> {
    /// Nats: as many as a point speaks with in a photo.
    const START: f32 = 8.0;
    let known = |point: usize| {
        let known = start.map(|start| start[point]);
        // Unless it was moved before the first photo.
        let known = known.filter(|known| recorded.first().is_some_and(|r| r[point] == *known));
        known.map_or([0.0; 3], |known| {
            core::array::from_fn(|k| if k == known.index() { 0.0 } else { START })
        })
    };
    let standing: Vec<_> = (0..evidence.points())
        .map(|point| standing(evidence, point, known(point)))
        .collect();
    let frames: Vec<usize> = shown.iter().flatten().copied().collect();
    let by_point: Vec<Vec<[f32; 3]>> = (0..evidence.points())
        .map(|point| {
            let costs: Vec<_> = frames.iter().map(|&frame| standing[point][frame]).collect();
            let has = |i: usize| recorded[frames[i]][point];
            settled(&costs, has)
        })
        .collect();
    let mut photos = (0..frames.len()).map(|i| by_point.iter().map(|costs| costs[i]).collect());
    let photo = |shown: &Option<usize>| shown.and_then(|_| photos.next());
    shown.iter().map(photo).collect()
}

/// For each photo, the middle one of what it and the nearest photos before and after say that tell anything of a point,
/// where the recorded game has nothing else on it in any of them. Before the first photo and after the last one all was as they
/// show it.
fn settled(costs: &[[f32; 3]], has: impl Fn(usize) -> Occupancy) -> Vec<[f32; 3]> {
    /// Nats by which something is likelier to stand there than nothing, or the other way round, where no hand covers the point.
    const TELLS: f32 = 3.0;
    let tells = |i: usize| {
        let cost = |cell: Occupancy| costs[i][cell.index()];
        let any = cost(Occupancy::Black).min(cost(Occupancy::White));
        (cost(Occupancy::Empty) - any).abs() >= TELLS
    };
    // The nearest of some photos that tells; the photo itself if none does, nothing if the game has moved there meanwhile.
    let nearest = |i: usize, others: &mut dyn Iterator<Item = usize>| {
        for other in others {
            if has(other) != has(i) {
                return None;
            }
            if tells(other) {
                return Some(costs[other]);
            }
        }
        Some(costs[i])
    };
    let of = |i: usize| {
        let before = nearest(i, &mut (0..i).rev());
        let after = nearest(i, &mut (i + 1..costs.len()));
        let Some((before, after)) = before.zip(after) else {
            return costs[i];
        };
        core::array::from_fn(|k| middle([before[k], costs[i][k], after[k]]))
    };
    (0..costs.len()).map(of).collect()
}

/// For each frame, the costs of what may stand on a point, by all frames before and after it too (the forward–backward
/// algorithm for a hidden Markov chain): what stands still is hardly seen anew in each of them, but it was seen. What other
/// frames show says no more than the frames between say against a change. `known` is what contents cost before all frames.
pub(crate) fn standing(
    evidence: &impl Observation<Cell = Occupancy>,
    point: usize,
    known: [f32; 3],
) -> Vec<[f32; 3]> {
    let seen = |frame: usize| {
        let cost = |cell: Occupancy| evidence.cost(frame, point, cell).unwrap_or(0.0);
        core::array::from_fn(|k| cost(Occupancy::ALL[k]))
    };
    let change = |frame: usize| evidence.unchanged(frame, point);
    let frames = 0..evidence.frames();
    let forward = frames.scan(known, |before, frame| {
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

/// What contents cost a frame later or earlier, where another content costs so much as a change.
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

/// The same costs, the least of them nought.
fn least_zero(costs: [f32; 3]) -> [f32; 3] {
    let least = costs.into_iter().fold(f32::INFINITY, f32::min);
    costs.map(|cost| cost - least)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// One point in some photos: what it costs that it is empty or black (white is out of the question), and what speaks
    /// against a change.
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
    const MAN: [f32; 2] = [20.0, 0.0];
    const CHANGED: f32 = 0.0;
    const SAME: f32 = 8.0;

    /// How many nats speak for a black man in each photo; below nought, against it.
    fn for_black(photos: &[([f32; 2], f32)], recorded: &[Occupancy]) -> Vec<f32> {
        let recorded: Vec<_> = recorded.iter().map(|&cell| vec![cell]).collect();
        let shown: Vec<_> = (0..photos.len()).map(Some).collect();
        let seen = seen(&Point(photos.to_vec()), &recorded, &shown, None).into_iter();
        seen.map(|photo| photo.unwrap()[0])
            .map(|[empty, black, _]| empty - black)
            .collect()
    }

    #[test]
    fn what_stands_still_is_seen_more_surely_and_gone_when_it_goes() {
        let faint = [3.0, 0.0];
        let photos = [
            (BARE, CHANGED),
            (faint, CHANGED),
            (faint, SAME),
            (faint, SAME),
            (BARE, CHANGED),
        ];
        let nats = for_black(&photos, &[Occupancy::Empty; 5]);
        // The first photo of three knows what the later ones show.
        assert!(nats[1..4].iter().all(|nats| *nats > 8.0), "{nats:?}");
        assert!(nats[0] < -15.0 && nats[4] < -15.0, "{nats:?}");
    }

    #[test]
    fn a_hand_in_one_photo_neither_puts_nor_takes_a_man() {
        let changed = |cells: [[f32; 2]; 5]| cells.map(|cell| (cell, CHANGED));
        let nats = for_black(
            &changed([BARE, BARE, MAN, BARE, BARE]),
            &[Occupancy::Empty; 5],
        );
        assert!(nats.iter().all(|nats| *nats < -15.0), "{nats:?}");
        let nats = for_black(
            &changed([BARE, MAN, BARE, MAN, BARE]),
            &[Occupancy::Empty; 5],
        );
        assert!(nats[2] > 15.0, "{nats:?}");
        // After the last photo nobody knows better.
        let nats = for_black(
            &changed([BARE, BARE, BARE, BARE, MAN]),
            &[Occupancy::Empty; 5],
        );
        assert!(nats[4] > 15.0 && nats[3] < -15.0, "{nats:?}");
    }

    #[test]
    fn a_hand_between_two_photos_of_a_man_does_not_hide_him() {
        let hand = [1.0, 0.0];
        let nats = for_black(
            &[BARE, MAN, hand, MAN, BARE].map(|cell| (cell, CHANGED)),
            &[Occupancy::Empty; 5],
        );
        assert!(nats[1..4].iter().all(|nats| *nats > 15.0), "{nats:?}");
        assert!(nats[0] < -15.0 && nats[4] < -15.0, "{nats:?}");
    }

    #[test]
    fn a_man_of_uncertain_colour_is_a_man() {
        struct Grey;
        impl Observation for Grey {
            type Cell = Occupancy;
            fn frames(&self) -> usize {
                3
            }
            fn points(&self) -> usize {
                1
            }
            fn cost(&self, frame: usize, _: usize, cell: Occupancy) -> Option<f32> {
                let costs = [[0.0, 20.0, 20.0], [5.0, 1.0, 0.0]][frame % 2];
                Some(costs[cell.index()])
            }
        }
        let recorded = vec![vec![Occupancy::Empty]; 3];
        // The second photo three times.
        let shown = [0, 1, 1, 1, 2].map(Some);
        let seen = seen(&Grey, &recorded, &shown, None);
        let empty = |photo: usize| seen[photo].as_ref().unwrap()[0][0];
        assert_eq!(
            [0, 1, 2, 3, 4].map(|i| empty(i) > 4.0),
            [false, true, true, true, false]
        );
    }

    #[test]
    fn a_man_that_the_game_has_on_a_point_for_one_photo_is_seen_there() {
        let photos = [(BARE, CHANGED), (MAN, CHANGED), (BARE, CHANGED)];
        let recorded = [Occupancy::Empty, Occupancy::Black, Occupancy::Empty];
        let nats = for_black(&photos, &recorded);
        assert!(
            nats[0] < -15.0 && nats[1] > 15.0 && nats[2] < -15.0,
            "{nats:?}"
        );
    }

    #[test]
    fn what_looks_like_a_man_on_a_point_that_starts_empty_is_none_until_one_is_put_there() {
        let crease = [3.0, 0.0];
        let photos = [
            (crease, CHANGED),
            (crease, SAME),
            (crease, SAME),
            (MAN, CHANGED),
        ];
        let recorded = vec![vec![Occupancy::Empty]; 4];
        let shown: Vec<_> = (0..4).map(Some).collect();
        let nats = |start: Option<&[Occupancy]>| -> Vec<f32> {
            let seen = seen(&Point(photos.to_vec()), &recorded, &shown, start).into_iter();
            seen.map(|photo| photo.unwrap()[0])
                .map(|[empty, black, _]| empty - black)
                .collect()
        };
        let known = nats(Some(&[Occupancy::Empty]));
        assert!(known[..3].iter().all(|nats| *nats < 5.0), "{known:?}");
        assert!(known[3] > 15.0, "{known:?}");
        for nats in [nats(None), nats(Some(&[Occupancy::Black]))] {
            assert!(nats[..3].iter().all(|nats| *nats > 5.0), "{nats:?}");
        }
    }

    #[test]
    fn a_photo_without_the_board_is_passed_over() {
        let point = Point(vec![(BARE, CHANGED), (MAN, CHANGED)]);
        let recorded = [vec![Occupancy::Empty], vec![Occupancy::Black]];
        let seen = seen(
            &point,
            &recorded,
            &[None, Some(0), None, Some(1), Some(1)],
            None,
        );
        let is: Vec<bool> = seen.iter().map(Option::is_some).collect();
        assert_eq!(is, [false, true, false, true, true]);
    }
}
