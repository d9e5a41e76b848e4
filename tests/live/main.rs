//! `kibitzer watch`: the server asked as programs ask it, and the page used in a real browser (`chromium`), whose camera
//! shows films that `ffmpeg` makes of photos. Where a program or the photos are missing, a test is skipped.

mod access;
mod browser;
mod clicks;
mod clock;
mod downloads;
mod film;
mod gone;
mod kept;
mod layout;
mod load;
mod loops;
mod real_games;
mod rulings;
// The truth of photos that the recorder's tests look at, too.
#[path = "../it/photos/runs.rs"]
mod runs;
mod server;
mod table;
mod viewers;

/// Whether the browser is there.
fn has_browser() -> bool {
    test_data::program("chromium")
}
