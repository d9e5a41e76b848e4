use board_geom::{View, ViewLayout};
use image::RgbImage;

use crate::DetectError;
use crate::camera;
use crate::change::largest_if_same;
use crate::patch::{CHANNELS, LENGTH, cut, difference};
use crate::shadow::without_shadows;
use crate::square_features::{SQUARE_FEATURES, SquareFeatures, square_features};
use crate::stats::median;

/// Unit of the integers that store patches.
const UNIT: f32 = 1.0 / 64.0;
/// Unit of the integers that store features.
const FEATURE_UNIT: f32 = 1.0 / 20.0;
/// Two photos of the same moment differ by less than this, in units of L\*a\*b\*, and count as one.
const SAME_MOMENT: f32 = 1.0;

/// The patches and features of all squares of all photos of a game, 70 kB a photo.
///
/// A patch covers a square with 8 × 8 cells. Each cell has its mean colour in CIE L\*a\*b\* and its texture. The
/// colours of each photo are balanced to those of the first one, which removes changes of light and exposure. The
/// [features](SquareFeatures) reach beyond the square. Shadows over a part of the board are
/// [taken off](without_shadows) first.
#[derive(Clone, Debug, Default)]
pub struct Patches {
    layout: Option<ViewLayout>,
    /// `[frame][square][cell][channel]`
    pub(crate) numbers: Vec<i16>,
    /// `[frame][square]`: the [`SquareFeatures`] of each square in units of [`FEATURE_UNIT`].
    pub(crate) features: Vec<[i8; SQUARE_FEATURES]>,
    /// `[frame]`: the position of the camera: column, row, height above the board, in squares.
    pub(crate) cameras: Vec<[f32; 3]>,
    /// `[frame]`: the side of the board, counted from 0, that the photo was taken from.
    sides: Vec<usize>,
    /// `[frame]`: number of photos of a [later moment](SAME_MOMENT) that showed the same and were not kept.
    repeated: Vec<usize>,
    frames: usize,
}

impl Patches {
    /// Makes an empty collection.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds the next view. Its grid points are the centres of the squares.
    ///
    /// # Errors
    /// [`DetectError::Layout`] if its layout differs from that of the first view.
    pub fn push(&mut self, view: &View) -> Result<(), DetectError> {
        let lit = without_shadows(view);
        let view = lit.as_ref().unwrap_or(view);
        let patches = self.cut(view)?;
        self.add(view, patches);
        Ok(())
    }

    /// Adds the next view, unless it equals the last one on every square except for noise: then it is only counted.
    /// Returns whether it was added.
    ///
    /// # Errors
    /// As [`push`](Patches::push).
    pub fn push_new(&mut self, view: &View) -> Result<bool, DetectError> {
        let lit = without_shadows(view);
        let view = lit.as_ref().unwrap_or(view);
        let patches = self.cut(view)?;
        match (self.difference_if_same(&patches), self.repeated.last_mut()) {
            (Some(difference), Some(photos)) => {
                *photos += usize::from(difference >= SAME_MOMENT);
                Ok(false)
            }
            _ => {
                self.add(view, patches);
                Ok(true)
            }
        }
    }

    /// The difference of these patches from those of the last photo; `None` if a square may have changed.
    fn difference_if_same(&self, patches: &[i16]) -> Option<f32> {
        let last = self.stored(self.frames.checked_sub(1)?);
        largest_if_same(&differences(last, patches.as_chunks().0))
    }

    /// The patches of a view, balanced to the colours of the first photo.
    fn cut(&mut self, view: &View) -> Result<Vec<i16>, DetectError> {
        let layout = *self.layout.get_or_insert(view.layout);
        if layout != view.layout {
            return Err(DetectError::Layout {
                first: layout,
                now: view.layout,
            });
        }
        let mut patches = cut(view);
        if self.frames > 0 {
            let first = &self.numbers[..patches.len()];
            // Most squares are as in the first photo: the median difference is due to the light.
            for channel in 0..3 {
                let mut differences: Vec<f32> = (channel..patches.len())
                    .step_by(CHANNELS)
                    .map(|i| patches[i] - f32::from(first[i]) * UNIT)
                    .collect();
                let lamp = median(&mut differences);
                for i in (channel..patches.len()).step_by(CHANNELS) {
                    patches[i] -= lamp;
                }
            }
        }
        Ok(patches.iter().map(|v| (v / UNIT).round() as i16).collect())
    }

