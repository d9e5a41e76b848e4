//! Serves an app over HTTP or HTTPS, with limits for the number of connections and their time.

use std::io;
use std::net::TcpListener;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::sync::Semaphore;
use tokio::time::timeout;
use tokio_rustls::TlsAcceptor;
use tokio_rustls::rustls::ServerConfig;
use tokio_rustls::rustls::pki_types::pem::PemObject;
use tokio_rustls::rustls::pki_types::{CertificateDer, PrivateKeyDer, PrivatePkcs8KeyDer};

/// Largest number of connections at the same time; more are refused.
const CONNECTIONS: usize = 200;
/// Time limit for the TLS handshake and for the head of a request.
const SLOW: Duration = Duration::from_secs(10);

/// A TLS certificate with its key.
#[derive(Clone)]
pub struct Tls(TlsAcceptor);

impl Tls {
    /// A new self-signed certificate for some names or addresses. Browsers warn about it once.
    ///
    /// # Errors
    /// If a name is invalid.
    pub fn self_signed(names: Vec<String>) -> io::Result<Self> {
        let made = rcgen::generate_simple_self_signed(names).map_err(io::Error::other)?;
        let key = PrivatePkcs8KeyDer::from(made.signing_key.serialize_der());
        Self::of(vec![made.cert.der().clone()], key.into())
    }

    /// A certificate and its key from PEM files.
    ///
    /// # Errors
    /// If they cannot be read or do not match.
    pub fn from_files(certificate: &Path, key: &Path) -> io::Result<Self> {
        let chain = CertificateDer::pem_file_iter(certificate).map_err(io::Error::other)?;
        let chain: Result<Vec<_>, _> = chain.collect();
        let key = PrivateKeyDer::from_pem_file(key).map_err(io::Error::other)?;
        Self::of(chain.map_err(io::Error::other)?, key)
    }

    fn of(chain: Vec<CertificateDer<'static>>, key: PrivateKeyDer<'static>) -> io::Result<Self> {
        let config = ServerConfig::builder().with_no_client_auth();
        let config = config
            .with_single_cert(chain, key)
            .map_err(io::Error::other)?;
        Ok(Self(TlsAcceptor::from(Arc::new(config))))
    }
}

/// Serves an app, such as [`router`](super::router), until the program ends.
///
/// # Errors
/// If the system gives no thread, or the listener cannot be used.
pub fn serve(listener: TcpListener, app: Router, tls: Option<Tls>) -> io::Result<()> {
    listener.set_nonblocking(true)?;
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .worker_threads(2)
        .enable_all()
        .build()?;
    runtime.block_on(accept(listener, app, tls))
}

async fn accept(listener: TcpListener, app: Router, tls: Option<Tls>) -> io::Result<()> {
    let listener = tokio::net::TcpListener::from_std(listener)?;
    let connections = Arc::new(Semaphore::new(CONNECTIONS));
    loop {
        let Ok((stream, _)) = listener.accept().await else {
            // The client has gone, or too many files are open: later connections may succeed.
            tokio::time::sleep(Duration::from_millis(50)).await;
            continue;
        };
        // Refuse instead of waiting, so that others need not wait, either. Silent connections soon end by the limit.
        let Ok(room) = Arc::clone(&connections).try_acquire_owned() else {
            continue;
        };
        let (app, tls) = (app.clone(), tls.clone());
        tokio::spawn(async move {
            let _room = room;
            match tls {
                None => answer(stream, app).await,
                Some(Tls(tls)) => {
                    if let Ok(Ok(stream)) = timeout(SLOW, tls.accept(stream)).await {
                        answer(stream, app).await;
                    }
                }
            }
        });
    }
}

async fn answer(stream: impl AsyncRead + AsyncWrite + Unpin + Send + 'static, app: Router) {
    let connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(SLOW)
        .serve_connection(TokioIo::new(stream), TowerToHyperService::new(app))
        .with_upgrades();
    // A broken connection is not an error of the server.
    let _ = connection.await;
}
