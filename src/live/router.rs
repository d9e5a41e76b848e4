//! The routes of a server: the page, its data and its commands.

use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use axum::Router;
use axum::body::{Body, Bytes, to_bytes};
use axum::extract::{Path, Query, Request, State};
use axum::http::{HeaderValue, StatusCode, header};
use axum::middleware::{self, Next};
use axum::response::{IntoResponse, Redirect, Response};
use axum::routing::{get, post};
use checkers_rules::Variant;
use serde::Deserialize;

use super::access::{Access, Role};
use super::archive::archive;
use super::boards::{Boards, refuse};
use super::last_photo::LastPhoto;
use super::observer::Observer;
use super::protocol::Command;
use super::streams::{camera, events, live};

/// Largest size of a command in bytes.
const COMMAND: usize = 64 << 10;

/// The routes of some boards, to be served or mounted in your own app. `/board/1` is the page of the first board.
///
/// | address | content |
/// |---|---|
/// | `/` | a page with all boards; of a single board, its page |
/// | `/board/1` | the page of a board |
/// | `/board/1/game.pgn`, `.sgf`, `.pdn` | the current record of the current game |
/// | `/board/1/games.pgn`, … | the records of all games |
/// | `/board/1/events` | events as server-sent events, a line of JSON each: see [`Event`](crate::Event) |
/// | `/board/1/state` | the current [`State`](super::State) as JSON |
/// | `/board/1/live` | the same through a WebSocket, now and whenever it changes |
/// | `/board/1/photo.jpg`, `/board/1/above.jpg` | the last photo; the board in it, rectified |
/// | `/board/1/report.html`, `/board/1/photos.tar` | the report of a finished game; the kept photos |
/// | `/board/1/legal?ply=3` | the legal moves after three plies |
/// | `/board/1/command` | accepts a [`Command`] (POST) |
/// | `/board/1/camera` | accepts JPEGs through a WebSocket |
/// | `/healthz`, `/metrics` | health check; metrics in the text format of Prometheus |
///
/// It must be served in a tokio runtime.
pub fn router(observers: Vec<Observer>, access: Access) -> Router {
    let boards = Boards {
        observers: observers.into(),
        access: Arc::new(access),
        viewers: Arc::default(),
    };
    let guarded = Router::new()
        .route("/", get(all_boards))
        .route("/board/{board}", get(page))
        .route("/board/{board}/{what}", get(look))
        .route("/board/{board}/legal", get(legal_moves))
        .route("/board/{board}/live", get(live))
        .route("/board/{board}/events", get(events))
        .route("/board/{board}/command", post(command))
        .route("/board/{board}/camera", get(camera))
        .route("/metrics", get(metrics))
        .route_layer(middleware::from_fn_with_state(boards.clone(), guard));
    Router::new()
        .merge(guarded)
        .route("/healthz", get(|| async { "ok\n" }))
        .route("/{part}", get(part))
        .with_state(boards)
}

/// Rejects requests whose token does not allow them.
async fn guard(State(boards): State<Boards>, mut request: Request, next: Next) -> Response {
    let role = boards.access.role(request.headers(), request.uri().query());
    let wanted = match request.uri().path().rsplit('/').next() {
        Some("command" | "camera") => Role::Controller,
        _ => Role::Viewer,
    };
    match role {
        Some(role) if role >= wanted => {
            request.extensions_mut().insert(role);
            next.run(request).await
        }
        Some(_) => refuse(StatusCode::FORBIDDEN, "this address is for watching alone"),
        None => refuse(
            StatusCode::FORBIDDEN,
            "open the address that kibitzer has printed: it has the token in it",
        ),
    }
}

/// The scripts and the style of the page.
const PARTS: [(&str, &str); 11] = [
    ("page.css", include_str!("page/page.css")),
    ("page.js", include_str!("page/page.js")),
    ("board.js", include_str!("page/board.js")),
    ("boards.js", include_str!("page/boards.js")),
    ("camera.js", include_str!("page/camera.js")),
    ("editor.js", include_str!("page/editor.js")),
    ("moves.js", include_str!("page/moves.js")),
    ("players.js", include_str!("page/players.js")),
    ("server.js", include_str!("page/server.js")),
    ("setup.js", include_str!("page/setup.js")),
    ("sound.js", include_str!("page/sound.js")),
];

