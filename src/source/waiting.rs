//! Photos that wait until it is known where the board is.

use std::collections::VecDeque;
use std::path::PathBuf;

use board_geom::Grid;
use image::RgbImage;

use super::Photo;
use crate::Error;

/// A grid is taken at once from here on; below, later photos may show it better.
const SURE: f64 = 0.8;
/// So many later ones.
const LATER: usize = 8;

/// The first photos of a series.
pub(crate) struct Waiting {
    photos: VecDeque<Photo>,
    /// How many were looked at.
    tried: usize,
    most: Option<usize>,
    /// Bytes of pixels.
    limit: usize,
    /// The best so far: grid, how sure, and how many photos were looked at before.
    best: Option<(Grid, f64, usize)>,
    /// What is wrong with the first.
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

    pub(crate) fn photos(&self) -> impl Iterator<Item = &Photo> {
        self.photos.iter()
    }

    /// Adds a photo; returns the names of those that no memory is left for.
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

    /// Looks at the last photo; says where the board is and in which of the photos, once that is sure.
    ///
    /// # Errors
    /// What is wrong with the first photo, if too many show no board.
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

    /// Where the board is, as far as is known, and in which of the photos.
    ///
    /// # Errors
    /// What is wrong with the first photo, if none shows a board.
    pub(crate) fn settle(&mut self) -> Result<(Grid, usize), Error> {
        match self.best {
            Some((grid, _, at)) => Ok((grid, at + self.photos.len() - self.tried)),
            None => Err(self.fault.take().unwrap_or(Error::NoPhotos {
                inputs: Vec::new(),
                ignored: 0,
            })),
        }
    }

    /// Gives all photos away.
    pub(crate) fn take(&mut self) -> Vec<Photo> {
        self.photos.drain(..).collect()
    }
}
