//! Alternatives, margins, move priors and several starts.

use board_core::Color::Black;
use board_core::zobrist::splitmix64;
use board_core::{MoveGen, NoisySensor};
use chess_rules::Position;
use sequence_search::{Decoder, Moment, SearchError, Settings, decode};

use crate::common::Series;
use crate::common::capture::Stones;
use crate::common::drawings::{long, moves, photos, settings};

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
    let doubts = posterior(Settings::exact());
    assert!((0.2..0.6).contains(&doubts), "{doubts}");
    assert_eq!(posterior(Settings::exact().posteriors(5.0)), doubts);
    let without = Settings {
        posteriors: false,
        ..Settings::exact()
    };
    assert_eq!(posterior(without), 1.0);
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
        for settings in [Settings::exact(), Settings::beam(32)] {
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
