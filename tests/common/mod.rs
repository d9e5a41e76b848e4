//! What the tests on real photos share.

use std::path::{Path, PathBuf};

/// A folder of `../shared/data`; `None`, and a word about it, where that is not there.
pub(crate) fn data(folder: &str) -> Option<PathBuf> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../shared/data")
        .join(folder);
    if !path.is_dir() {
        eprintln!("skipped: no ../shared/data");
        return None;
    }
    Some(path)
}
