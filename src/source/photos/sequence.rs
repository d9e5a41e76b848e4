//! The order in which photos were taken, from their names and from the times that cameras write into them.

use std::cmp::Ordering;
use std::fs::File;
use std::io::BufReader;
use std::path::{Path, PathBuf};

use crate::Error;

/// Sorts by file name: numbers by value, whatever the case, and `photo.jpg` before its copies `photo (1).jpg`, `photo
/// (2).jpg`.
pub(crate) fn by_name(a: &Path, b: &Path) -> Ordering {
    let key = |path: &Path| path.with_extension("").to_string_lossy().to_lowercase();
    natord::compare(&key(a), &key(b)).then_with(|| a.cmp(b))
}

/// Sorts by the times in the photos.
pub(super) fn by_time(paths: Vec<PathBuf>) -> Result<Vec<PathBuf>, Error> {
    let mut timed = Vec::with_capacity(paths.len());
    for path in paths {
        let time = exif_time(&path).ok_or_else(|| Error::NoTime { path: path.clone() })?;
        timed.push((time, path));
    }
    timed.sort_by(|a, b| a.0.cmp(&b.0).then_with(|| by_name(&a.1, &b.1)));
    Ok(timed.into_iter().map(|(_, path)| path).collect())
}

/// Sorts by name, unless the times of all photos contradict it, or the camera's numbers begin again at 0. Returns a
/// note if they do.
pub(super) fn by_what_they_say(paths: &mut Vec<PathBuf>) -> Option<String> {
    paths.sort_by(|a, b| by_name(a, b));
    let times: Vec<Option<String>> = paths.iter().map(|path| exif_time(path)).collect();
    let early = |pair: &[Option<String>]| matches!(pair, [Some(a), Some(b)] if a > b);
    let back = times.windows(2).position(early);
    if let Some(at) = back
        && times.iter().all(Option::is_some)
    {
        let (first, second) = (paths[at].clone(), paths[at + 1].clone());
        let mut timed: Vec<_> = times.into_iter().zip(paths.drain(..)).collect();
        timed.sort_by(|a, b| a.0.cmp(&b.0));
        paths.extend(timed.into_iter().map(|(_, path)| path));
        return Some(format!(
            "the photos are put in the order of their times, which names contradict: {} was taken after \
             {}; --order name overrides",
            first.display(),
            second.display()
        ));
    }
    if let Some(first) = rolled_over(paths) {
        paths.rotate_left(first);
        return Some(format!(
            "the numbers in the names begin again at 0: {} is taken for the first photo; --order name overrides",
            paths[0].display()
        ));
    }
    back.map(|at| {
        format!(
            "by its time {} was taken after {}; some photos have no time, so the names decide",
            paths[at].display(),
            paths[at + 1].display()
        )
    })
}

/// The index of the first photo among photos sorted by name, if the camera's numbers begin again at 0: `IMG_9998`,
/// `IMG_9999`, `IMG_0000`.
fn rolled_over(paths: &[PathBuf]) -> Option<usize> {
    /// Cameras count with four digits or more.
    const DIGITS: usize = 4;
    let numbered = |path: &PathBuf| {
        let stem = path.file_stem()?.to_str()?.to_owned();
        let digits = stem.len() - stem.trim_end_matches(|c: char| c.is_ascii_digit()).len();
        let (name, number) = stem.split_at(stem.len() - digits);
        let name = path.with_file_name(name.to_lowercase());
        Some((name, digits, number.parse::<u64>().ok()?))
    };
    let numbered: Vec<_> = paths.iter().map(numbered).collect::<Option<_>>()?;
    let (name, digits, first) = numbered.first()?;
    let same = numbered.iter().all(|n| (&n.0, &n.1) == (name, digits));
    let end = 10_u64.checked_pow(u32::try_from(*digits).ok()?)?;
    let last = numbered.last()?.2;
    // Cameras leave a few numbers out, where photos were deleted.
    let near = end / 100;
    if !same || *digits < DIGITS || *first > near || last + near < end {
        return None;
    }
    let gap = |pair: &[(PathBuf, usize, u64)]| pair[1].2 - pair[0].2;
    let gaps = numbered.windows(2).map(gap).enumerate();
    let (at, widest) = gaps.max_by_key(|gap| gap.1)?;
    (widest > end / 2).then_some(at + 1)
}

/// Sortable time from EXIF: `2024:05:01 12:00:03` followed by the fraction of a second.
pub(super) fn exif_time(path: &Path) -> Option<String> {
    let file = File::open(path).ok()?;
    let exif = exif::Reader::new()
        .read_from_container(&mut BufReader::new(file))
        .ok()?;
    let text = |tag| match &exif.get_field(tag, exif::In::PRIMARY)?.value {
        exif::Value::Ascii(parts) => parts
            .first()
            .map(|p| String::from_utf8_lossy(p).trim().to_owned()),
        _ => None,
    };
    let time = text(exif::Tag::DateTimeOriginal).or_else(|| text(exif::Tag::DateTime))?;
    // "7" is 0.7 s and "07" is 0.07 s: as text behind the seconds they sort rightly.
    let fraction = text(exif::Tag::SubSecTimeOriginal).unwrap_or_default();
    Some(format!("{time}.{fraction}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sorted(names: &[&str]) -> (Vec<String>, Option<String>) {
        let mut paths: Vec<PathBuf> = names.iter().map(PathBuf::from).collect();
        let note = by_what_they_say(&mut paths);
        let names = paths.iter().map(|path| path.display().to_string());
        (names.collect(), note)
    }

    #[test]
    fn copies_follow_and_case_does_not_count() {
        let (names, note) = sorted(&["p (2).jpg", "p (10).jpg", "p.jpg", "P (1).JPG"]);
        assert_eq!(names, ["p.jpg", "P (1).JPG", "p (2).jpg", "p (10).jpg"]);
        assert_eq!(note, None);
    }

    #[test]
    fn a_camera_begins_again_after_its_last_number() {
        let (names, note) = sorted(&[
            "IMG_0001.jpg",
            "IMG_9998.jpg",
            "img_0000.JPG",
            "IMG_9999.jpg",
        ]);
        let wanted = [
            "IMG_9998.jpg",
            "IMG_9999.jpg",
            "img_0000.JPG",
            "IMG_0001.jpg",
        ];
        assert_eq!(names, wanted);
        assert!(note.is_some_and(|note| note.contains("IMG_9998.jpg is taken for the first")));
        for others in [
            ["IMG_0001.jpg", "IMG_5000.jpg", "IMG_9999.jpg"],
            ["IMG_0001.jpg", "IMG_0002.jpg", "IMG_9000.jpg"],
            ["IMG_0001.jpg", "other_0000.jpg", "IMG_9999.jpg"],
            ["1.jpg", "9.jpg", "0.jpg"],
        ] {
            assert_eq!(sorted(&others).1, None, "{others:?}");
        }
    }
}
