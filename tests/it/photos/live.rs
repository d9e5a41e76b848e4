//! Photos one at a time: what is told meanwhile, answers of a person, a classifier of one's own.

use std::path::Path;

use board_core::{Board, Cell, Occupancy};
use board_geom::View;
use image::RgbImage;
use kibitzer::game::{OwnSensor, WithSensor};
use kibitzer::recorder::{Answer, Photo, Recorder};
use kibitzer::sensor::Classified;
use kibitzer::{Error, Event, RecorderOptions, WarningKind, checkers, go, photos};
use proptest::prelude::*;

use crate::photos::series::listed;

fn live(lag: usize) -> RecorderOptions {
    RecorderOptions {
        lag: Some(lag),
        ..RecorderOptions::default()
    }
}

/// Stones as discs on lines, drawn: a photo for every move.
fn drawn(stones: &[(usize, usize, Occupancy)]) -> RgbImage {
    const PITCH: u32 = 40;
    let side = PITCH * 10;
    let mut photo = RgbImage::from_fn(side, side, |x, y| {
        let line = |at: u32| at % PITCH <= 1 && (PITCH..=side - PITCH + 1).contains(&at);
        let within = |at: u32| (PITCH..=side - PITCH + 1).contains(&at);
        match line(x) && within(y) || line(y) && within(x) {
            true => image::Rgb([40, 30, 20]),
            false => image::Rgb([214, 172, 110]),
        }
    });
    for &(col, row, stone) in stones {
        let (cx, cy) = (
            PITCH as i32 * (col as i32 + 1),
            PITCH as i32 * (row as i32 + 1),
        );
        for y in -18..=18_i32 {
            for x in -18..=18_i32 {
                if x * x + y * y <= 18 * 18 {
                    let light = if stone == Occupancy::Black { 25 } else { 240 };
                    photo.put_pixel((cx + x) as u32, (cy + y) as u32, image::Rgb([light; 3]));
                }
            }
        }
    }
    photo
}

/// What three photos of a board at rest in mid-game show, before anything is played.
fn position_at_rest<G: OwnSensor>(game: G, photo: &Path) -> G::Position {
    let mut recorder = Recorder::new(game, live(8)).unwrap();
    let image = photos::open(photo, &photos::Limits::default()).unwrap();
    for name in ["1", "2", "3"] {
        assert!(recorder.current_game().is_none(), "{name}");
        let (name, image) = (name.into(), image.clone());
        recorder.push(Photo { name, image }).unwrap();
    }
    recorder.current_game().unwrap().position
}

#[test]
fn a_board_at_rest_in_mid_game_is_shown_from_three_photos() {
    let Some(folder) = test_data::path("go-photos") else {
        return;
    };
    let photo = folder.join("go_board_66.jpg");
    let read = photos::open(&photo, &photos::Limits::default()).unwrap();
    let read = go::read(&read, None, None).unwrap();
    let position = position_at_rest(go::Options::default(), &photo);
    let shown = position.to_string().replace([' ', '\n'], "");
    assert_eq!(shown, read.rows.concat());
    let Some(folder) = test_data::path("checkers-photos/v2") else {
        return;
    };
    let photo = folder.join("Image_005.jpg");
    let position = position_at_rest(checkers::Options::default(), &photo);
    let men = position.cells().filter(|cell| cell.owner().is_some());
    assert_eq!(men.count(), 23);
}

/// Beside the middle of a point: dark, light, or wood.
fn by_lightness(view: &View) -> Vec<[f32; 3]> {
    lightness(view, [110.0, 25.0, 240.0], 10.0)
}

type Classifier = fn(&View) -> Vec<[f32; 3]>;
type ByLightness = Recorder<WithSensor<go::Options, Classified<Classifier>>>;

fn by_lightness_with_lag(lag: usize) -> ByLightness {
    let sensor = Classified::lines(Some(9), by_lightness as Classifier);
    Recorder::with_sensor(go::Options::default(), sensor, live(lag))
}

