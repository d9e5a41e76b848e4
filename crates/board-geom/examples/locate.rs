//! Finds the board in photos: `cargo run --release -p board-geom --features debug --example locate -- [--squares N]
//! [--pictures FOLDER] PHOTO…` prints its corners and the confidence. Without `--squares`, the board is one of lines (Go).
//! `--pictures` saves what was seen, what was found, and the rectified view.
#![allow(clippy::print_stdout)]

use std::error::Error;
use std::path::{Path, PathBuf};
use std::time::Instant;

use board_geom::{Grid, Locator, SquaresLocator, ViewLayout, debug};
use image::RgbImage;

/// Pixels between two lines, or a side of a square, in the rectified view.
const VIEW_PITCH: f32 = 24.0;

fn main() -> Result<(), Box<dyn Error>> {
    let mut squares = None;
    let mut pictures: Option<PathBuf> = None;
    let mut arguments = std::env::args().skip(1);
    while let Some(argument) = arguments.next() {
        match argument.as_str() {
            "--squares" => {
                squares = Some(
                    arguments
                        .next()
                        .ok_or("--squares needs a number")?
                        .parse()?,
                )
            }
            "--pictures" => pictures = arguments.next().map(PathBuf::from),
            path => {
                let photo = image::load_from_memory(&std::fs::read(path)?)?.to_rgb8();
                let start = Instant::now();
                let (line, seen) = match squares {
                    None => lines(&photo),
                    Some(size) => grid_of_squares(&photo, size),
                };
                println!("{path}: {line} {:.0?}", start.elapsed());
                if let Some(folder) = &pictures {
                    for (what, picture) in seen {
                        let name = Path::new(path).file_stem().ok_or("a photo has a name")?;
                        picture
                            .save(folder.join(format!("{}-{what}.png", name.to_string_lossy())))?;
                    }
                }
            }
        }
    }
    Ok(())
}

/// What is found of a board of lines, in words and in named pictures.
fn lines(photo: &RgbImage) -> (String, Vec<(&'static str, RgbImage)>) {
    match Locator::default().locate(photo) {
        Ok(found) => {
            let words = format!(
                "{} lines, confidence {:.2}, {}",
                found.grid.cols,
                found.confidence,
                place(&found.grid)
            );
            let mut seen = vec![
                ("ridges", debug::ridges(photo, &found.trace)),
                ("lines", debug::lines(photo, &found.trace)),
            ];
            seen.extend(found_pictures(photo, &found.grid));
            (words, seen)
        }
        Err(error) => (error.to_string(), Vec::new()),
    }
}

/// What is found of a board of `size` squares a side, in words and in named pictures.
fn grid_of_squares(photo: &RgbImage, size: usize) -> (String, Vec<(&'static str, RgbImage)>) {
    let locator = SquaresLocator {
        size,
        ..SquaresLocator::default()
    };
    let mut seen = vec![("crossings", debug::crossings(photo, &locator))];
    match locator.locate(photo) {
        Ok(found) => {
            let first = if found.light_first { "light" } else { "dark" };
            let words = format!(
                "first square {first}, confidence {:.2}, {}",
                found.confidence,
                place(&found.grid)
            );
            seen.extend(found_pictures(photo, &found.grid));
            (words, seen)
        }
        Err(error) => (error.to_string(), seen),
    }
}

/// The corners in pixels, and how much the lens bends.
fn place(grid: &Grid) -> String {
    let corners = grid
        .corners()
        .map(|corner| corner.map(|v| (v * 10.0).round() / 10.0));
    format!("corners {corners:?}, k1 {:.3}", grid.lens.k1)
}

fn found_pictures(photo: &RgbImage, grid: &Grid) -> [(&'static str, RgbImage); 2] {
    let layout = ViewLayout::new(grid.cols, grid.rows, VIEW_PITCH);
    [
        ("grid", debug::overlay(photo, grid)),
        ("view", grid.rectify(photo, layout).image),
    ]
}
