//! Games whose pieces stand on squares: from photos to small pictures of every square, and from
//! those to the most likely game. Knows no rules; chess and draughts share it.

use std::ops::ControlFlow;
use std::path::PathBuf;

use board_core::{Evidence, MoveGen, Occupancy};
use board_geom::{
    GeomError, Grid, Motion, SquaresLocator, Tracked, View, ViewLayout, turned_squares,
};
use image::RgbImage;
use piece_detect::{
    AppearanceModel, DetectError, Orientation, Patches, ReadingWeights, SinglePhotoReading, Stature,
};
use sequence_search::{Decoded, Decoder, Method, Model, MovePrior, Settings};

use crate::series::{Progress, Series, Sighting, Stage, Taken};
use crate::turning::LastSeen;
use crate::{Board, Error, board_kind, confidence};

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
    pub(crate) taken: Taken,
    pub(crate) patches: Patches,
    /// The squares from above in the first photos, at most [`TRIED`]; not among what is [kept](Seen::keep).
    pub(crate) views: Vec<View>,
}

/// Pieces may still be set up in so many photos, or a hand be over them.
pub(crate) const TRIED: usize = 30;

impl Seen {
    /// Keeps only some photos.
    pub(crate) fn keep(&mut self, kept: &[bool]) {
        self.patches.keep(kept);
        self.taken.keep(kept);
    }
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

/// Finds a board of `size` squares a side in a single photo, or says of what game it looks like. Its grid is of the
/// lines around the squares.
pub(crate) fn locate(photo: &RgbImage, size: usize) -> Result<(Grid, f64), Error> {
    find(photo, size).map_err(|error| board_kind::instead(error.into(), Board::Squares, photo))
}

/// Finds a board of `size` squares a side. Its grid is of the lines around the squares.
fn find(photo: &RgbImage, size: usize) -> Result<(Grid, f64), GeomError> {
    let found = locator(size).locate(photo)?;
    Ok((found.grid, found.confidence))
}

fn locator(size: usize) -> SquaresLocator {
    SquaresLocator {
        size,
        ..SquaresLocator::default()
    }
}

/// A single photo.
pub(crate) struct Single {
    /// The lines around the squares.
    pub(crate) grid: Grid,
    /// How sure it is that there is a board, from 0 to 1.
    pub(crate) found: f64,
    /// The likeliest content of every square, with its probability.
    pub(crate) contents: Vec<(Occupancy, f32)>,
    /// How clear the view is, from 0 to 1.
    pub(crate) clarity: f64,
}

/// Reads a single photo, the view of it as `read` says.
pub(crate) fn glance(
    photo: &RgbImage,
    place: Place,
    size: usize,
    read: impl FnOnce(&View) -> Result<SinglePhotoReading, DetectError>,
) -> Result<Single, Error> {
    let (grid, found) = match place {
        Place::Unknown => locate(photo, size)?,
        Place::Lines(grid) => (grid.resized(photo.dimensions()).upright(), 1.0),
        Place::Whole => (Grid::whole(size + 1, size + 1, photo.dimensions())?, 1.0),
    };
    let mut view = grid.middles()?.rectify(photo, layout(size));
    if place == Place::Whole {
        // Rectified by somebody else: where the camera was is not known.
        view.camera = None;
    }
    let contents = read(&view)?.contents().collect();
    Ok(Single {
        grid,
        found,
        contents,
        clarity: confidence::clarity(&view),
    })
}

/// Reads one photo after the other of a board that was found in the first.
pub(crate) struct Reader {
    size: usize,
    /// Where it was last.
    grid: Grid,
    /// Follows the board; nothing to follow in photos that are cropped to it.
    locator: Option<SquaresLocator>,
    /// Reads a photo on its own.
    glance: fn(&View) -> Result<SinglePhotoReading, DetectError>,
    last: LastSeen,
    /// How far things lean in the view, in columns and rows to a square of height, in the first photo from this side.
    lean: Option<[f32; 2]>,
    patches: Patches,
    views: Vec<View>,
    shown: Vec<Option<usize>>,
}

impl Reader {
    /// Of a board at `first` in the first photo, or of one that fills all photos.
    pub(crate) fn new(size: usize, first: Option<Grid>, stature: Stature) -> Result<Self, Error> {
        let whole = Grid::whole(size + 1, size + 1, (100, 100))?;
        Ok(Self {
            size,
            grid: first.unwrap_or(whole),
            locator: first.map(|_| locator(size)),
            glance: match stature {
                Stature::Flat => SinglePhotoReading::of_men,
                Stature::Tall => SinglePhotoReading::of_pieces,
            },
            last: LastSeen::default(),
            lean: None,
            patches: Patches::new(),
            views: Vec::new(),
            shown: Vec::new(),
        })
    }

