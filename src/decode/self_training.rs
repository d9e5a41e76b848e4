//! Self-training: learns the appearance of the pieces while the game is decoded. It knows no rules and serves all games
//! on squares.

use std::ops::ControlFlow;

use board_core::{Evidence, MoveGen, Occupancy};
use board_geom::{View, parallel};
use piece_detect::{AppearanceModel, Orientation, Patches, ReadingWeights, Stature};
use sequence_search::{Decoded, Decoder, Method, Model, MovePrior, Settings};

use crate::Error;
use crate::decode::positions::visit_positions;
use crate::progress::{Progress, Stage};
use crate::recording::frames::Frames;
use crate::sensor::START_FRAMES;

/// The features of a series of photos of a game on squares.
#[derive(Clone)]
pub(crate) struct SquaresSeries {
    pub(crate) frames: Frames,
    pub(crate) patches: Patches,
    /// Views of the first frames; [`keep`](SquaresSeries::keep) does not change them.
    pub(crate) views: Vec<View>,
}

impl SquaresSeries {
    /// Keeps the frames for which `kept` is true.
    pub(crate) fn keep(&mut self, kept: &[bool]) {
        self.patches.keep(kept);
        self.frames.keep(kept);
    }
}

/// Finds the first frame that shows the start position: the frame, the orientation of the board, one of `orientations`,
/// and the agreement, from 0 to 1.
pub(crate) fn find_start(
    patches: &Patches,
    contents: &[Occupancy],
    orientations: &[Orientation],
) -> (usize, Orientation, f32) {
    /// Frames show the start, too, if their agreement is at most this much lower than the best.
    const SAME: f32 = 0.05;
    let frames = patches.frames().min(START_FRAMES);
    let mirrored = orientations.iter().any(|orientation| *orientation >= 4);
    let tried: Vec<_> = (0..frames)
        .map(|f| patches.orientations(f, contents, mirrored))
        .collect();
    let score = |frame: usize, orientation: Orientation| {
        let known = tried[frame].iter().find(|t| t.0 == orientation);
        known.map_or(f32::NEG_INFINITY, |t| t.1)
    };
    // Sum over frames, as a single one may mislead: a shadow makes one side's pieces darker.
    let all = |orientation: &Orientation| (0..frames).map(|f| score(f, *orientation)).sum::<f32>();
    let orientation = orientations
        .iter()
        .copied()
        .max_by(|a, b| all(a).total_cmp(&all(b)))
        .unwrap_or(0);
    let best = (0..frames)
        .map(|f| score(f, orientation))
        .fold(f32::NEG_INFINITY, f32::max);
    let first = (0..frames).find(|&f| score(f, orientation) >= best - SAME);
    first.map_or((0, orientation, 0.0), |f| {
        (f, orientation, score(f, orientation))
    })
}

/// The median of three numbers.
pub(crate) fn median(mut three: [f32; 3]) -> f32 {
    three.sort_by(f32::total_cmp);
    three[1]
}

/// A decoded game with its evidence.
pub(crate) struct Found<P: MoveGen> {
    /// The start position, one of those tried.
    pub(crate) start: P,
    pub(crate) game: Decoded<P::Move>,
    pub(crate) evidence: Evidence,
    /// Settings of the search that found it.
    pub(crate) search: Settings,
}

/// Finds the game that explains the patches best, and trains the appearance model on the way.
///
/// 1. The first photo shows the start. Its contents, where all `starts` agree, are the first labels. Each start has a
///    price in nats.
/// 2. The game decoded in the next few photos labels them, and the model is fitted again; so on with twice as many
///    photos each time, and with all of them until the labels do not change. The number of plies a photo is learnt, too.
///
/// Self-training can reinforce a wrong game. Unless the first run is sure of every move, tall pieces, which hide
/// others, are therefore learnt in several runs with different weights, which fail in different games. The game with
/// the least cost by its own model is taken.
///
/// If the game is lost ([`Model::lost`]), labels after that frame were wrong: training is repeated with the frames
/// before it.
pub(crate) fn decode<P: MoveGen<Cell = Occupancy> + Sync>(
    patches: &Patches,
    stature: Stature,
    starts: &[(P, f32)],
    prior: &dyn MovePrior<P>,
    options: &Settings,
    progress: &mut Progress<'_>,
) -> Result<Found<P>, Error> {
    let mut training = Training {
        patches,
        frames: patches.frames(),
        stature,
        starts,
        prior,
        options,
    };
    loop {
        let found = training.game(progress)?;
        match found.game.end.map(|end| end.frame) {
            Some(lost) if (1..training.frames).contains(&lost) => training.frames = lost,
            _ => return Ok(found),
        }
    }
}

/// Labels from a decoded game: the known contents of the points in each frame.
type Labels = Vec<(usize, Vec<Option<Occupancy>>)>;

