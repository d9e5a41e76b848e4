//! Games whose pieces stand on squares: from photos to a record, whatever the game. Chess and draughts
//! are two [`SquareGame`]s; what only one of them has stands in [`chess`](crate::games::chess) and
//! [`checkers`](crate::games::checkers).

mod clarity;
pub(crate) mod doubts;
mod records;
mod single_photo;

use std::fs::File;
use std::ops::Range;
use std::path::{Path, PathBuf};

use board_core::Evidence;
use board_core::{Color, Observation, Occupancy};
use game_record::{Dialect, Game, MoveOf, NodeId};
use piece_detect::{Orientation, Patches, Stature};
use sequence_search::{Decoded, EndKind, Model, MovePrior, Ply, exchanges};

pub use crate::decode::fix::{Fix, FixError, FixFault};
use crate::decode::fix::{Fixes, impossible};
use crate::decode::piece_kinds::Known;
pub use crate::decode::piece_kinds::Piece;
use crate::decode::prior::Prior;
use crate::decode::self_training::{self, Found, Seen};
use crate::decode::{ending, move_order, next_game, piece_order, taken_back};
use crate::game::Start;
use crate::recorder::{self, Progress, Recorder};
use crate::recording::drawn::Drawn;
use crate::recording::frames::Frames;
use crate::recording::{GameInfo, Recording, name_for, recorded};
pub use crate::sensor::Place;
use crate::sensor::shades;
use crate::sensor::turning::numbers;
use crate::sensor::{Sensor, Squares, TRIED};
use crate::source::disorder;
use crate::source::disorder::Disorder;
use crate::source::photos::Limits;
use crate::start::mid_game::{self, Beginning};
use crate::start::position;
use crate::warning::NamedMove;
use crate::{Board, Error, Warning, WarningKind};
pub use records::{choose_record, read_record, read_records, usable_records};
pub use single_photo::{PhotoReading, locate, read, read_men};

/// A game whose pieces stand on squares, as far as recording it needs to know it: its positions.
pub trait SquareGame: Drawn {
    /// What is known of how people play, before any photo is looked at; `()` where that is nothing.
    type Prior: MovePrior<Self> + Default + Send + 'static;

    /// Takes off the model's price of a move what the `Prior` asks for a usual one.
    fn make_room(_: &mut Model) {}

    /// The position games start from unless something else is said.
    fn usual_start() -> Self;

    /// This position as files and command lines write it.
    fn fen(&self) -> String;

    /// This start if a side began that usually does not, where players are free to agree on that.
    fn begun_by(&self, _: Color) -> Option<Self> {
        None
    }

    /// The position of the men that are seen, by the rules of this one, whose turn it is being unknown; `None` if it can be
    /// none, or if kinds of pieces cannot be told.
    fn of_men(&self, _: &[Occupancy]) -> Option<Self> {
        None
    }

    /// The position that another game by these rules starts from.
    fn new_game(&self) -> Self;

    /// Positions that moves which nobody saw may have made of this one, where these contents are seen, with their
    /// prices in nats; with either side to move.
    fn resumed(&self, contents: &[Occupancy]) -> Vec<(Self, f32)>;

    /// This position with a king in the place of the man on a point, if one stands there.
    fn crowned(&self, _: usize) -> Option<Self> {
        None
    }

    /// Whether boards are laid either way round, with a light or a dark corner at the left.
    const MIRRORED: bool = false;

    /// The games of a file of this path, one after the other.
    fn read(path: &Path, file: File) -> impl Iterator<Item = Result<Self::Record, Error>>;

    /// What a record's header says of the result, if its moves end with another one.
    fn contradiction(record: &Self::Record) -> Option<&str>;

    /// The start and the moves of a record.
    fn played(record: &Self::Record) -> (Self, Vec<Self::Move>);

    /// Who played.
    fn players(record: &Self::Record) -> String;

    /// The piece on each square: what two orders of the same moves may have otherwise.
    fn pieces(&self) -> Vec<Option<Piece>>;
}

/// What a record says that ends before moves that no photo shows.
pub(crate) const CUT: &str = "the photos do not tell how the game went on";

/// Squares a side.
pub(crate) fn size<P: Drawn>(position: &P) -> usize {
    position.board().cols()
}

