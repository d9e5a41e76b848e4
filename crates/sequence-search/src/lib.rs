//! Finds the most likely legal game that explains uncertain observations.
//!
//! Given a start position and, for each frame (photo), the cost of each content of each point, [`decode`] returns the
//! legal game that explains all frames best, with a confidence and alternatives for every move. It knows no game and no
//! pixels: it works with any game that implements [`board_core::MoveGen`] and any evidence that implements
//! [`board_core::Observation`].
//!
//! ```
//! use core::ops::ControlFlow;
//!
//! use board_core::{Board, Change, Color, MoveGen, Observation, Occupancy, Timing, zobrist};
//! use sequence_search::{Proof, Settings, decode};
//!
//! /// Three points on which Black and White place stones in turn, and whose turn it is.
//! #[derive(Clone)]
//! struct Strip([Occupancy; 3], Color);
//!
//! impl Board for Strip {
//!     type Cell = Occupancy;
//!     fn points(&self) -> usize { 3 }
//!     fn get(&self, point: usize) -> Occupancy { self.0[point] }
//! }
//!
//! impl MoveGen for Strip {
//!     type Move = usize; // the point
//!     type Undo = Strip;
//!     fn to_move(&self) -> Color { self.1 }
//!     fn set_to_move(&mut self, side: Color) { self.1 = side }
//!     fn visit_legal<B>(&self, visit: impl FnMut(usize) -> ControlFlow<B>) -> ControlFlow<B> {
//!         (0..3).filter(|&point| self.is_legal(point)).try_for_each(visit)
//!     }
//!     fn is_legal(&self, point: usize) -> bool { self.0.get(point) == Some(&Occupancy::Empty) }
//!     fn visit_changes(&self, point: usize, mut visit: impl FnMut(Change<Occupancy>)) {
//!         let (before, after) = (Occupancy::Empty, self.1.into());
//!         visit(Change { point, before, after, timing: Timing::WithMove });
//!     }
//!     fn play(&mut self, point: usize) -> Strip {
//!         let old = self.clone();
//!         self.0[point] = self.1.into();
//!         self.1 = !self.1;
//!         old
//!     }
//!     fn undo(&mut self, old: Strip) { *self = old }
//!     fn key(&self) -> u64 {
//!         let content = |point: usize| (3 * point + self.0[point] as usize) as u64;
//!         (0..3).fold(self.1 as u64, |key, point| key ^ zobrist::splitmix64(7, content(point)))
//!     }
//! }
//!
//! /// The readings, one string for each photo.
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
//! let start = Strip([Occupancy::Empty; 3], Color::Black);
//! // A stone that is seen only once was never there; one that a hand hides is.
//! let notes = Notes(["...", "X..", "X??", "XO.", "X.O", "X.O", "X.O", "X.O"]);
//! let game = decode(&start, &notes, &Settings::default()).unwrap();
//! let moves: Vec<(usize, usize)> = game.plies.iter().map(|ply| (ply.mv, ply.frame)).collect();
//! assert_eq!(moves, [(0, 1), (2, 4)]);
//! assert_eq!(game.proof, Proof::Optimal);
//! ```
//!
//! # A game of your own
//!
//! The game only needs [`board_core::MoveGen`]. `board_core::laws` checks whether its rules are consistent, [`check`]
//! whether the search can follow it. The example `fourth_game` of `board-core` is a game with captures in one file.
//! [`Decoded::followed`] reports whether a game was followed, [`Decoded::end`] whether it ended before the last frame.
//!
//! # What is inside
//!
//! | item | use |
//! |---|---|
//! | [`decode`], [`Decoder`] | the decoder; the second one with several starts, a move prior, progress, cancelling |
//! | [`Decoded`], [`Ply`] | the game, doubtful moves, alternatives, the cost of every frame, the proof |
//! | [`Model`] | what can happen on a table between two frames, with all prices |
//! | [`Settings`], [`Method`] | exact search, beam search or the paper's search; limits |
//! | [`Stream`] | the decoder frame by frame, for a live camera |
//! | [`explain`], [`without`] | why this move and not another |
//! | [`score_game`] | the cost of a given game |
//! | [`check`] | whether the search can follow a game of your own |
//! | [`exchanges`] | which moves may have been made in another order |
//! | [`likely_tables`] | start positions to try when none is known |
//! | [`MovePrior`] | a prior probability for moves |
//!
//! The feature `serde` (off by default) serialises decoded games. The result depends only on the input, not on threads,
//! random numbers or hash order.
//!
//! # Speed in your tests
//!
//! The search is generic, so it is compiled into the crate that calls it, with that crate's optimisation level: without
//! optimisation it is many times slower. A dependent does not inherit the profile of this workspace, so add to your
//! `Cargo.toml`:
//!
//! ```toml
//! [profile.dev.package.my-game] # your crate that calls the search
//! opt-level = 2
//! ```
//!
//! # How it works
//!
//! A node of the search is a prefix of the game up to a gap between two frames. Its cost is the negative log likelihood
//! of the frames so far and of the events, above the best content of every point in every frame. The future is bounded
//! by solving every point alone over the remaining frames, and the turns of the sides alone, with prices that make the
//! two agree as well as possible (Lagrange multipliers, raised by subgradient steps as Held and Karp did for tours); a
//! move changes the bound only through the points it changes. Prefixes with the same position, turn, gap and lagging
//! points are merged. Lagging points and false moves do not branch the search: the best time for each is computed.
//!
//! [`Method::Beam`] sweeps once over the frames and keeps the best prefixes of each; where that loses the game, it
//! searches again, wider, and in parts of the series. [`Method::Exact`] continues with the prefixes left over until
//! nothing can be better than the best game (anytime column search: Vadlamudi, Gaurav, Aine, Chakrabarti, 2012), or a
//! limit is reached and [`Decoded::lower_bound`] bounds the distance from the best.
//!
//! Examples: `dgt` (an electronic chessboard to PGN), `score_sheet` (chess moves read from handwriting), `custom_game`
//! (noughts and crosses), `board_games` (Reversi, Ataxx, nine men's morris). `board_core` has ready-made evidence:
//! `Readings` of a sensor with an error rate, `Probabilities` of a classifier, adaptors, and a simulated `NoisySensor`
//! for tests.
#![forbid(unsafe_code)]

mod account;
mod chains;
mod check;
mod clock;
mod costs;
mod coupling;
mod decode;
mod decoded;
mod delays;
mod effects;
mod equal_moves;
mod error;
mod exchange;
mod explain;
mod followed;
mod line;
mod lost;
mod model;
mod paper;
mod phases;
mod prices;
mod prior;
mod score;
mod search;
mod settings;
mod shown;
mod slots;
mod solution;
mod start;
mod stream;
mod taken_back;
mod waiting;
mod weigh;
mod windows;

pub use check::{Assumption, Breach, Harm, Report, Trial, check};
pub use decode::{Decoder, Progress, decode};
pub use decoded::{Decoded, End, EndKind, Lagged, Ply, Proof, Rival, Stats, Touch};
pub use error::SearchError;
pub use exchange::{Exchange, exchanges};
pub use explain::{Explanation, Term, explain, without};
pub use model::{Handicap, Model};
pub use prior::{Moment, MovePrior};
pub use score::score_game;
pub use settings::{Method, Settings};
pub use start::{LikelyTable, likely_tables};
pub use stream::{Committed, Stream};
