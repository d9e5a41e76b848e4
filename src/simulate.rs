//! From a record to photos: the way back, for the demo, tests and figures.

use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};

use board_sim::{Renderer, Scene, ScriptSettings, script};
use go_rules::record::{Record, RecordError};
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
/// [`Error::Replay`], [`Error::Cancelled`].
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
    let start = record.start().map_err(RecordError::from)?;
    let moves: Vec<_> = record.moves.iter().map(|play| play.mv).collect();
    let settings = ScriptSettings {
        photos: photos.unwrap_or(2 + moves.len() * 8 / 5),
        hands: scene.hands.share,
        lag: true,
        seed,
    };
    let table = script(&start, &moves, &settings);
    std::fs::create_dir_all(folder).map_err(|e| Error::io(folder, e))?;
    write_photos(folder, table.len(), progress, |i| {
        renderer.render(i, &table[i]).to_jpeg()
    })
}

/// Writes so many photos, in parallel, as `photo_0001.jpg` … into a folder, which must not have more of them already: those
/// would be taken for the end of the game.
pub(crate) fn write_photos(
    folder: &Path,
    count: usize,
    progress: impl Fn(usize, usize) -> ControlFlow<()> + Sync,
    jpeg: impl Fn(usize) -> Vec<u8> + Sync,
) -> Result<Vec<PathBuf>, Error> {
    let name = |i: usize| format!("photo_{:04}.jpg", i + 1);
    let next = folder.join(name(count));
    if next.exists() {
        return Err(Error::InTheWay { path: next });
    }
    let done = AtomicUsize::new(0);
    let write = |i| {
        let path = folder.join(name(i));
        std::fs::write(&path, jpeg(i)).map_err(|e| Error::io(&path, e))?;
        let done = 1 + done.fetch_add(1, Ordering::Relaxed);
        if progress(done, count).is_break() {
            return Err(Error::Cancelled);
        }
        Ok(path)
    };
    (0..count).into_par_iter().map(write).collect()
}
