//! A short game of checkers with a mistake in it, and what the referee says.
#![allow(clippy::print_stdout)]

fn main() {}
