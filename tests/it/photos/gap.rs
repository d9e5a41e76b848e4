//! Photos that miss more moves than can be told: the record ends before them and says where, the referee speaks up.

use ::referee::Event;
use ::referee::checkers::Checkers;
use board_core::MoveGen;
use checkers_rules::Game;
use kibitzer::checkers::{Options, named_moves};
use kibitzer::{WarningKind, chess, photos, referee};
use sequence_search::Settings;

use crate::photos::mid_game::{game, photographed, photographed_late};

#[test]
fn a_gap_in_simulated_photos() {
    let gaps = [(13, 5, 20), (11, 8, 22), (12, 10, 24)];
    for &(seed, first, last) in &gaps[..test_data::how_many(1, 3)] {
        let (start, mut tables, moves) = game(seed, 0, 30);
        tables.drain(first + 1..last);
        let mut options = Options::default();
        options.search.method = Settings::beam(64).method;
        let found = photographed_late(&tables, 0.0, &options);
        assert_eq!(named_moves(&found.record), moves[..first], "{seed}");
        let mut before = start;
        for ply in &found.decoded.plies {
            before.play(ply.mv);
        }
        let lost = found.warnings.iter().filter_map(|w| match &w.kind {
            WarningKind::GameLost { fen, plies, .. } => {
                Some((w.photo.clone(), fen.clone(), *plies))
            }
            _ => None,
        });
        let here = found.photos[found.decoded.end.unwrap().frame].clone();
        let expected = (Some(here), before.to_fen(), first);
        assert_eq!(lost.collect::<Vec<_>>(), [expected], "{seed}");
        // The game goes on as one of its own.
        let later: Vec<_> = found.later.iter().map(|g| named_moves(&g.record)).collect();
        assert_eq!(later, [&moves[last..]], "{seed}");

        let referee = Checkers::from(Game::new(found.start));
        let said = referee::judge_photos(&found, referee, &referee::Options::default()).unwrap();
        let made = said
            .iter()
            .filter(|s| matches!(s.event, Event::Move { .. }));
        assert_eq!(made.count(), first, "{seed}");
        let lost = said
            .iter()
            .filter(|s| matches!(s.event, Event::Lost { .. }));
        assert_eq!(lost.count(), 1, "{seed}");
    }
}

/// The photos of a real game but for some: all moves before those are in the record, perhaps but for the last one.
#[test]
fn a_gap_in_a_real_game() {
    if !test_data::repetitions() {
        return;
    }
    let Some(folder) = test_data::path("chess-real/game7") else {
        return;
    };
    let list = photos::collect(&[&folder], photos::Order::Name).unwrap();
    let truth = chess::read_record(&folder.join("truth.pgn")).unwrap();
    let truth = chess::named_moves(&truth);
    let options = chess::Options {
        place: chess::Place::Whole,
        ..chess::Options::default()
    };
    let kept = (0..list.paths.len()).filter(|i| !(24..40).contains(i));
    let paths: Vec<_> = kept.map(|i| list.paths[i].clone()).collect();
    let game = chess::record(&paths, &options, &mut kibitzer::quiet).unwrap();
    let found = chess::named_moves(&game.record);
    assert_eq!(game.decoded.end.unwrap().frame, 24);
    assert_eq!(game.photos[24], paths[24]);
    assert!(found.len() >= 23 && truth.starts_with(&found), "{found:?}");
    // What is played after the gap is a game of its own: by squares, as the kinds of pieces that moved meanwhile are
    // guesses. The first photo after it shows the 41st ply.
    let [after] = &game.later[..] else {
        panic!("{:?}", game.warnings);
    };
    let mut position = chess_rules::Position::initial();
    let squares = truth.iter().map(|name| {
        let mv = position.parse_san(name).unwrap();
        position.play(mv);
        (mv.from(), mv.to())
    });
    let squares: Vec<_> = squares.collect();
    let plies = after.decoded.plies.iter();
    let played: Vec<_> = plies.map(|ply| (ply.mv.from(), ply.mv.to())).collect();
    assert_eq!(played, squares[41..]);
}

/// A game is not lost where one photo shows three rows swept.
#[test]
fn a_single_disturbed_photo_is_no_gap() {
    let (_, mut tables, moves) = game(14, 0, 8);
    let mut mess = tables[5].clone();
    for figure in mess.iter_mut().skip(16).take(24) {
        *figure = None;
    }
    tables.insert(6, mess);
    let found = photographed(&tables, 0.0, &Options::default());
    assert_eq!(named_moves(&found.record), moves);
}
