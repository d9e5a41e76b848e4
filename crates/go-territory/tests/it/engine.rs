//! Engines that answer, and engines that do not. The fakes are shell scripts.
#![cfg(unix)]
#![allow(clippy::print_stderr)]

use std::time::{Duration, Instant};

use board_core::{Board, Color, Occupancy};
use go_rules::{Position, Size};
use go_territory::{ColorMap, Engine, EngineError, Group, LifeError, clusters, group_life, groups};

fn script(text: &str) -> Engine {
    assert!(!text.contains('"'));
    Engine::new(&format!("sh -c \"{text}\""))
        .unwrap()
        .with_limit(Duration::from_millis(500))
}

fn board() -> Position {
    Position::from_rows(&[". X .", "X . X", ". X ."]).unwrap()
}

#[test]
fn an_engine_that_answers() {
    let mut engine = script(
        "while read name rest; do case $name in \
         final_status_list) printf '= A2\\nB3\\n\\n';; undo) printf '? cannot undo\\n\\n';; *) printf '=\\n\\n';; \
         esac; done",
    );
    assert_eq!(engine.dead(&board()).unwrap(), [1, 3]);
    let refused = engine.ask("undo").unwrap_err();
    assert_eq!(
        refused.to_string(),
        "the engine refuses 'undo': cannot undo"
    );
    assert_eq!(engine.ask("name").unwrap(), "", "it goes on running");
}

#[test]
fn an_engine_that_is_not_there() {
    let mut engine = Engine::new("/nowhere/no-such-engine --mode gtp").unwrap();
    assert!(matches!(engine.ask("name"), Err(EngineError::Start { .. })));
}

#[test]
fn an_engine_that_dies() {
    let mut engine = script("read line; exit 1");
    assert!(matches!(engine.ask("name"), Err(EngineError::Ended(_))));
    assert!(matches!(engine.dead(&board()), Err(EngineError::Ended(_))));
}

/// It is started again: the second run answers what the first one died of.
#[test]
fn an_engine_is_restarted() {
    let mark = std::env::temp_dir().join(format!("kibitzer-engine-{}", std::process::id()));
    let path = mark.display();
    let mut engine = script(&format!(
        "if [ -e '{path}' ]; then read line; printf '= again\\n\\n'; else touch '{path}'; fi"
    ));
    let first = engine.ask("name");
    let second = engine.ask("name");
    let _ = std::fs::remove_file(&mark);
    assert!(matches!(first, Err(EngineError::Ended(_))), "{first:?}");
    assert_eq!(second.unwrap(), "again");
}

#[test]
fn an_engine_that_hangs() {
    let mut engine = script("exec sleep 60");
    let before = Instant::now();
    let error = engine.ask("genmove black").unwrap_err();
    assert_eq!(
        error.to_string(),
        "the engine did not answer 'genmove black' within 0.5 s; does it speak GTP?"
    );
    assert!(before.elapsed() < Duration::from_secs(10));
}

/// An answer that begins and does not end is a hang as well.
#[test]
fn an_engine_that_stops_in_the_middle() {
    let mut engine = script("read line; printf '= A'; exec sleep 60");
    assert!(matches!(
        engine.ask("genmove black"),
        Err(EngineError::Silent { .. })
    ));
}

#[test]
fn an_engine_that_talks_nonsense() {
    let mut engine = script("while read line; do printf 'hello\\n\\n'; done");
    assert!(matches!(
        engine.ask("name"),
        Err(EngineError::Nonsense { .. })
    ));
    let mut engine = script("while read line; do printf '\\377\\376\\n\\n'; done");
    assert!(matches!(
        engine.ask("name"),
        Err(EngineError::Nonsense { .. })
    ));
    // Stones that are not there.
    for answer in ["B2", "Z99", "pass", "what?"] {
        let mut engine = script(&format!(
            "while read line; do printf '= {answer}\\n\\n'; done"
        ));
        assert!(
            matches!(engine.dead(&board()), Err(EngineError::Nonsense { .. })),
            "{answer}"
        );
    }
    let mut engine = script("while read line; do printf '= everywhere\\n\\n'; done");
    assert!(matches!(
        engine.moves(Size::NINETEEN, Color::Black),
        Err(EngineError::Nonsense { .. })
    ));
}

