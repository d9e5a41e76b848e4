use std::sync::LazyLock;

use board_geom::{View, ViewLayout};
use image::RgbImage;

use super::change::{at_rest, likeness};
use super::sight::{SIGHT, Sight, sights};
use super::single;
use crate::DetectError;
use crate::features::median;

/// Cells of a patch in a row.
pub(crate) const CELLS: usize = 8;
/// Numbers per cell: lightness, two colour axes (CIE L*a*b*), texture.
pub(crate) const CHANNELS: usize = 4;
/// Numbers per patch.
pub(crate) const LENGTH: usize = CELLS * CELLS * CHANNELS;
/// Patches are kept as whole numbers of this fraction of a unit.
const UNIT: f32 = 1.0 / 64.0;

/// Numbers of a sight are kept as whole numbers of this fraction of a unit.
const SIGHT_UNIT: f32 = 1.0 / 20.0;

/// Two photos of one moment differ by less, in units of L\*a\*b\*: the second says nothing of how long it lasted.
const TRACE: f32 = 1.0;

/// Small pictures of all squares of all photos of a game: 70 kB a photo.
///
/// A patch covers a square with 8 × 8 cells. Each holds the cell's mean colour in CIE L\*a\*b\* and
/// how much texture it has; the colour of the whole photo is set to that of the first one, so that
/// a lamp or an exposure that changes does not matter.
#[derive(Clone, Debug, Default)]
pub struct Patches {
    layout: Option<ViewLayout>,
    /// `[frame][square][cell][channel]`
    pub(super) numbers: Vec<i16>,
    /// `[frame][square]`: the [`Sight`] of each square in whole numbers of [`SIGHT_UNIT`].
    pub(super) sights: Vec<[i8; SIGHT]>,
    /// `[frame]`: where the camera was, in columns and rows of the picture.
    pub(super) cameras: Vec<[f32; 3]>,
    /// `[frame]`: from which side of the board, counted from 0, the photo was taken.
    sides: Vec<usize>,
    /// `[frame]`: how many photos after it showed the same but for [noise](TRACE), and were put aside.
    repeated: Vec<usize>,
    frames: usize,
}

impl Patches {
    /// None yet.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds the next view. Its grid points are the middles of the squares.
    ///
    /// # Errors
    /// [`DetectError::Layout`] if it is laid out differently from the first one.
    pub fn push(&mut self, view: &View) -> Result<(), DetectError> {
        let patches = self.cut(view)?;
        self.add(view, patches);
        Ok(())
    }

    /// Adds the next view unless it shows what the last one shows, on every square, but for noise: then it tells
    /// nothing that the other did not, and is only counted. Says whether it was added.
    ///
    /// # Errors
    /// As [`push`](Patches::push).
    pub fn push_new(&mut self, view: &View) -> Result<bool, DetectError> {
        let patches = self.cut(view)?;
        match (self.likeness(&patches), self.repeated.last_mut()) {
            (Some(difference), Some(photos)) => {
                *photos += usize::from(difference >= TRACE);
                Ok(false)
            }
            _ => {
                self.add(view, patches);
                Ok(true)
            }
        }
    }

    /// By how much these patches of a view differ from those of the last photo, if they show the same on every square.
    fn likeness(&self, patches: &[i16]) -> Option<f32> {
        let last = self.frames.checked_sub(1)?;
        let last: Vec<_> = (0..self.squares())
            .map(|square| self.patch(last, square))
            .collect();
        let now: Vec<_> = patches.chunks_exact(LENGTH).map(numbers).collect();
        likeness(&last, &now)
    }

