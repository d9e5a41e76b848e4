//! Replays: renders a recorded game as photos, records it again from them, and compares the result with the truth.
//!
//! Tests, figures, `bench-simulator` and `demo` use replays. [`board_sim`] renders the photos.

mod checkers;
mod chess;
mod error;
pub mod go;
pub mod marked;
pub mod mistakes;
mod photos;
pub mod pieces;
mod summary;

use board_sim::pieces::{Placement, Scene};

use crate::games::pieces::SquareGame;
pub use error::Error;
pub use summary::{Outcome, Summary};

/// A game on squares whose positions can be rendered.
pub trait Rendered: SquareGame {
    /// The pieces on the squares.
    fn placement(&self) -> Placement;

    /// The scene with the board of this game.
    fn on_board(&self, scene: Scene) -> Scene {
        scene
    }

    /// The scene with a random set of this game.
    fn with_set(scene: Scene, _seed: u64) -> Scene {
        scene
    }
}
