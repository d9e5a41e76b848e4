//! Rendering of games of Go.

use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use board_sim::{Renderer, Scene, ScriptOptions, script};
use go_rules::record::{Record, RecordError};

use super::{Error, photos};

/// The game of the demo: Ke Jie against AlphaGo, which played as Master, 3 January 2017; the fiftieth of its sixty
/// online games.
pub const DEMO_GAME: &str = include_str!("demo.sgf");

/// Renders a record's main line to `photo_0001.jpg` … in a folder, which is created if necessary.
///
/// Renders `count` photos, by default eight for every five moves. Photos are rendered in parallel; each depends only on
/// the seed.
///
/// # Errors
/// [`Error::Scene`] for an invalid scene or another board size, [`Error::OtherPhotos`]; [`Error::Record`] if the record
/// cannot be replayed, a file cannot be written, or the rendering was cancelled.
pub fn render(
    record: &Record,
    scene: &Scene,
    count: Option<usize>,
    seed: u64,
    folder: &Path,
    progress: impl Fn(usize, usize) -> ControlFlow<()> + Sync,
) -> Result<Vec<PathBuf>, Error> {
    let mut scene = scene.clone();
    scene.board.size = record.size.cols();
    let renderer = Renderer::new(&scene, seed)?;
    let start = record.start().map_err(RecordError::from);
    let start = start.map_err(crate::Error::from)?;
    let moves: Vec<_> = record.moves.iter().map(|play| play.mv).collect();
    let settings = ScriptOptions {
        photos: count.unwrap_or(2 + moves.len() * 8 / 5),
        hands: scene.hands.share,
        lag: true,
        seed,
    };
    let table = script(&start, &moves, &settings);
    photos::write(folder, table.len(), progress, |i| {
        renderer.render(i, &table[i]).to_jpeg()
    })
}
