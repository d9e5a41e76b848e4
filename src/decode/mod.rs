//! From evidence to a game: self-training, move order, piece kinds, move priors, and the user's fixes.

mod announced_moves;
pub mod fix;
pub(crate) mod fixes;
mod followed_game;
mod live_decoding;
mod live_labels;
pub(crate) mod position_again;
pub(crate) mod provisional;
mod standing_moves;
mod successive_games;
mod take_back;

#[cfg(feature = "go")]
pub(crate) mod ambiguity;
#[cfg(any(feature = "go", feature = "pieces"))]
pub(crate) mod ending;
#[cfg(any(feature = "go", feature = "pieces"))]
pub(crate) mod move_order;
#[cfg(any(feature = "go", feature = "pieces"))]
pub(crate) mod positions;
#[cfg(any(feature = "go", feature = "pieces"))]
pub(crate) mod taken_back;

#[cfg(feature = "pieces")]
pub(crate) mod next_game;
#[cfg(feature = "pieces")]
pub(crate) mod piece_kinds;
#[cfg(feature = "pieces")]
pub(crate) mod piece_order;
#[cfg(feature = "pieces")]
pub(crate) mod prior;
#[cfg(feature = "pieces")]
pub(crate) mod self_training;
#[cfg(feature = "pieces")]
pub(crate) mod smoothing;
#[cfg(feature = "pieces")]
pub(crate) mod squares;