async fn part(Path(name): Path<String>) -> Response {
    let Some((_, text)) = PARTS.iter().find(|(part, _)| *part == name) else {
        return refuse(StatusCode::NOT_FOUND, "there is no such thing");
    };
    let kind = match name.ends_with(".js") {
        true => "text/javascript",
        false => "text/css",
    };
    let headers = [
        (header::CONTENT_TYPE, kind),
        (header::CACHE_CONTROL, "no-cache"),
    ];
    (headers, *text).into_response()
}

/// The page with all boards. A single board needs none.
async fn all_boards(State(boards): State<Boards>, request: Request) -> Response {
    match boards.observers.len() {
        1 => {
            let query = request.uri().query().map(|query| format!("?{query}"));
            let page = format!("board/1{}", query.unwrap_or_default());
            Redirect::to(&page).into_response()
        }
        _ => html(boards.filled(include_str!("page/boards.html"))),
    }
}

async fn page(
    State(boards): State<Boards>,
    Path(board): Path<usize>,
    request: Request,
) -> Response {
    if let Err(refused) = boards.of(board) {
        return *refused;
    }
    let role = request.extensions().get::<Role>();
    let role = match role {
        Some(Role::Controller) => "controller",
        _ => "viewer",
    };
    let option = |variant: &Variant| format!("<option>{}</option>", variant.name());
    let variants: String = Variant::ALL.iter().map(option).collect();
    let page = boards
        .filled(include_str!("page/index.html"))
        .replace("{{role}}", role)
        .replace("{{variants}}", &variants);
    html(page)
}

fn html(page: String) -> Response {
    const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob: data:; \
                          media-src 'self' blob:; connect-src 'self'; frame-ancestors 'none'";
    let headers = [
        (header::CONTENT_TYPE, "text/html; charset=utf-8"),
        (header::CONTENT_SECURITY_POLICY, POLICY),
        (header::REFERRER_POLICY, "no-referrer"),
        (header::CACHE_CONTROL, "no-store"),
    ];
    (headers, page).into_response()
}

/// A record, a picture, or the state.
async fn look(
    State(boards): State<Boards>,
    Path((board, what)): Path<(usize, String)>,
) -> Response {
    let observer = match boards.of(board) {
        Ok(observer) => observer,
        Err(refused) => return *refused,
    };
    let extension = observer.state().setup.game.extension();
    match what.split_once('.') {
        None if what == "state" => {
            let json = observer.shown().borrow().message();
            fresh("application/json", json)
        }
        Some(("game", kind)) if kind == extension => {
            let record = observer.records().last().cloned();
            fresh(record_type(extension), record.unwrap_or_default())
        }
        Some(("games", kind)) if kind == extension => {
            fresh(record_type(extension), observer.records().join("\n"))
        }
        Some(("report", "html")) => match observer.report().await {
            Ok(Some(report)) => report_page(report),
            Ok(None) => refuse(
                StatusCode::CONFLICT,
                "a game has a report once it is finished",
            ),
            Err(_) => busy(),
        },
        Some(("photos", "tar")) => photos(observer).await,
        Some(("photo", "jpg")) => picture(observer, LastPhoto::seen).await,
        Some(("above", "jpg")) => picture(observer, LastPhoto::above).await,
        _ => refuse(StatusCode::NOT_FOUND, "there is no such thing"),
    }
}

fn busy() -> Response {
    let why = "the board is closed, or too much is asked of it";
    refuse(StatusCode::SERVICE_UNAVAILABLE, why)
}

/// A report contains its style and its script, and loads nothing.
fn report_page(report: String) -> Response {
    const POLICY: &str =
        "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; img-src data:";
    let mut page = fresh("text/html; charset=utf-8", report);
    let policy = HeaderValue::from_static(POLICY);
    page.headers_mut()
        .insert(header::CONTENT_SECURITY_POLICY, policy);
    page
}

async fn photos(observer: &Observer) -> Response {
    let observer = observer.clone();
    let kept = tokio::task::spawn_blocking(move || observer.kept_photos());
    match kept.await {
        Ok(Ok(photos)) if !photos.is_empty() => {
            fresh("application/x-tar", Body::from_stream(archive(photos)))
        }
        _ => refuse(StatusCode::NOT_FOUND, "no photos are kept"),
    }
}

