//! The photos in use, and the location of the board in each.

use std::collections::BTreeSet;
use std::ops::Range;
use std::path::PathBuf;

use board_geom::Grid;

/// The photos in use, in order; each is a frame.
#[derive(Clone, Debug, Default)]
pub struct Frames {
    /// Paths of the photos.
    pub photos: Vec<PathBuf>,
    /// Location of the board in each.
    pub grids: Vec<Grid>,
    /// See [`Recording::frame_of_photo`](crate::recording::Recording::frame_of_photo).
    pub frame_of_photo: Vec<Option<usize>>,
    /// Frames that show moves which a person took back. They say nothing of the game.
    pub undone: BTreeSet<usize>,
}

impl Frames {
    /// The frames from `first` on.
    #[must_use]
    pub fn since(&self, first: usize) -> Self {
        let later = |shown: &Option<usize>| shown.and_then(|photo| photo.checked_sub(first));
        Self {
            photos: self.photos[first..].to_vec(),
            grids: self.grids[first..].to_vec(),
            frame_of_photo: self.frame_of_photo.iter().map(later).collect(),
            undone: { self.undone.iter() }
                .filter_map(|frame| frame.checked_sub(first))
                .collect(),
        }
    }

    /// The frames of a range that are evidence of the game.
    #[must_use]
    pub fn evident(&self, part: Range<usize>) -> Vec<usize> {
        part.filter(|frame| !self.undone.contains(frame)).collect()
    }

    /// The frames of a range that are [evidence](Frames::evident), with the unused photos between them.
    #[must_use]
    pub fn part(&self, part: Range<usize>) -> Self {
        let kept: Vec<bool> = { part.clone() }
            .map(|frame| !self.undone.contains(&frame))
            .collect();
        let of = |shown: &Option<usize>| {
            shown.map(|frame| frame.checked_sub(part.start).filter(|_| frame < part.end))
        };
        // Photos without a frame belong to the frame before.
        let mut within = part.start == 0;
        let mut all = Vec::new();
        for shown in &self.frame_of_photo {
            match of(shown) {
                None if within => all.push(None),
                None => {}
                Some(inside) => {
                    within = inside.is_some();
                    all.extend(inside.map(Some));
                }
            }
        }
        let mut found = Self {
            photos: self.photos[part.clone()].to_vec(),
            grids: self.grids[part].to_vec(),
            frame_of_photo: all,
            undone: BTreeSet::new(),
        };
        found.keep(&kept);
        found
    }

    /// Keeps the frames for which `kept` is true.
    pub fn keep(&mut self, kept: &[bool]) {
        let mut these = kept.iter();
        self.photos.retain(|_| these.next().is_some_and(|k| *k));
        let mut these = kept.iter();
        self.grids.retain(|_| these.next().is_some_and(|k| *k));
        let mut count = 0;
        let mut numbers = Vec::with_capacity(kept.len());
        for &kept in kept {
            numbers.push(count);
            count += usize::from(kept);
        }
        for shown in &mut self.frame_of_photo {
            *shown = shown
                .filter(|&photo| kept[photo])
                .map(|photo| numbers[photo]);
        }
        let undone = self.undone.iter().copied().filter(|&frame| kept[frame]);
        self.undone = undone.map(|frame| numbers[frame]).collect();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_part_has_its_frames_and_the_photos_between_them() {
        let grid = Grid::whole(9, 9, (90, 90)).unwrap();
        let frames = Frames {
            photos: ["a", "b", "c", "d"].map(PathBuf::from).to_vec(),
            grids: vec![grid; 4],
            // A hand before a, between b and c, and after d; b twice.
            frame_of_photo: [
                None,
                Some(0),
                Some(1),
                Some(1),
                None,
                Some(2),
                Some(3),
                None,
            ]
            .to_vec(),
            undone: BTreeSet::new(),
        };
        let part = frames.part(0..2);
        assert_eq!(part.photos, frames.photos[..2]);
        assert_eq!(part.frame_of_photo, [None, Some(0), Some(1), Some(1), None]);
        let part = frames.part(2..4);
        assert_eq!(part.photos, frames.photos[2..]);
        assert_eq!(part.frame_of_photo, [Some(0), Some(1), None]);
        let undone = Frames {
            undone: [1].into(),
            ..frames
        };
        assert_eq!(undone.evident(0..4), [0, 2, 3]);
        let part = undone.part(0..3);
        assert_eq!(part.photos, ["a", "c"].map(PathBuf::from));
        assert_eq!(
            part.frame_of_photo,
            [None, Some(0), None, None, None, Some(1)]
        );
        assert!(part.undone.is_empty());
    }
}
