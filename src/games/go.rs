//! Go: from photos to a record, and the single steps of the way.

mod drawn;
mod nearest;

use std::ops::Range;
use std::path::{Path, PathBuf};

use board_core::Evidence;
use board_core::{Cell, Color, MoveGen, Observation, Occupancy};
use board_geom::{Grid, Located, ViewLayout};
use go_rules::record::{Limits as RecordLimits, Play, Record};
use go_rules::{Move, Position, Size};
use image::RgbImage;
use sequence_search::{Decoded, Decoder, End, Handicap, MovePrior, Ply, exchanges};
use serde::Serialize;
use stone_detect::read_view;

use crate::decode::fix::{Fix, FixFault};
use crate::decode::fixes::{Fixes, impossible};
use crate::decode::{ambiguity, ending, move_order, taken_back};
use crate::game::{Game, Orientation, Start};
use crate::games::chosen::{Chosen, choose};
use crate::recorder::{self, Photo, Progress, Recorder, Stage};
use crate::recording::frames::Frames;
use crate::recording::{self, GameInfo, GameInfoError, Notation};
use crate::sensor::registration::{self, Registration};
use crate::sensor::{Lines, PITCH, Sensor, locator};
use crate::sensor::{board_kind, confidence, outside};
use crate::source::photos::Limits;
use crate::source::{disorder, opening};
use crate::warning::{Alternative, NamedMove};
pub use crate::warning::{Warning, WarningKind};
use crate::{Board, Error};

/// How a game is recorded.
#[derive(Clone, Debug)]
pub struct Options {
    /// Lines a side; found out if not told.
    pub size: Option<usize>,
    /// Where the board is; found out if not told.
    pub grid: Option<Grid>,
    /// Limits for opening photos.
    pub limits: Limits,
    /// From views to evidence.
    pub detector: stone_detect::Options,
    /// From evidence to moves.
    pub search: sequence_search::Settings,
    /// What is known of the game besides its moves, for the record.
    pub info: GameInfo,
    /// Moves the user is sure of, by their numbers and points: `12. Q16`.
    pub fixes: Vec<Fix>,
    /// The position the game starts from; the first photos tell if not given.
    pub start: Option<Position>,
}

impl Default for Options {
    fn default() -> Self {
        let mut search = sequence_search::Settings::exact();
        (search.n_best, search.posteriors, search.margin) = (8, true, 3.0);
        search.nodes_per_frame = 500;
        // Stones that a hand hides for long cost more than any move, so only what is plain ends a game.
        search.model.lost = f32::MAX;
        search.model.handicap = Some(Handicap {
            side: Color::Black,
            max: 9,
            price: 6.0,
        });
        Self {
            size: None,
            grid: None,
            limits: Limits::default(),
            // Three views: a move stays visible even where one is made every photo, and what passes
            // through is put aside anyway.
            detector: stone_detect::Options {
                median_window: 3,
                ..Default::default()
            },
            search,
            info: GameInfo::default(),
            fixes: Vec::new(),
            start: None,
        }
    }
}

/// A recorded game of Go.
pub type Recording = crate::recording::Recording<Position>;

/// Finds a Go board in a photo.
///
/// # Errors
/// [`Error::NoBoard`]; [`Error::OtherBoard`] for one of light and dark squares.
pub fn locate(photo: &RgbImage, size: Option<usize>) -> Result<Located, Error> {
    match locator(size).locate(photo) {
        Ok(found) if board_kind::has_squares(photo, Some(&found.grid)) => Err(OF_SQUARES),
        Ok(found) => Ok(found),
        Err(error) => Err(board_kind::instead(error.into(), Board::Lines, photo)),
    }
}

/// What is wrong with a board of light and dark squares.
const OF_SQUARES: Error = Error::OtherBoard {
    path: None,
    seen: Board::Squares,
};

/// One photo read on its own, as JSON shows it.
#[derive(Clone, Debug, Serialize)]
pub struct PhotoReading {
    /// Lines a side.
    pub size: usize,
    /// Outermost grid points in pixels: top-left, top-right, bottom-right, bottom-left.
    pub corners_px: [[f64; 2]; 4],
    /// The position from the first corner on: `X` black, `O` white, `.` empty, `?` not visible.
    pub rows: Vec<String>,
    /// 0..1: roughly the probability that nothing is wrong.
    pub confidence: f64,
    /// Why it should be checked.
    pub warnings: Vec<Warning>,
}

