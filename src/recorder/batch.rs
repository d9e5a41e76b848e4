//! Photos from files to a record.

use std::ops::ControlFlow;
use std::path::PathBuf;

use board_core::MoveGen;

use super::follow::Recorder;
use crate::event::Event;
use crate::game::Game;
use crate::progress::{Progress, Stage};
use crate::recording::{Notation, Recording};
use crate::source::Photo;
use crate::source::photos::{self, Limits};
use crate::{Error, WarningKind};

/// Records a game from photos in order of time: pushes each to `recorder` while another thread opens the next ones, and
/// finishes. The recording equals that of [`Recorder::push`] photo by photo.
///
/// Photos that cannot be opened are skipped with a warning. `on_event` is called with each event.
///
/// # Errors
/// As [`Recorder::push`] and [`Recorder::finish`]; [`Error::Cancelled`] if `progress` breaks before a photo is used.
pub fn record<G: Game>(
    mut recorder: Recorder<G>,
    paths: &[PathBuf],
    limits: &Limits,
    mut on_event: impl FnMut(Event<<G::Position as MoveGen>::Move>),
    progress: &mut Progress<'_>,
) -> Result<Recording<G::Position>, Error>
where
    G::Position: Notation,
{
    let mut done = 0;
    let ended = photos::read_ahead(paths, *limits, |path, photo| {
        if progress(Stage::Reading, done, paths.len()).is_break() {
            if recorder.frames.photos.is_empty() {
                return ControlFlow::Break(Err(Error::Cancelled));
            }
            let mut events = Vec::new();
            recorder.warn(WarningKind::ReadingStopped, path, &mut events);
            events.into_iter().for_each(&mut on_event);
            return ControlFlow::Break(Ok(()));
        }
        done += 1;
        let name = path.to_owned();
        let events = match photo {
            Ok(image) => recorder.push(Photo { name, image }),
            Err(error) => Ok(recorder.skip(path, error)),
        };
        match events {
            Ok(events) => events.into_iter().for_each(&mut on_event),
            Err(error) => return ControlFlow::Break(Err(error)),
        }
        ControlFlow::Continue(())
    });
    ended.unwrap_or(Ok(()))?;
    recorder.finish(progress)
}