/// How tall its pieces are.
pub(crate) fn stature<P: Drawn>() -> Stature {
    match P::TALL {
        true => Stature::Tall,
        false => Stature::Flat,
    }
}

/// How a game is recorded.
#[derive(Clone, Debug)]
pub struct Options<P> {
    /// Where the board is.
    pub place: Place,
    /// How it lies: clockwise quarter turns in the picture from White's side at the bottom; found
    /// out from the start position if not told.
    pub turn: Option<Orientation>,
    /// The position the game starts from. Photos from before it stands are passed over.
    pub start: P,
    /// Whether the photos may begin in mid-game: then it starts from what they show, if that is surely not `start`. Only
    /// of men of draughts on an unmarked board, as chessmen are not told from each other. Usual unless a start is given.
    pub midway: bool,
    /// Moves the user is sure of.
    pub fixes: Vec<Fix>,
    /// What is known of the game besides its moves, for the record.
    pub info: GameInfo,
    /// Limits for opening photos.
    pub limits: Limits,
    /// From evidence to moves. How many plies there are to a photo is learnt from the photos, unless the
    /// board is marked: the model's `placement` is then the price of a move where there is one to a photo,
    /// and its `extra_ply` does not count.
    pub search: sequence_search::Settings,
}

impl<P: SquareGame> Default for Options<P> {
    fn default() -> Self {
        Self {
            midway: true,
            ..Self::from(P::usual_start())
        }
    }
}

/// Of a game that starts from a position.
impl<P: SquareGame> From<P> for Options<P> {
    fn from(start: P) -> Self {
        let mut search = sequence_search::Settings::exact();
        search.method = sequence_search::Method::Exact {
            width: 1000,
            rounds: 60,
        };
        (search.posteriors, search.margin) = (true, 3.0);
        search.nodes_per_frame = 20_000;
        let model = &mut search.model;
        // Where a photo is taken after every move, that there is one says nothing; which of some twenty
        // it is does. How many there are to a photo is learnt.
        (model.placement, model.departure) = (2.0, 1.0);
        (model.plies_per_frame, model.extra_ply) = (8, 1.0);
        // No side may pass; this is a move that no photo shows.
        model.pass = 20.0;
        model.other_side_first = match start.begun_by(!start.to_move()) {
            Some(_) => 4.0,
            None => 20.0,
        };
        (model.touch, model.held) = (6.0, 0.2);
        P::make_room(model);
        model.evidence_cap = 8.0;
        // Simulated games with hands rise by up to 28 nats (three of 54 by 30 to 42), real ones with eight photos left out by 41
        // and more: docs/FIGURES.md.
        model.lost = 33.0;
        Self {
            place: Place::default(),
            turn: None,
            start,
            midway: false,
            fixes: Vec::new(),
            info: GameInfo::default(),
            limits: Limits::default(),
            search,
        }
    }
}

/// Records a game from photos in order of time.
///
/// Photos are opened one at a time; a small picture of every square is kept of each. `progress` is
/// told the stage and how far it is (done, of); breaking ends the recording with
/// [`Error::Cancelled`].
///
/// # Errors
/// As [`recorder::record`]; faults of single photos are warnings.
pub fn record<P: SquareGame>(
    paths: &[PathBuf],
    options: &Options<P>,
    progress: &mut Progress<'_>,
) -> Result<Recording<P>, Error> {
    let recorder = Recorder::new(options.clone(), recorder::Options::default())?;
    recorder::record(recorder, paths, &options.limits, |_| {}, progress)
}

impl<P: SquareGame> crate::game::Game for Options<P> {
    type Position = P;
    type Sensor = Squares;
    const BOARD: Board = Board::Squares;

    fn sensor(&self) -> Result<Squares, Error> {
        check(self)?;
        Squares::new(size(&self.start), stature::<P>(), self.place)
    }