/// The costs by lightness, with the usual ones of wood, black and white, and the lightness of a nat.
fn lightness(view: &View, usual: [f32; 3], nat: f32) -> Vec<[f32; 3]> {
    let layout = view.layout;
    let points = 0..layout.rows * layout.cols;
    let light = |point: usize| {
        let (col, row) = ((point % layout.cols) as f32, (point / layout.cols) as f32);
        let (x, y) = layout.to_pixel(col + 0.2, row + 0.2);
        f32::from(view.image.get_pixel(x as u32, y as u32).0[2])
    };
    let costs = |point| usual.map(|usual| (light(point) - usual).abs() / nat);
    points.map(costs).collect()
}

const GAME: [(usize, usize); 6] = [(4, 4), (4, 6), (3, 5), (3, 4), (3, 3), (2, 4)];

/// The photos after each of the first moves of the game.
fn photo(moves: usize) -> Photo {
    let sides = [Occupancy::Black, Occupancy::White].into_iter().cycle();
    let stones = GAME.iter().zip(sides).take(moves);
    let stones: Vec<_> = stones.map(|(&(col, row), side)| (col, row, side)).collect();
    Photo {
        name: format!("{moves}.png").into(),
        image: drawn(&stones),
    }
}

#[test]
fn a_classifier_of_ones_own_reads_a_game() {
    let mut recorder = by_lightness_with_lag(3);
    let mut told = Vec::new();
    for moves in [0, 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 6, 6] {
        for event in recorder.push(photo(moves)).unwrap() {
            if let Event::Settled(played) = event {
                told.push(played.name);
            }
        }
    }
    let names = ["E5", "E3", "D4", "D5", "D6", "C5"];
    assert_eq!(told[..], names[..told.len()]);
    assert!(told.len() >= 4, "{told:?}");
    let game = recorder.finish(&mut kibitzer::quiet).unwrap();
    assert_eq!(game.settled.unwrap()[0], names);
    assert_eq!(go::named_moves(&game.record).len(), 6);

    let short = Classified::lines(Some(9), |_: &View| vec![[0.0; 3]; 80]);
    let mut recorder = Recorder::with_sensor(go::Options::default(), short, live(3));
    let refused = recorder.push(photo(0));
    assert!(matches!(refused, Err(Error::Classifier { wanted: 81, .. })));
}

/// A hand over a stone looks like another stone to such a classifier. It is left out.
#[test]
fn hands_are_hidden_from_a_classifier_of_ones_own() {
    let Some(folder) = test_data::path("go-video") else {
        return;
    };
    let sensor = Classified::lines(None, |view: &View| {
        lightness(view, [130.0, 40.0, 220.0], 15.0)
    });
    let options = RecorderOptions::default();
    let mut recorder = Recorder::with_sensor(go::Options::default(), sensor, options);
    for name in listed(&folder, "*.jpg") {
        recorder.push(Photo::open(name).unwrap()).unwrap();
    }
    let quiet = &mut kibitzer::quiet;
    let game = recorder.finish(quiet).unwrap();
    let truth = go::read_record(&folder.join("truth.sgf")).unwrap();
    assert_eq!(go::named_moves(&game.record), go::named_moves(&truth));
}

/// A recorder that has seen three stones.
fn after_three_stones() -> ByLightness {
    let mut recorder = by_lightness_with_lag(3);
    for moves in [0, 0, 0, 1, 1, 2, 2, 3, 3] {
        recorder.push(photo(moves)).unwrap();
    }
    recorder
}

/// A stone that is taken back stands for some photos; then it lies elsewhere.
#[test]
fn a_stone_is_taken_back_and_played_elsewhere() {
    let mut recorder = after_three_stones();
    assert_eq!(recorder.plies(), 3);
    recorder.answer(Answer::TakeBack { ply: 2 }).unwrap();
    for _ in 0..10 {
        recorder.push(photo(3)).unwrap();
        assert_eq!(recorder.plies(), 2);
    }
    let elsewhere = drawn(&[
        (4, 4, Occupancy::Black),
        (4, 6, Occupancy::White),
        (5, 5, Occupancy::Black),
    ]);
    for _ in 0..4 {
        let image = elsewhere.clone();
        let name = "elsewhere.png".into();
        recorder.push(Photo { name, image }).unwrap();
    }
    assert_eq!(recorder.plies(), 3);
    let game = recorder.finish(&mut kibitzer::quiet).unwrap();
    let played = ["black E5", "white E3", "black F4"];
    assert_eq!(go::named_moves(&game.record), played);
}

