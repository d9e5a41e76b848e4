//! Four boards and twenty viewers on one computer: photos may be dropped, moves may not.
//!
//! `cargo test --release --test live -- load:: --nocapture` prints how long it takes from the hand leaving the board to
//! the move in a viewer's page.

#![allow(clippy::print_stdout)]

use std::fs;
use std::net::TcpStream;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use image::RgbImage;
use image::codecs::jpeg::JpegEncoder;
use serde_json::Value;
use tungstenite::{Message, WebSocket, client};

use crate::server::{Server, kibitzer, moves};

/// A game, as the setup of a board and as a record.
struct Game {
    name: &'static str,
    setup: &'static str,
    file: &'static str,
    record: &'static str,
}

const GAMES: [Game; 4] = [
    Game {
        name: "chess",
        setup: r#"{"game":"chess"}"#,
        file: "a.pgn",
        record: "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5 7. Bb3 d6 8. c3 O-O *\n",
    },
    Game {
        name: "chess",
        setup: r#"{"game":"chess"}"#,
        file: "b.pgn",
        record: "1. d4 d5 2. c4 e6 3. Nc3 Nf6 4. Bg5 Be7 5. e3 O-O 6. Nf3 h6 7. Bh4 b6 8. cxd5 Nxd5 *\n",
    },
    Game {
        name: "checkers",
        setup: r#"{"game":"checkers"}"#,
        file: "c.pdn",
        record: "1. 11-15 23-19 2. 8-11 22-17 3. 4-8 17-13 4. 15-18 24-20 5. 11-15 28-24 6. 8-11 26-23 *\n",
    },
    Game {
        name: "checkers",
        setup: r#"{"game":"checkers"}"#,
        file: "d.pdn",
        record: "1. 11-15 23-19 2. 8-11 22-17 3. 4-8 17-13 4. 15-18 24-20 5. 11-15 28-24 6. 8-11 26-23 *\n",
    },
];

/// A photo a ply and one more, without and with a hand.
const CLEAR: &str = "[photo]\nwidth = 640\nheight = 480\n[camera]\ntilt = 25.0\ndrift = 0.0\nshake = 0.0\n\
                     [pace]\nrepeat = 0.0\n[hands]\nshare = 0.0\n";
const HANDS: &str = "[photo]\nwidth = 640\nheight = 480\n[camera]\ntilt = 25.0\ndrift = 0.0\nshake = 0.0\n\
                     [pace]\nrepeat = 0.0\n[hands]\nshare = 1.0\n";

/// Photos a second.
const RATE: f64 = 5.0;
/// Photos of a hand, and then of the board without it, for each ply.
const HAND: usize = 3;
const REST: usize = 9;

/// The photos of a game as a camera sends them: with noise of their own, as JPEG.
struct Shots {
    /// By ply: with the hand, without.
    plies: Vec<[Vec<Vec<u8>>; 2]>,
}

impl Shots {
    fn of(game: &Game, folder: &Path) -> Self {
        fs::write(folder.join(game.file), game.record).unwrap();
        let photos = |scene: &str, name: &str| -> Vec<PathBuf> {
            fs::write(folder.join("scene.toml"), scene).unwrap();
            let name = format!("{}-{name}", game.file);
            kibitzer(
                &format!("render {} -o {name} --scene scene.toml", game.file),
                folder,
            );
            let photos = (1..).map(|i| folder.join(format!("{name}/photo_{i:04}.jpg")));
            photos.take_while(|path| path.exists()).collect()
        };
        let (hands, clear) = (photos(HANDS, "hands"), photos(CLEAR, "clear"));
        let noisy = |path: &PathBuf, count: usize| -> Vec<Vec<u8>> {
            let photo = image::open(path).unwrap().into_rgb8();
            (0..count).map(|seed| jpeg(&photo, seed as u32)).collect()
        };
        let plies = hands.iter().zip(&clear);
        Self {
            plies: plies
                .map(|(hand, clear)| [noisy(hand, HAND), noisy(clear, 3)])
                .collect(),
        }
    }
}

