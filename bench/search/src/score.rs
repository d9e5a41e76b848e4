use board_core::{Color, MoveGen, Observation, Occupancy, Timing};
use sequence_search::Decoded;

use crate::Series;

/// Comparison of a decoded game with the truth.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Score {
    /// Number of true moves found in order. Moves that first show in the same frame have no order, nor has a move whose
    /// points were hidden until another was played.
    pub right: usize,
    /// Number of true moves.
    pub of: usize,
    /// Number of moves that were never played, and of missing moves: the paper's mistakes.
    pub mistakes: usize,
}

/// Compares a decoded game with the true one.
pub fn score<P: MoveGen<Cell = Occupancy>>(
    series: &Series<P>,
    decoded: &Decoded<P::Move>,
) -> Score {
    let mut left: Vec<Option<Truth<P::Move>>> = seen(series).map(Some).collect();
    let mut found = Vec::new();
    for ply in &decoded.plies {
        // The same move by the other side is a different one: a Go move does not include its side.
        let is_it = |l: &Truth<P::Move>| (l.0, l.1) == (ply.mv, ply.side);
        let it = left.iter_mut().find(|l| l.as_ref().is_some_and(is_it));
        if let Some((_, _, seen)) = it.and_then(Option::take) {
            found.push(seen);
        }
    }
    // The most moves of which none comes after one that was played when it was already visible. `most[m]`: with the
    // latest of them played before frame `m`.
    let mut most = vec![None; series.readings.frames() + 1];
    most[0] = Some(0);
    for seen in &found {
        let fits = (0..=seen.shows).filter_map(|m| Some((most[m]?, m)));
        let options: Vec<(usize, usize)> = fits.collect();
        for (count, m) in options {
            let after = &mut most[m.max(seen.played)];
            *after = (*after).max(Some(count + 1));
        }
    }
    let (played, found) = (series.truth.len(), found.len());
    Score {
        right: most.into_iter().flatten().max().unwrap_or(0),
        of: played,
        mistakes: (played - found) + (decoded.plies.len() - found),
    }
}

/// For each ply of a decoded game, whether it was played within a few frames of its frame.
pub fn played<P: MoveGen<Cell = Occupancy>>(
    series: &Series<P>,
    decoded: &Decoded<P::Move>,
) -> Vec<bool> {
    /// Most frames of difference.
    const NEAR: usize = 4;
    let mut left: Vec<Option<Truth<P::Move>>> = seen(series).map(Some).collect();
    let was_played = |ply: &sequence_search::Ply<P::Move>| {
        let is_it = |l: &Truth<P::Move>| {
            let frames = l.2.played.saturating_sub(NEAR)..=l.2.shows + NEAR;
            (l.0, l.1) == (ply.mv, ply.side) && frames.contains(&ply.frame)
        };
        let it = left.iter_mut().find(|l| l.as_ref().is_some_and(is_it));
        it.and_then(Option::take).is_some()
    };
    decoded.plies.iter().map(was_played).collect()
}

/// When a move was played, and the first frame from then on in which none of its points is hidden.
#[derive(Clone, Copy)]
struct Seen {
    played: usize,
    shows: usize,
}

type Truth<M> = (M, Color, Seen);

fn seen<P: MoveGen<Cell = Occupancy>>(
    series: &Series<P>,
) -> impl Iterator<Item = Truth<P::Move>> + '_ {
    let mut position = series.start.clone();
    let readings = &series.readings;
    series.truth.iter().map(move |&(mv, side, played)| {
        position.set_to_move(side);
        let mut points = Vec::new();
        position.visit_changes(mv, |change| {
            if change.timing == Timing::WithMove {
                points.push(change.point);
            }
        });
        position.play(mv);
        let hidden = |frame: usize| {
            let cost = |&p: &usize| readings.cost(frame, p, Occupancy::Empty);
            points.iter().any(|p| cost(p).is_none())
        };
        let last = readings.frames() - 1;
        let shows = (played..last).find(|&f| !hidden(f)).unwrap_or(last);
        (mv, side, Seen { played, shows })
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Noise, Setting, go, simulate};
    use sequence_search::{Settings, decode};

    #[test]
    fn a_move_of_the_wrong_side_is_two_mistakes() {
        let setting = Setting {
            plies: 20,
            rate: 0.5,
            noise: Noise::default(),
        };
        let series = simulate(&go::board(9), &setting, 1, go::natural);
        let mut decoded = decode(&series.start, &series.readings, &Settings::beam(64)).unwrap();
        assert_eq!(score(&series, &decoded).right, 20);
        decoded.plies[7].side = !decoded.plies[7].side;
        let one_wrong = Score {
            right: 19,
            of: 20,
            mistakes: 2,
        };
        assert_eq!(score(&series, &decoded), one_wrong);
    }

    /// Two plies exchanged, with the original frames.
    fn swap<P: MoveGen>(series: &mut Series<P>, at: usize) {
        series.truth.swap(at, at + 1);
        let frame = series.truth[at].2;
        series.truth[at].2 = series.truth[at + 1].2;
        series.truth[at + 1].2 = frame;
    }

    #[test]
    fn order_counts_only_where_it_can_be_seen() {
        let setting = Setting {
            plies: 20,
            rate: 2.5,
            noise: Noise::default(),
        };
        let mut series = simulate(&go::board(9), &setting, 1, go::natural);
        let decoded = decode(&series.start, &series.readings, &Settings::beam(64)).unwrap();
        let all = Score {
            right: 20,
            of: 20,
            mistakes: 0,
        };
        assert_eq!(score(&series, &decoded), all);
        // Two moves of one frame in reverse order are equal.
        let pair = series
            .truth
            .windows(2)
            .position(|w| w[0].2 == w[1].2)
            .unwrap();
        swap(&mut series, pair);
        assert_eq!(score(&series, &decoded), all);
        // Those of two frames are not.
        let pair = series
            .truth
            .windows(2)
            .position(|w| w[0].2 != w[1].2)
            .unwrap();
        swap(&mut series, pair);
        assert!(score(&series, &decoded).right < 20);
        series.truth.pop();
        assert_eq!(score(&series, &decoded).mistakes, 1);
    }
}
