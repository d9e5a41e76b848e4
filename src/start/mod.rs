//! Where a game on squares begins: at its start position, at a given one, or in mid-game.

pub(crate) mod mid_game;
mod mirror;
mod odds;
pub(crate) mod position;