    /// Cuts the next photo into squares. `None` when it shows nothing that the last one did not.
    pub(crate) fn see(&mut self, photo: &RgbImage) -> Result<Option<Sighting>, Error> {
        /// A board that moved farther, in squares, may be another one.
        const FAR: f64 = 2.0;
        let mut tracked = self.follow(photo);
        if tracked.motion == Motion::Hidden {
            self.shown.push(None);
            return Ok(Some(tracked.into()));
        }
        let mut view = self.view(photo, &tracked)?;
        if tracked.moved > FAR {
            self.patches.push(&view)?;
        } else if !self.patches.push_new(&view)? {
            self.grid = tracked.grid;
            self.shown.push(Some(self.patches.frames() - 1));
            return Ok(None);
        }
        let reading = (self.glance)(&view)?.shares();
        let agreement = self.last.agreement(&reading);
        if tracked.moved > FAR && !agreement.is_same_board() {
            self.patches.drop_last();
            self.shown.push(None);
            tracked.motion = Motion::Hidden;
            return Ok(Some(tracked.into()));
        }
        let turned = agreement.quarters();
        if turned > 0 {
            tracked.grid = tracked.grid.turned(turned);
            view = self.view(photo, &tracked)?;
            self.patches.drop_last();
            self.patches.push(&view)?;
        }
        self.note_side(&view);
        self.last.push(turned_squares(&reading, turned));
        self.grid = tracked.grid;
        self.shown.push(Some(self.patches.frames() - 1));
        if self.views.len() < TRIED {
            // Where the camera was of photos that somebody else rectified is not known.
            let camera = view.camera.filter(|_| self.locator.is_some());
            self.views.push(View { camera, ..view });
        }
        Ok(Some(Sighting { tracked, turned }))
    }

    fn view(&self, photo: &RgbImage, tracked: &Tracked) -> Result<View, Error> {
        Ok(tracked.grid.middles()?.rectify(photo, layout(self.size)))
    }

    /// Notes whether the last photo was taken from another side than those before.
    fn note_side(&mut self, view: &View) {
        /// Change of the lean that hides other squares.
        const OTHER: f32 = 0.5;
        let middle = 0.5 * (self.size - 1) as f32;
        let Some([x, y, z]) = view.camera else {
            return;
        };
        let lean = [(middle - x) / z, (middle - y) / z];
        let first = *self.lean.get_or_insert(lean);
        let changed = (lean[0] - first[0]).hypot(lean[1] - first[1]);
        if changed > OTHER {
            self.lean = Some(lean);
            self.patches.begin_side();
        }
    }

    fn follow(&self, photo: &RgbImage) -> Tracked {
        /// Movements in squares: smaller ones are the fit's own noise, larger ones a knock.
        const STILL: f64 = 0.05;
        const JUMP: f64 = 1.0 / 3.0;
        let last = self.grid.resized(photo.dimensions());
        let mut tracked = Tracked {
            grid: last,
            motion: Motion::Drift,
            moved: 0.0,
            confidence: 1.0,
        };
        let Some(locator) = &self.locator else {
            return tracked;
        };
        let Ok(found) = locator.locate_again(photo, &last) else {
            (tracked.motion, tracked.confidence) = (Motion::Hidden, 0.0);
            return tracked;
        };
        let corners = found.grid.corners().into_iter().zip(last.corners());
        let moved = corners.map(|(a, b)| (a[0] - b[0]).hypot(a[1] - b[1]));
        tracked.moved = moved.fold(0.0, f64::max) / last.pitch().1;
        tracked.confidence = found.confidence;
        if tracked.moved > JUMP {
            tracked.motion = Motion::Jump;
        }
        if tracked.moved > STILL {
            tracked.grid = found.grid;
        }
        tracked
    }

