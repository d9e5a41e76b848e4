//! Evidence that nothing changed between consecutive frames.

use crate::change::{TIMES, relative_changes};
use crate::patches::Patches;

/// A run of this many photos without a change is video. If one in [`FILM`] photos is in such a run, all photos are.
const LONG: usize = 8;
const FILM: usize = 5;
/// Most squares that change both before and after a photo which shows a position: those of a move and its answer. A
/// hand that moves changes more.
const MOVED: usize = 3;
/// Most squares that a move changes: castling.
const MOST_OF_A_MOVE: usize = 4;
/// If more than one in this many restless photos shows a position, photos were taken move by move.
const ALONE: usize = 3;
/// In a film whose board is not at rest for as many frames, moves were made that no rest shows.
const RESTLESS: usize = 50;
/// Nats against a change if the difference is as small as the median one.
pub(crate) const MOST: f32 = 8.0;

impl Patches {
    /// The frames of a video that show a position: nothing changed since the frame before or until the next one, or
    /// no hand is over the board. `None` for photos taken move by move, also if a player thinks for many photos.
    #[must_use]
    pub fn at_rest(&self) -> Option<Vec<bool>> {
        let frames = self.frames();
        let changes: Vec<Vec<bool>> = (1..frames).map(|f| self.changed(f - 1, f)).collect();
        let is_same = |step: usize| changes.get(step).is_some_and(|c| !c.contains(&true));
        let is_still = |frame: usize| {
            self.photos(frame) > 1 || is_same(frame) || frame > 0 && is_same(frame - 1)
        };
        let still: Vec<bool> = (0..frames).map(is_still).collect();
        let runs = runs(&still);
        let mut positions = still.clone();
        let (mut restless, mut alone) = (0, 0);
        for run in runs.iter().filter(|run| !still[run.start]) {
            let strange = self.strange(run);
            for (at, frame) in run.clone().enumerate() {
                let strange = strange.as_ref().map(|strange| strange[at]);
                positions[frame] =
                    run.len() >= RESTLESS || strange.is_some_and(|squares| squares <= 1);
                // The first photo and the last one have one neighbour only.
                if frame > 0 && frame + 1 < frames {
                    let plies = (at + 1).min(run.len() - at);
                    let around = [&changes[frame - 1], &changes[frame]];
                    restless += 1;
                    alone += usize::from(is_alone(around, strange, plies));
                }
            }
        }
        if ALONE * alone > restless {
            return None;
        }
        // Frames that stand for several photos count as many.
        let photos = |run: &Run| -> usize { run.clone().map(|frame| self.photos(frame)).sum() };
        let at_rest = runs.iter().filter(|run| still[run.start]).map(photos);
        let long: usize = at_rest.filter(|photos| *photos >= LONG).sum();
        (FILM * long > photos(&(0..frames))).then_some(positions)
    }

    /// For each frame of a restless run, the number of squares that look neither as in the rest before it nor as in the
    /// one after it: those under a hand, and those of pieces that are moved again, or taken, before the next rest.
    /// `None` if the series begins or ends with the run.
    fn strange(&self, run: &Run) -> Option<Vec<usize>> {
        let before = run.start.checked_sub(1)?;
        let after = Some(run.end).filter(|after| *after < self.frames())?;
        let squares = |frame| in_both([&self.changed(before, frame), &self.changed(frame, after)]);
        Some(run.clone().map(squares).collect())
    }

    /// The squares that changed between two frames.
    fn changed(&self, a: usize, b: usize) -> Vec<bool> {
        let differences = self.differences(a, b);
        relative_changes(&differences)
            .map(|step| step >= 1.0)
            .collect()
    }
}

/// Whether a restless photo seems to have been taken of a position, without a hand: by the squares that changed before
/// and after it, the number of its strange squares, and the most plies between it and a rest.
fn is_alone(around: [&Vec<bool>; 2], strange: Option<usize>, plies: usize) -> bool {
    let count = |changed: &&Vec<bool>| changed.iter().filter(|changed| **changed).count();
    let shows_moves = || {
        around
            .iter()
            .map(count)
            .all(|squares| squares <= MOST_OF_A_MOVE)
    };
    in_both(around) <= MOVED
        && (strange.is_none_or(|squares| squares <= 1 + plies / 2) || shows_moves())
}

/// The number of squares that changed in both of two steps.
fn in_both([a, b]: [&Vec<bool>; 2]) -> usize {
    a.iter().zip(b).filter(|(a, b)| **a && **b).count()
}

