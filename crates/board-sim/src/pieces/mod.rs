//! Pieces on squares: chess and the draughts family.

mod figure;
mod render;
mod scene;
mod scenes;
mod script;
mod shadow;
mod shapes;
mod solid;
mod surface;
mod varnish;

pub use figure::{Figure, Kind, Placement, placement};
pub use render::{Photo, Renderer};
pub use scene::{Crowned, Pace, Scene, Set, Squares, Stickers};
pub use script::{Frame, ScriptError, film, plies_shown, script};
