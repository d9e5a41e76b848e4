//! Territory and influence in Go.
//!
//! From the stones on a board, it finds the owner of each point, connected groups, dead stones and influence:
//!
//! ```
//! use go_rules::{Position, Rules};
//! use go_territory::{Bouzy, ColorMap, DeadStones, Diagram, Influence, clusters, final_score, groups};
//!
//! let position = Position::from_rows(&[
//!     ". . X O . O .",
//!     ". O X O O O O",
//!     ". . X X X X X",
//!     ". . X . . . .",
//! ])?;
//!
//! // The end of a game: dead stones and the score.
//! let end = final_score(&position, &Rules { komi: 0.5, ..Rules::CHINESE }, &DeadStones::default());
//! assert_eq!((end.dead.as_slice(), end.score.to_string().as_str()), (&[8][..], "B+11.5"));
//!
//! // The middlegame: colours, clusters, groups, influence.
//! let map = ColorMap::of(&position);
//! let clusters = clusters(&map);
//! let groups = groups(&map, &clusters);
//! let moyo = Bouzy::MOYO.of_position(&position, &end.dead);
//! let svg = Diagram::of(&position).influence(&moyo).groups(&groups).dead(&end.dead).svg();
//! assert!(svg.starts_with("<svg"));
//! # Ok::<(), go_rules::PositionError>(())
//! ```
//!
//! | items | use |
//! |---|---|
//! | [`ColorMap`], [`clusters`], [`obviously_dead`], [`redrawn`] | irgobot's colours of points and links, clusters of connected stones, obviously dead ones |
//! | [`groups`] | clusters whose shadows touch |
//! | [`Influence`]: [`Bouzy`], [`Zobrist`], [`Flood`], [`Radiance`], [`Nearest`] | a number for every point, from the stones alone |
//! | [`DeadStones`], [`Estimate`], [`unconditionally_alive`] | life and death by playouts, and by proof |
//! | [`final_score`], [`score_without`] | the score, with [`go_rules::Score`] |
//! | [`Engine`], [`group_life`] | dead stones and life from any engine that speaks the Go Text Protocol |
//! | [`Diagram`], [`animation`] | SVG diagrams for print, a game as one HTML page |
//!
//! Points are `row * cols + col` from the top left, as in `go-rules`; boards have 1×1 to 25×25 points. Nothing depends
//! on time, threads or hash order: the same position gives the same result.
//!
//! # Which map to use
//!
//! Influence does not consider life and death, and one dead stone left on the board distorts everything around it:
//! remove dead stones first ([`Influence::of_position`]). Playouts suit positions in which both sides have passed or
//! soon will; in the opening they are uninformative. Known limits of the playouts: large races with many liberties,
//! bent four in the corner (judged as it would be played out), and long kos.
//!
//! The feature `png` (off by default) adds `Diagram::png` and `png_of`.
#![cfg_attr(docsrs, feature(doc_cfg))]
#![forbid(unsafe_code)]

mod animation;
mod benson;
mod clusters;
mod color_map;
mod dead;
mod diagram;
mod engine;
mod finish;
mod grid;
mod groups;
mod influence;
mod life;
mod playout;
mod shape;

pub use animation::animation;
pub use benson::unconditionally_alive;
pub use clusters::{Cluster, Status, clusters, obviously_dead, redrawn};
pub use color_map::{ColorMap, Link};
pub use dead::{Chain, DeadStones, Estimate};
pub use diagram::Diagram;
#[cfg(feature = "png")]
pub use diagram::{PngError, png_of};
pub use engine::{Engine, EngineError};
pub use finish::{Final, final_score, score_without};
pub use groups::{Group, groups};
pub use influence::{Bouzy, Flood, Influence, Nearest, Radiance, Zobrist};
pub use life::{GroupLife, LifeError, group_life};
