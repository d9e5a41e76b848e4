//! The integration tests of `chess-rules`, in one program: it links once.

mod fen;
mod oracle;
mod perft;
mod pgn;
mod properties;
#[cfg(feature = "serde")]
mod stored;
