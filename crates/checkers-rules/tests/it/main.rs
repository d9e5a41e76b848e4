//! The integration tests of `checkers-rules`, in one program: it links once.

mod pdn;
mod perft;
mod properties;
mod reasons;
#[cfg(feature = "serde")]
mod stored;
