//! Measures processor time, memory, and decoding time.

use std::io::Write;
use std::path::PathBuf;
use std::process::{Command, Stdio};

use rustix::time::{ClockId, clock_gettime};

/// The head of the table of rows.
pub(crate) const HEAD: &str = "\
| row | photos | processor a photo, ms | of it decoding, ms | × decoding | × OpenCV's | peak memory, MB |
|---|--:|--:|--:|--:|--:|--:|";

/// Processor time of this process in milliseconds, over all its threads.
pub(crate) fn processor_ms() -> f64 {
    let now = clock_gettime(ClockId::ProcessCPUTime);
    now.tv_sec as f64 * 1e3 + now.tv_nsec as f64 / 1e6
}

/// Processor time of `work` in milliseconds.
pub(crate) fn timed<T>(work: impl FnOnce() -> T) -> (T, f64) {
    let begin = processor_ms();
    let result = work();
    (result, processor_ms() - begin)
}

/// Peak memory of this process in MB; Linux only.
pub(crate) fn peak_mb() -> Option<f64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find(|line| line.starts_with("VmHWM"))?;
    Some(line.split_whitespace().nth(1)?.parse::<f64>().ok()? / 1024.0)
}

/// Milliseconds to decode each of these JPEGs once, as the recorder does.
pub(crate) fn decoding_ms(jpegs: &[PathBuf]) -> f64 {
    let decode = |path| std::fs::read(path).map(|bytes| image::load_from_memory(&bytes));
    let (_, ms) = timed(|| {
        jpegs
            .iter()
            .for_each(|path| drop(std::hint::black_box(decode(path))))
    });
    ms
}

/// The same with OpenCV on one thread, if Python has it.
pub(crate) fn opencv_ms(jpegs: &[PathBuf]) -> Option<f64> {
    const SCRIPT: &str = "
import cv2, sys, time
cv2.setNumThreads(1)
files = [open(name, 'rb').read() for name in sys.stdin.read().splitlines()]
import numpy
begin = time.process_time()
for jpeg in files: cv2.imdecode(numpy.frombuffer(jpeg, numpy.uint8), cv2.IMREAD_COLOR)
print(1000 * (time.process_time() - begin))";
    let mut python = Command::new("python3");
    python.args(["-c", SCRIPT]).stdin(Stdio::piped());
    python.stdout(Stdio::piped()).stderr(Stdio::null());
    let mut python = python.spawn().ok()?;
    let names: Vec<_> = jpegs.iter().map(|path| path.to_string_lossy()).collect();
    python
        .stdin
        .take()?
        .write_all(names.join("\n").as_bytes())
        .ok()?;
    let said = python.wait_with_output().ok()?;
    String::from_utf8_lossy(&said.stdout).trim().parse().ok()
}

/// Prints a row of the table.
pub(crate) fn print_row(name: &str, jpegs: &[PathBuf], all_ms: f64) {
    let memory = peak_mb().map_or_else(|| "–".to_owned(), |mb| format!("{mb:.0}"));
    let photos = jpegs.len() as f64;
    let (decoding, opencv) = (decoding_ms(jpegs), opencv_ms(jpegs));
    let opencv = opencv.map_or_else(|| "–".to_owned(), |ms| format!("{:.1}", all_ms / ms));
    println!(
        "| {name} | {photos} | {:.1} | {:.2} | {:.1} | {opencv} | {memory} |",
        all_ms / photos,
        decoding / photos,
        all_ms / decoding
    );
}
