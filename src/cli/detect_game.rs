//! Detects the game in photos.

use std::path::Path;

use super::arguments::Game;
use super::output;
use crate::photos::{self, Limits};
use crate::pieces::{self, Place};

/// Detects the game on the board in a photo: chess or checkers if its squares are found with confidence, else Go.
/// Faults of the photo are reported later, when it is read.
pub(super) fn detect_game(path: &Path) -> Game {
    /// Least confidence of a board of squares.
    const SURE: f64 = 0.6;
    const SQUARES: usize = 8;
    let found = photos::open(path, &Limits::default())
        .ok()
        .and_then(|photo| {
            let (grid, sure) = pieces::locate(&photo, Place::Unknown, SQUARES).ok()?;
            let reading = pieces::read(&photo, Place::Lines(grid), SQUARES).ok()?;
            (sure >= SURE).then(|| by_squares(&reading.rows))
        });
    let Some(game) = found else { return Game::Go };
    let path = path.display();
    output::note(format_args!(
        "{path}: detected a board of {}; --game overrides",
        game.name()
    ));
    game
}

/// The game of the pieces in a reading: in checkers they stand on squares of one colour.
fn by_squares(rows: &[String]) -> Game {
    /// One piece in this many may be misread.
    const MISREAD: usize = 8;
    let mut pieces = [0; 2];
    for (row, letters) in rows.iter().enumerate() {
        for (column, letter) in letters.chars().enumerate() {
            pieces[(row + column) % 2] += usize::from(letter != '.');
        }
    }
    let [fewer, more] = [pieces[0].min(pieces[1]), pieces[0].max(pieces[1])];
    match MISREAD * fewer <= more {
        true => Game::Checkers,
        false => Game::Chess,
    }
}
