//! Self-training: learns how the pieces of a game look while it is decoded. Knows no rules; all games on squares share
//! it.

use std::ops::ControlFlow;

use board_core::{Evidence, MoveGen, Occupancy};
use board_geom::View;
use piece_detect::{AppearanceModel, Orientation, Patches, ReadingWeights, Stature};
use sequence_search::{Decoded, Decoder, Method, Model, MovePrior, Settings};

use crate::Error;
use crate::progress::{Progress, Stage};
use crate::recording::frames::Frames;
use crate::sensor::TRIED;

/// What the photos of a series show.
#[derive(Clone)]
pub(crate) struct Seen {
    pub(crate) taken: Frames,
    pub(crate) patches: Patches,
    /// The squares from above in the first photos; not among what is [kept](Seen::keep).
    pub(crate) views: Vec<View>,
}

impl Seen {
    /// Keeps only some photos.
    pub(crate) fn keep(&mut self, kept: &[bool]) {
        self.patches.keep(kept);
        self.taken.keep(kept);
    }
}

/// The first photo that shows the position a game starts from, its orientation in it, one of `orientations`, and how
/// well they agree, from 0 to 1.
pub(crate) fn find_start(
    patches: &Patches,
    contents: &[Occupancy],
    orientations: &[Orientation],
) -> (usize, Orientation, f32) {
    /// Photos that agree with the start this much less well than the best one may show it too.
    const SAME: f32 = 0.05;
    let frames = patches.frames().min(TRIED);
    let mirrored = orientations.iter().any(|orientation| *orientation >= 4);
    let tried: Vec<_> = (0..frames)
        .map(|f| patches.orientations(f, contents, mirrored))
        .collect();
    let score = |frame: usize, orientation: Orientation| {
        let known = tried[frame].iter().find(|t| t.0 == orientation);
        known.map_or(f32::NEG_INFINITY, |t| t.1)
    };
    // A single photo may mislead: a shadow makes one side's pieces darker.
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

/// The middle one of three numbers.
pub(crate) fn median(mut three: [f32; 3]) -> f32 {
    three.sort_by(f32::total_cmp);
    three[1]
}

/// The game found in photos.
pub(crate) struct Found<P: MoveGen> {
    /// The one of the starts that it has.
    pub(crate) start: P,
    pub(crate) game: Decoded<P::Move>,
    pub(crate) evidence: Evidence,
    /// What it was found with.
    pub(crate) search: Settings,
}

/// Finds the game that explains the patches best.
///
/// How the squares look with and without pieces is learnt from the first photo, whose position is known, at least where
/// all `starts` agree; each has its price in nats. The game found with that in the next few photos labels those, and
/// from them it is learnt anew; so on with ever more photos, and in the end with all of them until nothing changes. So
/// it is learnt, too, how many plies there are to a photo.
///
/// Self-training can reinforce a wrong game. Pieces that hide others are therefore learnt in several
/// ways, which go wrong in different games, and the one is taken whose game costs least by what it has taught.
///
/// Where the game is lost ([`Model::lost`]), what the photos after that taught was wrong: then it is learnt from those
/// before alone.
pub(crate) fn decode<P: MoveGen<Cell = Occupancy>>(
    patches: &Patches,
    stature: Stature,
    starts: &[(P, f32)],
    prior: &dyn MovePrior<P>,
    options: &Settings,
    progress: &mut Progress<'_>,
) -> Result<Found<P>, Error> {
    /// Where a game was lost once, less than the whole price is enough to lose it again.
    const DOUBTED: f32 = 0.8;
    let mut training = Training {
        patches,
        frames: patches.frames(),
        stature,
        starts,
        prior,
        options,
    };
    loop {
        let mut best = training.best(progress)?;
        if training.frames < patches.frames() {
            best.search.model.lost *= DOUBTED;
        }
        let evidence = match best.evidence {
            Some(evidence) if training.frames == patches.frames() => evidence,
            _ => {
                let model = AppearanceModel::fit(patches, &best.labels)?;
                model.evidence(patches, usize::MAX, stature, ReadingWeights::default())?
            }
        };
        let game = search(&evidence, starts, prior, &best.search, progress)?;
        match game.end.map(|end| end.frame) {
            Some(lost) if (1..training.frames).contains(&lost) => training.frames = lost,
            _ => {
                return Ok(Found {
                    start: starts[game.start].0.clone(),
                    game,
                    evidence,
                    search: best.search,
                });
            }
        }
    }
}

/// The contents of the points in each frame, as a decoded game has them.
type Labels = Vec<(usize, Vec<Option<Occupancy>>)>;

/// One way of learning.
struct Way {
    end: Trained,
    /// What was known before each round with all photos and the weights of the last: what follows depends on nothing
    /// else. Labels, and the price of a move, which is all that is learnt of the pace.
    passed: Vec<(Labels, f32)>,
}

/// The result of one training: labels from a game that was decoded with the model of the game before.
#[derive(Clone)]
struct Trained {
    labels: Labels,
    /// With the pace of the game.
    search: Settings,
    /// Of the game, in nats.
    cost: f64,
    /// What these labels teach of the photos, where nothing changes any more.
    evidence: Option<Evidence>,
}

/// The photos and settings that a training uses.
struct Training<'a, P> {
    patches: &'a Patches,
    /// The first ones of the photos.
    frames: usize,
    stature: Stature,
    starts: &'a [(P, f32)],
    prior: &'a dyn MovePrior<P>,
    options: &'a Settings,
}

