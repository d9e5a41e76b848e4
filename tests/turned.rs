//! A camera that is carried to another side of the table in mid-game, or a board that is turned.
#![allow(clippy::print_stderr)]

mod common;

use std::fs;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use board_core::MoveGen;
use board_core::zobrist::splitmix64;
use board_sim::pieces::{Renderer, Scene, film, script};
use checkers_rules::{Game, RuleSet, pdn};
use image::{RgbImage, imageops};
use kibitzer::pieces::{self, Options, Place, SquareGame};
use kibitzer::recording::Recording;
use kibitzer::{chess, compare, marked, photos, simulator};

use common::data;

/// A game of chess, photographed in a scene from where the cameras of each photo are.
fn photographs<P: SquareGame>(
    record: &P::Record,
    scene: &Scene,
    seed: u64,
    azimuth: impl Fn(f32) -> f32,
    folder: &Path,
) -> Vec<PathBuf> {
    let (start, _) = P::played(record);
    let scene = start.on_board(scene.clone());
    let placements = simulator::placements::<P>(record);
    let frames = match scene.board.markers {
        Some(_) => film(&placements, &scene, seed),
        None => script(&placements, &scene, seed),
    };
    let frames = frames.unwrap();
    let photos = frames.iter().enumerate().map(|(i, frame)| {
        let mut scene = scene.clone();
        scene.camera.azimuth += azimuth(i as f32 / frames.len() as f32);
        let photo = Renderer::new(&scene, seed).unwrap().render(i, frame);
        let path = folder.join(format!("photo_{:04}.jpg", i + 1));
        fs::write(&path, photo.to_jpeg()).unwrap();
        path
    });
    photos.collect()
}

/// The angles that the warnings of a recording name, and what it got wrong.
fn told<P: SquareGame>(recording: &Recording<P>, truth: &P::Record) -> (Vec<String>, Vec<String>) {
    let turned = recording.warnings.iter().filter_map(|warning| {
        let (_, angle) = warning.text.split_once("turned by ")?;
        Some(angle.to_owned())
    });
    let found = compare::moves(&P::names(&recording.record), &P::names(truth));
    let wrong = found.differences.iter().map(ToString::to_string);
    (turned.collect(), wrong.collect())
}

const QUIET: fn(kibitzer::Stage, usize, usize) -> ControlFlow<()> =
    |_, _, _| ControlFlow::Continue(());

