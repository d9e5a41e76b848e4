//! An observer: a thread that follows the games on one board and shares its state.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
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

/// Follows the games on one board, in its own thread.
///
/// Clones are cheap and refer to the same board. The thread ends when [`close`](Observer::close) is
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
    /// Starts the thread. If the folder of the options already holds a game, resumes it.
    ///
    /// # Errors
    /// If the game of the setup cannot be followed; [`Error::Io`] and [`Error::Journal`] if the kept game cannot be
    /// read.
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
            browsers: AtomicU64::new(0),
        });
        let worker = Worker::new(options, Arc::clone(&shared))?;
        let files = worker.files().into();
        std::thread::Builder::new()
            .name("observer".to_owned())
            .spawn(move || worker.run())
            .map_err(|error| Refusal::Recorder(Error::io(Path::new("thread"), error)))?;
        Ok(Self(shared, files))
    }

    /// The photos of the resumed game, which a source must not give again.
    #[must_use]
    pub fn files(&self) -> Vec<PathBuf> {
        self.1.to_vec()
    }

    /// Offers a photo of a running camera. It replaces a photo that is still waiting.
    pub fn offer(&self, frame: Frame) {
        let mut inbox = self.0.inbox();
        if inbox.frame.replace(frame).is_some() {
            inbox.dropped += 1;
        }
        self.0.moved.notify_all();
    }

    /// Gives a photo that must not be lost, such as a frame of a film. Waits until the thread has taken the one before.
    pub fn give(&self, frame: Frame) {
        self.give_before(frame, 0);
    }

    /// Gives a photo before so many others, which are read before the game is finished, too.
    pub(super) fn give_before(&self, frame: Frame, others: usize) {
        let mut inbox = self.0.inbox();
        while inbox.frame.is_some() && !inbox.closed {
            inbox = self.0.wait(inbox);
        }
        (inbox.frame, inbox.behind) = (Some(frame), others);
        self.0.moved.notify_all();
    }

    /// Reports that no other photo follows the last one for now.
    pub(super) fn none_follows(&self) {
        self.0.inbox().behind = 0;
        self.0.moved.notify_all();
    }

    /// Waits until all given photos have been processed.
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
        // The thread answers after it has processed the photo. Without an answer, it has ended.
        let _ = settled.blocking_recv();
    }

    /// Reports why the camera does not work, or with `None` that it works again.
    pub fn camera_fault(&self, fault: Option<String>) {
        let mut inbox = self.0.inbox();
        if inbox.fault != fault {
            inbox.fault = fault;
            inbox.fault_changed = true;
            self.0.moved.notify_all();
        }
    }

    /// A browser becomes the camera, instead of the one before; returns its number.
    pub(super) fn next_browser(&self) -> u64 {
        1 + self.0.browsers.fetch_add(1, Ordering::Relaxed)
    }

    /// Whether the browser of this number is the camera.
    pub(super) fn is_camera(&self, browser: u64) -> bool {
        self.0.browsers.load(Ordering::Relaxed) == browser
    }

    /// Reports that the camera was a film, which has ended.
    pub(super) fn film_over(&self) {
        self.0.inbox().over = true;
        self.0.moved.notify_all();
    }

    /// Sends a command. The receiver gets the answer when it has been carried out.
    pub(super) fn ask(&self, command: Command) -> oneshot::Receiver<Result<(), String>> {
        let (answer, answered) = oneshot::channel();
        self.question(Question::Command(command, answer));
        answered
    }

    /// Sends a command of a person, and waits until it has been carried out.
    ///
    /// # Errors
    /// A sentence that says why it cannot be carried out.
    pub fn command(&self, command: Command) -> Result<(), String> {
        let closed = || Err("the board is closed, or too much is asked of it".to_owned());
        self.ask(command)
            .blocking_recv()
            .unwrap_or_else(|_| closed())
    }

    /// The legal moves after `ply` plies.
    pub(super) fn legal_moves(&self, ply: usize) -> oneshot::Receiver<Vec<MoveState>> {
        let (answer, answered) = oneshot::channel();
        self.question(Question::LegalMoves(ply, answer));
        answered
    }

    /// The report of the game as HTML, once the game is finished.
    pub(super) fn report(&self) -> oneshot::Receiver<Option<String>> {
        let (answer, answered) = oneshot::channel();
        self.question(Question::Report(answer));
        answered
    }

    /// Queues a question. If the queue is full, its sender is dropped, and the receiver gets an error.
    fn question(&self, question: Question) {
        let mut inbox = self.0.inbox();
        if inbox.questions.len() < QUESTIONS && !inbox.closed {
            inbox.questions.push_back(question);
            self.0.moved.notify_all();
        }
    }

    /// The current state.
    #[must_use]
    pub fn state(&self) -> Arc<State> {
        Arc::clone(&self.0.shown.borrow().state)
    }

    /// The records of all games on the board, in order. The last one is that of the current game.
    #[must_use]
    pub fn records(&self) -> Arc<Vec<String>> {
        Arc::clone(&self.0.shown.borrow().records)
    }

    pub(super) fn shown(&self) -> watch::Receiver<Shown> {
        self.0.shown.subscribe()
    }

    /// The events from now on, as JSON.
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

    /// The photos kept so far; none without a folder for them.
    ///
    /// # Errors
    /// If the folder cannot be read.
    pub(super) fn kept_photos(&self) -> Result<Vec<PathBuf>, Error> {
        self.0.keep.as_deref().map_or(Ok(Vec::new()), kept::photos)
    }

    /// Ends the thread after its current task. Kept files stay.
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