/// Points of stones, Black's and White's in turn.
const STONES: [(usize, usize); 10] = [
    (2, 2),
    (6, 6),
    (6, 2),
    (2, 6),
    (4, 4),
    (4, 2),
    (4, 6),
    (2, 4),
    (0, 4),
    (6, 4),
];

/// Two photos of some of [`STONES`]. Something lies beside the board in one of them, so that they are two frames.
fn photos_of(stones: &[usize]) -> [Photo; 2] {
    let side = |i: usize| [Occupancy::Black, Occupancy::White][i % 2];
    let shown = stones.iter().map(|&i| (STONES[i].0, STONES[i].1, side(i)));
    let image = drawn(&shown.collect::<Vec<_>>());
    [0, 1].map(|number: u32| {
        let mut image = image.clone();
        for (x, y) in (0..20 * number).flat_map(|x| (0..20).map(move |y| (x, y))) {
            image.put_pixel(x, y, image::Rgb([90, 60, 40]));
        }
        let name = format!("{stones:?} {number}.png").into();
        Photo { name, image }
    })
}

/// The board is cleared between two photos, and the next game begins on points of the old one.
#[test]
fn a_game_on_the_points_of_the_last_one_is_another() {
    let mut recorder = by_lightness_with_lag(20);
    let first = [0, 1, 2, 3, 4, 5, 6, 7];
    for photo in (0..=8).flat_map(|moves| photos_of(&first[..moves])) {
        recorder.push(photo).unwrap();
    }
    let next = (1..=4).flat_map(|moves| photos_of(&[2, 1, 0, 3][..moves]));
    for (number, photo) in (1..).zip(next) {
        recorder.push(photo).unwrap();
        assert_eq!(recorder.ended().len(), usize::from(number >= 4), "{number}");
    }
    let ended: Vec<usize> = { recorder.ended().iter() }
        .map(|game| game.moves.len())
        .collect();
    assert_eq!(ended, [8]);
    let game = recorder.finish(&mut kibitzer::quiet).unwrap();
    let games = [&game].into_iter().chain(&game.later);
    let lengths: Vec<usize> = games.map(|game| game.record.moves.len()).collect();
    assert_eq!(lengths, [8, 4]);
}

/// Five stones are taken back together, and no answers or events say so.
#[test]
fn several_moves_that_were_taken_back_are_not_recorded() {
    let sensor = Classified::lines(Some(9), by_lightness as Classifier);
    let options = RecorderOptions::default();
    let mut recorder = Recorder::with_sensor(go::Options::default(), sensor, options);
    let first = [0, 1, 2, 3, 4, 5, 6, 7];
    let first = (0..=8).flat_map(|moves| photos_of(&first[..moves]));
    let then = (3..=5).flat_map(|moves| photos_of(&[0, 1, 2, 9, 8][..moves]));
    for (number, mut photo) in first.chain(then).enumerate() {
        photo.name = format!("{number}.png").into();
        recorder.push(photo).unwrap();
    }
    let game = recorder.finish(&mut kibitzer::quiet).unwrap();
    let played = ["black C7", "white G3", "black G7", "white G5", "black A5"];
    assert_eq!(go::named_moves(&game.record), played);
    assert_eq!(game.later.len(), 0);
    let kinds: Vec<&WarningKind> = game.warnings.iter().map(|warning| &warning.kind).collect();
    let is_said = |kind: &&WarningKind| matches!(kind, WarningKind::PositionAgain { .. });
    assert!(kinds.iter().any(is_said), "{kinds:?}");
}

