//! The recorder: photos in, events and a record out.

mod answers;
mod batch;
mod finish;
mod follow;
mod games;
mod position_again;

pub use crate::progress::{Progress, Stage};
pub use crate::source::Photo;
pub use answers::Answer;
pub use batch::record;
pub use follow::{Options, Recorder};