    /// Once photos plainly show it: a few if they agree with it as usual, or so many that no more are to be expected.
    fn start(&self, sensor: &Squares) -> Result<Option<Start<P>>, Error> {
        /// Photos that agree with the start.
        const FEW: usize = 3;
        let frames = sensor.frames();
        if frames < FEW {
            return Ok(None);
        }
        let kept = sensor.usable().unwrap_or(vec![true; frames]);
        let beginning = Beginning::of(&sensor.patches, &sensor.views, &kept, self)?;
        let plain = beginning.fit >= doubts::USUAL && beginning.doubtful.is_empty();
        let Some((position, _)) = beginning.starts.into_iter().next() else {
            return Ok(None);
        };
        Ok((plain || frames >= TRIED).then_some(Start {
            frame: beginning.first,
            position,
            orientation: beginning.turn,
        }))
    }

    fn start_of(&self, evidence: &Evidence) -> Option<(Start<P>, f32)> {
        let (frame, orientation, fit) = position::find(evidence, self);
        let start = Start {
            frame,
            orientation,
            position: self.start.clone(),
        };
        Some((start, fit))
    }

    fn live_search(&self) -> sequence_search::Settings {
        let mut search = self_training::quick(&self.search);
        // More photos may yet tell how the game went on: only what is plain ends it.
        search.model.lost = f32::MAX;
        search
    }

    fn prior(&self, start: &P) -> Box<dyn MovePrior<P> + Send> {
        Box::new(Prior::new(Fixes::new(&self.fixes, start)))
    }

    fn add_fix(&mut self, fix: Fix) {
        self.fixes.push(fix);
    }

    fn drop_fix(&mut self) {
        self.fixes.pop();
    }

    fn next_game(&self, start: Option<(P, Orientation)>) -> Self {
        Self {
            info: self.info.later(),
            midway: false,
            fixes: Vec::new(),
            turn: start.as_ref().map(|(_, turn)| *turn),
            start: start.map_or_else(|| self.start.new_game(), |(start, _)| start),
            ..self.clone()
        }
    }

    fn decode(
        &self,
        sensor: &mut Squares,
        part: Range<usize>,
        frames: Frames,
        warnings: Vec<Warning>,
        progress: &mut Progress<'_>,
    ) -> Result<Recording<P>, Error> {
        let all = part == (0..sensor.patches.frames());
        let views = part.start..part.end.min(sensor.views.len());
        let seen = Seen {
            taken: frames,
            patches: match all {
                true => std::mem::take(&mut sensor.patches),
                false => sensor.patches.select(part),
            },
            views: sensor.views.get(views).unwrap_or_default().to_vec(),
        };
        decode(seen, self, warnings, progress)
    }

    fn decode_evidence(
        &self,
        evidence: Evidence,
        mut frames: Frames,
        mut warnings: Vec<Warning>,
        progress: &mut Progress<'_>,
    ) -> Result<Recording<P>, Error> {
        check(self)?;
        let (found, wanted) = (evidence.points().isqrt(), size(&self.start));
        if found != wanted {
            return Err(Error::Squares { found, wanted });
        }
        let (first, turn, fit) = position::find(&evidence, self);
        let photo = frames.photos.get(first).cloned();
        doubts::start(first, fit, turn >= 4, &photo, &mut warnings);
        let here = numbers(turn, evidence.points());
        let evidence = evidence.since(first).renumbered(|_| here.clone());
        frames.keep(
            &(0..frames.photos.len())
                .map(|i| i >= first)
                .collect::<Vec<_>>(),
        );
        for grid in &mut frames.grids {
            *grid = position::upright(grid, turn);
        }
        conclude(frames, None, self, None, warnings, |prior| {
            let (search, start) = (self.search.clone(), self.start.clone());
            let starts = [(start.clone(), 0.0)];
            let game = self_training::search(&evidence, &starts, prior, &search, progress)?;
            Ok(Found {
                start,
                game,
                evidence,
                search,
            })
        })
    }
}

/// Checks what is known of the game, and whether the moves the user is sure of can lie in one from the start at all.
pub(crate) fn check<P: SquareGame>(options: &Options<P>) -> Result<(), Error> {
    options.start.check_info(&options.info)?;
    match impossible(&options.fixes, &options.start) {
        Some((fix, reason)) => Err(Error::Fix {
            fix: fix.clone(),
            reason,
        }),
        None => Ok(()),
    }
}