/// A photo with a camera's noise.
fn jpeg(photo: &RgbImage, seed: u32) -> Vec<u8> {
    let mut state = seed.wrapping_mul(0x9e37_79b9) | 1;
    let mut noisy = photo.clone();
    for value in noisy.iter_mut() {
        // Xorshift (Marsaglia 2003).
        state ^= state << 13;
        state ^= state >> 17;
        state ^= state << 5;
        *value = value.saturating_add_signed((state % 7) as i8 - 3);
    }
    let mut bytes = Vec::new();
    noisy
        .write_with_encoder(JpegEncoder::new_with_quality(&mut bytes, 90))
        .unwrap();
    bytes
}

/// One who looks on: when which moves were shown. Only some look at what they are sent.
fn view(
    host: &str,
    board: usize,
    looks: bool,
    over: Arc<AtomicBool>,
) -> Vec<(Instant, Vec<String>)> {
    let stream = TcpStream::connect(host).unwrap();
    stream
        .set_read_timeout(Some(Duration::from_secs(60)))
        .unwrap();
    let (mut states, _) = client(format!("ws://{host}/board/{board}/live"), stream).unwrap();
    let mut shown = Vec::new();
    while !over.load(Ordering::Relaxed) {
        let Message::Text(state) = states.read().expect("sent away") else {
            continue;
        };
        if looks {
            let now = Instant::now();
            let state: Value = serde_json::from_str(&state).unwrap();
            shown.push((now, moves(&state)));
        }
    }
    shown
}

/// Sends the photos of a game at the camera's pace; when the first photo of each ply without the hand was sent.
fn film(shots: &Shots, camera: &mut WebSocket<TcpStream>) -> Vec<Instant> {
    let begin = Instant::now();
    let mut sent = 0;
    let mut send = |jpeg: &Vec<u8>| {
        let due = begin + Duration::from_secs_f64(f64::from(sent) / RATE);
        sent += 1;
        thread::sleep(due.saturating_duration_since(Instant::now()));
        camera.send(Message::binary(jpeg.clone())).unwrap();
        Instant::now()
    };
    let mut left = Vec::new();
    for (ply, [hand, clear]) in shots.plies.iter().enumerate() {
        // Before the first move the board is looked at, and after the last one.
        let quiet = ply == 0 || ply + 1 == shots.plies.len();
        for jpeg in hand.iter().filter(|_| ply > 0) {
            send(jpeg);
        }
        left.push(send(&clear[0]));
        for i in 1..if quiet { 3 * REST } else { REST } {
            send(&clear[i % clear.len()]);
        }
    }
    left
}

/// What became of a board: its moves in the end, the seconds each took to be shown, and the photos looked at of those
/// sent.
struct Watched {
    told: Vec<String>,
    seconds: Vec<f64>,
    looked: f64,
}

