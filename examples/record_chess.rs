//! Records a chess game from photos with the library: `cargo run --release --example record_chess -- DIR`.
//! Further arguments, such as `"23. Qf3"`, are moves that were certainly played.
#![allow(clippy::print_stdout, clippy::print_stderr)]

use std::ops::ControlFlow;

use kibitzer::chess::{self, Options};
use kibitzer::{Error, photos};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments = std::env::args().skip(1);
    let folder = arguments.next().ok_or("which folder are the photos in?")?;
    let fixes = arguments
        .map(|text| text.parse())
        .collect::<Result<_, _>>()?;
    let photos = photos::collect(&[folder], photos::Order::Name)?;
    let options = Options {
        fixes,
        ..Options::default()
    };
    let game: Result<_, Error> = chess::record(&photos.paths, &options, &mut |_, _, _| {
        ControlFlow::Continue(())
    });
    let game = game?;
    for warning in &game.warnings {
        eprintln!("warning: {warning}");
    }
    game.visit_plies(|position, ply| {
        eprintln!(
            "{} {}: photo {}, confidence {:.3}",
            ply.side,
            position.san(ply.mv),
            ply.frame,
            ply.confidence
        );
    });
    print!("{}", game.record);
    Ok(())
}