/// Black places four stones before White's first move: in the record of a game that is followed they are setup, too.
#[test]
fn handicap_stones_are_no_moves_while_the_game_is_followed() {
    let places = [(2, 2), (6, 6), (6, 2), (2, 6), (4, 4), (4, 2), (4, 6)];
    for lag in [2, 20] {
        let mut recorder = by_lightness_with_lag(lag);
        for count in [
            0, 0, 0, 1, 1, 1, 2, 2, 2, 3, 3, 3, 4, 4, 4, 5, 5, 5, 6, 6, 6, 7, 7, 7,
        ] {
            let side = |i: usize| match i < 4 || i % 2 == 1 {
                true => Occupancy::Black,
                false => Occupancy::White,
            };
            let stones = places[..count].iter().enumerate();
            let stones: Vec<_> = stones.map(|(i, at)| (at.0, at.1, side(i))).collect();
            let name = format!("{count}.png").into();
            let image = drawn(&stones);
            recorder.push(Photo { name, image }).unwrap();
        }
        let followed = recorder.current_game().unwrap().record();
        assert_eq!(followed.info.handicap, 4, "lag {lag}");
        assert_eq!(followed.setup.len(), 4, "lag {lag}");
        let played: Vec<String> = { followed.moves.iter() }
            .map(|play| followed.size.gtp(play.mv))
            .collect();
        let moves = ["E5", "E7", "E3"];
        assert_eq!(played, moves[..played.len()], "lag {lag}");
        assert!(played.len() >= 2, "lag {lag}");
    }
}

/// A photo that comes after one with a later name.
#[test]
fn a_photo_that_comes_late_is_said() {
    let options = RecorderOptions {
        names_in_order: true,
        ..live(3)
    };
    let sensor = Classified::lines(Some(9), by_lightness as Classifier);
    let mut recorder = Recorder::with_sensor(go::Options::default(), sensor, options);
    let mut late = Vec::new();
    for (name, moves) in [("p9", 0), ("p10", 0), ("p12", 1), ("p11", 1), ("p13", 2)] {
        let name = format!("{name}.png").into();
        let Photo { image, .. } = photo(moves);
        for event in recorder.push(Photo { name, image }).unwrap() {
            if let Event::Warning(warning) = event
                && let WarningKind::PhotoLate { after } = warning.kind
            {
                late.push((warning.photo.unwrap(), after));
            }
        }
    }
    assert_eq!(late, [("p11.png".into(), "p12.png".into())]);
}

/// Two stones are taken back one after the other, and both still lie there; then the first one is played again.
#[test]
fn two_stones_are_taken_back() {
    let mut recorder = after_three_stones();
    for ply in [2, 1] {
        recorder.answer(Answer::TakeBack { ply }).unwrap();
        assert_eq!(recorder.plies(), ply);
    }
    for moves in [3, 3, 3, 1, 1, 1] {
        recorder.push(photo(moves)).unwrap();
        assert_eq!(recorder.plies(), 1);
    }
    for _ in 0..4 {
        recorder.push(photo(2)).unwrap();
    }
    let game = recorder.finish(&mut kibitzer::quiet).unwrap();
    assert_eq!(go::named_moves(&game.record), ["black E5", "white E3"]);
    assert!(game.warnings.is_empty(), "{:?}", game.warnings);
}

