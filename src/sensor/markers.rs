//! Discs on a board with coloured markers on its frame.

use board_core::Evidence;
use board_geom::{GeomError, Grid, Motion, Tracked, turned_squares};
use image::RgbImage;
use piece_detect::discs::{DiscReading, evidence};
use piece_detect::marked::{Options, Rim};

use super::follow::{JUMP, distance_moved};
use super::{Labels, Observed, Sensor};
use crate::Error;
use crate::sensor::orientation::RecentReadings;

/// The sensor for discs on a board with markers. It reads each photo on its own, by the colours in the settings.
///
/// A hidden marker means a hand: the photo is left out. Photos in which something crosses the frame between two markers
/// are not [usable](Sensor::usable).
pub struct Markers {
    settings: Options,
    last: Option<Grid>,
    recent: RecentReadings,
    pub(crate) readings: Vec<DiscReading>,
    rims: Vec<Rim>,
}

impl Markers {
    /// A sensor for the board that the settings describe.
    #[must_use]
    pub fn new(settings: Options) -> Self {
        Self {
            settings,
            last: None,
            recent: RecentReadings::default(),
            readings: Vec::new(),
            rims: Vec::new(),
        }
    }
}

/// Describes how many markers are visible, if some are hidden.
pub(crate) fn hidden_markers<T>(markers: &[Option<T>]) -> String {
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

    fn observe(&mut self, photo: &RgbImage) -> Result<Observed, Error> {
        let marked = match self.settings.read(photo) {
            Ok(marked) => marked,
            Err(error) => return Ok(Observed::Covered(error)),
        };
        let Some(reading) = marked.reading else {
            let reason = hidden_markers(&marked.board.markers);
            return Ok(Observed::Covered(GeomError::NotFound { reason }));
        };
        // The markers may allow several turns. Take the nearest to the last one, unless the men show another turn.
        let grid = marked.board.grid;
        let last = self.last.unwrap_or(grid).resized(photo.dimensions());
        let moved = |quarters: usize| distance_moved(&grid.turned(quarters), &last);
        let turns = marked.board.symmetries.iter().copied();
        let nearest = turns.min_by(|&a, &b| moved(a).total_cmp(&moved(b)));
        let nearest = nearest.unwrap_or(0);
        let shares = reading.turned(nearest).shares();
        let turned = self.recent.agreement(&shares).quarters();
        let allowed = marked.board.symmetries.contains(&((nearest + turned) % 4));
        let turned = if allowed { turned } else { 0 };
        self.recent.push(turned_squares(&shares, turned));
        let quarters = nearest + turned;
        self.readings.push(reading.turned(quarters));
        self.rims.push(marked.rim.turned(quarters));
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
        Ok(Observed::Frame { tracked, turned })
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
        // If every rim is crossed, the median is no reference, so use all frames.
        clear.contains(&true).then_some(clear)
    }
}
