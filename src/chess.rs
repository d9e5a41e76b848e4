//! Chess: from photos to a PGN, and the single steps of the way.

use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use board_core::{Board, MoveGen, Observation, Occupancy};
use board_geom::Grid;
use chess_rules::pgn::{self, NodeId, Record};
use chess_rules::{Game, Move, Position};
use image::RgbImage;
use sequence_search::{Decoded, Ply};
use serde::Serialize;
use stone_detect::Evidence;
use stone_detect::pieces::Turn;

use crate::chess_fix::Fixes;
pub use crate::chess_fix::{Fix, FixError};
use crate::chess_prior::Prior;
use crate::photos::Limits;
use crate::recording::{Notation, rival_name};
use crate::series::{Progress, Series};
pub use crate::squares::Place;
use crate::squares::{self, Seen};
use crate::{Error, Stage, Warning, chess_order};

/// Squares a side.
pub(crate) const SIZE: usize = 8;

/// How a game is recorded.
#[derive(Clone, Debug)]
pub struct Options {
    /// Where the board is.
    pub place: Place,
    /// How it lies: clockwise quarter turns in the picture from White's side at the bottom; found
    /// out from the start position if not told.
    pub turn: Option<Turn>,
    /// The position the game starts from. Photos from before it stands are passed over.
    pub start: Position,
    /// Moves the user is sure of.
    pub fixes: Vec<Fix>,
    /// Limits for opening photos.
    pub limits: Limits,
    /// From evidence to moves.
    pub search: sequence_search::Settings,
}

impl Default for Options {
    fn default() -> Self {
        let mut search = sequence_search::Settings::exact();
        search.method = sequence_search::Method::Exact {
            width: 1000,
            rounds: 60,
        };
        (search.posteriors, search.margin) = (true, 3.0);
        search.nodes_per_frame = 20_000;
        let model = &mut search.model;
        // A photo is taken after about every move: a ply is the rule, not the exception.
        (model.placement, model.departure) = (1.0, 0.5);
        (model.plies_per_frame, model.extra_ply) = (4, 1.0);
        // No side may pass; this is a move that no photo shows.
        (model.pass, model.other_side_first) = (20.0, 20.0);
        model.touch = 6.0;
        model.evidence_cap = 8.0;
        Self {
            place: Place::default(),
            turn: None,
            start: Position::initial(),
            fixes: Vec::new(),
            limits: Limits::default(),
            search,
        }
    }
}

/// A recorded game of chess; its first photo shows the start.
pub type Recording = crate::recording::Recording<Position>;

/// Records a game from photos in order of time.
///
/// Photos are opened one at a time; a small picture of every square is kept of each. `progress` is
/// told the stage and how far it is (done, of); breaking ends the recording with
/// [`Error::Cancelled`].
///
/// # Errors
/// [`Error::NoBoard`] when no photo shows a board, [`Error::Photo`] when none can be opened,
/// [`Error::Fix`] when a move the user is sure of cannot be; faults of single photos are warnings.
pub fn record(
    paths: &[PathBuf],
    options: &Options,
    progress: impl FnMut(Stage, usize, usize) -> ControlFlow<()>,
) -> Result<Recording, Error> {
    let mut series = Series {
        paths,
        limits: options.limits,
        warnings: Vec::new(),
        progress,
    };
    check(options)?;
    let seen = squares::read(&mut series, options.place, SIZE)?;
    let (warnings, mut progress) = (series.warnings, series.progress);
    decode(seen, options, warnings, &mut progress)
}

/// Whether the moves the user is sure of can lie in a game from the start at all.
fn check(options: &Options) -> Result<(), Error> {
    let start = &options.start;
    match options.fixes.iter().find(|f| f.ply(start).is_none()) {
        Some(fix) => Err(Error::Fix { fix: fix.clone() }),
        None => Ok(()),
    }
}

