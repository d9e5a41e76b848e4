//! The command line: arguments in, messages and files out. All logic is in the library.
#![allow(clippy::print_stderr)]

mod cli;

fn main() -> std::process::ExitCode {
    match cli::run() {
        Ok(code) => code,
        Err(error) => {
            eprintln!("error: {error}");
            cli::failed()
        }
    }
}
