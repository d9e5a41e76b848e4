//! Records of board games: the common part of Portable Game Notation (chess) and Portable Draughts Notation.
//!
//! A [`Record`] has [`Headers`] and a [`Tree`] of moves with variations, comments and annotation glyphs; a [`Reader`]
//! reads records from a stream of bytes. The notation of a particular game (names of moves, meaning of headers) is its
//! [`Dialect`], in the crate of its rules. A [`Game`] is a game in progress: a position, its history, and when it
//! [ends](Ending).
//!
//! ```
//! # mod strip {
//! #     use board_core::*;
//! #     use core::ops::ControlFlow;
//! #     #[derive(Clone)] pub struct Strip(pub [Occupancy; 3], pub Color);
//! #     impl Board for Strip { type Cell = Occupancy; fn points(&self) -> usize { 3 } fn get(&self, p: usize) -> Occupancy { self.0[p] } }
//! #     impl MoveGen for Strip {
//! #         type Move = usize; type Undo = Strip;
//! #         fn to_move(&self) -> Color { self.1 }
//! #         fn set_to_move(&mut self, side: Color) { self.1 = side }
//! #         fn visit_legal<B>(&self, mut visit: impl FnMut(usize) -> ControlFlow<B>) -> ControlFlow<B> { for p in 0..3 { if self.is_legal(p) { visit(p)?; } } ControlFlow::Continue(()) }
//! #         fn is_legal(&self, p: usize) -> bool { p < 3 && self.0[p] == Occupancy::Empty }
//! #         fn visit_changes(&self, p: usize, mut visit: impl FnMut(Change<Occupancy>)) { visit(Change { point: p, before: Occupancy::Empty, after: self.1.into(), timing: Timing::WithMove }) }
//! #         fn play(&mut self, p: usize) -> Strip { let old = self.clone(); self.0[p] = self.1.into(); self.1 = !self.1; old }
//! #         fn undo(&mut self, old: Strip) { *self = old }
//! #         fn key(&self) -> u64 { 0 }
//! #     }
//! #     impl game_record::Notated for Strip {
//! #         fn number(&self) -> u16 { 1 + self.0.iter().filter(|&&c| c != Occupancy::Empty).count() as u16 / 2 }
//! #         fn is_first(&self) -> bool { self.1 == Color::Black }
//! #         fn name(&self, p: usize) -> String { "abc"[p..=p].to_owned() }
//! #     }
//! # }
//! # let start = strip::Strip([board_core::Occupancy::Empty; 3], board_core::Color::Black);
//! use game_record::{NodeId, Tree, movetext};
//!
//! // Black and White place stones on three points, a to c, in turn.
//! let mut tree = Tree::new(start);
//! let middle = tree.add(NodeId::ROOT, 1)?;
//! tree.add_comment(middle, "the middle");
//! let edge = tree.add(NodeId::ROOT, 0)?; // a variation
//! tree.add_nag(edge, 2);
//! tree.add(middle, 2)?;
//! assert_eq!(movetext(&tree, "*"), "1. b {the middle} (1. a $2) 1... c *\n");
//! # Ok::<(), game_record::IllegalMove<usize>>(())
//! ```
//!
//! | feature | adds |
//! |---|---|
//! | `laws` | property tests for any dialect |
//! | `serde` | a [`Game`] as its start and moves, a [`Date`] as text; illegal moves are refused when read |
#![cfg_attr(docsrs, feature(doc_cfg))]
#![forbid(unsafe_code)]

mod build;
mod date;
mod dialect;
mod fault;
mod game;
pub mod headers;
#[cfg(feature = "laws")]
pub mod laws;
mod movetext;
mod read;
mod read_error;
mod record;
pub mod source;
#[cfg(feature = "serde")]
mod stored;
pub mod text;
mod tree;
mod utf16;
mod visitor;

pub use date::{Date, DateError};
pub use dialect::{Dialect, FaultOf, MoveOf};
pub use fault::Fault;
pub use game::{Ending, Game};
pub use headers::{Headers, ROSTER};
pub use movetext::{Notated, movetext};
pub use read::Reader;
pub use read_error::ReadError;
pub use record::Record;
pub use text::{Limits, decode};
pub use tree::{IllegalMove, Node, NodeId, Tree};
pub use visitor::Visitor;
