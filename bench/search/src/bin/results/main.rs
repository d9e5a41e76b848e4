//! Decodes the whole suite with every decoder and writes the tables.
//!
//! `cargo run --release -p search-bench --bin results [-- --quick] [--only TEXT] [--seeds N] [--confidence] [--strangers]`
#![allow(clippy::print_stdout, clippy::print_stderr)]

#[path = "../../../../../crates/sequence-search/examples/board_games/ataxx.rs"]
mod ataxx;
mod measure;
#[path = "../../../../../crates/sequence-search/examples/board_games/morris.rs"]
mod morris;
mod paper;
mod reliability;
#[path = "../../../../../crates/sequence-search/examples/board_games/reversi.rs"]
mod reversi;
mod scaling;
mod strangers;
mod streaming;
mod suite;

use std::path::PathBuf;

use indicatif::{ProgressBar, ProgressStyle};
use peak_alloc::PeakAlloc;

use measure::{HEAD, line, run};
use paper::{papers_games, ratios};
use reliability::reliability;
use scaling::scaling;
use strangers::strangers;
use streaming::streaming;
use suite::{Case, cases, decoders};

#[global_allocator]
static MEMORY: PeakAlloc = PeakAlloc;

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let value = |name: &str| {
        let at = arguments.iter().position(|a| a == name)?;
        arguments.get(at + 1)
    };
    let quick = arguments.iter().any(|a| a == "--quick");
    let only = value("--only");
    let seeds = value("--seeds").and_then(|n| n.parse().ok());
    let seeds = seeds.unwrap_or(if quick { 1 } else { 3 });
    let cases = cases();
    let wanted = |c: &&Case| only.is_none_or(|text| c.name.contains(text.as_str()));
    let cases: Vec<&Case> = cases.iter().filter(wanted).collect();
    if arguments.iter().any(|a| a == "--strangers") {
        println!("{}", strangers(&cases, 10));
        return;
    }
    if arguments.iter().any(|a| a == "--confidence") {
        println!("{}", reliability(&cases, seeds));
        return;
    }
    let bar = ProgressBar::new((cases.len() * decoders().len()) as u64);
    if let Ok(style) = ProgressStyle::with_template("{wide_bar} {pos}/{len} {msg}") {
        bar.set_style(style);
    }
    let mut text = format!(
        "# Results of the search\n\n\
         Written by `cargo run --release -p search-bench --bin results` on one core of a shared machine: ratios mean\n\
         more than times. {seeds} seeds a line. The sensor knows its error rate, and the model whether several moves a\n\
         frame are to be expected. `paper` is run where it ends within minutes.\n\n\
         - *Moves right*: in their order. Moves that first show in the same frame have none, nor those that are hidden\n  \
         until another one is played.\n\
         - *Observable*: the same, without the wrong moves of games that cost no more than the one that was played (touches\n  \
         aside): nothing in the frames tells which it was.\n\
         - *Mistakes*: moves missing, and moves that never were.\n\
         - *Proven*: series whose game is proven the likeliest.\n\
         - *Gap*: by how much it may at most be improved, on average.\n\n"
    );
    text.push_str(HEAD);
    for case in &cases {
        for (name, settings) in decoders() {
            bar.set_message(format!("{}: {name}", case.name));
            if name != "paper" || case.small && !quick {
                // The search of 2008 takes minutes: one seed is enough.
                let seeds = if name == "paper" { 1 } else { seeds };
                text.push_str(&line(&case.name, name, &run(case, &settings, seeds)));
            }
            bar.inc(1);
        }
    }
    let out = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("..");
    if only.is_none() {
        bar.set_message("the paper's games");
        text.push_str(&papers_games(if quick { 1 } else { 10 }));
        if !quick {
            bar.set_message("the search of 2008");
            let small: Vec<&Case> = cases.iter().copied().filter(|c| c.small).collect();
            text.push_str(&ratios(&small));
        }
        bar.set_message("strangers");
        text.push_str(&strangers(&cases, if quick { 1 } else { 10 }));
        bar.set_message("confidence");
        text.push_str(&reliability(&cases, seeds));
        bar.set_message("scaling");
        text.push_str(&scaling(&out));
        bar.set_message("the stream");
        text.push_str(&streaming(if quick { 2000 } else { 100_000 }));
    }
    bar.finish_and_clear();
    println!("{text}");
    if only.is_none() && !quick {
        let path = out.join("RESULTS.md");
        match std::fs::write(&path, text) {
            Ok(()) => println!("written to bench/RESULTS.md"),
            Err(error) => eprintln!("{}: {error}", path.display()),
        }
    }
}
