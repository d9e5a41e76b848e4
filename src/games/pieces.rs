//! Games with pieces on squares: from photos to a record, for any [`SquareGame`]. Chess and draughts are in
//! [`chess`](crate::games::chess) and [`checkers`](crate::games::checkers).

mod clarity;
pub(crate) mod game_warnings;
pub(crate) mod options;
mod records;
mod single_photo;
pub(crate) mod square_game;

use std::path::PathBuf;

use board_core::{Evidence, Observation};
use game_record::{Dialect, Game, MoveOf, NodeId};
use piece_detect::Orientation;
use sequence_search::{Decoded, EndKind, MovePrior};

pub use crate::decode::fix::{Fix, FixError, FixFault};
use crate::decode::fixes::Fixes;
use crate::decode::prior::Prior;
use crate::decode::self_training::{self, Found, SquaresSeries};
use crate::decode::{next_game, squares};
use crate::game::{Effort, OwnSensor, STARTING, Start};
use crate::progress::Progress;
use crate::recorder::{self, Recorder};
use crate::recording::frames::Frames;
use crate::recording::{Recording, name_for};
pub use crate::sensor::Place;
use crate::sensor::orientation::{shown_points, upright};
use crate::sensor::{START_FRAMES, Sensor, Squares};
use crate::start::mid_game::GameStart;
use crate::start::position;
use crate::{Board, Error, Warning, WarningKind};
pub use options::Options;
pub(crate) use options::check;
pub use records::{choose_record, read_record, read_records, usable_records};
pub use single_photo::{PhotoReading, locate, read, read_men};
pub use square_game::{Piece, SquareGame};
pub(crate) use square_game::{plies_before_gap, size, stature};

/// The comment at the end of a record that ends before a gap.
pub(crate) const CUT: &str = "the photos do not show how the game continued";

/// Records a game from photos in order of time.
///
/// Photos are opened one at a time; only a small picture of every square is kept. `progress` is called with the stage,
/// the steps done and all steps; breaking ends the recording with [`Error::Cancelled`].
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

impl<P: SquareGame> OwnSensor for Options<P> {
    fn sensor(&self) -> Result<Squares, Error> {
        check(self)?;
        let mut squares = Squares::new(size(&self.start), stature::<P>(), self.place)?;
        if self.second_board {
            squares.follow_second();
        }
        Ok(squares)
    }
}

impl<P: SquareGame> crate::game::Game for Options<P> {
    type Position = P;
    type Sensor = Squares;
    const BOARD: Board = Board::Squares;

    /// The start, once a few photos agree well with it, or after so many photos that more would not help.
    fn start(
        &self,
        sensor: &Squares,
        first: usize,
        repeats: usize,
        last: bool,
    ) -> Result<Option<Start<P>>, Error> {
        let frames = sensor.frames() - first;
        let last = last || frames >= START_FRAMES;
        if frames == 0 || frames + repeats < STARTING && !last {
            return Ok(None);
        }
        let kept = sensor.usable().map(|usable| usable[first..].to_vec());
        let kept = kept.unwrap_or(vec![true; frames]);
        let views = sensor.views.get(first..).unwrap_or_default();
        let start = match first {
            0 => GameStart::of(&sensor.patches, views, &kept, self)?,
            _ => GameStart::of(&sensor.patches.since(first), views, &kept, self)?,
        };
        let mid_game = start.joined.is_some();
        let plain = mid_game || start.fit >= game_warnings::USUAL && start.doubtful.is_empty();
        let position = start.starts.into_iter().next().filter(|_| plain || last);
        Ok(position.map(|(position, _)| Start {
            frame: first + start.first,
            position,
            orientation: start.orientation,
            mid_game,
        }))
    }

    fn start_of(&self, evidence: &Evidence) -> Option<(Start<P>, f32)> {
        let (frame, orientation, fit) = position::find(evidence, self);
        let start = Start {
            frame,
            orientation,
            position: self.start.clone(),
            mid_game: false,
        };
        Some((start, fit))
    }

    fn position(&self, text: &str, points: usize) -> Result<P, Error> {
        let position = self.start.parse_fen(text);
        let fault = |reason| Error::Position {
            text: text.to_owned(),
            reason,
        };
        match position {
            Ok(position) if position.points() != points => Err(fault(format!(
                "it has {} squares, and the board {points}",
                position.points()
            ))),
            position => position.map_err(fault),
        }
    }

    fn live_search(&self) -> sequence_search::Settings {
        self.with_effort(Effort::Quick).search
    }

    fn prior(&self, start: &P) -> Box<dyn MovePrior<P> + Send> {
        Box::new(Prior::new(Fixes::new(&self.fixes, start)))
    }

    fn fixes(&mut self) -> &mut Vec<Fix> {
        &mut self.fixes
    }

    fn next_game(&self, start: Option<(P, Orientation)>) -> Self {
        Self {
            info: self.info.later(),
            mid_game: false,
            fixes: Vec::new(),
            orientation: start.as_ref().map(|(_, orientation)| *orientation),
            mirrored: start
                .as_ref()
                .map_or(self.mirrored, |(_, orientation)| Some(*orientation >= 4)),
            start: start.map_or_else(|| self.start.new_game(), |(start, _)| start),
            ..self.clone()
        }
    }

    fn oriented(&self, orientation: Orientation) -> Self {
        Self {
            orientation: Some(orientation),
            mirrored: Some(orientation >= 4),
            ..self.clone()
        }
    }

