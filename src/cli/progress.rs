//! Progress bars on a terminal.

use std::io::IsTerminal;
use std::ops::ControlFlow;

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use super::signals;
use crate::Stage;

/// A bar for one stage of long work; hidden if the output is not a terminal.
pub(super) fn bar(what: &'static str) -> ProgressBar {
    let target = if std::io::stderr().is_terminal() {
        ProgressDrawTarget::stderr()
    } else {
        ProgressDrawTarget::hidden()
    };
    let bar = ProgressBar::with_draw_target(Some(0), target);
    if let Ok(style) = ProgressStyle::with_template("{msg:>10} [{bar:40}] {pos}/{len} {eta}") {
        bar.set_style(style.progress_chars("=> "));
    }
    bar.set_message(what);
    bar
}

/// Runs a recording with a progress bar for each stage. A signal ends the reading of photos.
pub(super) fn stages<R>(
    record: impl FnOnce(&mut dyn FnMut(Stage, usize, usize) -> ControlFlow<()>) -> R,
) -> R {
    let bars = [bar("reading"), bar("searching")];
    signals::wait();
    let mut reported = false;
    let result = record(&mut |stage, done, of| {
        let now = stage as usize;
        bars.iter().take(now).for_each(|b| b.finish_and_clear());
        bars[now].set_length(of as u64);
        bars[now].set_position(done as u64);
        if !signals::asked() {
            return ControlFlow::Continue(());
        }
        if !std::mem::replace(&mut reported, true) {
            eprintln!(
                "stopping: the photos read so far are recorded; a second signal ends at once"
            );
        }
        match stage {
            Stage::Searching => ControlFlow::Continue(()),
            _ => ControlFlow::Break(()),
        }
    });
    bars[Stage::Searching as usize].finish_and_clear();
    result
}
