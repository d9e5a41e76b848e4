//! Serialization of the values of warnings.

use std::path::PathBuf;

use serde::{Serialize, Serializer};

/// Serializes a value as the text that `Display` writes.
pub(super) fn as_text<S: Serializer>(
    value: &impl std::fmt::Display,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    serializer.collect_str(value)
}

/// Serializes a path, also one that is not UTF-8.
pub(super) fn as_path<S: Serializer>(
    path: &Option<PathBuf>,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    path.as_deref()
        .map(|path| path.to_string_lossy())
        .serialize(serializer)
}
