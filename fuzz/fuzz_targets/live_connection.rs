//! Bytes as a connection to the observer's server, as a request or behind the handshake of a camera's WebSocket:
//! whatever they are, the server answers others afterwards.
#![no_main]

use std::io::{Read, Write};
use std::net::{Shutdown, SocketAddr, TcpListener, TcpStream};
use std::sync::LazyLock;
use std::thread;
use std::time::Duration;

use kibitzer::live::{Access, Observer, ObserverOptions, router, serve};
use libfuzzer_sys::fuzz_target;

/// A server with one board, for all inputs.
static SERVER: LazyLock<SocketAddr> = LazyLock::new(|| {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let at = listener.local_addr().unwrap();
    let board = Observer::start(ObserverOptions::default()).unwrap();
    thread::spawn(move || serve(listener, router(vec![board], Access::ThisComputer), None));
    at
});

/// What the server answers. It does not answer who has closed the connection for writing.
fn ask(bytes: &[&[u8]], close: bool) -> Vec<u8> {
    let mut stream = TcpStream::connect(*SERVER).unwrap();
    stream
        .set_read_timeout(Some(Duration::from_secs(5)))
        .unwrap();
    // A server that refuses a request need not read all of it.
    let _ = bytes.iter().try_for_each(|bytes| stream.write_all(bytes));
    if close {
        let _ = stream.shutdown(Shutdown::Write);
    }
    let mut answer = Vec::new();
    // Events have no end.
    let _ = stream.take(1 << 16).read_to_end(&mut answer);
    answer
}

fuzz_target!(|bytes: &[u8]| {
    const CAMERA: &[u8] = b"GET /board/1/camera HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\n\
        Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: MDEyMzQ1Njc4OWFiY2RlZg==\r\n\r\n";
    match bytes.split_first() {
        Some((0..128, frames)) => ask(&[CAMERA, frames], true),
        Some((_, request)) => ask(&[request], true),
        None => return,
    };
    const HEALTH: &[u8] = b"GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n";
    let health = ask(&[HEALTH], false);
    assert!(health.starts_with(b"HTTP/1.1 200"), "{health:?}");
});
