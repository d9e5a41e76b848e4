//! Which photos of a series are used, and where the board is in them.

use std::path::PathBuf;

use board_geom::Grid;

/// The photos that are used, in order: one a frame.
#[derive(Clone, Debug, Default)]
pub struct Frames {
    /// Their names.
    pub photos: Vec<PathBuf>,
    /// Where the board is in each.
    pub grids: Vec<Grid>,
    /// See [`Recording::shown`](crate::recording::Recording::shown).
    pub shown: Vec<Option<usize>>,
}

impl Frames {
    /// Those from one on.
    pub(crate) fn since(&self, first: usize) -> Self {
        let later = |shown: &Option<usize>| shown.and_then(|photo| photo.checked_sub(first));
        Self {
            photos: self.photos[first..].to_vec(),
            grids: self.grids[first..].to_vec(),
            shown: self.shown.iter().map(later).collect(),
        }
    }

    /// Keeps only some.
    pub(crate) fn keep(&mut self, kept: &[bool]) {
        let mut these = kept.iter();
        self.photos.retain(|_| these.next().is_some_and(|k| *k));
        let mut these = kept.iter();
        self.grids.retain(|_| these.next().is_some_and(|k| *k));
        let before = |photo: usize| kept[..photo].iter().filter(|k| **k).count();
        for shown in &mut self.shown {
            *shown = shown.filter(|&photo| kept[photo]).map(before);
        }
    }
}
