//! A film that begins anew, as films before a browser's camera do.

use std::fs;

use crate::server::{Server, kibitzer, photographed};

#[test]
fn a_film_that_begins_anew_is_another_game() {
    const PHOTOS: usize = 30;
    let folder = photographed();
    let at = folder.path();
    // After the last photo comes the first one again.
    for i in 1..=PHOTOS {
        let photo = |i: usize| at.join(format!("photos/photo_{i:04}.jpg"));
        fs::copy(photo(i), photo(i + PHOTOS)).unwrap();
    }
    let server = Server::start("--game go --source photos", at);
    server.has_seen(2 * PHOTOS);
    let games = server.body("/board/1/games.sgf");
    assert_eq!(games.matches("GM[1]").count(), 2, "{games}");
    for (i, game) in games.split("\n\n").enumerate() {
        let name = format!("{i}.sgf");
        fs::write(at.join(&name), game).unwrap();
        kibitzer(&format!("compare {name} truth.sgf"), at);
    }
}