/// Reads the position in one photo.
///
/// # Errors
/// As [`locate`] when no grid was given.
pub fn read(
    photo: &RgbImage,
    size: Option<usize>,
    grid: Option<&Grid>,
) -> Result<PhotoReading, Error> {
    let (grid, found) = match grid {
        Some(grid) => (*grid, 1.0),
        None => {
            let found = locate(photo, size)?;
            (found.grid, found.confidence)
        }
    };
    let view = grid.rectify(photo, ViewLayout::new(grid.cols, grid.rows, PITCH));
    let reading = read_view(&view, &stone_detect::Options::default())?;
    let letter = |p: usize| match (reading.evidence.best(0, p), reading.contents[p]) {
        (None, _) => '?',
        (_, Occupancy::Black) => 'X',
        (_, Occupancy::White) => 'O',
        (_, Occupancy::Empty) => '.',
    };
    // The confidence of a grid is 0.5 where nothing tells it from the same one moved by a line.
    let placed = (2.0 * found - 1.0).clamp(0.0, 1.0);
    let confidence = placed * confidence::of_all(reading.confidence.iter().copied());
    Ok(PhotoReading {
        size: grid.cols,
        corners_px: grid.corners(),
        rows: (0..grid.rows)
            .map(|r| (0..grid.cols).map(|c| letter(r * grid.cols + c)).collect())
            .collect(),
        confidence,
        warnings: confidence::doubts(confidence),
    })
}

/// Records a game from photos in order of time.
///
/// Photos are opened one at a time and never kept. `progress` is told the stage and how far it is
/// (done, of); breaking ends the recording with [`Error::Cancelled`].
///
/// # Errors
/// As [`recorder::record`]; faults of single photos are warnings.
pub fn record(
    paths: &[PathBuf],
    options: &Options,
    progress: &mut Progress<'_>,
) -> Result<Recording, Error> {
    let recorder = Recorder::new(options.clone(), recorder::Options::default())?;
    recorder::record(recorder, paths, &options.limits, |_| {}, progress)
}

impl Options {
    /// Whether the moves the user is sure of can lie in a game at all.
    fn check_fixes(&self) -> Result<(), Error> {
        let largest = Position::new(
            self.size
                .and_then(|n| Size::square(n).ok())
                .unwrap_or(Size::NINETEEN),
        );
        match impossible(&self.fixes, self.start.as_ref().unwrap_or(&largest)) {
            Some((fix, reason)) => Err(Error::Fix {
                fix: fix.clone(),
                reason,
            }),
            None => Ok(()),
        }
    }
}

impl Game for Options {
    type Position = Position;
    type Sensor = Lines;
    const BOARD: Board = Board::Lines;

    fn sensor(&self) -> Result<Lines, Error> {
        recording::check_sgf(&self.info)?;
        self.check_fixes()?;
        let mut lines = Lines::new(self.size, self.detector.clone())?;
        if let Some(grid) = self.grid {
            lines.place(grid)?;
        }
        Ok(lines)
    }

    fn check_board(&self, photo: &Photo, grid: &Grid) -> Result<Option<Warning>, Error> {
        if board_kind::has_squares(&photo.image, Some(grid)) {
            return Err(OF_SQUARES.in_photo(&photo.name));
        }
        let other = locator(self.size).second_board(&photo.image, grid);
        Ok(other.map(|other| {
            let corners = other.grid.corners();
            WarningKind::SecondBoard { corners }.at(Some(photo.name.clone()))
        }))
    }

    fn start(&self, sensor: &Lines) -> Result<Option<Start<Position>>, Error> {
        let frames: Vec<usize> = (0..sensor.frames()).collect();
        if frames.is_empty() {
            return Ok(None);
        }
        let found = self.start_of(&sensor.evidence(&frames, &[])?);
        Ok(found.map(|(start, _)| start))
    }

    /// An empty board or a handicap, or what stands still for a few frames.
    fn start_of(&self, evidence: &Evidence) -> Option<(Start<Position>, f32)> {
        let frame = next_start(evidence, 0)?;
        let size = Size::square(evidence.points().isqrt()).ok()?;
        let position = starting_position(&evidence.since(frame), size, &mut Vec::new());
        let start = Start {
            frame,
            position,
            orientation: 0,
        };
        Some((start, 1.0))
    }

    fn live_search(&self) -> sequence_search::Settings {
        let mut search = self.search.clone();
        search.method = sequence_search::Settings::beam(64).method;
        (search.n_best, search.posteriors) = (1, false);
        search
    }

    fn prior(&self, start: &Position) -> Box<dyn MovePrior<Position> + Send> {
        Box::new(Fixes::new(&self.fixes, start))
    }

