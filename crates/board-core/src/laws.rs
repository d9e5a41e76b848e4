//! The law kit: checks on random games that an implementation of [`MoveGen`] obeys its contract.
//!
//! ```
//! # #[cfg(feature = "laws")] {
//! # mod tiny {
//! #     use board_core::*;
//! #     use core::ops::ControlFlow;
//! #     #[derive(Clone)] pub struct Tiny(pub [Occupancy; 3], pub Color);
//! #     impl Board for Tiny { type Cell = Occupancy; fn points(&self) -> usize { 3 } fn get(&self, p: usize) -> Occupancy { self.0[p] } }
//! #     impl MoveGen for Tiny {
//! #         type Move = usize; type Undo = Tiny;
//! #         fn to_move(&self) -> Color { self.1 }
//! #         fn set_to_move(&mut self, side: Color) { self.1 = side }
//! #         fn visit_legal<B>(&self, mut visit: impl FnMut(usize) -> ControlFlow<B>) -> ControlFlow<B> { for p in 0..3 { if self.is_legal(p) { visit(p)?; } } ControlFlow::Continue(()) }
//! #         fn is_legal(&self, p: usize) -> bool { p < 3 && self.0[p] == Occupancy::Empty }
//! #         fn visit_changes(&self, p: usize, mut visit: impl FnMut(Change<Occupancy>)) { visit(Change { point: p, before: Occupancy::Empty, after: self.1.into(), timing: Timing::WithMove }) }
//! #         fn play(&mut self, p: usize) -> Tiny { let old = self.clone(); self.0[p] = self.1.into(); self.1 = !self.1; old }
//! #         fn undo(&mut self, old: Tiny) { *self = old }
//! #         fn key(&self) -> u64 { self.rebuilt() }
//! #     }
//! #     impl Tiny { pub fn rebuilt(&self) -> u64 { (0..3).fold(self.1.index() as u64, |k, p| k ^ zobrist::splitmix64(7, (p * 3 + self.0[p].index()) as u64)) } }
//! # }
//! # use board_core::{Color, Occupancy};
//! # let start = tiny::Tiny([Occupancy::Empty; 3], Color::Black);
//! use board_core::laws;
//!
//! // `start` is a position of your game; the closure computes its key from nothing.
//! laws::random_games(&start, 100, 200, 1, |position| position.rebuilt()).unwrap();
//! # }
//! ```
//!
//! [`RandomGame::of_seed`] plays a random game for your own tests. With the feature `proptest`, `laws::arb_game` makes
//! them for property tests, and shrinks a game that fails.
//!
//! The kit is compiled into the tests of your game and is as fast as they are. To speed it up, add
//! `[profile.dev.package.my-game]` with `opt-level = 2` to the `Cargo.toml` of your workspace, where `my-game` is the
//! crate of your rules.

use alloc::{format, string::String, vec::Vec};
use core::ops::ControlFlow;

use crate::{Cell, MoveGen, Timing, zobrist::splitmix64};

pub use crate::random_game::RandomGame;
#[cfg(feature = "proptest")]
#[cfg_attr(docsrs, doc(cfg(feature = "proptest")))]
pub use crate::random_game::arb_game;

/// A broken law, and where it broke.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Violation {
    /// The law, in words.
    pub law: &'static str,
    /// Number of plies played before the law broke.
    pub ply: usize,
    /// The values that disagree.
    pub detail: String,
}

impl core::fmt::Display for Violation {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        write!(f, "ply {}: {} ({})", self.ply, self.law, self.detail)
    }
}

impl core::error::Error for Violation {}

/// All legal moves of `position`, in the order they are visited.
pub fn legal_moves<P: MoveGen>(position: &P) -> Vec<P::Move> {
    let mut moves = Vec::new();
    let flow: ControlFlow<()> = position.visit_legal(|mv| {
        moves.push(mv);
        ControlFlow::Continue(())
    });
    debug_assert!(flow.is_continue());
    moves
}

fn contents<P: MoveGen>(position: &P) -> Vec<P::Cell> {
    position.cells().collect()
}

/// Checks every law on one position, trying every legal move on a copy.
///
/// `ply` is only reported. `key_from_scratch` computes the key of a position from its contents; it should share only
/// the table of random numbers with the incremental key.
///
/// # Errors
/// The first law found broken.
pub fn position<P: MoveGen>(
    position: &P,
    ply: usize,
    key_from_scratch: impl Fn(&P) -> u64,
) -> Result<(), Violation> {
    let broken = broken_cells::<P>()
        .or_else(|| broken_key(position, &key_from_scratch))
        .or_else(|| broken_visits(position))
        .or_else(|| broken_move(position, &key_from_scratch));
    match broken {
        Some((law, detail)) => Err(Violation { law, ply, detail }),
        None => Ok(()),
    }
}

