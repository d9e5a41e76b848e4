//! The referee's command.

use std::fmt::Display;
use std::process::ExitCode;

use ::referee::checkers::Checkers;
use ::referee::chess::Chess;
use ::referee::go::Go;
use ::referee::{Options as Tolerance, Rulebook};
use sequence_search::Settings as Search;
use serde::Serialize;

use super::arguments::RefereeArguments;
use super::files::read_text;
use super::inputs::{collect, first_photo};
use super::progress::stages;
use super::{answer, checkers as draughts, chess as chessmen, go as stones, pieces};
use crate::cli::error::Error;
use crate::cli::output::{self, say};
use crate::go as go_recording;
use crate::pieces::{Options, SquareGame};
use crate::recording::{Notation, Recording};
use crate::referee::{self, PositionNotation, Ruling};

pub(super) fn chess(arguments: &RefereeArguments) -> Result<ExitCode, Error> {
    let start = chessmen::start(arguments.fen.as_deref())?;
    judge_squares(
        arguments,
        start,
        |start| chess_rules::Game::new(start).into(),
        Chess::new(),
    )
}

pub(super) fn checkers(arguments: &RefereeArguments) -> Result<ExitCode, Error> {
    let rules = arguments.board.variant.rules();
    let start = draughts::start(rules, arguments.fen.as_deref())?;
    let game = |start| Checkers::from(checkers_rules::Game::new(start));
    judge_squares(arguments, start, game, Checkers::new(rules))
}

/// The referee of a game on squares.
fn judge_squares<P: SquareGame, G: PositionNotation + Rulebook<Position = P>>(
    arguments: &RefereeArguments,
    start: P,
    game: impl Fn(P) -> G,
    rules: G,
) -> Result<ExitCode, Error> {
    if arguments.positions.is_some() {
        return judge_positions(arguments, rules);
    }
    let list = collect(&arguments.frames, &arguments.series)?;
    let (first, pixels) = first_photo(&list)?;
    let size = start.board().cols();
    let mut options = Options {
        place: pieces::place(&arguments.board, size, pixels).map_err(|e| e.in_photo(first))?,
        mid_game: arguments.fen.is_none(),
        orientation: arguments.orientation.turns(),
        mirrored: arguments.orientation.mirrored,
        ..Options::from(start)
    };
    options.search.method = referee::method();
    let how = crate::RecorderOptions::default();
    let seen = pieces::recorded(&list.paths, &arguments.board, options, how)?;
    judge_recording(arguments, &seen, game)
}

pub(super) fn go(arguments: &RefereeArguments) -> Result<ExitCode, Error> {
    let board = &arguments.board;
    // Players judge cycles longer than a ko: the mildest rules give no false alarm.
    let game = |position| Go::from(go_rules::Game::new(position, go_rules::Rules::default()));
    if let Some(path) = &arguments.positions {
        let rows = |text: &str| 1 + text.matches('/').count();
        let text = read_text(path)?;
        let first = text.lines().find(|line| line.contains('/'));
        let size = board.size.map(usize::from).or(first.map(rows)).unwrap_or(1);
        let size = go_rules::Size::square(size).map_err(crate::Error::Size)?;
        return judge_positions(arguments, game(go_rules::Position::initial(size)));
    }
    let list = collect(&arguments.frames, &arguments.series)?;
    let mut options = go_recording::Options {
        size: board.size.map(usize::from),
        ..go_recording::Options::default()
    };
    if board.corners.is_some() || board.calibration.is_some() {
        let (first, pixels) = first_photo(&list)?;
        options.grid = stones::place(board, pixels).map_err(|e| e.in_photo(first))?;
    }
    options.search.method = Search::beam(64).method;
    let seen = stages(|tell| go_recording::record(&list.paths, &options, tell))?;
    // On an empty board either side may begin: the one that did.
    let first = seen.decoded.plies.first().map(|ply| ply.side);
    judge_recording(arguments, &seen, |start| {
        let start = game(start);
        let turned = first.and_then(|side| start.with_turn(side));
        turned.unwrap_or(start)
    })
}

fn judge_positions<G: PositionNotation>(
    arguments: &RefereeArguments,
    rules: G,
) -> Result<ExitCode, Error> {
    let Some(path) = &arguments.positions else {
        return Ok(ExitCode::SUCCESS);
    };
    let positions = referee::read_positions(&rules, &read_text(path)?);
    let positions = positions.map_err(|error| Error::Positions {
        path: path.clone(),
        error,
    })?;
    if positions.is_empty() {
        return Err(Error::Use {
            path: path.clone(),
            reason: "there is no position in it",
        });
    }
    let at_rest = Tolerance {
        patience: 0,
        ..Tolerance::default()
    };
    let events = referee::judge_positions(rules, &positions, tolerance(arguments, at_rest));
    print(&events, arguments.json)
}

/// The rulings on the photos of a recorded game.
fn judge_recording<G: Rulebook<Position: Notation>>(
    arguments: &RefereeArguments,
    seen: &Recording<G::Position>,
    game: impl Fn(G::Position) -> G,
) -> Result<ExitCode, Error> {
    let filter = arguments.window.map(|window| {
        let agree = arguments.agree.unwrap_or(window / 2 + 1);
        (usize::from(window), usize::from(agree))
    });
    let default = referee::default_options(referee::is_film(seen));
    let options = referee::Options {
        filter,
        referee: Some(tolerance(arguments, default)),
    };
    output::warnings(&seen.warnings);
    let events = referee::judge_photos(seen, game(seen.start.clone()), &options)?;
    let done = print(&events, arguments.json)?;
    if events.is_empty() {
        output::warn(
            "no photo shows a position that the game may have reached: there are no rulings",
        );
        return Ok(answer::done(false));
    }
    Ok(done)
}

/// The given options of the referee, with defaults for the others.
fn tolerance(arguments: &RefereeArguments, default: Tolerance) -> Tolerance {
    Tolerance {
        plies: arguments.plies.map_or(default.plies, usize::from),
        patience: arguments.patience.map_or(default.patience, usize::from),
        repeats: arguments.repeats.map_or(default.repeats, usize::from),
        put_back_first: arguments.put_back_first,
    }
}

/// Prints the rulings; the exit code is 1 if there was a violation.
fn print<R: Display>(rulings: &[Ruling<R>], json: bool) -> Result<ExitCode, Error>
where
    Ruling<R>: Serialize,
{
    for ruling in rulings {
        if json {
            say!("{}", serde_json::to_string(ruling).unwrap_or_default());
            continue;
        }
        match (&ruling.photo, ruling.line) {
            (Some(photo), _) => say!("{}: {}", photo.display(), ruling.text),
            (None, Some(line)) => say!("line {line}: {}", ruling.text),
            (None, None) => say!("{}", ruling.text),
        }
    }
    Ok(answer::done(
        !rulings.iter().any(|ruling| ruling.event.is_alarm()),
    ))
}
