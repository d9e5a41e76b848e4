//! From photos to the record, on photos of the simulator and on real ones: `../shared/data`, skipped where it is not
//! there.
#![allow(clippy::print_stderr)]

mod checkers;
mod chess;
mod gap;
mod go;
mod midway;
mod referee;
mod turned;

use std::path::{Path, PathBuf};

/// A folder of `../shared/data`; `None`, and a word about it, where that is not there.
fn data(folder: &str) -> Option<PathBuf> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../shared/data")
        .join(folder);
    if !path.is_dir() {
        eprintln!("skipped: no ../shared/data");
        return None;
    }
    Some(path)
}
