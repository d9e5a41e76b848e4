//! One thing that happens on a table per test.

mod common;

use std::ops::ControlFlow;

use board_core::{Board, Color, MoveGen, Occupancy};
use common::Series;
use common::capture::Stones;
use sequence_search::{
    Decoded, Handicap, Heuristic, Order, Proof, Removal, SearchError, Settings, decode, decode_with,
};

/// Evidence from drawings of a 3×3 board, one per frame: `X` black, `O` white, `.` empty,
/// `?` not visible; what is not drawn costs 4 nats more.
fn photos(frames: &[&str]) -> Series {
    let costs = frames.iter().map(|frame| {
        let points = frame.chars().filter(|c| !c.is_whitespace());
        let costs = points.flat_map(|c| match c {
            '.' => [0.0, 4.0, 4.0],
            'X' => [4.0, 0.0, 4.0],
            'O' => [4.0, 4.0, 0.0],
            _ => [f32::NAN; 3],
        });
        costs.collect::<Vec<f32>>()
    });
    let costs: Vec<_> = costs.collect();
    assert!(
        costs.iter().all(|c| c.len() == 27),
        "a drawing of nine points"
    );
    Series { points: 9, costs }
}

/// Enough frames of one drawing that it is believed.
fn long(frame: &str) -> Vec<&str> {
    vec![frame; 6]
}

fn settings() -> Settings {
    Settings::default()
}

fn read(frames: &[&str], settings: &Settings) -> Decoded<u16> {
    let decoded = decode(&Stones::new(3), &photos(frames), settings).unwrap();
    assert_eq!(decoded.proof, Proof::Optimal);
    assert!((decoded.cost - decoded.lower_bound).abs() < 1e-6);
    decoded
}

fn moves(decoded: &Decoded<u16>) -> Vec<(u16, Color, usize)> {
    let plies = decoded.plies.iter();
    plies.map(|ply| (ply.mv, ply.side, ply.frame)).collect()
}

use Color::{Black, White};

#[test]
fn nothing_happens() {
    let decoded = read(&["... ... ..."; 5], &settings());
    assert!(decoded.plies.is_empty());
    assert_eq!(decoded.frame_cost, [0.0; 5]);
    assert_eq!(decoded.cost, 0.0);
}

#[test]
fn a_glimpse_is_no_move() {
    let mut frames = long("... ... ...");
    frames.push("... .X. ...");
    frames.extend(long("... ... ..."));
    let decoded = read(&frames, &settings());
    assert!(decoded.plies.is_empty());
    assert_eq!(decoded.frame_cost[6], 4.0);
    assert_eq!(decoded.frame_cost.iter().sum::<f32>(), 4.0);
}

#[test]
fn moves_are_found_where_they_first_show() {
    let frames = [
        long("X.. ... ..."),
        long("X.. .O. ..."),
        long("X.. .O. ..X"),
    ]
    .concat();
    let decoded = read(&frames, &settings());
    assert_eq!(
        moves(&decoded),
        [(0, Black, 0), (4, White, 6), (8, Black, 12)]
    );
    // The last is seen for 6 frames at 4 nats, the first for 18; each cost 7.
    let logistic = |x: f32| 1.0 / (1.0 + (-x).exp());
    assert!((decoded.plies[2].confidence - logistic(6.0 * 4.0 - 7.0)).abs() < 1e-6);
    assert!(decoded.plies[0].confidence > 0.999_999);
}

/// Black takes the white stone in the corner with its second move.
fn capture() -> [&'static str; 4] {
    ["... X.. ...", "O.. X.. ...", "OX. X.. ...", ".X. X.. ..."]
}

#[test]
fn captured_stones_may_stay_for_a_while() {
    let [a, b, late, gone] = capture();
    let frames = [long(a), long(b), vec![late; 3], long(gone)].concat();
    let decoded = read(&frames, &settings());
    assert_eq!(
        moves(&decoded),
        [(3, Black, 0), (0, White, 6), (1, Black, 12)]
    );
    let lags = &decoded.plies[2].lags;
    assert_eq!((lags.len(), lags[0].point, lags[0].frame), (1, 0, 15));
    // Three placements and three frames of delay, nothing else.
    assert!((decoded.cost - (3.0 * 7.0 + 3.0)).abs() < 1e-9);

    let mut corner = Vec::new();
    decoded.visit_tables(&Stones::new(3), |_, table| corner.push(table[0]));
    assert_eq!(corner[14], Occupancy::White);
    assert_eq!(corner[15], Occupancy::Empty);
    let last = decoded.final_position(&Stones::new(3));
    assert_eq!(last.get(0), Occupancy::Empty);
}

