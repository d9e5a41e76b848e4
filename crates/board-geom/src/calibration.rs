use serde::{Deserialize, Serialize};

use crate::{GeomError, Grid, Radial};

/// A grid as small versioned JSON, to be stored next to its photos.
///
/// ```
/// use board_geom::{Calibration, Grid};
///
/// let corners = [[160.0, 100.0], [840.0, 100.0], [970.0, 550.0], [40.0, 550.0]];
/// let grid = Grid::from_corners(corners, 19, 19, (1024, 762))?;
/// let text = Calibration::from(&grid).to_json();
/// let again = Calibration::from_json(&text)?.grid()?;
/// assert!((again.to_photo(3.0, 3.0)[0] - grid.to_photo(3.0, 3.0)[0]).abs() < 1e-6);
/// # Ok::<(), board_geom::GeomError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Calibration {
    /// Always [`Calibration::FORMAT`].
    pub format: String,
    /// Version of the format; this crate writes and reads [`Calibration::VERSION`].
    pub version: u32,
    /// Name of the game, chosen by the writer; `None` if unknown. A Go board of nine lines and a chessboard have the
    /// same number of lines, at different positions.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub game: Option<String>,
    /// Width and height, in pixels, of the photo that the grid was found in.
    pub photo_px: (u32, u32),
    /// Number of grid points in a row, and number of rows.
    pub points: (usize, usize),
    /// Outermost grid points in the distorted photo, in pixels (x right, y down): top-left, top-right, bottom-right,
    /// bottom-left.
    pub corners_px: [[f64; 2]; 4],
    /// Lens distortion.
    #[serde(default)]
    pub lens: Radial,
}

impl Calibration {
    /// The value of the field `format`.
    pub const FORMAT: &str = "kibitzer-calibration";
    /// The version that is written.
    pub const VERSION: u32 = 1;

    /// Sets the name of the game.
    #[must_use]
    pub fn of_game(self, name: &str) -> Self {
        let game = Some(name.to_owned());
        Self { game, ..self }
    }

    /// The calibration as JSON text.
    #[must_use]
    pub fn to_json(&self) -> String {
        // Plain numbers and strings always serialise.
        serde_json::to_string_pretty(self).unwrap_or_default()
    }

    /// Reads JSON text.
    ///
    /// # Errors
    /// [`GeomError::Calibration`], with line and column, if the text has another format or version.
    pub fn from_json(text: &str) -> Result<Self, GeomError> {
        let fail = |reason: String| GeomError::Calibration { reason };
        let read: Self = serde_json::from_str(text).map_err(|e| fail(e.to_string()))?;
        if read.format != Self::FORMAT {
            return Err(fail(format!(
                "its format is {:?}, not {:?}",
                read.format,
                Self::FORMAT
            )));
        }
        if read.version != Self::VERSION {
            return Err(fail(format!(
                "it has version {}, this program reads version {}",
                read.version,
                Self::VERSION
            )));
        }
        Ok(read)
    }

    /// Makes the grid.
    ///
    /// # Errors
    /// As [`Grid::from_corners`]; [`GeomError::Calibration`] if the photo has no pixels or `k1` is not within ±0.5.
    pub fn grid(&self) -> Result<Grid, GeomError> {
        if self.photo_px.0 == 0
            || self.photo_px.1 == 0
            || self.lens.k1.is_nan()
            || self.lens.k1.abs() > 0.5
        {
            let reason = format!("photo {:?} with lens term {}", self.photo_px, self.lens.k1);
            return Err(GeomError::Calibration { reason });
        }
        let (cols, rows) = self.points;
        Grid::from_seen_corners(self.corners_px, self.lens, cols, rows, self.photo_px)
    }
}

impl From<&Grid> for Calibration {
    fn from(grid: &Grid) -> Self {
        Self {
            format: Self::FORMAT.to_owned(),
            version: Self::VERSION,
            game: None,
            photo_px: grid.photo,
            points: (grid.cols, grid.rows),
            corners_px: grid.corners(),
            lens: grid.lens,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sample() -> Calibration {
        let corners = [[20.0, 30.0], [420.0, 28.0], [450.0, 400.0], [10.0, 410.0]];
        let mut grid = Grid::from_corners(corners, 13, 13, (480, 440)).unwrap();
        grid.lens.k1 = -0.08;
        Calibration::from(&grid)
    }

    #[test]
    fn what_is_written_is_read_with_its_lens() {
        let read = Calibration::from_json(&sample().to_json()).unwrap();
        assert_eq!(read, sample());
        let corners = read.grid().unwrap().corners();
        for (a, b) in corners.iter().zip(sample().corners_px) {
            assert!((a[0] - b[0]).hypot(a[1] - b[1]) < 1e-6);
        }
    }

    #[test]
    fn the_game_is_kept_and_need_not_be_said() {
        let named = sample().of_game("chess");
        assert_eq!(Calibration::from_json(&named.to_json()).unwrap(), named);
        assert!(!sample().to_json().contains("game"));
    }

    #[test]
    fn foreign_newer_and_broken_files_say_so() {
        for (change, word) in [
            ((Calibration::FORMAT, "other"), "format"),
            (("\"version\": 1", "\"version\": 9"), "version 9"),
            (("13", "\"13\""), "line"),
        ] {
            let text = sample().to_json().replacen(change.0, change.1, 1);
            let error = Calibration::from_json(&text).unwrap_err().to_string();
            assert!(error.contains(word), "{error}");
        }
        let mut flat = sample();
        flat.corners_px[2] = flat.corners_px[0];
        assert!(matches!(flat.grid(), Err(GeomError::Corners { .. })));
    }
}