/// From what the photos show to the game.
pub(crate) fn decode(
    mut seen: Seen,
    options: &Options,
    mut warnings: Vec<Warning>,
    progress: &mut impl Progress,
) -> Result<Recording, Error> {
    let start = &options.start;
    let contents: Vec<Occupancy> = (0..start.points()).map(|point| start.get(point)).collect();
    let (first, turn, fit) = squares::find_start(&seen.patches, &contents, options.turn);
    start_warnings(first, fit, &seen.photos, &mut warnings);
    seen.patches.renumber(turn);
    // In a film, photos of moves under way tell nothing that those before and after do not.
    let mut kept = seen
        .patches
        .at_rest()
        .unwrap_or(vec![true; seen.photos.len()]);
    kept[..first].fill(false);
    kept[first] = true;
    seen.keep(&kept);
    let grids = seen.grids.iter().map(|g| g.turned(usize::from(turn)));

    let prior = Prior(Fixes::new(&options.fixes, start));
    let search = &options.search;
    let (mut decoded, evidence) = squares::decode(&seen.patches, start, &prior, search, progress)?;
    chess_order::settle(&mut decoded, start, &seen.photos, &mut warnings);
    let record = start.record(&decoded);
    let known = followed(start, &decoded.plies);
    let lost = known < decoded.plies.len();
    if lost {
        gap_warning(start, &decoded, known, &seen.photos, &mut warnings);
        decoded.plies.truncate(known);
    }
    let moves: Vec<Move> = decoded.plies.iter().map(|p| p.mv).collect();
    if let Some(fix) = prior.0.broken(start, &moves) {
        return Err(Error::Fix { fix: fix.clone() });
    }
    doubts(start, &decoded, &seen.photos, &mut warnings);
    if !lost {
        end_warning(start, &decoded, &evidence, &seen.photos, &mut warnings);
    }
    Ok(Recording {
        record,
        start: *start,
        decoded,
        grids: grids.collect(),
        photos: seen.photos,
        evidence,
        warnings,
        search: search.clone(),
    })
}

impl Notation for Position {
    type Record = Record;
    const MOVES: &'static str = "plies";

    /// Up to moves that are missing beyond repair, which the record says.
    fn record(&self, game: &Decoded<Move>) -> Record {
        let known = followed(self, &game.plies);
        let mut played = Game::new(*self);
        for ply in &game.plies[..known] {
            let legal = played.play(ply.mv);
            debug_assert!(legal.is_ok(), "the search plays legal moves only");
        }
        let mut record = Record::from(&played);
        if known < game.plies.len() {
            let last: NodeId = record.tree.main_line().last().unwrap_or(pgn::Tree::ROOT);
            let text = "the photos do not tell how the game went on";
            record.tree.add_comment(last, text);
        }
        record
    }

    fn write(record: &Record) -> String {
        record.write()
    }

    fn names(record: &Record) -> Vec<String> {
        named_moves(record)
    }

    fn name(&self, mv: Move) -> String {
        if self.is_legal(mv) {
            self.san(mv).to_string()
        } else {
            mv.to_string()
        }
    }

    fn code(mv: Move) -> Option<(&'static str, String)> {
        Some(("uci", mv.to_string()))
    }

    /// Not the confidence: the rules often need a move that no photo shows.
    fn sure(ply: &Ply<Move>) -> f32 {
        ply.posterior
    }
}

/// How many plies there are until moves are missing that no photo shows.
fn followed(start: &Position, plies: &[Ply<Move>]) -> usize {
    match plies.first() {
        Some(first) if first.side != start.to_move() => 0,
        _ => plies.iter().take_while(|p| !p.after_pass).count(),
    }
}

/// The moves in algebraic notation.
#[must_use]
pub fn sans(start: &Position, plies: &[Ply<Move>]) -> Vec<String> {
    let mut position = *start;
    let names = plies.iter().map(|ply| {
        position.set_to_move(ply.side);
        let san = position.san(ply.mv).to_string();
        position.advance(ply.mv);
        san
    });
    names.collect()
}

