//! The boards of a server.

use std::sync::Arc;
use std::sync::atomic::AtomicUsize;

use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};

use super::access::Access;
use super::observer::Observer;

/// The boards of a server.
#[derive(Clone)]
pub(super) struct Boards {
    pub(super) observers: Arc<[Observer]>,
    pub(super) access: Arc<Access>,
    pub(super) viewers: Arc<AtomicUsize>,
}

impl Boards {
    /// A page with the number of boards filled in.
    pub(super) fn filled(&self, page: &str) -> String {
        page.replace("{{boards}}", &self.observers.len().to_string())
    }

    /// The observer of a board. Boards in addresses are numbered from 1.
    pub(super) fn of(&self, board: usize) -> Result<&Observer, Box<Response>> {
        let found = board
            .checked_sub(1)
            .and_then(|board| self.observers.get(board));
        found.ok_or_else(|| {
            let last = self.observers.len();
            let why = format!("there is no board {board}: the last one is {last}");
            Box::new(refuse(StatusCode::NOT_FOUND, &why))
        })
    }
}

/// A response that says why a request is refused.
pub(super) fn refuse(status: StatusCode, why: &str) -> Response {
    (status, format!("{why}\n")).into_response()
}