#[test]
fn the_game_goes_on_before_captured_stones_are_gone() {
    let [a, b, late, _] = capture();
    let frames = [
        long(a),
        long(b),
        vec![late; 2],
        vec!["OX. X.. ..O"; 2],
        long(".X. X.. ..O"),
    ]
    .concat();
    let decoded = read(&frames, &settings());
    assert_eq!(decoded.plies.len(), 4);
    assert_eq!(moves(&decoded)[3], (8, White, 14));
    assert_eq!(decoded.plies[2].lags[0].frame, 16);
}

#[test]
fn a_missed_move_does_not_freeze_the_record() {
    let frames = [
        long("X.. ... ..."),
        long("X.. ... ..X"),
        long("X.. .O. ..X"),
    ]
    .concat();
    let decoded = read(&frames, &settings());
    assert_eq!(
        moves(&decoded),
        [(0, Black, 0), (8, Black, 6), (4, White, 12)]
    );
    let passes: Vec<bool> = decoded.plies.iter().map(|ply| ply.after_pass).collect();
    assert_eq!(passes, [false, true, false]);
    assert!(decoded.plies.iter().all(|ply| !ply.handicap));
}

#[test]
fn white_may_open_the_game() {
    let frames = [long("O.. ... ..."), long("O.. ... ..X")].concat();
    let decoded = read(&frames, &settings());
    assert_eq!(moves(&decoded), [(0, White, 0), (8, Black, 6)]);
    assert!(decoded.plies.iter().all(|ply| !ply.after_pass));
}

#[test]
fn handicap_stones_come_before_whites_first_move() {
    let mut settings = settings();
    settings.model.handicap = Some(Handicap {
        side: Black,
        max: 3,
        price: 0.5,
    });
    let frames = [
        long("X.X ... ..."),
        long("X.X ... X.."),
        long("X.X .O. X.."),
    ]
    .concat();
    let decoded = read(&frames, &settings);
    let flags: Vec<bool> = decoded.plies.iter().map(|ply| ply.handicap).collect();
    assert_eq!(flags, [true, true, true, false]);
    assert!(decoded.plies.iter().all(|ply| !ply.after_pass));
    assert_eq!(moves(&decoded)[3], (4, White, 12));
    assert!((decoded.cost - (4.0 * 7.0 + 2.0 * 0.5)).abs() < 1e-9);

    // One stone is no handicap.
    let frames = [long("X.. ... ..."), long("X.. .O. ...")].concat();
    assert!(
        read(&frames, &settings)
            .plies
            .iter()
            .all(|ply| !ply.handicap)
    );
}

#[test]
fn two_moves_between_two_photos() {
    let frames = [long("... ... ..."), long("X.. .O. ...")].concat();
    let decoded = read(&frames, &settings());
    assert_eq!(moves(&decoded), [(0, Black, 6), (4, White, 6)]);
    assert!((decoded.cost - 16.0).abs() < 1e-9);
}

#[test]
fn hidden_points_cost_nothing() {
    let frames = [vec!["??? ??? ???"; 9], long("X.. ... ...")].concat();
    let decoded = read(&frames, &settings());
    assert_eq!(decoded.plies.len(), 1);
    assert_eq!(decoded.frame_cost, [0.0; 15]);
}

#[test]
fn what_can_never_be_seen_is_not_invented() {
    let decoded = read(&["??? ??? ???"; 9], &settings());
    assert!(decoded.plies.is_empty());
}