/// A broken law, and the values that disagree.
type Broken = (&'static str, String);

/// Checks that each content sits at its own index.
fn broken_cells<P: MoveGen>() -> Option<Broken> {
    let mut cells = P::Cell::ALL.iter().enumerate();
    let (i, cell) = cells.find(|(i, cell)| cell.index() != *i)?;
    Some((
        "every cell sits at its own index",
        format!("{cell:?} at {i}"),
    ))
}

/// Checks the incremental key and `set_to_move`.
fn broken_key<P: MoveGen>(position: &P, key_from_scratch: impl Fn(&P) -> u64) -> Option<Broken> {
    if position.key() != key_from_scratch(position) {
        return Some((
            "the incremental key is the key from scratch",
            format!("{:x}", position.key()),
        ));
    }
    let mut turned = position.clone();
    turned.set_to_move(position.to_move());
    if turned.key() != position.key() {
        return Some((
            "giving the turn to the side that has it changes nothing",
            String::new(),
        ));
    }
    turned.set_to_move(!position.to_move());
    if turned.to_move() == position.to_move() || turned.key() != key_from_scratch(&turned) {
        return Some((
            "set_to_move gives the turn and keeps the key",
            String::new(),
        ));
    }
    None
}

/// Checks the visitors of legal moves.
fn broken_visits<P: MoveGen>(position: &P) -> Option<Broken> {
    let moves = legal_moves(position);
    for point in 0..position.points() {
        let touches = |&mv: &P::Move| {
            let mut touches = false;
            position.visit_changes(mv, |change| {
                touches |= change.point == point && change.timing == Timing::WithMove;
            });
            touches
        };
        let mut found = Vec::new();
        let _: ControlFlow<()> = position.visit_legal_at(point, |mv| {
            found.push(mv);
            ControlFlow::Continue(())
        });
        let expected: Vec<_> = moves.iter().copied().filter(touches).collect();
        if found.len() != expected.len() || expected.iter().any(|mv| !found.contains(mv)) {
            return Some((
                "the legal moves at a point are those that change it",
                format!("point {point}: {found:?}"),
            ));
        }
    }
    for (i, &mv) in moves.iter().enumerate() {
        if moves[..i].contains(&mv) {
            return Some(("a legal move is visited once", format!("{mv:?}")));
        }
        if !position.is_legal(mv) {
            return Some(("a visited move is legal", format!("{mv:?}")));
        }
    }
    let first = *moves.first()?;
    let mut visits = 0;
    let flow = position.visit_legal(|mv| {
        visits += 1;
        ControlFlow::Break(mv)
    });
    let stops = visits == 1 && flow == ControlFlow::Break(first);
    (!stops).then(|| ("a visit stops when told to", format!("{visits} visits")))
}

/// Checks what each move changes, and that undo restores the position. Moves are played on copies.
fn broken_move<P: MoveGen>(position: &P, key_from_scratch: impl Fn(&P) -> u64) -> Option<Broken> {
    let before = contents(position);
    let moves = legal_moves(position);
    for &mv in &moves {
        let expected = match changed(position, mv) {
            Ok(expected) => expected,
            Err(broken) => return Some(broken),
        };
        let mut copy = position.clone();
        let undo = copy.play(mv);
        if contents(&copy) != expected {
            return Some((
                "a move changes exactly the points it says",
                format!("{mv:?}"),
            ));
        }
        if copy.key() != key_from_scratch(&copy) {
            return Some((
                "the key after a move is the key from scratch",
                format!("{mv:?}"),
            ));
        }
        copy.undo(undo);
        if contents(&copy) != before
            || copy.key() != position.key()
            || copy.to_move() != position.to_move()
            || legal_moves(&copy) != moves
        {
            return Some(("undo restores the position", format!("{mv:?}")));
        }
    }
    None
}

/// The contents of the points after a move, computed from its changes; an error if the changes break a law.
fn changed<P: MoveGen>(position: &P, mv: P::Move) -> Result<Vec<P::Cell>, Broken> {
    let mut expected = contents(position);
    let mut seen: Vec<usize> = Vec::new();
    let (mut broken, mut twice) = (None, None);
    let (mut at_once, mut arrives, mut own) = (false, false, false);
    position.visit_changes(mv, |change| {
        if expected[change.point] != change.before || change.before == change.after {
            broken = Some(format!("{mv:?}: {change:?}"));
        }
        if seen.contains(&change.point) {
            twice = Some(format!("{mv:?}: {change:?}"));
        }
        seen.push(change.point);
        expected[change.point] = change.after;
        let with_move = change.timing == Timing::WithMove;
        let owner = change.after.owner();
        let mover = position.to_move();
        at_once |= with_move;
        arrives |= change.after.index() != 0;
        own |= with_move && change.after.index() != 0 && owner.is_none_or(|o| o == mover);
    });
    if let Some(detail) = broken {
        return Err((
            "a change says what was there before and differs after",
            detail,
        ));
    }
    if let Some(detail) = twice {
        return Err(("a point is changed once", detail));
    }
    if !seen.is_empty() && !at_once || arrives && !own {
        return Err((
            "a move changes a point with the move, to a piece of its side if it sets one down",
            format!("{mv:?}"),
        ));
    }
    Ok(expected)
}

/// Plays `games` random games of at most `plies` plies from `start` and checks every law at each position on the way.
/// The same seed plays the same games.
///
/// # Errors
/// The first law found broken.
pub fn random_games<P: MoveGen>(
    start: &P,
    games: usize,
    plies: usize,
    seed: u64,
    key_from_scratch: impl Fn(&P) -> u64,
) -> Result<(), Violation> {
    for game in 0..games {
        let seed = splitmix64(seed, game as u64);
        let mut current = start.clone();
        for ply in 0..plies {
            position(&current, ply, &key_from_scratch)?;
            let moves = legal_moves(&current);
            if moves.is_empty() {
                break;
            }
            let pick = splitmix64(seed, ply as u64) % moves.len() as u64;
            current.play(moves[pick as usize]);
        }
    }
    Ok(())
}
