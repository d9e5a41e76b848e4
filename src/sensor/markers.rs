//! Discs on a board with coloured markers on its frame.

use board_core::Evidence;
use board_geom::{GeomError, Grid, Motion, Tracked, turned_squares};
use image::RgbImage;
use piece_detect::discs::{DiscReading, evidence};
use piece_detect::marked::{Options, Rim};

use super::follow::{JUMP, moved};
use super::{Labels, Sensor, Sighting};
use crate::Error;
use crate::sensor::orientation::LastSeen;

/// Discs on a board with markers: each photo tells where the board is and what stands on it, by the colours of the
/// settings. Photos in which a marker is hidden are of a hand; those in which something crosses the frame between two
/// of them are not [usable](Sensor::usable).
pub struct Markers {
    settings: Options,
    last: Option<Grid>,
    seen: LastSeen,
    pub(crate) readings: Vec<DiscReading>,
    rims: Vec<Rim>,
}

impl Markers {
    /// For a board as the settings describe it.
    #[must_use]
    pub fn new(settings: Options) -> Self {
        Self {
            settings,
            last: None,
            seen: LastSeen::default(),
            readings: Vec::new(),
            rims: Vec::new(),
        }
    }
}

/// How many markers are seen, where some are not.
pub(crate) fn hidden<T>(markers: &[Option<T>]) -> String {
    let seen = markers.iter().flatten().count();
    format!("only {seen} of {} markers are seen", markers.len())
}

impl Sensor for Markers {
    fn is_placed(&self) -> bool {
        true
    }

    fn locate(&self, photo: &RgbImage) -> Result<(Grid, f64), Error> {
        let board = self.settings.markers.locate(photo)?;
        let seen = board.markers.iter().flatten().count();
        Ok((board.grid, seen as f64 / board.markers.len() as f64))
    }

    fn place(&mut self, _: Grid) -> Result<(), Error> {
        Ok(())
    }

    fn observe(&mut self, photo: &RgbImage) -> Result<Sighting, Error> {
        let look = match self.settings.read(photo) {
            Ok(look) => look,
            Err(error) => return Ok(Sighting::Covered(error)),
        };
        let Some(reading) = look.reading else {
            let reason = hidden(&look.board.markers);
            return Ok(Sighting::Covered(GeomError::NotFound { reason }));
        };
        // Of the turns that the markers allow, the one as before, or the one that the men tell.
        let grid = look.board.grid;
        let last = self.last.unwrap_or(grid).resized(photo.dimensions());
        let moved = |quarters: usize| moved(&grid.turned(quarters), &last);
        let turns = look.board.symmetries.iter().copied();
        let nearest = turns.min_by(|&a, &b| moved(a).total_cmp(&moved(b)));
        let nearest = nearest.unwrap_or(0);
        let shares = reading.turned(nearest).shares();
        let turned = self.seen.agreement(&shares).quarters();
        let allowed = look.board.symmetries.contains(&((nearest + turned) % 4));
        let turned = if allowed { turned } else { 0 };
        self.seen.push(turned_squares(&shares, turned));
        let quarters = nearest + turned;
        self.readings.push(reading.turned(quarters));
        self.rims.push(look.rim.turned(quarters));
        let (grid, moved) = (grid.turned(quarters), moved(nearest));
        self.last = Some(grid);
        let motion = match moved > JUMP {
            true => Motion::Jump,
            false => Motion::Drift,
        };
        let confidence = 1.0;
        let tracked = Tracked {
            grid,
            motion,
            moved,
            confidence,
        };
        Ok(Sighting::Frame { tracked, turned })
    }

    fn frames(&self) -> usize {
        self.readings.len()
    }

    fn evidence(&self, frames: &[usize], _: &Labels) -> Result<Evidence, Error> {
        let readings: Vec<_> = frames
            .iter()
            .map(|frame| self.readings[*frame].clone())
            .collect();
        Ok(evidence(&readings))
    }

    fn usable(&self) -> Option<Vec<bool>> {
        let usual = Rim::median(&self.rims);
        let crossed = |rim: &Rim| rim.is_crossed(&usual, &self.settings.rim);
        let clear: Vec<bool> = self.rims.iter().map(|rim| !crossed(rim)).collect();
        // Else nothing is usual: the frame tells nothing.
        clear.contains(&true).then_some(clear)
    }
}
