//! Converts UTF-16 streams, which some Windows programs write.

use std::io::{self, Read};

const CHUNK: u64 = 1 << 16;

/// A stream, converted to UTF-8 if it begins with a UTF-16 byte order mark.
pub(crate) struct Utf8<R> {
    inner: R,
    form: Form,
    /// Bytes to deliver, and how many of them were delivered.
    ready: Vec<u8>,
    given: usize,
    /// Bytes read, but not yet converted.
    raw: Vec<u8>,
}

#[derive(Clone, Copy)]
enum Form {
    /// Nothing was read yet.
    Unknown,
    AsItIs,
    /// UTF-16 with this byte order.
    Utf16(fn([u8; 2]) -> u16),
}

impl<R: Read> Utf8<R> {
    pub(crate) fn new(inner: R) -> Self {
        Self {
            inner,
            form: Form::Unknown,
            ready: Vec::new(),
            given: 0,
            raw: Vec::new(),
        }
    }

    /// Detects the byte order mark.
    fn look(&mut self) -> io::Result<()> {
        let mut mark = Vec::new();
        self.inner.by_ref().take(2).read_to_end(&mut mark)?;
        self.form = match mark[..] {
            [0xFF, 0xFE] => Form::Utf16(u16::from_le_bytes),
            [0xFE, 0xFF] => Form::Utf16(u16::from_be_bytes),
            _ => {
                self.ready = mark;
                Form::AsItIs
            }
        };
        Ok(())
    }

    /// Reads and converts more UTF-16; false at the end.
    fn convert(&mut self, number: fn([u8; 2]) -> u16) -> io::Result<bool> {
        let before = self.raw.len();
        let chunk = self.inner.by_ref().take(CHUNK);
        { chunk }.read_to_end(&mut self.raw)?;
        let more = self.raw.len() > before;
        let pairs = self.raw.chunks_exact(2);
        let mut numbers: Vec<u16> = pairs.map(|pair| number([pair[0], pair[1]])).collect();
        // The first half of a surrogate pair waits for the second one.
        let half = |number: &u16| (0xD800..0xDC00).contains(number);
        if more && numbers.last().is_some_and(half) {
            numbers.pop();
        }
        self.raw.drain(..2 * numbers.len());
        self.ready = String::from_utf16_lossy(&numbers).into_bytes();
        self.given = 0;
        Ok(more || !self.ready.is_empty())
    }
}

impl<R: Read> Read for Utf8<R> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        if let Form::Unknown = self.form {
            self.look()?;
        }
        while self.given == self.ready.len() {
            let Form::Utf16(number) = self.form else {
                return self.inner.read(into);
            };
            if !self.convert(number)? {
                return Ok(0);
            }
        }
        let count = (&self.ready[self.given..]).read(into)?;
        self.given += count;
        Ok(count)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Delivers one byte at a time.
    struct Slow<'a>(&'a [u8]);

    impl Read for Slow<'_> {
        fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
            let count = into.len().min(1);
            self.0.read(&mut into[..count])
        }
    }

    fn read(bytes: &[u8]) -> Vec<u8> {
        let [mut fast, mut slow] = [Vec::new(), Vec::new()];
        Utf8::new(bytes).read_to_end(&mut fast).unwrap();
        Utf8::new(Slow(bytes)).read_to_end(&mut slow).unwrap();
        assert_eq!(fast, slow);
        fast
    }

    fn encoded(text: &str, bytes: fn(u16) -> [u8; 2]) -> Vec<u8> {
        text.encode_utf16().flat_map(bytes).collect()
    }

    #[test]
    fn text_is_the_same_in_both_orders_and_as_it_is_without_a_mark() {
        // A surrogate pair spans the end of the first chunk.
        let long = "a".repeat(CHUNK as usize / 2 - 1);
        for text in ["", "1. e4 {Łódź 𝄞} *", &format!("{long}𝄞𝄞é")] {
            let marked = format!("\u{feff}{text}");
            for bytes in [u16::to_le_bytes, u16::to_be_bytes] {
                assert_eq!(read(&encoded(&marked, bytes)), text.as_bytes());
            }
            assert_eq!(read(text.as_bytes()), text.as_bytes());
            assert_eq!(read(marked.as_bytes()), marked.as_bytes());
        }
        for bytes in [&b"\xFF"[..], b"\xFE", b"\xFF\xFF", b"e"] {
            assert_eq!(read(bytes), bytes);
        }
    }

    #[test]
    fn broken_text_is_read_to_its_end() {
        assert_eq!(read(b"\xFF\xFEa\0b"), b"a");
        assert_eq!(read(b"\xFF\xFEa\0\x34\xD8"), "a\u{fffd}".as_bytes());
        assert_eq!(read(b"\xFF\xFE\x34\xD8a\0"), "\u{fffd}a".as_bytes());
    }
}
