//! One thing that happens on a table per test.

use std::ops::ControlFlow;

use crate::common::Series;
use crate::common::capture::Stones;
use crate::common::scene::{Scene, play};
use board_core::zobrist::splitmix64;
use board_core::{Board, Color, MoveGen, NoisySensor, Occupancy};
use chess_rules::Position;
use sequence_search::{
    Decoded, Decoder, Handicap, Method, Moment, Proof, SearchError, Settings, Stream, decode,
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
    Series {
        points: 9,
        costs,
        unchanged: Vec::new(),
    }
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
    assert_eq!(decoded.cost, decoded.lower_bound);
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

#[test]
fn a_game_is_lost_where_no_moves_lead_on() {
    let before = [
        long("X.. ... ..."),
        long("X.. .O. ..."),
        long("X.. .O. ..X"),
    ]
    .concat();
    // Stones have changed their colours, and go on from there.
    let after = [long("O.. .X. O.O"), long("O.. .X. OXO")].concat();
    let frames = [before.clone(), after].concat();
    let mut settings = settings();
    let bent = read(&frames, &settings);
    assert_eq!((bent.end, bent.frame_cost.len()), (None, 30));
    settings.model.lost = 40.0;
    let lost = read(&frames, &settings);
    let alone = read(&before, &settings);
    assert_eq!((lost.end.map(|end| end.frame), alone.end), (Some(18), None));
    assert_eq!(moves(&lost), [(0, Black, 0), (4, White, 6), (8, Black, 12)]);
    assert_eq!(
        (&lost.plies, &lost.frame_cost),
        (&alone.plies, &alone.frame_cost)
    );
    // Not where following costs less than losing.
    settings.model.lost = bent.cost as f32;
    assert_eq!(moves(&read(&frames, &settings)), moves(&bent));
}

#[test]
fn a_first_frame_that_is_not_the_start_is_lost_at_once() {
    let mut settings = settings();
    settings.model.lost = 10.0;
    settings.model.plies_per_frame = 1;
    let frames = photos(&long("OXO XOX OXO"));
    let game = decode(&Stones::new(3), &frames, &settings).unwrap();
    assert_eq!((game.frames(), game.plies.len()), (0, 0));
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
    // Three placements, a departure and three frames of delay, nothing else.
    assert!((decoded.cost - (3.0 * 7.0 + 3.0 + 4.0)).abs() < 1e-9);

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
    // One frame of four nats is all that speaks against a stone that was there and is gone at last.
    let mut settings = settings();
    settings.model.touch = 3.0;
    let decoded = read(&frames, &settings);
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

/// The paper's search, on a game that fits its model, finds the same.
#[test]
fn the_papers_search_reads_a_clean_game() {
    let [a, b, late, gone] = capture();
    let frames = [long(a), long(b), vec![late; 3], long(gone)].concat();
    let whole = read(&frames, &settings());
    let paper = decode(&Stones::new(3), &photos(&frames), &Settings::paper()).unwrap();
    assert_eq!(moves(&paper), moves(&whole));
    assert_eq!(paper.plies[2].lags, whole.plies[2].lags);
    assert_eq!(paper.proof, Proof::Limit);
}

/// Black puts a stone on a wrong point, and shifts it.
#[test]
fn a_shifted_stone() {
    let frames = [
        long("... ... ..."),
        long("X.. ... ..."),
        long(".X. ... ..."),
        long(".X. .O. ..."),
    ]
    .concat();
    let decoded = read(&frames, &settings());
    assert_eq!(moves(&decoded), [(1, Black, 12), (4, White, 18)]);
    let touch = &decoded.touches[0];
    assert_eq!((touch.mv, touch.side), (0, Black));
    assert_eq!((touch.frame, touch.until), (6, 12));
    // Two plies; a touch: its price, a stone set down and taken away.
    assert!((decoded.cost - (2.0 * 7.0 + 2.0 + 7.0 + 4.0)).abs() < 1e-6);
    assert_eq!(decoded.frame_cost, [0.0; 24]);
}

/// A glare looks like a white stone for a long time, while the game goes on.
#[test]
fn a_glare_is_no_move() {
    let frames = [
        long("... ... ..."),
        long("... ... ..O"),
        long("... .X. ..O"),
        long("... .X. ..."),
        long("O.. .X. ..."),
    ]
    .concat();
    let decoded = read(&frames, &settings());
    assert_eq!(moves(&decoded), [(4, Black, 12), (0, White, 24)]);
    assert_eq!(decoded.touches.len(), 1);
}

/// The later move shows first: the earlier one is still misread.
#[test]
fn a_stone_in_the_hand() {
    let frames = [
        long("X.O ... ..."),
        vec!["X.O .O. ..."],
        long("X.O .O. ..X"),
    ]
    .concat();
    let mut settings = settings();
    (settings.model.other_side_first, settings.model.in_hand) = (f32::INFINITY, 1.0);
    let decoded = read(&frames, &settings);
    let order: Vec<_> = decoded.plies[2..].iter().map(|p| (p.mv, p.side)).collect();
    assert_eq!(order, [(8, Black), (4, White)]);
    assert_eq!(
        (
            decoded.plies[2].lags[0].point,
            decoded.plies[2].lags[0].frame
        ),
        (8, 7)
    );
}

/// A board that is swept and put right again.
#[test]
fn a_disturbed_board_that_is_put_back() {
    let frames = [
        long("X.. .O. ..X"),
        vec![".O. X.X O.."; 4],
        long("X.. .O. ..X"),
        long("X.. .O. O.X"),
    ]
    .concat();
    let decoded = decode(&Stones::new(3), &photos(&frames), &settings()).unwrap();
    let played: Vec<u16> = decoded.plies.iter().map(|p| p.mv).collect();
    assert_eq!(played.len(), 4, "{:?}", moves(&decoded));
    assert_eq!(played[3], 6);
}

/// The start position is not known: the evidence chooses.
#[test]
fn the_best_of_several_starts() {
    let mut other = Stones::new(3);
    for mv in [0, 8] {
        other.play(mv);
    }
    let frames = [long("X.. ... ..O"), long("X.. .X. ..O")].concat();
    let settings = settings();
    let decoded = Decoder::new(&settings)
        .start(Stones::new(3), 0.0)
        .start(other, 5.0)
        .decode(&photos(&frames))
        .unwrap();
    assert_eq!(decoded.start, 1);
    assert_eq!(moves(&decoded), [(4, Black, 6)]);
    assert!((decoded.cost - 12.0).abs() < 1e-6);
    let none = Decoder::<Stones>::new(&settings).decode(&photos(&frames));
    assert_eq!(none, Err(SearchError::NoStart));
}

/// What is known about a move beats what is seen of it, if it is known well enough.
#[test]
fn a_prior_decides_between_hidden_moves() {
    let frames = [
        long("... ... ..."),
        vec!["?.. ... ?..", "??. ... ?.."],
        vec!["?.. .O. ?.."; 6],
    ]
    .concat();
    let settings = settings();
    let prior = |_: &Stones, mv: u16, at: Moment| match (mv, at.ply) {
        (0, 0) => 1.0,
        (6, 0) => 3.0,
        _ => 0.0,
    };
    let game = Decoder::new(&settings)
        .start(Stones::new(3), 0.0)
        .prior(&prior)
        .decode(&photos(&frames))
        .unwrap();
    // White's stone must follow one of Black's, or have opened the game.
    assert!(game.plies.len() == 1 || game.plies[0].mv == 0);
    let bad = |_: &Stones, _: u16, _: Moment| f32::NAN;
    let game = Decoder::new(&settings)
        .start(Stones::new(3), 0.0)
        .prior(&bad)
        .decode(&photos(&frames));
    assert!(matches!(game, Err(SearchError::BadPrior { .. })));
}

/// Two points that look the same: one of them was played.
#[test]
fn doubts_have_alternatives() {
    let mut costs = photos(&[vec!["... ... ..."; 4], vec!["X.X ... ..."; 5]].concat());
    for frame in &mut costs.costs[4..] {
        // Half a stone on each corner, one a little more.
        frame[0..3].copy_from_slice(&[2.0, 0.0, 4.0]);
        frame[6..9].copy_from_slice(&[2.1, 0.0, 4.0]);
    }
    let mut settings = settings();
    (settings.n_best, settings.posteriors, settings.margin) = (3, true, 8.0);
    let decoded = decode(&Stones::new(3), &costs, &settings).unwrap();
    assert_eq!(moves(&decoded), [(2, Black, 4)]);
    assert_eq!(decoded.others[0].plies[0].mv, 0);
    assert!((decoded.others[0].cost - decoded.cost - 0.5).abs() < 1e-3);
    let ply = &decoded.plies[0];
    let rival = &ply.rivals[0];
    assert_eq!((rival.mv, rival.side), (0, Black));
    // Half a nat apart, besides a game without either.
    assert!((ply.posterior / rival.posterior - 0.5_f32.exp()).abs() < 0.05);
    let when: f32 = ply.when.iter().map(|w| w.1).sum();
    assert!((when - ply.posterior).abs() < 1e-5);
    assert_eq!(decoded.doubtful(0.9).count(), 1);
}

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
        settings.nodes_per_frame = 1;
        settings.method = method;
        let decoded = decode(&Stones::new(3), &photos(&frames), &settings).unwrap();
        assert_eq!(decoded.frame_cost.len(), frames.len());
        let all = decoded.frame_cost.iter().chain(&decoded.event_cost);
        let sum: f64 = all.map(|&cost| f64::from(cost)).sum();
        assert!((sum - decoded.cost).abs() < 1e-3, "{sum} {}", decoded.cost);
        let best = read(&frames, &self::settings()).cost;
        assert!(decoded.lower_bound <= best + 1e-6 && best <= decoded.cost + 1e-6);
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
    let stream = sent(Stream::new(scene.start.clone(), Settings::beam(8)).prior(Box::new(prior)));
    std::thread::scope(|scope| {
        let found = scope.spawn(|| decoder.decode(&scene.evidence).unwrap().plies.len());
        assert_eq!(found.join().unwrap(), 4);
        scope.spawn(|| stream.finish().unwrap());
    });
}

#[test]
fn a_margin_counts_where_alternatives_are_asked_for() {
    // Two points that are equally likely to hold the one stone.
    let start = Stones::new(3);
    let evidence = Series {
        points: 9,
        costs: (0..6)
            .map(|frame| {
                let point = |p: usize| match (frame, p) {
                    (3.., 2 | 6) => [3.0, 0.0, 9.0],
                    _ => [0.0, 9.0, 9.0],
                };
                (0..9).flat_map(point).collect()
            })
            .collect(),
        unchanged: Vec::new(),
    };
    let posterior =
        |settings: Settings| decode(&start, &evidence, &settings).unwrap().plies[0].posterior;
    let doubts = posterior(Settings::exact().posteriors(5.0));
    assert!((0.2..0.6).contains(&doubts), "{doubts}");
    // As it is unless told.
    let usual = Settings {
        posteriors: true,
        ..Settings::exact()
    };
    assert_eq!(posterior(usual), doubts);
    assert_eq!(posterior(Settings::exact()), 1.0);
}

/// Of promotions that look the same, also in all that follows, it is the queen's; another piece's if the queen could
/// not have moved so.
#[test]
fn equal_promotions_are_to_a_queen() {
    let sensor = NoisySensor {
        frames_per_ply: 6,
        error_rate: 0.01,
        ..NoisySensor::default()
    };
    let start: Position = "8/P6k/8/8/8/8/6p1/K7 w - - 0 1".parse().unwrap();
    let mut queens = 0;
    for seed in 0..12 {
        let (mut position, mut moves) = (start, Vec::new());
        for ply in 0..10 {
            let legal = position.legal_moves();
            let Some(&mv) = legal.get(splitmix64(seed, ply) as usize % legal.len().max(1)) else {
                break;
            };
            let queen = mv.promotion().map(|_| chess_rules::Kind::Queen);
            moves.push(chess_rules::Move::new(mv.from(), mv.to(), queen));
            position.advance(moves[moves.len() - 1]);
        }
        let readings = sensor.watch(&start, &moves);
        for settings in [Settings::exact(), Settings::beam(32).posteriors(5.0)] {
            let game = decode(&start, &readings, &settings).unwrap();
            let found: Vec<_> = game.plies.iter().map(|ply| ply.mv).collect();
            assert_eq!(found, moves, "seed {seed}");
        }
        queens += moves.iter().filter(|mv| mv.promotion().is_some()).count();
    }
    assert!(queens > 6, "only {queens} promotions");

    let knight = start.parse_san("a8=N").unwrap();
    let (mut position, mut moves) = (start, vec![knight]);
    position.advance(knight);
    for san in ["Kg7", "Nc7"] {
        moves.push(position.parse_san(san).unwrap());
        position.advance(moves[moves.len() - 1]);
    }
    let game = decode(&start, &sensor.watch(&start, &moves), &Settings::exact()).unwrap();
    assert_eq!(game.plies[0].mv, knight);
}
