//! Reads photos of crowded Go boards without help and compares them with the truth: a row a photo, and the sums of two
//! halves. Photos with even places in sorted order may be tuned on; the others are reported apart. With a second
//! argument, only photos with it in their names.
//!
//! ```sh
//! cargo run --release -p stone-detect --example crowded -- ../shared/data/go-crowded
//! ```
#![allow(clippy::print_stdout)]

use std::collections::BTreeMap;
use std::error::Error;
use std::path::{Path, PathBuf};
use std::time::Instant;

use board_core::Occupancy;
use board_geom::Locator;
use image::{DynamicImage, ImageDecoder, ImageReader, RgbImage};
use stone_detect::GridReading;

/// A letter a point, and what is known of the place.
struct Read {
    rows: Vec<String>,
    confidence: f64,
    corners: [[f64; 2]; 4],
}

fn read(photo: &RgbImage, locator: &Locator) -> Result<Read, Box<dyn Error>> {
    let found = locator.locate(photo)?;
    let options = stone_detect::Options::default();
    let GridReading { grid, reading } =
        stone_detect::read_near(photo, &found.grid, &locator.sizes, &options)?;
    let letter = |content: &Occupancy| match content {
        Occupancy::Empty => '.',
        Occupancy::Black => 'X',
        Occupancy::White => 'O',
    };
    let rows = reading.contents.chunks(grid.cols);
    Ok(Read {
        rows: rows.map(|row| row.iter().map(letter).collect()).collect(),
        confidence: found.confidence,
        corners: grid.corners(),
    })
}

/// A photo, turned as its camera was held.
fn open(path: &Path) -> Result<RgbImage, Box<dyn Error>> {
    let mut decoder = ImageReader::open(path)?
        .with_guessed_format()?
        .into_decoder()?;
    let turn = decoder.orientation()?;
    let mut photo = DynamicImage::from_decoder(decoder)?;
    photo.apply_orientation(turn);
    Ok(photo.into_rgb8())
}

#[derive(Default)]
struct Sum {
    photos: usize,
    found: usize,
    points: usize,
    right: usize,
}

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let folder = PathBuf::from(
        arguments
            .next()
            .unwrap_or("../shared/data/go-crowded".into()),
    );
    let part = arguments.next().unwrap_or_default();
    let locator = Locator::default();
    let truth = std::fs::read_to_string(folder.join("truth.json"))?;
    let truth: BTreeMap<String, serde_json::Value> = serde_json::from_str(&truth)?;
    let mut halves = [Sum::default(), Sum::default()];
    for (place, (name, board)) in truth.iter().enumerate() {
        if !name.contains(&part) {
            continue;
        }
        let photo = open(&folder.join(name))?;
        let rows = board["rows"].as_array().into_iter().flatten();
        let want: String = rows.filter_map(|row| row.as_str()).collect();
        let half = &mut halves[place % 2];
        let start = Instant::now();
        let result = read(&photo, &locator);
        let ms = start.elapsed().as_millis();
        half.photos += 1;
        half.points += want.len();
        match result {
            Ok(read) => {
                let got = read.rows.concat();
                let same = got
                    .chars()
                    .zip(want.chars())
                    .filter(|(a, b)| a == b)
                    .count();
                let right = if got.len() == want.len() { same } else { 0 };
                half.found += 1;
                half.right += right;
                let corners = read.corners.map(|c| c.map(|v| v.round()));
                let (all, confidence) = (want.len(), read.confidence);
                println!(
                    "{name}: {right} of {all} points, confidence {confidence:.2}, {ms} ms, {corners:?}"
                );
            }
            Err(why) => println!("{name}: {why}, {ms} ms"),
        }
    }
    for (name, s) in ["half to tune on", "half kept apart"].iter().zip(&halves) {
        let share = 100.0 * s.right as f64 / s.points as f64;
        println!(
            "{name}: {} of {} found, {share:.1} % of points right",
            s.found, s.photos
        );
    }
    Ok(())
}
