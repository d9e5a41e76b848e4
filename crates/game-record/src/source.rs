//! Bytes of a stream with their line and column.

use std::io::{self, Read};

use crate::utf16::Utf8;

const CHUNK: usize = 1 << 16;

/// A stream that is read once, from front to back; only what was looked at and not passed over is kept.
pub struct Source<R> {
    inner: Utf8<R>,
    buffer: Vec<u8>,
    at: usize,
    end: usize,
    /// Offset in the stream of the buffer's first byte.
    base: usize,
    line: usize,
    /// Offset in the stream of the line's first byte.
    line_start: usize,
    /// Why reading stopped, if not at the end.
    pub failure: Option<io::Error>,
    ended: bool,
}

impl<R: Read> Source<R> {
    /// At the first byte of a stream, which need not be buffered.
    pub fn new(inner: R) -> Source<R> {
        Source {
            inner: Utf8::new(inner),
            buffer: vec![0; CHUNK],
            at: 0,
            end: 0,
            base: 0,
            line: 1,
            line_start: 0,
            failure: None,
            ended: false,
        }
    }

    /// Reads more behind what is there; false at the end.
    #[cold]
    fn more(&mut self) -> bool {
        if self.ended {
            return false;
        }
        self.buffer.copy_within(self.at..self.end, 0);
        self.base += self.at;
        self.end -= self.at;
        self.at = 0;
        if self.end == self.buffer.len() {
            self.buffer.resize(2 * self.end, 0);
        }
        loop {
            match self.inner.read(&mut self.buffer[self.end..]) {
                Ok(0) => self.ended = true,
                Ok(n) => self.end += n,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                Err(error) => {
                    self.failure = Some(error);
                    self.ended = true;
                }
            }
            return !self.ended;
        }
    }

    /// The next byte; `None` at the end.
    #[inline]
    pub fn peek(&mut self) -> Option<u8> {
        if self.at == self.end && !self.more() {
            return None;
        }
        Some(self.buffer[self.at])
    }

    /// Whether these bytes come next.
    pub fn is_next(&mut self, bytes: &[u8]) -> bool {
        while self.end - self.at < bytes.len() {
            if !self.more() {
                return false;
            }
        }
        self.buffer[self.at..self.end].starts_with(bytes)
    }

    /// Passes over bytes of one line, which were looked at.
    #[inline]
    pub fn pass(&mut self, count: usize) {
        self.at += count;
    }

    /// Passes over bytes that may hold line breaks, which were looked at.
    ///
    /// # Panics
    /// If they were not.
    pub fn pass_lines(&mut self, count: usize) {
        let passed = &self.buffer[self.at..self.at + count];
        let breaks = passed.iter().filter(|&&byte| byte == b'\n').count();
        if let Some(last) = passed.iter().rposition(|&byte| byte == b'\n') {
            self.line += breaks;
            self.line_start = self.base + self.at + last + 1;
        }
        self.at += count;
    }

    /// Passes over a line feed.
    #[inline]
    pub fn pass_break(&mut self) {
        self.at += 1;
        self.line += 1;
        self.line_start = self.base + self.at;
    }

    /// The number of bytes, `limit` at most, before the first that `ends`; how many there are, and whether one was
    /// found.
    #[inline]
    pub fn find(&mut self, limit: usize, ends: impl Fn(u8) -> bool) -> (usize, bool) {
        let mut count = 0;
        loop {
            let there = &self.buffer[self.at + count..self.end];
            match there.iter().position(|&byte| ends(byte)) {
                Some(n) => return (count + n, count + n <= limit),
                None => count += there.len(),
            }
            if count > limit || !self.more() {
                return (count, false);
            }
        }
    }

    /// The next `count` bytes, which were looked at.
    ///
    /// # Panics
    /// If they were not.
    #[inline]
    #[must_use]
    pub fn next(&self, count: usize) -> &[u8] {
        &self.buffer[self.at..self.at + count]
    }

    /// Whether the next byte is the first of its line.
    #[inline]
    #[must_use]
    pub fn at_line_start(&self) -> bool {
        self.offset() == self.line_start
    }

    /// Passes over the rest of the line and its end.
    pub fn skip_line(&mut self) {
        loop {
            let (count, found) = self.find(CHUNK, |byte| byte == b'\n');
            self.at += count.min(self.end - self.at);
            if found {
                self.pass_break();
                return;
            }
            if self.peek().is_none() {
                return;
            }
        }
    }

    /// Bytes passed over.
    #[inline]
    #[must_use]
    pub fn offset(&self) -> usize {
        self.base + self.at
    }

    /// Line and column, from 1.
    #[inline]
    #[must_use]
    pub fn place(&self) -> (usize, usize) {
        (self.line, self.offset() - self.line_start + 1)
    }
}