/// A training run with its result.
struct TrainingRun {
    end: Trained,
    /// The state before each round with all photos and the final weights: labels, and the price of a move, from which
    /// the pace follows. The later rounds depend on nothing else.
    passed: Vec<(Labels, f32)>,
}

/// The result of a training run: labels from a game that was decoded with the model of the round before.
#[derive(Clone)]
struct Trained {
    labels: Labels,
    /// Settings of the search with the pace of the game.
    search: Settings,
    /// Cost of the game in nats.
    cost: f64,
    /// Evidence of the model fitted to these labels, if the labels have become stable.
    evidence: Option<Evidence>,
}

/// The photos and settings of a training.
struct Training<'a, P> {
    patches: &'a Patches,
    /// Number of frames to train on, from the first.
    frames: usize,
    stature: Stature,
    starts: &'a [(P, f32)],
    prior: &'a dyn MovePrior<P>,
    options: &'a Settings,
}

impl<P: MoveGen<Cell = Occupancy> + Sync> Training<'_, P> {
    /// The game of the first training run if a quick search is sure of it, otherwise that of the best of all runs.
    fn game(&self, progress: &mut Progress<'_>) -> Result<Found<P>, Error> {
        let first = self.run(ReadingWeights::default(), &[], progress)?;
        if let Some(found) = self.sure_game(&first.end, progress)? {
            return Ok(found);
        }
        let mut runs = vec![first];
        // Flat pieces hide nothing: other weights would find the same.
        if self.stature == Stature::Tall {
            let [weak, strong] = [0.2, 1.1].map(ReadingWeights::appearance);
            let (weak, strong) = parallel::join(
                || self.run(weak, &runs, progress),
                || self.run(strong, &runs, &mut crate::quiet),
            );
            runs.extend([weak?, strong?]);
            runs.sort_by(|a, b| a.end.cost.total_cmp(&b.end.cost));
        }
        let (evidence, search) = self.learnt(&runs[0].end)?;
        self.found(evidence, search, progress)
    }

    /// The game by a quick search, if that is sure of every move. The whole one takes ten times as long, and finds the
    /// same then: docs/FIGURES.md.
    fn sure_game(
        &self,
        trained: &Trained,
        progress: &mut Progress<'_>,
    ) -> Result<Option<Found<P>>, Error> {
        /// Least confidence of every move.
        const SURE: f32 = 0.999;
        /// Most moves between two photos. Of more, a quick search does not meet all that are as likely.
        const AT_ONCE: usize = 2;
        // Other games are met by the whole search only, and only an exact one proves a game.
        let is_beam = matches!(self.options.method, Method::Beam { .. });
        if self.options.n_best > 1 || !is_beam {
            return Ok(None);
        }
        let (evidence, settings) = self.learnt(trained)?;
        let mut found = self.found(evidence, quick_method(settings.clone()), progress)?;
        found.search = settings;
        let game = &found.game;
        let mut at_once = game.plies.chunk_by(|a, b| a.frame == b.frame);
        let is_sure = game.end.is_none()
            && game.plies.iter().all(|ply| ply.confidence >= SURE)
            && at_once.all(|plies| plies.len() <= AT_ONCE);
        Ok(is_sure.then_some(found))
    }

    /// The evidence and the search of a training, for all photos.
    fn learnt(&self, trained: &Trained) -> Result<(Evidence, Settings), Error> {
        /// Factor of the price of a lost game after it was lost once.
        const LOST_ONCE: f32 = 0.8;
        let mut search = trained.search.clone();
        let is_whole = self.frames == self.patches.frames();
        if !is_whole {
            search.model.lost *= LOST_ONCE;
        }
        if let Some(evidence) = trained.evidence.as_ref().filter(|_| is_whole) {
            return Ok((evidence.clone(), search));
        }
        let (weights, all) = (ReadingWeights::default(), usize::MAX);
        let model = AppearanceModel::fit(self.patches, &trained.labels)?;
        let evidence = model.evidence(self.patches, all, self.stature, weights)?;
        Ok((evidence, search))
    }

    /// The game that a search finds in this evidence.
    fn found(
        &self,
        evidence: Evidence,
        settings: Settings,
        progress: &mut Progress<'_>,
    ) -> Result<Found<P>, Error> {
        let game = search(&evidence, self.starts, self.prior, &settings, progress)?;
        Ok(Found {
            start: self.starts[game.start].0.clone(),
            game,
            evidence,
            search: settings,
        })
    }

    /// Trains on more and more photos, with `first_weights` until the first round with all of them. A run that reaches
    /// a state of an `earlier` run has the same result.
    fn run(
        &self,
        first_weights: ReadingWeights,
        earlier: &[TrainingRun],
        progress: &mut Progress<'_>,
    ) -> Result<TrainingRun, Error> {
        /// Photos of the first round; each later round has twice as many.
        const FIRST: usize = 8;
        /// Most rounds with all photos.
        const ROUNDS: usize = 4;
        let mut settings = self.options.clone();
        let mut labels = vec![(0, common_contents(self.starts))];
        let (mut frames, mut rounds) = (FIRST, 0);
        let mut passed = Vec::new();
        loop {
            let all = frames >= self.frames;
            rounds += usize::from(all);
            let weights = if rounds > 1 {
                ReadingWeights::default()
            } else {
                first_weights
            };
            let last_weights = all && weights == ReadingWeights::default();
            if last_weights {
                let state = (labels.clone(), settings.model.placement);
                if let Some(run) = earlier.iter().find(|run| run.passed.contains(&state)) {
                    let end = run.end.clone();
                    return Ok(TrainingRun { end, passed });
                }
                passed.push(state);
            }
            let model = AppearanceModel::fit(self.patches, &labels)?;
            let used = frames.min(self.frames);
            let evidence = model.evidence(self.patches, used, self.stature, weights)?;
            let quick = quick_search(&settings);
            let game = search(&evidence, self.starts, self.prior, &quick, progress)?;
            let now = labels_of(&self.starts[game.start].0, &game);
            set_pace(&mut settings.model, self.options.model.placement, &game);
            let settled = last_weights && now == labels;
            labels = now;
            if settled || rounds == ROUNDS {
                let end = Trained {
                    labels,
                    search: settings,
                    cost: game.cost,
                    evidence: settled.then_some(evidence),
                };
                return Ok(TrainingRun { end, passed });
            }
            frames *= 2;
        }
    }
}