/// What may happen to a recorder.
#[derive(Clone, Debug)]
enum Input {
    /// A photo after so many moves of the game.
    Photo(usize),
    /// An answer that a person types.
    Text(&'static str),
    /// An answer about a ply.
    Confirm(usize),
    TakeBack(usize),
}

fn input() -> impl Strategy<Value = Input> {
    let texts = [
        "1. E5",
        "1. not E5",
        "2. A1",
        "3. D4",
        "9. F2",
        "1. Zz9",
        "back",
        "over",
        "not over",
        "position (;SZ[9]AB[ee];W[eg])",
        "position (;SZ[9])",
    ];
    prop_oneof![
        3 => (0..=GAME.len()).prop_map(Input::Photo),
        2 => proptest::sample::select(texts.to_vec()).prop_map(Input::Text),
        1 => (0..4_usize).prop_map(Input::Confirm),
        1 => (0..4_usize).prop_map(Input::TakeBack),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    /// Answers in any order, also several between two photos, neither end the program nor lose the record.
    #[test]
    fn any_answers_leave_a_record(inputs in proptest::collection::vec(input(), 1..24)) {
        prop_assert_eq!(fault_of(inputs), None);
    }
}

/// Why a recorder that gets these inputs has no record in the end.
fn fault_of(inputs: Vec<Input>) -> Option<String> {
    let mut recorder = by_lightness_with_lag(2);
    recorder.push(photo(0)).unwrap();
    for input in inputs {
        let answer = match input {
            Input::Photo(moves) => {
                recorder.push(photo(moves)).unwrap();
                continue;
            }
            Input::Text(text) => recorder.read_answer(text),
            Input::Confirm(ply) => Ok(Answer::Confirm { ply }),
            Input::TakeBack(ply) => Ok(Answer::TakeBack { ply }),
        };
        // An answer may be refused.
        let _ = answer.and_then(|answer| recorder.answer(answer));
    }
    let game = recorder.finish(&mut kibitzer::quiet);
    game.err().map(|error| error.to_string())
}

#[test]
fn an_answer_that_holds_only_beside_another_leaves_a_record() {
    let inputs = vec![
        Input::Text("1. not E5"),
        Input::Photo(2),
        Input::Text("2. A1"),
        Input::Photo(3),
        Input::Photo(3),
        Input::TakeBack(0),
    ];
    assert_eq!(fault_of(inputs), None);
}

/// A game has its first photo in any case, also if its only move is taken back.
#[test]
fn a_move_of_the_only_photo_that_is_taken_back_leaves_a_record() {
    let inputs = vec![Input::Text("over"), Input::Photo(1), Input::TakeBack(0)];
    assert_eq!(fault_of(inputs), None);
}

#[test]
fn what_a_person_says_holds() {
    let mut recorder = by_lightness_with_lag(2);
    let early = recorder.answer(Answer::Confirm { ply: 0 });
    assert!(matches!(early, Err(Error::NoMoves { ply: 0 })));
    for moves in [0, 0, 0, 1, 1, 1, 2, 2, 2] {
        recorder.push(photo(moves)).unwrap();
    }
    assert_eq!(recorder.plies(), 2);
    recorder.answer(Answer::Confirm { ply: 1 }).unwrap();
    // Nothing that was seen can be this.
    let wrong = recorder.answer(Answer::Fix("2. A1".parse().unwrap()));
    assert!(matches!(wrong, Err(Error::Fix { .. })), "{wrong:?}");
    assert_eq!(recorder.plies(), 2);
    recorder.answer(Answer::Over).unwrap();
    for moves in [0, 0, 0, 1, 1, 1] {
        recorder.push(photo(moves)).unwrap();
    }
    // A position that is typed, at the end of a game in SGF; others are refused with the reason.
    let position = recorder.read_position("(;SZ[9]AB[ee];W[eg])").unwrap();
    let stones = position.cells().filter(|cell| *cell != Occupancy::Empty);
    assert_eq!(stones.count(), 2);
    for (text, reason) in [
        ("(;SZ[13];B[ee])", "the board has 9 × 9 lines"),
        ("nonsense", "is not a position"),
        ("(;SZ[9];B[ee];W[ee])", "is not a position"),
    ] {
        let refused = recorder.read_position(text).unwrap_err().to_string();
        assert!(refused.contains(reason), "{refused}");
    }
    recorder.answer(Answer::Position(position)).unwrap();
    for moves in [2, 2, 2, 3, 3, 3] {
        recorder.push(photo(moves)).unwrap();
    }
    let game = recorder.finish(&mut kibitzer::quiet).unwrap();
    assert_eq!(go::named_moves(&game.record), ["black E5", "white E3"]);
    assert_eq!(go::named_moves(&game.later[0].record), ["black E5"]);
    let typed = go::named_moves(&game.later[1].record);
    assert_eq!(typed, ["black E5", "white E3", "black D4"]);
}
