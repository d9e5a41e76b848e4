//! An observer: a thread that follows the games on one board, and what everyone may see of it.

use std::path::{Path, PathBuf};
use std::sync::{Arc, Condvar, Mutex, PoisonError};

use tokio::sync::{broadcast, oneshot, watch};

use super::inbox::{EVENTS, Frame, Options, QUESTIONS, Question, Shared, Shown};
use super::kept;
use super::last_photo::LastPhoto;
use super::protocol::Command;
use super::refusal::Refusal;
use super::state::{MoveState, State};
use super::worker::Worker;
use crate::Error;

/// Follows the games on one board, in a thread of its own.
///
/// Cloning it is cheap, and all clones are of the same board. The thread ends when [`close`](Observer::close) is
/// called.
///
/// ```no_run
/// use kibitzer::live::{Frame, Observer, ObserverOptions, Picture, now};
///
/// let observer = Observer::start(ObserverOptions::default())?;
/// let photo = image::open("photo.jpg").unwrap().into_rgb8();
/// observer.give(Frame { seconds: now(), picture: Picture::Pixels(photo) });
/// println!("{:?}", observer.state().game);
/// # Ok::<(), kibitzer::live::Refusal>(())
/// ```
#[derive(Clone)]
pub struct Observer(Arc<Shared>, Arc<[PathBuf]>);

impl Observer {
    /// Begins to observe; goes on from what is kept, if there is something.
    ///
    /// # Errors
    /// For a setup that cannot be followed; [`Error::Io`] and [`Error::Journal`] of what is kept.
    pub fn start(options: Options) -> Result<Self, Refusal> {
        let (shown, _) = watch::channel(Shown::default());
        let (events, _) = broadcast::channel(EVENTS);
        let shared = Arc::new(Shared {
            inbox: Mutex::default(),
            moved: Condvar::new(),
            shown,
            events,
            photo: Mutex::default(),
            keep: options.keep.clone(),
        });
        let worker = Worker::new(options, Arc::clone(&shared))?;
        let files = worker.files().into();
        std::thread::Builder::new()
            .name("observer".to_owned())
            .spawn(move || worker.run())
            .map_err(|error| Refusal::Recorder(Error::io(Path::new("thread"), error)))?;
        Ok(Self(shared, files))
    }

    /// The photos that it goes on from: a source does not give them again.
    #[must_use]
    pub fn files(&self) -> Vec<PathBuf> {
        self.1.to_vec()
    }

    /// Offers a photo of a camera that goes on anyway: it takes the place of one that was not looked at yet.
    pub fn offer(&self, frame: Frame) {
        let mut inbox = self.0.inbox();
        if inbox.frame.replace(frame).is_some() {
            inbox.dropped += 1;
        }
        self.0.moved.notify_all();
    }

    /// Gives a photo that must not be lost, as those of a film: waits until the one before is looked at.
    pub fn give(&self, frame: Frame) {
        let mut inbox = self.0.inbox();
        while inbox.frame.is_some() && !inbox.closed {
            inbox = self.0.wait(inbox);
        }
        inbox.frame = Some(frame);
        self.0.moved.notify_all();
    }

    /// Waits until every photo that was given has been looked at.
    pub fn settle(&self) {
        let (done, settled) = oneshot::channel();
        let mut inbox = self.0.inbox();
        while inbox.frame.is_some() && !inbox.closed {
            inbox = self.0.wait(inbox);
        }
        inbox
            .questions
            .push_back(Question::LegalMoves(usize::MAX, done));
        self.0.moved.notify_all();
        drop(inbox);
        // It has been looked at when the next question is answered; without an answer, nobody looks any more.
        let _ = settled.blocking_recv();
    }

    /// Says that the camera does not work, and why; `None` when it works again.
    pub fn camera_fault(&self, fault: Option<String>) {
        let mut inbox = self.0.inbox();
        if inbox.fault != fault {
            inbox.fault = fault;
            inbox.fault_changed = true;
            self.0.moved.notify_all();
        }
    }

    /// Asks for something; the answer comes when it is done.
    pub(super) fn ask(&self, command: Command) -> oneshot::Receiver<Result<(), String>> {
        let (answer, answered) = oneshot::channel();
        self.question(Question::Command(command, answer));
        answered
    }

    /// Does what a person asks for, and waits until it is done.
    ///
    /// # Errors
    /// Why it cannot be done, as a sentence.
    pub fn command(&self, command: Command) -> Result<(), String> {
        let closed = || Err("the board is closed, or too much is asked of it".to_owned());
        self.ask(command)
            .blocking_recv()
            .unwrap_or_else(|_| closed())
    }

    /// The moves that are legal after so many plies.
    pub(super) fn legal_moves(&self, ply: usize) -> oneshot::Receiver<Vec<MoveState>> {
        let (answer, answered) = oneshot::channel();
        self.question(Question::LegalMoves(ply, answer));
        answered
    }

    /// The report of the game as HTML, once it is over.
    pub(super) fn report(&self) -> oneshot::Receiver<Option<String>> {
        let (answer, answered) = oneshot::channel();
        self.question(Question::Report(answer));
        answered
    }

    /// A question that finds no room is not answered.
    fn question(&self, question: Question) {
        let mut inbox = self.0.inbox();
        if inbox.questions.len() < QUESTIONS && !inbox.closed {
            inbox.questions.push_back(question);
            self.0.moved.notify_all();
        }
    }

    /// What is to be seen now.
    #[must_use]
    pub fn state(&self) -> Arc<State> {
        Arc::clone(&self.0.shown.borrow().state)
    }

    /// The records of the games on the board, in order; the last one is that of the game that is followed.
    #[must_use]
    pub fn records(&self) -> Arc<Vec<String>> {
        Arc::clone(&self.0.shown.borrow().records)
    }

    pub(super) fn shown(&self) -> watch::Receiver<Shown> {
        self.0.shown.subscribe()
    }

    /// Events as JSON, from now on.
    pub(super) fn events(&self) -> broadcast::Receiver<Arc<str>> {
        self.0.events.subscribe()
    }

    pub(super) fn photo(&self) -> Option<Arc<LastPhoto>> {
        self.0
            .photo
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .clone()
    }

    /// The photos that are kept of the games so far; none without a folder for them.
    ///
    /// # Errors
    /// As those of a journal.
    pub(super) fn kept_photos(&self) -> Result<Vec<PathBuf>, Error> {
        self.0.keep.as_deref().map_or(Ok(Vec::new()), kept::photos)
    }

    /// Ends the thread once it has done what it is at. What was kept stays.
    pub fn close(&self) {
        self.0.inbox().closed = true;
        self.0.moved.notify_all();
    }

    /// Whether [`close`](Observer::close) was called.
    #[must_use]
    pub fn is_closed(&self) -> bool {
        self.0.inbox().closed
    }
}
