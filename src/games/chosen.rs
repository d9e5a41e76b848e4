//! Choice of a game from a file with several.

use std::path::Path;

use crate::Error;

/// A game chosen from a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Chosen<R> {
    /// The game.
    pub record: R,
    /// Number of games in the file, including broken ones.
    pub games: usize,
}

/// Chooses the game with a number, from 1. If the file has a single game, chooses that.
pub(crate) fn choose<R>(
    path: &Path,
    games: impl Iterator<Item = Result<R, Error>>,
    number: usize,
) -> Result<Chosen<R>, Error> {
    let path = path.to_owned();
    let (mut chosen, mut first, mut count) = (None, None, 0);
    for game in games {
        count += 1;
        if count == number {
            chosen = Some(game);
        } else if count == 1 {
            first = Some(game);
        }
    }
    let record = match (chosen, first, count) {
        (Some(game), _, _) | (None, Some(game), 1) => game?,
        (None, _, 0) => return Err(Error::NoGame { path }),
        (None, _, games) => {
            return Err(Error::NoSuchGame {
                path,
                number,
                games,
            });
        }
    };
    Ok(Chosen {
        record,
        games: count,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_game_of_the_number_or_the_only_one() {
        let chosen = |games: &[usize], number| {
            let games = games.iter().map(|game| Ok(*game));
            let chosen = choose(Path::new("g.pgn"), games, number);
            chosen
                .map(|c| (c.record, c.games))
                .map_err(|e| e.to_string())
        };
        assert_eq!(chosen(&[7, 8, 9], 2), Ok((8, 3)));
        assert_eq!(chosen(&[7], 2), Ok((7, 1)));
        assert!(chosen(&[7, 8], 3).unwrap_err().contains("2 games"));
        assert!(chosen(&[], 1).unwrap_err().contains("no game"));
    }
}
