//! Finds the chessboard or draughts board in photos: `cargo run --release -p board-geom --example
//! locate_squares -- PHOTO…` prints corners and confidence. `SIZE=10` looks for ten squares a side,
//! `DEBUG_PICTURES=folder` draws what was seen and found
//! into it.
#![allow(clippy::print_stdout)]

use board_geom::{SquaresLocator, debug};
use image::RgbImage;

fn main() {
    let size = std::env::var("SIZE").map_or(8, |s| s.parse().expect("a number of squares"));
    let locator = SquaresLocator {
        size,
        ..SquaresLocator::default()
    };
    for path in std::env::args().skip(1) {
        let photo = image::ImageReader::open(&path)
            .and_then(image::ImageReader::with_guessed_format)
            .expect("a readable file")
            .decode()
            .expect("a photo")
            .to_rgb8();
        save(&path, "crossings", &debug::crossings(&photo, &locator));
        let start = std::time::Instant::now();
        match locator.locate(&photo) {
            Ok(found) => {
                println!(
                    "{path}: confidence {:.2}, k1 {:.3}, first square {}, {:?} {:.0?}",
                    found.confidence,
                    found.grid.lens.k1,
                    if found.light_first { "light" } else { "dark" },
                    found
                        .grid
                        .corners()
                        .map(|c| c.map(|v| (v * 10.0).round() / 10.0)),
                    start.elapsed()
                );
                save(&path, "squares", &debug::overlay(&photo, &found.grid));
            }
            Err(error) => println!("{path}: {error} {:.0?}", start.elapsed()),
        }
    }
}

/// Saves a debug picture where `DEBUG_PICTURES` says, if it does.
fn save(photo: &str, what: &str, picture: &RgbImage) {
    if let Ok(folder) = std::env::var("DEBUG_PICTURES") {
        let name = std::path::Path::new(photo).file_stem().unwrap_or_default();
        let file = format!("{folder}/{}-{what}.png", name.to_string_lossy());
        picture.save(file).expect("a writable folder");
    }
}
