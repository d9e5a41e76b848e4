use std::path::PathBuf;

use serde::Serialize;

/// Something the user should know before trusting a record.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Warning {
    /// The photo it is about, if it is about one.
    pub photo: Option<PathBuf>,
    /// What.
    pub text: String,
}

impl std::fmt::Display for Warning {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match &self.photo {
            Some(path) => write!(f, "{}: {}", path.display(), self.text),
            None => f.write_str(&self.text),
        }
    }
}
