//! Replays of films of games on a marked board.

use std::path::PathBuf;

use board_sim::pieces::{Frame, Renderer, Scene, film};
use image::RgbImage;

use super::{Error, Rendered, pieces};
use crate::Warning;
use crate::games::marked::{self, BoardOptions};
use crate::games::pieces::{Options, size};
use crate::recorder::{self, Photo};
use crate::recording::compare;
use crate::sensor::Sensor;

/// The outcome of one film.
#[derive(Clone, Debug)]
pub struct FilmOutcome {
    /// Plies in the truth.
    pub plies: usize,
    /// Comparison of the record with the truth.
    pub comparison: compare::Comparison<String>,
    /// Number of photos of the film.
    pub photos: usize,
    /// Number of photos with a hand over the squares. Photos in which a hand only comes near do not count: they may be
    /// used or not.
    pub hands: usize,
    /// Indices of the photos with a hand that were accepted by mistake.
    pub accepted: Vec<usize>,
    /// Number of photos without a hand that were left out.
    pub left_out: usize,
    /// Warnings of the recording.
    pub warnings: Vec<Warning>,
}

impl FilmOutcome {
    /// Whether every move is right and no photo with a hand was accepted.
    #[must_use]
    pub fn is_faultless(&self) -> bool {
        self.comparison.differences.is_empty() && self.accepted.is_empty()
    }
}

/// Films a game with a hand before and after each move, learns the settings from two earlier photos of the start, and
/// records the game from the film. Photos are compressed and decompressed, as files would be.
///
/// # Errors
/// [`Error::Scene`]; [`Error::Record`] with [`Learn`](crate::Error::Learn), or any error of [`marked::record`].
pub fn replay<P: Rendered>(
    record: &P::Record,
    scene: &Scene,
    seed: u64,
) -> Result<FilmOutcome, Error> {
    /// Index of the first photo of the start for the renderer: far from the film, so that the light differs.
    const BEFORE: usize = 1_000_000;
    let (start, moves) = P::played(record);
    let scene = start.on_board(scene.clone());
    let renderer = Renderer::new(&scene, seed)?;
    let take = |index: usize, frame: &Frame| -> Result<RgbImage, Error> {
        let jpeg = renderer.render(index, frame).to_jpeg();
        let image = image::load_from_memory(&jpeg).map_err(|e| crate::Error::Photo {
            path: name(index),
            reason: e.into(),
        })?;
        Ok(image.to_rgb8())
    };
    let frames = film(&pieces::placements::<P>(record), &scene, seed)?;
    let set_up = Frame::of(start.placement());
    let before = [take(BEFORE, &set_up)?, take(BEFORE + 1, &set_up)?];
    let settings = piece_detect::marked::learn(&before, None, &BoardOptions::default());
    let settings = settings.map_err(crate::Error::from)?;
    let options = Options::from(start.clone());
    let mut recorder = marked::recorder(&settings, &options, recorder::Options::default())?;
    for (i, frame) in frames.iter().enumerate() {
        let (name, image) = (name(i), take(i, frame)?);
        recorder.push(Photo { name, image })?;
    }
    let usable = recorder.sensor().usable();
    let shown = recorder.frames().frame_of_photo.iter();
    let used: Vec<bool> = shown
        .map(|frame| frame.is_some_and(|frame| usable.as_ref().is_none_or(|usable| usable[frame])))
        .collect();
    let size = size(&start);
    let over = |i: &usize| {
        let hand = frames[*i].hand;
        hand.is_some_and(|hand| hand.is_over(size, size))
    };
    let all = 0..frames.len();
    let quiet = &mut crate::quiet;
    let game = recorder.finish(quiet)?;
    Ok(FilmOutcome {
        plies: moves.len(),
        comparison: compare::moves(&P::names(&game.record), &P::names(record)),
        photos: frames.len(),
        hands: all.clone().filter(over).count(),
        accepted: all.clone().filter(|i| over(i) && used[*i]).collect(),
        left_out: all
            .filter(|i| frames[*i].hand.is_none() && !used[*i])
            .count(),
        warnings: game.warnings,
    })
}

fn name(index: usize) -> PathBuf {
    PathBuf::from(format!("photo_{:04}.jpg", index + 1))
}
