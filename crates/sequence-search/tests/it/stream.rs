//! The decoder fed frame by frame.

use board_core::{Board, Cell, Color, MoveGen, NoisySensor, Observation, Occupancy, Readings};
use checkers_rules::RuleSet;
use go_rules::{Move, Position, Size};

use crate::common::Series;
use crate::common::capture::Stones;
use crate::common::scene::{PAPER, Scene, play};
use crate::slips::random_moves;
use sequence_search::{Committed, Decoder, EndKind, Model, SearchError, Settings, Stream, decode};

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

#[test]
fn a_frame_is_a_closure_too() {
    let scene = play(&Scene::clean(5, 8, 40), 2);
    let stream = || Stream::new(scene.start.clone(), Settings::beam(16)).lag(8);
    let (expected, _) = run(stream(), &scene.evidence);
    let mut stream = stream();
    let mut found = Vec::new();
    for frame in 0..scene.evidence.frames() {
        let cost = |point, cell| scene.evidence.cost(frame, point, cell);
        found.extend(stream.push_frame(cost).unwrap());
    }
    found.extend(stream.finish().unwrap());
    assert_eq!(found, expected);
}

#[test]
fn the_start_is_one_of_several() {
    let scene = play(&Scene::clean(5, 8, 60), 4);
    let (_, joined) = scene.moves[2];
    let later = Series {
        costs: scene.evidence.costs[joined..].to_vec(),
        ..scene.evidence.clone()
    };
    let mut there = scene.start.clone();
    for &(mv, _) in &scene.moves[..3] {
        there.play(mv);
    }
    let settings = Settings::beam(16);
    let decoder = Decoder::new(&settings).start(there.clone(), 1.0);
    let whole = decoder
        .start(scene.start.clone(), 0.0)
        .decode(&later)
        .unwrap();
    let rest: Vec<u16> = whole.plies.iter().map(|ply| ply.mv).collect();
    assert!(rest.len() >= 4 && rest[..4] == [3, 4, 5, 6].map(|i| scene.moves[i].0));
    for swapped in [false, true] {
        let (first, second) = match swapped {
            false => (scene.start.clone(), there.clone()),
            true => (there.clone(), scene.start.clone()),
        };
        let mut stream = Stream::new(first, Settings::beam(16))
            .start(second, 1.0)
            .every(1)
            .lag(10);
        for round in 0..2 {
            let mut found = Vec::new();
            for frame in 0..later.frames() {
                found.extend(stream.push(&later, frame).unwrap());
            }
            let pending = stream.pending();
            let all = found.iter().chain(&pending);
            let played: Vec<u16> = all.map(|m| m.mv).collect();
            assert_eq!(played, rest, "round {round}");
            stream.restart();
        }
    }
}

#[test]
fn it_goes_on_after_known_moves() {
    let scene = play(&Scene::clean(5, 8, 60), 4);
    let (known, open) = scene.moves.split_at(4);
    let closed = open[0].1;
    let start = scene.start.clone();
    let mut stream = Stream::new(start, Settings::beam(16)).every(1).lag(10);
    // What was pushed before has no effect.
    stream
        .push(&scene.evidence, scene.evidence.frames() - 1)
        .unwrap();
    let mut side = scene.start.to_move();
    let known = known.iter().map(|(mv, _)| {
        side = !side;
        (!side, *mv)
    });
    stream.restart_after(closed, known);
    assert_eq!((stream.frames_settled(), stream.frames_kept()), (closed, 0));
    let mut found = Vec::new();
    for frame in closed..scene.evidence.frames() {
        found.extend(stream.push(&scene.evidence, frame).unwrap());
    }
    found.extend(stream.finish().unwrap());
    let played: Vec<_> = found.iter().map(|m| (m.ply, m.mv, m.frame)).collect();
    let open = open.iter().enumerate();
    let wanted: Vec<_> = open.map(|(i, (mv, frame))| (4 + i, *mv, *frame)).collect();
    assert_eq!(played, wanted);
}

#[test]
fn a_pass_is_a_move_to_be_played_first() {
    let size = Size::square(9).unwrap();
    let start = Position::initial(size);
    let played = [40, 20, 60].map(Move::place);
    let moves = [played[0], played[1], Move::PASS, played[2]];
    // Enough for what a pass costs.
    let sensor = NoisySensor {
        frames_per_ply: 8,
        ..NoisySensor::default()
    };
    let readings = sensor.watch(&start, &moves);
    let mut stream = Stream::new(start.clone(), Settings::beam(16)).lag(6);
    let mut found = Vec::new();
    for frame in 0..readings.frames() {
        found.extend(stream.push(&readings, frame).unwrap());
    }
    found.extend(stream.finish().unwrap());
    let with_passes: Vec<Move> = found
        .iter()
        .flat_map(|m| m.pass.into_iter().chain([m.mv]))
        .collect();
    assert_eq!(with_passes, moves);
    let mut position = start;
    for mv in with_passes {
        assert!(position.is_legal(mv));
        position.play(mv);
    }
    assert_eq!(position.get(60), Occupancy::from(Color::White));
}

