//! Real series photo by photo: what the events say, beside the record in the end.

use std::cell::Cell;
use std::path::{Path, PathBuf};

use board_core::MoveGen;
use image::{RgbImage, imageops};
use kibitzer::game::{Game, OwnSensor};
use kibitzer::recorder::{Photo, Recorder};
use kibitzer::recording::{Notation, Recording};
use kibitzer::{Event, RecorderOptions, checkers, chess, go, photos};

/// What events tell of the games in a series.
#[derive(Debug, Default)]
pub(crate) struct Told {
    /// By game, the moves that were told and not withdrawn.
    pub(crate) games: Vec<Vec<String>>,
    /// How often moves were withdrawn.
    withdrawals: usize,
    /// How many moves were, though they had been called settled.
    unsettled: usize,
    settled: usize,
}

impl Told {
    fn add<M>(&mut self, event: &Event<M>) {
        match event {
            Event::Started { .. } => {
                self.games.push(Vec::new());
                self.settled = 0;
            }
            Event::Played(played) => {
                let game = self
                    .games
                    .last_mut()
                    .expect("a game begins before its moves");
                assert_eq!(game.len(), played.ply, "{}", played.name);
                game.push(played.name.clone());
            }
            Event::Withdrawn(played) => {
                let game = self
                    .games
                    .last_mut()
                    .expect("a game begins before its moves");
                game.truncate(played.ply);
                self.withdrawals += 1;
                self.unsettled += self.settled.saturating_sub(played.ply);
                self.settled = self.settled.min(played.ply);
            }
            Event::Settled(played) => self.settled = played.ply + 1,
            _ => {}
        }
    }
}

/// The moves of a recording and of those after it, by name.
pub(crate) fn recorded<P: Notation>(game: &Recording<P>) -> Vec<Vec<String>> {
    let all = [game].into_iter().chain(&game.later);
    all.map(|game| {
        let mut names = Vec::new();
        game.visit_plies(|position, ply| names.push(position.name(ply.mv)));
        names
    })
    .collect()
}

/// Pushes photos one by one.
pub(crate) fn follow<G: OwnSensor>(
    game: G,
    lag: usize,
    paths: &[PathBuf],
    change: impl Fn(RgbImage) -> RgbImage,
) -> (Told, Recording<<G as Game>::Position>)
where
    <G::Position as MoveGen>::Move: std::fmt::Debug,
{
    let mut recorder = Recorder::new(game, RecorderOptions::live(lag)).unwrap();
    let mut told = Told::default();
    for name in paths {
        let image = change(photos::open(name, &photos::Limits::default()).unwrap());
        let name = name.clone();
        for event in recorder.push(Photo { name, image }).unwrap() {
            told.add(&event);
        }
    }
    let recording = recorder.finish(&mut |_, _, _| std::ops::ControlFlow::Continue(()));
    (told, recording.unwrap())
}

/// The same, compared with the record: all moves told at the last photo are in it, and those that are settled when no
/// more photos come are all of them.
fn is_told<G: OwnSensor>(
    series: &str,
    game: G,
    lag: usize,
    paths: &[PathBuf],
    change: impl Fn(RgbImage) -> RgbImage,
) where
    <G::Position as MoveGen>::Move: std::fmt::Debug,
{
    let (told, recording) = follow(game, lag, paths, change);
    let record = recorded(&recording);
    let count = |games: &[Vec<String>]| games.iter().map(Vec::len).sum::<usize>();
    eprintln!(
        "{series}: {} photos, lag {lag}: {} moves; {} told by the last photo; {} withdrawals, of {} settled moves",
        paths.len(),
        count(&record),
        count(&told.games),
        told.withdrawals,
        told.unsettled,
    );
    for (told, record) in told.games.iter().zip(&record) {
        assert!(record.starts_with(told), "{series}: {told:?}");
    }
    assert_eq!(recording.settled, Some(record), "{series}");
}

pub(crate) fn listed(folder: &Path, pattern: &str) -> Vec<PathBuf> {
    let list = photos::collect(&[folder.join(pattern)], photos::Order::Name);
    list.unwrap().paths
}

