//! The command line: arguments in, messages and files out. It is in the library only to be compiled once, and is no
//! public interface.
#![allow(clippy::print_stderr)]

mod advice;
mod answer;
mod arguments;
mod checkers;
mod chess;
mod detect_game;
mod error;
mod files;
mod game_options;
mod go;
mod info;
mod inputs;
mod marked;
mod orientation;
mod output;
mod output_files;
mod output_paths;
mod patterns;
mod photo_source;
mod pieces;
mod progress;
mod referee;
mod signals;
mod simulator;
mod single_photo;
mod territory;
mod values;
mod watch;

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use arguments::{
    Arguments, BoardArguments, Command, LocateArguments, ReadArguments, RecordArguments,
    RecordOptions, RefereeArguments, RenderArguments,
};
use clap::parser::ValueSource;
use clap::{ArgMatches, CommandFactory, FromArgMatches};
use error::Error;
use inputs::first_photo;
use photo_source::PhotoSource;
use values::Game;

use crate::cli::output::{Detail, say};
use crate::photos::{self, Order};

/// Runs the program.
pub fn main() -> ExitCode {
    run().unwrap_or_else(|error| failed(&error))
}

/// Number of squares a side of a board of chess or checkers.
fn squares(board: &BoardArguments) -> usize {
    match board.game {
        Game::Checkers => board.variant.rules().variant.width(),
        _ => 8,
    }
}

/// Parses the arguments and runs the command. Wrong arguments end the program.
fn run() -> Result<ExitCode, Error> {
    let matches = Arguments::command().get_matches();
    let arguments = Arguments::from_arg_matches(&matches).unwrap_or_else(|error| error.exit());
    output::set(match (arguments.quiet, arguments.verbose) {
        (true, _) => Detail::Quiet,
        (_, true) => Detail::All,
        _ => Detail::Usual,
    });
    let given = matches.subcommand().map(|(_, given)| given);
    let done = execute(arguments.command, given);
    if let Err(error) = &done
        && given.is_some_and(asks_for_json)
    {
        let advice = advice::about(error);
        say!(
            "{}",
            serde_json::json!({ "error": error.to_string(), "advice": advice })
        );
    }
    match signals::code() {
        Some(code) if done.is_ok() => Ok(code),
        _ => done,
    }
}

/// Prints the error of a command and advice; returns the exit code.
fn failed(error: &Error) -> ExitCode {
    eprintln!("error: {error}");
    if let Some(advice) = advice::about(error) {
        eprintln!("help: {advice}");
    }
    signals::code().unwrap_or(ExitCode::from(2))
}

/// Whether a command or its subcommand was given `--json`. Not every command has it.
fn asks_for_json(given: &ArgMatches) -> bool {
    let here = given.try_get_one("json").ok().flatten().copied();
    here == Some(true)
        || given
            .subcommand()
            .is_some_and(|(_, given)| asks_for_json(given))
}

fn execute(mut command: Command, given: Option<&ArgMatches>) -> Result<ExitCode, Error> {
    output_paths::check_and_rename(&mut command)?;
    // The boards that are watched have threads of their own.
    if !matches!(command, Command::Watch(_)) {
        board_geom::parallel::use_this_thread();
    }
    match command {
        Command::Demo { out, seed } => go::demo(&out, seed),
        Command::Record(arguments) => {
            let RecordArguments {
                photos,
                follow,
                idle,
                journal,
                how,
            } = arguments;
            check_game(&how, given)?;
            let journal = journal.as_deref();
            let source = match follow {
                true => PhotoSource::folder(&photos, idle, journal)?,
                false => PhotoSource::photos(&photos, journal, &how)?,
            };
            record(source, how, given)
        }
        Command::Watch(arguments) => {
            game(arguments.game, given)?;
            watch::watch(&arguments)
        }
        Command::Locate(arguments) => locate(arguments, given),
        Command::Read(arguments) => read(arguments, given),
        Command::Calibrate(arguments) => marked::calibrate(&arguments),
        Command::Render(arguments) => render(&arguments, given),
        Command::Compare {
            record,
            truth,
            game_number,
            json,
        } => compare([&record, &truth], game_number, json),
        Command::Territory(arguments) => territory::draw(&arguments),
        Command::Score(arguments) => territory::score(&arguments),
        Command::Patterns(command) => patterns::run(&command),
        Command::Referee(arguments) => referee(arguments, given),
        Command::BenchSimulator(arguments) => simulator::run(&arguments),
    }
}

fn locate(mut arguments: LocateArguments, given: Option<&ArgMatches>) -> Result<ExitCode, Error> {
    if !game_is_given(given) {
        arguments.board.game = detected(&arguments.photo, &arguments.board);
    }
    match game(arguments.board.game, given)? {
        Game::Go => go::locate(&arguments),
        _ if arguments.board.marked.is_some() => marked::locate(&arguments),
        Game::Chess | Game::Checkers => pieces::locate(&arguments, squares(&arguments.board)),
    }
}

