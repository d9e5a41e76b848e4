//! Text handling common to all dialects.

/// Limits for untrusted files. Lines may have any length.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Bytes of one move, number or glyph; default 255, as in the PGN standard.
    pub token: usize,
    /// Bytes of one header or comment; default 2²⁰.
    pub text: usize,
    /// Bytes of one game; default 2²⁶.
    pub game: usize,
    /// Nesting depth of variations; default 100,000.
    pub depth: usize,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits {
            token: 255,
            text: 1 << 20,
            game: 1 << 26,
            depth: 100_000,
        }
    }
}

/// Decodes text of a file: UTF-8, or else Latin-1 as in the PGN standard.
#[must_use]
pub fn decode(bytes: &[u8]) -> std::borrow::Cow<'_, str> {
    match std::str::from_utf8(bytes) {
        Ok(text) => text.into(),
        Err(_) => bytes.iter().copied().map(char::from).collect(),
    }
}

/// Finds where the headers of another game begin inside an unclosed comment.
#[must_use]
pub fn next_game(text: &[u8]) -> Option<usize> {
    let event = b"\n[Event \"";
    let found = text.windows(event.len()).position(|bytes| bytes == event);
    found.map(|at| at + 1)
}

/// The name and value of a tag pair, and its length in bytes.
#[must_use]
pub fn tag_pair(line: &[u8]) -> Option<(&[u8], &[u8], usize)> {
    let inside = line.strip_prefix(b"[")?.trim_ascii_start();
    let in_name = |byte: &u8| byte.is_ascii_alphanumeric() || *byte == b'_';
    let name = &inside[..inside.iter().position(|byte| !in_name(byte))?];
    let rest = inside[name.len()..]
        .trim_ascii_start()
        .strip_prefix(b"\"")?;
    let mut escaped = false;
    let close = rest.iter().position(|&byte| {
        let closes = byte == b'"' && !escaped;
        escaped = byte == b'\\' && !escaped;
        closes
    })?;
    let after = rest[close + 1..].trim_ascii_start().strip_prefix(b"]")?;
    (!name.is_empty()).then(|| (name, &rest[..close], line.len() - after.len()))
}

/// Removes the backslashes before quotes and backslashes.
#[must_use]
pub fn unescaped(value: &[u8]) -> Vec<u8> {
    let mut plain = Vec::with_capacity(value.len());
    let mut bytes = value.iter().copied().peekable();
    while let Some(byte) = bytes.next() {
        if byte == b'\\' && matches!(bytes.peek(), Some(b'"' | b'\\')) {
            plain.extend(bytes.next());
        } else {
            plain.push(byte);
        }
    }
    plain
}
