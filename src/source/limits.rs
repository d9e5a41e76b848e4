//! Limits of the size of photos, and of the time to open them.

use std::time::Duration;

/// Limits that keep a hostile or broken file from exhausting memory, and from taking for ever.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Most pixels a photo may have. Default 150 million.
    pub pixels: u64,
    /// Most bytes a photo file may have. Default 200 MiB.
    pub file_bytes: u64,
    /// Longest time another program may take to open a photo (HEIC). Default one minute.
    pub program_time: Duration,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            pixels: 150_000_000,
            file_bytes: 200 << 20,
            program_time: Duration::from_secs(60),
        }
    }
}
