//! The command `watch`: observes boards and serves their page.

use std::net::{IpAddr, Ipv4Addr, SocketAddr, TcpListener, UdpSocket};
use std::path::PathBuf;
use std::process::{Command, ExitCode, Stdio};
use std::thread;
use std::time::Duration;

use clap::Args;
use qrcode::QrCode;
use qrcode::render::unicode::Dense1x2;

use super::info::InfoArguments;
use super::orientation::OrientationArguments;
use super::signals;
use super::values::{CheckersRules, Game, rate};
use crate::cli::error::Error;
use crate::cli::output::{self, say};
use crate::live::{self, Access, Kind, Observer, ObserverOptions, Setup, Source, Tls};
use crate::recording::{GameInfo, TimeControl};

#[derive(Args)]
pub(super) struct WatchArguments {
    /// A folder that fills with photos, a film, /dev/video0, or an address such as rtsp://… [default: the camera of a
    /// browser]
    #[arg(long)]
    source: Option<String>,
    /// The game; the page can change it
    #[arg(long, value_enum, default_value_t = Game::Chess)]
    pub(super) game: Game,
    /// Go: number of lines a side [default: detected]
    #[arg(long, value_parser = clap::value_parser!(u8).range(2..=25))]
    size: Option<u8>,
    /// Checkers: the variant
    #[arg(long, value_enum, default_value_t = CheckersRules::English)]
    variant: CheckersRules,
    /// Chess, checkers: the start position
    #[arg(long)]
    fen: Option<String>,
    /// Chess, checkers: the photos are already rectified and cropped to the board
    #[arg(long)]
    rectified: bool,
    #[command(flatten)]
    orientation: OrientationArguments,
    /// Films and cameras: most photos looked at in a second
    #[arg(long, value_name = "PHOTOS", default_value_t = crate::photos::RATE, value_parser = rate)]
    fps: f64,
    /// Number of boards; the source is that of the first
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u8).range(1..=16))]
    boards: u8,
    /// A chess clock that the board presses: minutes, minutes+seconds for each move, or minutes+5x30 for five periods of
    /// byo-yomi of 30 seconds
    #[arg(long, value_name = "TIME")]
    clock: Option<TimeControl>,
    /// Do not open the page in a browser
    #[arg(long)]
    no_open: bool,
    /// The port of the page
    #[arg(long, default_value_t = 8088)]
    port: u16,
    /// The address to listen at. For other computers, the page is encrypted and needs a token
    #[arg(long, default_value_t = IpAddr::V4(Ipv4Addr::LOCALHOST))]
    listen: IpAddr,
    /// The token that the page needs [default: none on this computer, else a random one]
    #[arg(long)]
    token: Option<String>,
    /// The certificate of the server (PEM) [default: a self-signed one]
    #[arg(long, value_name = "FILE", requires = "key")]
    cert: Option<PathBuf>,
    /// The private key of the certificate (PEM)
    #[arg(long, value_name = "FILE", requires = "cert")]
    key: Option<PathBuf>,
    /// Keep photos where something changed, commands and records in this folder; if there is a game in it, resume it
    #[arg(long, value_name = "FOLDER", visible_alias = "keep-photos")]
    keep: Option<PathBuf>,
    /// As --keep, but there has to be a game in the folder
    #[arg(long, value_name = "FOLDER", conflicts_with = "keep")]
    resume: Option<PathBuf>,
    // Last: the heading holds for all options that follow.
    #[command(flatten, next_help_heading = "Game information for the record")]
    info: InfoArguments,
}

impl WatchArguments {
    fn setup(&self) -> Setup {
        let info = GameInfo::from(&self.info);
        Setup {
            game: kind(self.game),
            size: self.size.map(usize::from),
            variant: self.variant.rules().variant.name().to_owned(),
            fen: self.fen.clone().unwrap_or_default(),
            rectified: self.rectified,
            orientation: self.orientation.turns(),
            mirrored: self.orientation.mirrored,
            lag: None,
            black: info.black,
            white: info.white,
            event: info.event,
            place: info.place,
            round: info.round,
            date: info.date.map(|date| date.to_string()).unwrap_or_default(),
            result: info.result.unwrap_or_default(),
            rules: info.rules.unwrap_or_default(),
            komi: info.komi,
            clock: self
                .clock
                .map(|clock| clock.to_string())
                .unwrap_or_default(),
        }
    }
}

