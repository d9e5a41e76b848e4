//! Pieces on light and dark squares: chess, draughts.

use std::collections::VecDeque;

use board_core::Evidence;
use board_core::Occupancy;
use board_geom::{Grid, Motion, Tracked, View};
use image::RgbImage;
use piece_detect::DetectError;
use piece_detect::{AppearanceModel, Patches, ReadingWeights, SinglePhotoReading, Stature};

use super::follow::{FAR, Follower};
use super::locators::{layout, locate_squares, squares_locator, wrong_grid};
use super::repeat::Brightness;
use super::{Labels, Observed, Sensor};
use crate::Error;
use crate::sensor::orientation::{Agreement, COMPARED, RecentReadings};

/// Number of first frames in which the start position is looked for: players may still set up the pieces, or a hand may
/// cover them.
pub(crate) const START_FRAMES: usize = 30;

/// The location of the board in the photos.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub enum Place {
    /// The board has to be located.
    #[default]
    Unknown,
    /// The grid of the lines around the squares: 9 × 9 lines for a chessboard.
    Lines(Grid),
    /// The squares fill the photos, which are cropped and rectified.
    Whole,
}

/// The sensor for pieces on squares. Its appearance model is learnt from labels.
pub struct Squares {
    size: usize,
    stature: Stature,
    /// Whether the second board in view is followed.
    second: bool,
    follower: Option<Follower>,
    last: RecentReadings,
    /// Views of the photos after the readings in [`last`](Self::last). They are read only if the board may have been
    /// turned.
    unread: VecDeque<View>,
    /// Lean of upright pieces in the view, in columns and rows a square of height, in the first photo from this side.
    lean: Option<[f32; 2]>,
    pub(crate) patches: Patches,
    /// Views of the first frames, at most [`START_FRAMES`].
    pub(crate) views: Vec<View>,
    /// Whether the next photo is the first one of another game.
    begins: bool,
    /// Brightness of the last photo, unless the board was hidden; of unchanged ones, the first.
    seen: Option<Brightness>,
}

impl Squares {
    /// A sensor for a board of `size` squares a side, with pieces of this stature.
    ///
    /// # Errors
    /// [`Error::NoBoard`] for a location with another number of squares.
    pub fn new(size: usize, stature: Stature, place: Place) -> Result<Self, Error> {
        let mut squares = Self {
            size,
            stature,
            second: false,
            follower: None,
            last: RecentReadings::default(),
            unread: VecDeque::new(),
            lean: None,
            patches: Patches::new(),
            views: Vec::new(),
            begins: false,
            seen: None,
        };
        match place {
            Place::Unknown => {}
            Place::Lines(grid) => squares.place(grid.upright())?,
            Place::Whole => {
                let whole = Grid::whole(size + 1, size + 1, (100, 100))?;
                squares.follower = Some(Follower::still(whole));
            }
        }
        Ok(squares)
    }

    /// Of two boards in view, follows the one that is seen less clearly.
    pub fn follow_second(&mut self) {
        self.second = true;
    }

    fn view(&self, photo: &RgbImage, tracked: &Tracked) -> Result<View, Error> {
        Ok(tracked.grid.middles()?.rectify(photo, layout(self.size)))
    }

    /// Reads a photo on its own.
    fn read(&self, view: &View) -> Result<SinglePhotoReading, DetectError> {
        match self.stature {
            Stature::Flat => SinglePhotoReading::of_men(view),
            Stature::Tall => SinglePhotoReading::of_pieces(view),
        }
    }

    /// Compares the reading of a photo with the last ones, in all turns.
    fn agreement(&mut self, view: &View) -> Result<Agreement, DetectError> {
        while let Some(view) = self.unread.pop_front() {
            self.last.push(self.read(&view)?.shares());
        }
        Ok(self.last.agreement(&self.read(view)?.shares()))
    }

    /// Tells the patches if the last photo was taken from another side than those before.
    fn note_side(&mut self, view: &View) {
        /// Change of the lean from which pieces hide other squares than before.
        const OTHER_SIDE: f32 = 0.5;
        let middle = 0.5 * (self.size - 1) as f32;
        let Some([x, y, z]) = view.camera else {
            return;
        };
        let lean = [(middle - x) / z, (middle - y) / z];
        let first = *self.lean.get_or_insert(lean);
        let changed = (lean[0] - first[0]).hypot(lean[1] - first[1]);
        if changed > OTHER_SIDE {
            self.lean = Some(lean);
            self.patches.begin_side();
        }
    }

    fn accept(&mut self, tracked: &Tracked) {
        if let Some(follower) = &mut self.follower {
            follower.accept(tracked);
        }
    }
}

impl Sensor for Squares {
    fn is_placed(&self) -> bool {
        self.follower.is_some()
    }

    fn locate(&self, photo: &RgbImage) -> Result<(Grid, f64), Error> {
        let first = locate_squares(photo, self.size)?;
        if !self.second {
            return Ok(first);
        }
        let second = squares_locator(self.size).second_board(photo, &first.0)?;
        Ok((second.grid, second.confidence))
    }

