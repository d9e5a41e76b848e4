//! Chromium without a window, asked by its DevTools protocol: JSON through a WebSocket.

use std::fs;
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use tempfile::TempDir;
use tungstenite::{Message, WebSocket, client};

/// A page in a browser that is ended with it.
pub(crate) struct Browser {
    child: Child,
    socket: WebSocket<TcpStream>,
    session: Option<String>,
    asked: u64,
    /// What went wrong in the page's scripts.
    pub(crate) faults: Vec<String>,
    /// Its profile, and what it downloads.
    pub(crate) folder: TempDir,
}

/// A browser, or a page, that takes longer than this does not work.
const PATIENCE: Duration = Duration::from_secs(60);

impl Drop for Browser {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Browser {
    /// Opens an address. `film` (Y4M) is what its camera shows; it begins when a page asks for the camera.
    pub(crate) fn open(address: &str, film: Option<&Path>) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let mut command = Command::new("chromium");
        // Without a sandbox, which containers do not allow: only our own page is opened.
        command.args([
            "--headless=new",
            "--no-sandbox",
            "--disable-gpu",
            "--disable-dev-shm-usage",
            "--no-first-run",
            "--mute-audio",
            "--hide-scrollbars",
            // Servers beyond this computer have certificates of their own.
            "--ignore-certificate-errors",
            "--use-fake-ui-for-media-stream",
            "--use-fake-device-for-media-stream",
            "--remote-debugging-port=0",
        ]);
        command.arg(format!("--user-data-dir={}", folder.path().display()));
        if let Some(film) = film {
            command.arg(format!(
                "--use-file-for-fake-video-capture={}",
                film.display()
            ));
        }
        let child = command
            .arg("about:blank")
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let begin = Instant::now();
        let (port, path) = loop {
            let written = fs::read_to_string(folder.path().join("DevToolsActivePort"));
            if let Some((port, path)) = written.unwrap_or_default().split_once('\n') {
                break (port.to_owned(), path.to_owned());
            }
            assert!(begin.elapsed() < PATIENCE, "the browser does not start");
            std::thread::sleep(Duration::from_millis(50));
        };
        let stream = TcpStream::connect(format!("127.0.0.1:{port}")).unwrap();
        stream.set_read_timeout(Some(PATIENCE)).unwrap();
        let (socket, _) = client(format!("ws://127.0.0.1:{port}{path}"), stream).unwrap();
        let mut browser = Self {
            child,
            socket,
            session: None,
            asked: 0,
            faults: Vec::new(),
            folder,
        };
        let target = browser.ask("Target.createTarget", json!({ "url": "about:blank" }));
        let attach = json!({ "targetId": target["targetId"], "flatten": true });
        let session = browser.ask("Target.attachToTarget", attach);
        browser.session = session["sessionId"].as_str().map(str::to_owned);
        browser.ask("Runtime.enable", json!({}));
        let downloads = browser.folder.path().join("downloads");
        browser.ask(
            "Browser.setDownloadBehavior",
            json!({ "behavior": "allow", "downloadPath": downloads }),
        );
        browser.size(1400, 1000);
        browser.ask("Page.navigate", json!({ "url": address }));
        browser.wait_for("document.readyState === 'complete'");
        browser
    }

    /// Asks the browser for something, and waits for the answer.
    pub(crate) fn ask(&mut self, method: &str, parameters: Value) -> Value {
        self.asked += 1;
        let mut question = json!({ "id": self.asked, "method": method, "params": parameters });
        if let Some(session) = &self.session {
            question["sessionId"] = json!(session);
        }
        self.socket
            .send(Message::text(question.to_string()))
            .unwrap();
        loop {
            let Message::Text(text) = self.socket.read().unwrap() else {
                continue;
            };
            let mut answer: Value = serde_json::from_str(&text).unwrap();
            match answer["method"].as_str() {
                Some("Runtime.exceptionThrown") => self.faults.push(text.to_string()),
                _ if answer["id"] == self.asked => {
                    assert!(answer["error"].is_null(), "{method}: {answer}");
                    return answer["result"].take();
                }
                _ => {}
            }
        }
    }

    /// The value of an expression in the page; promises are waited for.
    pub(crate) fn evaluate(&mut self, expression: &str) -> Value {
        let parameters =
            json!({ "expression": expression, "awaitPromise": true, "returnByValue": true });
        let mut answer = self.ask("Runtime.evaluate", parameters);
        let thrown = &answer["exceptionDetails"];
        assert!(thrown.is_null(), "{expression}: {thrown}");
        answer["result"]["value"].take()
    }

