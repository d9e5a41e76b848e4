//! What the page gives away: the report and the photos of a game.

use std::fs;
use std::path::Path;
use std::time::{Duration, Instant};

use crate::table::Table;

#[test]
fn report_and_photos_are_downloaded() {
    let Some(mut table) = Table::of_chess("--keep kept --white-name Ann") else {
        return;
    };
    let photos = table.photos(None, "1. e4 e5 2. Nf3");
    table.show(&photos);
    table.lists(&["e4", "e5", "Nf3"]);
    assert_eq!(
        table
            .page
            .evaluate("document.querySelector('#report').hidden"),
        true
    );
    let early = table.server.get("/board/1/report.html");
    assert!(early.starts_with("HTTP/1.1 409"), "{early}");
    table.page.click("#photos");
    let archive = downloaded(&table, "photos.tar");
    let kept: Vec<_> = photos
        .iter()
        .map(|photo| fs::read(photo).unwrap())
        .collect();
    assert_eq!(files(&archive), kept);
    table.page.click("#finish");
    table.page.click("#offer");
    table
        .page
        .wait_for("!document.querySelector('#report').hidden");
    table.page.click("#report");
    let report = String::from_utf8(downloaded(&table, "report.html")).unwrap();
    assert!(report.contains("<h1>Ann – Black</h1>"), "{report}");
    assert!(report.contains("data:image/jpeg"), "no photo is in it");
    table.ends_without_faults();
}

/// A file that the browser has downloaded.
fn downloaded(table: &Table, name: &str) -> Vec<u8> {
    let path = table.page.folder.path().join("downloads").join(name);
    let begin = Instant::now();
    while !path.exists() {
        assert!(
            begin.elapsed() < Duration::from_secs(60),
            "nothing is downloaded"
        );
        std::thread::sleep(Duration::from_millis(50));
    }
    fs::read(Path::new(&path)).unwrap()
}

/// The files of an archive: a header of 512 bytes before each, which has the size in octal digits.
fn files(archive: &[u8]) -> Vec<Vec<u8>> {
    let mut files = Vec::new();
    let mut rest = archive;
    while rest[0] != 0 {
        let size = std::str::from_utf8(&rest[124..135]).unwrap();
        let size = usize::from_str_radix(size, 8).unwrap();
        files.push(rest[512..512 + size].to_vec());
        rest = &rest[512 + size.next_multiple_of(512)..];
    }
    assert_eq!(rest.len(), 1024);
    files
}