/// The number of each of `count` plies from a position, as PGN writes it: `12.` or `12...`.
#[must_use]
pub fn numbers(start: &Position, count: usize) -> Vec<String> {
    let black = usize::from(start.to_move() == board_core::Color::Black);
    let number = |i: usize| {
        let half = black + i;
        let dots = if half.is_multiple_of(2) { "." } else { "..." };
        format!("{}{dots}", usize::from(start.move_number()) + half / 2)
    };
    (0..count).map(number).collect()
}

fn start_warnings(first: usize, fit: f32, photos: &[PathBuf], warnings: &mut Vec<Warning>) {
    /// Photos of the start position agree with it better than this.
    const USUAL: f32 = 0.6;
    let photo = photos.get(first).cloned();
    if first > 0 {
        let text = format!(
            "the first photo that shows the start position; {first} before it are left out"
        );
        warnings.push(Warning {
            photo: photo.clone(),
            text,
        });
    }
    if fit < USUAL {
        let text = format!(
            "hardly looks like the position the game starts from (agreement {fit:.2} of 1): a game \
             that starts elsewhere needs its FEN"
        );
        warnings.push(Warning { photo, text });
    }
}

/// Warns that the game cannot be followed from a ply on.
fn gap_warning(
    start: &Position,
    decoded: &Decoded<Move>,
    at: usize,
    photos: &[PathBuf],
    warnings: &mut Vec<Warning>,
) {
    let mut before = *start;
    for ply in &decoded.plies[..at] {
        before.advance(ply.mv);
    }
    let ply = &decoded.plies[at];
    let mut after = before;
    after.set_to_move(ply.side);
    after.advance(ply.mv);
    let text = format!(
        "moves are missing here that no photo shows, between {before} and {after}: the record ends \
         before them, after {at} plies"
    );
    let photo = photos.get(ply.frame).cloned();
    warnings.push(Warning { photo, text });
}

/// Warns of moves that may be wrong.
fn doubts(
    start: &Position,
    decoded: &Decoded<Move>,
    photos: &[PathBuf],
    warnings: &mut Vec<Warning>,
) {
    let sans = sans(start, &decoded.plies);
    let numbers = numbers(start, sans.len());
    let mut position = *start;
    for (i, ply) in decoded.plies.iter().enumerate() {
        if Position::sure(ply) < 0.9 {
            let rivals = ply.rivals.iter().filter(|r| r.posterior > 0.02);
            let rivals = rivals.map(|r| {
                let name = rival_name(&position, r);
                format!("{name} {:.0} %", 100.0 * r.posterior)
            });
            let rivals: Vec<String> = rivals.take(3).collect();
            let else_ = if rivals.is_empty() {
                String::new()
            } else {
                format!("; or {}", rivals.join(", "))
            };
            let share = 100.0 * Position::sure(ply);
            let text = format!(
                "{} {} is doubtful: {share:.0} %{else_}",
                numbers[i], sans[i]
            );
            let photo = photos.get(ply.frame).cloned();
            warnings.push(Warning { photo, text });
        }
        position.advance(ply.mv);
    }
}