    /// The patches of a view, in the light of the first photo.
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
            // Most squares of a game look as in its first photo: the middle difference is the lamp's.
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
        let mut seen = view.clone();
        // Rectified by somebody else: where the camera was shows in how the pieces lean.
        let camera = view.camera.or(self.cameras.first().copied());
        let camera = camera.unwrap_or_else(|| single::camera(view));
        seen.camera = Some(camera);
        self.cameras.push(camera);
        self.sides.push(self.sides.last().copied().unwrap_or(0));
        let whole = |sight: Sight| sight.map(|v| (v / SIGHT_UNIT).round() as i8);
        self.sights.extend(sights(&seen).into_iter().map(whole));
        self.numbers.extend(patches);
        self.repeated.push(0);
        self.frames += 1;
    }

    /// The last photo, and those to come, were taken from another side of the board than those before: squares are lit
    /// otherwise and pieces hide others, so that photos of one side do not teach how those of another look.
    pub fn begin_side(&mut self) {
        if let Some(side) = self.sides.last_mut() {
            *side += 1;
        }
    }

    /// From which side a photo was taken.
    pub(crate) fn side(&self, frame: usize) -> usize {
        self.sides[frame]
    }

    /// How many photos show what a frame shows, each at a moment of its own.
    pub(crate) fn photos(&self, frame: usize) -> usize {
        1 + self.repeated[frame]
    }

    /// Which photos of a film show the board at rest: nothing changed on it since the one before, or
    /// until the next; what the others show is on its way. `None` for photos taken move by move, of
    /// which there are never many of one position.
    #[must_use]
    pub fn at_rest(&self) -> Option<Vec<bool>> {
        at_rest(self)
    }

    /// Keeps only some photos.
    ///
    /// # Panics
    /// If `kept` does not say of every photo whether to keep it.
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
        self.sights
            .retain(|_| square.next().is_some_and(|i| kept[i / squares]));
        let mut frame = kept.iter();
        self.cameras.retain(|_| frame.next().is_some_and(|k| *k));
        let mut frame = kept.iter();
        self.sides.retain(|_| frame.next().is_some_and(|k| *k));
        let mut frame = kept.iter();
        self.repeated.retain(|_| frame.next().is_some_and(|k| *k));
        self.frames = to;
    }

    /// Those of the first photos, of so many at most.
    #[must_use]
    pub fn first(&self, frames: usize) -> Self {
        let frames = frames.min(self.frames);
        let squares = frames * self.squares();
        Self {
            layout: self.layout,
            numbers: self.numbers[..squares * LENGTH].to_vec(),
            sights: self.sights[..squares].to_vec(),
            cameras: self.cameras[..frames].to_vec(),
            sides: self.sides[..frames].to_vec(),
            repeated: self.repeated[..frames].to_vec(),
            frames,
        }
    }

    /// Those of the photos from one on.
    #[must_use]
    pub fn since(&self, first: usize) -> Self {
        let first = first.min(self.frames);
        let squares = first * self.squares();
        Self {
            layout: self.layout,
            numbers: self.numbers[squares * LENGTH..].to_vec(),
            sights: self.sights[squares..].to_vec(),
            cameras: self.cameras[first..].to_vec(),
            sides: self.sides[first..].to_vec(),
            repeated: self.repeated[first..].to_vec(),
            frames: self.frames - first,
        }
    }

    /// Forgets the last photo.
    pub fn drop_last(&mut self) {
        self.frames = self.frames.saturating_sub(1);
        self.numbers.truncate(self.frames * self.squares() * LENGTH);
        self.sights.truncate(self.frames * self.squares());
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

    /// The sight of a square.
    ///
    /// # Panics
    /// If there is no such frame or square.
    #[must_use]
    pub fn sight(&self, frame: usize, square: usize) -> Sight {
        self.sights[frame * self.squares() + square].map(|v| f32::from(v) * SIGHT_UNIT)
    }

    /// The geometry of a photo: a view without its picture.
    pub(crate) fn aim(&self, frame: usize) -> Option<View> {
        Some(View {
            image: RgbImage::default(),
            layout: self.layout?,
            camera: Some(self.cameras[frame]),
        })
    }

    /// The numbers of one patch.
    pub(crate) fn patch(&self, frame: usize, square: usize) -> [f32; LENGTH] {
        let begin = (frame * self.squares() + square) * LENGTH;
        numbers(&self.numbers[begin..begin + LENGTH])
    }
}

/// The numbers of a patch that is kept in whole ones.
fn numbers(whole: &[i16]) -> [f32; LENGTH] {
    core::array::from_fn(|i| f32::from(whole[i]) * UNIT)
}

