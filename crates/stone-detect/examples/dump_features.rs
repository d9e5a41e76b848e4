//! Prints the features of photos' points: `dump_features PHOTO…`.
#![allow(clippy::print_stdout)]
use board_geom::{Locator, ViewLayout};
fn main() {
    for path in std::env::args().skip(1) {
        let photo = image::ImageReader::open(&path)
            .unwrap()
            .with_guessed_format()
            .unwrap()
            .decode()
            .unwrap()
            .to_rgb8();
        let Ok(found) = Locator::default().locate(&photo) else {
            println!("none {path}");
            continue;
        };
        let view = found.grid.rectify(
            &photo,
            ViewLayout::new(found.grid.cols, found.grid.rows, 24.0),
        );
        for (i, f) in stone_detect::features::measure(&view).iter().enumerate() {
            println!(
                "{} {} {}",
                path.rsplit('/').next().unwrap(),
                i,
                f.map(|v| format!("{v:.3}")).join(" ")
            );
        }
    }
}