fn read(mut arguments: ReadArguments, given: Option<&ArgMatches>) -> Result<ExitCode, Error> {
    if !game_is_given(given) {
        arguments.board.game = detected(&arguments.photo, &arguments.board);
    }
    let ReadArguments {
        photo, board, json, ..
    } = &arguments;
    let game = game(board.game, given)?;
    if let Some(out) = &arguments.out {
        let reason = match (game, Game::by_name(out)) {
            (Game::Go, Some(Game::Go)) => None,
            (Game::Go, _) => Some("a position of Go is written as .sgf"),
            _ => {
                Some("a photo alone shows no kinds of pieces, so only positions of Go are written")
            }
        };
        if let Some(reason) = reason {
            let path = out.clone();
            return Err(Error::Use { path, reason });
        }
    }
    match game {
        Game::Go => go::read(&arguments),
        _ if board.marked.is_some() => marked::read(photo, board, *json),
        Game::Chess | Game::Checkers => pieces::read(photo, board, *json, squares(board)),
    }
}

fn render(arguments: &RenderArguments, given: Option<&ArgMatches>) -> Result<ExitCode, Error> {
    let game = game(Game::of(&arguments.record), given)?;
    files::check_no_photos(&arguments.out)?;
    match game {
        Game::Go => go::render(arguments),
        Game::Chess => pieces::render::<chess_rules::Position>(arguments),
        Game::Checkers => pieces::render::<checkers_rules::Position>(arguments),
    }
}

fn compare(
    [record, truth]: [&PathBuf; 2],
    game_number: Option<usize>,
    json: bool,
) -> Result<ExitCode, Error> {
    let played = Game::of(record);
    if truth.is_file() && Game::by_name(truth).is_some_and(|other| other != played) {
        let path = truth.clone();
        let reason = "it is a record of another game than the one that is compared with it";
        return Err(Error::Use { path, reason });
    }
    let names = match played {
        Game::Go => go::named_moves,
        Game::Chess => pieces::named_moves::<chess_rules::Position>,
        Game::Checkers => pieces::named_moves::<checkers_rules::Position>,
    };
    let [found, truth] = [record, truth].map(|path| names(path, game_number));
    let found = crate::compare::moves(&found?, &truth?);
    if json {
        say!("{}", serde_json::to_string(&found).unwrap_or_default());
        return Ok(answer::done(found.differences.is_empty()));
    }
    Ok(answer::compared(&found))
}

fn referee(mut arguments: RefereeArguments, given: Option<&ArgMatches>) -> Result<ExitCode, Error> {
    if !game_is_given(given) && !arguments.frames.is_empty() {
        arguments.board.game = detected_in_series(&arguments.frames, &arguments.board)?;
    }
    match game(arguments.board.game, given)? {
        Game::Go => referee::go(&arguments),
        Game::Chess => referee::chess(&arguments),
        Game::Checkers => referee::checkers(&arguments),
    }
}

/// Rejects options that the given game does not support, before any photo is opened.
fn check_game(how: &RecordOptions, given: Option<&ArgMatches>) -> Result<(), Error> {
    match game_is_given(given) {
        true => game(how.board.game, given)?.check_name(&how.out),
        false => Ok(()),
    }
}

/// Records the game in photos.
fn record(
    mut source: PhotoSource,
    mut how: RecordOptions,
    given: Option<&ArgMatches>,
) -> Result<ExitCode, Error> {
    if !game_is_given(given) {
        how.board.game = match Game::by_name(&how.out) {
            Some(named) => named,
            None => detected(&source.first()?.0, &how.board),
        };
    }
    let game = game(how.board.game, given)?;
    game.check_name(&how.out)?;
    source.check(game, &how.out)?;
    match game {
        Game::Go => go::record(source, &how),
        Game::Chess => chess::record(source, &how),
        Game::Checkers => checkers::record(source, &how),
    }
}

/// Whether the game was given on the command line.
fn game_is_given(given: Option<&ArgMatches>) -> bool {
    given.and_then(|given| given.value_source("game")) != Some(ValueSource::DefaultValue)
}

/// Detects the game in a photo. If options give the board, returns its default game.
fn detected(photo: &Path, board: &BoardArguments) -> Game {
    if board.marked.is_some() {
        return Game::Checkers;
    }
    let given = board.size.is_some() || board.corners.is_some() || board.calibration.is_some();
    match given {
        true => board.game,
        false => detect_game::detect_game(photo),
    }
}

/// Detects the game in a series by any of its photos, so their order does not matter.
fn detected_in_series(inputs: &[PathBuf], board: &BoardArguments) -> Result<Game, Error> {
    let list = photos::collect_files(inputs, Order::Given)?;
    Ok(detected(first_photo(&list)?.0, board))
}

/// The game of a command, if it supports all given options.
fn game(game: Game, given: Option<&ArgMatches>) -> Result<Game, Error> {
    given.map_or(Ok(()), |given| game_options::check(given, game))?;
    Ok(game)
}
