//! Limits, errors, and searches that are watched, cancelled or sent to another thread.

use std::ops::ControlFlow;

use board_core::{Board, MoveGen, NoisySensor, Observation, Readings};
use sequence_search::{Decoder, Method, Moment, SearchError, Settings, Stream, decode};

use crate::common::Series;
use crate::common::capture::Stones;
use crate::common::drawings::{long, photos, read, settings};
use crate::common::scene::{Scene, play};
use crate::slips::random_moves;

/// Every frame a move, as on a score sheet, where waiting is not possible.
#[test]
fn no_game_is_an_answer() {
    let mut settings = settings();
    settings.model.still = f32::INFINITY;
    (settings.model.plies_per_frame, settings.model.touch) = (1, f32::INFINITY);
    let blind = photos(
        &["???"; 3]
            .map(|row| [row; 3].concat())
            .each_ref()
            .map(|s| s.as_str()),
    );
    let decoded = decode(&Stones::new(3), &blind, &settings).unwrap();
    assert_eq!(decoded.plies.len(), 3);
    let forbidden = |_: &Stones, _: u16, at: Moment| if at.ply < 2 { 0.0 } else { f32::INFINITY };
    let none = Decoder::new(&settings)
        .start(Stones::new(3), 0.0)
        .prior(&forbidden)
        .decode(&blind);
    assert_eq!(none, Err(SearchError::NoGame { frame: 2 }));
}

#[test]
fn the_node_limit_is_an_answer() {
    let frames = [
        long("X.. ... ..."),
        long("X.. .O. ..."),
        long("X.. .O. ..X"),
    ]
    .concat();
    for method in [
        settings().method,
        Method::Beam {
            width: 1,
            reach: 0.0,
            rounds: 0,
        },
    ] {
        let mut settings = settings();
        (settings.nodes_per_frame, settings.nodes) = (1, 1);
        settings.method = method;
        let decoded = decode(&Stones::new(3), &photos(&frames), &settings).unwrap();
        assert_eq!(decoded.frame_cost.len(), frames.len());
        let all = decoded.frame_cost.iter().chain(&decoded.event_cost);
        let sum: f64 = all.map(|&cost| f64::from(cost)).sum();
        assert!((sum - decoded.cost).abs() < 1e-3, "{sum} {}", decoded.cost);
        let best = read(&frames, &Settings::default()).cost;
        assert!(decoded.lower_bound <= best + 1e-6 && best <= decoded.cost + 1e-6);
    }
}

/// Prefixes that look worst are forgotten, and what is left still adds up.
#[test]
fn little_memory_is_an_answer() {
    for seed in 0..4 {
        let scene = Scene {
            errors: 0.25,
            ..Scene::clean(6, 20, 30)
        };
        let scene = play(&scene, seed);
        let whole = decode(&scene.start, &scene.evidence, &Settings::exact()).unwrap();
        let settings = Settings {
            nodes: 50,
            ..Settings::exact()
        };
        let short = decode(&scene.start, &scene.evidence, &settings).unwrap();
        assert!(short.stats.generated > 200);
        assert!(short.lower_bound <= whole.cost + 1e-3 && whole.cost <= short.cost + 1e-3);
        let all = short.frame_cost.iter().chain(&short.event_cost);
        let sum: f64 = all.map(|&cost| f64::from(cost)).sum();
        assert!((sum - short.cost).abs() < 1e-2, "{sum} {}", short.cost);
    }
}

