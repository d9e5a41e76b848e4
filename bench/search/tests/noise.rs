//! The noise of the simulated series is as described in the table of results.

use board_core::{Board, Cell, MoveGen, Observation, Occupancy};
use go_rules::Position;
use search_bench::{Noise, Series, Setting, go, simulate};

const SIDE: usize = 19;
const POINTS: usize = SIDE * SIDE;

fn series(seed: u64, noise: Noise) -> Series<Position> {
    let setting = Setting {
        plies: 200,
        rate: 0.5,
        noise,
    };
    simulate(&go::board(SIDE), &setting, seed, go::natural)
}

/// The content read at a point; `None` where hidden.
fn shown(series: &Series<Position>, frame: usize, point: usize) -> Option<Occupancy> {
    let cost = |cell| series.readings.cost(frame, point, cell);
    cost(Occupancy::Empty)?;
    Occupancy::ALL
        .iter()
        .copied()
        .min_by(|&a, &b| cost(a).partial_cmp(&cost(b)).expect("no NaN"))
}

/// For each frame, whether each point is misread.
fn misread(series: &Series<Position>) -> Vec<Vec<bool>> {
    let mut position = series.start.clone();
    let mut truth = series.truth.iter().peekable();
    let frames = 0..series.readings.frames();
    frames
        .map(|frame| {
            while let Some(&(mv, _, _)) = truth.next_if(|ply| ply.2 <= frame) {
                position.play(mv);
            }
            (0..POINTS)
                .map(|p| shown(series, frame, p).is_some_and(|cell| cell != position.get(p)))
                .collect()
        })
        .collect()
}

#[test]
fn points_are_misread_at_the_rate_asked_for() {
    for errors in [0.01, 0.03, 0.1, 0.2, 0.3] {
        let noise = Noise {
            errors,
            ..Noise::default()
        };
        let frames = misread(&series(1, noise));
        let wrong = frames.iter().flatten().filter(|&&wrong| wrong).count();
        let all = (frames.len() * POINTS) as f64;
        // Five standard deviations.
        let tolerance = 5.0 * (errors * (1.0 - errors) / all).sqrt();
        let rate = wrong as f64 / all;
        assert!((rate - errors).abs() < tolerance, "{rate} for {errors}");
    }
}

#[test]
fn a_hand_covers_a_quarter_of_the_board_in_a_third_of_the_frames() {
    let noise = Noise {
        hand: true,
        ..Noise::default()
    };
    let (mut frames, mut with_hand) = (0usize, 0usize);
    for seed in 0..100 {
        let it = series(seed, noise);
        for frame in 0..it.readings.frames() {
            let hidden = (0..POINTS)
                .filter(|&p| shown(&it, frame, p).is_none())
                .count();
            // Half of the rows and half of the columns, rounded up.
            assert!(hidden == 0 || hidden == 100, "{hidden}");
            frames += 1;
            with_hand += usize::from(hidden > 0);
        }
    }
    let share = with_hand as f64 / frames as f64;
    assert!((share - 1.0 / 3.0).abs() < 0.015, "{share}");
}

#[test]
fn a_glare_fakes_a_piece_for_thirty_frames() {
    let noise = Noise {
        glares: 3,
        ..Noise::default()
    };
    for seed in 0..10 {
        let frames = misread(&series(seed, noise));
        let per_point = (0..POINTS).map(|p| frames.iter().filter(|frame| frame[p]).count());
        let faked: Vec<usize> = per_point.filter(|&n| n > 0).collect();
        // Two may fall on one point.
        assert!(!faked.is_empty() && faked.len() <= 3, "{faked:?}");
        assert!(faked.iter().all(|n| (30..=90).contains(n)), "{faked:?}");
    }
}

#[test]
fn captured_stones_leave_one_to_three_frames_late() {
    let setting = Setting {
        plies: 200,
        rate: 0.5,
        noise: Noise {
            late: true,
            ..Noise::default()
        },
    };
    let mut delays = [0; 4];
    for seed in 0..20 {
        let it = simulate(&go::board(SIDE), &setting, seed, go::fighting);
        let mut position = it.start.clone();
        for &(mv, _, frame) in &it.truth {
            let mut taken = Vec::new();
            position.visit_changes(mv, |change| {
                if change.after == Occupancy::Empty {
                    taken.push((change.point, change.before));
                }
            });
            position.play(mv);
            for (point, stone) in taken {
                let seen = (frame..).take_while(|&f| shown(&it, f, point) == Some(stone));
                delays[seen.count()] += 1;
            }
        }
    }
    assert_eq!(delays[0], 0);
    assert!(delays[1..].iter().all(|&n| n > 10), "{delays:?}");
}

#[test]
fn what_a_shadow_misreads_it_misreads_as_long_as_it_stays() {
    let noise = Noise {
        shadow: true,
        ..Noise::default()
    };
    let (mut wrong, mut again, mut all) = (0, 0, 0);
    for seed in 0..20 {
        let frames = misread(&series(seed, noise));
        for pair in frames.windows(2) {
            let both = pair[0].iter().zip(&pair[1]).filter(|(a, b)| **a && **b);
            again += both.count();
            wrong += pair[0].iter().filter(|&&wrong| wrong).count();
            all += POINTS;
        }
    }
    // Runs of one to four frames: three of five frames are followed by another one of the same run.
    let (share, lasting) = (wrong as f64 / all as f64, again as f64 / wrong as f64);
    assert!((lasting - 0.6).abs() < 0.06, "{lasting}");
    // A tenth of a fifth in a third of the frames; less where the band extends over the edge.
    assert!((0.004..0.0075).contains(&share), "{share}");
}
