//! A camera that is carried to another side of the table in mid-game, or a board that is turned.

use std::fs;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use board_core::zobrist::splitmix64;
use board_sim::CameraPlace;
use board_sim::pieces::{Renderer, Scene, film, script};
use checkers_rules::{Game, Position, RuleSet, pdn};
use image::{RgbImage, imageops};
use kibitzer::pieces::{self, Options, Place, SquareGame};
use kibitzer::recording::Recording;
use kibitzer::replay::{self, Rendered};
use kibitzer::{WarningKind, chess, compare, marked, photos};

/// A game photographed in a scene; where the camera is, `place` says by how much of the game is over, from 0 to 1.
fn photographs<P: Rendered>(
    record: &P::Record,
    scene: &Scene,
    seed: u64,
    place: impl Fn(f32, &mut CameraPlace),
    folder: &Path,
) -> Vec<PathBuf> {
    let (start, _) = P::played(record);
    let scene = start.on_board(scene.clone());
    let placements = replay::pieces::placements::<P>(record);
    let frames = match scene.board.markers {
        Some(_) => film(&placements, &scene, seed),
        None => script(&placements, &scene, seed),
    };
    let frames = frames.unwrap();
    let photos = frames.iter().enumerate().map(|(i, frame)| {
        let mut scene = scene.clone();
        place(i as f32 / frames.len() as f32, &mut scene.camera);
        let photo = Renderer::new(&scene, seed).unwrap().render(i, frame);
        let path = folder.join(format!("photo_{:04}.jpg", i + 1));
        fs::write(&path, photo.to_jpeg()).unwrap();
        path
    });
    photos.collect()
}

/// The quarter turns clockwise that the warnings of a recording name, and what it got wrong.
fn told<P: SquareGame>(recording: &Recording<P>, truth: &P::Record) -> (Vec<usize>, Vec<String>) {
    let turned = recording
        .warnings
        .iter()
        .filter_map(|warning| match warning.kind {
            WarningKind::BoardTurned { quarters } => Some(quarters),
            _ => None,
        });
    let found = compare::moves(&P::names(&recording.record), &P::names(truth));
    let wrong = found.differences.iter().map(ToString::to_string);
    (turned.collect(), wrong.collect())
}

fn quiet(_: kibitzer::Stage, _: usize, _: usize) -> ControlFlow<()> {
    ControlFlow::Continue(())
}

/// A game of draughts at random.
pub(crate) fn at_random(seed: u64, plies: u64) -> pdn::Record {
    let mut game = Game::new(Position::initial(RuleSet::ENGLISH));
    for ply in 0..plies {
        let moves = game.position().legal_moves();
        let Some(last) = moves.len().checked_sub(1) else {
            break;
        };
        let pick = splitmix64(seed, ply) as usize % (last + 1);
        game.play(moves[pick]).unwrap();
    }
    pdn::Record::from(&game)
}

fn famous(number: usize) -> chess_rules::pgn::Record {
    let games = chess_rules::pgn::Reader::new(chess::FAMOUS.as_bytes());
    games.filter_map(Result::ok).nth(number).unwrap()
}

/// What a camera does, and what is said of the board then.
const TURNS: [(f32, usize); 3] = [(90.0, 1), (180.0, 2), (270.0, 3)];

/// Turns the camera in mid-game, which must be told and change nothing else.
fn from_the_middle_on<P: Rendered>(record: &P::Record, seed: u64, turns: &[(f32, usize)]) {
    for &(angle, quarters) in turns {
        let mut scene = P::with_set(Scene::hard(seed), seed);
        scene.pace.plies = [1, 1];
        let folder = tempfile::tempdir().unwrap();
        let paths = photographs::<P>(record, &scene, seed, half_way(angle), folder.path());
        let options = Options::<P>::from(P::played(record).0);
        let recording = pieces::record(&paths, &options, &mut quiet).unwrap();
        check(&recording, record, seed, quarters);
    }
}

/// As [`from_the_middle_on`], on a marked board, with hands before and after every move.
fn marked_from_the_middle_on(record: &pdn::Record, seed: u64, turns: &[(f32, usize)]) {
    for &(angle, quarters) in turns {
        let folder = tempfile::tempdir().unwrap();
        let scene = Scene::marked();
        let paths = photographs::<Position>(record, &scene, seed, half_way(angle), folder.path());
        let settings = marked::calibrate(&paths[..1], None, &marked::BoardOptions::default());
        let options = Options::from(Position::initial(RuleSet::ENGLISH));
        let recording = marked::record(&paths, &settings.unwrap(), &options, &mut quiet).unwrap();
        check(&recording, record, seed, quarters);
    }
}

