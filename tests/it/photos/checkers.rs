//! Checkers on real photos.

use std::ops::ControlFlow;

use ::referee::Event;
use ::referee::checkers::Checkers;
use board_core::{Board, MoveGen, Occupancy};
use checkers_rules::Game;
use kibitzer::checkers::{self, Options};
use kibitzer::{WarningKind, referee};

use super::runs::{cells, steps, truths, upright};

/// Positions one move apart on ordinary boards, glare on them; one board is laid with the wrong corner
/// at the left, and the light men begin. Nothing is told but the start where it is not the usual one.
#[test]
fn runs_of_single_moves() {
    let Some(folder) = test_data::path("checkers-photos") else {
        return;
    };
    let truths = truths(&folder);
    for run in [1..=3, 5..=8, 13..=15, 24..=26] {
        let names: Vec<String> = run.map(|n| format!("v2/Image_{n:03}.jpg")).collect();
        let positions: Vec<_> = names.iter().map(|name| upright(&truths[name])).collect();
        let (start, moves) = steps(&positions);
        let usual = (0..64).all(|p| Options::default().start.get(p) == start.get(p));
        let options = match usual {
            true => Options::default(),
            false => Options::from(start),
        };
        let paths: Vec<_> = names.iter().map(|name| folder.join(name)).collect();
        let game = checkers::record(&paths, &options, &mut kibitzer::quiet).unwrap();
        for warning in &game.warnings {
            eprintln!("  {warning}");
        }
        let found = checkers::named_moves(&game.record);
        eprintln!("{}: {}", names[0], found.join(" "));
        assert_eq!(found, moves, "{}", names[0]);
        assert_eq!(
            game.record.tree.start().to_move(),
            start.to_move(),
            "{}",
            names[0]
        );
        refereed(&game, &moves);
        if names[0] != "v2/Image_005.jpg" && !test_data::all() {
            continue;
        }
        // A FEN that gives the turn to the wrong side makes no move up.
        let mut other = start;
        other.set_to_move(!start.to_move());
        let options = Options::from(other);
        let game = checkers::record(&paths, &options, &mut kibitzer::quiet).unwrap();
        assert_eq!(checkers::named_moves(&game.record), moves, "{}", names[0]);
        assert_eq!(game.start.to_move(), start.to_move(), "{}", names[0]);
        refereed(&game, &moves);
    }
}

/// The referee says these moves to a recording, and no alarm.
fn refereed(game: &checkers::Recording, moves: &[String]) {
    let referee = Checkers::from(Game::new(game.start));
    let said = referee::judge_photos(game, referee, &referee::Options::default()).unwrap();
    let alarms: Vec<&str> = said
        .iter()
        .filter(|said| said.event.is_alarm())
        .map(|said| said.text.as_str())
        .collect();
    assert!(alarms.is_empty(), "{alarms:?}");
    let made = said.iter().filter_map(|said| match &said.event {
        Event::Move { notation, .. } => Some(notation.clone()),
        _ => None,
    });
    assert_eq!(made.collect::<Vec<_>>(), moves);
}

/// The same runs begun at every photo, with nothing told: where more than a move was made before, the start is read
/// from the photos. A bare square under creased foil is read as a man in one of the runs.
#[test]
fn runs_joined_midway() {
    let Some(folder) = test_data::path("checkers-photos") else {
        return;
    };
    let truths = truths(&folder);
    for run in [1..=3, 5..=8, 13..=15, 24..=26] {
        let last = run.start() + test_data::how_many(1, run.clone().count() - 1);
        for first in *run.start()..last {
            let names: Vec<String> = (first..=*run.end())
                .map(|n| format!("v2/Image_{n:03}.jpg"))
                .collect();
            let positions: Vec<_> = names.iter().map(|name| upright(&truths[name])).collect();
            let (start, moves) = steps(&positions);
            let usual = Options::default().start;
            let from_start = (0..64).filter(|&p| usual.get(p) != start.get(p)).count();
            let paths: Vec<_> = names.iter().map(|name| folder.join(name)).collect();
            let options = Options::default();
            let game = checkers::record(&paths, &options, &mut kibitzer::quiet).unwrap();
            let found = checkers::named_moves(&game.record);
            eprintln!("{}: {}", names[0], found.join(" "));
            assert_eq!(game.mid_game, from_start > 2, "{}", names[0]);
            if game.mid_game {
                let differ = (0..64).filter(|&p| game.start.get(p) != start.get(p));
                assert!(differ.count() <= 1, "{}", names[0]);
                assert_eq!(found, moves, "{}", names[0]);
                assert_eq!(game.start.to_move(), start.to_move(), "{}", names[0]);
                refereed(&game, &moves);
            } else {
                assert!(found.ends_with(&moves), "{}", names[0]);
            }
        }
    }
}

/// In how many squares contents differ from the truth of a picture, if it is turned or mirrored as fits best.
fn wrong(contents: &[Occupancy], picture: &[Occupancy]) -> usize {
    let mirrored: Vec<Occupancy> = (0..64).map(|p| picture[p / 8 * 8 + 7 - p % 8]).collect();
    let lies = [picture, &mirrored].into_iter().flat_map(|picture| {
        (0..4).map(move |quarters| board_geom::turned_squares(picture, quarters))
    });
    let differ = lies.map(|lie| lie.iter().zip(contents).filter(|(a, b)| a != b).count());
    differ.min().unwrap()
}

/// Every photo as the only one of a game: in mid-game the start that is read from it is what `read` sees in it.
#[test]
fn single_photos_in_mid_game() {
    let Some(folder) = test_data::path("checkers-photos") else {
        return;
    };
    let truths = truths(&folder);
    let mut names: Vec<&String> = truths.keys().collect();
    names.sort();
    for name in names.into_iter().step_by(test_data::how_many(12, 1)) {
        let path = folder.join(name);
        let photo = kibitzer::photos::open(&path, &kibitzer::photos::Limits::default()).unwrap();
        let read = kibitzer::pieces::read_men(&photo, kibitzer::pieces::Place::Unknown, 8).unwrap();
        let read = cells(&read.rows.concat());
        let game = checkers::record(&[path], &Options::default(), &mut |_, _, _| {
            ControlFlow::Continue(())
        })
        .unwrap();
        let start: Vec<Occupancy> = game.start.cells().collect();
        let picture = &truths[name];
        let [read, start] = [read, start].map(|contents| wrong(&contents, picture));
        let says = |kind: fn(&WarningKind) -> bool| game.warnings.iter().any(|w| kind(&w.kind));
        let doubtful = |kind: &WarningKind| matches!(kind, WarningKind::MidGameDoubtful { .. });
        let differs = |kind: &WarningKind| matches!(kind, WarningKind::StartDiffers { .. });
        match game.mid_game {
            true => assert!(
                start <= read || start == read + 1 && says(doubtful),
                "{name}"
            ),
            false => {
                let moved = !game.decoded.plies.is_empty();
                let told = says(differs);
                assert!(start == 0 || moved || told, "{name}");
            }
        }
    }
}
