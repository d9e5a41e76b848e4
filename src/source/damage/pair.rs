//! Numbers of two bytes.

/// The number in two bytes, big-endian.
pub(super) fn pair(bytes: &[u8], at: usize) -> Option<usize> {
    let pair = bytes.get(at..at + 2)?;
    Some(usize::from(u16::from_be_bytes([pair[0], pair[1]])))
}