/// A window decides with what it sees; where that suffices it finds the same game.
#[test]
fn windows_agree_with_the_whole() {
    let [a, b, late, gone] = capture();
    let frames = [long(a), long(b), vec![late; 3], long(gone)].concat();
    let whole = read(&frames, &settings());
    for order in [Order::BestFirst, settings().order] {
        for heuristic in [Heuristic::PhotoBest, Heuristic::PerPoint] {
            let mut settings = settings();
            (settings.window, settings.order, settings.heuristic) = (Some(6), order, heuristic);
            let decoded = decode(&Stones::new(3), &photos(&frames), &settings).unwrap();
            assert_eq!(decoded.plies, whole.plies);
            assert_eq!(decoded.proof, Proof::Windows);
            assert!((decoded.cost - whole.cost).abs() < 1e-9);
        }
    }
}

#[test]
fn stones_taken_off_one_by_one() {
    let mut settings = Settings::paper();
    settings.window = None;
    assert_eq!(settings.model.removal, Removal::OneByOne);
    let two = [
        "... XX. ...",
        "OO. XX. ...",
        "OOX XX. ...",
        ".OX XX. ...",
        "..X XX. ...",
    ];
    let start = {
        let mut board = Stones::new(3);
        for mv in [3, 0, 4, 1] {
            board.play(mv);
        }
        board
    };
    let frames = [
        vec![two[1]; 3],
        vec![two[2]; 2],
        vec![two[3]],
        vec![two[4]; 3],
    ]
    .concat();
    let decoded = decode(&start, &photos(&frames), &settings).unwrap();
    assert_eq!(decoded.proof, Proof::Optimal);
    assert_eq!(moves(&decoded), [(2, Black, 3)]);
    let mut gone: Vec<_> = decoded.plies[0]
        .lags
        .iter()
        .map(|l| (l.point, l.frame))
        .collect();
    gone.sort_unstable();
    assert_eq!(gone, [(0, 5), (1, 6)]);
    assert_eq!(decoded.cost, 0.0);
}

#[test]
fn the_node_limit_is_an_answer() {
    let frames = [
        long("X.. ... ..."),
        long("X.. .O. ..."),
        long("X.. .O. ..X"),
    ]
    .concat();
    for order in [Order::BestFirst, settings().order] {
        let mut settings = settings();
        settings.nodes_per_frame = 1;
        settings.order = order;
        let decoded = decode(&Stones::new(3), &photos(&frames), &settings).unwrap();
        assert_eq!(decoded.proof, Proof::Limit);
        assert_eq!(decoded.frame_cost.len(), frames.len());
        let best = read(&frames, &self::settings()).cost;
        assert!(decoded.lower_bound <= best + 1e-6 && best <= decoded.cost + 1e-6);
    }
}

#[test]
fn progress_is_told_and_a_break_cancels() {
    let frames = [long("X.. ... ..."), long("X.. .O. ...")].concat();
    let mut seen = Vec::new();
    let decoded = decode_with(&Stones::new(3), &photos(&frames), &settings(), |progress| {
        assert_eq!(progress.total, 12);
        seen.push(progress.frames);
        ControlFlow::Continue(())
    });
    assert!(decoded.is_ok());
    assert!(seen.is_sorted());
    assert_eq!(seen.last(), Some(&12));

    let decoded = decode_with(&Stones::new(3), &photos(&frames), &settings(), |progress| {
        if progress.frames >= 5 {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    });
    assert_eq!(decoded, Err(SearchError::Cancelled { frames: 5 }));
}

#[test]
fn what_makes_no_sense_is_named() {
    let start = Stones::new(3);
    let good = photos(&["... ... ..."]);
    let fails = |evidence: &Series, settings: &Settings| decode(&start, evidence, settings).err();
    let none = Series {
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
    let spoiled: [(&str, Spoil); 8] = [
        ("window", |s| s.window = Some(0)),
        ("nodes_per_frame", |s| s.nodes_per_frame = 0),
        ("model.plies_per_frame", |s| s.model.plies_per_frame = 0),
        ("model.placement", |s| s.model.placement = f32::NAN),
        ("model.pass", |s| s.model.pass = -1.0),
        ("model.evidence_cap", |s| {
            s.model.evidence_cap = f32::INFINITY
        }),
        ("model.plies_per_frame", |s| {
            s.model.removal = Removal::OneByOne
        }),
        ("order.width", |s| {
            s.order = Order::Sweep {
                width: 0,
                vanish: 60.0,
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