/// Settings of a quick search for intermediate results.
pub(crate) fn quick_search(settings: &Settings) -> Settings {
    let mut quick = quick_method(settings.clone().best_only());
    quick.model.lost = f32::INFINITY;
    quick
}

/// These settings with a quick method.
fn quick_method(mut settings: Settings) -> Settings {
    settings.method = Method::Beam {
        width: 100,
        reach: 15.0,
        rounds: 60,
    };
    settings
}

/// The contents of the points on which all starts agree.
fn common_contents<P: MoveGen<Cell = Occupancy>>(starts: &[(P, f32)]) -> Vec<Option<Occupancy>> {
    let points = starts.first().map_or(0, |(start, _)| start.points());
    let of = |point: usize| {
        let mut contents = starts.iter().map(|(start, _)| start.get(point));
        let first = contents.next()?;
        contents.all(|other| other == first).then_some(first)
    };
    (0..points).map(of).collect()
}

/// The labels from a decoded game. Points where the table differs from the position, by a false move or a late change,
/// have no label: they would confirm themselves.
fn labels_of<P: MoveGen<Cell = Occupancy>>(start: &P, game: &Decoded<P::Move>) -> Labels {
    let mut labels = Vec::with_capacity(game.frame_cost.len());
    visit_positions(start, game, |frame, position, table| {
        let shown = table.iter().enumerate();
        let known = shown.map(|(point, &cell)| (cell == position.get(point)).then_some(cell));
        labels.push((frame, known.collect()));
    });
    labels
}

/// Sets the prices of plies for the pace of a game, with plies as a Poisson process; `placement` is the price of a move
/// at one move a photo.
fn set_pace<M>(model: &mut Model, placement: f32, game: &Decoded<M>) {
    /// Weight of the prior pace of one move a photo, in photos.
    const PRIOR_PHOTOS: f32 = 4.0;
    /// Least price of a move.
    const LEAST: f32 = 0.5;
    let photos = game.frame_cost.len().saturating_sub(1) as f32;
    let rate = (game.plies.len() as f32 + PRIOR_PHOTOS) / (photos + PRIOR_PHOTOS);
    model.placement = (placement - rate.ln()).max(LEAST);
    model.extra_ply = 2.0_f32.ln();
}

/// Decodes evidence with several possible starts, each with its price in nats.
pub(crate) fn search<P: MoveGen<Cell = Occupancy>>(
    evidence: &Evidence,
    starts: &[(P, f32)],
    prior: &dyn MovePrior<P>,
    settings: &Settings,
    progress: &mut Progress<'_>,
) -> Result<Decoded<P::Move>, Error> {
    let decoder = starts
        .iter()
        .fold(Decoder::new(settings), |d, (start, price)| {
            d.start(start.clone(), *price)
        });
    let mut game = decoder
        .prior(prior)
        .progress(|now| -> ControlFlow<()> { progress(Stage::Searching, now.frames, now.total) })
        .decode(evidence)?;
    // All games of a recording have the same start.
    let start = game.start;
    game.others.retain(|other| other.start == start);
    Ok(game)
}
