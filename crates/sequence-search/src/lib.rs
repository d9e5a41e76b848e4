//! The most likely legal game that explains uncertain observations.
//!
//! Given a start position and, for each frame (photo), how badly each content of each point fits,
//! [`decode`] returns the legal game that explains all frames best, with a confidence for every
//! move. It knows no game and no pixels: any game with [`board_core::MoveGen`], any evidence with
//! [`board_core::Observation`].
//!
//! ```
//! # mod tiny {
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
//! #         fn key(&self) -> u64 { (0..3).fold(self.1.index() as u64, |k, p| k ^ zobrist::splitmix64(7, (p * 3 + self.0[p].index()) as u64)) }
//! #     }
//! # }
//! use board_core::{Cell, Color, Observation, Occupancy};
//! use sequence_search::{Proof, Settings, decode};
//!
//! /// What a careful reader would have written down, one string per photo.
//! struct Notes([&'static str; 8]);
//!
//! impl Observation for Notes {
//!     type Cell = Occupancy;
//!     fn frames(&self) -> usize { 8 }
//!     fn points(&self) -> usize { 3 }
//!     fn cost(&self, frame: usize, point: usize, cell: Occupancy) -> Option<f32> {
//!         let seen = match self.0[frame].as_bytes()[point] {
//!             b'X' => Occupancy::Black,
//!             b'O' => Occupancy::White,
//!             b'.' => Occupancy::Empty,
//!             _ => return None, // a hand
//!         };
//!         Some(if seen == cell { 0.0 } else { 4.0 })
//!     }
//! }
//!
//! // A strip of three points on which Black and White place stones in turn.
//! # use tiny::Strip;
//! let start = Strip([Occupancy::Empty; 3], Color::Black);
//! // A stone that is seen once was never there; one that a hand hides is.
//! let notes = Notes(["...", "X..", "X??", "XO.", "X.O", "X.O", "X.O", "X.O"]);
//! let game = decode(&start, &notes, &Settings::default()).unwrap();
//! let moves: Vec<(usize, usize)> = game.plies.iter().map(|ply| (ply.mv, ply.frame)).collect();
//! assert_eq!(moves, [(0, 1), (2, 4)]);
//! assert_eq!(game.proof, Proof::Optimal);
//! ```
//!
//! # What is inside
//!
//! | item | is |
//! |---|---|
//! | [`decode`], [`decode_with`] | the decoder, the second with progress and cancelling |
//! | [`Decoded`], [`Ply`] | the game, the cost of every frame, what is proven |
//! | [`Model`] | what can happen on a table between two frames, with all prices |
//! | [`Settings`] | model, [`Heuristic`], [`Order`] of search, window, limits |
//! | [`Settings::paper`] | the search of Scher, Crabb and Davis (ICPR 2008) |
//!
//! There are no feature flags.
//!
//! # How it works
//!
//! A node of the search is a prefix of the game up to a gap between two frames. Its cost is the
//! negative log likelihood of the frames so far and of the events; costs are counted above the best
//! content of every point in every frame, so that the paper's bound is 0. [`Heuristic::PerPoint`]
//! bounds what is to come by solving every point alone; a move changes the bound only by the points
//! it changes. Prefixes with the same position, side to move, gap and unfinished business are one.
//! Points that lag behind the rules (captured stones) do not branch the search: the best time for
//! each to catch up is found by itself.
//!
//! A long false stone makes any such bound loose, and A* slow. The default order therefore sweeps
//! over the frames, keeping the most promising prefixes of each, and varied ones: few that agree on
//! all doubtful points. If it runs out of prefixes the result is proven best; if it reaches the
//! node limit, [`Decoded::lower_bound`] says by how much it may at most be improved.
#![forbid(unsafe_code)]

mod bound;
mod costs;
mod decode;
mod decoded;
mod error;
mod lag;
mod model;
mod search;
mod settings;
mod slots;

pub use decode::{Progress, decode, decode_with};
pub use decoded::{Decoded, Lagged, Ply, Proof, Stats};
pub use error::SearchError;
pub use model::{Handicap, Model, Removal};
pub use settings::{Heuristic, Order, Settings};