pub(super) fn watch(arguments: &WatchArguments) -> Result<ExitCode, Error> {
    let at = SocketAddr::new(arguments.listen, arguments.port);
    let failed = |source| crate::Error::Io {
        path: at.to_string().into(),
        source,
    };
    if let Some(folder) = &arguments.resume
        && !folder.join("board-1").is_dir()
    {
        return Err(Error::Use {
            path: folder.clone(),
            reason: "no game is kept there",
        });
    }
    let source = arguments.source.as_deref();
    let source = source
        .map(|name| Source::named(name, arguments.fps))
        .transpose()?;
    let listener = TcpListener::bind(at).map_err(failed)?;
    let at = listener.local_addr().map_err(failed)?;
    let beyond = !at.ip().is_loopback();
    let token = match &arguments.token {
        None if beyond => Some(live::random_token().map_err(failed)?),
        token => token.clone(),
    };
    let access = match token.clone() {
        Some(token) => Access::by_token(token).map_err(failed)?,
        None => Access::ThisComputer,
    };
    let tls = match (&arguments.cert, &arguments.key) {
        (Some(cert), Some(key)) => Some(Tls::from_files(cert, key).map_err(failed)?),
        _ if beyond => {
            Some(Tls::self_signed(vec![reachable(at.ip()).to_string()]).map_err(failed)?)
        }
        _ => None,
    };
    let observers = (1..=arguments.boards).map(|board| {
        let options = ObserverOptions {
            setup: arguments.setup(),
            // The source is that of the first board; the others have browsers as cameras.
            camera: match &arguments.source {
                Some(source) if board == 1 => source.clone(),
                _ => "browser".to_owned(),
            },
            keep: arguments
                .keep
                .as_ref()
                .or(arguments.resume.as_ref())
                .map(|folder| folder.join(format!("board-{board}"))),
        };
        Observer::start(options)
    });
    let observers: Vec<Observer> = observers.collect::<Result<_, _>>()?;
    if let (Some(source), Some(observer)) = (source, observers.first().cloned()) {
        thread::spawn(move || {
            let known = observer.files();
            if let Err(error) = live::watch(&source, &observer, &known) {
                observer.camera_fault(Some(error.to_string()));
            }
        });
    }
    let named = SocketAddr::new(reachable(at.ip()), at.port());
    let page = |path: &str, token: Option<&str>| {
        let protocol = if tls.is_some() { "https" } else { "http" };
        let query = token
            .map(|token| format!("?token={token}"))
            .unwrap_or_default();
        format!("{protocol}://{named}/{path}{query}")
    };
    let address = |token: Option<&str>| page("board/1", token);
    say!("{}", address(token.as_deref()));
    if let Access::Tokens { view, .. } = &access {
        say!("to watch only: {}", address(Some(view)));
    }
    if arguments.boards > 1 {
        say!("all boards: {}", page("", token.as_deref()));
    }
    if beyond
        && !output::is_quiet()
        && let Ok(code) = QrCode::new(address(token.as_deref()))
    {
        say!("{}", code.render::<Dense1x2>().build());
    }
    if !arguments.no_open && !beyond {
        open(&address(token.as_deref()));
    }
    let keep = arguments.keep.as_ref().or(arguments.resume.as_ref());
    if keep.is_none() {
        output::note(
            "the games are only in memory: --keep FOLDER stores them; Ctrl-C prints the records",
        );
    }
    let app = live::router(observers.clone(), access);
    let server = thread::spawn(|| live::serve(listener, app, tls));
    signals::wait();
    let mut faults = vec![None; observers.len()];
    while !signals::asked() {
        tell_faults(&observers, &mut faults);
        if server.is_finished() {
            let ended = server.join().unwrap_or(Ok(()));
            return ended
                .map(|()| ExitCode::SUCCESS)
                .map_err(|e| failed(e).into());
        }
        thread::sleep(Duration::from_millis(100));
    }
    match keep {
        Some(folder) => output::note(format_args!("the records are in {}", folder.display())),
        None => print_records(&observers),
    }
    Ok(signals::code().unwrap_or(ExitCode::SUCCESS))
}

/// Tells which cameras do not work, or work again; `known` are the last faults of all boards.
fn tell_faults(observers: &[Observer], known: &mut [Option<String>]) {
    for ((board, observer), known) in (1..).zip(observers).zip(known) {
        let fault = &observer.state().camera.fault;
        if fault != known {
            let what = fault.as_deref().unwrap_or("it works again");
            output::note(format_args!("the camera of board {board}: {what}"));
            known.clone_from(fault);
        }
    }
}

/// Prints the records of all boards.
fn print_records(observers: &[Observer]) {
    for observer in observers {
        for record in observer.records().iter() {
            say!("{}", record.trim_end());
        }
    }
}

/// Opens an address in the browser. Without a browser, the printed address suffices.
fn open(address: &str) {
    let (program, before): (_, &[&str]) = match std::env::consts::OS {
        "macos" => ("open", &[]),
        "windows" => ("cmd", &["/C", "start", ""]),
        _ => ("xdg-open", &[]),
    };
    let mut command = Command::new(program);
    command.args(before).arg(address).stdin(Stdio::null());
    let _ = command.stdout(Stdio::null()).stderr(Stdio::null()).spawn();
}

/// An address at which other computers reach this one, if `at` stands for all of its addresses.
fn reachable(at: IpAddr) -> IpAddr {
    // Nothing is sent: connecting a UDP socket only reveals the local address, if there is a network.
    let from = |any: &str, other: &str| {
        let socket = UdpSocket::bind(any).ok()?;
        socket.connect(other).ok()?;
        Some(socket.local_addr().ok()?.ip())
    };
    let found = match at {
        IpAddr::V4(_) => from("0.0.0.0:0", "192.0.2.1:9"),
        IpAddr::V6(_) => from("[::]:0", "[2001:db8::1]:9"),
    };
    found.filter(|_| at.is_unspecified()).unwrap_or(at)
}

fn kind(game: Game) -> Kind {
    match game {
        Game::Go => Kind::Go,
        Game::Chess => Kind::Chess,
        Game::Checkers => Kind::Checkers,
    }
}
