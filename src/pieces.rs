//! Games whose pieces stand on squares: from photos to a record, whatever the game. Chess and draughts
//! are two [`SquareGame`]s; what only one of them has stands in [`chess`](crate::chess) and
//! [`checkers`](crate::checkers).

pub(crate) mod doubts;
mod records;
mod single_photo;

use std::fs::File;
use std::path::{Path, PathBuf};

use board_core::{Color, Occupancy};
use board_sim::pieces::{Placement, Scene};
use game_record::{Dialect, Game, MoveOf, NodeId};
use piece_detect::{Orientation, Patches};
use sequence_search::{Decoded, EndKind, Model, MovePrior, Ply, exchanges};

use crate::disorder::Disorder;
pub use crate::fix::{Fix, FixError};
use crate::fix::{Fixes, impossible};
use crate::kinds::Known;
use crate::midway::{self, Beginning};
use crate::photos::Limits;
use crate::prior::Prior;
use crate::recording::{Recording, name_for};
use crate::report::Drawn;
use crate::series::{Progress, Series, Taken};
pub use crate::squares::Place;
use crate::squares::{self, Found, Seen};
use crate::{
    Error, Warning, WarningKind, disorder, ending, move_order, order, resume, shades, taken_back,
};
pub use records::{choose_record, read_record, read_records, usable_records};
pub use single_photo::{PhotoReading, locate, read, read_men};

/// A game whose pieces stand on squares, as far as recording it needs to know it: its positions.
pub trait SquareGame: Drawn {
    /// What is known of how people play, before any photo is looked at; `()` where that is nothing.
    type Prior: MovePrior<Self> + Default;

    /// Lowers the model's price of a move by the prior's typical price.
    fn make_room(_: &mut Model) {}

    /// The position games start from unless something else is said.
    fn usual_start() -> Self;

    /// This position as files and command lines write it.
    fn fen(&self) -> String;

    /// The legal move of this name.
    fn parse(&self, name: &str) -> Option<Self::Move>;

    /// Whether a move of this game may be written so, here or in another position.
    fn reads(&self, name: &str) -> bool;

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

    /// What stands on the table, for the simulator.
    fn placement(&self) -> Placement;

    /// The scene with the board that this is played on.
    fn on_board(&self, scene: Scene) -> Scene {
        scene
    }

    /// The scene with a set of this game drawn at random.
    fn with_set(scene: Scene, _seed: u64) -> Scene {
        scene
    }
}

/// What a record says that ends before moves that no photo shows.
pub(crate) const CUT: &str = "the photos do not tell how the game went on";

/// Squares a side.
pub(crate) fn size<P: Drawn>(position: &P) -> usize {
    position.board().cols()
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
/// [`Error::NoBoard`] when no photo shows a board, [`Error::Photo`] when none can be opened,
/// [`Error::Fix`] when a move the user is sure of cannot be; faults of single photos are warnings.
pub fn record<P: SquareGame>(
    paths: &[PathBuf],
    options: &Options<P>,
    progress: &mut Progress<'_>,
) -> Result<Recording<P>, Error> {
    let mut series = Series {
        paths,
        limits: options.limits,
        warnings: Vec::new(),
        progress,
    };
    check(options)?;
    let seen = squares::read(&mut series, options.place, size(&options.start), P::STATURE)?;
    let Series {
        warnings, progress, ..
    } = series;
    decode(seen, options, warnings, progress)
}

/// Whether the moves the user is sure of can lie in a game from the start at all.
pub(crate) fn check<P: SquareGame>(options: &Options<P>) -> Result<(), Error> {
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
    while let Some(next) = resume::next(last, &patches, options, progress)? {
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
    let beginning = Beginning::of(&seen, &kept, options)?;
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
        let upright = grid.turned(usize::from(turn));
        *grid = match mirrored {
            // Left and right exchanged.
            true => upright.transposed().turned(3),
            false => upright,
        };
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
                Some(_) => midway::find(patches, starts, prior, &search, progress),
                None => squares::decode(patches, P::STATURE, starts, prior, &search, progress),
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
    taken: Taken,
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
            let text = format!(
                "{} made the first move: the record has it so",
                other.to_move()
            );
            let photo = photos.get(decoded.plies[0].frame).cloned();
            warnings.push(Warning::new(WarningKind::Start, photo, text));
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
    let mut orders = order::settle(&mut decoded, start, sight, &prior);
    let exchanges = exchanges(start, &evidence, &search, &decoded, move_order::WITHIN)?;
    orders.extend(order::open(&decoded, start, sight, &prior, exchanges));
    let record = start.record(&decoded);
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
        let reason = "no legal game that these photos may show has it there";
        let fix = fix.clone();
        return Err(Error::Fix { fix, reason });
    }
    doubts::fixes(&prior.fixes, &decoded, &photos, &mut warnings);
    doubts::moves(start, &decoded, &photos, &mut warnings);
    let told = move_order::weigh(&mut decoded, &orders);
    let labels = labels(start, &decoded.plies);
    let list = |plies: &[usize]| {
        plies
            .iter()
            .map(|&i| labels[i].as_str())
            .collect::<Vec<_>>()
            .join(", ")
    };
    move_order::say(&decoded, &told, &photos, list, &mut warnings);
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
        search,
        midway: midway.is_some(),
        later: Vec::new(),
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
pub(crate) fn record_of<D>(start: &D::Position, game: &Decoded<MoveOf<D>>) -> game_record::Record<D>
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

/// The moves by name with their numbers, as people write them: `12. Nf3`, `12... Nf6`.
pub(crate) fn labels<P: SquareGame>(start: &P, plies: &[Ply<P::Move>]) -> Vec<String> {
    let mut position = start.clone();
    let labels = plies.iter().enumerate().map(|(before, ply)| {
        position.set_to_move(ply.side);
        let label = format!("{} {}", position.number(before), position.name(ply.mv));
        position.play(ply.mv);
        label
    });
    labels.collect()
}

/// The moves of a line from a position by name: what records are compared by.
pub(crate) fn names<P: SquareGame>(record: &P::Record) -> Vec<String> {
    let (mut position, moves) = P::played(record);
    let names = moves.into_iter().map(|mv| {
        let name = name_for(&position, position.to_move(), mv);
        position.play(mv);
        name
    });
    names.collect()
}
