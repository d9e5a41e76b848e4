//! The answer of `read`: the position in a single photo, its confidence and warnings.

use std::path::Path;
use std::process::ExitCode;

use image::RgbImage;
use serde::Serialize;

use super::answer::done;
use crate::cli::error::Error;
use crate::cli::output::{self, say};
use crate::damage::Damage;
use crate::photos::{self, Limits};
use crate::{Error as Library, Warning, WarningKind, go, marked, pieces};

/// A photo that is read on its own, perhaps damaged.
pub(super) struct SinglePhoto<'a> {
    path: &'a Path,
    pub(super) photo: RgbImage,
    damage: Option<Damage>,
}

impl<'a> SinglePhoto<'a> {
    pub(super) fn open(path: &'a Path) -> Result<Self, Error> {
        let (photo, damage) = photos::open_anyway(path, &Limits::default())?;
        Ok(Self {
            path,
            photo,
            damage,
        })
    }

    /// Prints the position, a letter a point, and the warnings. The exit code is 1 if there are warnings.
    pub(super) fn answer<R: Reading>(
        &self,
        reading: Result<R, Library>,
        json: bool,
    ) -> Result<ExitCode, Error> {
        let mut reading = match (reading, self.damage) {
            (Ok(reading), _) => reading,
            // The damage explains why no board is found.
            (Err(Library::NoBoard { .. } | Library::OtherBoard { .. }), Some(damage)) => {
                return Err(Error::from(Library::Photo {
                    path: self.path.to_owned(),
                    reason: damage.into(),
                }));
            }
            (Err(error), _) => return Err(error.in_photo(self.path).into()),
        };
        if let Some(damage) = self.damage {
            let damaged = WarningKind::PhotoDamaged { damage };
            reading.warnings().insert(0, damaged.at(None));
        }
        for warning in reading.warnings() {
            warning.photo = Some(self.path.to_owned());
        }
        let well = reading.warnings().is_empty();
        if json {
            say!("{}", serde_json::to_string(&reading).unwrap_or_default());
            return Ok(done(well));
        }
        for warning in reading.warnings() {
            output::warn(warning);
        }
        for row in reading.rows() {
            let spaced: String = row.chars().flat_map(|c| [c, ' ']).collect();
            say!("{}", spaced.trim_end());
        }
        say!("confidence {:.2}", reading.confidence());
        Ok(done(well))
    }
}

/// The reading of a photo.
pub(super) trait Reading: Serialize {
    /// The position, row by row, a letter a point.
    fn rows(&self) -> &[String];
    /// The confidence, from 0 to 1.
    fn confidence(&self) -> f64;
    /// Reasons to check it.
    fn warnings(&mut self) -> &mut Vec<Warning>;
}

macro_rules! reading {
    ($($kind:ty),*) => {$(
        impl Reading for $kind {
            fn rows(&self) -> &[String] {
                &self.rows
            }

            fn confidence(&self) -> f64 {
                self.confidence
            }

            fn warnings(&mut self) -> &mut Vec<Warning> {
                &mut self.warnings
            }
        }
    )*};
}

reading!(
    go::PhotoReading,
    marked::MarkedReading,
    pieces::PhotoReading
);
