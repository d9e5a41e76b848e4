//! Games whose first moves were made before the first photo.

use ::referee::Event;
use ::referee::checkers::Checkers;
use board_core::zobrist::splitmix64;
use board_core::{Board, MoveGen};
use board_sim::pieces::{Placement, Scene, script};
use checkers_rules::{Game, Position, RuleSet};
use kibitzer::checkers::{Options, Recording, named_moves};
use kibitzer::pieces::SquareGame;
use kibitzer::replay::{self, Rendered};
use kibitzer::{RecorderOptions, WarningKind, referee};

use crate::photos::series::recorded;

/// A game of random moves: the position after `before` plies, the tables from there on, and the moves.
pub(crate) fn game(seed: u64, before: u64, plies: u64) -> (Position, Vec<Placement>, Vec<String>) {
    let (positions, moves) = random(Position::initial(RuleSet::ENGLISH), seed, before + plies);
    let from = before as usize;
    let start = positions[from];
    (
        start,
        placements(&positions[from..]),
        moves[from..].to_vec(),
    )
}

/// Random moves from a position, at most so many: the positions, and the moves.
pub(crate) fn random(
    mut position: Position,
    seed: u64,
    plies: u64,
) -> (Vec<Position>, Vec<String>) {
    let (mut positions, mut moves) = (vec![position], Vec::new());
    for ply in 0..plies {
        let legal = position.legal_moves();
        if legal.is_empty() {
            break;
        }
        let mv = legal[splitmix64(seed, ply) as usize % legal.len()];
        moves.push(position.notation(mv));
        position.play(mv);
        positions.push(position);
    }
    (positions, moves)
}

pub(crate) fn placements(positions: &[Position]) -> Vec<Placement> {
    positions.iter().map(Rendered::placement).collect()
}

/// Recorded from photos, one by one: the moves told are those of the record.
pub(crate) fn photographed(tables: &[Placement], azimuth: f32, options: &Options) -> Recording {
    let game = photographed_late(tables, azimuth, options);
    assert_eq!(game.settled, Some(recorded(&game)));
    game
}

/// Recorded from photos, one by one: the moves told are the first of the record. Where the last few photos show that
/// moves were missed, or that a piece is a king, there may be too few to tell all moves before the record is made.
pub(crate) fn photographed_late(
    tables: &[Placement],
    azimuth: f32,
    options: &Options,
) -> Recording {
    let mut scene = Scene::clean();
    scene.camera.azimuth = azimuth;
    let frames = script(tables, &scene, 1).unwrap();
    let how = RecorderOptions::live(8);
    let game = replay::pieces::recorded(options, &how, &frames, &scene, 1).unwrap();
    let told = game.settled.as_deref().unwrap();
    for (told, recorded) in told.iter().zip(recorded(&game)) {
        assert!(recorded.starts_with(told), "{told:?}: {recorded:?}");
    }
    assert!(told.len() <= game.later.len() + 1);
    game
}

#[test]
fn the_start_is_read_from_the_photos() {
    let games = [(2, 17, 90.0), (1, 10, 0.0), (3, 24, 200.0)];
    for &(seed, before, azimuth) in &games[..test_data::how_many(1, 3)] {
        let (start, tables, moves) = game(seed, before, 8);
        let found = photographed(&tables, azimuth, &Options::default());
        assert!(found.mid_game);
        for point in 0..start.points() {
            assert_eq!(found.start.get(point), start.get(point), "point {point}");
        }
        assert_eq!(named_moves(&found.record), moves);
        assert_eq!(found.start.to_move(), start.to_move());
        let said = found.warnings.iter().filter_map(|w| match &w.kind {
            WarningKind::MidGameStart { fen, .. } => Some(fen.as_str()),
            _ => None,
        });
        assert_eq!(said.collect::<Vec<_>>(), [found.start.to_fen()]);
    }
}

/// Kings look like men and go both ways, and so few pieces do not tell whose side is which: the moves do.
#[test]
fn kings_and_the_way_the_game_goes_are_told_by_the_moves() {
    let starts = [
        ("B:WK10,22,27:B8,12,K31", 180.0),
        ("W:W11,K14,30:B3,5,K19,21", 0.0),
        ("W:WK6,20,31:B10,13,K23,25", 90.0),
    ];
    for &(fen, azimuth) in &starts[..test_data::how_many(1, 3)] {
        let start = Position::from_fen(RuleSet::ENGLISH, fen).unwrap();
        let (positions, moves) = random(start, 2, test_data::how_many(8, 12));
        let found = photographed_late(&placements(&positions), azimuth, &Options::default());
        assert_eq!(
            named_moves(&found.record),
            moves,
            "{fen}: {:?}",
            found.warnings
        );
        for point in 0..start.points() {
            assert_eq!(found.start.get(point), start.get(point), "{fen}");
        }
    }
}

#[test]
fn the_referee_joins() {
    let (start, tables, moves) = game(4, 14, 8);
    let found = photographed(&tables, 0.0, &Options::default());
    let game = Checkers::from(Game::new(found.start));
    let said = referee::judge_photos(&found, game, &referee::Options::default()).unwrap();
    let first = &said[0].event;
    assert!(
        matches!(first, Event::Start { to_move: None, .. }),
        "{first}"
    );
    let made = said.iter().filter_map(|said| match &said.event {
        Event::Move { notation, .. } => Some(notation.clone()),
        _ => None,
    });
    assert_eq!(made.collect::<Vec<_>>(), moves);
    let turns = said.iter().filter_map(|said| match said.event {
        Event::Turn { to_move } => Some(to_move),
        _ => None,
    });
    assert_eq!(turns.collect::<Vec<_>>(), [!start.to_move()]);
    assert!(said.iter().all(|said| !said.event.is_alarm()));
}

#[test]
fn a_start_that_is_told_or_seen_is_kept() {
    let (start, tables, moves) = game(5, 12, 5);
    let told = photographed(&tables, 0.0, &Options::from(start));
    assert!(!told.mid_game);
    assert_eq!(named_moves(&told.record), moves);
    for before in [0, 1] {
        // A single move that no photo shows is found from the start.
        let (_, tables, moves) = game(6, before, 4);
        let seen = photographed(&tables, 0.0, &Options::default());
        assert!(!seen.mid_game);
        assert_eq!(named_moves(&seen.record)[before as usize..], moves);
        assert_eq!(seen.start, Position::start_position());
    }
}
