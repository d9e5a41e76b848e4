//! The first photos, which wait until the board is found.

use std::collections::VecDeque;
use std::path::PathBuf;

use board_geom::{GeomError, Grid};
use image::RgbImage;

use super::Photo;
use crate::Error;

/// Confidence from which a grid is used at once. Below, later photos may show the board better.
const SURE: f64 = 0.8;
/// Number of later photos that are searched.
const LATER: usize = 8;

/// The first photos of a series.
pub(crate) struct Waiting {
    photos: VecDeque<Photo>,
    /// Number of photos in which the board was searched.
    tried: usize,
    most: Option<usize>,
    /// Most bytes of pixels to keep.
    limit: usize,
    /// The best grid so far, its confidence, and the number of photos searched before.
    best: Option<(Grid, f64, usize)>,
    /// Why there is no board in the first photo.
    fault: Option<Error>,
}

impl Waiting {
    pub(crate) fn new(most: Option<usize>, limit: usize) -> Self {
        Self {
            photos: VecDeque::new(),
            tried: 0,
            most,
            limit,
            best: None,
            fault: None,
        }
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.photos.is_empty()
    }

    /// Whether exactly this many photos have been searched, and no board of any size was found.
    pub(crate) fn is_in_vain(&self, photos: usize) -> bool {
        let none = |error: &Error| {
            matches!(
                error,
                Error::NoBoard {
                    error: GeomError::NotFound { .. },
                    ..
                }
            )
        };
        self.tried == photos && self.best.is_none() && self.fault.as_ref().is_some_and(none)
    }

    pub(crate) fn photos(&self) -> impl Iterator<Item = &Photo> {
        self.photos.iter()
    }

    /// Adds a photo; returns the names of those dropped to stay within the memory limit.
    pub(crate) fn push(&mut self, photo: Photo) -> Vec<PathBuf> {
        self.photos.push_back(photo);
        let bytes = |photos: &VecDeque<Photo>| photos.iter().map(|p| p.image.len()).sum::<usize>();
        let mut lost = Vec::new();
        while self.photos.len() > 1 && bytes(&self.photos) > self.limit {
            lost.extend(self.photos.pop_front().map(|photo| photo.name));
            let first = self.tried + 1 - self.photos.len();
            self.best = self.best.filter(|(_, _, at)| *at >= first);
        }
        lost
    }

    /// Searches the last photo for the board; returns the grid and the index of its photo once they are certain.
    ///
    /// # Errors
    /// The error of the first photo if too many photos show no board.
    pub(crate) fn look(
        &mut self,
        locate: impl FnOnce(&RgbImage) -> Result<(Grid, f64), Error>,
    ) -> Result<Option<(Grid, usize)>, Error> {
        let Some(photo) = self.photos.back() else {
            return Ok(None);
        };
        let at = self.tried;
        self.tried += 1;
        match locate(&photo.image) {
            Ok((grid, sure)) if self.best.is_none_or(|(_, best, _)| sure > best) => {
                self.best = Some((grid, sure, at));
            }
            Ok(_) => {}
            Err(error) => {
                let error = error.in_photo(&photo.name);
                self.fault.get_or_insert(error);
            }
        }
        let enough = self.most.is_some_and(|most| self.tried >= most);
        match self.best {
            Some((_, sure, best)) if sure > SURE || at >= best + LATER || enough => {
                self.settle().map(Some)
            }
            None if enough => self.settle().map(Some),
            _ => Ok(None),
        }
    }

    /// The best grid so far and the index of its photo.
    ///
    /// # Errors
    /// The error of the first photo if no photo shows a board.
    pub(crate) fn settle(&mut self) -> Result<(Grid, usize), Error> {
        match self.best {
            Some((grid, _, at)) => Ok((grid, at + self.photos.len() - self.tried)),
            None => Err(self.fault.take().unwrap_or_else(|| {
                let reason = "no photo shows it".to_owned();
                Error::from(GeomError::NotFound { reason })
            })),
        }
    }

    /// Returns all photos and keeps none.
    pub(crate) fn take(&mut self) -> Vec<Photo> {
        self.photos.drain(..).collect()
    }
}
