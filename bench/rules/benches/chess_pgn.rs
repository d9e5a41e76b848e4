//! PGN games read a second, with every main-line move checked, as a table: `cargo bench -p rules-bench --bench
//! chess_pgn`.
//!
//! Reads the games of `../shared/data/chess-pgn` beside the workspace, ten times over.
#![allow(clippy::print_stdout)]

use std::ops::ControlFlow;

use pgn_reader::{SanPlus, Skip};
use rules_bench::turns::{Peer, fastest, rounds};
use shakmaty::{Chess, Position as _};

/// Plays each game with shakmaty; returns its number of plies.
struct Theirs;

impl pgn_reader::Visitor for Theirs {
    type Tags = ();
    type Movetext = (Chess, usize);
    type Output = usize;

    fn begin_tags(&mut self) -> ControlFlow<usize, ()> {
        ControlFlow::Continue(())
    }

    fn begin_movetext(&mut self, (): ()) -> ControlFlow<usize, (Chess, usize)> {
        ControlFlow::Continue((Chess::default(), 0))
    }

    fn san(&mut self, game: &mut (Chess, usize), san: SanPlus) -> ControlFlow<usize> {
        let mv = san.san.to_move(&game.0).expect("legal");
        game.0.play_unchecked(mv);
        game.1 += 1;
        ControlFlow::Continue(())
    }

    fn begin_variation(&mut self, _: &mut (Chess, usize)) -> ControlFlow<usize, Skip> {
        ControlFlow::Continue(Skip(true))
    }

    fn end_game(&mut self, game: (Chess, usize)) -> usize {
        game.1
    }
}

fn theirs(text: &[u8]) -> usize {
    let mut reader = pgn_reader::Reader::new(text);
    let mut plies = 0;
    while let Some(game) = reader.read_game(&mut Theirs).expect("readable") {
        plies += game;
    }
    plies
}

#[derive(Default)]
struct Plies(usize);

impl chess_rules::pgn::Visitor<chess_rules::pgn::Pgn> for Plies {
    fn mv(&mut self, _: &chess_rules::Position, _: chess_rules::Move) {
        self.0 += 1;
    }
}

fn ours(text: &[u8]) -> usize {
    let mut reader = chess_rules::pgn::Reader::new(text);
    let mut plies = Plies::default();
    while let Some(game) = reader.visit(&mut plies) {
        game.expect("legal");
    }
    plies.0
}

fn records(text: &[u8]) -> usize {
    let games = chess_rules::pgn::Reader::new(text);
    games.map(|game| game.expect("legal").tree.len()).sum()
}

fn main() {
    let file = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../../../shared/data/chess-pgn/carlsen_dev60.pgn"
    );
    let Ok(text) = std::fs::read(file) else {
        println!("skipped: no ../shared/data");
        return;
    };
    let text = [text, b"\n".to_vec()].concat().repeat(10);
    let games = chess_rules::pgn::Reader::new(&text[..]).count();
    let plies = theirs(&text) as u64;
    let peers: [Peer; 3] = [
        ("chess-rules", &|| ours(&text) as u64),
        ("chess-rules, whole records kept", &|| records(&text) as u64),
        ("pgn-reader + shakmaty", &|| theirs(&text) as u64),
    ];
    let times = fastest(&peers, plies, rounds(100));
    println!("{games} games, {plies} plies\n");
    println!("| reader | games a second | as a multiple |");
    println!("|---|--:|--:|");
    for ((name, _), time) in peers.iter().zip(&times) {
        let speed = games as f64 / time.as_secs_f64();
        let ratio = times[2].as_secs_f64() / time.as_secs_f64();
        println!("| {name} | {speed:.0} | {ratio:.2} |");
    }
}
