//! The photos of a game as one file: a tar archive in the format `ustar` (POSIX.1-1988), which needs no index.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use axum::body::Bytes;
use futures_util::Stream;
use futures_util::stream::unfold;
use tokio::sync::mpsc;

use super::time::seconds_of;

/// Bytes of a block. Headers and files are padded to whole blocks.
const BLOCK: usize = 512;

/// The archive of these photos, made while it is read. Photos that can no longer be read are left out.
pub(super) fn archive(photos: Vec<PathBuf>) -> impl Stream<Item = io::Result<Bytes>> {
    let (give, take) = mpsc::channel(2);
    tokio::task::spawn_blocking(move || {
        for photo in photos {
            let Ok(bytes) = fs::read(&photo) else {
                continue;
            };
            // Nobody reads on: nothing more to do.
            if give.blocking_send(entry(&photo, &bytes)).is_err() {
                return;
            }
        }
        // Two empty blocks end an archive.
        let _ = give.blocking_send(vec![0; 2 * BLOCK]);
    });
    unfold(take, async |mut take| {
        let bytes = take.recv().await?;
        Some((Ok(bytes.into()), take))
    })
}

/// A file with its header.
fn entry(path: &Path, bytes: &[u8]) -> Vec<u8> {
    let mut header = [0; BLOCK];
    let mut put = |at: usize, text: &[u8]| header[at..at + text.len()].copy_from_slice(text);
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    put(0, &name.as_bytes()[..name.len().min(99)]);
    put(100, b"0000644\0");
    put(108, b"0000000\0");
    put(116, b"0000000\0");
    put(124, format!("{:011o}\0", bytes.len()).as_bytes());
    let seconds = seconds_of(path).unwrap_or_default().clamp(0.0, 8e9) as u64;
    put(136, format!("{seconds:011o}\0").as_bytes());
    // The sum counts its own place as blanks.
    put(148, b"        ");
    put(156, b"0");
    put(257, b"ustar\x0000");
    let sum: u32 = header.iter().map(|byte| u32::from(*byte)).sum();
    header[148..156].copy_from_slice(format!("{sum:06o}\0 ").as_bytes());
    let mut entry = header.to_vec();
    entry.extend(bytes);
    entry.resize(entry.len().next_multiple_of(BLOCK), 0);
    entry
}
