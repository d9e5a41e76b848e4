//! The most likely legal game that explains uncertain observations.
#![forbid(unsafe_code)]

mod bound;
mod costs;
mod decode;
mod decoded;
mod error;
mod lag;
mod model;
mod search;
mod settings;
mod slots;

pub use decode::{Progress, decode, decode_with};
pub use decoded::{Decoded, Lagged, Ply, Proof, Stats};
pub use error::SearchError;
pub use model::{Handicap, Model, Removal};
pub use settings::{Heuristic, Order, Settings};
