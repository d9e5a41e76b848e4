//! A stream of bytes that tracks line and column.

use std::io::{self, Read};

use crate::utf16::Utf8;

const CHUNK: usize = 1 << 16;

/// A stream that is read once, front to back. Only bytes that were peeked at and not yet passed are kept.
pub struct Source<R> {
    inner: Utf8<R>,
    buffer: Vec<u8>,
    at: usize,
    end: usize,
    /// Offset in the stream of the buffer's first byte.
    base: usize,
    line: usize,
    /// Offset in the stream of the current line's first byte.
    line_start: usize,
    /// The error that ended reading, unless the stream ended.
    pub failure: Option<io::Error>,
    ended: bool,
}

impl<R: Read> Source<R> {
    /// A source at the first byte of a stream, which need not be buffered.
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

    /// Reads more bytes into the buffer; false at the end.
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

    /// Whether `bytes` come next.
    pub fn is_next(&mut self, bytes: &[u8]) -> bool {
        while self.end - self.at < bytes.len() {
            if !self.more() {
                return false;
            }
        }
        self.buffer[self.at..self.end].starts_with(bytes)
    }

    /// Passes bytes without line breaks, which must be in the buffer.
    #[inline]
    pub fn pass(&mut self, count: usize) {
        self.at += count;
    }

    /// Passes bytes that may contain line breaks.
    ///
    /// # Panics
    /// If they are not in the buffer.
    pub fn pass_lines(&mut self, count: usize) {
        let passed = &self.buffer[self.at..self.at + count];
        let breaks = passed.iter().filter(|&&byte| byte == b'\n').count();
        if let Some(last) = passed.iter().rposition(|&byte| byte == b'\n') {
            self.line += breaks;
            self.line_start = self.base + self.at + last + 1;
        }
        self.at += count;
    }

    /// Passes a line feed.
    #[inline]
    pub fn pass_break(&mut self) {
        self.at += 1;
        self.line += 1;
        self.line_start = self.base + self.at;
    }

    /// Counts the bytes before the first that `ends`, at most `limit`; returns the number, and whether one was found.
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

    /// The next `count` bytes.
    ///
    /// # Panics
    /// If they are not in the buffer.
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

    /// Passes the rest of the line and its line break.
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

    /// Number of bytes passed.
    #[inline]
    #[must_use]
    pub fn offset(&self) -> usize {
        self.base + self.at
    }

    /// Line and column of the next byte, from 1.
    #[inline]
    #[must_use]
    pub fn place(&self) -> (usize, usize) {
        (self.line, self.offset() - self.line_start + 1)
    }
}
