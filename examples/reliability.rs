//! Measures the reliability of the confidence of readings: reads real photos, unchanged, degraded and from damaged
//! files, and compares the readings with the truth. With a second argument N, reads only every Nth photo.
//!
//! ```sh
//! cargo run --release --example reliability -- ../shared/data
//! ```
#![allow(clippy::print_stdout)]

use std::error::Error;
use std::fs;
use std::path::{Path, PathBuf};

use image::{Rgb, RgbImage, imageops};
use kibitzer::pieces::{self, Place};
use kibitzer::{damage, go};

type Rows = Vec<Vec<char>>;

#[derive(Clone, Copy, PartialEq)]
enum Kind {
    Go,
    Chess,
    Men,
}

struct Case {
    kind: Kind,
    path: PathBuf,
    truth: Rows,
}

fn text(rows: &str) -> Rows {
    rows.split('/')
        .map(|row| {
            row.chars()
                .flat_map(|c| match c.to_digit(10) {
                    Some(n) => vec!['.'; n as usize],
                    None => vec![c],
                })
                .collect()
        })
        .collect()
}

fn cases(data: &Path) -> Result<Vec<Case>, Box<dyn Error>> {
    let mut cases = Vec::new();
    for folder in ["go-photos", "go-crowded"] {
        let folder = data.join(folder);
        let truth: serde_json::Value =
            serde_json::from_str(&fs::read_to_string(folder.join("truth.json"))?)?;
        for (name, board) in truth.as_object().into_iter().flatten() {
            let rows = board["rows"].as_array().into_iter().flatten();
            let rows = rows.filter_map(|row| Some(row.as_str()?.chars().collect()));
            cases.push(Case {
                kind: Kind::Go,
                path: folder.join(name),
                truth: rows.collect(),
            });
        }
    }
    let table = |path: PathBuf, split: char, column: usize, kind: Kind, cases: &mut Vec<Case>| {
        let folder = path.parent().unwrap_or(data).to_owned();
        for line in fs::read_to_string(&path)
            .unwrap_or_default()
            .lines()
            .skip(1)
        {
            let fields: Vec<_> = line.split(split).collect();
            let (Some(name), Some(rows)) = (fields.first(), fields.get(column)) else {
                continue;
            };
            let mut truth = text(rows);
            for cell in truth.iter_mut().flatten() {
                *cell = match (kind, *cell) {
                    (_, '.') => '.',
                    (Kind::Men, c) => c,
                    (_, c) if c.is_uppercase() => 'w',
                    _ => 'b',
                };
            }
            cases.push(Case {
                kind,
                path: folder.join(name),
                truth,
            });
        }
    };
    table(
        data.join("checkers-photos/truth.tsv"),
        '\t',
        1,
        Kind::Men,
        &mut cases,
    );
    table(
        data.join("chess-photos/truth.csv"),
        ',',
        3,
        Kind::Chess,
        &mut cases,
    );
    table(
        data.join("chess-webcam/boards/truth.csv"),
        ',',
        1,
        Kind::Chess,
        &mut cases,
    );
    Ok(cases)
}

/// Number of points that differ in the best orientation; `None` for a board of another size.
fn wrong(found: &Rows, truth: &Rows) -> Option<usize> {
    let n = truth.len();
    if found.len() != n {
        return None;
    }
    let mut turned = found.clone();
    let mut best = usize::MAX;
    for _ in 0..4 {
        turned = (0..n)
            .map(|r| (0..n).map(|c| turned[n - 1 - c][r]).collect())
            .collect();
        for mirrored in [false, true] {
            let differ = |r: usize, c: usize| {
                let c2 = if mirrored { n - 1 - c } else { c };
                turned[r][c2] != truth[r][c] && turned[r][c2] != '?'
            };
            let count = (0..n)
                .map(|r| (0..n).filter(|&c| differ(r, c)).count())
                .sum();
            best = best.min(count);
        }
    }
    Some(best)
}

/// The position and its confidence; `None` if no board is found.
fn read(photo: &RgbImage, kind: Kind) -> Option<(Rows, f64)> {
    let (rows, confidence) = match kind {
        Kind::Go => go::read(photo, None, None).map(|r| (r.rows, r.confidence)),
        Kind::Chess => pieces::read(photo, Place::Unknown, 8).map(|r| (r.rows, r.confidence)),
        Kind::Men => pieces::read_men(photo, Place::Unknown, 8).map(|r| (r.rows, r.confidence)),
    }
    .ok()?;
    Some((
        rows.iter().map(|row| row.chars().collect()).collect(),
        confidence,
    ))
}

struct Random(u64);

impl Random {
    fn below(&mut self, n: usize) -> usize {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) as usize) % n.max(1)
    }
}

/// Ways to damage a file.
const DAMAGES: [&str; 8] = [
    "cut-25", "cut-50", "cut-75", "cut-90", "flip-1", "flip-20", "zero-200", "gone-300",
];

