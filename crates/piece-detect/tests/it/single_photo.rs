//! Single photos read with nothing known: simulated ones, and real ones from `../shared/data`, skipped
//! when it is not there. `cargo test --release -p piece-detect --test single_photo -- --nocapture` prints every
//! photo's figures.
#![allow(clippy::print_stdout)]

use std::path::Path;

use board_core::{Color, Occupancy};
use board_geom::{Grid, SquaresLocator, View, ViewLayout};
use board_sim::pieces::{Figure, Frame, Kind, Placement, Renderer, Scene};
use image::RgbImage;
use piece_detect::SinglePhotoReading;

fn open(path: &Path) -> RgbImage {
    let bytes = std::fs::read(path).unwrap();
    image::load_from_memory(&bytes).unwrap().to_rgb8()
}

/// The placement of a FEN, row by row from a8.
fn contents(fen: &str) -> Vec<Occupancy> {
    let placement = fen.split(' ').next().unwrap();
    let mut out = Vec::new();
    for letter in placement.chars().filter(|c| *c != '/') {
        match letter.to_digit(10) {
            Some(n) => out.extend(std::iter::repeat_n(Occupancy::Empty, n as usize)),
            None if letter.is_ascii_uppercase() => out.push(Occupancy::White),
            None => out.push(Occupancy::Black),
        }
    }
    assert_eq!(out.len(), 64);
    out
}

fn rectified(photo: &RgbImage, grid: &Grid) -> View {
    let layout = ViewLayout {
        cols: 8,
        rows: 8,
        pitch: 32.0,
        margin: 32.0,
    };
    grid.middles().unwrap().rectify(photo, layout)
}

/// The view with these corners, a8 first and on along the eighth rank.
fn view(photo: &RgbImage, corners: [[f64; 2]; 4]) -> View {
    let grid = Grid::from_corners(corners, 9, 9, photo.dimensions()).unwrap();
    rectified(photo, &grid)
}

/// Squares read rightly and squares in all.
#[derive(Default)]
struct Score {
    right: usize,
    all: usize,
}

impl Score {
    /// Reads a photo and prints what is wrong.
    fn add(&mut self, name: &str, view: &View, truth: &[Occupancy]) {
        self.add_read(
            name,
            &SinglePhotoReading::of_pieces(view).unwrap(),
            truth,
            |_| true,
        );
    }

    /// The same of a photo that was read, and of some squares.
    fn add_read(
        &mut self,
        name: &str,
        read: &SinglePhotoReading,
        truth: &[Occupancy],
        counts: impl Fn(usize) -> bool,
    ) {
        let (mut right, mut all) = (0, 0);
        let mut wrong = String::new();
        for (square, (content, chance)) in read.contents().enumerate() {
            if !counts(square) {
                continue;
            }
            all += 1;
            if content == truth[square] {
                right += 1;
            } else {
                let file = char::from(b'a' + (square % 8) as u8);
                wrong += &format!(
                    " {file}{}:{:?}→{content:?} {chance:.2}",
                    8 - square / 8,
                    truth[square]
                );
            }
        }
        println!("{name}: {right}/{all}{wrong}");
        self.right += right;
        self.all += all;
    }

    fn share(&self, name: &str) -> f32 {
        let share = self.right as f32 / self.all as f32;
        println!(
            "{name}: {} of {} squares, {:.2} %",
            self.right,
            self.all,
            100.0 * share
        );
        share
    }
}

/// The rows of a table, without its head.
fn table(path: &Path) -> Vec<Vec<String>> {
    let text = std::fs::read_to_string(path).unwrap();
    let rows = text.lines().skip(1);
    rows.map(|line| line.split(',').map(str::to_owned).collect())
        .collect()
}

fn corners(cells: &[String]) -> [[f64; 2]; 4] {
    let numbers: Vec<f64> = cells.iter().map(|c| c.parse().unwrap()).collect();
    core::array::from_fn(|i| [numbers[2 * i], numbers[2 * i + 1]])
}

#[test]
fn a_vinyl_board_from_the_players_seat() {
    let Some(folder) = test_data::path("chess-photos") else {
        return;
    };
    let mut score = Score::default();
    for row in table(&folder.join("truth.csv")) {
        let view = view(&open(&folder.join(&row[0])), corners(&row[4..12]));
        score.add(&row[0], &view, &contents(&row[3]));
    }
    assert!(score.share("chess-photos") > 0.97);
}

#[test]
fn boards_from_above() {
    let Some(folder) = test_data::path("chess-webcam/boards") else {
        return;
    };
    let mut score = Score::default();
    for row in table(&folder.join("truth.csv")) {
        // The position stands upright after the picture is turned clockwise by so many degrees; two
        // of the photos show White on the other side than the table says.
        let other = ["chessBoard003.jpg", "chessBoard013.jpg"].contains(&row[0].as_str());
        let turns = row[2].parse::<usize>().unwrap() / 90 + if other { 2 } else { 0 };
        let mut corners = corners(&row[3..11]);
        corners.rotate_left((8 - turns) % 4);
        let view = view(&open(&folder.join(&row[0])), corners);
        score.add(&row[0], &view, &contents(&row[1]));
    }
    assert!(score.share("boards") > 0.97);
}

