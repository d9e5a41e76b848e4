//! A board in a browser, whose camera shows rendered photos one by one.

use std::fs;
use std::path::PathBuf;
use std::time::{Duration, Instant, SystemTime};

use serde_json::json;
use tempfile::TempDir;

use crate::browser::Browser;
use crate::server::{Server, kibitzer};

/// A board that is watched, and a page that shows it.
pub(crate) struct Table {
    pub(crate) server: Server,
    pub(crate) page: Browser,
    folder: TempDir,
    shown: usize,
}

/// Nothing moves but the pieces: a photo of the start, then one after every ply.
const SCENE: &str =
    "[hands]\nshare = 0.0\n[pace]\nrepeat = 0.0\n[camera]\ntilt = 20.0\ndrift = 0.0\nshake = 0.0\n";

impl Table {
    /// Of chess; nothing where there is no browser.
    pub(crate) fn of_chess(arguments: &str) -> Option<Self> {
        crate::has_browser().then(|| {
            let folder = tempfile::tempdir().unwrap();
            fs::create_dir(folder.path().join("in")).unwrap();
            fs::write(folder.path().join("scene.toml"), SCENE).unwrap();
            let server = Server::start(&format!("--source in {arguments}"), folder.path());
            let page = Browser::open(&server.page, None);
            Self {
                server,
                page,
                folder,
                shown: 0,
            }
        })
    }

    /// Photos are of this scene from now on.
    pub(crate) fn scene(&self, scene: &str) {
        fs::write(self.folder.path().join("scene.toml"), scene).unwrap();
    }

    /// Photos of a game: `moves` as in PGN, from a FEN or the usual start.
    pub(crate) fn photos(&self, fen: Option<&str>, moves: &str) -> Vec<PathBuf> {
        self.rendered(fen, moves, 1)
    }

    /// So many photos of a position, which differ by the camera's noise.
    pub(crate) fn stills(&self, fen: &str, count: u64) -> Vec<PathBuf> {
        let seeds = 1..=count;
        seeds
            .flat_map(|seed| self.rendered(Some(fen), "", seed))
            .collect()
    }

    fn rendered(&self, fen: Option<&str>, moves: &str, seed: u64) -> Vec<PathBuf> {
        let at = self.folder.path();
        let name = format!("game-{}", fs::read_dir(at).unwrap().count());
        let setup = fen.map(|fen| format!("[SetUp \"1\"]\n[FEN \"{fen}\"]\n"));
        let text = format!("[Event \"?\"]\n{}\n{moves} *\n", setup.unwrap_or_default());
        fs::write(at.join(format!("{name}.pgn")), text).unwrap();
        kibitzer(
            &format!("render {name}.pgn -o {name} --scene scene.toml --seed {seed}"),
            at,
        );
        let photos = (1..).map(|i| at.join(format!("{name}/photo_{i:04}.jpg")));
        photos.take_while(|path| path.exists()).collect()
    }

    /// Photos that were made so many seconds one after the other, the last one now.
    pub(crate) fn spaced(&self, photos: &[PathBuf], seconds: u64) {
        let now = SystemTime::now();
        for (i, photo) in photos.iter().rev().enumerate() {
            let age = Duration::from_secs(seconds * i as u64);
            let file = fs::File::options().append(true).open(photo).unwrap();
            file.set_modified(now - age).unwrap();
        }
    }

    /// Shows photos to the camera, and waits until they have been looked at and the page tells so.
    pub(crate) fn show(&mut self, photos: &[PathBuf]) {
        for photo in photos {
            self.shown += 1;
            let name = format!("{:04}.jpg", self.shown);
            let part = self.folder.path().join(&name);
            fs::copy(photo, &part).unwrap();
            // When it was written is when it was made.
            let written = photo.metadata().and_then(|file| file.modified()).unwrap();
            let copy = fs::File::options().append(true).open(&part).unwrap();
            copy.set_modified(written).unwrap();
            fs::rename(part, self.folder.path().join("in").join(name)).unwrap();
        }
        self.server.has_seen(self.shown);
        let told = format!(": {} photos,", self.shown);
        self.page
            .wait_for(&format!("document.body.innerText.includes({told:?})"));
    }

    /// Waits until these moves are listed in the page.
    pub(crate) fn lists(&mut self, moves: &[&str]) {
        let begin = Instant::now();
        let names = "[...document.querySelectorAll('#moves .name')].map((name) => name.innerText)";
        loop {
            let listed = self.page.evaluate(names);
            if listed == json!(moves) {
                return;
            }
            let text = self.page.text("body");
            assert!(
                begin.elapsed() < Duration::from_secs(30),
                "{listed} for {moves:?}\n{text}"
            );
            std::thread::sleep(Duration::from_millis(50));
        }
    }

    /// Clicks a square of the diagram, as it lies from White's side.
    pub(crate) fn click_square(&mut self, name: &str) {
        let [file, rank] = [name.as_bytes()[0] - b'a', name.as_bytes()[1] - b'1'].map(f64::from);
        let at = self
            .page
            .within("#board", [(file + 0.5) / 8.0, (7.5 - rank) / 8.0]);
        self.page.press(at, at);
    }

    /// Sets the position by its FEN.
    pub(crate) fn set_position(&mut self, fen: &str) {
        self.page.click("#edit");
        self.page.type_into("#text", fen);
        self.page.click("#editor button:not([type])");
        self.page
            .wait_for("document.querySelector('#editor').hidden");
    }

    /// The game of the record that the server gives away.
    pub(crate) fn record(&self) -> String {
        self.server.body("/board/1/game.pgn")
    }

    pub(crate) fn ends_without_faults(self) {
        assert_eq!(self.page.faults, Vec::<String>::new());
    }
}