fn check<P: SquareGame>(recording: &Recording<P>, truth: &P::Record, seed: u64, quarters: usize) {
    let (turned, wrong) = told(recording, truth);
    let photos = recording.photos.len();
    eprintln!("seed {seed}, {quarters} quarters: {photos} photos, {turned:?}, {wrong:?}");
    assert_eq!(turned, [quarters]);
    assert!(wrong.is_empty(), "{wrong:?}");
}

#[test]
fn chess() {
    if test_data::repetitions() {
        from_the_middle_on::<chess_rules::Position>(&famous(0), 1, &TURNS[1..2]);
    }
}

#[test]
fn draughts() {
    let plies = test_data::how_many(10, 30);
    from_the_middle_on::<Position>(&at_random(1, plies), 1, &TURNS[..1]);
}

#[test]
fn a_marked_board() {
    let plies = test_data::how_many(6, 20);
    marked_from_the_middle_on(&at_random(1, plies), 1, &TURNS[2..]);
}

#[test]
fn every_turn_over_three_seeds() {
    if !test_data::repetitions() {
        return;
    }
    for seed in 1..=3 {
        marked_from_the_middle_on(&at_random(seed, 20), seed, &TURNS);
        from_the_middle_on::<Position>(&at_random(seed, 30), seed, &TURNS);
        from_the_middle_on::<chess_rules::Position>(&famous(0), seed, &TURNS);
    }
}

fn half_way(angle: f32) -> impl Fn(f32, &mut CameraPlace) {
    move |share, camera| {
        if share >= 0.5 {
            camera.azimuth += angle;
        }
    }
}

/// For a while no photo shows the board, and then it is seen from farther away and from another side.
#[test]
fn a_board_that_was_lost() {
    let record = at_random(3, test_data::how_many(14, 24));
    let folder = tempfile::tempdir().unwrap();
    let place = |share: f32, camera: &mut CameraPlace| {
        if share >= 0.5 {
            (camera.azimuth, camera.fill) = (200.0, 0.5);
        }
    };
    let paths = photographs::<Position>(&record, &Scene::clean(), 1, place, folder.path());
    for path in &paths[paths.len() / 2 - 1..=paths.len() / 2] {
        RgbImage::new(640, 480).save(path).unwrap();
    }
    let options = Options::from(Position::initial(RuleSet::ENGLISH));
    let recording = pieces::record(&paths, &options, &mut quiet).unwrap();
    assert_eq!(recording.photos.len(), paths.len() - 2);
    let (turned, wrong) = told(&recording, &record);
    assert_eq!(turned, [2]);
    assert!(wrong.is_empty(), "{wrong:?}");
}

/// Carried once around the table, with photos on the way.
#[test]
fn a_camera_that_is_carried_round() {
    if !test_data::repetitions() {
        return;
    }
    let record = at_random(2, 40);
    let scene = Scene::clean();
    let folder = tempfile::tempdir().unwrap();
    let around = |share: f32, camera: &mut CameraPlace| camera.azimuth += 360.0 * share;
    let paths = photographs::<Position>(&record, &scene, 1, around, folder.path());
    let options = Options::from(Position::initial(RuleSet::ENGLISH));
    let recording = pieces::record(&paths, &options, &mut quiet).unwrap();
    let (turned, wrong) = told(&recording, &record);
    eprintln!(
        "carried round: {} photos, {turned:?}, {wrong:?}",
        paths.len()
    );
    assert!(wrong.is_empty(), "{wrong:?}");
}

type Picture = fn(&RgbImage) -> RgbImage;

/// Real photos of which those from the middle on are turned in the picture.
fn real_from_the_middle_on(game: &str, turns: &[(Picture, usize)]) {
    let Some(folder) = test_data::path(&format!("chess-real/{game}")) else {
        return;
    };
    let list = photos::collect(&[&folder], photos::Order::Name).unwrap();
    let truth = chess::read_record(&folder.join("truth.pgn")).unwrap();
    for &(turn, quarters) in turns {
        let to = tempfile::tempdir().unwrap();
        let paths = list.paths.iter().enumerate().map(|(i, path)| {
            let mut photo = photos::open(path, &photos::Limits::default()).unwrap();
            if i >= list.paths.len() / 2 {
                photo = turn(&photo);
            }
            let path = to.path().join(path.file_stem().unwrap());
            let path = path.with_extension("png");
            photo.save(&path).unwrap();
            path
        });
        let paths: Vec<_> = paths.collect();
        let options = chess::Options {
            place: Place::Whole,
            ..chess::Options::default()
        };
        let recording = chess::record(&paths, &options, &mut quiet).unwrap();
        check(&recording, &truth, 0, quarters);
    }
}

const PICTURES: [(Picture, usize); 3] = [
    (imageops::rotate90, 1),
    (imageops::rotate180, 2),
    (imageops::rotate270, 3),
];

#[test]
fn real_photos_by_every_turn() {
    if !test_data::repetitions() {
        return;
    }
    for game in ["game2", "game7"] {
        real_from_the_middle_on(game, &PICTURES);
    }
}
