//! The integration tests of `go-rules`, in one program: it links once.

mod cases;
mod counting;
mod games;
mod gnugo;
#[cfg(feature = "serde")]
mod stored;