/// From what the photos show to the game, and to those that follow it.
pub(crate) fn decode<P: SquareGame>(
    seen: Seen,
    options: &Options<P>,
    warnings: Vec<Warning>,
    progress: &mut Progress<'_>,
) -> Result<Recording<P>, Error> {
    let (mut first, mut patches) = decode_one(seen, options, warnings, progress)?;
    let mut last = &first;
    let mut later = Vec::new();
    while let Some(next) = next_game::next(last, &patches, options, progress)? {
        patches = next.1;
        later.push(next.0);
        last = &later[later.len() - 1];
    }
    first.later = later;
    Ok(first)
}

/// From what the photos show to the first game in them; the squares are numbered as in that game.
pub(crate) fn decode_one<P: SquareGame>(
    mut seen: Seen,
    options: &Options<P>,
    mut warnings: Vec<Warning>,
    progress: &mut Progress<'_>,
) -> Result<(Recording<P>, Patches), Error> {
    // In a film, photos of moves under way tell nothing that those before and after do not.
    let mut kept = seen
        .patches
        .at_rest()
        .unwrap_or(vec![true; seen.taken.photos.len()]);
    let beginning = Beginning::of(&seen.patches, &seen.views, &kept, options)?;
    let first = beginning.first;
    kept[..first].fill(false);
    kept[first] = true;
    let start_photo = seen.taken.photos.get(first).cloned();
    let photos = kept.len();
    seen.keep(&kept);
    let mut search = options.search.clone();
    if beginning.joined.is_some() {
        // Nobody knows whose turn it is.
        search.model.other_side_first = 0.0;
    }
    let beginning = beginning.choose(&seen.patches, options, &search, progress)?;
    let turn = beginning.turn;
    let mirrored = turn >= 4;
    doubts::start(first, beginning.fit, mirrored, &start_photo, &mut warnings);
    if !P::MIRRORED {
        let cells: Vec<_> = options.start.cells().collect();
        let views = seen.views.get(first..).unwrap_or_default();
        if shades::exchanged(views, turn, &cells) {
            doubts::corner(&start_photo, &mut warnings);
        }
    }
    seen.patches.renumber(turn);
    for grid in &mut seen.taken.grids {
        *grid = position::upright(grid, turn);
    }
    let mut recording = conclude(
        seen.taken,
        Some(&seen.patches),
        options,
        beginning.joined,
        warnings,
        |prior| {
            let patches = &seen.patches;
            let starts = &beginning.starts;
            match beginning.joined {
                Some(_) => mid_game::find(patches, starts, prior, &search, progress),
                None => {
                    self_training::decode(patches, stature::<P>(), starts, prior, &search, progress)
                }
            }
        },
    )?;
    doubts::squares(&beginning.doubtful, &mut recording);
    if first > photos / 2 && recording.decoded.plies.is_empty() {
        recording.warnings.push(Disorder::Reversed.warning());
    }
    Ok((recording, seen.patches))
}

