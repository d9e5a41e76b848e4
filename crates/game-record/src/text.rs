//! The parts of text that say nothing of any one game.

/// How much a file may ask for. A line may be of any length.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Bytes of one move, number or glyph; 255 unless told, as in the standard of PGN.
    pub token: usize,
    /// Bytes of one header or comment; 2²⁰ unless told.
    pub text: usize,
    /// Bytes of one game; 2²⁶ unless told.
    pub game: usize,
    /// Variations within variations; 100,000 unless told.
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

/// Text of a file: UTF-8, or else Latin-1 as in the standard of PGN.
#[must_use]
pub fn decode(bytes: &[u8]) -> std::borrow::Cow<'_, str> {
    match std::str::from_utf8(bytes) {
        Ok(text) => text.into(),
        Err(_) => bytes.iter().copied().map(char::from).collect(),
    }
}

/// Where the headers of another game begin in what should be a comment.
#[must_use]
pub fn next_game(text: &[u8]) -> Option<usize> {
    let event = b"\n[Event \"";
    let found = text.windows(event.len()).position(|bytes| bytes == event);
    found.map(|at| at + 1)
}

/// Name and value of a tag pair, and how many bytes it takes.
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

/// A value without the backslashes before quotes and backslashes.
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
