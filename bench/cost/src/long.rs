//! Recordings of very many frames.

use std::error::Error;

use board_sim::PhotoFormat;
use image::RgbImage;
use kibitzer::recording::Notation;
use kibitzer::{Photo, Recorder, RecorderOptions, chess, game, go, quiet};

use crate::measure::{peak_mb, timed};
use crate::pushes::{chess_photos, go_photos};

/// The rows; they take minutes, so they only run if they are named.
pub(crate) const NAMES: [&str; 2] = ["go-10000-frames", "chess-10000-frames"];

const FRAMES: usize = 10_000;

pub(crate) fn run(name: &str) -> Result<(), Box<dyn Error>> {
    let photo = PhotoFormat {
        width: 640,
        height: 480,
        quality: 90,
    };
    if name == NAMES[0] {
        let (photos, render) = go_photos(photo)?;
        print_row(name, go::Options::default(), photos, render)
    } else {
        let (photos, render) = chess_photos(photo)?;
        print_row(name, chess::Options::default(), photos, render)
    }
}

/// Every second photo is brighter, so that none repeats the last one.
fn print_row<G: game::OwnSensor>(
    name: &str,
    game: G,
    photos: usize,
    render: impl Fn(usize) -> RgbImage,
) -> Result<(), Box<dyn Error>>
where
    G::Position: Notation,
{
    /// Levels of 255: more than compression explains.
    const BRIGHTER: u8 = 8;
    let mut recorder = Recorder::new(game, RecorderOptions::default())?;
    let shown = FRAMES / photos;
    let (recording, ms) = timed(|| {
        for i in 0..photos {
            let dark = render(i);
            let mut light = dark.clone();
            light
                .iter_mut()
                .for_each(|v| *v = v.saturating_add(BRIGHTER));
            for k in 0..shown {
                let image = [&dark, &light][k % 2].clone();
                let name = format!("{i}-{k}").into();
                recorder.push(Photo { name, image })?;
            }
        }
        recorder.finish(&mut quiet)
    });
    let recording = recording?;
    println!(
        "| {name}: {} moves, {} frames kept | {} | {:.1} | | | | {:.0} |",
        recording.decoded.plies.len(),
        recording.photos.len(),
        shown * photos,
        ms / (shown * photos) as f64,
        peak_mb().unwrap_or(0.0)
    );
    Ok(())
}
