//! The integration tests of the application, in one program: it links once.

#[cfg(feature = "cli")]
mod cli;
mod import_cycles;
mod photos;
mod readmes;
mod workspace;
