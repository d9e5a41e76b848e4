//! From a record to photos and back: rendering a game, recording it from the photos, and comparing that with the truth.
//!
//! It is how tests, figures, `bench-simulator` and `demo` know what was right. [`board_sim`] draws the photos.

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

/// How the positions of a game on squares are rendered.
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
