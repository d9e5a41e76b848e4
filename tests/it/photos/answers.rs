//! What a person answers while a real game of chess is followed.

use std::path::PathBuf;

use image::RgbImage;
use kibitzer::recorder::{Answer, Photo, Recorder};
use kibitzer::recording::Recording;
use kibitzer::{Error, Event, RecorderOptions, WarningKind, chess, photos};

use crate::photos::series::{Told, listed, recorded, rectified};

/// The first photos of a real game: the start position and a ply each.
fn game7(photos: usize) -> Option<Vec<PathBuf>> {
    let folder = test_data::path("chess-real/game7")?;
    Some(listed(&folder, "*.jpg")[..photos].to_vec())
}

/// A game of chess that is followed by a test.
struct Followed {
    recorder: Recorder<chess::Options>,
    told: Told,
    warnings: Vec<WarningKind>,
}

impl Followed {
    fn new() -> Self {
        Self {
            recorder: Recorder::new(rectified(), RecorderOptions::live(8)).unwrap(),
            told: Told::default(),
            warnings: Vec::new(),
        }
    }

    fn push(&mut self, paths: &[PathBuf]) {
        self.push_changed(paths, |_| {});
    }

    fn push_changed(&mut self, paths: &[PathBuf], change: impl Fn(&mut RgbImage)) {
        for name in paths {
            let mut image = photos::open(name, &photos::Limits::default()).unwrap();
            change(&mut image);
            let name = name.clone();
            let events = self.recorder.push(Photo { name, image }).unwrap();
            self.hear(events);
        }
    }

    fn answer(&mut self, text: &str) {
        let answer = self.recorder.read_answer(text).unwrap();
        let events = self.recorder.answer(answer).unwrap();
        self.hear(events);
    }

    /// Whoever hears the events knows the current game.
    fn hear(&mut self, events: Vec<Event<chess_rules::Move>>) {
        for event in events {
            self.told.add(&event);
            if let Event::Warning(warning) = event {
                self.warnings.push(warning.kind);
            }
        }
        let current = self.recorder.current_game();
        if let Some(game) = current.filter(|game| !game.moves.is_empty()) {
            let names: Vec<&str> = game.moves.iter().map(|m| m.name.as_str()).collect();
            assert_eq!(self.told.games.last().unwrap(), &names);
        }
    }

    fn finish(self) -> Recording<chess_rules::Position> {
        let quiet = &mut kibitzer::quiet;
        self.recorder.finish(quiet).unwrap()
    }
}

#[test]
fn after_a_game_that_is_over_another_one_is_followed() {
    let Some(photos) = game7(10) else { return };
    let mut followed = Followed::new();
    // Nothing has been played yet.
    followed.push(&photos[..1]);
    followed.answer("over");
    followed.push(&photos);
    followed.answer("over");
    followed.push(&photos);
    assert_eq!(followed.recorder.ended().len(), 1);
    assert!(followed.recorder.plies() >= 6);
    // Nobody says so: the start position is set up again.
    followed.push(&photos);
    let game = followed.finish();
    let games = recorded(&game);
    let lengths: Vec<usize> = games.iter().map(Vec::len).collect();
    assert_eq!(lengths, [10, 10, 10]);
    assert!(games[0] == games[1] && games[1] == games[2]);
    let warnings = game.later.iter().flat_map(|game| &game.warnings);
    let kinds: Vec<_> = warnings.map(|warning| &warning.kind).collect();
    assert_eq!(kinds, [&WarningKind::NewGameSetUp]);
}

/// The pieces are set up again and stand there for some photos. Nobody says that the game is over.
#[test]
fn pieces_that_are_set_up_again_end_the_game() {
    let Some(photos) = game7(12) else { return };
    let mut followed = Followed::new();
    followed.push(&photos);
    let plies = followed.recorder.plies();
    for photo in 1..=4 {
        assert_eq!(followed.recorder.ended().len(), 0, "{photo}");
        followed.push(&photos[..1]);
    }
    let ended = followed.recorder.ended();
    assert_eq!((ended.len(), ended[0].moves.len()), (1, plies));
    followed.push(&photos[1..]);
    assert_eq!(followed.told.games.len(), 2);
    assert_eq!(followed.recorder.plies(), plies);
    let games = recorded(&followed.finish());
    assert!(games.len() == 2 && games[0] == games[1]);
}