fn watched(shots: &[Shots], truths: &[Vec<String>]) -> Vec<Watched> {
    const VIEWERS: usize = 5;
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start("--boards 4", folder.path());
    for (board, game) in (1..).zip(&GAMES) {
        let new = format!(r#"{{"do":"new_game","setup":{}}}"#, game.setup);
        server.command_to(board, &new);
    }
    let over = Arc::new(AtomicBool::new(false));
    let host = &server.host;
    let watched: Vec<Watched> = thread::scope(|scope| {
        let viewers: Vec<Vec<_>> = (1..=shots.len())
            .map(|board| {
                let viewer = |i| {
                    let over = Arc::clone(&over);
                    scope.spawn(move || view(host, board, i == 0, over))
                };
                (0..VIEWERS).map(viewer).collect()
            })
            .collect();
        let cameras: Vec<_> = (1..)
            .zip(shots)
            .map(|(board, shots)| {
                scope.spawn(move || {
                    let stream = TcpStream::connect(host).unwrap();
                    let address = format!("ws://{host}/board/{board}/camera");
                    film(shots, &mut client(address, stream).unwrap().0)
                })
            })
            .collect();
        let left: Vec<Vec<Instant>> = cameras
            .into_iter()
            .map(|camera| camera.join().unwrap())
            .collect();
        // What is seen last may still be looked at.
        thread::sleep(Duration::from_secs(3));
        let states: Vec<Value> = (1..=shots.len())
            .map(|board| server.state_of(board))
            .collect();
        over.store(true, Ordering::Relaxed);
        // They are told something once more.
        for board in 1..=shots.len() {
            server.command_to(board, r#"{"do":"pause"}"#);
        }
        let shown = viewers.into_iter().map(|of_board| {
            let mut shown = of_board.into_iter().map(|viewer| viewer.join().unwrap());
            let first = shown.next().unwrap();
            shown.for_each(drop);
            first
        });
        let shown: Vec<_> = shown.collect();
        let boards = states.iter().zip(left).zip(shown).zip(truths);
        boards
            .map(|(((state, left), shown), truth)| {
                let seconds = left.iter().skip(1).enumerate().map(|(ply, left)| {
                    // From when on it is shown, whatever became of it before.
                    let wrong = |told: &Vec<String>| told.get(..=ply) != truth.get(..=ply);
                    let since = shown
                        .iter()
                        .rposition(|(_, told)| wrong(told))
                        .map_or(0, |i| i + 1);
                    let at = shown.get(since).map_or(Instant::now(), |(at, _)| *at);
                    at.saturating_duration_since(*left).as_secs_f64()
                });
                let count = |name: &str| state["camera"][name].as_f64().unwrap();
                let looked = count("photos") + count("still");
                Watched {
                    told: moves(state),
                    seconds: seconds.collect(),
                    looked: looked / (looked + count("dropped")),
                }
            })
            .collect()
    });
    watched
}

#[test]
fn four_boards_with_twenty_viewers_lose_no_move() {
    /// Share of the photos that must be looked at for a fault to be ours.
    const ENOUGH: f64 = 0.6;
    let folder = tempfile::tempdir().unwrap();
    let shots: Vec<Shots> = GAMES
        .iter()
        .map(|game| Shots::of(game, folder.path()))
        .collect();
    let truths: Vec<Vec<String>> = GAMES
        .iter()
        .map(|game| truth(&folder.path().join(game.file)))
        .collect();
    let mut least = 1.0_f64;
    for _ in 0..2 {
        let boards = watched(&shots, &truths);
        for (game, board) in GAMES.iter().zip(&boards) {
            let mut seconds = board.seconds.clone();
            seconds.sort_by(f64::total_cmp);
            let at = |share: f64| seconds[(share * (seconds.len() - 1) as f64).ceil() as usize];
            println!(
                "| {} | {} | {:.0} % | {:.2} s | {:.2} s |",
                game.name,
                seconds.len(),
                100.0 * board.looked,
                at(0.5),
                at(0.99)
            );
        }
        let right = boards
            .iter()
            .zip(&truths)
            .all(|(board, truth)| board.told == *truth);
        least = boards.iter().map(|board| board.looked).fold(1.0, f64::min);
        if right {
            return;
        }
        if least >= ENOUGH {
            let told: Vec<_> = boards.iter().map(|board| &board.told).collect();
            panic!("{told:?}\n{truths:?}");
        }
    }
    test_data::too_slow(&format!(
        "looks at {:.0} % of the photos of four boards",
        100.0 * least
    ));
}

/// The moves of a record, in Go with the sides.
fn truth(path: &Path) -> Vec<String> {
    match path.extension().unwrap().to_str().unwrap() {
        "sgf" => kibitzer::go::named_moves(&kibitzer::go::read_record(path).unwrap()),
        "pgn" => kibitzer::chess::named_moves(&kibitzer::chess::read_record(path).unwrap()),
        _ => kibitzer::checkers::named_moves(&kibitzer::checkers::read_record(path).unwrap()),
    }
}
