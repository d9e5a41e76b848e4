//! Forged indices of games: checksums that fit. The fuzzer uses it, too.

/// Bytes of the header; its checksum is the last four of them.
pub(crate) const HEADER: usize = 36;

/// The whole number there.
pub(crate) fn long(bytes: &[u8], at: usize) -> usize {
    u64::from_le_bytes(bytes[at..at + 8].try_into().unwrap()) as usize
}

/// Where the directory begins.
pub(crate) fn directory(bytes: &[u8]) -> usize {
    HEADER + long(bytes, 16)
}

/// Makes the checksums fit what the directory says, as far as that can be followed.
pub(crate) fn seal(bytes: &mut [u8]) {
    let first = directory(bytes);
    let (mut at, mut part) = (first, HEADER);
    while at + 16 <= bytes.len() {
        let games = usize::from(u16::from_le_bytes([bytes[at + 2], bytes[at + 3]]));
        let end = part.saturating_add(long(bytes, at + 4));
        let Some(segment) = bytes.get(part..end) else {
            break;
        };
        let sum = crc32fast::hash(segment).to_le_bytes();
        bytes[at + 12..at + 16].copy_from_slice(&sum);
        (at, part) = (at + 16 + 4 * games, end);
    }
    let mut sum = crc32fast::Hasher::new();
    sum.update(&bytes[..HEADER - 4]);
    sum.update(bytes.get(first..).unwrap_or_default());
    bytes[HEADER - 4..HEADER].copy_from_slice(&sum.finalize().to_le_bytes());
}
