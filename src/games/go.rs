//! Go: from photos to an SGF record, and the single steps of the way.

mod drawn;
mod nearest;
mod notation;
mod records;
mod single_photo;
mod start;

use std::path::PathBuf;

use board_core::Evidence;
use board_core::{Color, Observation, Occupancy};
use board_geom::Grid;
use go_rules::{Move, Position, Size};
use sequence_search::{Decoded, Decoder, End, Handicap, MovePrior, exchanges};

use crate::decode::fix::{Fix, FixFault};
use crate::decode::fixes::{Fixes, impossible};
use crate::decode::{ambiguity, ending, move_order, taken_back};
use crate::game::{Effort, Game, Orientation, OwnSensor, STARTING, Start};
use crate::recorder::{self, Photo, Progress, Recorder, Stage};
use crate::recording::frames::Frames;
use crate::recording::{self, GameInfo, Notation};
use crate::sensor::registration::{self, Registration};
use crate::sensor::{Lines, Sensor, lines_locator};
use crate::sensor::{other_board, outside};
use crate::source::disorder;
use crate::source::photos::Limits;
use crate::warning::{Alternative, NamedMove};
pub use crate::warning::{Warning, WarningKind};
use crate::{Board, Error};
pub use records::{choose_record, named_moves, read_record};
use single_photo::OF_SQUARES;
pub use single_photo::{PhotoReading, locate, read};
use start::{next_start, start_at, starting_position};

/// Options of recording a game of Go.
#[derive(Clone, Debug)]
pub struct Options {
    /// Lines a side; detected if `None`.
    pub size: Option<usize>,
    /// Location of the board in the first photo; detected if `None`.
    pub grid: Option<Grid>,
    /// Whether to record the second board in view, the one that is seen less clearly.
    pub second_board: bool,
    /// Limits for opening photos.
    pub limits: Limits,
    /// Settings of the detector, from views to evidence.
    pub detector: stone_detect::Options,
    /// Settings of the search, from evidence to moves.
    pub search: sequence_search::Settings,
    /// Information about the game besides its moves, for the record.
    pub info: GameInfo,
    /// Moves that the user is sure of, with their numbers: `12. Q16`.
    pub fixes: Vec<Fix>,
    /// The start position; read from the first photos if `None`.
    pub start: Option<Position>,
}

