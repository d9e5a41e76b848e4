//! Among moves that look the same, prefers the one that the rules list first: an invisible promotion is to a queen.

use core::ops::ControlFlow;

use board_core::MoveGen;

use crate::model::Turn;
use crate::phases::Change;
use crate::search::{Event, Way};
use crate::slots::changes;

/// Costs within this, in nats, are equal.
const SAME: f64 = 1e-3;

/// The game with each move replaced by the first listed move that makes the same changes, as long as all later moves
/// remain legal and the game costs no more.
pub(crate) fn first_listed<P: MoveGen>(
    start: &P,
    mut way: Way<P::Move>,
    cost: impl Fn(&Way<P::Move>) -> f64,
) -> Way<P::Move> {
    let mut position = start.clone();
    let mut known = None;
    for i in 0..way.events.len() {
        let Event::Play { mv, turn } = way.events[i].1 else {
            continue;
        };
        take_turn(&mut position, turn);
        for earlier in listed_before(&position, mv) {
            let mut other = way.clone();
            other.events[i].1 = Event::Play { mv: earlier, turn };
            let known = *known.get_or_insert_with(|| cost(&way));
            if goes_on(&position, &way.events[i..], &other.events[i..])
                && cost(&other) <= known + SAME
            {
                way = other;
                break;
            }
        }
        let Event::Play { mv, .. } = way.events[i].1 else {
            continue;
        };
        position.play(mv);
    }
    way
}

/// Gives the turn to the side that makes a ply.
fn take_turn<P: MoveGen>(position: &mut P, turn: Turn) {
    if turn != Turn::Own {
        position.set_to_move(!position.to_move());
    }
}

/// The legal moves with the same changes as `mv` that are listed before it.
fn listed_before<P: MoveGen>(position: &P, mv: P::Move) -> Vec<P::Move> {
    let (mut own, mut others, mut found) = (Vec::new(), Vec::new(), Vec::new());
    changes(position, mv, &mut own);
    let Some(point) = own.first().map(|change| change.point as usize) else {
        return found;
    };
    let flow = position.visit_legal_at(point, |other| {
        if other == mv {
            return ControlFlow::Break(());
        }
        changes(position, other, &mut others);
        if others == own {
            found.push(other);
        }
        ControlFlow::Continue(())
    });
    match flow {
        ControlFlow::Break(()) => found,
        // The first change lags behind the move, so that its moves are not listed there.
        ControlFlow::Continue(()) => Vec::new(),
    }
}

/// Whether the second path is legal from here, and changes the table like the first.
fn goes_on<P: MoveGen>(
    position: &P,
    first: &[(usize, Event<P::Move>)],
    second: &[(usize, Event<P::Move>)],
) -> bool {
    let mut positions = [position.clone(), position.clone()];
    let mut found: [Vec<Change>; 2] = Default::default();
    for (number, (&(_, a), &(_, b))) in first.iter().zip(second).enumerate() {
        let (moves, other, plays) = match (a, b) {
            (Event::Play { mv: a, turn }, Event::Play { mv: b, .. }) => {
                // The turn of the first was given before.
                ([a, b], number > 0 && turn != Turn::Own, true)
            }
            (Event::Touch { mv: a, other }, Event::Touch { mv: b, .. }) => ([a, b], other, false),
            _ => continue,
        };
        for ((position, mv), found) in positions.iter_mut().zip(moves).zip(&mut found) {
            let mut turned = position.clone();
            if other {
                turned.set_to_move(!turned.to_move());
            }
            if !turned.is_legal(mv) {
                return false;
            }
            changes(&turned, mv, found);
            if plays {
                turned.play(mv);
                *position = turned;
            }
        }
        if found[0] != found[1] {
            return false;
        }
    }
    true
}
