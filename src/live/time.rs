//! The times of photos.

use std::path::Path;
use std::time::SystemTime;

use game_record::Date;
use jiff::Timestamp;
use jiff::tz::TimeZone;

use crate::source::photos;

/// Seconds since 1970.
#[must_use]
pub fn now() -> f64 {
    let since = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH);
    since.map_or(0.0, |since| since.as_secs_f64())
}

/// The time of a photo by its file name, as in kept photos; otherwise the time at which the file was written.
pub(super) fn seconds_of(path: &Path) -> Option<f64> {
    photos::film_seconds(path)
        .or_else(|| named(path))
        .or_else(|| written(path))
}

/// The time of a photo of a camera: its name, in seconds since 1970.
pub(super) fn named(path: &Path) -> Option<f64> {
    let seconds: f64 = path.file_stem()?.to_str()?.parse().ok()?;
    (seconds.is_finite() && seconds > 1e9).then_some(seconds)
}

/// The date of a time in seconds since 1970, where this computer is.
pub(super) fn day_of(seconds: f64) -> Option<Date> {
    let at = Timestamp::from_second(seconds as i64).ok()?;
    let day = TimeZone::system().to_datetime(at).date();
    day.to_string().parse().ok()
}

/// The time at which a file was written, in seconds since 1970.
pub(super) fn written(path: &Path) -> Option<f64> {
    let written = path.metadata().ok()?.modified().ok()?;
    let since = written.duration_since(SystemTime::UNIX_EPOCH).ok()?;
    Some(since.as_secs_f64())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn photos_of_cameras_have_the_day_they_were_made_on() {
        let of = |name: &str| named(Path::new(name)).and_then(day_of);
        assert_eq!(of("DSC_0042.jpg"), None);
        assert_eq!(of("20240501.jpg"), None);
        // Noon in London: the same day nearly everywhere.
        let noon = of("photos/1714564800.125.jpg").unwrap();
        assert_eq!(noon.to_string(), "2024-05-01");
    }
}
