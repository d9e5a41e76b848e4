//! Options that not every game has.

use clap::ArgMatches;
use clap::parser::ValueSource;

use super::arguments::Game;
use crate::cli::error::Error;

/// An option: its field among the arguments, how it is given, and the games that have it.
struct Special {
    field: &'static str,
    option: &'static str,
    games: &'static [Game],
}

const SPECIAL: [Special; 10] = [
    special("size", "--size", &[Game::Go]),
    special("count", "--photos", &[Game::Go]),
    special("rules", "--rules", &[Game::Go]),
    special("komi", "--komi", &[Game::Go]),
    special("fen", "--fen", &[Game::Chess, Game::Checkers]),
    special("rectified", "--rectified", &[Game::Chess, Game::Checkers]),
    special("white", "--white", &[Game::Chess, Game::Checkers]),
    special("mirrored", "--mirrored", &[Game::Chess, Game::Checkers]),
    special("marked", "--marked", &[Game::Checkers]),
    special("variant", "--variant", &[Game::Checkers]),
];

const fn special(field: &'static str, option: &'static str, games: &'static [Game]) -> Special {
    Special {
        field,
        option,
        games,
    }
}

/// Refuses options that were given to a command and that its game does not have.
pub(super) fn refuse(given: &ArgMatches, game: Game) -> Result<(), Error> {
    let by_user = |special: &&Special| {
        // A field that the command does not have at all is an error to ask for.
        let known = given.try_contains_id(special.field).is_ok();
        known && given.value_source(special.field) == Some(ValueSource::CommandLine)
    };
    let lacking = |special: &&Special| !special.games.contains(&game);
    match SPECIAL.iter().filter(by_user).find(lacking) {
        Some(special) => Err(Error::NotOfGame {
            option: special.option,
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
    fn every_special_option_is_one_of_some_command() {
        let command = Arguments::command();
        for special in SPECIAL {
            let arguments = command.get_subcommands().flat_map(|c| c.get_arguments());
            let named = arguments.filter(|a| a.get_id() == special.field);
            let options: Vec<_> = named.filter_map(|a| a.get_long()).collect();
            assert!(!options.is_empty(), "{}", special.field);
            let wanted = special.option.trim_start_matches('-');
            assert!(options.iter().all(|o| *o == wanted), "{}", special.field);
        }
    }
}
