//! The options of a marked board, and reading a photo of it.

use board_geom::markers::{LocatedMarkers, MarkersLocator};
use board_geom::{GeomError, View};
use image::RgbImage;
#[cfg(feature = "serde")]
use serde::{Deserialize, Serialize};

use crate::DetectError;
use crate::discs::{DiscReader, DiscReading};
use crate::marked::rim::{Rim, RimOptions};

/// The options of a marked board. In a file, omitted values keep their defaults.
#[derive(Clone, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
#[cfg_attr(feature = "serde", serde(default, deny_unknown_fields))]
pub struct Options {
    /// The markers: positions and colours.
    pub markers: MarkersLocator,
    /// The men: size and colours.
    pub discs: DiscReader,
    /// Detection of objects across the frame.
    pub rim: RimOptions,
}

/// The reading of a photo of a marked board.
#[derive(Clone, Debug)]
pub struct MarkedPhoto {
    /// The grid of the board and the visible markers.
    pub board: LocatedMarkers,
    /// The rectified view.
    pub view: View,
    /// The men; `None` if a marker is hidden, since a hand may then hide men, too.
    pub reading: Option<DiscReading>,
    /// The colours of the frame.
    pub rim: Rim,
}

impl Options {
    /// Checks that every value is in range.
    ///
    /// # Errors
    /// [`DetectError::BadOption`] for the first value out of range.
    pub fn check(&self) -> Result<(), DetectError> {
        let Self {
            markers,
            discs,
            rim,
        } = self;
        let share = 0.0..=1.0;
        let length = 0.01..=2.0;
        for (name, value, within) in [
            ("markers.size", markers.size as f64, 2.0..=12.0),
            ("markers.edges", markers.edges.len() as f64, 0.0..=64.0),
            ("markers.scale", f64::from(markers.scale), 64.0..=8192.0),
            ("markers.diameter", markers.diameter[0], length.clone()),
            ("markers.diameter", markers.diameter[1], length.clone()),
            ("markers.off", markers.off, length.clone()),
            ("markers.alike", markers.alike, 1.0..=100.0),
            ("markers.elongation", markers.elongation, 1.0..=100.0),
            ("markers.lens.k1", markers.lens.k1, -0.3..=0.3),
            ("discs.pitch", f64::from(discs.pitch), 8.0..=200.0),
            ("discs.blur", f64::from(discs.blur), 0.0..=20.0),
            ("discs.radius", f64::from(discs.radius[0]), length.clone()),
            ("discs.radius", f64::from(discs.radius[1]), length.clone()),
            ("discs.height", f64::from(discs.height), 0.0..=2.0),
            ("discs.apart", f64::from(discs.apart), length.clone()),
            ("discs.edge", f64::from(discs.edge), 0.1..=255.0),
            ("discs.support", f64::from(discs.support), share.clone()),
            ("discs.window", f64::from(discs.window), length.clone()),
            ("discs.ratio", f64::from(discs.ratio), share),
            ("discs.blunder", f64::from(discs.blunder), 1e-6..=1.0),
            ("rim.step", f64::from(rim.step), 0.01..=10.0),
            ("rim.length", f64::from(rim.length), length),
        ] {
            if !within.contains(&value) {
                return Err(DetectError::BadOption { name, value });
            }
        }
        let balance = discs
            .balance
            .iter()
            .copied()
            .find(|v| !(0.0..=100.0).contains(v));
        match balance {
            Some(value) => Err(DetectError::BadOption {
                name: "discs.balance",
                value: f64::from(value),
            }),
            None => Ok(()),
        }
    }

    /// Reads one photo.
    ///
    /// # Errors
    /// Those of [`MarkersLocator::locate`], if the board is not found.
    pub fn read(&self, photo: &RgbImage) -> Result<MarkedPhoto, GeomError> {
        let board = self.markers.locate(photo)?;
        let layout = self.discs.layout(self.markers.size);
        let view = board.grid.middles()?.rectify(photo, layout);
        let reading = board.is_clear().then(|| self.discs.read(&view));
        let rim = Rim::of(photo, &board.grid, &self.markers);
        Ok(MarkedPhoto {
            board,
            view,
            reading,
            rim,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_defaults_are_sound_and_what_is_not_is_named() {
        Options::default().check().unwrap();
        let mut options = Options::default();
        options.discs.pitch = f32::NAN;
        let error = options.check().unwrap_err().to_string();
        assert!(error.contains("discs.pitch"), "{error}");
        let mut options = Options::default();
        options.discs.balance[2] = -1.0;
        assert!(options.check().is_err());
    }

    #[test]
    fn any_picture_is_read_or_refused() {
        let options = Options::default();
        for (w, h) in [(0, 0), (1, 1), (3, 200), (64, 64)] {
            let blue = image::Rgb([0, 130, 200]);
            assert!(options.read(&RgbImage::from_pixel(w, h, blue)).is_err());
        }
    }
}
