//! The integration tests of `referee`, in one program: it links once.

mod checkers;
mod chess;
mod common;
mod go;
