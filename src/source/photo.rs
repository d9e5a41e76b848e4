//! A photo with its name.

use std::path::PathBuf;

use image::RgbImage;

use super::photos;
use crate::Error;

/// A photo of a series.
#[derive(Clone, Debug)]
pub struct Photo {
    /// What messages call it: mostly its file.
    pub name: PathBuf,
    /// Its pixels, upright.
    pub image: RgbImage,
}

impl Photo {
    /// Opens a photo with the default [`Limits`](photos::Limits); it is named by its path.
    ///
    /// # Errors
    /// Those of [`photos::open`].
    pub fn open(path: PathBuf) -> Result<Self, Error> {
        let image = photos::open(&path, &photos::Limits::default())?;
        Ok(Self { name: path, image })
    }
}
