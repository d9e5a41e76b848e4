//! Against GNU Go, which shares no code with this crate, by the Go Text Protocol.
//!
//! Runs if `gnugo` is on the path or `GNUGO` names it.
#![expect(clippy::print_stderr, reason = "a skipped test must say so")]

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use board_core::{Board, Color, MoveGen, Occupancy, laws::legal_moves, zobrist::splitmix64};
use go_rules::{Move, Position, Size, handicap_points};

struct GnuGo {
    process: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
}

impl GnuGo {
    /// `None`, and a line that says so, when there is none.
    fn start() -> Option<GnuGo> {
        let named = std::env::var_os("GNUGO").map(std::path::PathBuf::from);
        // Debian keeps games off the path of some users.
        let places = ["gnugo", "/usr/games/gnugo"].map(std::path::PathBuf::from);
        for place in named.into_iter().chain(places) {
            let started = Command::new(place)
                .args(["--mode", "gtp", "--forbid-suicide"])
                .stdin(Stdio::piped())
                .stdout(Stdio::piped())
                .stderr(Stdio::null())
                .spawn();
            if let Ok(mut process) = started {
                let input = process.stdin.take().unwrap();
                let output = BufReader::new(process.stdout.take().unwrap());
                return Some(GnuGo {
                    process,
                    input,
                    output,
                });
            }
        }
        eprintln!("skipped: no gnugo");
        None
    }

    fn send(&mut self, commands: &str) {
        self.input.write_all(commands.as_bytes()).unwrap();
        self.input.flush().unwrap();
    }

    /// The answer to one command, without its sign.
    fn answer(&mut self) -> Result<String, String> {
        let mut text = String::new();
        loop {
            let mut line = String::new();
            let read = self.output.read_line(&mut line).unwrap();
            assert!(read > 0, "gnugo has ended");
            if line.trim().is_empty() && !text.is_empty() {
                break;
            }
            text.push_str(line.trim_start());
        }
        let (sign, rest) = text.split_at(1);
        let rest = rest.trim().to_owned();
        if sign == "=" { Ok(rest) } else { Err(rest) }
    }

    fn ask(&mut self, command: &str) -> String {
        self.send(&format!("{command}\n"));
        self.answer()
            .unwrap_or_else(|error| panic!("{command}: {error}"))
    }

    fn points(&mut self, command: &str, size: Size) -> Vec<usize> {
        let answer = self.ask(command);
        let named = answer.split_whitespace();
        let mut points: Vec<usize> = named
            .map(|name| size.parse_gtp(name).unwrap().point().unwrap())
            .collect();
        points.sort_unstable();
        points
    }
}

impl Drop for GnuGo {
    fn drop(&mut self) {
        let _ = self.input.write_all(b"quit\n");
        let _ = self.process.wait();
    }
}

fn ours(position: &Position, color: Color) -> Vec<usize> {
    let points = 0..position.points();
    points
        .filter(|&p| position.get(p) == Occupancy::from(color))
        .collect()
}

#[test]
fn gnugo_agrees_on_random_games() {
    let Some(mut gnugo) = GnuGo::start() else {
        return;
    };
    let (mut plies, mut kos, mut captures) = (0, 0, 0);
    for seed in 0..40u64 {
        let side = [5, 7, 9, 19][seed as usize % 4];
        // Most of the time goes into asking for every point of the largest.
        if side == 19 && seed >= test_data::how_many(12, 40) {
            continue;
        }
        let size = Size::square(side).unwrap();
        gnugo.ask(&format!("boardsize {side}"));
        gnugo.ask("clear_board");
        let mut position = Position::initial(size);
        for ply in 0..(side * side * 2).min(300) {
            let color = position.to_move();
            // GNU Go's `is_legal`, for all points in one go.
            let asked: String = (0..size.points())
                .map(|point| format!("is_legal {color} {}\n", size.gtp(Move::place(point))))
                .collect();
            gnugo.send(&asked);
            for point in 0..size.points() {
                assert_eq!(
                    gnugo.answer().unwrap() == "1",
                    position.is_legal(Move::place(point)),
                    "seed {seed} ply {ply} {}\n{position:?}",
                    size.sgf(point)
                );
            }
            let moves = legal_moves(&position);
            let mv = moves[(splitmix64(seed, ply as u64) % moves.len() as u64) as usize];
            let undo = position.play(mv);
            gnugo.ask(&format!("play {color} {}", size.gtp(mv)));
            plies += 1;
            kos += usize::from(position.ko().is_some());
            if undo.removed() > 0 {
                captures += undo.removed();
                for side in Color::BOTH {
                    let stones = gnugo.points(&format!("list_stones {side}"), size);
                    assert_eq!(stones, ours(&position, side), "seed {seed} ply {ply}");
                    let taken = gnugo.ask(&format!("captures {side}"));
                    assert_eq!(taken, position.captures(side).to_string());
                }
            }
        }
        for side in Color::BOTH {
            let stones = gnugo.points(&format!("list_stones {side}"), size);
            assert_eq!(stones, ours(&position, side), "seed {seed}");
        }
    }
    assert!(
        plies > 2_000 && kos > 20 && captures > 500,
        "{plies} {kos} {captures}"
    );
}

#[test]
fn gnugo_agrees_on_handicap_points() {
    let Some(mut gnugo) = GnuGo::start() else {
        return;
    };
    for side in [7, 8, 9, 13, 19] {
        let size = Size::square(side).unwrap();
        for stones in 2..=9 {
            gnugo.ask(&format!("boardsize {side}"));
            gnugo.ask("clear_board");
            gnugo.send(&format!("fixed_handicap {stones}\n"));
            let theirs = gnugo
                .answer()
                .is_ok()
                .then(|| gnugo.points("list_stones black", size));
            let ours = handicap_points(size, stones).map(|mut points| {
                points.sort_unstable();
                points
            });
            assert_eq!(ours, theirs, "{stones} stones on {size}");
        }
    }
}
