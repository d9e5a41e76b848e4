//! Pieces on light and dark squares: chess, draughts.

use std::collections::VecDeque;

use board_core::Evidence;
use board_core::Occupancy;
use board_geom::{Grid, Motion, Tracked, View};
use image::RgbImage;
use piece_detect::DetectError;
use piece_detect::{AppearanceModel, Patches, ReadingWeights, SinglePhotoReading, Stature};

use super::boards::{another, find, layout, squares};
use super::follow::{FAR, Follower};
use super::{Labels, Sensor, Sighting};
use crate::Error;
use crate::sensor::orientation::{Agreement, COMPARED, LastSeen};

/// Pieces may still be set up in so many photos, or a hand be over them.
pub(crate) const TRIED: usize = 30;

/// Where the board is in the photos.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub enum Place {
    /// To be found.
    #[default]
    Unknown,
    /// The grid of the lines around the squares: 9 × 9 for a chessboard.
    Lines(Grid),
    /// The photos are cropped and rectified: the squares fill them to their edges.
    Whole,
}

/// Pieces on squares. How they look on this board is learnt from labels.
pub struct Squares {
    size: usize,
    stature: Stature,
    /// Whether the second board in view is followed.
    second: bool,
    follower: Option<Follower>,
    last: LastSeen,
    /// The photos that came after [`last`](Self::last), from above: they are read when a board may have been turned.
    unread: VecDeque<View>,
    /// How far things lean in the view, in columns and rows to a square of height, in the first photo from this side.
    lean: Option<[f32; 2]>,
    pub(crate) patches: Patches,
    /// The squares from above in the first frames, at most [`TRIED`].
    pub(crate) views: Vec<View>,
}

impl Squares {
    /// For a board of so many squares a side, with pieces so tall.
    ///
    /// # Errors
    /// [`Error::NoBoard`] for a place that is none.
    pub fn new(size: usize, stature: Stature, place: Place) -> Result<Self, Error> {
        let mut squares = Self {
            size,
            stature,
            second: false,
            follower: None,
            last: LastSeen::default(),
            unread: VecDeque::new(),
            lean: None,
            patches: Patches::new(),
            views: Vec::new(),
        };
        match place {
            Place::Unknown => {}
            Place::Lines(grid) => squares.place(grid.upright())?,
            Place::Whole => {
                let whole = Grid::whole(size + 1, size + 1, (100, 100))?;
                squares.follower = Some(Follower::Still(whole));
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

    /// Whether the last photo shows so many squares otherwise than the one before that the board may lie otherwise. A
    /// game may have few pieces, but where hardly any of them went elsewhere nothing tells a turn from moves anyway.
    fn may_be_turned(&self) -> bool {
        /// Of all squares, those of two moves.
        const FEW: usize = 16;
        let changed = self.patches.changed_squares();
        changed.is_some_and(|changed| FEW * changed > self.size * self.size)
    }

    /// How well a photo agrees with those before.
    fn agreement(&mut self, view: &View) -> Result<Agreement, DetectError> {
        while let Some(view) = self.unread.pop_front() {
            self.last.push(self.read(&view)?.shares());
        }
        Ok(self.last.agreement(&self.read(view)?.shares()))
    }

    /// Notes whether the last photo was taken from another side than those before.
    fn note_side(&mut self, view: &View) {
        /// Change of the lean that hides other squares.
        const OTHER: f32 = 0.5;
        let middle = 0.5 * (self.size - 1) as f32;
        let Some([x, y, z]) = view.camera else {
            return;
        };
        let lean = [(middle - x) / z, (middle - y) / z];
        let first = *self.lean.get_or_insert(lean);
        let changed = (lean[0] - first[0]).hypot(lean[1] - first[1]);
        if changed > OTHER {
            self.lean = Some(lean);
            self.patches.begin_side();
        }
    }

    fn settle(&mut self, grid: Grid) {
        if let Some(follower) = &mut self.follower {
            follower.settle(grid);
        }
    }
}

impl Sensor for Squares {
    fn is_placed(&self) -> bool {
        self.follower.is_some()
    }

    fn locate(&self, photo: &RgbImage) -> Result<(Grid, f64), Error> {
        let first = find(photo, self.size)?;
        if !self.second {
            return Ok(first);
        }
        let second = squares(self.size).second_board(photo, &first.0)?;
        Ok((second.grid, second.confidence))
    }

    fn place(&mut self, grid: Grid) -> Result<(), Error> {
        let wanted = (self.size + 1, self.size + 1);
        if (grid.cols, grid.rows) != wanted {
            return Err(another((grid.cols, grid.rows), wanted));
        }
        self.follower = Some(Follower::squares(grid, squares(self.size)));
        Ok(())
    }

    fn observe(&mut self, photo: &RgbImage) -> Result<Sighting, Error> {
        let Some(follower) = &mut self.follower else {
            return Ok(Sighting::Hidden);
        };
        let mut tracked = follower.follow(photo);
        if tracked.motion == Motion::Hidden {
            return Ok(Sighting::Hidden);
        }
        let mut view = self.view(photo, &tracked)?;
        if tracked.moved > FAR {
            self.patches.push(&view)?;
        } else if !self.patches.push_new(&view)? {
            self.settle(tracked.grid);
            return Ok(Sighting::Repeat);
        }
        let mut turned = 0;
        if tracked.moved > FAR || self.may_be_turned() {
            let agreement = self.agreement(&view)?;
            if tracked.moved > FAR && !agreement.is_same_board() {
                self.patches.drop_last();
                return Ok(Sighting::Hidden);
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
        self.settle(tracked.grid);
        if self.views.len() < TRIED {
            // Where the camera was of photos that somebody else rectified is not known.
            let cropped = matches!(self.follower, Some(Follower::Still(_)));
            let camera = view.camera.filter(|_| !cropped);
            self.views.push(View { camera, ..view });
        }
        Ok(Sighting::Frame { tracked, turned })
    }

    fn frames(&self) -> usize {
        self.patches.frames()
    }

    fn evidence(&self, frames: &[usize], labels: &Labels) -> Result<Evidence, Error> {
        // Of the others nothing is asked.
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