    fn place(&mut self, grid: Grid) -> Result<(), Error> {
        let wanted = (self.size + 1, self.size + 1);
        if (grid.cols, grid.rows) != wanted {
            return Err(wrong_grid((grid.cols, grid.rows), wanted));
        }
        self.follower = Some(Follower::squares(grid, squares_locator(self.size)));
        self.seen = None;
        Ok(())
    }

    fn begin_game(&mut self) {
        self.begins = true;
    }

    fn observe(&mut self, photo: &RgbImage) -> Result<Observed, Error> {
        let Some(follower) = &mut self.follower else {
            return Ok(Observed::Hidden);
        };
        let now = Brightness::of(photo);
        let (_, pitch) = follower.last_grid(photo.dimensions()).pitch();
        let seen = self.seen.as_ref().filter(|_| !self.begins);
        if seen.is_some_and(|seen| seen.is_unchanged(&now, pitch)) {
            return Ok(Observed::Repeat);
        }
        self.seen = None;
        let mut tracked = follower.follow(photo, &now);
        if tracked.motion == Motion::Hidden {
            return Ok(Observed::Hidden);
        }
        let mut view = self.view(photo, &tracked)?;
        if std::mem::take(&mut self.begins) || tracked.moved > FAR {
            self.patches.push(&view)?;
        } else if !self.patches.push_new(&view)? {
            self.accept(&tracked);
            self.seen = Some(now);
            return Ok(Observed::Repeat);
        }
        let mut turned = 0;
        if tracked.moved > FAR || self.patches.may_be_turned() {
            let agreement = self.agreement(&view)?;
            if tracked.moved > FAR && !agreement.is_same_board() {
                self.patches.drop_last();
                return Ok(Observed::Hidden);
            }
            turned = agreement.quarters();
        }
        if turned > 0 {
            tracked.grid = tracked.grid.turned(turned);
            view = self.view(photo, &tracked)?;
            self.patches.drop_last();
            self.patches.push(&view)?;
        }
        self.note_side(&view);
        self.unread.push_back(view.clone());
        if self.unread.len() > COMPARED {
            self.unread.pop_front();
        }
        self.accept(&tracked);
        self.seen = Some(now);
        if self.views.len() < START_FRAMES {
            // The camera of photos that were rectified before is unknown.
            let cropped = self.follower.as_ref().is_some_and(Follower::is_still);
            let camera = view.camera.filter(|_| !cropped);
            self.views.push(View { camera, ..view });
        }
        Ok(Observed::Frame { tracked, turned })
    }

    fn frames(&self) -> usize {
        self.patches.frames()
    }

    fn evidence(&self, frames: &[usize], labels: &Labels) -> Result<Evidence, Error> {
        // Only the patches of labelled and requested frames are needed.
        let mut chosen: Vec<usize> = labels
            .iter()
            .map(|label| label.0)
            .chain(frames.iter().copied())
            .collect();
        chosen.sort_unstable();
        chosen.dedup();
        let patches = self.patches.select(chosen.iter().copied());
        let among = |frame: usize| chosen.partition_point(|&known| known < frame);
        let labels: Vec<(usize, Vec<Option<Occupancy>>)> = labels
            .iter()
            .map(|(frame, contents)| (among(*frame), contents.clone()))
            .collect();
        let model = AppearanceModel::fit(&patches, &labels)?;
        let evidence = model.evidence(
            &patches,
            usize::MAX,
            self.stature,
            ReadingWeights::default(),
        )?;
        Ok(evidence.select(frames.iter().map(|frame| among(*frame))))
    }

    fn usable(&self) -> Option<Vec<bool>> {
        self.patches.at_rest()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use image::Rgb;

    /// A board with a row of dark discs, one of which has gone to another square.
    fn photo(gone_to: u32) -> RgbImage {
        RgbImage::from_fn(480, 480, |x, y| {
            let (col, row) = (x / 60, y / 60);
            let off = (x % 60).abs_diff(30).pow(2) + (y % 60).abs_diff(30).pow(2);
            let square = 8 * row + col;
            let bare = [120, 190][(col + row) as usize % 2];
            let grain = ((x * 7 + y * 13) % 11) as u8;
            match off < 400 && (square == gone_to || (9..16).contains(&square)) {
                true => Rgb([40 + grain; 3]),
                false => Rgb([bare + grain; 3]),
            }
        })
    }

    #[test]
    fn copies_are_repeats_but_for_the_first_photo_of_a_game() {
        let mut squares = Squares::new(8, Stature::Flat, Place::Whole).unwrap();
        let mut kinds = Vec::new();
        let mut observe = |squares: &mut Squares, photo: &RgbImage| {
            let kind = match squares.observe(photo).unwrap() {
                Observed::Frame { .. } => "frame",
                Observed::Repeat => "repeat",
                _ => "hidden",
            };
            kinds.push(kind);
        };
        let (before, after) = (photo(8), photo(17));
        for photo in [&before, &before, &after, &after, &before, &before] {
            observe(&mut squares, photo);
        }
        squares.begin_game();
        observe(&mut squares, &before);
        observe(&mut squares, &before);
        let twice = ["frame", "repeat"];
        assert_eq!(kinds, [twice; 4].concat());
        assert_eq!(squares.frames(), 4);
    }
}
