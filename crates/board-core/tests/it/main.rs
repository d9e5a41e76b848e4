//! The integration tests of `board-core`, in one program: it links once.

mod laws;
mod random_game;
