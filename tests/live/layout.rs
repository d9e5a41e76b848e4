//! The page on large and small screens, light and dark: nothing is wider than the screen.
//!
//! `KIBITZER_PICTURES=DIR` keeps pictures of it.

use std::env;
use std::fs;
use std::path::Path;
use std::time::Duration;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use serde_json::json;

use crate::table::Table;

/// The photos of a club evening: a low camera, hands now and then.
const SCENE: &str = "[photo]\nwidth = 960\nheight = 720\n[camera]\ntilt = 30.0\ndrift = 0.0\nshake = 0.0\n\
                     [hands]\nshare = 0.0\n[pace]\nrepeat = 0.0\n";

/// Paul Morphy against the Duke of Brunswick and Count Isouard, Paris 1858.
const GAME: &str =
    "1. e4 e5 2. Nf3 d6 3. d4 Bg4 4. dxe5 Bxf3 5. Qxf3 dxe5 6. Bc4 Nf6 7. Qb3 Qe7 8. Nc3 c6 9. Bg5";

#[test]
fn the_page_fits_on_every_screen() {
    let players = "--white-name Morphy --black-name Allies --event Opera";
    let Some(mut table) = Table::of_chess(players) else {
        return;
    };
    table.scene(SCENE);
    let photos = table.photos(None, GAME);
    table.show(&photos);
    table
        .page
        .wait_for("document.querySelectorAll('#moves li').length === 17");
    table
        .page
        .wait_for("document.querySelector('#above').width > 300");
    // The page asks for photos now and then, not for every one.
    std::thread::sleep(Duration::from_secs(1));
    assert_eq!(table.page.text("#ruling"), "Nothing is wrong on the board.");
    for (width, height) in [(1400, 900), (390, 844)] {
        table.page.size(width, height);
        for scheme in ["light", "dark"] {
            let features =
                json!({ "features": [{ "name": "prefers-color-scheme", "value": scheme }] });
            table.page.ask("Emulation.setEmulatedMedia", features);
            // Two frames: the page has been laid out anew.
            table.page.evaluate(
                "new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))",
            );
            let widest = table.page.evaluate("document.documentElement.scrollWidth");
            assert!(
                widest.as_u64().unwrap() <= width.into(),
                "{widest} on {width}"
            );
            if let Some(folder) = env::var_os("KIBITZER_PICTURES") {
                table.page.evaluate("scrollTo(0, 0)");
                let whole = json!({ "format": "png", "captureBeyondViewport": width < 500 });
                let picture = table.page.ask("Page.captureScreenshot", whole);
                let picture = STANDARD.decode(picture["data"].as_str().unwrap()).unwrap();
                let name = format!("page-{width}-{scheme}.png");
                fs::write(Path::new(&folder).join(name), picture).unwrap();
            }
        }
    }
    table.ends_without_faults();
}