/// From photos of which the first shows the start, and the game that `find` finds in them, to the
/// recording, with warnings of what is doubtful. `midway` as [`Beginning::joined`]. Kinds of pieces are told from each other by `patches`.
pub(crate) fn conclude<P: SquareGame>(
    taken: Frames,
    patches: Option<&Patches>,
    options: &Options<P>,
    midway: Option<bool>,
    mut warnings: Vec<Warning>,
    find: impl FnOnce(&Prior<P>) -> Result<Found<P>, Error>,
) -> Result<Recording<P>, Error> {
    let photos = taken.photos;
    let prior = Prior::new(Fixes::new(&options.fixes, &options.start));
    let Found {
        mut start,
        game: mut decoded,
        evidence,
        search,
    } = find(&prior)?;
    let other = decoded.plies.first().map(|ply| ply.side);
    let other = other
        .filter(|&side| side != start.to_move())
        .and_then(|side| start.begun_by(side));
    if let Some(other) = other {
        if midway.is_none() {
            let kind = WarningKind::OtherSideBegan {
                side: other.to_move(),
            };
            warnings.push(kind.at(photos.get(decoded.plies[0].frame).cloned()));
        }
        start = other;
    }
    let start = &start;
    if let Some(plain) = midway {
        doubts::midway(
            start,
            plain,
            !decoded.plies.is_empty(),
            &photos,
            &mut warnings,
        );
    }
    // Of a game that is lost at once nothing is known.
    let patches = patches.filter(|_| decoded.frames() > 0);
    let known = patches.map(|patches| Known::of(patches, start, &decoded));
    let known = known.transpose()?;
    let sight = known.as_ref().zip(patches);
    let sight = sight.map(|(known, patches)| known.sight(patches));
    let sight = sight.as_ref();
    let mut orders = piece_order::settle(&mut decoded, start, sight, &prior);
    let exchanges = exchanges(start, &evidence, &search, &decoded, move_order::WITHIN)?;
    orders.extend(piece_order::open(&decoded, start, sight, &prior, exchanges));
    let (record, info) = recorded(start, &decoded, &options.info, &photos, &mut warnings);
    let known = followed(start, &decoded.plies);
    let cut = known < decoded.plies.len();
    if cut {
        doubts::gap(start, &decoded, known, &photos, &mut warnings);
        decoded.plies.truncate(known);
        orders.retain(|order| order.first + order.moves.len() <= known);
    } else if let Some(end) = decoded.end {
        match end.kind {
            EndKind::Lost => {
                doubts::lost(
                    start,
                    &decoded,
                    end.frame,
                    &evidence,
                    &photos,
                    &mut warnings,
                );
            }
            _ => ending::say(&decoded, &photos, &mut warnings),
        }
    }
    doubts::early(&decoded, &photos, &mut warnings);
    taken_back::say(start, &decoded, &photos, &mut warnings);
    let cells: Vec<_> = start.cells().collect();
    disorder::say(&evidence, &cells, &mut warnings);
    let moves: Vec<P::Move> = decoded.plies.iter().map(|p| p.mv).collect();
    if let Some(fix) = prior.fixes.broken(start, &moves) {
        let (fix, reason) = (fix.clone(), FixFault::NoGame);
        return Err(Error::Fix { fix, reason });
    }
    doubts::fixes(&prior.fixes, &decoded, &photos, &mut warnings);
    doubts::moves(start, &decoded, &photos, &mut warnings);
    let told = move_order::weigh(&mut decoded, &orders);
    let named = NamedMove::all(start, &decoded.plies);
    move_order::say(&decoded, &told, &photos, &named, &mut warnings);
    if !cut && decoded.end.is_none() {
        doubts::end(start, &decoded, &evidence, &photos, &mut warnings);
    }
    Ok(Recording {
        record,
        start: start.clone(),
        decoded,
        photos,
        grids: taken.grids,
        shown: taken.shown,
        evidence,
        warnings,
        info,
        search,
        midway: midway.is_some(),
        later: Vec::new(),
        settled: None,
    })
}

/// How many plies there are until moves are missing that no photo shows.
pub(crate) fn followed<P: SquareGame>(start: &P, plies: &[Ply<P::Move>]) -> usize {
    match plies.first() {
        Some(first) if first.side != start.to_move() => 0,
        _ => plies.iter().take_while(|p| !p.after_pass).count(),
    }
}

/// The record of a game up to moves that are missing beyond repair, which it says.
pub fn record_of<D>(start: &D::Position, game: &Decoded<MoveOf<D>>) -> game_record::Record<D>
where
    D: Dialect<Position: SquareGame>,
{
    let known = followed(start, &game.plies);
    let mut played = Game::new(start.clone());
    for ply in &game.plies[..known] {
        let legal = played.play(ply.mv);
        debug_assert!(legal.is_ok(), "the search plays legal moves only");
    }
    let mut record = game_record::Record::from(&played);
    let lost = game.end.is_some_and(|end| end.kind == EndKind::Lost);
    if known < game.plies.len() || lost {
        let last = record.tree.main_line().last().unwrap_or(NodeId::ROOT);
        record.tree.add_comment(last, CUT);
    }
    record
}

/// The moves of a line from a position by name: what records are compared by.
#[must_use]
pub fn names<P: SquareGame>(record: &P::Record) -> Vec<String> {
    let (mut position, moves) = P::played(record);
    let names = moves.into_iter().map(|mv| {
        let name = name_for(&position, position.to_move(), mv);
        position.play(mv);
        name
    });
    names.collect()
}
