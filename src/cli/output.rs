//! What is said on the standard output.

use std::fmt;
use std::io::{self, ErrorKind, Write};

/// `say!`, but for a reader who has heard enough (`kibitzer … | head`): then all is done.
macro_rules! say {
    ($($text:tt)*) => {
        $crate::cli::output::line(format_args!($($text)*))
    };
}
pub(crate) use say;

/// Writes a line.
pub(crate) fn line(text: fmt::Arguments<'_>) {
    if let Err(error) = writeln!(io::stdout(), "{text}") {
        if error.kind() == ErrorKind::BrokenPipe {
            std::process::exit(0);
        }
        eprintln!("error: the standard output: {error}");
        std::process::exit(2);
    }
}
