//! The command line: arguments in, messages and files out. All logic is in the library.
#![allow(clippy::print_stderr)]

mod cli;

fn main() -> std::process::ExitCode {
    cli::run().unwrap_or_else(|error| cli::failed(&error))
}
