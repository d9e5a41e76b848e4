//! Connections that stay open: states and events for viewers, photos of a browser.

use std::convert::Infallible;
use std::pin::pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use axum::body::Bytes;
use axum::extract::ws::{CloseFrame, Message, WebSocket, WebSocketUpgrade};
use axum::extract::{Path, State};
use axum::response::sse::{Event, KeepAlive, Sse};
use axum::response::{IntoResponse, Response};
use futures_util::future::{Either, select};
use futures_util::stream::unfold;
use tokio::sync::broadcast::error::RecvError;
use tokio::sync::watch;
use tokio::time::{sleep, timeout};

use super::boards::Boards;
use super::inbox::{Frame, Picture, Shown};
use super::observer::Observer;
use super::time::now;

/// Largest size of a photo of a browser in bytes.
const PHOTO: usize = 8 << 20;
/// Largest number of photos a second from a browser; more are skipped.
const RATE: u32 = 30;
/// The code with which the connection of a browser is closed that is no longer the camera.
const REPLACED: u16 = 4001;
/// Least time between two updates of a page.
const OFTEN: Duration = Duration::from_millis(100);
/// Largest size of what a viewer says in bytes.
const SAID: usize = 1 << 10;

/// Counts a viewer while its connection lasts.
struct Viewer(Arc<AtomicUsize>);

impl Viewer {
    fn of(boards: &Boards) -> Self {
        boards.viewers.fetch_add(1, Ordering::Relaxed);
        Self(Arc::clone(&boards.viewers))
    }
}

impl Drop for Viewer {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }
}

pub(super) async fn live(
    State(boards): State<Boards>,
    Path(board): Path<usize>,
    upgrade: WebSocketUpgrade,
) -> Response {
    let viewer = Viewer::of(&boards);
    open(&boards, board, upgrade, SAID, |socket, observer| {
        show_states(socket, observer.shown(), viewer)
    })
}

/// Opens the WebSocket of a board for messages of at most so many bytes.
fn open<F: Future<Output = ()> + Send + 'static>(
    boards: &Boards,
    board: usize,
    upgrade: WebSocketUpgrade,
    most: usize,
    talk: impl FnOnce(WebSocket, Observer) -> F + Send + 'static,
) -> Response {
    let observer = match boards.of(board) {
        Ok(observer) => observer.clone(),
        Err(refused) => return *refused,
    };
    let upgrade = upgrade.max_message_size(most).max_frame_size(most);
    upgrade.on_upgrade(|socket| talk(socket, observer))
}

/// Sends the states of a board until the connection ends.
///
/// Browsers open only six connections for server-sent events to a server, for all their tabs together.
async fn show_states(mut socket: WebSocket, mut shown: watch::Receiver<Shown>, _viewer: Viewer) {
    /// Time limit for one message.
    const SLOW: Duration = Duration::from_secs(20);
    shown.mark_changed();
    while let Some(message) = next_message(&mut socket, &mut shown).await {
        match timeout(SLOW, socket.send(message)).await {
            Ok(Ok(())) => sleep(OFTEN).await,
            _ => break,
        }
    }
}

/// The next message for a viewer; `None` when the connection ends.
async fn next_message(
    socket: &mut WebSocket,
    shown: &mut watch::Receiver<Shown>,
) -> Option<Message> {
    /// Time without a change after which the connection is tested.
    const QUIET: Duration = Duration::from_secs(20);
    loop {
        let (changed, said) = (pin!(shown.changed()), pin!(socket.recv()));
        match timeout(QUIET, select(changed, said)).await {
            Ok(Either::Left((changed, _))) => {
                changed.ok()?;
                break;
            }
            // A viewer has nothing to say.
            Ok(Either::Right((said, _))) => drop(said?.ok()?),
            Err(_) => return Some(Message::Ping(Bytes::new())),
        }
    }
    let message = shown.borrow_and_update().message();
    Some(Message::text(message))
}

pub(super) async fn events(State(boards): State<Boards>, Path(board): Path<usize>) -> Response {
    let events = match boards.of(board) {
        Ok(observer) => observer.events(),
        Err(refused) => return *refused,
    };
    let first = (events, Viewer::of(&boards));
    let told = unfold(first, async |(mut events, viewer)| {
        loop {
            match events.recv().await {
                Ok(line) => {
                    let event = Ok::<_, Infallible>(Event::default().data(&*line));
                    return Some((event, (events, viewer)));
                }
                // A client that is too slow misses some events.
                Err(RecvError::Lagged(_)) => {}
                Err(RecvError::Closed) => return None,
            }
        }
    });
    Sse::new(told)
        .keep_alive(KeepAlive::default())
        .into_response()
}

pub(super) async fn camera(
    State(boards): State<Boards>,
    Path(board): Path<usize>,
    upgrade: WebSocketUpgrade,
) -> Response {
    open(&boards, board, upgrade, PHOTO, take_photos)
}

/// Takes the photos of a browser until the connection ends, or another browser becomes the camera: photos of two would
/// be two views of the board in turn.
async fn take_photos(mut socket: WebSocket, observer: Observer) {
    let browser = observer.next_browser();
    let mut second = (Instant::now(), 0);
    // A malformed message ends the connection; the page opens another one.
    while let Some(Ok(message)) = socket.recv().await {
        if !observer.is_camera(browser) {
            let reason = "another device is the camera now".into();
            let code = REPLACED;
            let close = Message::Close(Some(CloseFrame { code, reason }));
            // An error means that the connection is closed already.
            let _ = socket.send(close).await;
            return;
        }
        let bytes = match message {
            Message::Binary(bytes) => bytes,
            Message::Close(_) => break,
            _ => continue,
        };
        if second.0.elapsed() >= Duration::from_secs(1) {
            second = (Instant::now(), 0);
        }
        second.1 += 1;
        if second.1 > RATE {
            continue;
        }
        observer.camera_fault(None);
        observer.offer(Frame {
            seconds: now(),
            picture: Picture::Jpeg(bytes.to_vec()),
        });
    }
    if observer.is_camera(browser) {
        observer.camera_fault(Some("the page that used it was closed".to_owned()));
    }
}
