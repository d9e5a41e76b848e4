//! The program; see [`kibitzer::cli`].

fn main() -> std::process::ExitCode {
    kibitzer::cli::main()
}