    /// Waits until an expression is true.
    pub(crate) fn wait_for(&mut self, expression: &str) {
        self.wait_at_most(PATIENCE, expression);
    }

    /// Waits until an expression is true, for so long at most.
    pub(crate) fn wait_at_most(&mut self, patience: Duration, expression: &str) {
        let begin = Instant::now();
        while self.evaluate(&format!("!!({expression})")) != json!(true) {
            if begin.elapsed() > patience {
                let text = self.evaluate("document.body.innerText");
                panic!(
                    "never: {expression}\n{}\n{:?}",
                    text.as_str().unwrap_or_default(),
                    self.faults
                );
            }
            std::thread::sleep(Duration::from_millis(50));
        }
    }

    /// Where the middle of an element is, in the window; it is scrolled into view.
    fn middle(&mut self, selector: &str) -> [f64; 2] {
        self.wait_for(&format!(
            "(() => {{ const it = document.querySelector({selector:?}); if (!it?.getClientRects().length) return false; \
             it.scrollIntoView({{ block: 'center' }}); const box = it.getBoundingClientRect(); \
             return it.contains(document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2)); }})()"
        ));
        self.within(selector, [0.5, 0.5])
    }

    /// Where a place in an element is, in the window; (0, 0) is its top left corner, (1, 1) the bottom right one.
    pub(crate) fn within(&mut self, selector: &str, [x, y]: [f64; 2]) -> [f64; 2] {
        let place = self.evaluate(&format!(
            "(() => {{ const it = document.querySelector({selector:?}); it.scrollIntoView({{ block: 'center' }}); \
             const box = it.getBoundingClientRect(); return [box.x + box.width * {x}, box.y + box.height * {y}]; }})()"
        ));
        [0, 1].map(|i| place[i].as_f64().unwrap())
    }

    /// Clicks the middle of an element with the mouse.
    pub(crate) fn click(&mut self, selector: &str) {
        let at = self.middle(selector);
        self.press(at, at);
    }

    /// Presses the mouse in one place, and releases it in another.
    pub(crate) fn press(&mut self, from: [f64; 2], to: [f64; 2]) {
        for (kind, [x, y]) in [
            ("mouseMoved", from),
            ("mousePressed", from),
            ("mouseMoved", to),
            ("mouseReleased", to),
        ] {
            let event = json!({ "type": kind, "x": x, "y": y, "button": "left", "buttons": 1, "clickCount": 1 });
            self.ask("Input.dispatchMouseEvent", event);
        }
    }

    /// Clicks a field and types a text in the place of what is in it.
    pub(crate) fn type_into(&mut self, selector: &str, text: &str) {
        self.click(selector);
        self.evaluate(&format!("document.querySelector({selector:?}).select()"));
        self.ask("Input.insertText", json!({ "text": text }));
    }

    /// Presses a key.
    pub(crate) fn key(&mut self, key: &str) {
        self.hold(key, 0);
    }

    /// Holds a key until it has been repeated so often.
    pub(crate) fn hold(&mut self, key: &str, repeats: usize) {
        for repeat in 0..=repeats {
            self.ask(
                "Input.dispatchKeyEvent",
                json!({ "type": "keyDown", "key": key, "text": key, "autoRepeat": repeat > 0 }),
            );
        }
        self.ask(
            "Input.dispatchKeyEvent",
            json!({ "type": "keyUp", "key": key }),
        );
    }

    /// Chooses an option by its value.
    pub(crate) fn choose(&mut self, selector: &str, value: &str) {
        self.evaluate(&format!(
            "(() => {{ const it = document.querySelector({selector:?}); it.value = {value:?}; \
             it.dispatchEvent(new Event('change', {{ bubbles: true }})); }})()"
        ));
    }

    /// The text of an element.
    pub(crate) fn text(&mut self, selector: &str) -> String {
        let text = self.evaluate(&format!("document.querySelector({selector:?}).innerText"));
        text.as_str().unwrap_or_default().to_owned()
    }

    /// Gives the window a size.
    pub(crate) fn size(&mut self, width: u32, height: u32) {
        let size =
            json!({ "width": width, "height": height, "deviceScaleFactor": 1, "mobile": false });
        self.ask("Emulation.setDeviceMetricsOverride", size);
    }
}