    fn decode(
        &self,
        sensor: &mut Squares,
        seen: &[usize],
        frames: Frames,
        warnings: Vec<Warning>,
        effort: Effort,
        progress: &mut Progress<'_>,
    ) -> Result<Recording<P>, Error> {
        let all = seen.len() == sensor.patches.frames();
        let mut series = || {
            let views = seen.iter().map_while(|frame| sensor.views.get(*frame));
            SquaresSeries {
                frames: frames.clone(),
                views: views.cloned().collect(),
                patches: match all && effort == Effort::Last {
                    true => std::mem::take(&mut sensor.patches),
                    false => sensor.patches.select(seen.iter().copied()),
                },
            }
        };
        match effort {
            Effort::Full => decode_again_if_lost(series, self, warnings, progress),
            Effort::Last => decode(series(), self, warnings, progress),
            Effort::Quick | Effort::Exact => {
                decode_so_far(series(), self, warnings, effort, progress)
            }
        }
    }

    fn decode_evidence(
        &self,
        evidence: Evidence,
        mut frames: Frames,
        mut warnings: Vec<Warning>,
        effort: Effort,
        progress: &mut Progress<'_>,
    ) -> Result<Recording<P>, Error> {
        check(self)?;
        let (found, wanted) = (evidence.points().isqrt(), size(&self.start));
        if found != wanted {
            return Err(Error::Squares { found, wanted });
        }
        let (first, orientation, fit) = position::find(&evidence, self);
        let photo = frames.photos.get(first).cloned();
        game_warnings::start::<P>(first, fit, orientation >= 4, &photo, &mut warnings);
        let here = shown_points(orientation, evidence.points());
        let evidence = evidence.since(first).renumbered(|_| here.clone());
        frames.keep(
            &(0..frames.photos.len())
                .map(|i| i >= first)
                .collect::<Vec<_>>(),
        );
        for grid in &mut frames.grids {
            *grid = upright(grid, orientation);
        }
        squares::finish_recording(frames, None, self, None, warnings, |prior| {
            let (search, start) = (self.with_effort(effort).search, self.start.clone());
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

impl<P: SquareGame> Options<P> {
    /// The options with the search of this effort.
    fn with_effort(&self, effort: Effort) -> Self {
        let mut options = self.clone();
        if effort == Effort::Quick {
            options.search = self_training::quick_search(&self.search);
            options.search.model.lost = self.search.model.lost;
        }
        options
    }
}

/// Decodes the first game of a series and the games after it.
pub(crate) fn decode<P: SquareGame>(
    series: SquaresSeries,
    options: &Options<P>,
    warnings: Vec<Warning>,
    progress: &mut Progress<'_>,
) -> Result<Recording<P>, Error> {
    let (mut first, mut patches) = squares::decode_game(series, options, warnings, progress)?;
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

/// Decodes at the end. A game may seem to be lost because the appearance of the pieces was learnt from few photos. If
/// it is followed to the end when it cannot be given up, it was not lost.
fn decode_again_if_lost<P: SquareGame>(
    mut series: impl FnMut() -> SquaresSeries,
    options: &Options<P>,
    warnings: Vec<Warning>,
    progress: &mut Progress<'_>,
) -> Result<Recording<P>, Error> {
    /// Most moves between two photos: more may explain whatever happened.
    const AT_ONCE: usize = 2;
    let found = decode(series(), options, warnings.clone(), progress)?;
    if !is_lost(&found) {
        return Ok(found);
    }
    let mut never_lost = options.clone();
    never_lost.search.model.lost = f32::MAX;
    let whole = decode(series(), &never_lost, warnings, progress)?;
    let mut at_once = whole.decoded.plies.chunk_by(|a, b| a.frame == b.frame);
    let mut kinds = whole.warnings.iter().map(|warning| &warning.kind);
    let is_contradicted = kinds.any(|kind| {
        use WarningKind::{EndDiffers, Gap};
        matches!(kind, Gap { .. } | EndDiffers { .. })
    });
    let is_right = whole.decoded.followed
        && !is_lost(&whole)
        && !is_contradicted
        && at_once.all(|plies| plies.len() <= AT_ONCE);
    Ok(if is_right { whole } else { found })
}

/// Whether no moves lead from a game to the photos after it.
fn is_lost<P: SquareGame>(game: &Recording<P>) -> bool {
    let end = game.decoded.end;
    end.is_some_and(|end| end.kind == EndKind::Lost)
}

/// Decodes while photos arrive. A game that seems to be lost may only have hands in the last photos, so it is split
/// only if several games explain the photos better than one, also for the exact search.
fn decode_so_far<P: SquareGame>(
    series: SquaresSeries,
    options: &Options<P>,
    warnings: Vec<Warning>,
    effort: Effort,
    progress: &mut Progress<'_>,
) -> Result<Recording<P>, Error> {
    let mut searched = options.with_effort(effort);
    let games = decode(series.clone(), &searched, warnings.clone(), progress)?;
    if !is_lost(&games) {
        return Ok(games);
    }
    searched.search.model.lost = f32::INFINITY;
    let whole = decode(series.clone(), &searched, Vec::new(), progress)?;
    if !next_game::is_cheaper(&games, &whole, &searched, progress)? {
        return Ok(whole);
    }
    match effort {
        Effort::Quick => decode_so_far(series, options, warnings, Effort::Exact, progress),
        _ => Ok(games),
    }
}

/// The record of a game up to its first gap, with a comment if there is one.
pub fn record_of<D>(start: &D::Position, game: &Decoded<MoveOf<D>>) -> game_record::Record<D>
where
    D: Dialect<Position: SquareGame>,
{
    let known = plies_before_gap(start, &game.plies);
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

/// The names of the moves of a record, by which records are compared.
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
