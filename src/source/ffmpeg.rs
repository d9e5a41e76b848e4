//! The programs `ffmpeg` and `ffprobe`: pictures and times of a film, or of whatever `ffmpeg` opens.

use std::ffi::OsString;
use std::io::{self, BufRead, BufReader, Read};
use std::path::Path;
use std::process::{Child, ChildStdout, Command, Stdio};
use std::thread::JoinHandle;

use image::RgbImage;

use super::limits::Limits;
use super::photos::fault::PhotoFault;
use crate::Error;

/// The pictures that `ffmpeg` decodes, one after the other. `ffmpeg` waits until they are taken, so only a few are in
/// memory.
pub(crate) struct Pictures {
    child: Child,
    from: BufReader<ChildStdout>,
    said: Option<JoinHandle<Option<String>>>,
    limits: Limits,
}

/// Why there is no next picture.
#[derive(Debug)]
pub(crate) struct NoPicture(PhotoFault);

impl NoPicture {
    /// As an error that names the film.
    pub(crate) fn in_film(self, path: &Path) -> Error {
        Error::photo(path, self.0)
    }
}

impl Pictures {
    /// The pictures of a file from a time (in milliseconds) on: only the first one, or with a `gap` those at least as
    /// many milliseconds apart.
    pub(crate) fn of_file(
        film: &Path,
        from: u64,
        gap: Option<u64>,
        limits: Limits,
    ) -> Result<Self, Error> {
        /// Names of photos have times in milliseconds, but those of films are finer. No two pictures are nearer than
        /// these milliseconds.
        const ROUNDED: u64 = 2;
        let start = milliseconds(from.saturating_sub(ROUNDED));
        let input = ["-ss".into(), start.into(), "-i".into(), of_file(film)];
        let output = match gap {
            None => vec!["-frames:v".to_owned(), "1".to_owned()],
            Some(gap) => every(&milliseconds(gap.saturating_sub(ROUNDED))),
        };
        Self::run(input, output, limits)
    }

    /// The pictures of a camera or an address, at most `rate` a second.
    #[cfg(feature = "live")]
    pub(crate) fn of_device(name: &str, rate: f64, limits: Limits) -> Result<Self, Error> {
        // The format of cameras of this computer must be given; that of others is recognised.
        let form: &[&str] = match name.starts_with("/dev/video") {
            true => &["-f", "v4l2"],
            false => &[],
        };
        // Some cameras send no times, so the time of arrival counts.
        let live = [
            "-fflags",
            "nobuffer",
            "-use_wallclock_as_timestamps",
            "1",
            "-i",
            name,
        ];
        let input = form.iter().chain(&live).map(OsString::from);
        Self::run(input, every(&format!("{:.3}", 0.9 / rate)), limits)
    }

    fn run(
        input: impl IntoIterator<Item = OsString>,
        output: impl IntoIterator<Item = String>,
        limits: Limits,
    ) -> Result<Self, Error> {
        let mut child = Command::new("ffmpeg")
            .args(["-nostdin", "-v", "error"])
            .args(input)
            // `V` leaves out the cover pictures of music.
            .args(["-map", "0:V:0"])
            .args(output)
            .args(["-pix_fmt", "rgb24", "-c:v", "ppm", "-f", "image2pipe", "-"])
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .map_err(|error| missing("ffmpeg", error))?;
        let (Some(from), Some(errors)) = (child.stdout.take(), child.stderr.take()) else {
            return Err(missing("ffmpeg", io::ErrorKind::BrokenPipe.into()));
        };
        // A full pipe that nobody reads would block `ffmpeg`.
        let said = std::thread::spawn(move || last_line(errors));
        Ok(Self {
            child,
            from: BufReader::new(from),
            said: Some(said),
            limits,
        })
    }

