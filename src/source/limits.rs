//! Limits of the size of photos.

/// Limits that keep a hostile or broken file from exhausting memory.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Most pixels a photo may have. Default 150 million.
    pub pixels: u64,
    /// Most bytes a photo file may have. Default 200 MiB.
    pub file_bytes: u64,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            pixels: 150_000_000,
            file_bytes: 200 << 20,
        }
    }
}