/// Nats against a change since the frame before, for the first frames, by frame, then by square.
pub(crate) fn unchanged(patches: &Patches, frames: usize) -> Vec<f32> {
    let squares = patches.squares();
    let mut out = vec![0.0; frames * squares];
    for frame in 1..frames {
        // From another side all squares look different.
        if patches.side(frame) == patches.side(frame - 1) {
            let differences = patches.differences(frame - 1, frame);
            for (square, step) in relative_changes(&differences).enumerate() {
                let certain = step.max(1e-3);
                out[frame * squares + square] =
                    (-MOST * certain.ln() / TIMES.ln()).clamp(0.0, MOST);
            }
        }
    }
    out
}

/// Consecutive frames.
type Run = core::ops::Range<usize>;

/// The longest runs of equal values.
fn runs(values: &[bool]) -> Vec<Run> {
    let mut end = 0;
    let runs = values.chunk_by(|a, b| a == b).map(|run| {
        let start = end;
        end += run.len();
        start..end
    });
    runs.collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use board_geom::{View, ViewLayout};
    use image::{Rgb, RgbImage};

    /// A frame: the squares with a disc, by its grey level.
    type Frame = Vec<(usize, u8)>;

    fn patches(frames: &[Frame]) -> Patches {
        let layout = ViewLayout::new(8, 8, 16.0);
        let (width, height) = layout.dimensions();
        let mut patches = Patches::new();
        for discs in frames {
            let mut image = RgbImage::from_pixel(width, height, Rgb([150; 3]));
            for (square, grey) in discs {
                let (x, y) = layout.to_pixel((square % 8) as f32, (square / 8) as f32);
                for (dx, dy) in (0..8).flat_map(|dx| (0..8).map(move |dy| (dx, dy))) {
                    image.put_pixel(x as u32 + dx - 4, y as u32 + dy - 4, Rgb([*grey; 3]));
                }
            }
            let camera = Some([3.5, 12.0, 12.0]);
            patches
                .push(&View {
                    image,
                    layout,
                    camera,
                })
                .unwrap();
        }
        patches
    }

    /// The position after so many moves: the piece on square n has gone from the first row to the third.
    fn position(moves: usize) -> Frame {
        (0..8)
            .map(|n| (n + 16 * usize::from(n < moves), 20))
            .collect()
    }

    /// A hand and its arm over a position.
    fn hand(moves: usize) -> Frame {
        let arm = [34, 42, 50, 58, 26].map(|square| (square, 230));
        [position(moves), arm.to_vec()].concat()
    }

    /// Of two moves each, the first position is in one frame. The hand hardly moves while a piece does.
    #[test]
    fn hands_that_rest_show_no_positions_and_single_frames_do() {
        let mut frames = vec![position(0); LONG];
        let mut positions = vec![true; LONG];
        for moves in [0, 2, 4] {
            for (frame, is_position) in [
                (hand(moves), false),
                (hand(moves + 1), false),
                (position(moves + 1), true),
                (hand(moves + 1), false),
                (hand(moves + 2), false),
            ] {
                frames.push(frame);
                positions.push(is_position);
            }
            frames.extend(vec![position(moves + 2); 3]);
            positions.extend([true; 3]);
        }
        assert_eq!(patches(&frames).at_rest(), Some(positions));
    }

    #[test]
    fn photos_move_by_move_are_no_film_if_a_player_thinks() {
        let mut frames: Vec<Frame> = (0..4).map(position).collect();
        frames.extend(vec![position(4); 2 * LONG]);
        frames.extend((5..=8).map(position));
        assert_eq!(patches(&frames).at_rest(), None);
    }

    /// Hands come and go in every second frame: between them, positions are seen that no rest shows.
    #[test]
    fn all_frames_of_a_long_time_without_a_rest_count() {
        let fast = |frames: usize| {
            let restless = (0..frames).map(|n| match n % 2 {
                0 => hand(8 * n / frames),
                _ => position(8 * n / frames),
            });
            let before = vec![position(0); 2 * LONG];
            let frames = [before, restless.collect(), vec![position(8); 2 * LONG]].concat();
            patches(&frames).at_rest().unwrap()
        };
        assert!(!fast(RESTLESS + 1).contains(&false));
        assert!(fast(RESTLESS / 2).contains(&false));
    }
}
