//! Printing: answers on standard output, notes and warnings on standard error.

use std::fmt::{self, Display};
use std::io::{self, ErrorKind, Write};
use std::sync::atomic::{AtomicU8, Ordering};

use crate::{Warning, WarningKind};

/// Prints a line of an answer. Ends the program if the reader has closed the pipe (`kibitzer … | head`).
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

/// Level of detail of notes and warnings.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Detail {
    /// Errors only.
    Quiet,
    /// Many warnings of one kind in one line.
    Usual,
    /// Every warning.
    All,
}

/// The level of the whole program.
static DETAIL: AtomicU8 = AtomicU8::new(Detail::Usual as u8);

pub(crate) fn set(detail: Detail) {
    DETAIL.store(detail as u8, Ordering::Relaxed);
}

fn is_at_least(detail: Detail) -> bool {
    DETAIL.load(Ordering::Relaxed) >= detail as u8
}

/// Whether only errors and answers are printed.
pub(crate) fn is_quiet() -> bool {
    !is_at_least(Detail::Usual)
}

pub(crate) fn note(text: impl Display) {
    if !is_quiet() {
        eprintln!("note: {text}");
    }
}

pub(crate) fn warn(text: impl Display) {
    if !is_quiet() {
        eprintln!("warning: {text}");
    }
}

/// Prints the warnings of a game; many of one kind in one line.
pub(crate) fn warnings(all: &[Warning]) {
    /// More warnings of one kind are summarised.
    const FEW: usize = 3;
    let mut summarised: Vec<&WarningKind> = Vec::new();
    for warning in all {
        let count = all
            .iter()
            .filter(|other| other.kind.is_like(&warning.kind))
            .count();
        let many = warning
            .kind
            .many(count)
            .filter(|_| count > FEW && !is_at_least(Detail::All));
        let Some(many) = many else {
            warn(warning);
            continue;
        };
        if !summarised.iter().any(|kind| kind.is_like(&warning.kind)) {
            summarised.push(&warning.kind);
            let first = warning
                .photo
                .as_ref()
                .map(|photo| format!(", first at {}", photo.display()));
            warn(format_args!(
                "{many}{} (-v lists them)",
                first.unwrap_or_default()
            ));
        }
    }
}
