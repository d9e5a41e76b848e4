//! The integration tests of `patterns`, in one program: it links once.

mod bad_input;
mod crowd;
mod equal;
mod index;
mod kombilo;
mod library;
mod page;
mod random;
mod seal;