    /// The next picture; `None` after the last one. A broken film ends with an error.
    pub(crate) fn next(&mut self) -> Option<Result<RgbImage, NoPicture>> {
        match picture(&mut self.from, &self.limits) {
            Ok(Some(picture)) => Some(Ok(picture)),
            Err(fault) => Some(Err(NoPicture(fault))),
            Ok(None) => {
                let error = self.said.take()?.join().ok()??;
                let failed = self.child.wait().is_ok_and(|status| !status.success());
                failed.then_some(Err(NoPicture(PhotoFault::Undecodable { error })))
            }
        }
    }
}

impl Drop for Pictures {
    fn drop(&mut self) {
        // An error says that it has already ended.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// The arguments that choose pictures at least these seconds apart, and output each once.
fn every(seconds: &str) -> Vec<String> {
    // With new times at a constant rate, `ffmpeg` neither repeats nor drops pictures.
    let filter = format!(
        "select='isnan(prev_selected_t)+gte(t-prev_selected_t,{seconds})',setpts=N/(25*TB)"
    );
    ["-vf".to_owned(), filter, "-r".to_owned(), "25".to_owned()].into()
}

/// A file name that `ffmpeg` does not take for an address.
fn of_file(path: &Path) -> OsString {
    let mut name = OsString::from("file:");
    name.push(path);
    name
}

fn milliseconds(time: u64) -> String {
    format!("{}.{:03}", time / 1000, time % 1000)
}

/// The times of all pictures of a film, in seconds from its start, in order; and what is wrong with the film if only a
/// part of it can be used.
///
/// # Errors
/// [`Error::Program`] without `ffprobe`; [`Error::Photo`] for a file that is no film.
pub(crate) fn times(film: &Path) -> Result<(Vec<f64>, Option<String>), Error> {
    let shown = "packet=pts_time,dts_time,flags:format=start_time";
    let (text, errors) = probe(film, &["-select_streams", "V:0", "-show_entries", shown])?;
    let mut times = Vec::new();
    let mut start = 0.0;
    for line in text.lines() {
        let value = |key: &str| {
            let mut fields = line.split('|').filter_map(|field| field.split_once('='));
            fields
                .find(|(name, _)| *name == key)
                .map(|(_, value)| value)
        };
        let seconds = |key| value(key)?.parse::<f64>().ok();
        match line.split('|').next() {
            // A cut film also lists pictures that it does not show (flag `D`).
            Some("packet") if !value("flags").is_some_and(|flags| flags.contains('D')) => {
                times.extend(seconds("pts_time").or(seconds("dts_time")));
            }
            Some("format") => start = seconds("start_time").unwrap_or(0.0),
            _ => {}
        }
    }
    if times.is_empty() {
        let reason = PhotoFault::NoFilm {
            error: errors.unwrap_or_else(|| "it has no pictures with times".to_owned()),
        };
        let path = film.to_owned();
        return Err(Error::Photo { path, reason });
    }
    for time in &mut times {
        *time -= start;
    }
    times.sort_by(f64::total_cmp);
    Ok((times, errors))
}

/// When a film was made, if the file has that time.
pub(crate) fn creation_time(film: &Path) -> Option<String> {
    let (text, _) = probe(film, &["-show_entries", "format_tags=creation_time"]).ok()?;
    let (_, time) = text.trim().split_once("creation_time=")?;
    Some(time.to_owned())
}

/// The output of `ffprobe` about a film, and its last error message.
fn probe(film: &Path, what: &[&str]) -> Result<(String, Option<String>), Error> {
    let done = Command::new("ffprobe")
        .args(["-v", "error"])
        .args(what)
        .args(["-of", "compact"])
        .arg(of_file(film))
        .stdin(Stdio::null())
        .output()
        .map_err(|error| missing("ffprobe", error))?;
    let text = String::from_utf8_lossy(&done.stdout).into_owned();
    Ok((text, last_line(&done.stderr[..])))
}

fn missing(program: &'static str, source: io::Error) -> Error {
    Error::Program { program, source }
}

/// The last line that is not empty, without the address of the part of `ffmpeg` and the file name before its message.
fn last_line(from: impl Read) -> Option<String> {
    let mut last = None;
    for line in BufReader::new(from).split(b'\n').map_while(Result::ok) {
        let line = String::from_utf8_lossy(&line).trim().to_owned();
        if !line.is_empty() {
            last = Some(line);
        }
    }
    let last = last?;
    let text = match last.split_once("] ") {
        Some((who, text)) if who.starts_with('[') => text,
        _ => last.rsplit_once(": ").map_or(&*last, |(_, text)| text),
    };
    Some(text.to_owned())
}

/// The next picture of a stream in the format `P6` (portable pixel map): the size as text, then the pixels.
fn picture(from: &mut impl BufRead, limits: &Limits) -> Result<Option<RgbImage>, PhotoFault> {
    if from.fill_buf()?.is_empty() {
        return Ok(None);
    }
    let undecodable = || PhotoFault::Undecodable {
        error: "ffmpeg does not send pictures".to_owned(),
    };
    let mut words: [String; 4] = Default::default();
    for word in &mut words {
        for byte in from.by_ref().bytes() {
            match byte? {
                b' ' | b'\n' => break,
                byte if word.len() < 10 => word.push(char::from(byte)),
                _ => return Err(undecodable()),
            }
        }
    }
    let [kind, width, height, most] = words;
    let (Ok(width), Ok(height)) = (width.parse::<u32>(), height.parse::<u32>()) else {
        return Err(undecodable());
    };
    if (&*kind, &*most) != ("P6", "255") {
        return Err(undecodable());
    }
    let pixels = u64::from(width) * u64::from(height);
    if pixels > limits.pixels {
        let limit = limits.pixels;
        return Err(PhotoFault::TooLarge {
            width,
            height,
            limit,
        });
    }
    let mut bytes = Vec::new();
    from.take(3 * pixels).read_to_end(&mut bytes)?;
    match RgbImage::from_raw(width, height, bytes) {
        Some(picture) => Ok(Some(picture)),
        // It was cut off in the middle.
        None => Err(PhotoFault::FilmEnded),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pictures_of_a_stream_are_read_one_by_one() {
        let bytes = b"P6\n2 1\n255\nabcdefP6\n1 1\n255\nxyzP6\n1 2\n255\nxy";
        let mut from = &bytes[..];
        let limits = Limits::default();
        let mut next = |limits: &Limits| picture(&mut from, limits);
        assert_eq!(next(&limits).unwrap().unwrap().as_raw(), b"abcdef");
        assert_eq!(next(&limits).unwrap().unwrap().dimensions(), (1, 1));
        assert_eq!(next(&limits), Err(PhotoFault::FilmEnded));
        assert_eq!(next(&limits), Ok(None));
        for wrong in [
            "P5\n1 1\n255\nx",
            "P6\n1 1\n65535\nxyzxyz",
            "P6\nx 1\n255\n",
            "P6\n99999999999",
        ] {
            let read = picture(&mut wrong.as_bytes(), &limits);
            assert!(
                matches!(read, Err(PhotoFault::Undecodable { .. })),
                "{wrong}"
            );
        }
        let few = Limits {
            pixels: 1,
            ..limits
        };
        let read = picture(&mut &bytes[..], &few);
        assert!(matches!(read, Err(PhotoFault::TooLarge { width: 2, .. })));
    }

    #[test]
    fn what_is_wrong_is_said_without_addresses() {
        let said = |text: &str| last_line(text.as_bytes());
        let moov = "[mov,mp4 @ 0x55671b7d9880] moov atom not found\n";
        assert_eq!(said(moov).as_deref(), Some("moov atom not found"));
        let invalid = format!("{moov}file:a.mp4: Invalid data found\n\n");
        assert_eq!(said(&invalid).as_deref(), Some("Invalid data found"));
        assert_eq!(said(""), None);
    }
}
