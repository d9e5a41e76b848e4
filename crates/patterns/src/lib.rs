//! Patterns of Go.
#![forbid(unsafe_code)]

mod content;
mod diagram;
mod error;
mod field;
mod found;

mod frozen;
pub mod gnugo;
mod library;
mod pattern;
pub mod reference;
pub mod sensei;
mod symmetry;
mod tree;

pub use content::{Content, Demand};
pub use error::PatternError;
pub use field::{Field, MAX_SIDE, Rectangle};
pub use found::{Match, PatternId};
pub use frozen::{Frozen, FrozenError};
pub use library::{
    AddError, Answer, Continuation, Fault, GameId, GameInfo, Hit, Library, LibraryError, Next,
    Progress, Query, QueryError, Signature, SignatureError, Tally,
};
pub use pattern::{Anchor, Edges, Pattern, Triple};
pub use symmetry::{Group, Symmetry};
pub use tree::PatternTree;