/// All patches of one view.
fn cut(view: &View) -> Vec<f32> {
    let layout = view.layout;
    let (width, height) = (view.image.width() as usize, view.image.height() as usize);
    let luma: Vec<f32> = view
        .image
        .as_raw()
        .chunks_exact(3)
        .map(|p| 0.299 * f32::from(p[0]) + 0.587 * f32::from(p[1]) + 0.114 * f32::from(p[2]))
        .collect();
    let slope = |x: usize, y: usize| {
        let at = |x: usize, y: usize| luma[y.min(height - 1) * width + x.min(width - 1)];
        let dx = at(x + 1, y) - at(x.saturating_sub(1), y);
        let dy = at(x, y + 1) - at(x, y.saturating_sub(1));
        dx.hypot(dy) * (100.0 / 255.0 / 2.0)
    };
    let mut out = Vec::with_capacity(layout.points() * LENGTH);
    let cell = layout.pitch / CELLS as f32;
    for row in 0..layout.rows {
        for col in 0..layout.cols {
            let (x0, y0) = layout.to_pixel(col as f32 - 0.5, row as f32 - 0.5);
            for i in 0..CELLS * CELLS {
                let begin = |origin: f32, n: usize| (origin + cell * n as f32).ceil().max(0.0);
                let (cx, cy) = (i % CELLS, i / CELLS);
                let xs = begin(x0, cx) as usize..(begin(x0, cx + 1) as usize).min(width);
                let ys = begin(y0, cy) as usize..(begin(y0, cy + 1) as usize).min(height);
                let n = (xs.len() * ys.len()).max(1) as f32;
                let (mut rgb, mut texture) = ([0.0_f32; 3], 0.0);
                for y in ys {
                    for x in xs.clone() {
                        let pixel = view.image.get_pixel(x as u32, y as u32).0;
                        for k in 0..3 {
                            rgb[k] += f32::from(pixel[k]);
                        }
                        texture += slope(x, y);
                    }
                }
                out.extend(lab(rgb.map(|v| v / n)));
                // What counts is many times more or less texture, not how much.
                out.push(8.0 * (texture / n + 0.5).ln());
            }
        }
    }
    out
}

/// CIE L\*a\*b\* (white point D65) of an sRGB colour from 0 to 255 (IEC 61966-2-1; CIE 15).
pub(super) fn lab(rgb: [f32; 3]) -> [f32; 3] {
    lab_of_linear(rgb.map(linear))
}

/// As [`lab`], of a pixel's three bytes: of so few values the powers are known.
pub(super) fn lab_of_pixel(pixel: &[u8]) -> [f32; 3] {
    static LINEAR: LazyLock<[f32; 256]> =
        LazyLock::new(|| core::array::from_fn(|v| linear(v as f32)));
    lab_of_linear([pixel[0], pixel[1], pixel[2]].map(|v| LINEAR[usize::from(v)]))
}

/// The light of an sRGB value from 0 to 255.
fn linear(v: f32) -> f32 {
    let v = v / 255.0;
    if v <= 0.04045 {
        v / 12.92
    } else {
        ((v + 0.055) / 1.055).powf(2.4)
    }
}

fn lab_of_linear([r, g, b]: [f32; 3]) -> [f32; 3] {
    let x = (0.4124 * r + 0.3576 * g + 0.1805 * b) / 0.9505;
    let y = 0.2126 * r + 0.7152 * g + 0.0722 * b;
    let z = (0.0193 * r + 0.1192 * g + 0.9505 * b) / 1.089;
    let [x, y, z] = [x, y, z].map(|t| {
        if t > 216.0 / 24389.0 {
            t.cbrt()
        } else {
            (24389.0 / 27.0 * t + 16.0) / 116.0
        }
    });
    [116.0 * y - 16.0, 500.0 * (x - y), 200.0 * (y - z)]
}

#[cfg(test)]
mod tests {
    use super::*;
    use image::{Rgb, RgbImage};

    #[test]
    fn colours_of_the_standard() {
        // Bruce Lindbloom's colour calculator, sRGB, D65.
        for (rgb, expected) in [
            ([255.0, 255.0, 255.0], [100.0, 0.0, 0.0]),
            ([255.0, 0.0, 0.0], [53.2, 80.1, 67.2]),
            ([0.0, 0.0, 128.0], [13.0, 47.5, -64.7]),
        ] {
            for (v, e) in lab(rgb).into_iter().zip(expected) {
                assert!((v - e).abs() < 0.3, "{rgb:?}: {v} for {e}");
            }
        }
    }

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

    /// Squares at random, one of them with a piece; `noise` is that of each pixel, in grey levels.
    fn noisy(piece: u8, noise: i32, seed: u32) -> View {
        let layout = ViewLayout::new(4, 4, 32.0);
        let (w, h) = layout.dimensions();
        let image = RgbImage::from_fn(w, h, |x, y| {
            let on = x.abs_diff(w / 4) < 6 && y.abs_diff(h / 4) < 6;
            // Blocks as those of a JPEG, so that the noise does not cancel within a cell.
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
    fn what_photos_show_once_more_is_counted_and_not_kept() {
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
        // More noise than photos of the same have that are stored otherwise: a pale piece is no more.
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
