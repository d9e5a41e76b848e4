//! Single pushes of a live recorder: photos without a change, and photos with a move.

use std::error::Error;
use std::time::Instant;

use board_sim::{PhotoFormat, Renderer, Scene, ScriptOptions, pieces, script};
use image::RgbImage;
use kibitzer::{Photo, Recorder, RecorderOptions, chess, game, go, replay};

pub(crate) const NAME: &str = "pushes-1080p";

/// Number of moves, and of repetitions of each photo.
const MOVES: usize = 60;
const SHOWN: usize = 6;

pub(crate) fn run() -> Result<(), Box<dyn Error>> {
    let photo = PhotoFormat {
        width: 1920,
        height: 1080,
        quality: 90,
    };
    let (photos, render) = go_photos(photo.clone())?;
    print_pushes("Go", go::Options::default(), photos, render)?;
    let (photos, render) = chess_photos(photo)?;
    print_pushes("chess", chess::Options::default(), photos, render)
}

/// The number of photos of a game, and a function that renders each.
type Photos = (usize, Box<dyn Fn(usize) -> RgbImage>);

/// A photo for each of the first moves of the demo game.
pub(crate) fn go_photos(photo: PhotoFormat) -> Result<Photos, Box<dyn Error>> {
    let scene = Scene {
        photo,
        ..Scene::default()
    };
    let record = go_rules::record::Record::read(replay::go::DEMO_GAME)?.remove(0);
    let moves = record.moves.iter().take(MOVES).map(|play| play.mv);
    let options = ScriptOptions {
        photos: MOVES + 1,
        hands: 0.0,
        lag: false,
        seed: 1,
    };
    let table = script(&record.start()?, &moves.collect::<Vec<_>>(), &options);
    let renderer = Renderer::new(&scene, 1)?;
    let render = move |i: usize| renderer.render(i, &table[i]).image;
    Ok((MOVES + 1, Box::new(render)))
}

/// A photo for each move of the first famous game.
pub(crate) fn chess_photos(photo: PhotoFormat) -> Result<Photos, Box<dyn Error>> {
    let scene = pieces::Scene {
        photo,
        ..pieces::Scene::clean()
    };
    let mut records = chess_rules::pgn::Reader::new(chess::FAMOUS.as_bytes());
    let record = records.find_map(Result::ok).ok_or("no game")?;
    let placements = replay::pieces::placements::<chess_rules::Position>(&record);
    let frames = pieces::script(&placements, &scene, 1)?;
    let renderer = pieces::Renderer::new(&scene, 1)?;
    let count = frames.len().min(MOVES + 1);
    let render = move |i: usize| renderer.render(i, &frames[i]).image;
    Ok((count, Box::new(render)))
}

/// The photo with noise: a camera never sends identical photos.
fn noisy(photo: &RgbImage, seed: u64) -> RgbImage {
    /// Most levels of 255 by which a value changes.
    const MOST: u64 = 2;
    let mut photo = photo.clone();
    for (i, eight) in photo.chunks_mut(8).enumerate() {
        let bits = board_core::zobrist::splitmix64(seed, i as u64);
        for (k, v) in eight.iter_mut().enumerate() {
            let step = ((bits >> (8 * k)) & 0xFF) % (2 * MOST + 1);
            *v = v.saturating_add(step as u8).saturating_sub(MOST as u8);
        }
    }
    photo
}

/// Pushes each photo [`SHOWN`] times: the first time with a move, then with noise only.
fn print_pushes<G: game::OwnSensor>(
    name: &str,
    game: G,
    photos: usize,
    render: impl Fn(usize) -> RgbImage,
) -> Result<(), Box<dyn Error>> {
    let mut recorder = Recorder::new(game, RecorderOptions::live(8))?;
    let (mut moved, mut unchanged) = (Vec::new(), Vec::new());
    for i in 0..photos {
        let image = render(i);
        for shown in 0..SHOWN {
            let photo = Photo {
                name: format!("{i}-{shown}").into(),
                image: noisy(&image, (SHOWN * i + shown) as u64),
            };
            let begin = Instant::now();
            recorder.push(photo)?;
            let ms = begin.elapsed().as_secs_f64() * 1e3;
            if shown == 0 {
                moved.push(ms)
            } else {
                unchanged.push(ms)
            }
        }
    }
    for (what, mut times) in [("unchanged", unchanged), ("with a move", moved)] {
        times.sort_by(f64::total_cmp);
        let at = |share: f64| times[((times.len() - 1) as f64 * share) as usize];
        println!(
            "| push, {name} 1920×1080, {what}: median, 99th percentile, ms by the clock | {} | {:.1}, {:.1} | | | | |",
            times.len(),
            at(0.5),
            at(0.99)
        );
    }
    Ok(())
}
