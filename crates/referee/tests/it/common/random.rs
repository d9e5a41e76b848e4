//! Random games, as seen by a referee.

use std::collections::HashSet;
use std::ops::ControlFlow;

use board_core::{Board, MoveGen, Occupancy};
use referee::{Event, MoveOf, Observed, Options, Referee, Rulebook};

use super::table;

type Contents = Vec<Occupancy>;

fn contents<G: Rulebook>(game: &G) -> Contents {
    let position = game.position();
    (0..position.points())
        .map(|point| position.get(point))
        .collect()
}

/// The moves that a board shows.
fn moves<G: Rulebook>(game: &G) -> Vec<MoveOf<G>> {
    let mut moves = Vec::new();
    let _: ControlFlow<()> = game.position().visit_legal(|mv| {
        let mut next = game.clone();
        if game.allows(mv) {
            next.play(mv);
            if contents(&next) != contents(game) {
                moves.push(mv);
            }
        }
        ControlFlow::Continue(())
    });
    moves
}

fn pick<G: Rulebook>(game: &G, choice: u16) -> Option<MoveOf<G>> {
    let moves = moves(game);
    (!moves.is_empty()).then(|| moves[usize::from(choice) % moves.len()])
}

fn played<G: Rulebook>(game: &G, mv: MoveOf<G>) -> G {
    let mut next = game.clone();
    next.play(mv);
    next
}

/// A legal game seen after every move is told move by move, without an alarm. With `late`, every other move is seen
/// half done first: its changes one by one.
pub(crate) fn a_legal_game_is_told<G: Rulebook>(start: &G, choices: &[u16], kinds: bool) {
    let mut game = start.clone();
    let mut referee = Referee::following(game.clone());
    referee.see(&table(&game, kinds)).unwrap();
    for (ply, &choice) in choices.iter().enumerate() {
        let Some(mv) = pick(&game, choice) else { break };
        if ply % 2 == 1 {
            // Lifted, and what it takes is taken off afterwards.
            let mut half = table(&game, kinds);
            game.position().visit_changes(mv, |change| {
                if change.timing == board_core::Timing::WithMove && change.after == Occupancy::Empty
                {
                    half[change.point] = Observed::Empty;
                }
            });
            quiet(&referee.see(&half).unwrap());
            game.position().visit_changes(mv, |change| {
                if change.timing == board_core::Timing::WithMove {
                    half[change.point] = change.after.into();
                }
            });
            let done = referee.see(&half).unwrap();
            quiet(&done);
        }
        let before = game.clone();
        game = played(&game, mv);
        let mut events = referee.see(&table(&game, kinds)).unwrap();
        quiet(&events);
        events.retain(|event| matches!(event, Event::Move { .. }));
        let same = |mv: &MoveOf<G>| contents(&played(&before, *mv)) == contents(&game);
        let names: Vec<String> = moves(&before)
            .into_iter()
            .filter(same)
            .map(|mv| before.notation(mv))
            .collect();
        match &events[..] {
            [Event::Move { notation, .. }] => {
                assert!(names.contains(notation), "{notation} for {names:?}")
            }
            // What was lifted was the whole of it.
            [] => assert_eq!(contents(referee.game().unwrap()), contents(&game)),
            other => panic!("{other:?}"),
        }
        // Of promotions alike to the eye the referee believes the commonest: it is told.
        if referee.game().unwrap().position().key() != game.position().key() {
            break;
        }
    }
}

fn quiet<R: std::fmt::Debug + std::fmt::Display>(events: &[Event<R>]) {
    assert!(!events.iter().any(Event::is_alarm), "{events:?}");
}

/// A legal game seen after every one or two moves is followed without an alarm, whether from the start or joined.
pub(crate) fn a_legal_game_is_followed<G: Rulebook>(start: &G, choices: &[u16], joined: usize) {
    let mut game = start.clone();
    let mut referee = Referee::following(game.clone());
    for (ply, &choice) in choices.iter().enumerate() {
        if ply == joined {
            referee = Referee::joining(start.clone());
        }
        if choice % 3 > 0 || ply == joined || referee.to_move().is_none() {
            quiet(&referee.see(&table(&game, false)).unwrap());
        }
        let Some(mv) = pick(&game, choice / 3) else {
            break;
        };
        game = played(&game, mv);
        if choice % 3 == 0 {
            // At most one ply is not seen.
            quiet(&referee.see(&table(&game, false)).unwrap());
        }
    }
}

/// Whether contents can be reached by up to two plies that a board shows.
fn reachable<G: Rulebook>(game: &G) -> HashSet<Contents> {
    let mut reached = HashSet::from([contents(game)]);
    for mv in moves(game) {
        let next = played(game, mv);
        reached.insert(contents(&next));
        for mv in moves(&next) {
            reached.insert(contents(&played(&next, mv)));
        }
    }
    reached
}

/// A position that no two plies lead to is an alarm, sooner or later, and putting the board back restores the game.
pub(crate) fn an_illegal_position_is_an_alarm<G: Rulebook>(
    start: &G,
    choices: &[u16],
    edits: &[(usize, Occupancy)],
) {
    let mut game = start.clone();
    for &choice in choices {
        let Some(mv) = pick(&game, choice) else { break };
        game = played(&game, mv);
    }
    let mut seen = contents(&game);
    for &(point, cell) in edits {
        let points = seen.len();
        seen[point % points] = cell;
    }
    if game.ending().is_some() || reachable(&game).contains(&seen) {
        return;
    }
    let options = Options::default();
    let mut referee = Referee::following(game.clone()).with_options(options);
    quiet(&referee.see(&table(&game, false)).unwrap());
    let wrong: Vec<_> = seen.iter().map(|&cell| cell.into()).collect();
    let tables = options.patience + options.repeats;
    let events: Vec<_> = (0..tables)
        .flat_map(|_| referee.see(&wrong).unwrap())
        .collect();
    assert!(
        events.iter().any(Event::is_alarm),
        "{seen:?} after {:?}",
        contents(&game)
    );
    assert!(referee.is_alarmed());
    let good = table(referee.game().unwrap(), false);
    assert_eq!(referee.see(&good).unwrap(), [Event::Restored]);
    quiet(&referee.see(&good).unwrap());
}
