//! Photos: which files they are and in which order, how one is opened safely, films, and folders that fill during a
//! game.

pub mod damage;
#[cfg(any(feature = "go", feature = "pieces"))]
pub(crate) mod disorder;
mod ffmpeg;
mod film;
#[cfg(feature = "folder")]
mod folder;
mod limits;
pub mod opening;
mod photo;
pub mod photos;
pub(crate) mod waiting;

pub use photo::Photo;

#[cfg(feature = "live")]
pub use film::Stream;
#[cfg(feature = "folder")]
pub use folder::{Folder, Taken};
