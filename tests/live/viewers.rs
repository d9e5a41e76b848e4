//! Pages that only watch, and pages beyond this computer.

use std::time::{Duration, Instant};

use serde_json::json;

use crate::browser::Browser;
use crate::film::Film;
use crate::server::{Server, photographed};
use crate::table::Table;

#[test]
fn several_pages_watch_and_change_nothing() {
    let Some(mut table) = Table::of_chess("--token secret") else {
        return;
    };
    let line = table.server.line();
    let (_, address) = line.split_once("only: ").unwrap();
    let mut viewers = [Browser::open(address, None), Browser::open(address, None)];
    let photos = table.photos(None, "1. e4 e5");
    table.show(&photos);
    table.lists(&["e4", "e5"]);
    for viewer in &mut viewers {
        viewer.wait_for("document.querySelectorAll('#moves li').length === 2");
        viewer.wait_for("document.querySelector('#photo').width > 300");
        let shown = viewer.evaluate(
            "[...document.querySelectorAll('.control, #choice')].filter((it) => it.getClientRects().length).length",
        );
        assert_eq!(shown, 0);
        for key in ["t", "p", "e"] {
            viewer.key(key);
        }
        assert_eq!(viewer.faults, Vec::<String>::new());
    }
    table.lists(&["e4", "e5"]);
    assert_eq!(table.server.state()["running"], true);
    table.ends_without_faults();
}

/// Browsers open only six connections to a server for all their tabs.
#[test]
fn ten_tabs_of_one_browser_see_all_boards() {
    let Some(mut table) = Table::of_chess("--boards 2") else {
        return;
    };
    let photos = table.photos(None, "1. e4 e5 2. Nf3");
    table.show(&photos[..3]);
    table.lists(&["e4", "e5"]);
    let address = table.server.page.clone();
    for _ in 0..9 {
        table
            .page
            .ask("Target.createTarget", json!({ "url": address }));
    }
    let begin = Instant::now();
    while !table
        .server
        .body("/metrics")
        .contains("kibitzer_viewers 10")
    {
        assert!(
            begin.elapsed() < Duration::from_secs(60),
            "not every tab is told"
        );
        std::thread::sleep(Duration::from_millis(100));
    }
    table.show(&photos[3..]);
    table.lists(&["e4", "e5", "Nf3"]);
    assert_eq!(table.page.evaluate("document.title"), "Board 1 · Kibitzer");
    // The page of all boards.
    table.page.click("#all");
    table
        .page
        .wait_for("document.querySelectorAll('.card').length === 2 && document.querySelector('.card img').width > 100");
    table
        .page
        .wait_for("document.querySelector('.card .last').innerText === '2. Nf3, Black to move'");
    table.page.click(".card:nth-child(2)");
    table
        .page
        .wait_for("document.title === 'Board 2 · Kibitzer'");
    table.ends_without_faults();
}

#[test]
fn beyond_this_computer_the_page_is_encrypted_and_a_phone_scans_its_address() {
    if !crate::has_browser() || !test_data::program("ffmpeg") {
        return;
    }
    let folder = photographed();
    let photos: Vec<_> = (1..=30)
        .map(|i| folder.path().join(format!("photos/photo_{i:04}.jpg")))
        .collect();
    let film = Film::of(&photos, 2.0);
    let mut server = Server::start("--game go --listen 0.0.0.0", folder.path());
    assert!(server.page.starts_with("https://"), "{}", server.page);
    assert!(server.line().starts_with("to watch only: https://"));
    let code: Vec<_> = (0..15).map(|_| server.line()).collect();
    // Bare lines are its edge.
    let drawn = code.iter().filter(|line| line.contains(['█', '▀', '▄']));
    assert!(drawn.count() > 10, "{code:?}");
    // The certificate is the server's own; a camera needs a page that the browser takes for secure.
    let mut phone = Browser::open(&server.page, Some(&film.path));
    assert_eq!(phone.evaluate("isSecureContext"), json!(true));
    phone.click("#browser");
    phone.wait_at_most(
        Duration::from_secs(120),
        "document.querySelectorAll('#moves li').length > 2",
    );
    assert_eq!(phone.faults, Vec::<String>::new());
}

/// Two views of a board in turn are no game.
#[test]
fn the_device_that_was_asked_last_is_the_camera() {
    if !crate::has_browser() || !test_data::program("ffmpeg") {
        return;
    }
    let folder = photographed();
    let photo = folder.path().join("photos/photo_0001.jpg");
    let film = Film::of(&[photo], 2.0);
    let server = Server::start("--game go", folder.path());
    let mut devices = [(); 2].map(|()| Browser::open(&server.page, Some(&film.path)));
    for device in &mut devices {
        device.click("#browser");
        device.wait_for("document.querySelector('#photo').width > 300");
    }
    let [first, second] = &mut devices;
    first.wait_for(
        "document.querySelector('#message').innerText.includes('another device is the camera now')",
    );
    assert_eq!(
        first.evaluate("document.querySelector('#browser').disabled"),
        json!(false)
    );
    assert_eq!(
        second.evaluate("document.querySelector('#browser').disabled"),
        json!(true)
    );
    assert!(server.state()["camera"]["fault"].is_null());
    // It can be the camera again.
    first.click("#browser");
    second.wait_for(
        "document.querySelector('#message').innerText.includes('another device is the camera now')",
    );
}
