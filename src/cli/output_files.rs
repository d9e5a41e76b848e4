//! The output files of a recording. A record that cannot be written is printed instead.

use std::path::{Path, PathBuf};

use serde_json::{Value, json};

use super::arguments::Existing;
use super::files::{vacant, write};
use crate::cli::error::Error;
use crate::cli::output::say;

/// The files of a recording.
pub(super) struct OutputFiles {
    existing: Existing,
    failed: Vec<Failed>,
}

/// A file that could not be written.
struct Failed {
    path: PathBuf,
    error: Error,
    /// Its text, if making it again would take the whole work.
    text: Option<String>,
}

impl OutputFiles {
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

    /// Writes a record beside the first one under a new name, and returns the name.
    pub(super) fn another(&mut self, path: &Path, text: String) -> PathBuf {
        let path = vacant(path, self.existing);
        self.record(&path, text);
        path
    }

    /// Writes a file that can be made again, such as a report.
    pub(super) fn beside(&mut self, path: &Path, text: String) {
        if let Err(error) = write(path, text) {
            self.fail(path, error, None);
        }
    }

    fn fail(&mut self, path: &Path, error: Error, text: Option<String>) {
        let path = path.to_owned();
        self.failed.push(Failed { path, error, text });
    }

    /// The files that could not be written, as JSON.
    pub(super) fn failures(&self) -> Vec<Value> {
        let failures = self.failed.iter().map(|failed| {
            let file = failed.path.display().to_string();
            json!({ "file": file, "error": failed.error.to_string(), "text": failed.text })
        });
        failures.collect()
    }

    /// Reports files that could not be written, and prints their records on the standard output, unless an answer has
    /// them. Returns whether all files were written.
    pub(super) fn done(self, answered: bool) -> bool {
        let well = self.failed.is_empty();
        for Failed { error, text, .. } in self.failed {
            match text {
                Some(text) if !answered => {
                    eprintln!("error: {error}; the record is on the standard output");
                    say!("{}", text.trim_end());
                }
                _ => eprintln!("error: {error}"),
            }
        }
        well
    }
}