fn damaged(jpeg: &[u8], way: &str, random: &mut Random) -> Vec<u8> {
    let mut bytes = jpeg.to_vec();
    let (kind, amount) = way.split_once('-').unwrap_or((way, "0"));
    let amount: usize = amount.parse().unwrap_or(0);
    // A place that is mostly behind the headers.
    let head = (bytes.len() / 20).max(1000).min(bytes.len() / 2);
    let long = bytes.len();
    let place = |random: &mut Random| head + random.below(long - head - 400);
    match kind {
        "cut" => {
            bytes.truncate(bytes.len() * amount / 100);
            bytes.extend([0xFF, 0xD9]);
        }
        "flip" => {
            for _ in 0..amount {
                let at = place(random);
                let bit = random.below(8);
                bytes[at] ^= 1 << bit;
            }
        }
        "zero" => {
            let at = place(random);
            bytes[at..at + amount].fill(0);
        }
        _ => {
            let at = place(random);
            bytes.drain(at..at + amount);
        }
    }
    bytes
}

/// Ways to degrade a photo.
const DEGRADED: [&str; 6] = ["blur-3", "blur-7", "dark", "noise", "covered", "small"];

fn degraded(photo: &RgbImage, way: &str, random: &mut Random) -> RgbImage {
    let (w, h) = photo.dimensions();
    let longest = if way == "small" { 320.0 } else { 1280.0 };
    let scale = longest / f64::from(w.max(h));
    let mut small = match scale < 1.0 {
        true => imageops::thumbnail(
            photo,
            (f64::from(w) * scale) as u32,
            (f64::from(h) * scale) as u32,
        ),
        false => photo.clone(),
    };
    let (w, h) = small.dimensions();
    match way {
        "blur-3" => imageops::blur(&small, 3.0),
        "blur-7" => imageops::blur(&small, 7.0),
        "dark" => {
            for p in small.pixels_mut() {
                p.0 = p.0.map(|v| (v / 8) + random.below(5) as u8);
            }
            small
        }
        "noise" => {
            for p in small.pixels_mut() {
                p.0 =
                    p.0.map(|v| (i32::from(v) + random.below(121) as i32 - 60).clamp(0, 255) as u8);
            }
            small
        }
        "covered" => {
            for y in 0..h {
                for x in 0..w / 2 {
                    small.put_pixel(x, y, Rgb([150, 110, 90]));
                }
            }
            small
        }
        _ => small,
    }
}

/// For each range of confidence: number of readings, entirely right ones, ones with at most three wrong points, ones
/// with more than ten wrong points or another size.
type Bins = [[usize; 4]; 6];

const BOUNDS: [f64; 7] = [0.0, 0.1, 0.3, 0.5, 0.7, 0.9, 1.01];

fn count(bins: &mut Bins, confidence: f64, wrong: Option<usize>) {
    let bin = BOUNDS[1..6]
        .iter()
        .filter(|&&bound| confidence >= bound)
        .count();
    let all = wrong.unwrap_or(usize::MAX);
    for (n, is) in [true, all == 0, all <= 3, all > 10].into_iter().enumerate() {
        bins[bin][n] += usize::from(is);
    }
}

fn print(name: &str, bins: &Bins) {
    println!("{name}: confidence, readings, wholly right, at most 3 wrong, more than 10 wrong");
    for (bin, [all, right, nearly, bad]) in bins.iter().enumerate() {
        let (from, to) = (BOUNDS[bin], BOUNDS[bin + 1].min(1.0));
        println!("{from:.1}–{to:.1} | {all} | {right} | {nearly} | {bad}");
    }
}

fn open(bytes: &[u8]) -> Option<RgbImage> {
    let reader = image::ImageReader::new(std::io::Cursor::new(bytes));
    let mut decoder = reader.with_guessed_format().ok()?.into_decoder().ok()?;
    let turn = image::ImageDecoder::orientation(&mut decoder).ok()?;
    let mut photo = image::DynamicImage::from_decoder(decoder).ok()?;
    photo.apply_orientation(turn);
    Some(photo.into_rgb8())
}

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let data = arguments.next().unwrap_or("../shared/data".to_owned());
    let step = arguments.next().map_or(Ok(1), |step| step.parse())?;
    let mut tables = [Bins::default(); 3];
    // Damaged files: noticed or not; not read, nearly right, bad.
    let mut files = [[0; 3]; 2];
    for (number, case) in cases(Path::new(&data))?.iter().enumerate().step_by(step) {
        let bytes = fs::read(&case.path)?;
        let plain = open(&bytes).ok_or("a photo that cannot be opened")?;
        let mut random = Random(number as u64 * 977 + 5);
        let views = DEGRADED.map(|way| degraded(&plain, way, &mut random));
        for photo in [plain].iter().chain(&views) {
            if let Some((rows, confidence)) = read(photo, case.kind) {
                let wrong = wrong(&rows, &case.truth);
                count(&mut tables[case.kind as usize], confidence, wrong);
            }
        }
        let jpeg = bytes.starts_with(&[0xFF, 0xD8]);
        for way in DAMAGES.iter().filter(|_| jpeg) {
            let bytes = damaged(&bytes, way, &mut random);
            let noticed = damage::find(&bytes).is_some();
            let read = open(&bytes).and_then(|photo| read(&photo, case.kind));
            let end = read.map_or(0, |(rows, _)| match wrong(&rows, &case.truth) {
                Some(..=10) => 1,
                _ => 2,
            });
            files[usize::from(noticed)][end] += 1;
        }
    }
    for (name, bins) in ["Go", "chess", "draughts"].iter().zip(&tables) {
        print(name, bins);
    }
    for (name, [none, nearly, bad]) in ["not noticed", "noticed"].iter().zip(files) {
        println!("damage {name}: no board {none}, at most 10 points wrong {nearly}, more {bad}");
    }
    Ok(())
}