impl Default for Options {
    fn default() -> Self {
        let mut search = sequence_search::Settings::exact();
        (search.n_best, search.posteriors, search.margin) = (8, true, 3.0);
        search.nodes_per_frame = 500;
        // Stones that a hand hides for long cost more than any move, so only a clear end ends a game.
        search.model.lost = f32::MAX;
        search.model.handicap = Some(Handicap {
            side: Color::Black,
            max: 9,
            price: 6.0,
        });
        Self {
            size: None,
            grid: None,
            second_board: false,
            limits: Limits::default(),
            // With three views a move stays visible even if there is one in every photo. Hands are masked anyway.
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

/// Records a game from photos in order of time.
///
/// Photos are opened one at a time and not kept. `progress` is called with the stage, the steps done and all steps;
/// breaking ends the recording with [`Error::Cancelled`].
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
    /// Rejects fixes that no game can satisfy.
    fn check_fixes(&self) -> Result<(), Error> {
        let largest = Position::initial(
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

impl OwnSensor for Options {
    fn sensor(&self) -> Result<Lines, Error> {
        recording::check_sgf(&self.info)?;
        self.check_fixes()?;
        let mut lines = Lines::new(self.size, self.detector.clone())?;
        if self.second_board {
            lines.follow_second();
        }
        if let Some(grid) = self.grid {
            lines.place(grid)?;
        }
        Ok(lines)
    }
}

impl Game for Options {
    type Position = Position;
    type Sensor = Lines;
    const BOARD: Board = Board::Lines;

    fn check_board(&self, photo: &Photo, grid: &Grid) -> Result<Option<Warning>, Error> {
        if other_board::has_squares(&photo.image, Some(grid)) {
            return Err(OF_SQUARES.in_photo(&photo.name));
        }
        let other = lines_locator(self.size).second_board(&photo.image, grid);
        Ok(other.map(|other| {
            let corners = other.grid.corners();
            WarningKind::SecondBoard { corners }.at(Some(photo.name.clone()))
        }))
    }

    fn start(
        &self,
        sensor: &Lines,
        first: usize,
        repeats: usize,
        _: bool,
    ) -> Result<Option<Start<Position>>, Error> {
        let frames: Vec<usize> = (first..sensor.frames()).collect();
        let Some(last) = frames.len().checked_sub(1) else {
            return Ok(None);
        };
        let evidence = sensor.evidence(&frames, &[])?;
        // Stones that many photos show alike stand still, too.
        let still = (repeats + 1 >= STARTING).then_some(last);
        let frame = next_start(&evidence, 0).or(still);
        let start = frame.and_then(|frame| start_at(&evidence, frame));
        Ok(start.map(|start| start.later(first)))
    }

    /// An empty board, a handicap, or stones that stand still for a few frames.
    fn start_of(&self, evidence: &Evidence) -> Option<(Start<Position>, f32)> {
        let start = start_at(evidence, next_start(evidence, 0)?)?;
        Some((start, 1.0))
    }

    fn position(&self, text: &str, points: usize) -> Result<Position, Error> {
        records::position(text, points).map_err(|reason| Error::Position {
            text: text.to_owned(),
            reason,
        })
    }

    fn live_search(&self) -> sequence_search::Settings {
        sequence_search::Settings {
            method: sequence_search::Settings::beam(64).method,
            ..self.search.clone().best_only()
        }
    }

    fn prior(&self, start: &Position) -> Box<dyn MovePrior<Position> + Send> {
        Box::new(Fixes::new(&self.fixes, start))
    }

    fn fixes(&mut self) -> &mut Vec<Fix> {
        &mut self.fixes
    }

    fn next_game(&self, start: Option<(Position, Orientation)>) -> Self {
        Self {
            info: self.info.later(),
            fixes: Vec::new(),
            start: start.map(|(position, _)| position),
            ..self.clone()
        }
    }

    /// A board of Go has no sides: its orientation is that of the photos.
    fn oriented(&self, _: Orientation) -> Self {
        self.clone()
    }

    fn decode(
        &self,
        sensor: &mut Lines,
        seen: &[usize],
        frames: Frames,
        warnings: Vec<Warning>,
        effort: Effort,
        progress: &mut Progress<'_>,
    ) -> Result<Recording, Error> {
        let evidence = match effort == Effort::Last && seen.len() == sensor.frames() {
            true => sensor.take_evidence()?,
            false => sensor.evidence(seen, &[])?,
        };
        self.decode_evidence(evidence, frames, warnings, effort, progress)
    }

    fn decode_evidence(
        &self,
        evidence: Evidence,
        frames: Frames,
        mut warnings: Vec<Warning>,
        effort: Effort,
        progress: &mut Progress<'_>,
    ) -> Result<Recording, Error> {
        let options = match effort {
            Effort::Quick => &Self {
                search: self.live_search(),
                ..self.clone()
            },
            Effort::Exact | Effort::Full | Effort::Last => self,
        };
        let grid = frames.grids[0];
        let size = Size::new(grid.cols, grid.rows)?;
        let mut series = Series { frames, evidence };
        let lost = register(&mut series, &mut warnings);
        let Frames { photos, grids, .. } = &series.frames;
        let registered = grids.iter().zip(photos).zip(lost);
        let registered = registered.filter(|(_, lost)| !lost).map(|(frame, _)| frame);
        outside::warn(registered, &mut warnings);
        let mut game = record_first_game(series.since(0), size, options, warnings, progress)?;
        let empty = vec![Occupancy::Empty; series.evidence.points()];
        let end = game.decoded.end;
        disorder::warn(&series.evidence, &empty, end, &mut game.warnings);
        let later = options.next_game(None);
        let mut end = game.decoded.end;
        while let Some(End { frame, .. }) = end {
            let Some(first) = next_start(&series.evidence, frame) else {
                break;
            };
            series = series.since(first);
            let next = record_first_game(series.since(0), size, &later, Vec::new(), progress)?;
            end = next.decoded.end.filter(|end| end.frame > 0);
            if next.decoded.plies.len() >= ending::LEAST {
                game.later.push(next);
            }
        }
        Ok(game)
    }
}

/// Records the first game of a series.
fn record_first_game(
    series: Series,
    size: Size,
    options: &Options,
    mut warnings: Vec<Warning>,
    progress: &mut Progress<'_>,
) -> Result<Recording, Error> {
    let start = match &options.start {
        Some(start) if start.size() == size => start.clone(),
        _ => starting_position(&series.evidence, size, &mut warnings),
    };
    let fixes = Fixes::new(&options.fixes, &start);
    let search = |p: sequence_search::Progress| progress(Stage::Searching, p.frames, p.total);
    let decoder = Decoder::new(&options.search)
        .start(start.clone(), 0.0)
        .prior(&fixes)
        .progress(search);
    let mut decoded = decoder.decode(&series.evidence)?;
    let moves: Vec<Move> = decoded.plies.iter().map(|ply| ply.mv).collect();
    if let Some(fix) = fixes.broken(&start, &moves) {
        let (fix, reason) = (fix.clone(), FixFault::NoGame);
        return Err(Error::Fix { fix, reason });
    }
    nearest::choose_nearest(&mut decoded, size);
    let photos = &series.frames.photos;
    let (record, info) =
        recording::recorded(&start, &decoded, &options.info, photos, &mut warnings);
    warn_of_doubtful_moves(&start, &decoded, &series.frames.photos, &mut warnings);
    let mut orders = exchanges(
        &start,
        &series.evidence,
        &options.search,
        &decoded,
        move_order::WITHIN,
    )?;
    orders.extend(ambiguity::near_orders(&decoded, &orders));
    orders.retain(|order| order.moved(&decoded.plies).all(|ply| fixes.is_free(ply)));
    let doubtful = move_order::weigh_orders(&mut decoded, &orders);
    let names = |game: &Decoded<Move>| NamedMove::all(&start, &game.plies);
    let named = names(&decoded);
    move_order::warn(
        &decoded,
        &doubtful,
        &series.frames.photos,
        &named,
        &mut warnings,
    );
    ambiguity::warn_of_alternatives(
        &decoded,
        &series.frames.photos,
        names,
        &doubtful,
        &mut warnings,
    );
    taken_back::warn(&start, &decoded, &series.frames.photos, &mut warnings);
    match decoded.end {
        Some(_) => ending::warn(&decoded, photos, &mut warnings),
        None => ending::differs(
            &start,
            &decoded,
            &series.evidence,
            &series.frames.frame_of_photo,
            photos,
            &mut warnings,
        ),
    }
    Ok(Recording {
        record,
        start,
        decoded,
        frame_of_photo: series.frames.frame_of_photo,
        photos: series.frames.photos,
        grids: series.frames.grids,
        evidence: series.evidence,
        warnings,
        info,
        search: options.search.clone(),
        mid_game: false,
        later: Vec::new(),
        settled: None,
    })
}

/// The frames of a series with their evidence.
struct Series {
    frames: Frames,
    evidence: Evidence,
}

impl Series {
    /// The series from a frame on.
    fn since(&self, first: usize) -> Self {
        Self {
            frames: self.frames.since(first),
            evidence: self.evidence.since(first),
        }
    }
}

/// Registers turned and shifted boards: brings the points into the order of the first photo, and warns of turns and of
/// photos in which the board is lost. Returns for each frame whether the board is lost.
fn register(series: &mut Series, warnings: &mut Vec<Warning>) -> Vec<bool> {
    let Frames { photos, grids, .. } = &mut series.frames;
    let (cols, rows) = (grids[0].cols, grids[0].rows);
    if cols != rows {
        return vec![false; grids.len()];
    }
    let found = registration::registrations(&series.evidence, grids);
    if found
        .iter()
        .any(|found| *found != Some(Registration::default()))
    {
        registration::warn(&found, photos, warnings);
        series.evidence = registration::align(&series.evidence, grids, &found);
    }
    found.iter().map(Option::is_none).collect()
}

/// Warns of doubtful moves, and of two moves in a row by one side.
fn warn_of_doubtful_moves(
    start: &Position,
    decoded: &Decoded<Move>,
    photos: &[PathBuf],
    warnings: &mut Vec<Warning>,
) {
    let named = NamedMove::all(start, &decoded.plies);
    for (ply, played) in decoded.plies.iter().zip(named) {
        let photo = photos.get(ply.frame).cloned();
        if Position::confidence(ply) < 0.9 {
            let kind = WarningKind::DoubtfulMove {
                played: played.clone(),
                confidence: Position::confidence(ply),
                alternatives: Alternative::of(start, ply),
            };
            warnings.push(kind.at(photo.clone()));
        }
        if ply.after_pass {
            warnings.push(WarningKind::PassOrMissingMove { next: played }.at(photo));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use board_core::Cell;

    /// Points of four handicap stones, and of the moves that follow, White's first.
    const HANDICAP: [&str; 4] = ["C7", "G7", "C3", "G3"];
    const MOVES: [&str; 4] = ["E7", "C5", "E3", "G5"];

    /// A frame for each pair: it shows so many of the [`HANDICAP`] and of the [`MOVES`].
    fn evidence(shown: &[(usize, usize)]) -> Evidence {
        let size = Size::square(9).unwrap();
        let sides = [Occupancy::White, Occupancy::Black];
        Evidence::from_fn(shown.len(), size.points(), |frame, point| {
            let (handicap, moves) = shown[frame];
            let placed = HANDICAP[..handicap]
                .iter()
                .map(|name| (name, Occupancy::Black));
            let played = MOVES[..moves].iter().zip(sides.into_iter().cycle());
            let name = size.gtp(Move::place(point));
            let stone = placed.chain(played).find(|(at, _)| **at == name);
            let content = stone.map_or(Occupancy::Empty, |(_, side)| side);
            let mut costs = [9.0; 3];
            costs[content.index()] = 0.0;
            Some(costs)
        })
    }

    #[test]
    fn a_handicap_is_setup_and_whites_first_move_is_a_move() {
        let ways: [&[(usize, usize)]; 3] = [
            &[(4, 0), (4, 1), (4, 2), (4, 3), (4, 4)],
            &[(0, 0), (4, 0), (4, 1), (4, 2), (4, 3), (4, 4)],
            &[(0, 0), (2, 0), (4, 0), (4, 1), (4, 2), (4, 3), (4, 4)],
        ];
        for shown in ways {
            let evidence = evidence(shown);
            let options = Options::default();
            // A live game begins with the first of these frames.
            let (start, _) = options.start_of(&evidence).unwrap();
            assert_eq!(start.frame, 0, "{shown:?}");
            let frames = Frames {
                photos: (0..shown.len())
                    .map(|i| PathBuf::from(i.to_string()))
                    .collect(),
                grids: vec![Grid::whole(9, 9, (90, 90)).unwrap(); shown.len()],
                frame_of_photo: (0..shown.len()).map(Some).collect(),
                ..Frames::default()
            };
            let quiet = &mut crate::quiet;
            let game = options.decode_evidence(evidence, frames, Vec::new(), Effort::Full, quiet);
            let game = game.unwrap();
            // The order of its stones is no question.
            let is_of_order = |warning: &&Warning| {
                matches!(
                    warning.kind,
                    WarningKind::MoveOrder { .. } | WarningKind::OtherMoves { .. }
                )
            };
            assert_eq!(game.warnings.iter().find(is_of_order), None, "{shown:?}");
            let record = game.record;
            assert_eq!(
                (record.info.handicap, record.setup.len()),
                (4, 4),
                "{shown:?}"
            );
            assert_eq!(record.first, Color::White, "{shown:?}");
            let size = record.size;
            let moves: Vec<String> = record.moves.iter().map(|play| size.gtp(play.mv)).collect();
            assert_eq!(moves, MOVES, "{shown:?}");
        }
    }
}
