//! What the thread of an observer and everyone else share: what comes in, and what is shown.

use std::collections::VecDeque;
use std::path::PathBuf;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};

use image::RgbImage;
use tokio::sync::{broadcast, oneshot, watch};

use super::last_photo::LastPhoto;
use super::protocol::Command;
use super::setup::Setup;
use super::state::{MoveState, State};
use crate::Error;

/// How a board is observed.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// Which game is followed first.
    pub setup: Setup,
    /// What the camera is called.
    pub camera: String,
    /// A folder for everything that is seen and said, from which a killed server goes on. Without one, a kill loses the
    /// game.
    pub keep: Option<PathBuf>,
}

/// A photo for an observer.
#[derive(Debug)]
pub struct Frame {
    /// When it was made, in seconds since 1970, or since a film began.
    pub seconds: f64,
    /// What it shows.
    pub picture: Picture,
}

/// What a photo shows.
#[derive(Debug)]
#[non_exhaustive]
pub enum Picture {
    /// The bytes of a JPEG.
    Jpeg(Vec<u8>),
    /// The pixels.
    Pixels(RgbImage),
    /// A file, and its pixels or why it cannot be opened. It stays where it is.
    File(PathBuf, Result<RgbImage, Error>),
}

/// What the thread and everyone else share.
pub(super) struct Shared {
    pub(super) inbox: Mutex<Inbox>,
    /// Something came in, or was taken out.
    pub(super) moved: Condvar,
    pub(super) shown: watch::Sender<Shown>,
    pub(super) events: broadcast::Sender<Arc<str>>,
    pub(super) photo: Mutex<Option<Arc<LastPhoto>>>,
    /// The folder where the game is kept.
    pub(super) keep: Option<PathBuf>,
}

/// What is waiting for the thread.
#[derive(Default)]
pub(super) struct Inbox {
    pub(super) questions: VecDeque<Question>,
    /// The newest one: what comes faster than it can be looked at is not queued.
    pub(super) frame: Option<Frame>,
    pub(super) dropped: u64,
    pub(super) fault: Option<String>,
    pub(super) fault_changed: bool,
    pub(super) closed: bool,
}

/// What somebody asks the thread.
pub(super) enum Question {
    Command(Command, oneshot::Sender<Result<(), String>>),
    LegalMoves(usize, oneshot::Sender<Vec<MoveState>>),
    Report(oneshot::Sender<Option<String>>),
}

/// What the thread is to do next.
pub(super) enum Work {
    Question(Question),
    /// A photo, and how many were dropped so far.
    Frame(Frame, u64),
    /// The camera does not work, or works again.
    Fault(Option<String>),
    Close,
}

/// What is shown of a board.
#[derive(Clone, Default)]
pub(super) struct Shown {
    pub(super) state: Arc<State>,
    /// The same as JSON.
    pub(super) json: Arc<str>,
    /// The records of the games, the last one that of the game that is followed.
    pub(super) records: Arc<Vec<String>>,
}

/// Questions that wait at most.
pub(super) const QUESTIONS: usize = 64;
/// Events that a slow listener may be behind.
pub(super) const EVENTS: usize = 256;

impl Shared {
    pub(super) fn inbox(&self) -> MutexGuard<'_, Inbox> {
        self.inbox.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) fn wait<'a>(&self, inbox: MutexGuard<'a, Inbox>) -> MutexGuard<'a, Inbox> {
        self.moved
            .wait(inbox)
            .unwrap_or_else(PoisonError::into_inner)
    }

    /// Waits for what is to do next; questions go first.
    pub(super) fn next(&self) -> Work {
        let mut inbox = self.inbox();
        loop {
            if inbox.closed {
                // Who waits for an answer is told that there is none.
                inbox.questions.clear();
                return Work::Close;
            }
            if inbox.fault_changed {
                inbox.fault_changed = false;
                return Work::Fault(inbox.fault.clone());
            }
            if let Some(question) = inbox.questions.pop_front() {
                return Work::Question(question);
            }
            if let Some(frame) = inbox.frame.take() {
                self.moved.notify_all();
                return Work::Frame(frame, inbox.dropped);
            }
            inbox = self.wait(inbox);
        }
    }

    pub(super) fn set_photo(&self, photo: LastPhoto) {
        let mut last = self.photo.lock().unwrap_or_else(PoisonError::into_inner);
        *last = Some(Arc::new(photo));
    }
}