    /// Adds a view and its patches.
    fn add(&mut self, view: &View, patches: Vec<i16>) {
        let mut aimed = view.clone();
        // The view was rectified elsewhere: estimate the camera from how the pieces lean.
        let camera = view.camera.or(self.cameras.first().copied());
        let camera = camera.unwrap_or_else(|| camera::estimate(view));
        aimed.camera = Some(camera);
        self.cameras.push(camera);
        self.sides.push(self.sides.last().copied().unwrap_or(0));
        let whole = |features: SquareFeatures| features.map(|v| (v / FEATURE_UNIT).round() as i8);
        self.features
            .extend(square_features(&aimed).into_iter().map(whole));
        self.numbers.extend(patches);
        self.repeated.push(0);
        self.frames += 1;
    }

    /// Starts a new side: the last photo and those to come were taken from another side of the board. Light and
    /// occlusion differ by side, so the appearance of each side is learnt separately.
    pub fn begin_side(&mut self) {
        if let Some(side) = self.sides.last_mut() {
            *side += 1;
        }
    }

    /// The side that a photo was taken from.
    pub(crate) fn side(&self, frame: usize) -> usize {
        self.sides[frame]
    }

    /// The number of photos, each of a different moment, that a frame stands for.
    pub(crate) fn photos(&self, frame: usize) -> usize {
        1 + self.repeated[frame]
    }

    /// Removes the photos for which `kept` is false.
    ///
    /// # Panics
    /// If `kept` does not have one value for every photo.
    pub fn keep(&mut self, kept: &[bool]) {
        assert_eq!(kept.len(), self.frames, "one for every photo");
        let length = self.squares() * LENGTH;
        let mut to = 0;
        for frame in (0..self.frames).filter(|&f| kept[f]) {
            let from = frame * length;
            self.numbers.copy_within(from..from + length, to * length);
            to += 1;
        }
        self.numbers.truncate(to * length);
        let squares = self.squares();
        let mut square = 0..;
        self.features
            .retain(|_| square.next().is_some_and(|i| kept[i / squares]));
        let mut frame = kept.iter();
        self.cameras.retain(|_| frame.next().is_some_and(|k| *k));
        let mut frame = kept.iter();
        self.sides.retain(|_| frame.next().is_some_and(|k| *k));
        let mut frame = kept.iter();
        self.repeated.retain(|_| frame.next().is_some_and(|k| *k));
        self.frames = to;
    }

    /// The first photos, at most `frames`.
    #[must_use]
    pub fn first(&self, frames: usize) -> Self {
        self.select(0..frames.min(self.frames))
    }

    /// The photos from `first` on.
    #[must_use]
    pub fn since(&self, first: usize) -> Self {
        self.select(first.min(self.frames)..self.frames)
    }

    /// Selects photos, in the given order.
    ///
    /// # Panics
    /// If there is no such photo.
    #[must_use]
    pub fn select(&self, frames: impl IntoIterator<Item = usize>) -> Self {
        let mut some = Self {
            layout: self.layout,
            ..Self::default()
        };
        let squares = self.squares();
        for frame in frames {
            let all = frame * squares..(frame + 1) * squares;
            let numbers = all.start * LENGTH..all.end * LENGTH;
            some.numbers.extend_from_slice(&self.numbers[numbers]);
            some.features.extend_from_slice(&self.features[all]);
            some.cameras.push(self.cameras[frame]);
            some.sides.push(self.sides[frame]);
            some.repeated.push(self.repeated[frame]);
            some.frames += 1;
        }
        some
    }

    /// Removes the last photo.
    pub fn drop_last(&mut self) {
        self.frames = self.frames.saturating_sub(1);
        self.numbers.truncate(self.frames * self.squares() * LENGTH);
        self.features.truncate(self.frames * self.squares());
        self.cameras.truncate(self.frames);
        self.sides.truncate(self.frames);
        self.repeated.truncate(self.frames);
    }

    /// Number of photos.
    #[must_use]
    pub fn frames(&self) -> usize {
        self.frames
    }

    /// Number of squares.
    #[must_use]
    pub fn squares(&self) -> usize {
        self.layout.map_or(0, |layout| layout.points())
    }

    /// Squares in a row.
    pub(crate) fn cols(&self) -> usize {
        self.layout.map_or(0, |layout| layout.cols)
    }

    /// The features of a square.
    ///
    /// # Panics
    /// If there is no such frame or square.
    #[must_use]
    pub fn features(&self, frame: usize, square: usize) -> SquareFeatures {
        self.features[frame * self.squares() + square].map(|v| f32::from(v) * FEATURE_UNIT)
    }

    /// The geometry of a photo: a view without its picture.
    pub(crate) fn geometry(&self, frame: usize) -> Option<View> {
        Some(View {
            image: RgbImage::default(),
            layout: self.layout?,
            camera: Some(self.cameras[frame]),
        })
    }

    /// The values of one patch.
    pub(crate) fn patch(&self, frame: usize, square: usize) -> [f32; LENGTH] {
        self.stored(frame)[square].map(|whole| f32::from(whole) * UNIT)
    }

