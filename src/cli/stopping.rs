//! Ctrl-C and its like: a first signal ends the reading of photos, and what was read is recorded; a second one ends
//! the program.

use std::process::ExitCode;
use std::sync::Once;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use signal_hook::consts::{SIGINT, SIGTERM};
use signal_hook::flag;

#[cfg(unix)]
const SIGNALS: [i32; 3] = [SIGINT, SIGTERM, signal_hook::consts::SIGHUP];
#[cfg(not(unix))]
const SIGNALS: [i32; 2] = [SIGINT, SIGTERM];

/// The number of the signal that came, or 0.
static CAME: AtomicUsize = AtomicUsize::new(0);
/// Whether the next one ends the program.
static AGAIN: AtomicBool = AtomicBool::new(false);

/// From here on a first signal is noted instead of ending the program.
pub(super) fn wait() {
    // Twice, and a first signal would be taken for a second one.
    static WAITING: Once = Once::new();
    WAITING.call_once(|| SIGNALS.into_iter().for_each(note));
}

/// Notes a first signal of this kind; a second one ends the program.
fn note(signal: i32) {
    // They are asked in this order, so the first one finds nothing noted. Where the system refuses, signals end the
    // program as they always do.
    let _ = flag::register_conditional_shutdown(signal, 128 + signal, &AGAIN)
        .and_then(|_| flag::register(signal, &AGAIN))
        .and_then(|_| flag::register_usize(signal, &CAME, signal as usize));
}

/// Whether a signal has come.
pub(super) fn asked() -> bool {
    CAME.load(Ordering::SeqCst) != 0
}

/// The exit code of work that a signal has ended early: as shells have it, 128 and the signal's number.
pub(super) fn code() -> Option<ExitCode> {
    let signal = u8::try_from(CAME.load(Ordering::SeqCst)).unwrap_or(0);
    (signal > 0).then(|| ExitCode::from(128 + signal))
}
