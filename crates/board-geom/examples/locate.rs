//! Finds the board in photos and draws what was seen: `cargo run --release -p board-geom --example
//! locate -- PHOTO… [OUT_DIR]`.
#![allow(clippy::print_stdout)]

use board_geom::Locator;

fn main() {
    for path in std::env::args().skip(1) {
        let photo = image::ImageReader::open(&path)
            .and_then(image::ImageReader::with_guessed_format)
            .expect("a readable file")
            .decode()
            .expect("a photo")
            .to_rgb8();
        let start = std::time::Instant::now();
        match Locator::default().locate(&photo) {
            Ok(found) => {
                if let Ok(folder) = std::env::var("DEBUG_PICTURES") {
                    let name = std::path::Path::new(&path).file_stem().unwrap_or_default();
                    let save = |what: &str, picture: image::RgbImage| {
                        let file = format!("{folder}/{}-{what}.png", name.to_string_lossy());
                        picture.save(file).expect("a writable folder");
                    };
                    save("grid", board_geom::debug::overlay(&photo, &found.grid));
                    save("ridges", board_geom::debug::ridges(&photo, &found.trace));
                    save("lines", board_geom::debug::lines(&photo, &found.trace));
                }
                println!(
                    "{path}: {} lines, confidence {:.2}, rms {:.2} px, k1 {:.3}, {} lines {:?} {:.0?}",
                    found.grid.cols,
                    found.confidence,
                    found.rms_px,
                    found.grid.lens.k1,
                    found.trace.lines.len(),
                    found
                        .grid
                        .corners()
                        .map(|c| c.map(|v| (v * 10.0).round() / 10.0)),
                    start.elapsed()
                )
            }
            Err(error) => println!("{path}: {error} {:.0?}", start.elapsed()),
        }
    }
}
