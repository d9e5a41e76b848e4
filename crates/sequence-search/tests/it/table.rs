//! One thing that happens on a table per test.

use board_core::Color::{Black, White};
use board_core::{Board, Occupancy};
use sequence_search::{Handicap, Proof, Settings, decode, explain, without};

use crate::common::capture::Stones;
use crate::common::drawings::{long, moves, photos, read, settings};

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
    assert!(touch.taken_back);
    // Two plies; a touch: its price, a stone set down, held for six frames, and taken away.
    assert!((decoded.cost - (2.0 * 7.0 + 2.0 + 7.0 + 6.0 * 0.1 + 4.0)).abs() < 1e-6);
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

/// Half as clear as the other points: a hand.
#[test]
fn a_faint_stone_is_not_taken_back() {
    let frames = [
        long("... ... ..."),
        [long("X.. ... ..."), long("X.. ... ...")].concat(),
        long("... ... ..."),
    ];
    let mut costs = photos(&frames.concat());
    for frame in &mut costs.costs[6..18] {
        frame[0] = 2.0;
    }
    let decoded = decode(&Stones::new(3), &costs, &settings()).unwrap();
    assert!(decoded.plies.is_empty());
    let touch = &decoded.touches[0];
    assert_eq!((touch.frame, touch.until), (6, 18));
    assert!(!touch.taken_back);
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
    // Another game is compared with it up to its end, also if that one would go on.
    settings.model.lost = f32::INFINITY;
    for ply in 0..lost.plies.len() {
        let (start, seen) = (Stones::new(3), photos(&frames));
        let other = without(&start, &seen, &settings, &lost, ply).unwrap();
        assert_eq!(other.frame_cost.len(), 18);
        let why = explain(&start, &seen, &settings, [&lost, &other]).unwrap();
        assert!(why.terms.iter().all(|term| term.frame < 18));
    }
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