    /// The difference of each square between two frames, in units of L\*a\*b\*.
    pub(crate) fn differences(&self, a: usize, b: usize) -> Vec<f32> {
        differences(self.stored(a), self.stored(b))
    }

    /// The patches of a frame as they are stored.
    fn stored(&self, frame: usize) -> &[[i16; LENGTH]] {
        let first = frame * self.squares();
        &self.numbers.as_chunks().0[first..first + self.squares()]
    }

    /// The lightness of the cells of one patch.
    pub(crate) fn lightness(&self, frame: usize, square: usize) -> impl Iterator<Item = f32> {
        let begin = (frame * self.squares() + square) * LENGTH;
        let cells = self.numbers[begin..begin + LENGTH].iter().step_by(CHANNELS);
        cells.map(|whole| f32::from(*whole) * UNIT)
    }
}

/// The difference of each of some stored patches, in units of L\*a\*b\*.
fn differences(a: &[[i16; LENGTH]], b: &[[i16; LENGTH]]) -> Vec<f32> {
    let pairs = a.iter().zip(b);
    pairs.map(|(a, b)| difference(a, b) * UNIT).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use image::{Rgb, RgbImage};

    #[test]
    fn a_dimmer_lamp_makes_the_same_patches() {
        let layout = ViewLayout::new(8, 8, 32.0);
        let (w, h) = layout.dimensions();
        let board = |factor: f32| {
            let image = RgbImage::from_fn(w, h, |x, y| {
                let (c, r) = layout.to_board(x as f32, y as f32);
                let dark = (c.round() + r.round()) as i32 % 2 != 0;
                Rgb([if dark { 90.0 } else { 200.0 }; 3].map(|v: f32| (v * factor) as u8))
            });
            View {
                image,
                layout,
                camera: None,
            }
        };
        let mut patches = Patches::new();
        patches.push(&board(1.0)).unwrap();
        patches.push(&board(0.9)).unwrap();
        assert_eq!((patches.frames(), patches.squares()), (2, 64));
        let lightness = |frame, square| patches.patch(frame, square)[4 * 36];
        assert!((lightness(0, 0) - lightness(1, 0)).abs() < 3.0);
        assert!(lightness(0, 0) > lightness(0, 1) + 30.0);
    }

    /// Random squares, one of them with a piece; `noise` is that of each pixel, in grey levels.
    fn noisy(piece: u8, noise: i32, seed: u32) -> View {
        let layout = ViewLayout::new(4, 4, 32.0);
        let (w, h) = layout.dimensions();
        let image = RgbImage::from_fn(w, h, |x, y| {
            let on = x.abs_diff(w / 4) < 6 && y.abs_diff(h / 4) < 6;
            // Blocks as in a JPEG, so that the noise does not cancel within a cell.
            let block = (x / 4).wrapping_mul(31) ^ (y / 4).wrapping_mul(17) ^ seed;
            let random = (block.wrapping_mul(2_654_435_761) >> 16) as i32 % (2 * noise + 1) - noise;
            let grey = i32::from(if on { piece } else { 120 }) + random;
            Rgb([grey.clamp(0, 255) as u8; 3])
        });
        View {
            image,
            layout,
            camera: None,
        }
    }

    #[test]
    fn repeated_photos_are_counted_and_not_kept() {
        let mut patches = Patches::new();
        assert!(patches.push_new(&noisy(120, 3, 1)).unwrap());
        for seed in 2..9 {
            assert!(!patches.push_new(&noisy(120, 3, seed)).unwrap());
        }
        assert_eq!(patches.frames(), 1);
        assert!(patches.photos(0) > 4, "{}", patches.photos(0));
        assert!(patches.push_new(&noisy(90, 3, 1)).unwrap());
        assert!(!patches.push_new(&noisy(90, 2, 5)).unwrap());
        assert_eq!(patches.frames(), 2);
        patches.drop_last();
        assert!(patches.push_new(&noisy(90, 3, 1)).unwrap());
        assert_eq!((patches.frames(), patches.photos(1)), (2, 1));
    }

    #[test]
    fn what_may_be_a_change_is_kept() {
        // More noise than from storing a photo again: as much as a pale piece makes.
        let mut patches = Patches::new();
        assert!(patches.push_new(&noisy(120, 20, 1)).unwrap());
        assert!(patches.push_new(&noisy(120, 20, 2)).unwrap());
    }

    #[test]
    fn views_of_another_size_are_refused() {
        let view = |pitch| {
            let layout = ViewLayout::new(8, 8, pitch);
            let (w, h) = layout.dimensions();
            View {
                image: RgbImage::new(w, h),
                layout,
                camera: None,
            }
        };
        let mut patches = Patches::new();
        patches.push(&view(32.0)).unwrap();
        assert!(patches.push(&view(24.0)).is_err());
    }
}
