//! Films for the browser's camera, made of photos.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use tempfile::TempDir;

/// A film in a folder of its own.
pub(crate) struct Film {
    pub(crate) path: PathBuf,
    /// From its begin until its last photo is shown.
    pub(crate) moving: Duration,
    /// From its begin to its end, where the browser begins anew.
    pub(crate) length: Duration,
    _folder: TempDir,
}

impl Film {
    /// Shows so many photos a second, and the last one for a while: then the browser begins anew.
    ///
    /// As a camera does, it makes more pictures than the page takes, with noise: no two are the same.
    pub(crate) fn of(photos: &[PathBuf], rate: f64) -> Self {
        const LAST: f64 = 15.0;
        let folder = tempfile::tempdir().unwrap();
        let at = folder.path();
        let last = std::iter::repeat_n(photos.last().unwrap(), (LAST * rate) as usize);
        for (i, photo) in photos.iter().chain(last).enumerate() {
            let name = at.join(format!("{i:05}.jpg"));
            fs::copy(photo, &name).unwrap();
        }
        let moving = Duration::from_secs_f64(photos.len() as f64 / rate);
        let path = at.join("film.y4m");
        let pictures = (2.0 * rate).max(5.0);
        let filter = format!(
            "fps={pictures},scale='min(iw,800)':-2:out_range=limited,crop=trunc(iw/2)*2:trunc(ih/2)*2,\
             noise=alls=4:allf=t"
        );
        let made = Command::new("ffmpeg")
            .args(["-v", "error", "-framerate", &rate.to_string(), "-i"])
            .arg(at.join("%05d.jpg"))
            .args(["-vf", &filter, "-pix_fmt", "yuv420p"])
            .arg(&path)
            .output()
            .unwrap();
        assert!(
            made.status.success(),
            "{}",
            String::from_utf8_lossy(&made.stderr)
        );
        plain_header(&path);
        Self {
            path,
            moving,
            length: moving + Duration::from_secs_f64(LAST),
            _folder: folder,
        }
    }
}

/// Chromium knows the plain form alone: `C420`, and no comments.
fn plain_header(film: &Path) {
    let bytes = fs::read(film).unwrap();
    let end = bytes.iter().position(|byte| *byte == b'\n').unwrap();
    let header = String::from_utf8(bytes[..end].to_vec()).unwrap();
    let tags = header.split(' ').filter(|tag| !tag.starts_with('X'));
    let tags = tags.map(|tag| if tag.starts_with('C') { "C420" } else { tag });
    let mut plain = tags.collect::<Vec<_>>().join(" ").into_bytes();
    plain.extend(&bytes[end..]);
    fs::write(film, plain).unwrap();
}
