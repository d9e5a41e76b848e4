use std::borrow::Cow;

use encoding_rs::{Encoding, WINDOWS_1252};

/// Number of bytes in which the `CA` property is searched.
const HEADER: usize = 4096;

/// Decodes the text of an SGF file.
///
/// The encoding is, in this order: that of a byte order mark; UTF-8 if the bytes are valid UTF-8; the character set of
/// the first `CA` property, by any label of the WHATWG Encoding Standard; Windows-1252, a superset of SGF's default
/// Latin-1. Invalid bytes become U+FFFD and are never an error, since moves are ASCII.
///
/// ```
/// use go_rules::record::decode;
/// assert_eq!(decode(b"(;PB[Andr\xe9])"), "(;PB[André])");
/// assert_eq!(decode(b"(;CA[gb2312]PB[\xbf\xc2])"), "(;CA[gb2312]PB[柯])");
/// ```
#[must_use]
pub fn decode(bytes: &[u8]) -> Cow<'_, str> {
    if Encoding::for_bom(bytes).is_none()
        && let Ok(text) = std::str::from_utf8(bytes)
    {
        return Cow::Borrowed(text);
    }
    let header = &bytes[..bytes.len().min(HEADER)];
    let named = header
        .windows(3)
        .position(|name| name == b"CA[")
        .and_then(|at| {
            let value = &header[at + 3..];
            let end = value.iter().position(|&b| b == b']')?;
            Encoding::for_label(&value[..end])
        });
    // A byte order mark takes precedence over the encoding given to `decode`.
    named.unwrap_or(WINDOWS_1252).decode(bytes).0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_mark_is_obeyed_and_removed() {
        assert_eq!(decode(b"\xef\xbb\xbf(;C[\xc3\xa9])"), "(;C[é])");
        let utf16: Vec<u8> = "\u{feff}(;B[aa])"
            .encode_utf16()
            .flat_map(u16::to_le_bytes)
            .collect();
        assert_eq!(decode(&utf16), "(;B[aa])");
    }

    #[test]
    fn a_bracket_inside_a_double_byte_character_ends_nothing() {
        // In Shift_JIS the second byte of this character is 0x5D, a closing bracket.
        let bytes = b"(;CA[Shift_JIS]PB[\x83\x5d];B[aa])";
        assert_eq!(decode(bytes), "(;CA[Shift_JIS]PB[ゾ];B[aa])");
    }

    #[test]
    fn unknown_names_and_broken_bytes_are_no_errors() {
        assert_eq!(decode(b"(;CA[no such]C[\xff])"), "(;CA[no such]C[\u{ff}])");
        assert_eq!(decode(b"(;CA[utf-8]C[\xff])"), "(;CA[utf-8]C[\u{fffd}])");
        assert_eq!(decode(b""), "");
    }
}
