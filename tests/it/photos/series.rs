//! Real series photo by photo: what the events say, beside the record in the end.

use std::cell::Cell;
use std::path::{Path, PathBuf};

use board_core::MoveGen;
use board_core::zobrist::splitmix64;
use image::{RgbImage, imageops};
use kibitzer::game::{Game, OwnSensor};
use kibitzer::recorder::{Photo, Recorder};
use kibitzer::recording::{Notation, Recording};
use kibitzer::{Event, RecorderOptions, checkers, chess, go, photos};
use sequence_search::EndKind;

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
    /// How the games that are over ended.
    ends: Vec<EndKind>,
}

impl Told {
    pub(crate) fn add<M>(&mut self, event: &Event<M>) {
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
            Event::Over { kind, .. } => self.ends.push(*kind),
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
    let recording = recorder.finish(&mut kibitzer::quiet);
    (told, recording.unwrap())
}

/// The same, compared with the record: all moves told at the last photo are in it, and those that are settled when no
/// more photos come are all of them. Returns the record.
fn is_told<G: OwnSensor>(
    series: &str,
    game: G,
    lag: usize,
    paths: &[PathBuf],
    change: impl Fn(RgbImage) -> RgbImage,
) -> Vec<Vec<String>>
where
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
    assert_eq!(recording.settled.as_ref(), Some(&record), "{series}");
    record
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

/// Each photo twice, with noise: while one photo has a label, pieces look as if they were gone, and a hand in the second
/// photo counts twice.
#[test]
fn chess_with_noise() {
    let Some(folder) = test_data::path("chess-real/game7") else {
        return;
    };
    let photos = listed(&folder, "*.jpg");
    let paths: Vec<_> = photos[..10].iter().flat_map(|p| [p, p]).cloned().collect();
    for (first_seed, deviation) in [(1000, 13.0), (3000, 13.0), (5000, 18.0)] {
        let seed = Cell::new(first_seed);
        is_told("chess with noise", rectified(), 8, &paths, |photo| {
            seed.set(seed.get() + 1);
            noisy(photo, seed.get(), deviation)
        });
    }
}

/// A photo a move, then many while a player thinks: the moves that only one photo shows are none that pass.
#[test]
fn chess_with_a_long_think() {
    /// Photos, one a move, until the player thinks (a hand covers some), and then of the last position.
    const THOUGHT: [(usize, usize); 2] = [(7, 24), (20, 12)];
    let Some(folder) = test_data::path("chess-real/game7") else {
        return;
    };
    let photos = listed(&folder, "*.jpg");
    let truth = chess::read_record(&folder.join("truth.pgn")).unwrap();
    let truth = chess::named_moves(&truth);
    for (shown, same) in THOUGHT {
        let last = std::iter::repeat_n(&photos[shown - 1], same);
        let paths: Vec<_> = photos[..shown].iter().chain(last).cloned().collect();
        let seed = Cell::new(7000);
        let record = is_told("chess with a think", rectified(), 8, &paths, |photo| {
            seed.set(seed.get() + 1);
            noisy(photo, seed.get(), 5.0)
        });
        assert_eq!(record.len(), 1);
        assert!(record[0].len() >= shown - 1, "{record:?}");
        assert!(truth.starts_with(&record[0]), "{record:?}");
    }
}

/// Adds noise with a standard deviation in grey levels.
fn noisy(mut photo: RgbImage, seed: u64, deviation: f32) -> RgbImage {
    for (index, value) in photo.iter_mut().enumerate() {
        // The sum of four uniform values is nearly normal, with a variance of 1/3.
        let random = splitmix64(seed, index as u64).to_le_bytes();
        let sum: f32 = (0..4)
            .map(|at| {
                f32::from(u16::from_le_bytes([random[2 * at], random[2 * at + 1]])) / 65536.0 - 0.5
            })
            .sum();
        *value = (f32::from(*value) + 3.0_f32.sqrt() * deviation * sum) as u8;
    }
    photo
}

/// The search of all frames confirms that a cleared board is the end of the game.
#[test]
fn a_cleared_chessboard_is_told() {
    cleared_is_told(|photo| photo % 8);
}

/// The same before a still camera, whose last photos repeat each other.
#[test]
fn a_chessboard_cleared_before_a_still_camera_is_told() {
    cleared_is_told(|_| 3);
}

/// Clears the board after a few moves, but for a piece of this `column` in each photo.
fn cleared_is_told(column: impl Fn(u32) -> u32) {
    const PLIES: usize = 10;
    let Some(folder) = test_data::path("chess-real/game7") else {
        return;
    };
    let photos = listed(&folder, "*.jpg");
    let paths = photos[..PLIES].iter().chain([&photos[0]; 14]).cloned();
    let count = Cell::new(0);
    let (told, record) = follow(rectified(), 8, &paths.collect::<Vec<_>>(), |photo| {
        count.set(count.get() + 1);
        match count.get() > PLIES {
            true => cleared(&photo, column(count.get() as u32)),
            false => photo,
        }
    });
    assert_eq!(told.ends, [EndKind::Cleared]);
    assert_eq!(told.games, recorded(&record));
    assert_eq!(told.games[0].len(), PLIES);
}

/// A busy machine looks at no photo while several moves are made. They are told once the board is at rest.
#[test]
fn moves_in_no_photo_are_told_at_rest() {
    /// Number of moves that no photo shows.
    const UNSEEN: usize = 4;
    const LAG: usize = 8;
    let Some(folder) = test_data::path("chess-real/game7") else {
        return;
    };
    let photos = listed(&folder, "*.jpg");
    let ends = match test_data::repetitions() {
        true => (12..photos.len()).step_by(4).collect(),
        false => vec![photos.len() - 1],
    };
    for end in ends {
        let seen = photos[..end - UNSEEN].iter();
        let paths = seen.chain([&photos[end]; LAG + 2]).cloned();
        let same = |photo| photo;
        let (told, record) = follow(rectified(), LAG, &paths.collect::<Vec<_>>(), same);
        // Without photos their order is a guess.
        let sorted = |mut games: Vec<Vec<String>>| {
            games.iter_mut().for_each(|moves| moves.sort());
            games
        };
        let (told, record) = (sorted(told.games), sorted(recorded(&record)));
        assert_eq!(told, record, "up to photo {end}");
    }
}

/// A photo of a start position without its pieces, but for one of a column: all rows look like the empty ones in the
/// middle. With another piece the photo does not repeat the one before.
fn cleared(photo: &RgbImage, column: u32) -> RgbImage {
    let (width, height) = photo.dimensions();
    let square = height / 8;
    RgbImage::from_fn(width, height, |x, y| match (x / square, y / square) {
        (at, 0) if at == column => *photo.get_pixel(x, y),
        _ => *photo.get_pixel(x, 2 * square + y % (2 * square)),
    })
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

/// The first photos are missing: the start and the moves before are known by the rules.
#[test]
fn chess_joined_after_the_first_moves() {
    let Some(folder) = test_data::path("chess-real/game7") else {
        return;
    };
    let truth = chess::read_record(&folder.join("truth.pgn")).unwrap();
    let truth = chess::named_moves(&truth);
    let photos = listed(&folder, "*.jpg");
    let last = test_data::how_many(24, photos.len());
    for first in 1..=test_data::how_many(1, 3) {
        let series = format!("chess from photo {first} on");
        let paths = &photos[first..last];
        let record = is_told(&series, rectified(), 8, paths, |photo| photo);
        let [moves] = &record[..] else {
            panic!("{series}: {record:?}");
        };
        let as_played = moves
            .iter()
            .zip(&truth)
            .all(|(name, truth)| truth.ends_with(name));
        assert!(
            as_played && moves.len() + 1 >= last - first,
            "{series}: {moves:?}"
        );
    }
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

/// Hands that rest over the board for several seconds, before a camera that is held in a hand.
#[test]
fn go_filmed_with_slow_hands() {
    let Some(folder) = test_data::path("go-video") else {
        return;
    };
    let truth = [["J9", "K8", "D8", "G8"]];
    let photos = listed(&folder, "*.jpg");
    for times in 2..=test_data::how_many(2, 3) {
        let repeated = photos.iter().flat_map(|path| vec![path.clone(); times]);
        let seed = Cell::new(0);
        let (told, record) = follow(
            go::Options::default(),
            20,
            &repeated.collect::<Vec<_>>(),
            |photo| {
                seed.set(seed.get() + 1);
                noisy(shaken(&photo, seed.get()), seed.get(), 3.0)
            },
        );
        eprintln!("each photo {times} times: {told:?}");
        assert_eq!(recorded(&record), truth, "{times}");
        assert_eq!(record.settled, Some(recorded(&record)), "{times}");
    }
}

/// The photo moved by up to two pixels.
fn shaken(photo: &RgbImage, seed: u64) -> RgbImage {
    let [dx, dy, ..] = splitmix64(seed, 0)
        .to_le_bytes()
        .map(|byte| u32::from(byte) % 5);
    let (width, height) = photo.dimensions();
    RgbImage::from_fn(width, height, |x, y| {
        let at = |at: u32, by: u32, length: u32| (at + by).saturating_sub(2).min(length - 1);
        *photo.get_pixel(at(x, dx, width), at(y, dy, height))
    })
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
