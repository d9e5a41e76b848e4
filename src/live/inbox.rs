//! What the thread of an observer shares with others: its input, and what is shown.

use std::collections::VecDeque;
use std::path::PathBuf;
use std::sync::atomic::AtomicU64;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Instant;

use image::RgbImage;
use tokio::sync::{broadcast, oneshot, watch};

use super::last_photo::LastPhoto;
use super::protocol::Command;
use super::setup::Setup;
use super::state::{MoveState, State};
use crate::Error;

/// Options of an observer.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// The first game.
    pub setup: Setup,
    /// The name of the camera.
    pub camera: String,
    /// A folder for photos, journal and records, from which a killed server resumes. Without one, the game is lost
    /// then.
    pub keep: Option<PathBuf>,
}

/// A photo for an observer.
#[derive(Debug)]
pub struct Frame {
    /// Its time in seconds, since 1970 or since the start of the film.
    pub seconds: f64,
    /// The picture.
    pub picture: Picture,
}

/// The picture of a photo.
#[derive(Debug)]
#[non_exhaustive]
pub enum Picture {
    /// The bytes of a JPEG.
    Jpeg(Vec<u8>),
    /// The pixels.
    Pixels(RgbImage),
    /// A file, and its pixels or why it cannot be opened. The file stays where it is.
    File(PathBuf, Result<RgbImage, Error>),
}

/// What the thread shares with others.
pub(super) struct Shared {
    pub(super) inbox: Mutex<Inbox>,
    /// Notified when something is added or taken out.
    pub(super) moved: Condvar,
    pub(super) shown: watch::Sender<Shown>,
    pub(super) events: broadcast::Sender<Arc<str>>,
    pub(super) photo: Mutex<Option<Arc<LastPhoto>>>,
    /// The folder in which the game is kept.
    pub(super) keep: Option<PathBuf>,
    /// Number of browsers that have been the camera. The last one is.
    pub(super) browsers: AtomicU64,
}

/// The input that waits for the thread.
#[derive(Default)]
pub(super) struct Inbox {
    pub(super) questions: VecDeque<Question>,
    /// The newest photo. Photos do not queue: a newer one replaces it.
    pub(super) frame: Option<Frame>,
    pub(super) dropped: u64,
    /// Number of photos of a folder that follow it.
    pub(super) behind: usize,
    /// Number of photos that waited when somebody asked to finish the game and still do: they are read first.
    before_finish: Option<usize>,
    pub(super) fault: Option<String>,
    pub(super) fault_changed: bool,
    /// Whether a film has just ended.
    pub(super) over: bool,
    pub(super) closed: bool,
}

/// A question to the thread, with the channel for the answer.
pub(super) enum Question {
    Command(Command, oneshot::Sender<Result<(), String>>),
    LegalMoves(usize, oneshot::Sender<Vec<MoveState>>),
    Report(oneshot::Sender<Option<String>>),
}

/// The next task of the thread.
pub(super) enum Work {
    Question(Question),
    Frame {
        frame: Frame,
        /// Number of photos dropped so far.
        dropped: u64,
        /// Number of photos of a folder that follow it.
        behind: usize,
    },
    /// The fault of the camera; `None` if it works again.
    Fault(Option<String>),
    /// The film has ended.
    Over,
    Close,
}

/// What is shown of a board.
#[derive(Clone, Default)]
pub(super) struct Shown {
    pub(super) state: Arc<State>,
    /// The state as JSON.
    pub(super) json: Arc<str>,
    /// When it was so; `None` before the first state.
    pub(super) at: Option<Instant>,
    /// The records of all games; the last one is that of the current game.
    pub(super) records: Arc<Vec<String>>,
}

impl Shown {
    /// The state as JSON, with its `age` in seconds: a clock has run on since then.
    pub(super) fn message(&self) -> String {
        let age = self.at.map_or(0.0, |at| at.elapsed().as_secs_f64());
        match self.json.strip_prefix('{') {
            Some(fields) => format!("{{\"age\":{age:.3},{fields}"),
            None => "{}".to_owned(),
        }
    }
}

/// Most questions that wait.
pub(super) const QUESTIONS: usize = 64;
/// Number of events that are kept for slow listeners.
pub(super) const EVENTS: usize = 256;

impl Inbox {
    /// Whether the next question is to finish the game, and photos that were there before it still wait.
    fn finishes_later(&mut self) -> bool {
        let next = self.questions.front();
        if !matches!(next, Some(Question::Command(Command::Finish, _))) {
            self.before_finish = None;
            return false;
        }
        let waiting = self.waiting();
        let left = *self.before_finish.get_or_insert(waiting);
        left.min(waiting) > 0
    }

    /// Number of photos that wait.
    fn waiting(&self) -> usize {
        self.behind + usize::from(self.frame.is_some())
    }

    fn take_frame(&mut self) -> Option<Frame> {
        let frame = self.frame.take()?;
        self.before_finish = self.before_finish.map(|left| left.saturating_sub(1));
        Some(frame)
    }
}

impl Shared {
    pub(super) fn inbox(&self) -> MutexGuard<'_, Inbox> {
        self.inbox.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) fn wait<'a>(&self, inbox: MutexGuard<'a, Inbox>) -> MutexGuard<'a, Inbox> {
        self.moved
            .wait(inbox)
            .unwrap_or_else(PoisonError::into_inner)
    }

    /// Waits for the next task. Questions come first, but photos that wait are read before the game is finished.
    pub(super) fn next(&self) -> Work {
        let mut inbox = self.inbox();
        loop {
            if inbox.closed {
                // Dropping a question tells the one who asked that there is no answer.
                inbox.questions.clear();
                return Work::Close;
            }
            if inbox.fault_changed {
                inbox.fault_changed = false;
                return Work::Fault(inbox.fault.clone());
            }
            if std::mem::take(&mut inbox.over) {
                return Work::Over;
            }
            if !inbox.finishes_later()
                && let Some(question) = inbox.questions.pop_front()
            {
                return Work::Question(question);
            }
            if let Some(frame) = inbox.take_frame() {
                self.moved.notify_all();
                return Work::Frame {
                    frame,
                    dropped: inbox.dropped,
                    behind: inbox.behind,
                };
            }
            inbox = self.wait(inbox);
        }
    }

    pub(super) fn set_photo(&self, photo: LastPhoto) {
        let mut last = self.photo.lock().unwrap_or_else(PoisonError::into_inner);
        *last = Some(Arc::new(photo));
    }
}