    fn add_fix(&mut self, fix: Fix) {
        self.fixes.push(fix);
    }

    fn drop_fix(&mut self) {
        self.fixes.pop();
    }

    fn next_game(&self, start: Option<(Position, Orientation)>) -> Self {
        Self {
            info: self.info.later(),
            fixes: Vec::new(),
            start: start.map(|(position, _)| position),
            ..self.clone()
        }
    }

    fn decode(
        &self,
        sensor: &mut Lines,
        part: Range<usize>,
        frames: Frames,
        warnings: Vec<Warning>,
        progress: &mut Progress<'_>,
    ) -> Result<Recording, Error> {
        let evidence = sensor.evidence(&part.collect::<Vec<_>>(), &[])?;
        self.decode_evidence(evidence, frames, warnings, progress)
    }

    fn decode_evidence(
        &self,
        evidence: Evidence,
        frames: Frames,
        mut warnings: Vec<Warning>,
        progress: &mut Progress<'_>,
    ) -> Result<Recording, Error> {
        let grid = frames.grids[0];
        let size = Size::new(grid.cols, grid.rows)?;
        let mut seen = Seen {
            taken: frames,
            evidence,
        };
        let lost = follow_turns(&mut seen, &mut warnings);
        let Frames { photos, grids, .. } = &seen.taken;
        let believed = grids.iter().zip(photos).zip(lost);
        let believed = believed.filter(|(_, lost)| !lost).map(|(seen, _)| seen);
        outside::say(believed, &mut warnings);
        let empty = vec![Occupancy::Empty; seen.evidence.points()];
        disorder::say(&seen.evidence, &empty, &mut warnings);
        let mut game = recorded(seen.since(0), size, self, warnings, progress)?;
        let later = self.next_game(None);
        let mut end = game.decoded.end;
        while let Some(End { frame, .. }) = end {
            let Some(first) = next_start(&seen.evidence, frame) else {
                break;
            };
            seen = seen.since(first);
            let next = recorded(seen.since(0), size, &later, Vec::new(), progress)?;
            end = next.decoded.end.filter(|end| end.frame > 0);
            if next.decoded.plies.len() >= ending::LEAST {
                game.later.push(next);
            }
        }
        Ok(game)
    }
}

/// The game that photos begin with.
fn recorded(
    seen: Seen,
    size: Size,
    options: &Options,
    mut warnings: Vec<Warning>,
    progress: &mut Progress<'_>,
) -> Result<Recording, Error> {
    let start = match &options.start {
        Some(start) if start.size() == size => start.clone(),
        _ => starting_position(&seen.evidence, size, &mut warnings),
    };
    let fixes = Fixes::new(&options.fixes, &start);
    let search = |p: sequence_search::Progress| progress(Stage::Searching, p.frames, p.total);
    let decoder = Decoder::new(&options.search)
        .start(start.clone(), 0.0)
        .prior(&fixes)
        .progress(search);
    let mut decoded = decoder.decode(&seen.evidence)?;
    let moves: Vec<Move> = decoded.plies.iter().map(|ply| ply.mv).collect();
    if let Some(fix) = fixes.broken(&start, &moves) {
        let (fix, reason) = (fix.clone(), FixFault::NoGame);
        return Err(Error::Fix { fix, reason });
    }
    nearest::nearest(&mut decoded, size);
    let photos = &seen.taken.photos;
    let (record, info) =
        recording::recorded(&start, &decoded, &options.info, photos, &mut warnings);
    doubts(&start, &decoded, &seen.taken.photos, &mut warnings);
    let mut orders = exchanges(
        &start,
        &seen.evidence,
        &options.search,
        &decoded,
        move_order::WITHIN,
    )?;
    orders.extend(ambiguity::orders(&decoded, &orders));
    orders.retain(|order| order.moved(&decoded.plies).all(|ply| fixes.is_free(ply)));
    let told = move_order::weigh(&mut decoded, &orders);
    let names = |game: &Decoded<Move>| NamedMove::all(&start, &game.plies);
    let named = names(&decoded);
    move_order::say(&decoded, &told, &seen.taken.photos, &named, &mut warnings);
    ambiguity::undecided(&decoded, &seen.taken.photos, names, &told, &mut warnings);
    taken_back::say(&start, &decoded, &seen.taken.photos, &mut warnings);
    ending::say(&decoded, &seen.taken.photos, &mut warnings);
    Ok(Recording {
        record,
        start,
        decoded,
        shown: seen.taken.shown,
        photos: seen.taken.photos,
        grids: seen.taken.grids,
        evidence: seen.evidence,
        warnings,
        info,
        search: options.search.clone(),
        mid_game: false,
        later: Vec::new(),
        settled: None,
    })
}

