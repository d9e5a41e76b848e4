//! Games whose pieces stand on squares: from photos to small pictures of every square, and from
//! those to the most likely game. Knows no rules; chess and draughts share it.

use std::ops::ControlFlow;
use std::path::PathBuf;

use board_core::{MoveGen, Occupancy};
use board_geom::{GeomError, Grid, Motion, Tracked, ViewLayout};
use image::RgbImage;
use sequence_search::{Decoded, Decoder, Method, MovePrior, Settings};
use stone_detect::Evidence;
use stone_detect::pieces::{Looks, Patches, Turn};

use crate::Error;
use crate::series::{Progress, Series, Stage};

/// Where the board is in the photos.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub enum Place {
    /// To be found.
    #[default]
    Unknown,
    /// The grid of the lines around the squares: 9 × 9 for a chessboard.
    Lines(Grid),
    /// The photos are cropped and rectified: the squares fill them to their edges.
    Whole,
}

/// What the photos of a series show.
pub(crate) struct Seen {
    pub(crate) photos: Vec<PathBuf>,
    pub(crate) grids: Vec<Grid>,
    pub(crate) patches: Patches,
}

/// The layout of the views that patches are cut from: a pixel for every 32nd of a square, and a
/// square of margin.
pub(crate) const fn layout(size: usize) -> ViewLayout {
    ViewLayout {
        cols: size,
        rows: size,
        pitch: 32.0,
        margin: 32.0,
    }
}

/// Finds a board of `size` squares a side. Its grid is of the lines around the squares.
pub(crate) fn find(photo: &RgbImage, size: usize) -> Result<(Grid, f64), GeomError> {
    let _ = (photo, size);
    Err(GeomError::NotFound {
        reason: "not looked for yet".to_owned(),
    })
}

/// Reads one photo after the other of a board that was found in the first.
pub(crate) struct Reader {
    size: usize,
    grid: Grid,
    patches: Patches,
}

impl Reader {
    pub(crate) fn new(size: usize, first: Grid) -> Self {
        Self {
            size,
            grid: first,
            patches: Patches::new(),
        }
    }

    /// Cuts the next photo into squares. `None` when it shows nothing that the last one did not.
    pub(crate) fn see(&mut self, photo: &RgbImage) -> Result<Option<Tracked>, Error> {
        let grid = self.grid.resized(photo.dimensions());
        let view = grid.middles()?.rectify(photo, layout(self.size));
        self.patches.push(&view)?;
        if self.patches.repeats() {
            self.patches.drop_last();
            return Ok(None);
        }
        Ok(Some(Tracked {
            grid,
            motion: Motion::Drift,
            moved: 0.0,
            confidence: 1.0,
        }))
    }

    pub(crate) fn finish(self, photos: Vec<PathBuf>, grids: Vec<Grid>) -> Seen {
        Seen {
            photos,
            grids,
            patches: self.patches,
        }
    }
}

/// Reads all photos.
pub(crate) fn read(
    series: &mut Series<'_, impl Progress>,
    place: Place,
    size: usize,
) -> Result<Seen, Error> {
    let first = match place {
        Place::Unknown => series.first_board(|photo| find(photo, size))?.0,
        Place::Lines(grid) => grid,
        Place::Whole => Grid::whole(size + 1, size + 1, (100, 100))?,
    };
    let mut reader = Reader::new(size, first);
    let (photos, grids) = series.read(|photo| reader.see(photo))?;
    Ok(reader.finish(photos, grids))
}

/// The first photo that shows the position a game starts from, how the board lies in it, and how
/// well they agree, from 0 to 1.
pub(crate) fn find_start(
    patches: &Patches,
    contents: &[Occupancy],
    turn: Option<Turn>,
) -> (usize, Turn, f32) {
    /// Pieces are still being set up in the first photos, at most so many.
    const TRIED: usize = 30;
    /// Photos that agree with the start this much less well than the best one may show it too.
    const SAME: f32 = 0.05;
    let tried: Vec<(usize, Turn, f32)> = (0..patches.frames().min(TRIED))
        .filter_map(|frame| {
            let turns = patches.turns(frame, contents);
            let mut turns = turns.into_iter();
            let (turn, score) = turns.find(|t| turn.is_none_or(|turn| t.0 == turn))?;
            Some((frame, turn, score))
        })
        .collect();
    let best = tried.iter().map(|t| t.2).fold(f32::NEG_INFINITY, f32::max);
    let first = tried.into_iter().find(|t| t.2 >= best - SAME);
    first.unwrap_or((0, turn.unwrap_or(0), 0.0))
}

/// Finds the game that explains the patches best.
///
/// How the squares look with and without pieces is learnt from the first photo, whose position is
/// known; the game found with that labels all the others, from which it is learnt anew, until
/// nothing changes.
pub(crate) fn decode<P: MoveGen<Cell = Occupancy>>(
    patches: &Patches,
    start: &P,
    prior: &dyn MovePrior<P>,
    settings: &Settings,
    progress: &mut impl Progress,
) -> Result<(Decoded<P::Move>, Evidence), Error> {
    const ROUNDS: usize = 4;
    let mut quick = settings.clone();
    quick.method = Method::Beam {
        width: 300,
        reach: 30.0,
        rounds: 60,
    };
    (quick.n_best, quick.posteriors, quick.margin) = (1, false, 0.0);
    let contents = (0..start.points()).map(|point| Some(start.get(point)));
    let mut labels = vec![(0, contents.collect::<Vec<_>>())];
    for _ in 0..ROUNDS {
        let evidence = Looks::fit(patches, &labels)?.evidence(patches)?;
        let game = search(&evidence, start, prior, &quick, progress)?;
        let mut now = Vec::with_capacity(patches.frames());
        game.visit_tables(start, |frame, table| {
            now.push((frame, table.iter().copied().map(Some).collect()));
        });
        if now == labels {
            break;
        }
        labels = now;
    }
    let evidence = Looks::fit(patches, &labels)?.evidence(patches)?;
    let game = search(&evidence, start, prior, settings, progress)?;
    Ok((game, evidence))
}

fn search<P: MoveGen<Cell = Occupancy>>(
    evidence: &Evidence,
    start: &P,
    prior: &dyn MovePrior<P>,
    settings: &Settings,
    progress: &mut impl Progress,
) -> Result<Decoded<P::Move>, Error> {
    let game = Decoder::new(settings)
        .start(start.clone(), 0.0)
        .prior(prior)
        .progress(|now| -> ControlFlow<()> { progress(Stage::Searching, now.frames, now.total) })
        .decode(evidence)?;
    Ok(game)
}
