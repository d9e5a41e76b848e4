//! Evidence for boards on whose *squares* pieces stand: chess and draughts.
//!
//! Pieces come in all shapes and materials, so nothing is assumed of how they look: the first
//! photos, whose position is known, show 32 of them and 32 bare squares of both colours. From then
//! on the record itself is the teacher: what the rules make of the photos labels every square of
//! every photo, and the looks are fitted anew to all of them.
//!
//! 1. [`Patches`] keeps a small picture of every square of every photo.
//! 2. [`Looks::fit`] learns from labelled squares how empty squares and pieces of both sides look.
//! 3. [`Looks::evidence`] says what each square of each photo shows, and where two photos say that
//!    nothing changed.
//! 4. [`turned`](Patches::turns) tells from the initial position how the board lies.
//!
//! Without a known start, [`Glance`] reads a single photo of any board.

mod alike;
mod bare;
mod change;
pub mod fine;
mod kinds;
mod lean;
mod line;
mod looks;
pub mod network;
pub mod palette;
mod patch;
mod round;
mod samples;
mod shape;
mod sides;
pub mod sight;
mod single;
mod slopes;
mod turn;

pub use kinds::{KindLabel, Kinds};
pub use looks::{Labels, Looks, Stature, Trust};
pub use patch::Patches;
pub use single::Glance;
pub use turn::{Turn, turned};