/// The first frame from `end` on that the next game may start with: the first that shows an empty board, or
/// else the first of three that show the same.
fn next_start(evidence: &Evidence, end: usize) -> Option<usize> {
    /// Points of which a frame may say something else.
    const WRONG: usize = 1;
    const SAME: usize = 3;
    let table = |frame: usize| (0..evidence.points()).map(move |p| evidence.best(frame, p));
    let stone = |content: &Option<Occupancy>| content.is_some_and(|c| c != Occupancy::Empty);
    let bare = |&frame: &usize| table(frame).filter(stone).count() <= WRONG;
    let still = |&frame: &usize| {
        let differ = |other: usize| {
            let pairs = table(frame).zip(table(other));
            pairs
                .filter(|pair| matches!(pair, (Some(a), Some(b)) if a != b))
                .count()
        };
        frame + SAME <= evidence.frames() && (1..SAME).all(|later| differ(frame + later) <= WRONG)
    };
    let frames = end..evidence.frames();
    frames
        .clone()
        .find(bare)
        .or_else(|| frames.clone().find(still))
}

/// What the photos of a series show.
struct Seen {
    taken: Frames,
    evidence: Evidence,
}

impl Seen {
    /// The photos from one on.
    fn since(&self, first: usize) -> Self {
        Self {
            taken: self.taken.since(first),
            evidence: self.evidence.since(first),
        }
    }
}

/// Gives the points their numbers in photos in which the board lies otherwise than in the first, and says where
/// it was turned, and where it is not found again as it was. Returns which photos that is in.
fn follow_turns(seen: &mut Seen, warnings: &mut Vec<Warning>) -> Vec<bool> {
    let Frames { photos, grids, .. } = &mut seen.taken;
    let (cols, rows) = (grids[0].cols, grids[0].rows);
    if cols != rows {
        return vec![false; grids.len()];
    }
    let found = registration::registrations(&seen.evidence, grids, cols);
    if found
        .iter()
        .any(|found| *found != Some(Registration::default()))
    {
        registration::say(&found, photos, warnings);
        seen.evidence = registration::align(&seen.evidence, grids, &found, cols);
    }
    found.iter().map(Option::is_none).collect()
}

/// The position the series starts from: empty, or what already stands there.
fn starting_position(evidence: &Evidence, size: Size, warnings: &mut Vec<Warning>) -> Position {
    /// Frames that speak for the start, and nats they must give for a stone to be part of it.
    const FRAMES: usize = 3;
    const CLEAR: f32 = 6.0;
    let frames = evidence.frames().min(FRAMES);
    let contents: Vec<Occupancy> = (0..evidence.points())
        .map(|point| {
            let total = |cell: Occupancy| -> f32 {
                (0..frames)
                    .filter_map(|f| evidence.cost(f, point, cell))
                    .sum()
            };
            let empty = total(Occupancy::Empty);
            Occupancy::ALL
                .iter()
                .copied()
                .filter(|&cell| cell != Occupancy::Empty && total(cell) + CLEAR < empty)
                .min_by(|&a, &b| total(a).total_cmp(&total(b)))
                .unwrap_or_default()
        })
        .collect();
    let [black, white] = stones(&contents);
    // The sizes that are looked for are all valid.
    let empty = || Position::new(size);
    // One or two stones are the first moves, seen late.
    if black + white <= 2 {
        return empty();
    }
    let handicap = is_handicap(&contents);
    let side = if handicap || black > white {
        Color::White
    } else {
        Color::Black
    };
    match Position::from_contents(size, &contents, side) {
        Ok(start) => {
            if !handicap {
                warnings.push(WarningKind::MidGameStones { black, white }.at(None));
            }
            start
        }
        Err(reason) => {
            warnings.push(WarningKind::StartImpossible { reason }.at(None));
            empty()
        }
    }
}

impl Notation for Position {
    type Record = Record;
    const MOVES: &'static str = "moves";

