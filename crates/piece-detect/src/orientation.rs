use board_core::Occupancy;
use board_geom::{Orientation, oriented_squares, turned_squares};

use crate::patch::{CHANNELS, LENGTH, mean_colour};
use crate::patches::Patches;
use crate::single_photo::SinglePhotoReading;

impl Patches {
    /// Scores the orientations of the position `upright`, and those of its mirror image if requested, in a frame.
    /// Returns them best first, with the agreement of the squares above chance, from 0 to 1.
    ///
    /// Assumes only that occupied squares have more texture than empty ones, and that White's pieces are lighter than
    /// Black's.
    #[must_use]
    pub fn orientations(
        &self,
        frame: usize,
        upright: &[Occupancy],
        mirrored: bool,
    ) -> Vec<(Orientation, f32)> {
        let cols = self.cols();
        if frame >= self.frames()
            || cols * cols != self.squares()
            || upright.len() != self.squares()
        {
            return Vec::new();
        }
        // Texture and lightness depend on the shade of the square: compare squares of one shade.
        let measured: Vec<(f32, f32)> = (0..self.squares())
            .map(|square| {
                let patch = self.patch(frame, square);
                let sum = |channel: usize| {
                    let cells = patch.iter().skip(channel).step_by(CHANNELS);
                    cells.sum::<f32>() * CHANNELS as f32 / LENGTH as f32
                };
                (sum(3), sum(0))
            })
            .collect();
        let mut scored: Vec<(Orientation, f32)> = (0..if mirrored { 8 } else { 4 })
            .map(|orientation| {
                let here = oriented_squares(upright, orientation);
                let pairs = |first: &dyn Fn(Occupancy) -> bool,
                             second: &dyn Fn(Occupancy) -> bool,
                             of: &dyn Fn(usize) -> f32| {
                    let (mut larger, mut all) = (0.0, 0.0_f32);
                    for a in (0..here.len()).filter(|&a| first(here[a])) {
                        for b in (0..here.len()).filter(|&b| second(here[b])) {
                            if (a % cols + a / cols) % 2 == (b % cols + b / cols) % 2 {
                                all += 1.0;
                                larger += f32::from(u8::from(of(a) > of(b)));
                            }
                        }
                    }
                    2.0 * larger / all.max(1.0) - 1.0
                };
                let is = |cell| move |c: Occupancy| c == cell;
                let stands = |c: Occupancy| c != Occupancy::Empty;
                let texture = pairs(&stands, &is(Occupancy::Empty), &|s| measured[s].0);
                let light = pairs(&is(Occupancy::White), &is(Occupancy::Black), &|s| {
                    measured[s].1
                });
                (orientation, 0.5 * (texture + light))
            })
            .collect();
        scored.sort_by(|a, b| b.1.total_cmp(&a.1));
        scored
    }

    /// Renumbers the squares of a board in this orientation as on the upright board: square 0 is then the first one of
    /// the upright board, wherever it is in the picture.
    ///
    /// # Panics
    /// If the board is not square.
    pub fn renumber(&mut self, orientation: Orientation) {
        let (cols, squares) = (self.cols(), self.squares());
        assert_eq!(cols * cols, squares, "the board is square");
        let here: Vec<usize> = oriented_squares(&(0..squares).collect::<Vec<_>>(), orientation);
        let last = (cols - 1) as f32;
        for camera in &mut self.cameras {
            for _ in 0..orientation % 4 {
                // A quarter turn back, which moves (c, r) to (last − r, c).
                [camera[0], camera[1]] = [camera[1], last - camera[0]];
            }
            if orientation >= 4 {
                camera[0] = last - camera[0];
            }
        }
        for features in self.features.chunks_exact_mut(squares) {
            let before = features.to_vec();
            for (of_square, &square) in before.into_iter().zip(&here) {
                features[square] = of_square;
            }
        }
        let mut upright = vec![0; LENGTH * squares];
        for frame in self.numbers.chunks_exact_mut(LENGTH * squares) {
            for (patch, &square) in frame.chunks_exact(LENGTH).zip(&here) {
                upright[square * LENGTH..][..LENGTH].copy_from_slice(patch);
            }
            frame.copy_from_slice(&upright);
        }
    }

    /// Whether the board may have been turned since the photo before, as its colours tell: many squares have changed,
    /// and they are not clearly more alike as they lie than after a turn. On a board with few pieces a turn changes no
    /// more squares than moves do, and cannot be detected.
    ///
    /// # Panics
    /// If the board is not square.
    #[must_use]
    pub fn may_be_turned(&self) -> bool {
        /// Up to this fraction of the squares, 1/16, two moves may change.
        const TWO_MOVES: usize = 16;
        /// Least difference of a changed square, in units of L\*a\*b\*: more than noise, and less than most changes of
        /// content.
        const PLAIN: f32 = 4.0;
        /// Squares are clearly more alike as they lie if they differ by at most this share of what they do after any
        /// turn.
        const CLEARLY: f32 = 0.5;
        let Some(last) = self.frames().checked_sub(2) else {
            return false;
        };
        let now = last + 1;
        let squares = self.squares();
        let differences = self.differences(last, now);
        if TWO_MOVES * differences.iter().filter(|d| **d >= PLAIN).count() <= squares {
            return false;
        }
        let [then, now] = [last, now].map(|frame| {
            let colours = (0..squares).map(|square| mean_colour(&self.patch(frame, square)));
            colours.collect::<Vec<_>>()
        });
        let off = |quarters: usize| {
            let pairs = then.iter().zip(turned_squares(&now, quarters));
            pairs
                .map(|(a, b)| (0..3).map(|k| (a[k] - b[k]).powi(2)).sum::<f32>())
                .sum::<f32>()
        };
        let lying = off(0);
        (1..4).any(|quarters| lying > CLEARLY * off(quarters))
    }
}

