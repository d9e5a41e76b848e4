//! From a record to photos: the way back, for the demo, tests and figures.

use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use board_sim::{Renderer, Scene, ScriptSettings, script};
use go_rules::record::Record;
use rayon::prelude::*;

use crate::Error;

/// The game the demo records: Ke Jie against AlphaGo under the name Master, 3 January 2017, the
/// fiftieth of its sixty games on the net. Moves of games are facts.
pub const DEMO_GAME: &str = include_str!("demo.sgf");

/// Renders a record's main line to `photo_0001.jpg` … in a folder, which is made if need be.
///
/// `photos` counts them; by default there are eight to every five moves. Photos are rendered in
/// parallel; each depends on the seed alone.
///
/// # Errors
/// [`Error::Scene`] if the scene cannot be or is of another board size, [`Error::Io`],
/// [`Error::Start`], [`Error::Cancelled`].
pub fn render(
    record: &Record,
    scene: &Scene,
    photos: Option<usize>,
    seed: u64,
    folder: &Path,
    progress: impl Fn(usize, usize) -> ControlFlow<()> + Sync,
) -> Result<Vec<PathBuf>, Error> {
    let mut scene = scene.clone();
    scene.board.size = record.size.cols();
    let renderer = Renderer::new(&scene, seed)?;
    let start = record.start().map_err(|error| Error::Start {
        reason: error.to_string(),
    })?;
    let moves: Vec<_> = record.moves.iter().map(|play| play.mv).collect();
    let settings = ScriptSettings {
        photos: photos.unwrap_or(2 + moves.len() * 8 / 5),
        hands: scene.hands.share,
        lag: true,
        seed,
    };
    let table = script(&start, &moves, &settings);
    std::fs::create_dir_all(folder).map_err(|e| Error::io(folder, e))?;
    let done = std::sync::atomic::AtomicUsize::new(0);
    table
        .par_iter()
        .enumerate()
        .map(|(i, frame)| {
            let path = folder.join(format!("photo_{:04}.jpg", i + 1));
            let photo = renderer.render(i, frame);
            std::fs::write(&path, photo.to_jpeg()).map_err(|e| Error::io(&path, e))?;
            let done = 1 + done.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
            if progress(done, table.len()).is_break() {
                return Err(Error::Cancelled);
            }
            Ok(path)
        })
        .collect()
}