    /// A start with nothing but a few black stones is a handicap; so are stones that were placed
    /// before White's first move, which are setup too.
    fn record(&self, game: &Decoded<Move>) -> Record {
        let mut first = self.clone();
        let placed = game.plies.iter().take_while(|p| p.handicap).count();
        let setup = if placed > 0 { placed + 1 } else { 0 };
        for ply in game.plies.iter().take(setup) {
            first.set_to_move(ply.side);
            first.play(ply.mv);
        }
        let mut record = Record::new(self.size());
        let cells = first.contents().into_iter().enumerate();
        record.setup = cells
            .filter_map(|(point, cell)| Some((point, cell.color()?)))
            .collect();
        if is_handicap(&self.contents()) || setup > 0 {
            record.info.handicap = record.setup.len() as u32;
        }
        record.first = first.to_move();
        for (i, ply) in game.plies.iter().skip(setup).enumerate() {
            if i == 0 {
                record.first = ply.side;
            } else if ply.after_pass {
                record.moves.push(Play::new(!ply.side, Move::PASS));
            }
            record.moves.push(Play::new(ply.side, ply.mv));
        }
        record
    }

    fn check_info(&self, info: &GameInfo) -> Result<(), GameInfoError> {
        recording::check_sgf(info)
    }

    /// No result is told by the moves.
    fn set_info(record: &mut Record, info: &GameInfo) -> Option<&'static str> {
        recording::set_sgf(record, info);
        None
    }

    fn write(record: &Record) -> String {
        record.write()
    }

    fn names(record: &Record) -> Vec<String> {
        named_moves(record)
    }

    fn parse(&self, name: &str) -> Option<Move> {
        let mv = self.size().parse_gtp(name)?;
        (mv != Move::PASS).then_some(mv)
    }

    fn reads(&self, name: &str) -> bool {
        self.parse(name).is_some()
    }

    fn name(&self, mv: Move) -> String {
        self.size().gtp(mv)
    }

    fn sure(ply: &Ply<Move>) -> f32 {
        ply.confidence
    }
}

/// How many stones of each side there are: black, white.
fn stones(contents: &[Occupancy]) -> [usize; 2] {
    [Occupancy::Black, Occupancy::White].map(|c| contents.iter().filter(|o| **o == c).count())
}

/// Whether these stones are a handicap.
fn is_handicap(contents: &[Occupancy]) -> bool {
    let [black, white] = stones(contents);
    white == 0 && (2..=9).contains(&black)
}

/// Warns of moves that may be wrong.
fn doubts(
    start: &Position,
    decoded: &Decoded<Move>,
    photos: &[PathBuf],
    warnings: &mut Vec<Warning>,
) {
    let named = NamedMove::all(start, &decoded.plies);
    for (ply, played) in decoded.plies.iter().zip(named) {
        let photo = photos.get(ply.frame).cloned();
        if Position::sure(ply) < 0.9 {
            let kind = WarningKind::DoubtfulMove {
                played: played.clone(),
                confidence: Position::sure(ply),
                alternatives: Alternative::of(start, ply),
            };
            warnings.push(kind.at(photo.clone()));
        }
        if ply.after_pass {
            warnings.push(WarningKind::PassOrMissingMove { next: played }.at(photo));
        }
    }
}

/// Reads the first game of an SGF file, its main line checked by the rules.
///
/// # Errors
/// [`Error::Io`]; [`Error::Record`] with the file and where in it the fault is.
pub fn read_record(path: &Path) -> Result<Record, Error> {
    let limits = RecordLimits::default();
    let bytes = opening::read(path, opening::MOST).map_err(|e| Error::io(path, e))?;
    let text = go_rules::record::decode(&bytes);
    let fail = |error| Error::Record {
        path: path.to_owned(),
        error,
    };
    match Record::read_each(&text, &limits).next() {
        Some(record) => record.map_err(fail),
        None => Err(fail(go_rules::record::RecordError::NoGame)),
    }
}

/// Reads the game of a number, from 1, of an SGF file; the only one where there is but one.
///
/// # Errors
/// As [`read_record`]; [`Error::NoSuchGame`].
pub fn choose_record(path: &Path, number: usize) -> Result<Chosen<Record>, Error> {
    let bytes = opening::read(path, opening::MOST).map_err(|e| Error::io(path, e))?;
    let text = go_rules::record::decode(&bytes);
    let limits = RecordLimits::default();
    let games = Record::read_each(&text, &limits).map(|record| {
        record.map_err(|error| Error::Record {
            path: path.to_owned(),
            error,
        })
    });
    choose(path, games, number)
}

/// The moves of a record as names with their side, such as `black Q16`: what records are compared
/// by. Setup stones count as moves of the start, in the order of the board.
#[must_use]
pub fn named_moves(record: &Record) -> Vec<String> {
    let size = record.size;
    let setup = record
        .setup
        .iter()
        .map(|&(point, color)| (color, Move::place(point)));
    let moves = record.moves.iter().map(|play| (play.color, play.mv));
    setup
        .chain(moves)
        .map(|(color, mv)| format!("{color} {}", size.gtp(mv)))
        .collect()
}
