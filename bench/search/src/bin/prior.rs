//! The effect of a learnt move prior on the decoder when many points are misread.
//!
//! `cargo run --release -p search-bench --bin prior [-- GAMES]` learns from all 19×19 games of the archive except the
//! last GAMES (5), and decodes those (with a beam of 64) from misread frames, with and without the prior. The games are
//! those of `../shared/data/go-sgf`.
#![allow(clippy::print_stdout)]

use std::io::Read;
use std::path::PathBuf;
use std::time::Instant;

use board_core::Color;
use go_rules::record::decode;
use go_rules::{Move, Position, Size};
use patterns::prior::ShapePrior;
use patterns::{GameId, Library};
use search_bench::{Noise, Series, Setting, score, simulate};
use sequence_search::{Decoder, Settings};

/// Most games learnt from; more hardly change the prior.
const LEARNED: usize = 1500;

/// The archive's games, one text each.
fn texts() -> Option<Vec<String>> {
    let here = PathBuf::from(env!("CARGO_MANIFEST_DIR"));
    let mut folders = here
        .ancestors()
        .map(|folder| folder.join("../shared/data/go-sgf"));
    let packed = std::fs::File::open(folders.find(|f| f.is_dir())?.join("ai-games.tar.gz")).ok()?;
    let mut archive = tar::Archive::new(flate2::read::GzDecoder::new(packed));
    let mut texts = Vec::new();
    for entry in archive.entries().ok()? {
        let mut entry = entry.ok()?;
        let name = entry.path().ok()?.display().to_string();
        if name.to_ascii_lowercase().ends_with(".sgf") {
            let mut bytes = Vec::new();
            entry.read_to_end(&mut bytes).ok()?;
            texts.push(decode(&bytes).into_owned());
        }
    }
    Some(texts)
}

/// The game read with errors; half a move a frame.
fn misread(moves: &[(Color, Move)], errors: f64, seed: u64) -> Series<Position> {
    let setting = Setting {
        plies: moves.len().min(200),
        rate: 0.5,
        noise: Noise {
            errors,
            ..Noise::default()
        },
    };
    let mut next = moves.iter();
    simulate(
        &Position::initial(Size::NINETEEN),
        &setting,
        seed,
        |_, _| next.next().map(|&(_, mv)| mv),
    )
}

fn main() {
    let Some(texts) = texts() else {
        println!("skipped: no ../shared/data");
        return;
    };
    let games = std::env::args().nth(1).and_then(|n| n.parse().ok());
    let games: usize = games.unwrap_or(5);
    let mut library = Library::new();
    for text in &texts {
        library.add_text(text, "", |_| {});
    }
    // Whole games without a handicap or a pass, with alternating sides.
    let plain = |id: &GameId| {
        let game = library.game(*id).expect("a game of this library");
        let moves: Vec<(Color, Move)> = game.moves().collect();
        let turns = moves
            .iter()
            .zip([Color::Black, Color::White].into_iter().cycle());
        game.size() == Size::NINETEEN && moves.len() >= 150 && { turns }
            .all(|(&(side, mv), turn)| side == turn && !mv.is_pass())
    };
    let ids: Vec<GameId> = library.ids().filter(plain).collect();
    let (learned, asked) = ids.split_at(ids.len().saturating_sub(games));
    let learned = &learned[learned.len().saturating_sub(LEARNED)..];
    let start = Instant::now();
    let prior = ShapePrior::learn(&library, learned.iter().copied());
    let prior = prior.expect("games of this library");
    println!(
        "{} shapes learned from {} games in {:.1} s\n",
        prior.len(),
        learned.len(),
        start.elapsed().as_secs_f64()
    );
    println!(
        "| errors | weight of the prior | moves right | mistakes | nodes a frame | ms a frame |"
    );
    println!("|---|---|---|---|---|---|");
    for errors in [0.2, 0.3] {
        for weight in [0.0, 0.5, 1.0] {
            let mut prior = prior.clone();
            prior.weight = weight;
            let mut settings = Settings::beam(64);
            if weight > 0.0 {
                prior.make_room(&mut settings.model);
            }
            let (mut right, mut of, mut mistakes, mut nodes, mut frames) = (0, 0, 0, 0, 0);
            let start = Instant::now();
            for (seed, &id) in (0..).zip(asked) {
                let game = library.game(id).expect("a game of this library");
                let moves: Vec<(Color, Move)> = game.moves().collect();
                let series = misread(&moves, errors, seed);
                let decoder = Decoder::new(&settings).start(series.start.clone(), 0.0);
                let decoder = if weight > 0.0 {
                    decoder.prior(&prior)
                } else {
                    decoder
                };
                let decoded = decoder.decode(&series.readings).expect("a game");
                let it = score(&series, &decoded);
                (right, of, mistakes) = (right + it.right, of + it.of, mistakes + it.mistakes);
                nodes += decoded.stats.expanded;
                frames += board_core::Observation::frames(&series.readings);
            }
            println!(
                "| {:.0} % | {} | {:.2} % | {mistakes} | {:.0} | {:.2} |",
                100.0 * errors,
                if weight > 0.0 {
                    weight.to_string()
                } else {
                    "none".into()
                },
                100.0 * right as f64 / of as f64,
                nodes as f64 / frames as f64,
                1e3 * start.elapsed().as_secs_f64() / frames as f64
            );
        }
    }
}