#[test]
fn an_engine_that_floods() {
    let mut engine = script("exec yes").with_limit(Duration::from_secs(20));
    let before = Instant::now();
    assert!(matches!(engine.ask("name"), Err(EngineError::Flood(_))));
    assert!(before.elapsed() < Duration::from_secs(10));
}

/// An engine is often a script around the program that plays; that is ended, too.
#[test]
fn what_an_engine_has_started_is_ended_with_it() {
    let mark = std::env::temp_dir().join(format!("kibitzer-child-{}", std::process::id()));
    let path = mark.display();
    // The child says that it lives, again and again.
    let mut engine = script(&format!(
        "sh -c 'while sleep 0.05; do echo >> {path}; done'; true"
    ));
    assert!(matches!(
        engine.ask("name"),
        Err(EngineError::Silent { .. })
    ));
    let said = || std::fs::metadata(&mark).map_or(0, |file| file.len());
    let before = said();
    std::thread::sleep(Duration::from_millis(500));
    let after = said();
    let _ = std::fs::remove_file(&mark);
    assert!(before > 0, "the child has started");
    assert_eq!(before, after, "the child goes on");
}

#[test]
fn boards_that_are_not_square() {
    let mut engine = script("exec cat");
    let position = Position::initial(Size::new(3, 5).unwrap());
    assert!(matches!(
        engine.dead(&position),
        Err(EngineError::NotSquare(_))
    ));
}

/// A fake that always passes: nothing is lost, nothing hangs.
#[test]
fn a_group_that_nobody_attacks() {
    let mut engine = script(
        "while read name rest; do case $name in genmove) printf '= pass\\n\\n';; *) printf '=\\n\\n';; esac; done",
    );
    let mut rows = vec![". . . . . . . . ."; 9];
    rows[1] = ". X X . . . . . .";
    let position = Position::from_rows(&rows).unwrap();
    let points = vec![1, 2, 9, 10, 11, 12, 19, 20];
    let group = Group {
        color: Color::Black,
        clusters: vec![0],
        points,
    };
    let life = group_life(&mut engine, &position, &group).unwrap();
    assert_eq!(
        (life.lost_moving_first, life.lost_moving_second),
        (vec![], vec![])
    );
    let all = Group {
        points: (0..81).collect(),
        ..group
    };
    assert!(matches!(
        group_life(&mut engine, &position, &all),
        Err(LifeError::NoRoom)
    ));
}

fn gnugo() -> Option<Engine> {
    let named = std::env::var("GNUGO").ok();
    let places = ["gnugo", "/usr/games/gnugo"].map(String::from);
    let found = named.into_iter().chain(places).find_map(|place| {
        let mut engine = Engine::new(&format!("{place} --mode gtp --level 5")).ok()?;
        engine.ask("name").ok()?;
        Some(engine)
    });
    if found.is_none() {
        eprintln!("skipped: no gnugo");
    }
    found
}

#[test]
fn gnugo_knows_dead_stones() {
    let Some(mut engine) = gnugo() else { return };
    let mut rows = vec![". . . . X O . . ."; 9];
    rows[1] = ". . O . X O . . .";
    let position = Position::from_rows(&rows).unwrap();
    assert_eq!(engine.dead(&position).unwrap(), [11]);
}

/// Three in a row in the corner: alive if its side is first, dead if the other is.
#[test]
fn gnugo_plays_a_group_out() {
    let Some(mut engine) = gnugo() else { return };
    let mut rows = vec![". . . . . . . . ."; 9];
    rows[0] = ". . . X O . . . .";
    rows[1] = "X X X X O . . . .";
    rows[2] = "O O O O O . . . .";
    let position = Position::from_rows(&rows).unwrap();
    let map = ColorMap::of(&position);
    let clusters = clusters(&map);
    let groups = groups(&map, &clusters);
    let black = groups
        .iter()
        .find(|group| group.color == Color::Black)
        .unwrap();
    let life = group_life(&mut engine, &position, black).unwrap();
    assert_eq!(life.lost_moving_first, []);
    let stones = (0..81).filter(|&point| position.get(point) == Occupancy::Black);
    assert_eq!(life.lost_moving_second, stones.collect::<Vec<_>>());
}