impl<P: MoveGen<Cell = Occupancy>> Training<'_, P> {
    /// Learns in all ways that fit the pieces.
    fn best(&self, progress: &mut Progress<'_>) -> Result<Trained, Error> {
        let other_ways: &[ReadingWeights] = match self.stature {
            Stature::Tall => &[
                ReadingWeights::appearance(0.2),
                ReadingWeights::appearance(1.1),
            ],
            Stature::Flat => &[],
        };
        let mut ways = vec![self.learn(ReadingWeights::default(), &[], progress)?];
        for &way in other_ways {
            ways.push(self.learn(way, &ways, progress)?);
        }
        ways.sort_by(|a, b| a.end.cost.total_cmp(&b.end.cost));
        Ok(ways.swap_remove(0).end)
    }

    /// Learns from ever more photos; `first_weights` hold until all of them have taught something. Where it comes to
    /// what an `earlier` way has learnt, it ends as that one did.
    fn learn(
        &self,
        first_weights: ReadingWeights,
        earlier: &[Way],
        progress: &mut Progress<'_>,
    ) -> Result<Way, Error> {
        /// Photos at first; twice as many each time.
        const FIRST: usize = 8;
        /// Rounds with all of them.
        const ROUNDS: usize = 4;
        let mut settings = self.options.clone();
        let mut labels = vec![(0, common(self.starts))];
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
                if let Some(way) = earlier.iter().find(|way| way.passed.contains(&state)) {
                    let end = way.end.clone();
                    return Ok(Way { end, passed });
                }
                passed.push(state);
            }
            let model = AppearanceModel::fit(self.patches, &labels)?;
            let seen = frames.min(self.frames);
            let evidence = model.evidence(self.patches, seen, self.stature, weights)?;
            let quick = quick(&settings);
            let game = search(&evidence, self.starts, self.prior, &quick, progress)?;
            let now = labels_of(&self.starts[game.start].0, &game);
            pace(&mut settings.model, self.options.model.placement, &game);
            let settled = last_weights && now == labels;
            labels = now;
            if settled || rounds == ROUNDS {
                let end = Trained {
                    labels,
                    search: settings,
                    cost: game.cost,
                    evidence: settled.then_some(evidence),
                };
                return Ok(Way { end, passed });
            }
            frames *= 2;
        }
    }
}

/// How a game is searched for that only helps to find another.
pub(crate) fn quick(settings: &Settings) -> Settings {
    let mut quick = settings.clone();
    quick.method = Method::Beam {
        width: 100,
        reach: 15.0,
        rounds: 60,
    };
    (quick.n_best, quick.posteriors, quick.margin) = (1, false, 0.0);
    quick.model.lost = f32::INFINITY;
    quick
}

/// The contents that all starts have, where they do.
fn common<P: MoveGen<Cell = Occupancy>>(starts: &[(P, f32)]) -> Vec<Option<Occupancy>> {
    let points = starts.first().map_or(0, |(start, _)| start.points());
    let of = |point: usize| {
        let mut contents = starts.iter().map(|(start, _)| start.get(point));
        let first = contents.next()?;
        contents.all(|other| other == first).then_some(first)
    };
    (0..points).map(of).collect()
}

/// What a game says that every photo shows. What it only says to explain a photo, a piece touched or
/// late, is no label: it would teach itself.
fn labels_of<P: MoveGen<Cell = Occupancy>>(start: &P, game: &Decoded<P::Move>) -> Labels {
    let mut labels = Vec::with_capacity(game.frame_cost.len());
    visit_positions(start, game, |frame, position, table| {
        let shown = table.iter().enumerate();
        let known = shown.map(|(point, &cell)| (cell == position.get(point)).then_some(cell));
        labels.push((frame, known.collect()));
    });
    labels
}

/// Calls `visit` with every photo, the position a game has reached in it, and what the table shows.
pub(crate) fn visit_positions<P: MoveGen<Cell = Occupancy>>(
    start: &P,
    game: &Decoded<P::Move>,
    mut visit: impl FnMut(usize, &P, &[Occupancy]),
) {
    let mut position = start.clone();
    let mut plies = game.plies.iter().peekable();
    game.visit_tables(start, |frame, table| {
        while let Some(ply) = plies.next_if(|ply| ply.frame <= frame) {
            position.set_to_move(ply.side);
            position.play(ply.mv);
        }
        visit(frame, &position, table);
    });
}

/// Prices plies as when they come at random, at the rate of a game (a Poisson process, of which
/// [`Model::extra_ply`] knows all but the price of the second ply): `placement` is the price of a move where there
/// is one to a photo.
fn pace<M>(model: &mut Model, placement: f32, game: &Decoded<M>) {
    /// Photos with a move each that are believed in before any is seen.
    const BELIEVED: f32 = 4.0;
    /// A move always costs something.
    const LEAST: f32 = 0.5;
    let photos = game.frame_cost.len().saturating_sub(1) as f32;
    let rate = (game.plies.len() as f32 + BELIEVED) / (photos + BELIEVED);
    model.placement = (placement - rate.ln()).max(LEAST);
    model.extra_ply = 2.0_f32.ln();
}

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
    // A record is of one start.
    let start = game.start;
    game.others.retain(|other| other.start == start);
    Ok(game)
}