/// A game of draughts at random.
fn draughts(seed: u64, plies: u64) -> pdn::Record {
    let mut game = Game::new(checkers_rules::Position::initial(RuleSet::ENGLISH));
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
const TURNS: [(f32, &str); 3] = [
    (90.0, "90° clockwise"),
    (180.0, "180°"),
    (270.0, "90° counter-clockwise"),
];

fn from_the_middle_on<P: SquareGame>(record: &P::Record, seed: u64) {
    for (angle, name) in TURNS {
        let mut scene = P::with_set(Scene::hard(seed), seed);
        scene.pace.plies = [1, 1];
        let folder = tempfile::tempdir().unwrap();
        let azimuth = |share: f32| if share < 0.5 { 0.0 } else { angle };
        let paths = photographs::<P>(record, &scene, seed, azimuth, folder.path());
        let options = Options::<P>::from(P::played(record).0);
        let recording = pieces::record(&paths, &options, QUIET).unwrap();
        let (turned, wrong) = told(&recording, record);
        eprintln!(
            "seed {seed}, {name}: {} photos, {turned:?}, {wrong:?}",
            paths.len()
        );
        if std::env::var("SHOW").is_ok() {
            for warning in &recording.warnings {
                eprintln!("   {warning}");
            }
            continue;
        }
        assert_eq!(turned, [name]);
        assert!(wrong.is_empty(), "{wrong:?}");
    }
}

fn seeds() -> Vec<u64> {
    match std::env::var("SEEDS") {
        Ok(n) => (1..=n.parse().unwrap()).collect(),
        Err(_) => vec![1],
    }
}

#[test]
fn chess_from_the_middle_on() {
    for seed in seeds() {
        from_the_middle_on::<chess_rules::Position>(&famous(0), seed);
    }
}

#[test]
fn draughts_from_the_middle_on() {
    for seed in seeds() {
        from_the_middle_on::<checkers_rules::Position>(&draughts(seed, 30), seed);
    }
}

#[test]
fn a_marked_board_from_the_middle_on() {
    for seed in seeds() {
        let record = draughts(seed, 20);
        for (angle, name) in TURNS {
            let folder = tempfile::tempdir().unwrap();
            let azimuth = |share: f32| if share < 0.5 { 0.0 } else { angle };
            let scene = Scene::marked();
            let paths = photographs::<checkers_rules::Position>(
                &record,
                &scene,
                seed,
                azimuth,
                folder.path(),
            );
            let settings = marked::calibrate(&paths[..1], None, &marked::Settings::default());
            let settings = settings.unwrap();
            let options = Options::from(checkers_rules::Position::initial(RuleSet::ENGLISH));
            let recording = marked::record(&paths, &settings, &options, QUIET).unwrap();
            let (turned, wrong) = told(&recording, &record);
            eprintln!(
                "seed {seed}, {name}: {} photos, {turned:?}, {wrong:?}",
                paths.len()
            );
            assert_eq!(turned, [name]);
            assert!(wrong.is_empty(), "{wrong:?}");
        }
    }
}

/// Carried round by a tenth of a turn from photo to photo.
#[test]
fn a_camera_that_is_carried_round() {
    let record = draughts(2, 40);
    let scene = Scene::clean();
    let folder = tempfile::tempdir().unwrap();
    let azimuth = |share: f32| 360.0 * share;
    let paths = photographs::<checkers_rules::Position>(&record, &scene, 1, azimuth, folder.path());
    let options = Options::from(checkers_rules::Position::initial(RuleSet::ENGLISH));
    let recording = pieces::record(&paths, &options, QUIET).unwrap();
    let (turned, wrong) = told(&recording, &record);
    eprintln!(
        "carried round: {} photos, {turned:?}, {wrong:?}",
        paths.len()
    );
    assert!(wrong.is_empty(), "{wrong:?}");
}

/// Real photos of which those from the middle on are turned in the picture.
#[test]
fn real_photos_turned_from_the_middle_on() {
    for game in ["game2", "game7"] {
        let Some(folder) = data(&format!("chess-real/{game}")) else {
            return;
        };
        type Turn = fn(&RgbImage) -> RgbImage;
        let turns: [(Turn, &str); 3] = [
            (imageops::rotate90, "90° clockwise"),
            (imageops::rotate180, "180°"),
            (imageops::rotate270, "90° counter-clockwise"),
        ];
        let list = photos::collect(&[&folder], photos::Order::Name).unwrap();
        for (turn, name) in turns {
            let to = tempfile::tempdir().unwrap();
            let paths = list.paths.iter().enumerate().map(|(i, path)| {
                let photo = photos::open(path, &photos::Limits::default()).unwrap();
                let turned = match i < list.paths.len() / 2 {
                    true => photo,
                    false => turn(&photo),
                };
                let path = to
                    .path()
                    .join(path.file_stem().unwrap())
                    .with_extension("png");
                turned.save(&path).unwrap();
                path
            });
            let paths: Vec<_> = paths.collect();
            let options = chess::Options {
                place: Place::Whole,
                ..chess::Options::default()
            };
            let recording = chess::record(&paths, &options, QUIET).unwrap();
            let truth = chess::read_record(&folder.join("truth.pgn")).unwrap();
            let (turned, wrong) = told(&recording, &truth);
            eprintln!("{game}, {name}: {turned:?}, {wrong:?}");
            assert_eq!(turned, [name], "{game}");
        }
    }
}
