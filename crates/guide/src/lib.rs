//! The pages of `docs/guide`, so that `cargo test -p guide` compiles and runs their code.

#[doc = include_str!("../../../docs/guide/rules.md")]
pub mod rules {}
