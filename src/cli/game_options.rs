//! Options that only some games support.

use clap::ArgMatches;
use clap::parser::ValueSource;

use super::values::Game;
use crate::cli::error::Error;

/// An option: its field of the arguments, its name, and the games that support it.
struct GameOption {
    field: &'static str,
    option: &'static str,
    games: &'static [Game],
}

const GAME_OPTIONS: [GameOption; 10] = [
    option("size", "--size", &[Game::Go]),
    option("count", "--photos", &[Game::Go]),
    option("rules", "--rules", &[Game::Go]),
    option("komi", "--komi", &[Game::Go]),
    option("fen", "--fen", &[Game::Chess, Game::Checkers]),
    option("rectified", "--rectified", &[Game::Chess, Game::Checkers]),
    option("white", "--white", &[Game::Chess, Game::Checkers]),
    option("mirrored", "--mirrored", &[Game::Chess, Game::Checkers]),
    option("marked", "--marked", &[Game::Checkers]),
    option("variant", "--variant", &[Game::Checkers]),
];

const fn option(field: &'static str, option: &'static str, games: &'static [Game]) -> GameOption {
    GameOption {
        field,
        option,
        games,
    }
}

/// Rejects options that the game does not support.
pub(super) fn check(given: &ArgMatches, game: Game) -> Result<(), Error> {
    let by_user = |option: &&GameOption| {
        // Looking up a field that the command lacks would panic.
        let known = given.try_contains_id(option.field).is_ok();
        known && given.value_source(option.field) == Some(ValueSource::CommandLine)
    };
    let unsupported = |option: &&GameOption| !option.games.contains(&game);
    match GAME_OPTIONS.iter().filter(by_user).find(unsupported) {
        Some(option) => Err(Error::NotOfGame {
            option: option.option,
            game: game.name(),
        }),
        None => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli::arguments::Arguments;
    use clap::CommandFactory;

    #[test]
    fn every_option_exists_in_some_command() {
        let command = Arguments::command();
        for option in GAME_OPTIONS {
            let arguments = command.get_subcommands().flat_map(|c| c.get_arguments());
            let named = arguments.filter(|a| a.get_id() == option.field);
            let options: Vec<_> = named.filter_map(|a| a.get_long()).collect();
            assert!(!options.is_empty(), "{}", option.field);
            let wanted = option.option.trim_start_matches('-');
            assert!(options.iter().all(|o| *o == wanted), "{}", option.field);
        }
    }
}