/// Warns when the last photos show something else than the end of the record.
fn end_warning(
    start: &Position,
    decoded: &Decoded<Move>,
    evidence: &Evidence,
    photos: &[PathBuf],
    warnings: &mut Vec<Warning>,
) {
    /// Photos that must all speak against the record, and how many are heard.
    const LAST: usize = 3;
    const HEARD: usize = 12;
    /// Nats, in all of those.
    const CLEAR: f32 = 9.0;
    let frames = evidence.frames();
    if frames <= LAST {
        return;
    }
    let mut table = Vec::new();
    decoded.visit_tables(start, |_, cells| table = cells.to_vec());
    // How much better the best content of a square is than the record's.
    let against = |frame, point| {
        let cost = |cell| evidence.cost(frame, point, cell);
        let best = evidence.best(frame, point).and_then(cost);
        Some(cost(table[point])? - best?)
    };
    let against = |&point: &usize| {
        let agree = (frames - LAST..frames).all(|f| against(f, point).is_some_and(|a| a > 0.0));
        let heard = frames.saturating_sub(HEARD)..frames;
        agree && heard.filter_map(|f| against(f, point)).sum::<f32>() > CLEAR
    };
    let squares: Vec<String> = (0..table.len())
        .filter(against)
        .filter_map(chess_rules::Square::new)
        .map(|square| square.to_string())
        .collect();
    if !squares.is_empty() {
        let text = format!(
            "the last photos show something else than the record on {}: it may be incomplete",
            squares.join(", ")
        );
        let photo = photos.last().cloned();
        warnings.push(Warning { photo, text });
    }
}

/// Finds the board in a photo, where it is not told; returns the grid of the lines around its squares
/// and how sure it is, from 0 to 1.
///
/// # Errors
/// [`Error::NoBoard`].
pub fn locate(photo: &RgbImage, place: Place) -> Result<(Grid, f64), Error> {
    Ok(match place {
        Place::Unknown => squares::find(photo, SIZE)?,
        Place::Lines(grid) => (grid.resized(photo.dimensions()), 1.0),
        Place::Whole => {
            let grid = Grid::whole(SIZE + 1, SIZE + 1, photo.dimensions())?;
            (grid, 1.0)
        }
    })
}

/// One photo read on its own, as JSON shows it.
#[derive(Clone, Debug, Serialize)]
pub struct PhotoReading {
    /// Corners of the playing area in pixels: top-left, top-right, bottom-right, bottom-left.
    pub corners_px: [[f64; 2]; 4],
    /// The position as the photo shows it, from its top-left on: `b` a black piece, `w` a white one,
    /// `.` nothing. A single photo does not tell which side White sits on.
    pub rows: Vec<String>,
    /// 0..1: that of the grid times that of the least certain square's content.
    pub confidence: f64,
}

/// Reads in one photo which squares hold a white piece, which a black one; nothing needs to be known
/// of board and set. Which kinds they are is not read: in a game the rules tell.
///
/// # Errors
/// [`Error::NoBoard`] without `place` and a board in the photo; [`Error::Detect`].
pub fn read(photo: &RgbImage, place: Place) -> Result<PhotoReading, Error> {
    let squares::Single {
        grid,
        found,
        contents,
    } = squares::glance(photo, place, SIZE)?;
    let letter = |content: &(Occupancy, f32)| match content.0 {
        Occupancy::Black => 'b',
        Occupancy::White => 'w',
        Occupancy::Empty => '.',
    };
    let least = contents.iter().map(|c| c.1).fold(1.0, f32::min);
    Ok(PhotoReading {
        corners_px: grid.corners(),
        rows: contents
            .chunks(SIZE)
            .map(|row| row.iter().map(letter).collect())
            .collect(),
        confidence: found * f64::from(least),
    })
}

/// Reads the first game of a PGN file.
///
/// # Errors
/// [`Error::Io`]; [`Error::Pgn`] with the file and where in it the fault is; [`Error::NoGame`].
pub fn read_record(path: &Path) -> Result<Record, Error> {
    let file = std::fs::File::open(path).map_err(|e| Error::io(path, e))?;
    let path = path.to_owned();
    match pgn::Reader::new(file).next() {
        Some(Ok(record)) => Ok(record),
        Some(Err(error)) => Err(Error::Pgn {
            path,
            error: Box::new(error),
        }),
        None => Err(Error::NoGame { path }),
    }
}

/// The moves of a record in algebraic notation: what records are compared by.
#[must_use]
pub fn named_moves(record: &Record) -> Vec<String> {
    let mut position = *record.tree.start();
    let names = record.moves().map(|mv| {
        let san = position.san(mv).to_string();
        position.advance(mv);
        san
    });
    names.collect()
}