#[test]
fn what_else_it_may_have_been_is_told() {
    let start = Position::initial(Size::square(5).unwrap());
    let settings = Settings::beam(16);
    let mut stream = Stream::new(start, settings).lag(6).every(2);
    let mut found = Vec::new();
    for frame in 0..40 {
        let cost = |point: usize, cell: Occupancy| match (frame, point) {
            // Something black has come to one of two points.
            (20.., 7 | 8) if cell == Occupancy::Empty => 1.0,
            (20.., 7 | 8) if cell == Occupancy::Black => 0.0,
            _ if cell == Occupancy::Empty => 0.0,
            _ => 5.0,
        };
        found.extend(stream.push_frame(cost).unwrap());
    }
    let Some(first) = found.first() else {
        panic!("nothing was found");
    };
    assert!(first.posterior < 0.9, "{found:?}");
    let other = first.rivals.iter().find(|rival| rival.mv != first.mv);
    assert!(
        other.is_some_and(|rival| rival.frame.abs_diff(20) < 3),
        "{found:?}"
    );
}

#[test]
#[should_panic = "a posterior of NaN"]
fn a_posterior_is_a_number() {
    let _ = Stream::new(Stones::new(3), Settings::beam(4)).sure(f32::NAN);
}

/// After its last move, the board of a game shows something else, or nothing more happens. A series and a stream tell
/// the same end.
#[test]
fn how_the_game_ended_is_told_at_last() {
    let settings = Settings {
        model: Model {
            lost: f32::MAX,
            ..Model::default()
        },
        ..Settings::beam(16)
    };
    let position = |fen: &str| checkers_rules::Position::from_fen(RuleSet::ENGLISH, fen).unwrap();
    let (whole, few) = (
        checkers_rules::Position::initial(RuleSet::ENGLISH),
        position("W:WK1,K2:BK31,K32"),
    );
    let empty = vec![Some(Occupancy::Empty); whole.points()];
    let set_up = NoisySensor::default().read(&whole, 0);
    for (start, after, kind) in [
        (&whole, None, None),
        (&whole, Some(&set_up), Some(EndKind::SetUp)),
        (&whole, Some(&empty), Some(EndKind::Cleared)),
        (&few, Some(&empty), Some(EndKind::Cleared)),
    ] {
        let moves = random_moves(start, 12, 2);
        let played: Vec<_> = moves.iter().map(|&(_, mv)| mv).collect();
        let mut seen = NoisySensor::default().watch(start, &played);
        let frames = seen.frames();
        let alone = decode(start, &seen, &settings).unwrap();
        for _ in 0..20 * usize::from(after.is_some()) {
            after.iter().for_each(|&table| seen.push(table.clone()));
        }
        let end = kind.map(|kind| (frames, kind));
        let found = decode(start, &seen, &settings).unwrap();
        assert_eq!(found.end.map(|end| (end.frame, end.kind)), end);
        assert_eq!(found.moves(), moves);
        // To find it needs no search.
        assert_eq!(found.stats, alone.stats, "{end:?}");
        let mut stream = Stream::new(*start, settings.clone()).lag(12);
        let mut live = Vec::new();
        for frame in 0..seen.frames() {
            live.extend(stream.push(&seen, frame).unwrap());
        }
        live.extend(stream.finish().unwrap());
        let live: Vec<_> = live.iter().map(|m| (m.side, m.mv)).collect();
        assert_eq!((live, stream.followed()), (moves, true), "{end:?}");
        assert_eq!(stream.end().map(|end| (end.frame, end.kind)), end);
        // It has ended.
        let kept = stream.frames_kept();
        assert_eq!(stream.push(&seen, 0), Ok(Vec::new()));
        assert_eq!(
            (stream.finish(), stream.frames_kept()),
            (Ok(Vec::new()), kept)
        );
    }
}

#[test]
fn frames_of_another_game_are_not_followed() {
    let start = checkers_rules::Position::initial(RuleSet::ENGLISH);
    let mut seen = Readings::new(start.points(), 0.01);
    for frame in 0..40_u64 {
        let chance = |point: usize| board_core::zobrist::splitmix64(frame / 3, point as u64) % 3;
        let any = |point| Some(Occupancy::ALL[chance(point) as usize]);
        seen.push((0..start.points()).map(any).collect::<Vec<_>>());
    }
    let mut stream = Stream::new(start, Settings::beam(16)).lag(12);
    assert!(stream.followed());
    for frame in 0..seen.frames() {
        stream.push(&seen, frame).unwrap();
    }
    assert!(!stream.followed());
}
