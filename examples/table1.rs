//! Table 1 of Scher, Crabb and Davis (ICPR 2008) with simulated photos: four games of 31, 70, 115 and 49 moves in 63,
//! 337, 325 and 139 photos. For each game, it prints the number of nonexistent stones in photo-by-photo readings, and
//! after decoding.
//!
//! `cargo run --release --example table1 -- [FIRST-LAST] [paper]` (with `paper`: the paper's decoder).
#![allow(clippy::print_stdout)]

mod common;

use std::error::Error;
use std::time::Instant;

use board_core::{Board, MoveGen, Occupancy};
use board_geom::{Locator, Tracker, ViewLayout};
use board_sim::{Renderer, Scene, ScriptOptions, TableFrame, script};
use common::Arguments;
use go_rules::{Move, Position, Size};
use rayon::prelude::*;
use stone_detect::{Detector, picking, pixels};

const GAMES: [(usize, usize); 4] = [(31, 63), (70, 337), (115, 325), (49, 139)];

/// Random moves that resemble a game: near earlier stones.
fn game(moves: usize, seed: u64) -> Vec<Move> {
    let size = Size::NINETEEN;
    let mut position = Position::initial(size);
    let mut played: Vec<Move> = Vec::new();
    let mut draw = 0;
    while played.len() < moves {
        draw += 1;
        let random = |k: u64| board_core::zobrist::splitmix64(seed, 100 * draw + k);
        let near = played
            .iter()
            .rev()
            .nth(random(0) as usize % 6)
            .and_then(|m| m.point());
        let point = match near {
            Some(p) if random(1) % 4 != 0 => {
                let off = |k: u64| (random(k) % 7) as i64 - 3;
                let (c, r) = ((p % 19) as i64 + off(2), (p / 19) as i64 + off(3));
                if !(0..19).contains(&c) || !(0..19).contains(&r) {
                    continue;
                }
                (r * 19 + c) as usize
            }
            _ => (random(4) % 361) as usize,
        };
        let mv = Move::place(point);
        if position.is_legal(mv) {
            position.play(mv);
            played.push(mv);
        }
    }
    played
}

struct Row {
    photo_mistakes: usize,
    left: usize,
    moves_right: usize,
    seconds: f64,
}

fn run(
    moves: usize,
    photos: usize,
    seed: u64,
    search: &sequence_search::Settings,
) -> Result<Row, Box<dyn Error>> {
    let truth = game(moves, seed);
    let start = Position::initial(Size::NINETEEN);
    let scene = Scene {
        photo: board_sim::PhotoFormat {
            width: 800,
            height: 600,
            quality: 80,
        },
        ..Scene::hard()
    };
    let settings = ScriptOptions {
        photos,
        hands: scene.hands.share,
        lag: true,
        seed,
    };
    let table: Vec<TableFrame> = script(&start, &truth, &settings);
    let renderer = Renderer::new(&scene, seed)?;
    let mut tracker: Option<Tracker> = None;
    let options = kibitzer::go::Options::default();
    let mut detector = Detector::new(options.detector)?;
    let mut photo_mistakes = 0;
    let layout = ViewLayout::new(19, 19, 24.0);
    for (k, frames) in table.chunks(16).enumerate() {
        let rendered: Vec<_> = frames
            .par_iter()
            .enumerate()
            .map(|(i, frame)| {
                let jpeg = renderer.render(16 * k + i, frame).to_jpeg();
                image::load_from_memory(&jpeg).map(|p| p.to_rgb8())
            })
            .collect();
        for (photo, frame) in rendered.into_iter().zip(frames) {
            let photo = photo?;
            let grid = match &mut tracker {
                Some(tracker) => tracker.follow(&photo).grid,
                None => {
                    let found = Locator::default().locate(&photo)?.grid;
                    tracker = Some(Tracker::new(found));
                    found
                }
            };
            let view = grid.rectify(&photo, layout);
            let read = picking::pick(&view, &pixels::classify(&view));
            photo_mistakes += read
                .iter()
                .zip(&frame.contents)
                .filter(|(p, truth)| {
                    let seen = picking::content(**p);
                    seen != Occupancy::Empty && seen != **truth
                })
                .count();
            detector.push(view)?;
        }
    }
    let evidence = detector.finish()?;
    let begin = Instant::now();
    let decoded = sequence_search::decode(&start, &evidence, search)?;
    let seconds = begin.elapsed().as_secs_f64();
    // Count stones of the decoded game that are not on the table, photo by photo, as in the paper. A move that is a few
    // photos early or late, because a hand hid it, is no mistake.
    let mut left = 0;
    let (mut position, mut next) = (start.clone(), 0);
    for (i, frame) in table.iter().enumerate() {
        while decoded.plies.get(next).is_some_and(|p| p.frame <= i) {
            position.set_to_move(decoded.plies[next].side);
            position.play(decoded.plies[next].mv);
            next += 1;
        }
        left += (0..361)
            .filter(|&p| {
                let seen = position.get(p);
                let window = i.saturating_sub(6)..(i + 7).min(table.len());
                seen != Occupancy::Empty
                    && table[window].iter().all(|f| f.contents[p] != seen)
                    && frame.contents[p] != seen
            })
            .count();
    }
    let found: Vec<Move> = decoded.plies.iter().map(|p| p.mv).collect();
    let moves_right = kibitzer::compare::moves(&found, &truth).right;
    let extra = found.len().abs_diff(truth.len());
    Ok(Row {
        photo_mistakes,
        left: left + extra,
        moves_right,
        seconds,
    })
}

fn main() -> Result<(), Box<dyn Error>> {
    let arguments = Arguments::given();
    let seeds = arguments.seeds(0, "1-1")?;
    let paper = arguments.text(1, "") == "paper";
    let mut search = if paper {
        sequence_search::Settings::paper()
    } else {
        kibitzer::go::Options::default().search
    };
    search.model.handicap = None;
    println!(
        "moves photos seed | nonexistent stones: photo by photo, decoded | moves right | search ms a photo"
    );
    for seed in seeds {
        for (moves, photos) in GAMES {
            let row = run(moves, photos, seed * 1000 + moves as u64, &search)?;
            println!(
                "{moves:5} {photos:6} {seed:4} | {:5} {:5} | {:4} of {moves:4} | {:.2}",
                row.photo_mistakes,
                row.left,
                row.moves_right,
                1000.0 * row.seconds / photos as f64
            );
        }
    }
    Ok(())
}
