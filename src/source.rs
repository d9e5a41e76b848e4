//! Where photos come from while a game is played.

mod folder;

pub use folder::{Folder, Taken};
