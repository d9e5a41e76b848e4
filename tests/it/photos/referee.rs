//! The referee beside photos of games in which mistakes are made: what it says to the photos is what it says to the
//! tables themselves.

use std::ops::ControlFlow;

use ::referee::checkers::Checkers;
use ::referee::chess::Chess;
use board_core::zobrist::splitmix64;
use board_core::{Color, MoveGen};
use board_sim::pieces::{Figure, Kind, Scene, script};
use checkers_rules::{Game, Position, RuleSet, pdn};
use kibitzer::pieces::{Options, SquareGame};
use kibitzer::replay::mistakes::{self, Mistake, trial};
use kibitzer::replay::{self, Rendered};
use kibitzer::{RecorderOptions, referee};

/// A game of random moves.
fn record(seed: u64, plies: u64) -> pdn::Record {
    let mut game = Game::new(Position::initial(RuleSet::ENGLISH));
    for ply in 0..plies {
        let moves = game.position().legal_moves();
        let pick = splitmix64(seed, ply) as usize % moves.len();
        game.play(moves[pick]).unwrap();
    }
    pdn::Record::from(&game)
}

#[test]
fn every_message_is_right_from_clean_photos() {
    let options = mistakes::Options {
        every: 3,
        ..mistakes::Options::default()
    };
    let trial = trial(&record(5, 20), &options, &Scene::clean(), 1).unwrap();
    assert_eq!(trial.photos, trial.tables);
    assert!(trial.mistakes.len() >= 5, "{:?}", trial.mistakes);
    let alarms = trial
        .photos
        .iter()
        .filter(|text| text.starts_with("back to"));
    assert!(
        alarms.count() >= trial.mistakes.len() - 1,
        "{:?}",
        trial.photos
    );
}

#[test]
fn from_tilted_boards_too_with_a_mistake_that_stays() {
    if !test_data::repetitions() {
        return;
    }
    let options = mistakes::Options {
        every: 4,
        restored: 0,
        ends_wrong: true,
        ..mistakes::Options::default()
    };
    let mut scene = Position::with_set(Scene::hard(3), 3);
    (scene.pace.plies, scene.hands.share) = ([1, 1], 0.0);
    let trial = trial(&record(8, 16), &options, &scene, 2).unwrap();
    assert_eq!(trial.photos, trial.tables);
    assert!(
        trial.photos.last().unwrap().starts_with("back to"),
        "{:?}",
        trial.photos
    );
}

#[test]
fn mistakes_are_no_moves() {
    let (mut position, moves) = Position::played(&record(3, 40));
    let mut made = [0; Mistake::ALL.len()];
    for mv in moves {
        for (kind, made) in Mistake::ALL.into_iter().zip(&mut made) {
            let Some(table) = kind.table(&position, 7) else {
                continue;
            };
            *made += 1;
            let legal = position.visit_legal(|mv| {
                let mut after = position;
                after.play(mv);
                match after.placement() == table {
                    true => ControlFlow::Break(mv),
                    false => ControlFlow::Continue(()),
                }
            });
            assert!(legal.is_continue(), "{kind:?}");
            assert_ne!(table, position.placement());
        }
        position.play(mv);
    }
    assert!(made.iter().all(|n| *n > 3), "{made:?}");
}

#[test]
fn a_man_on_a_light_square_is_said_while_moves_go_on() {
    // On the light square d5, from the photo after the twelfth ply on.
    let (light, from) = (27, 12);
    let mut tables = replay::pieces::placements::<Position>(&record(7, 16));
    for table in &mut tables[from..] {
        table[light] = Some(Figure {
            kind: Kind::Man,
            color: Color::White,
        });
    }
    let (scene, options) = (Scene::clean(), Options::<Position>::default());
    let frames = script(&tables, &scene, 1).unwrap();
    let seen = replay::pieces::recorded(&options, &RecorderOptions::default(), &frames, &scene, 1)
        .unwrap();
    let game = Checkers::from(Game::new(seen.start));
    let said = referee::judge_photos(&seen, game, &referee::Options::default()).unwrap();
    let alarm = said.iter().find(|said| said.event.is_alarm()).unwrap();
    assert!(alarm.text.contains("light square d5"), "{}", alarm.text);
    // Two photos have to show it.
    assert_eq!(alarm.photo.as_ref(), Some(&seen.photos[from + 1]));
}

/// A knight on d4 that no move brought there.
#[test]
fn an_extra_chessman_is_said() {
    let text = "1. e4 e5 2. Nf3 Nc6 3. Bb5 *";
    let record = chess_rules::pgn::Reader::new(text.as_bytes()).next();
    let (from, d4) = (4, 35);
    let mut tables = replay::pieces::placements::<chess_rules::Position>(&record.unwrap().unwrap());
    let clean = tables.clone();
    for table in &mut tables[from..] {
        table[d4] = Some(Figure {
            kind: Kind::Knight,
            color: Color::Black,
        });
    }
    let scene = Scene::clean();
    let games = [(tables, true), (clean, false)];
    for (tables, wrong) in games.into_iter().take(test_data::how_many(1, 2)) {
        let options = Options::<chess_rules::Position>::default();
        let frames = script(&tables, &scene, 1).unwrap();
        let seen =
            replay::pieces::recorded(&options, &RecorderOptions::default(), &frames, &scene, 1)
                .unwrap();
        let game = Chess::from(chess_rules::Game::new(seen.start));
        let said = referee::judge_photos(&seen, game, &referee::Options::default()).unwrap();
        let alarm = said.iter().find(|said| said.event.is_alarm());
        assert_eq!(alarm.is_some(), wrong, "{said:?}");
        assert!(
            alarm.is_none_or(|alarm| alarm.text.contains("d4")),
            "{alarm:?}"
        );
    }
}
