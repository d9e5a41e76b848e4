//! Single real photos with shadows put on them. `cargo test --release -p piece-detect --test it -- shadows::
//! --nocapture` prints the figures.
#![allow(clippy::print_stdout)]

use std::path::Path;

use board_core::Occupancy;
use board_geom::{Grid, View, ViewLayout};
use image::RgbImage;
use piece_detect::{SinglePhotoReading, without_shadows};
use test_data::shadow::{Shadow, Shape};

/// Share of the squares that may be read wrongly in shadows beyond those that are without.
const LOST: f32 = 0.03;

/// A photo, its grid, and what stands on the squares.
struct Known {
    name: String,
    photo: RgbImage,
    grid: Grid,
    truth: Vec<Option<Occupancy>>,
}

fn open(path: &Path) -> RgbImage {
    let bytes = std::fs::read(path).unwrap();
    image::load_from_memory(&bytes).unwrap().to_rgb8()
}

fn content(letter: char) -> Option<Occupancy> {
    match letter {
        '.' => Some(Occupancy::Empty),
        'w' => Some(Occupancy::White),
        'b' => Some(Occupancy::Black),
        _ => None,
    }
}

/// Of the placement of a FEN.
fn contents(fen: &str) -> Vec<Option<Occupancy>> {
    let placement = fen.split(' ').next().unwrap();
    let letters = placement.chars().filter(|c| *c != '/');
    letters
        .flat_map(|letter| {
            match letter.to_digit(10) {
                Some(n) => ".".repeat(n as usize),
                None if letter.is_ascii_uppercase() => "w".to_owned(),
                None => "b".to_owned(),
            }
            .chars()
            .collect::<Vec<_>>()
        })
        .map(content)
        .collect()
}

/// Every so many photos of a folder of rectified chess.
fn rectified(game: &str, each: usize) -> Vec<Known> {
    let Some(folder) = test_data::path(&format!("chess-real/{game}")) else {
        return Vec::new();
    };
    let table = std::fs::read_to_string(folder.join("truth.csv")).unwrap();
    let rows = table
        .lines()
        .skip(1)
        .map(|row| row.split(',').collect::<Vec<_>>());
    rows.step_by(each)
        .filter(|row| folder.join(row[3]).is_file())
        .map(|row| {
            let photo = open(&folder.join(row[3]));
            let grid = Grid::whole(9, 9, photo.dimensions()).unwrap();
            let name = format!("{game} {}", row[3]);
            Known {
                name,
                photo,
                grid,
                truth: contents(row[2]),
            }
        })
        .collect()
}

fn from_the_seat() -> Vec<Known> {
    let Some(folder) = test_data::path("chess-photos") else {
        return Vec::new();
    };
    let table = std::fs::read_to_string(folder.join("truth.csv")).unwrap();
    let rows = table
        .lines()
        .skip(1)
        .map(|row| row.split(',').collect::<Vec<_>>());
    rows.map(|row| {
        let photo = open(&folder.join(row[0]));
        let number = |i: usize| row[4 + i].parse::<f64>().unwrap();
        let corners = [0, 1, 2, 3].map(|i| [number(2 * i), number(2 * i + 1)]);
        let grid = Grid::from_corners(corners, 9, 9, photo.dimensions()).unwrap();
        let (name, truth) = (row[0].to_owned(), contents(row[3]));
        Known {
            name,
            photo,
            grid,
            truth,
        }
    })
    .collect()
}

fn view(known: &Known, shadow: Option<Shadow>) -> View {
    let mut photo = known.photo.clone();
    if let Some(shadow) = shadow {
        let width = photo.width() as usize;
        shadow.fall(&mut photo, width);
    }
    let layout = ViewLayout {
        cols: 8,
        rows: 8,
        pitch: 32.0,
        margin: 32.0,
    };
    let mut view = known.grid.middles().unwrap().rectify(&photo, layout);
    if known.name.starts_with("game") {
        view.camera = None;
    }
    view
}

/// Share of the squares read rightly, and in how many photos shadows were found.
fn read(all: &[Known], shadow: Option<Shadow>) -> (f32, usize) {
    let (mut right, mut squares, mut found) = (0, 0, 0);
    for known in all {
        squares += known.truth.iter().flatten().count();
        let view = view(known, shadow);
        found += usize::from(without_shadows(&view).is_some());
        let contents = SinglePhotoReading::of_pieces(&view).unwrap();
        let pairs = contents.contents().zip(&known.truth);
        right += pairs
            .filter(|((read, _), truth)| Some(*read) == **truth)
            .count();
    }
    (right as f32 / squares as f32, found)
}

/// Shadows that thresholds were tuned with.
fn tuned() -> Vec<(&'static str, Shadow)> {
    let soft = |shadow: Shadow, soft: f32| Shadow { soft, ..shadow };
    vec![
        ("half, right, 0.55", Shadow::half(0.0, 0.55)),
        ("half, aslant, 0.4", Shadow::half(0.15, 0.4)),
        ("half, below, 0.7, soft", soft(Shadow::half(0.25, 0.7), 0.1)),
        (
            "stripes, 0.5",
            Shadow {
                shape: Shape::Stripes {
                    across: 0.1,
                    width: 0.2,
                },
                left: [0.5; 3],
                soft: 0.01,
            },
        ),
    ]
}

/// Shadows that nothing was tuned with.
fn others() -> Vec<(&'static str, Shadow)> {
    let through = |through: [f32; 2], towards: f32| Shape::Half { through, towards };
    let person = Shape::Person {
        middle: [0.12, -0.08],
        half: [0.16, 0.4],
    };
    vec![
        (
            "third, left, 0.45",
            Shadow {
                shape: through([-0.12, 0.0], 0.5),
                left: [0.45; 3],
                soft: 0.004,
            },
        ),
        (
            "two thirds, aslant, 0.6, bluish",
            Shadow {
                shape: through([-0.1, -0.05], 0.9),
                left: [0.55, 0.6, 0.67],
                soft: 0.02,
            },
        ),
        (
            "person, 0.5, soft",
            Shadow {
                shape: person,
                left: [0.5; 3],
                soft: 0.05,
            },
        ),
        (
            "stripes, narrow, 0.6",
            Shadow {
                shape: Shape::Stripes {
                    across: 0.27,
                    width: 0.13,
                },
                left: [0.6; 3],
                soft: 0.015,
            },
        ),
    ]
}

/// What is read in shadows is nearly what is read without them, and where there is none, none is found.
#[test]
fn figures() {
    let mut sets = vec![("game 7", rectified("game7", 8))];
    if test_data::repetitions() {
        sets.push(("game 2", rectified("game2", 10)));
        sets.push(("seat", from_the_seat()));
    }
    for (name, photos) in sets.iter().filter(|(_, photos)| !photos.is_empty()) {
        let (plain, found) = read(photos, None);
        println!(
            "{name}: {:.2} % as they are; {found} of {} shadows",
            100.0 * plain,
            photos.len()
        );
        assert_eq!(found, 0, "{name}");
        for (kind, shadows) in [("others", others()), ("tuned", tuned())]
            .into_iter()
            .take(test_data::how_many(1, 2))
        {
            let mut shares = 0.0;
            for (shadow, fallen) in &shadows {
                let (right, found) = read(photos, Some(*fallen));
                println!(
                    "{name}, {shadow}: {:.2} %; {found} of {} found",
                    100.0 * right,
                    photos.len()
                );
                shares += right;
            }
            let mean = shares / shadows.len() as f32;
            assert!(
                mean > plain - LOST,
                "{name}, {kind}: {mean} in shadows, {plain} without"
            );
        }
    }
}
