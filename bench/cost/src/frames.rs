//! The memory of ten thousand frames.

use std::error::Error;
use std::ops::ControlFlow;

use board_sim::{PhotoFormat, Renderer, Scene, ScriptOptions, script};
use image::imageops::brighten;
use kibitzer::{Photo, Recorder, RecorderOptions, go, replay};

use crate::measure::{peak_mb, timed};

pub(crate) const NAME: &str = "go-10000-frames";

const FRAMES: usize = 10_000;
const MOVES: usize = 100;
/// The lamp flickers by so many levels of 255, so that no photo repeats the one before.
const FLICKER: i32 = 6;

/// Records a game of which each position is shown in a hundred photos, none of which repeats another.
pub(crate) fn run() -> Result<(), Box<dyn Error>> {
    let photo = PhotoFormat {
        width: 480,
        height: 360,
        quality: 90,
    };
    let scene = Scene {
        photo,
        ..Scene::default()
    };
    let record = go_rules::record::Record::read(replay::go::DEMO_GAME)?.remove(0);
    let moves = record.moves.iter().take(MOVES).map(|play| play.mv);
    let options = ScriptOptions {
        photos: MOVES,
        hands: 0.0,
        lag: false,
        seed: 1,
    };
    let table = script(&record.start()?, &moves.collect::<Vec<_>>(), &options);
    let renderer = Renderer::new(&scene, 1)?;
    let mut recorder = Recorder::new(go::Options::default(), RecorderOptions::default())?;
    let mut ms = 0.0;
    let mut image = renderer.render(0, &table[0]).image;
    for i in 0..FRAMES {
        let shown = i * table.len() / FRAMES;
        if i > 0 && shown > (i - 1) * table.len() / FRAMES {
            image = renderer.render(shown, &table[shown]).image;
        }
        let photo = Photo {
            name: i.to_string().into(),
            image: brighten(&image, if i % 2 == 0 { FLICKER } else { -FLICKER }),
        };
        let (events, used) = timed(|| recorder.push(photo));
        events?;
        ms += used;
    }
    let frames = recorder.frames().photos.len();
    let (game, used) = timed(|| recorder.finish(&mut |_, _, _| ControlFlow::Continue(())));
    let plies = game?.decoded.plies.len();
    let memory = peak_mb().map_or_else(|| "–".to_owned(), |mb| format!("{mb:.0}"));
    println!(
        "| {NAME} ({frames} frames, {plies} moves) | {FRAMES} | {:.1} | | | | {memory} |",
        (ms + used) / FRAMES as f64
    );
    Ok(())
}