/// A person ends a game by mistake, or gives a position and changes his mind before the next photo.
#[test]
fn a_game_that_was_ended_by_mistake_goes_on() {
    let Some(photos) = game7(20) else { return };
    let mut followed = Followed::new();
    followed.push(&photos[..6]);
    assert!(followed.recorder.answer(Answer::NotOver).is_err());
    followed.answer("over");
    followed.push(&photos[6..16]);
    assert_eq!(followed.warnings, [WarningKind::NoNextGame]);
    let start = chess_rules::Position::initial().to_fen();
    followed.answer(&format!("position {start}"));
    followed.answer("over");
    followed.answer("not over");
    followed.answer("not over");
    // The moves are those of a game that nobody ended.
    let mut never_ended = Followed::new();
    never_ended.push(&photos[..16]);
    assert_eq!(followed.recorder.plies(), never_ended.recorder.plies());
    followed.push(&photos[16..]);
    let game = followed.finish();
    let games = recorded(&game);
    assert_eq!(games.iter().map(Vec::len).collect::<Vec<_>>(), [20]);
    assert_eq!(game.settled.unwrap(), games);
}

/// The pieces vanish for some photos, which ends the game. It goes on when they are seen again, or a person says so.
#[test]
fn a_game_whose_pieces_were_hidden_goes_on() {
    let Some(photos) = game7(30) else { return };
    for is_asked in [false, true] {
        let mut followed = Followed::new();
        followed.push(&photos[..12]);
        // A book lies on the board.
        let middle = photos[12].clone();
        followed.push_changed(&vec![middle; 9], |image| {
            let (width, height) = image.dimensions();
            for (x, y, pixel) in image.enumerate_pixels_mut() {
                let is_book = |v: u32, side: u32| (side / 8..side - side / 8).contains(&v);
                if is_book(x, width) && is_book(y, height) {
                    pixel.0 = [70, 90, 120];
                }
            }
        });
        // One photo of the pieces is not enough.
        followed.push(&photos[12..13]);
        assert_eq!(followed.recorder.ended().len(), 1);
        if is_asked {
            followed.answer("not over");
            assert_eq!(followed.recorder.ended().len(), 0);
        }
        followed.push(&photos[13..]);
        assert_eq!(followed.recorder.ended().len(), 0);
        assert!(followed.recorder.plies() >= 30 - 8);
        let games = recorded(&followed.finish());
        assert_eq!(games.iter().map(Vec::len).collect::<Vec<_>>(), [30]);
    }
}

/// Somebody says that a move is taken back, and the game goes on from it.
#[test]
fn a_move_that_is_taken_back_but_played_is_said() {
    let Some(photos) = game7(16) else { return };
    let mut followed = Followed::new();
    followed.push(&photos[..9]);
    followed.answer("back");
    followed.push(&photos[9..]);
    let is_said = |kind: &WarningKind| matches!(kind, WarningKind::TakeBackDropped { .. });
    assert!(matches!(&followed.warnings[..], [one] if is_said(one)));
    assert_eq!(recorded(&followed.finish())[0].len(), 16);
}

/// The players go back three plies, without a word, and play them again.
#[test]
fn several_moves_are_taken_back_without_a_word() {
    let Some(photos) = game7(12) else { return };
    let mut followed = Followed::new();
    // Each of the last five shows one move.
    followed.push(&photos[..8]);
    assert_eq!(followed.recorder.plies(), 7);
    let all = followed.told.games[0].clone();
    // The first photo of the earlier position may be a mistake.
    followed.push(&photos[4..6]);
    assert_eq!(followed.told.games, [&all[..5]]);
    let is_said = |kind: &WarningKind| matches!(kind, WarningKind::PositionAgain { .. });
    assert!(matches!(&followed.warnings[..], [one] if is_said(one)));
    followed.push(&photos[6..]);
    let [moves] = &recorded(&followed.finish())[..] else {
        panic!("one game");
    };
    assert_eq!((moves.len(), &moves[..7]), (12, &all[..]));
}