fn record_type(extension: &str) -> &'static str {
    match extension {
        "sgf" => "application/x-go-sgf",
        "pgn" => "application/x-chess-pgn",
        _ => "text/plain; charset=utf-8",
    }
}

/// A response that must not be cached.
fn fresh(kind: &'static str, body: impl IntoResponse) -> Response {
    (
        [
            (header::CONTENT_TYPE, kind),
            (header::CACHE_CONTROL, "no-store"),
        ],
        body,
    )
        .into_response()
}

/// A picture of the last photo. Encoding takes time, so it runs in another thread.
async fn picture(observer: &Observer, draw: fn(&LastPhoto) -> Option<&[u8]>) -> Response {
    let Some(photo) = observer.photo() else {
        return refuse(StatusCode::NOT_FOUND, "there is no photo yet");
    };
    let drawn = tokio::task::spawn_blocking(move || draw(&photo).map(<[u8]>::to_vec));
    match drawn.await {
        Ok(Some(jpeg)) => fresh("image/jpeg", jpeg),
        _ => refuse(StatusCode::NOT_FOUND, "the board is not found yet"),
    }
}

#[derive(Deserialize)]
struct At {
    ply: usize,
}

async fn legal_moves(
    State(boards): State<Boards>,
    Path(board): Path<usize>,
    Query(At { ply }): Query<At>,
) -> Response {
    let answered = match boards.of(board) {
        Ok(observer) => observer.legal_moves(ply),
        Err(refused) => return *refused,
    };
    let moves = answered.await.unwrap_or_default();
    fresh(
        "application/json",
        serde_json::to_string(&moves).unwrap_or_default(),
    )
}

async fn command(
    State(boards): State<Boards>,
    Path(board): Path<usize>,
    request: Request,
) -> Response {
    let observer = match boards.of(board) {
        Ok(observer) => observer,
        Err(refused) => return *refused,
    };
    let body = match body_of(request).await {
        Ok(body) => body,
        Err(status) => return refuse(status, "a command is short, and comes at once"),
    };
    let command = match Command::parse(&body) {
        Ok(command) => command,
        Err(error) => return refuse(StatusCode::BAD_REQUEST, &error.to_string()),
    };
    match observer.ask(command).await {
        Ok(Ok(())) => StatusCode::NO_CONTENT.into_response(),
        Ok(Err(why)) => refuse(StatusCode::CONFLICT, &why),
        Err(_) => busy(),
    }
}

/// The body of a request, unless it is too long or arrives too slowly.
async fn body_of(request: Request) -> Result<Bytes, StatusCode> {
    /// Time limit for the whole body.
    const SLOW: Duration = Duration::from_secs(10);
    let promised = request.headers().get(header::CONTENT_LENGTH);
    let promised = promised.and_then(|length| length.to_str().ok()?.parse().ok());
    if promised.is_some_and(|length: usize| length > COMMAND) {
        return Err(StatusCode::PAYLOAD_TOO_LARGE);
    }
    match tokio::time::timeout(SLOW, to_bytes(request.into_body(), COMMAND)).await {
        Ok(body) => body.map_err(|_| StatusCode::PAYLOAD_TOO_LARGE),
        Err(_) => Err(StatusCode::REQUEST_TIMEOUT),
    }
}

async fn metrics(State(boards): State<Boards>) -> Response {
    let mut text = String::new();
    let viewers = boards.viewers.load(Ordering::Relaxed);
    let mut line = |name: &str, board: Option<usize>, value: String| {
        let board = board.map(|board| format!("{{board=\"{board}\"}}"));
        text += &format!("kibitzer_{name}{} {value}\n", board.unwrap_or_default());
    };
    line("viewers", None, viewers.to_string());
    for (i, observer) in boards.observers.iter().enumerate() {
        let state = observer.state();
        let camera = &state.camera;
        for (name, value) in [
            ("photos_total", camera.photos),
            ("photos_dropped_total", camera.dropped),
            ("photos_still_total", camera.still),
            ("photos_refused_total", camera.refused),
            (
                "moves",
                state
                    .game
                    .as_ref()
                    .map_or(0, |game| game.moves.len() as u64),
            ),
            ("camera_up", u64::from(camera.fault.is_none())),
        ] {
            line(name, Some(i + 1), value.to_string());
        }
    }
    let kind = HeaderValue::from_static("text/plain; version=0.0.4");
    ([(header::CONTENT_TYPE, kind)], text).into_response()
}
