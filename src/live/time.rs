//! The times of photos.

use std::path::Path;
use std::time::SystemTime;

use crate::source::photos;

/// Seconds since 1970.
#[must_use]
pub fn now() -> f64 {
    let since = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH);
    since.map_or(0.0, |since| since.as_secs_f64())
}

/// The time of a photo by its file name, as in kept photos; otherwise the time at which the file was written.
pub(super) fn seconds_of(path: &Path) -> Option<f64> {
    if let Some(seconds) = photos::film_seconds(path) {
        return Some(seconds);
    }
    let named = path.file_stem()?.to_str()?.parse().ok();
    let named = named.filter(|seconds: &f64| seconds.is_finite() && *seconds > 1e9);
    named.or_else(|| written(path))
}

/// The time at which a file was written, in seconds since 1970.
pub(super) fn written(path: &Path) -> Option<f64> {
    let written = path.metadata().ok()?.modified().ok()?;
    let since = written.duration_since(SystemTime::UNIX_EPOCH).ok()?;
    Some(since.as_secs_f64())
}
