//! Saves the rectified view of each photo: `cargo run --release -p board-geom --example rectify --
//! OUT_DIR PHOTO…`.

use board_geom::{Locator, ViewLayout};

fn main() {
    let mut arguments = std::env::args().skip(1);
    let folder = std::path::PathBuf::from(arguments.next().expect("a folder to write to"));
    for path in arguments {
        let photo = image::ImageReader::open(&path)
            .and_then(image::ImageReader::with_guessed_format)
            .expect("a readable file")
            .decode()
            .expect("a photo")
            .to_rgb8();
        let found = Locator::default()
            .locate(&photo)
            .expect("a board in the photo");
        let layout = ViewLayout::new(found.grid.cols, found.grid.rows, 24.0);
        let view = found.grid.rectify(&photo, layout);
        let name = std::path::Path::new(&path)
            .file_stem()
            .expect("a file name");
        let file = folder.join(name).with_extension("png");
        view.image.save(file).expect("a writable folder");
    }
}