/// What a person has said was played is not taken back by what the board shows.
#[test]
fn a_confirmed_move_is_not_taken_back_without_a_word() {
    let Some(photos) = game7(8) else { return };
    let mut followed = Followed::new();
    followed.push(&photos);
    let confirmed = Answer::Confirm { ply: 6 };
    let events = followed.recorder.answer(confirmed).unwrap();
    followed.hear(events);
    followed.push(&photos[4..6]);
    assert!(followed.recorder.plies() >= 7);
}

/// A player says that a move is taken back, thinks, and puts the piece back some photos later. The same move, or
/// another, may follow.
#[test]
fn a_move_that_is_taken_back_may_stand_for_a_while() {
    let Some(photos) = game7(12) else { return };
    let told = |followed: &Followed| followed.told.games.last().unwrap().clone();
    let mut followed = Followed::new();
    // The last of these shows one move.
    followed.push(&photos[..8]);
    let seven = told(&followed);
    followed.answer("back");
    let six = told(&followed);
    assert_eq!(six, seven[..6]);
    for _ in 0..20 {
        followed.push(&photos[7..8]);
        assert_eq!(told(&followed), six);
    }
    followed.push(&[6, 6, 7].map(|photo| photos[photo].clone()));
    assert_eq!(told(&followed), seven);
    followed.push(&photos[8..]);
    assert_eq!(followed.warnings, []);
    let game = followed.finish();
    assert_eq!(recorded(&game)[0].len(), 12, "{:?}", recorded(&game));
    assert_eq!(recorded(&game)[0][..7], seven);
}

/// A move is taken back by mistake, and stands again; with it the move before it, if the same photo showed both first.
#[test]
fn a_move_that_is_taken_back_by_mistake_stands_again() {
    let Some(photos) = game7(12) else { return };
    let told = |followed: &Followed| followed.told.games.last().unwrap().clone();
    for last in [6, 7] {
        let mut followed = Followed::new();
        followed.push(&photos[..6]);
        followed.push(&photos[last..8]);
        let before = told(&followed);
        followed.answer("back");
        assert!(before.starts_with(&told(&followed)) && told(&followed) != before);
        followed.answer("not back");
        assert_eq!(told(&followed), before, "from photo {last} on");
        let again = followed.recorder.answer(Answer::NotTakenBack);
        assert!(matches!(again, Err(Error::NotTakenBack)));
        followed.push(&photos[8..]);
        assert_eq!(followed.warnings, []);
        assert_eq!(recorded(&followed.finish())[0].len(), 12);
    }
}

/// The last photos show a move that was taken back: the record is without it, and this is said.
#[test]
fn a_move_that_is_taken_back_and_still_shown_at_the_end_is_said() {
    let Some(photos) = game7(8) else { return };
    let mut followed = Followed::new();
    followed.push(&photos);
    followed.answer("back");
    followed.push(&photos[7..]);
    let game = followed.finish();
    assert_eq!(recorded(&game)[0].len(), 6);
    let is_said = |kind: &WarningKind| matches!(kind, WarningKind::ForbiddenSeen { .. });
    assert!(game.warnings.iter().any(|warning| is_said(&warning.kind)));
}

/// `1. not d4` is wrong: with it, the photos show d4 after two more moves, and e3 can no longer be the third move.
#[test]
fn answers_that_later_photos_contradict_are_dropped_with_a_warning() {
    let Some(photos) = game7(12) else { return };
    let mut followed = Followed::new();
    followed.push(&photos[..4]);
    let nonsense = Answer::Fix("1. Zz9".parse().unwrap());
    assert!(followed.recorder.answer(nonsense).is_err());
    followed.answer("1. not d4");
    followed.answer("3. e3");
    followed.push(&photos[4..10]);
    let fix = "3. e3".parse().unwrap();
    assert_eq!(followed.warnings, [WarningKind::AnswerDropped { fix }]);
    // The last answer about a ply counts.
    followed.answer("1. d4");
    followed.push(&photos[10..]);
    let moves = &recorded(&followed.finish())[0];
    assert_eq!(moves[..3], ["d4", "Nf6", "Bf4"]);
    assert_eq!(moves.len(), 12, "{moves:?}");
}
