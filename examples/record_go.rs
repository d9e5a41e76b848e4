//! Records a Go game from photos with the library: `cargo run --release --example record_go -- DIR`.
#![allow(clippy::print_stdout, clippy::print_stderr)]

use std::ops::ControlFlow;

use kibitzer::{Error, go, photos};

fn main() -> Result<(), Error> {
    let inputs: Vec<String> = std::env::args().skip(1).collect();
    let photos = photos::collect(&inputs, photos::Order::Name)?;
    let game = go::record(&photos.paths, &go::Options::default(), &mut |_, _, _| {
        ControlFlow::Continue(())
    })?;
    for warning in &game.warnings {
        eprintln!("warning: {warning}");
    }
    for ply in &game.decoded.plies {
        let name = game.record.size.gtp(ply.mv);
        eprintln!(
            "{} {name}: photo {}, confidence {:.3}",
            ply.side, ply.frame, ply.confidence
        );
    }
    print!("{}", game.record.write());
    Ok(())
}
