//! Signals such as Ctrl-C: the first ends the reading of photos, and the photos read so far are recorded; the second
//! ends the program.

use std::process::ExitCode;
use std::sync::Once;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use signal_hook::consts::{SIGINT, SIGTERM};
use signal_hook::flag;

#[cfg(unix)]
const SIGNALS: [i32; 3] = [SIGINT, SIGTERM, signal_hook::consts::SIGHUP];
#[cfg(not(unix))]
const SIGNALS: [i32; 2] = [SIGINT, SIGTERM];

/// The number of the signal received, or 0.
static RECEIVED: AtomicUsize = AtomicUsize::new(0);
/// Whether the next signal ends the program.
static SECOND: AtomicBool = AtomicBool::new(false);

/// Installs the handlers: from here on the first signal is noted instead of ending the program.
pub(super) fn wait() {
    // Install them once only, or the first signal would count as the second.
    static WAITING: Once = Once::new();
    WAITING.call_once(|| SIGNALS.into_iter().for_each(note));
}

/// Notes the first signal of this kind; the second one ends the program.
fn note(signal: i32) {
    // Handlers run in this order, so the shutdown sees only earlier signals. If the system refuses a handler, signals
    // end the program as usual.
    let _ = flag::register_conditional_shutdown(signal, 128 + signal, &SECOND)
        .and_then(|_| flag::register(signal, &SECOND))
        .and_then(|_| flag::register_usize(signal, &RECEIVED, signal as usize));
}

/// Whether a signal has been received.
pub(super) fn asked() -> bool {
    RECEIVED.load(Ordering::SeqCst) != 0
}

/// The exit code after a signal: as in shells, 128 plus its number.
pub(super) fn code() -> Option<ExitCode> {
    let signal = u8::try_from(RECEIVED.load(Ordering::SeqCst)).unwrap_or(0);
    (signal > 0).then(|| ExitCode::from(128 + signal))
}