impl SinglePhotoReading {
    /// Renumbers the squares of a board in this orientation as on the upright board: see [`Patches::renumber`].
    ///
    /// # Panics
    /// If the board is not square.
    pub fn renumber(&mut self, orientation: Orientation) {
        let squares = self.costs.len();
        let here = oriented_squares(&(0..squares).collect::<Vec<_>>(), orientation);
        let mut upright = self.costs.clone();
        for (costs, square) in self.costs.iter().zip(here) {
            upright[square] = *costs;
        }
        self.costs = upright;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use board_core::Cell;
    use board_geom::{View, ViewLayout};
    use image::{Rgb, RgbImage};

    fn initial() -> Vec<Occupancy> {
        (0..64)
            .map(|s| match s / 8 {
                0 | 1 => Occupancy::Black,
                6 | 7 => Occupancy::White,
                _ => Occupancy::Empty,
            })
            .collect()
    }

    #[test]
    fn a_clockwise_turn_takes_the_top_to_the_right() {
        let right = oriented_squares(&initial(), 1);
        assert_eq!(right[7], Occupancy::Black);
        assert_eq!(right[63], Occupancy::Black);
        assert_eq!(right[0], Occupancy::White);
        assert_eq!(oriented_squares(&right, 3), initial());
    }

    /// The costs of a square that clearly has this content.
    fn cost_of(content: Occupancy) -> [f32; 3] {
        let mut costs = [9.0; 3];
        costs[content.index()] = 0.0;
        costs
    }

    /// A photo of discs on a board in this orientation.
    fn photo(upright: &[Occupancy], orientation: Orientation) -> View {
        let layout = ViewLayout::new(8, 8, 32.0);
        let (w, h) = layout.dimensions();
        let here = oriented_squares(upright, orientation);
        let image = RgbImage::from_fn(w, h, |x, y| {
            let (c, r) = layout.to_board(x as f32, y as f32);
            let (col, row) = (c.round().clamp(0.0, 7.0), r.round().clamp(0.0, 7.0));
            let bare = if (col + row) as i32 % 2 == 0 {
                190
            } else {
                110
            };
            let disc = (c - col).hypot(r - row) < 0.3;
            Rgb(match here[row as usize * 8 + col as usize] {
                Occupancy::White if disc => [235, 225, 200],
                Occupancy::Black if disc => [40, 30, 25],
                _ => [bare; 3],
            })
        });
        View {
            image,
            layout,
            camera: None,
        }
    }

    fn patches(upright: &[Occupancy], orientation: Orientation) -> Patches {
        let mut patches = Patches::new();
        patches.push(&photo(upright, orientation)).unwrap();
        patches
    }

    #[test]
    fn a_turned_board_is_told_from_moves_and_hands() {
        let start = initial();
        let is_told = |now: View| {
            let mut patches = patches(&start, 0);
            patches.push(&now).unwrap();
            patches.may_be_turned()
        };
        for turned in 1..4 {
            assert!(is_told(photo(&start, turned)), "{turned}");
        }
        let mut moved = start.clone();
        for square in 0..6 {
            moved.swap(8 + square, 24 + square);
        }
        assert!(!is_told(photo(&moved, 0)), "six moves");
        let mut covered = photo(&start, 0);
        let (width, height) = covered.image.dimensions();
        for (x, y) in (0..width / 4).flat_map(|x| (height / 2..height).map(move |y| (x, y))) {
            covered.image.put_pixel(x, y, Rgb([150, 110, 90]));
        }
        assert!(!is_told(covered), "a hand");
        // With few pieces, a turn by half is not told from moves.
        let few = |square| {
            let mut board = vec![Occupancy::Empty; 64];
            board[square] = Occupancy::White;
            board
        };
        let mut patches = patches(&few(20), 0);
        patches.push(&photo(&few(20), 2)).unwrap();
        assert!(!patches.may_be_turned());
    }

    #[test]
    fn a_board_with_its_dark_corner_at_the_other_hand_is_recognised() {
        let men: Vec<Occupancy> = (0..64)
            .map(|s| match (s / 8, (s / 8 + s % 8) % 2) {
                (0..3, 1) => Occupancy::Black,
                (5..8, 1) => Occupancy::White,
                _ => Occupancy::Empty,
            })
            .collect();
        for orientation in 0..8 {
            let mut patches = patches(&men, orientation);
            let scored = patches.orientations(0, &men, true);
            assert_eq!(scored[0].0, orientation);
            assert!(scored[0].1 > scored[1].1 + 0.3, "{scored:?}");
            patches.renumber(orientation);
            assert_eq!(patches.orientations(0, &men, true)[0], (0, scored[0].1));
            let here = oriented_squares(&men, orientation);
            let mut reading = SinglePhotoReading {
                costs: here.iter().map(|content| cost_of(*content)).collect(),
            };
            reading.renumber(orientation);
            let read: Vec<Occupancy> = reading.contents().map(|(content, _)| content).collect();
            assert_eq!(read, men);
        }
    }

    #[test]
    fn the_orientation_is_recognised() {
        for orientation in 0..4 {
            let mut patches = patches(&initial(), orientation);
            let scored = patches.orientations(0, &initial(), false);
            assert_eq!(scored[0].0, orientation);
            patches.renumber(orientation);
            assert_eq!(
                patches.orientations(0, &initial(), false)[0],
                (0, scored[0].1)
            );
            assert!(scored[0].1 > scored[1].1 + 0.3, "{scored:?}");
        }
    }
}
