//! The decoder fed frame by frame.

use crate::common::Series;
use crate::common::capture::Stones;
use crate::common::scene::{PAPER, Scene, play};
use sequence_search::{Committed, SearchError, Settings, Stream, decode};

fn run(stream: Stream<Stones>, evidence: &Series) -> (Vec<Committed<u16>>, usize) {
    let mut stream = stream;
    let mut moves = Vec::new();
    let mut most = 0;
    for frame in 0..evidence.costs.len() {
        moves.extend(stream.push(evidence, frame).unwrap());
        most = most.max(stream.frames_kept());
    }
    moves.extend(stream.finish().unwrap());
    (moves, most)
}

/// What is committed is what the whole series says, as hard as the paper's games are.
#[test]
fn a_stream_finds_the_game() {
    for (name, moves, photos, _) in PAPER {
        let scene = play(&Scene::paper(moves, photos), 3);
        let stream = Stream::new(scene.start.clone(), Settings::beam(32)).lag(60);
        let (found, most) = run(stream, &scene.evidence);
        let played: Vec<u16> = found.iter().map(|m| m.mv).collect();
        assert_eq!(scene.mistakes(&played), 0, "{name}");
        assert!(most <= 60 + 8, "{name}: {most} frames kept");
        assert!(found.iter().enumerate().all(|(i, m)| m.ply == i));
        let whole = decode(&scene.start, &scene.evidence, &Settings::beam(32)).unwrap();
        let same = whole.plies.iter().zip(&found);
        let late = same
            .filter(|(ply, m)| ply.frame.abs_diff(m.frame) > 3)
            .count();
        assert!(
            late * 50 <= found.len(),
            "{name}: {late} moves at other times"
        );
    }
}

/// Captured stones may be on the table when their capture is committed.
#[test]
fn what_the_table_owes_is_carried_over() {
    let scene = Scene {
        leaves: 0.2,
        ..Scene::clean(9, 40, 200)
    };
    for seed in 0..5 {
        let scene = play(&scene, seed);
        let stream = Stream::new(scene.start.clone(), Settings::beam(32));
        let (found, _) = run(stream.lag(10).every(3), &scene.evidence);
        let played: Vec<u16> = found.iter().map(|m| m.mv).collect();
        assert_eq!(scene.mistakes(&played), 0, "seed {seed}");
    }
}

#[test]
fn what_is_pending_may_be_revoked_and_what_is_sure_goes_early() {
    let scene = play(&Scene::clean(9, 20, 80), 1);
    let whole = scene.evidence.clone();
    let mut seen = whole.clone();
    seen.costs.truncate(40);
    // A false stone in the last frames so far.
    let free = (0..81).find(|&p| {
        scene
            .tables
            .iter()
            .all(|t| t[p] == board_core::Occupancy::Empty)
    });
    let point = free.unwrap();
    for frame in &mut seen.costs[36..] {
        frame[point * 3..][..3].copy_from_slice(&[9.0, 0.0, 9.0]);
    }
    let mut stream = Stream::new(scene.start.clone(), Settings::beam(32)).every(1);
    let mut committed = Vec::new();
    for frame in 0..40 {
        committed.extend(stream.push(&seen, frame).unwrap());
    }
    let falsely = |stream: &Stream<Stones>| {
        let pending = stream.pending();
        pending.iter().any(|m| usize::from(m.mv) == point)
    };
    assert!(falsely(&stream));
    for frame in 40..80 {
        committed.extend(stream.push(&whole, frame).unwrap());
    }
    assert!(!falsely(&stream));
    let lagged = committed.len();
    committed.extend(stream.finish().unwrap());
    let played: Vec<u16> = committed.iter().map(|m| m.mv).collect();
    assert_eq!(scene.mistakes(&played), 0);

    let mut sure = Stream::new(scene.start.clone(), Settings::beam(32))
        .every(1)
        .sure(0.99);
    let mut early = Vec::new();
    for frame in 0..80 {
        early.extend(sure.push(&whole, frame).unwrap());
    }
    assert!(early.len() > lagged);
    let played: Vec<u16> = early.iter().map(|m| m.mv).collect();
    assert!(
        scene
            .moves
            .iter()
            .map(|m| m.0)
            .zip(played)
            .all(|(a, b)| a == b)
    );
}

#[test]
fn a_bad_frame_is_as_if_it_had_not_been() {
    let scene = play(&Scene::clean(9, 5, 20), 1);
    let mut bad = scene.evidence.clone();
    bad.costs[3][7] = f32::NEG_INFINITY;
    let mut stream = Stream::new(scene.start.clone(), Settings::beam(8));
    for frame in 0..20 {
        if frame == 3 {
            let refused = stream.push(&bad, frame);
            assert!(matches!(
                refused,
                Err(SearchError::BadCost { point: 2, .. })
            ));
            assert_eq!(stream.frames_kept(), 3);
        }
        stream.push(&scene.evidence, frame).unwrap();
    }
    let played: Vec<u16> = stream.finish().unwrap().iter().map(|m| m.mv).collect();
    assert_eq!(scene.mistakes(&played), 0);
    let wrong = Stream::new(Stones::new(5), Settings::beam(8)).push(&scene.evidence, 0);
    assert!(matches!(wrong, Err(SearchError::Shape { .. })));
}
