//! A photo with its name.

use std::path::PathBuf;

use image::RgbImage;

/// A photo of a series.
#[derive(Clone, Debug)]
pub struct Photo {
    /// What messages call it: mostly its file.
    pub name: PathBuf,
    /// Its pixels, upright.
    pub image: RgbImage,
}