#[test]
fn a_webcam_from_above() {
    let Some(folder) = test_data::path("chess-webcam") else {
        return;
    };
    let text = std::fs::read_to_string(folder.join("scholarsmate_corners.json")).unwrap();
    let json: serde_json::Value = serde_json::from_str(&text).unwrap();
    let corner = |name: &str| {
        let at = &json["playing_area_corners_px"][name];
        [0, 1].map(|k: usize| at[k].as_f64().unwrap())
    };
    let corners = ["a8", "h8", "h1", "a1"].map(corner);
    let mut score = Score::default();
    for row in table(&folder.join("scholarsmate_truth.csv")) {
        let (Ok(first), Ok(last)) = (row[3].parse::<usize>(), row[4].parse::<usize>()) else {
            continue;
        };
        // Every second frame is there.
        let middle = (first + last) / 2 / 2 * 2;
        let name = format!("frame_{middle:04}.jpg");
        let view = view(&open(&folder.join(&name)), corners);
        score.add(&name, &view, &contents(&row[2]));
    }
    assert!(score.share("webcam") > 0.97);
}

#[test]
fn photos_rectified_by_somebody_else() {
    let mut score = Score::default();
    for game in ["game2", "game7"] {
        let Some(folder) = test_data::path(&format!("chess-real/{game}")) else {
            return;
        };
        let rows = table(&folder.join("truth.csv")).into_iter();
        for row in rows.step_by(test_data::how_many(5, 1)) {
            let path = folder.join(&row[3]);
            if !path.is_file() {
                continue;
            }
            let photo = open(&path);
            let grid = Grid::whole(9, 9, photo.dimensions()).unwrap();
            let mut view = rectified(&photo, &grid);
            view.camera = None;
            score.add(&format!("{game} {}", row[3]), &view, &contents(&row[2]));
        }
    }
    assert!(score.share("rectified") > 0.97);
}

/// Ordinary boards of draughts, found without help: hands, glare, men beside the board. Only dark
/// squares count.
#[test]
fn draughts_from_above() {
    let Some(folder) = test_data::path("checkers-photos") else {
        return;
    };
    let text = std::fs::read_to_string(folder.join("truth.tsv")).unwrap();
    let mut score = Score::default();
    for line in text.lines().skip(1).step_by(test_data::how_many(2, 1)) {
        let fields: Vec<&str> = line.split('\t').collect();
        let photo = open(&folder.join(fields[0]));
        let found = SquaresLocator::default().locate(&photo).unwrap();
        let truth: Vec<Occupancy> = fields[1]
            .chars()
            .filter_map(|letter| match letter {
                'w' => Some(Occupancy::White),
                'b' => Some(Occupancy::Black),
                '.' => Some(Occupancy::Empty),
                _ => None,
            })
            .collect();
        let odd = usize::from(fields[2] == "odd");
        let dark = |square: usize| (square / 8 + square % 8) % 2 == odd;
        let read = SinglePhotoReading::of_men(&rectified(&photo, &found.grid)).unwrap();
        score.add_read(fields[0], &read, &truth, dark);
    }
    assert!(score.share("draughts") > 0.99);
}

/// Pieces of both sides anywhere, on half of the squares at most; one in two is a pawn.
fn scattered(seed: u64) -> Placement {
    let draw = |square: u64, what: u64, n: u64| {
        board_core::zobrist::splitmix64(seed ^ what << 32, square) % n
    };
    let few = 4 + draw(0, 9, 4);
    (0..64)
        .map(|square| {
            (draw(square, 1, 8) >= few).then(|| Figure {
                kind: Kind::ALL[draw(square, 2, 11).saturating_sub(5) as usize],
                color: [Color::White, Color::Black][draw(square, 3, 2) as usize],
            })
        })
        .collect()
}

/// Men and a few kings on dark squares, sets and boards drawn at random.
#[test]
fn random_men() {
    let mut score = Score::default();
    for seed in 700..test_data::how_many(710, 720) {
        let draw = |square: u64, what: u64, n: u64| {
            board_core::zobrist::splitmix64(seed ^ what << 32, square) % n
        };
        let few = 2 + draw(0, 9, 6);
        let placement: Placement = (0..64)
            .map(|square| {
                let stands = (square / 8 + square) % 2 == 1 && draw(square, 1, 8) >= few;
                stands.then(|| Figure {
                    kind: [Kind::Man, Kind::Crowned][usize::from(draw(square, 2, 8) == 0)],
                    color: [Color::White, Color::Black][draw(square, 3, 2) as usize],
                })
            })
            .collect();
        let truth: Vec<Occupancy> = placement.iter().map(|&f| Figure::occupancy(f)).collect();
        let scene = match seed % 2 {
            0 => Scene::random(seed),
            _ => Scene::hard(seed),
        };
        let renderer = Renderer::new(&scene.with_men(seed), seed).unwrap();
        let photo = renderer.render(0, &Frame::of(placement));
        let read = SinglePhotoReading::of_men(&view(&photo.image, photo.corners_px)).unwrap();
        let dark = |square: usize| (square / 8 + square % 8) % 2 == 1;
        score.add_read(&format!("men {seed}"), &read, &truth, dark);
    }
    assert!(score.share("men") > 0.98);
}

#[test]
fn random_and_hard_scenes() {
    let (mut random, mut hard) = (Score::default(), Score::default());
    for seed in 500..test_data::how_many(510, 520) {
        for (score, name, scene) in [
            (&mut random, "random", Scene::random(seed)),
            (&mut hard, "hard", Scene::hard(seed)),
        ] {
            let placement = scattered(seed);
            let truth: Vec<Occupancy> = placement.iter().map(|&f| Figure::occupancy(f)).collect();
            let renderer = Renderer::new(&scene, seed).unwrap();
            let photo = renderer.render(0, &Frame::of(placement));
            let view = view(&photo.image, photo.corners_px);
            score.add(&format!("{name} {seed}"), &view, &truth);
        }
    }
    assert!(random.share("random") > 0.98);
    assert!(hard.share("hard") > 0.95);
}
