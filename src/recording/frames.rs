//! Which photos of a series are used, and where the board is in them.

use std::ops::Range;
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
    #[must_use]
    pub fn since(&self, first: usize) -> Self {
        let later = |shown: &Option<usize>| shown.and_then(|photo| photo.checked_sub(first));
        Self {
            photos: self.photos[first..].to_vec(),
            grids: self.grids[first..].to_vec(),
            shown: self.shown.iter().map(later).collect(),
        }
    }

    /// Some in a row, and what was shown between them.
    #[must_use]
    pub fn part(&self, part: Range<usize>) -> Self {
        let of = |shown: &Option<usize>| {
            shown.map(|frame| frame.checked_sub(part.start).filter(|_| frame < part.end))
        };
        // Photos without a frame belong to the frame before.
        let mut within = part.start == 0;
        let mut all = Vec::new();
        for shown in &self.shown {
            match of(shown) {
                None if within => all.push(None),
                None => {}
                Some(inside) => {
                    within = inside.is_some();
                    all.extend(inside.map(Some));
                }
            }
        }
        Self {
            photos: self.photos[part.clone()].to_vec(),
            grids: self.grids[part].to_vec(),
            shown: all,
        }
    }

    /// Keeps only some.
    pub fn keep(&mut self, kept: &[bool]) {
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