/// Rectified photos of chess.
pub(crate) fn rectified() -> chess::Options {
    chess::Options {
        place: chess::Place::Whole,
        ..chess::Options::default()
    }
}

#[test]
fn chess_from_above() {
    if !test_data::repetitions() {
        return;
    }
    for game in ["game2", "game7"] {
        let Some(folder) = test_data::path(&format!("chess-real/{game}")) else {
            return;
        };
        is_told(game, rectified(), 8, &listed(&folder, "*.jpg"), |photo| {
            photo
        });
    }
}

/// Each photo twice, with noise: while one photo has a label, pieces look as if they were gone.
#[test]
fn chess_with_noise() {
    let Some(folder) = test_data::path("chess-real/game7") else {
        return;
    };
    let photos = listed(&folder, "*.jpg");
    let paths: Vec<_> = photos[..10].iter().flat_map(|p| [p, p]).cloned().collect();
    for (first_seed, width) in [(1000, 15.6), (5000, 22.0)] {
        let seed = Cell::new(first_seed);
        is_told("chess with noise", rectified(), 8, &paths, |photo| {
            seed.set(seed.get() + 1);
            noisy(photo, seed.get(), width)
        });
    }
}

/// Adds noise: sums of four uniform values of a width in grey levels. Its standard deviation is the width / √3.
fn noisy(mut photo: RgbImage, seed: u64, width: f32) -> RgbImage {
    // The generator of Knuth's MMIX.
    let mut state = seed;
    let mut uniform = || {
        state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (state >> 40) as f32 / (1 << 24) as f32 - 0.5
    };
    for value in photo.iter_mut() {
        let noise: f32 = (0..4).map(|_| width * uniform()).sum();
        *value = (f32::from(*value) + noise).clamp(0.0, 255.0) as u8;
    }
    photo
}

/// Tall pieces hide others; the photos are mirrored, and the start lacks a pawn.
#[test]
fn chess_from_a_low_camera() {
    if !test_data::repetitions() {
        return;
    }
    let Some(folder) = test_data::path("chess-lowangle") else {
        return;
    };
    let truth = chess::read_record(&folder.join("truth.pgn")).unwrap();
    let options = chess::Options::from(*truth.tree.start());
    let paths = listed(&folder, "*.jpg");
    is_told("low camera", options, 8, &paths, |photo| {
        imageops::flip_horizontal(&photo)
    });
}

/// Hands in most photos: none of them ends the game.
#[test]
fn chess_filmed() {
    if !test_data::repetitions() {
        return;
    }
    let Some(folder) = test_data::path("chess-webcam") else {
        return;
    };
    let paths = listed(&folder, "frame_*.jpg");
    is_told(
        "film of chess",
        chess::Options::default(),
        8,
        &paths,
        |photo| photo,
    );
}

#[test]
fn go_filmed() {
    let Some(folder) = test_data::path("go-video") else {
        return;
    };
    let paths = listed(&folder, "*.jpg");
    is_told("film of Go", go::Options::default(), 20, &paths, |photo| {
        photo
    });
}

/// Runs from every photo but the last: most begin in mid-game, and nothing is told but the game.
#[test]
fn checkers_from_any_photo() {
    let Some(folder) = test_data::path("checkers-photos") else {
        return;
    };
    for run in [1..=3, 5..=8, 13..=15, 24..=26] {
        let last = run.start() + test_data::how_many(1, run.clone().count() - 1);
        for first in *run.start()..last {
            let names = (first..=*run.end()).map(|n| format!("v2/Image_{n:03}.jpg"));
            let paths: Vec<_> = names.map(|name| folder.join(name)).collect();
            let series = format!("checkers from photo {first} on");
            is_told(&series, checkers::Options::default(), 8, &paths, |photo| {
                photo
            });
        }
    }
}

/// Sixteen photos are missing in mid-game: the game is lost, and goes on as another.
#[test]
fn chess_with_a_gap() {
    if !test_data::repetitions() {
        return;
    }
    let Some(folder) = test_data::path("chess-real/game7") else {
        return;
    };
    let mut paths = listed(&folder, "*.jpg");
    paths.drain(24..40);
    is_told("chess with a gap", rectified(), 8, &paths, |photo| photo);
}
