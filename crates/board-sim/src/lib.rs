//! Renders games as photos of a realistic board, with ground truth.
//!
//! | step | type |
//! |---|---|
//! | the state of the table in each photo | [`script`](fn@script) → [`TableFrame`] |
//! | the appearance | [`Scene`], a TOML file |
//! | the photo and its ground truth | [`Renderer`] → [`Photo`] |
//!
//! Photos depend only on the seed: the same seed gives the same photos, in any order and on any number of threads.
//!
//! ```
//! use board_core::Occupancy;
//! use board_sim::{Renderer, Scene, TableFrame};
//!
//! let mut scene = Scene::default();
//! (scene.photo.width, scene.photo.height) = (160, 120);
//! let table = TableFrame::bare(scene.board.size);
//! let photo = Renderer::new(&scene, 7)?.render(0, &table);
//! assert_eq!(photo.image.dimensions(), (160, 120));
//! assert!(photo.contents.iter().all(|c| *c == Occupancy::Empty));
//! # Ok::<(), board_sim::SceneError>(())
//! ```

mod camera;
mod hand;
mod light;
mod noise;
pub mod pieces;
mod render;
mod scene;
mod script;
mod sensor;
mod table;
mod texture;

pub use render::{Photo, Renderer};
pub use scene::{
    BoardStyle, CameraPlace, Hands, Lamp, PhotoFormat, Scene, SceneError, Sensor, Stones,
};
pub use script::{HandPose, ScriptOptions, TableFrame, script};
