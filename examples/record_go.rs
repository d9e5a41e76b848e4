//! Records a Go game from photos with the library: `cargo run --release --example record_go -- DIR`.
#![allow(clippy::print_stdout, clippy::print_stderr)]

use std::ops::ControlFlow;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let inputs: Vec<String> = std::env::args().skip(1).collect();
    let photos = kibitzer::photos::collect(&inputs, kibitzer::photos::Order::Name)?;
    let mut options = kibitzer::go::Options::default();
    if let Ok(w) = std::env::var("MEDIAN") {
        options.detector.median_window = w.parse()?;
    }
    let game = kibitzer::go::record(&photos.paths, &options, |_, _, _| ControlFlow::Continue(()))?;
    for warning in &game.warnings {
        eprintln!("warning: {warning}");
    }
    for name in std::env::var("POINTS")
        .unwrap_or_default()
        .split_whitespace()
    {
        let p = game.record.size.parse_gtp(name).unwrap().point().unwrap();
        for f in 0..game.photos.len() {
            use board_core::*;
            eprintln!(
                "{name} {f} {:?}",
                Occupancy::ALL
                    .iter()
                    .map(|&c| game.evidence.cost(f, p, c))
                    .collect::<Vec<_>>()
            );
        }
    }
    eprintln!(
        "{:?} {} frames {:?}",
        game.decoded.proof,
        game.decoded.cost,
        game.decoded
            .plies
            .iter()
            .map(|p| p.frame)
            .collect::<Vec<_>>()
    );
    print!("{}", game.record.write());
    Ok(())
}
