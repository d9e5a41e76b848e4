//! Writing what was recorded: what cannot be written is not lost.

use std::path::{Path, PathBuf};

use serde_json::{Value, json};

use super::files::{vacant, write};
use super::values::Existing;
use crate::cli::error::Error;
use crate::cli::output::say;

/// The files of a recording.
pub(super) struct Written {
    existing: Existing,
    failed: Vec<Failed>,
}

/// A file that could not be written.
struct Failed {
    path: PathBuf,
    error: Error,
    /// What cannot be had again without the whole work.
    text: Option<String>,
}

impl Written {
    pub(super) fn new(existing: Existing) -> Self {
        let failed = Vec::new();
        Self { existing, failed }
    }

    /// Writes a record. If that fails, it is kept to be printed at the end.
    pub(super) fn record(&mut self, path: &Path, text: String) {
        if let Err(error) = write(path, &text) {
            self.fail(path, error, Some(text));
        }
    }

    /// Writes a record beside the first one, under a name that nobody has seen yet; returns that.
    pub(super) fn another(&mut self, path: &Path, text: String) -> PathBuf {
        let path = vacant(path, self.existing);
        self.record(&path, text);
        path
    }

    /// Writes what can be made again.
    pub(super) fn beside(&mut self, path: &Path, text: String) {
        if let Err(error) = write(path, text) {
            self.fail(path, error, None);
        }
    }

    fn fail(&mut self, path: &Path, error: Error, text: Option<String>) {
        let path = path.to_owned();
        self.failed.push(Failed { path, error, text });
    }

    /// What could not be written, for an answer.
    pub(super) fn failures(&self) -> Vec<Value> {
        let failures = self.failed.iter().map(|failed| {
            let file = failed.path.display().to_string();
            json!({ "file": file, "error": failed.error.to_string(), "text": failed.text })
        });
        failures.collect()
    }

    /// Says what could not be written, records whole on the standard output unless an answer has them. Whether all is
    /// well.
    pub(super) fn done(self, answered: bool) -> bool {
        let well = self.failed.is_empty();
        for Failed { error, text, .. } in self.failed {
            match text {
                Some(text) if !answered => {
                    eprintln!("error: {error}; what was recorded is on the standard output");
                    say!("{}", text.trim_end());
                }
                _ => eprintln!("error: {error}"),
            }
        }
        well
    }
}
