//! A referee for board games: observed positions in, rulings out.
//!
//! ```
//! # #[cfg(feature = "checkers")] {
//! use checkers_rules::{Game, Position, RuleSet};
//! use referee::{Referee, Observed, checkers::Checkers};
//! use board_core::{Board, Color};
//!
//! // Black's man on 15 can capture, so it must.
//! let start = Position::from_fen(RuleSet::ENGLISH, "B:W18,30:B15,1").unwrap();
//! let mut referee = Referee::following(Checkers::from(Game::new(start)));
//! let mut table: Vec<Observed<_>> = (0..64).map(|point| start.get(point).into()).collect();
//! let mut say = |table: &[_]| -> Vec<String> {
//!     referee.see(table).unwrap().iter().map(ToString::to_string).collect()
//! };
//! assert_eq!(say(&table), ["followed from here on, black to move: 2 black and 2 white on the board"]);
//!
//! // Black moves from 1 to 6 instead. Points are all squares from the top left.
//! let good = table.clone();
//! table.swap(1, 10);
//! assert_eq!(say(&table), [
//!     "a capture was possible: 15x22",
//!     "back to the last good position: put a black man on 1, take the black piece off 6",
//! ]);
//! assert_eq!(say(&good), ["the board is right again"]);
//! # }
//! ```
//!
//! | item | use |
//! |---|---|
//! | [`MajorityFilter`] | a majority vote over the readings of several frames |
//! | [`Referee`] | keeps the last good position and rules on the next one; [`Options`] set its tolerance |
//! | [`Event`] | a ruling or report; `Display` is a sentence, the feature `serde` makes it JSON |
//! | [`Rulebook`] | the rules of a game, as far as the referee needs them |
//!
//! Features, none by default: `checkers`, `chess` and `go` add the games of `checkers-rules`, `chess-rules` and
//! `go-rules`; `serde` lets events be serialised.
//!
//! **How it decides.** Each observed position is compared with the last good one:
//!
//! - Equal: fine.
//! - Reached by up to [`Options::plies`] legal moves: these moves were played.
//! - Part of a move (a piece lifted, a captured man not yet removed, one jump of two): tolerated for as long as
//!   [patience](Options::patience) allows.
//! - Anything else is an alarm. The events give the reasons and how to restore the board; the game continues from the
//!   last good position.
//!
//! A game joined mid-game has one hypothesis for each side to move until the moves exclude one; likewise for a promoted
//! pawn whose kind is not visible.
//!
//! Readings of single frames are noisy, and hands cover the board: put a [`MajorityFilter`] before the referee, and
//! leave out frames with a hand.
#![cfg_attr(docsrs, feature(doc_cfg))]
#![forbid(unsafe_code)]

#[cfg(feature = "checkers")]
pub mod checkers;
#[cfg(feature = "chess")]
pub mod chess;
mod event;
mod explain;
mod finding;
#[cfg(feature = "go")]
pub mod go;
mod majority_filter;
mod observed;
mod referee;
mod rulebook;

pub use event::{Correction, Ending, Event, Place, Reason};
pub use majority_filter::{MajorityFilter, NoMajority};
pub use observed::Observed;
pub use referee::{NotNow, Options, Referee, WrongSize};
pub use rulebook::{Attempt, MoveOf, Rulebook, Verdict};