    pub(crate) fn finish(self, photos: Vec<PathBuf>, grids: Vec<Grid>) -> Seen {
        Seen {
            taken: Taken {
                photos,
                grids,
                shown: self.shown,
            },
            patches: self.patches,
            views: self.views,
        }
    }
}

/// Reads all photos.
pub(crate) fn read(
    series: &mut Series<'_, '_>,
    place: Place,
    size: usize,
    stature: Stature,
) -> Result<Seen, Error> {
    let first = match place {
        Place::Unknown => {
            let first = series.first_board(|photo| find(photo, size));
            let first = first.map_err(|error| {
                board_kind::instead_in(error, Board::Squares, series.paths, &series.limits)
            });
            Some(first?.0)
        }
        Place::Lines(grid) => Some(grid.upright()),
        Place::Whole => None,
    };
    let mut reader = Reader::new(size, first, stature)?;
    let (photos, grids) = series.read(|photo, _| reader.see(photo))?;
    Ok(reader.finish(photos, grids))
}

/// The first photo that shows the position a game starts from, how the board lies in it, if need be
/// `mirrored`, and how well they agree, from 0 to 1.
pub(crate) fn find_start(
    patches: &Patches,
    contents: &[Occupancy],
    turn: Option<Orientation>,
    mirrored: bool,
) -> (usize, Orientation, f32) {
    /// Photos that agree with the start this much less well than the best one may show it too.
    const SAME: f32 = 0.05;
    let frames = patches.frames().min(TRIED);
    let tried: Vec<_> = (0..frames)
        .map(|f| patches.orientations(f, contents, mirrored))
        .collect();
    let score = |frame: usize, turn: Orientation| {
        let known = tried[frame].iter().find(|t| t.0 == turn);
        known.map_or(f32::NEG_INFINITY, |t| t.1)
    };
    // A single photo may mislead: a shadow makes one side's pieces darker.
    let all = |turn: &Orientation| (0..frames).map(|f| score(f, *turn)).sum::<f32>();
    let lies =
        (0..if mirrored { 8 } else { 4 }).filter(|lie| turn.is_none_or(|t| t % 4 == lie % 4));
    let turn = lies.max_by(|a, b| all(a).total_cmp(&all(b))).unwrap_or(0);
    let best = (0..frames)
        .map(|f| score(f, turn))
        .fold(f32::NEG_INFINITY, f32::max);
    let first = (0..frames).find(|&f| score(f, turn) >= best - SAME);
    first.map_or((0, turn, 0.0), |f| (f, turn, score(f, turn)))
}

/// The middle one of three numbers.
pub(crate) fn middle(mut three: [f32; 3]) -> f32 {
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
/// A game can teach looks that confirm it, though it is wrong. Pieces that hide others are therefore learnt in several
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
    let mut lesson = Lesson {
        patches,
        frames: patches.frames(),
        stature,
        starts,
        prior,
        options,
    };
    loop {
        let mut best = lesson.best(progress)?;
        if lesson.frames < patches.frames() {
            best.search.model.lost *= DOUBTED;
        }
        let looks = AppearanceModel::fit(patches, &best.labels)?;
        let evidence = looks.evidence(patches, usize::MAX, stature, ReadingWeights::default())?;
        let game = search(&evidence, starts, prior, &best.search, progress)?;
        match game.end.map(|end| end.frame) {
            Some(lost) if (1..lesson.frames).contains(&lost) => lesson.frames = lost,
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

/// What photos show, as the game says that was found in them.
type Shown = Vec<(usize, Vec<Option<Occupancy>>)>;

/// What a game teaches that was found with what the game before it had taught.
struct Learnt {
    labels: Shown,
    /// With the pace of the game.
    search: Settings,
    /// Of the game, in nats.
    cost: f64,
}

/// What is learnt from.
struct Lesson<'a, P> {
    patches: &'a Patches,
    /// The first ones of the photos.
    frames: usize,
    stature: Stature,
    starts: &'a [(P, f32)],
    prior: &'a dyn MovePrior<P>,
    options: &'a Settings,
}

impl<P: MoveGen<Cell = Occupancy>> Lesson<'_, P> {
    /// Learns in all ways that fit the pieces.
    fn best(&self, progress: &mut Progress<'_>) -> Result<Learnt, Error> {
        let other_ways: &[ReadingWeights] = match self.stature {
            Stature::Tall => &[
                ReadingWeights::appearance(0.2),
                ReadingWeights::appearance(1.1),
            ],
            Stature::Flat => &[],
        };
        let mut best = self.learn(ReadingWeights::default(), progress)?;
        for &way in other_ways {
            let other = self.learn(way, progress)?;
            if other.cost < best.cost {
                best = other;
            }
        }
        Ok(best)
    }

    /// Learns from ever more photos; `way` is trusted until all of them have taught something.
    fn learn(&self, way: ReadingWeights, progress: &mut Progress<'_>) -> Result<Learnt, Error> {
        /// Photos at first; twice as many each time.
        const FIRST: usize = 8;
        /// Rounds with all of them.
        const ROUNDS: usize = 4;
        let mut settings = self.options.clone();
        let mut labels = vec![(0, common(self.starts))];
        let (mut frames, mut rounds) = (FIRST, 0);
        loop {
            let all = frames >= self.frames;
            rounds += usize::from(all);
            let trust = if rounds > 1 {
                ReadingWeights::default()
            } else {
                way
            };
            let looks = AppearanceModel::fit(self.patches, &labels)?;
            let seen = frames.min(self.frames);
            let evidence = looks.evidence(self.patches, seen, self.stature, trust)?;
            let quick = quick(&settings);
            let game = search(&evidence, self.starts, self.prior, &quick, progress)?;
            let now = labels_of(&self.starts[game.start].0, &game);
            pace(&mut settings.model, self.options.model.placement, &game);
            let settled = all && trust == ReadingWeights::default() && now == labels;
            labels = now;
            if settled || rounds == ROUNDS {
                return Ok(Learnt {
                    labels,
                    search: settings,
                    cost: game.cost,
                });
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
fn labels_of<P: MoveGen<Cell = Occupancy>>(start: &P, game: &Decoded<P::Move>) -> Shown {
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
