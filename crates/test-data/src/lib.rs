//! What the workspace's tests share: real photos and games in `../shared/data` beside the checkout, and how much to
//! try.
//!
//! | variable | effect |
//! |---|---|
//! | `KIBITZER_DATA=required` | a test whose data or program is missing fails; otherwise it is skipped, and the program's last line counts such tests |
//! | `KIBITZER_TESTS=all` | every seed, camera and repetition is tried; otherwise a few of each |
//!
//! Unpublished. Packages are tested from the repository, which has it.

pub mod shadow;

use std::collections::BTreeSet;
use std::env;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// The tests that found no data, by name.
static SKIPPED: Mutex<BTreeSet<String>> = Mutex::new(BTreeSet::new());

/// The tests that need a faster machine, by name, with what was too slow.
static TOO_SLOW: Mutex<BTreeSet<String>> = Mutex::new(BTreeSet::new());

/// The tests that only repeat what others try, by name.
static LEFT_OUT: Mutex<BTreeSet<String>> = Mutex::new(BTreeSet::new());

/// Adds the test that runs in this thread; `otherwise` where it has no name.
fn note(tests: &Mutex<BTreeSet<String>>, otherwise: &str) {
    let thread = std::thread::current();
    let test = thread.name().unwrap_or(otherwise).to_owned();
    entries(tests).insert(test);
}

fn entries(tests: &Mutex<BTreeSet<String>>) -> MutexGuard<'_, BTreeSet<String>> {
    tests.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A file or folder of the real data, by its path in `../shared/data`; `None` if it is missing. The caller then
/// returns, and the test counts as skipped.
///
/// # Panics
///
/// If it is missing and `KIBITZER_DATA=required`.
#[must_use]
pub fn path(name: &str) -> Option<PathBuf> {
    let data = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data");
    let path = data.join(name);
    if path.exists() {
        return Some(path);
    }
    let required = env::var("KIBITZER_DATA").is_ok_and(|value| value == "required");
    assert!(!required, "{} is missing", path.display());
    note(&SKIPPED, name);
    None
}

/// Whether a program that a test needs is installed; where it is not, the caller returns, and the test counts as
/// skipped.
///
/// # Panics
///
/// If it is missing and `KIBITZER_DATA=required`.
#[must_use]
pub fn program(name: &str) -> bool {
    let folders = env::var_os("PATH").unwrap_or_default();
    let there = env::split_paths(&folders).any(|folder| folder.join(name).is_file());
    let required = env::var("KIBITZER_DATA").is_ok_and(|value| value == "required");
    assert!(there || !required, "the program {name} is missing");
    if !there {
        note(&SKIPPED, name);
    }
    there
}

/// Counts the test that runs as one that this machine is too slow or too busy for; the caller returns. That is no
/// failure: nothing is missing that could be installed.
pub fn too_slow(what: &str) {
    let thread = std::thread::current();
    let test = thread.name().unwrap_or_default();
    entries(&TOO_SLOW).insert(format!("{test} {what}"));
}

/// Whether every seed, camera and repetition should be tried: `KIBITZER_TESTS=all`.
#[must_use]
pub fn all() -> bool {
    env::var("KIBITZER_TESTS").is_ok_and(|value| value == "all")
}

/// Whether a test that repeats on more photos what others try should run; where it should not, it is counted as left
/// out, and the caller returns.
#[must_use]
pub fn repetitions() -> bool {
    if !all() {
        note(&LEFT_OUT, "");
    }
    all()
}

/// How many seeds or repetitions to try: `all` of them with `KIBITZER_TESTS=all`, otherwise a `few`.
#[must_use]
pub fn how_many<T>(few: T, all: T) -> T {
    if self::all() { all } else { few }
}

/// Says after the last line of a test program how many of its tests were skipped, or left out: a test's own words are
/// only shown if it fails.
#[dtor::dtor(unsafe)]
fn report() {
    use std::io::Write;
    for (tests, why) in [
        (
            &SKIPPED,
            "skipped: no ../shared/data, or a program is missing (KIBITZER_DATA=required makes that a failure)",
        ),
        (
            &LEFT_OUT,
            "left out: they repeat what others try (KIBITZER_TESTS=all runs them)",
        ),
    ] {
        let count = entries(tests).len();
        if count > 0 {
            // Nobody is left to tell if that fails.
            let _ = write!(std::io::stderr(), "{count} tests {why}\n\n");
        }
    }
    for test in entries(&TOO_SLOW).iter() {
        let why = "skipped: this machine is too slow or too busy";
        let _ = write!(std::io::stderr(), "{why}: {test}\n\n");
    }
}