#[test]
fn progress_is_told_and_a_break_cancels() {
    let frames = [long("X.. ... ..."), long("X.. .O. ...")].concat();
    let mut seen = Vec::new();
    let settings = settings();
    let decoder = || Decoder::new(&settings).start(Stones::new(3), 0.0);
    let told = decoder().progress(|progress| {
        assert_eq!(progress.total, 12);
        seen.push(progress.frames);
        ControlFlow::Continue(())
    });
    let decoded = told.decode(&photos(&frames));
    assert!(decoded.is_ok());
    assert!(seen.is_sorted());
    assert_eq!(seen.last(), Some(&12));

    let broken = decoder().progress(|progress| {
        if progress.frames >= 5 {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    });
    let decoded = broken.decode(&photos(&frames));
    assert_eq!(decoded, Err(SearchError::Cancelled { frames: 5 }));
}

#[test]
fn what_makes_no_sense_is_named() {
    let start = Stones::new(3);
    let good = photos(&["... ... ..."]);
    let fails = |evidence: &Series, settings: &Settings| decode(&start, evidence, settings).err();
    let none = Series {
        unchanged: Vec::new(),
        points: 9,
        costs: Vec::new(),
    };
    assert_eq!(fails(&none, &settings()), Some(SearchError::NoFrames));
    assert_eq!(
        decode(&Stones::new(2), &good, &settings()).err(),
        Some(SearchError::Shape {
            board: 4,
            evidence: 9
        })
    );
    let mut bad = good.clone();
    bad.costs[0][5] = f32::NEG_INFINITY;
    assert!(matches!(
        fails(&bad, &settings()),
        Some(SearchError::BadCost {
            frame: 0,
            point: 1,
            content: 2,
            ..
        })
    ));
    bad.costs[0][5] = f32::NAN; // not visible, but for this content only
    let partly = SearchError::PartlyVisible { frame: 0, point: 1 };
    assert_eq!(fails(&bad, &settings()), Some(partly));

    type Spoil = fn(&mut Settings);
    let spoiled: [(&str, Spoil); 9] = [
        ("nodes_per_frame", |s| s.nodes_per_frame = 0),
        ("nodes", |s| s.nodes = 0),
        ("n_best", |s| s.n_best = 0),
        ("margin", |s| s.margin = -1.0),
        ("model.plies_per_frame", |s| s.model.plies_per_frame = 0),
        ("model.placement", |s| s.model.placement = f32::NAN),
        ("model.pass", |s| s.model.pass = -1.0),
        ("model.evidence_cap", |s| {
            s.model.evidence_cap = f32::INFINITY
        }),
        ("method.width", |s| {
            s.method = Method::Exact {
                width: 0,
                rounds: 10,
            };
        }),
    ];
    for (expected, spoil) in spoiled {
        let mut settings = settings();
        spoil(&mut settings);
        match fails(&good, &settings) {
            Some(SearchError::BadSetting { name, .. }) => assert_eq!(name, expected),
            other => panic!("{expected}: {other:?}"),
        }
    }
    let mut small = settings();
    small.evidence_limit = 26;
    let too_large = SearchError::TooLarge {
        numbers: 27,
        limit: 26,
    };
    assert_eq!(fails(&good, &small), Some(too_large));
}

#[test]
fn a_decoder_and_a_stream_go_to_another_thread() {
    fn sent<T: Send>(value: T) -> T {
        value
    }
    let scene = play(&Scene::clean(5, 4, 12), 1);
    let settings = Settings::exact();
    let prior = |_: &Stones, _: u16, _: Moment| 0.5;
    let decoder = Decoder::new(&settings)
        .start(scene.start.clone(), 0.0)
        .prior(&prior);
    let decoder = sent(decoder.progress(|_| ControlFlow::Continue(())));
    let mut stream =
        sent(Stream::new(scene.start.clone(), Settings::beam(8)).prior(Box::new(prior)));
    std::thread::scope(|scope| {
        let found = scope.spawn(|| decoder.decode(&scene.evidence).unwrap().plies.len());
        assert_eq!(found.join().unwrap(), 4);
        scope.spawn(|| stream.finish().unwrap());
    });
}

/// The last two plies show in the same frame, which costs more than the reach of a beam. What else explains that frame
/// costs more in the end, but less at first.
#[test]
fn a_beam_reaches_further_where_the_game_gets_dear() {
    let start = checkers_rules::Position::initial(checkers_rules::RuleSet::ENGLISH);
    let (mut right, mut dearer_once) = (0, 0);
    for seed in 0..12 {
        let truth = random_moves(&start, 30, seed);
        let sensor = NoisySensor {
            error_rate: 0.02,
            seed,
            ..NoisySensor::default()
        };
        let mut seen = Readings::new(start.points(), sensor.error_rate);
        let mut position = start;
        for ply in 0..=truth.len() {
            if ply + 1 != truth.len() {
                for _ in 0..sensor.frames_per_ply {
                    seen.push(sensor.read(&position, seen.frames()));
                }
            }
            if let Some(&(_, mv)) = truth.get(ply) {
                position.play(mv);
            }
        }
        let found = decode(&start, &seen, &Settings::beam(64)).unwrap();
        right += usize::from(found.moves() == truth);
        let far = Method::Beam {
            width: 64,
            reach: 30.0,
            rounds: 20,
        };
        let far = Settings {
            method: far,
            ..Settings::beam(64)
        };
        let best = decode(&start, &seen, &far).unwrap();
        let once = Settings {
            strain_limit: f32::INFINITY,
            ..Settings::beam(64)
        };
        let once = decode(&start, &seen, &once).unwrap();
        dearer_once += usize::from(once.cost > best.cost + 0.01);
        assert!(
            found.cost < best.cost + 0.01,
            "seed {seed}: {} and {}",
            found.cost,
            best.cost
        );
    }
    assert!(right >= 10, "{right} of 12");
    // Without a limit on strain, there is one sweep.
    assert!(dearer_once > 0);
}

#[test]
fn a_beam_is_no_wider_than_the_limit() {
    let scene = play(
        &Scene {
            errors: 0.02,
            ..Scene::clean(9, 40, 120)
        },
        1,
    );
    let found = [100, usize::MAX].map(|width| {
        let settings = Settings {
            nodes_per_frame: 100,
            ..Settings::beam(width)
        };
        decode(&scene.start, &scene.evidence, &settings).unwrap()
    });
    assert_eq!(found[0], found[1]);
    assert_eq!(found[0].plies.len(), 40);
}
