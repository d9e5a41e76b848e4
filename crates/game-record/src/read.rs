//! Reads games from a stream of bytes: one pass, no recursion, memory bounded by the limits.

use std::io::Read;

use board_core::MoveGen;

use crate::build::Builder;
use crate::source::Source;
use crate::text::{decode, next_game, tag_pair, unescaped};
use crate::{Dialect, Fault, FaultOf, Limits, ReadError, Record, Visitor};

/// Reads the games of a file one after the other.
///
/// As an iterator it yields each game as a complete [`Record`]. [`visit`](Reader::visit) delivers the parts instead and
/// can skip variations, which is several times faster. Both check every move. After a faulty game, reading continues at
/// the next line that begins a header.
pub struct Reader<R, D: Dialect> {
    source: Source<R>,
    limits: Limits,
    rules: D::Rules,
    game: usize,
    /// Where the last game broke off, if it did.
    broken: Option<Section>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Section {
    Headers,
    Moves,
}

/// A fault and its position.
struct Broken<D: Dialect> {
    fault: FaultOf<D>,
    place: (usize, usize),
    ply: usize,
}

/// The line being read: the position before its last move, and the position after it.
#[derive(Clone)]
struct Line<P> {
    before: P,
    now: P,
    ply: usize,
    /// Whether there is a move that a variation can replace.
    moved: bool,
}

impl<R: Read, D: Dialect> Reader<R, D> {
    /// A reader with the default limits. `inner` need not be buffered.
    pub fn new(inner: R) -> Self {
        Reader::with_limits(inner, Limits::default())
    }

    /// A reader with custom limits.
    pub fn with_limits(inner: R, limits: Limits) -> Self {
        let mut source = Source::new(inner);
        if source.is_next(b"\xEF\xBB\xBF") {
            source.pass(3);
        }
        Reader {
            source,
            limits,
            rules: D::Rules::default(),
            game: 0,
            broken: None,
        }
    }

    /// Sets the rules of games whose headers do not state them.
    #[must_use]
    pub fn with_rules(mut self, rules: D::Rules) -> Self {
        self.rules = rules;
        self
    }

    /// Reads the next game and passes its parts to `visitor`; `None` after the last game.
    ///
    /// The record in an error is `None`, since the parts before the fault were passed to `visitor`.
    pub fn visit<V: Visitor<D>>(&mut self, visitor: &mut V) -> Option<Result<(), ReadError<D>>> {
        if let Some(section) = self.broken.take() {
            self.skip_to_headers(section);
        }
        self.skip_blanks();
        if self.source.peek().is_none() && self.source.failure.is_none() {
            return None;
        }
        self.game += 1;
        let end = self.source.offset().saturating_add(self.limits.game);
        let read = match self.headers(visitor, end) {
            Err(broken) => Err((broken, Section::Headers)),
            Ok(headers) => {
                let start = D::start(&headers, &self.rules);
                let start = start.map_err(|fault| self.here(Fault::Start(fault), 0));
                let moves = start.and_then(|start| self.moves(start, &headers, visitor, end));
                moves.map_err(|broken| (broken, Section::Moves))
            }
        };
        Some(read.map_err(|(mut broken, section)| {
            if let Some(error) = self.source.failure.take() {
                broken.fault = Fault::Io(error);
            }
            self.broken = Some(section);
            ReadError {
                fault: broken.fault,
                game: self.game,
                line: broken.place.0,
                column: broken.place.1,
                ply: broken.ply,
                record: None,
            }
        }))
    }

    fn here(&self, fault: FaultOf<D>, ply: usize) -> Broken<D> {
        Broken {
            fault,
            place: self.source.place(),
            ply,
        }
    }

    /// Skips blanks, line breaks and lines escaped with a percent sign.
    fn skip_blanks(&mut self) {
        while let Some(byte) = self.source.peek() {
            match byte {
                b'\n' => self.source.pass_break(),
                b' ' | b'\t' | b'\r' | 0x0B | 0x0C => self.source.pass(1),
                b'%' if self.source.at_line_start() => self.source.skip_line(),
                _ => return,
            }
        }
    }

    /// Skips the rest of a faulty game, up to a line that looks like a tag pair.
    fn skip_to_headers(&mut self, section: Section) {
        if section == Section::Headers {
            // The following headers still belong to the faulty game.
            self.source.skip_line();
            while self.source.peek() == Some(b'[') {
                self.source.skip_line();
            }
        }
        while !self.is_header_next() {
            self.source.skip_line();
            if self.source.peek().is_none() {
                return;
            }
        }
    }

    fn is_header_next(&mut self) -> bool {
        self.source.is_next(b"[") && {
            let (count, _) = self.source.find(2, |byte| byte == b'\n');
            matches!(self.source.next(count.min(2)), [b'[', b'A'..=b'Z'])
        }
    }

    fn headers<V: Visitor<D>>(
        &mut self,
        visitor: &mut V,
        end: usize,
    ) -> Result<D::UsedHeaders, Broken<D>> {
        let mut headers = D::UsedHeaders::default();
        while self.source.peek() == Some(b'[') {
            let limit = self.limits.text;
            let (count, found) = self.source.find(limit, |byte| byte == b'\n');
            if !found && count > limit {
                let what = "a header";
                return Err(self.here(Fault::Limit { what, limit }, 0));
            }
            if self.source.offset() + count > end {
                return Err(self.too_long(0));
            }
            let line = self.source.next(count);
            let Some((name, value, used)) = tag_pair(line) else {
                return Err(self.here(Fault::Header, 0));
            };
            let value = if value.contains(&b'\\') {
                decode(&unescaped(value)).into_owned().into()
            } else {
                decode(value)
            };
            let name = decode(name);
            D::read_header(&mut headers, &name, &value);
            visitor.header(&name, &value);
            self.source.pass(used);
            self.skip_blanks();
        }
        Ok(headers)
    }

    fn too_long(&self, ply: usize) -> Broken<D> {
        let (what, limit) = ("a game", self.limits.game);
        self.here(Fault::Limit { what, limit }, ply)
    }

    fn moves<V: Visitor<D>>(
        &mut self,
        start: D::Position,
        headers: &D::UsedHeaders,
        visitor: &mut V,
        end: usize,
    ) -> Result<(), Broken<D>> {
        visitor.start(&start);
        let mut line = Line {
            before: start.clone(),
            now: start,
            ply: 0,
            moved: false,
        };
        let mut outer: Vec<Line<D::Position>> = Vec::new();
        loop {
            self.skip_blanks();
            let ply = line.ply;
            let Some(byte) = self.source.peek() else {
                return self.unfinished(&line, &outer, visitor);
            };
            if self.source.offset() > end {
                return Err(self.too_long(ply));
            }
            match byte {
                _ if D::IGNORED.first() == Some(&byte) && self.source.is_next(D::IGNORED) => {
                    self.source.pass(D::IGNORED.len());
                }
                b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' => {
                    let count = self.token(ply, D::is_symbol)?;
                    if let Some(result) = D::result(self.source.next(count), &line.now) {
                        if !outer.is_empty() {
                            return Err(self.here(Fault::UnclosedVariation, ply));
                        }
                        self.source.pass(count);
                        visitor.result(result);
                        return Ok(());
                    }
                    self.symbol(count, &mut line, visitor)?;
                }
                b'.' => self.source.pass(1),
                b'{' => self.comment(ply, visitor)?,
                b';' => {
                    let (count, found) = self.source.find(self.limits.text, |b| b == b'\n');
                    self.within_text(count, found, ply)?;
                    visitor.comment(&self.source.next(count)[1..]);
                    self.source.pass(count);
                }
                b'(' if self.source.is_next(b"(!") || self.source.is_next(b"(?") => {
                    self.source.pass(1);
                    self.strength(ply, visitor)?;
                    if self.source.peek() != Some(b')') {
                        return Err(self.here(Fault::Nag, ply));
                    }
                    self.source.pass(1);
                }
                b'(' if !line.moved => return Err(self.here(Fault::EarlyVariation, ply)),
                b'(' => {
                    self.source.pass(1);
                    if visitor.open() {
                        if outer.len() >= self.limits.depth {
                            let (what, limit) = ("variations nested", self.limits.depth);
                            return Err(self.here(Fault::Limit { what, limit }, ply));
                        }
                        outer.push(line.clone());
                        line.now = line.before.clone();
                        line.ply -= 1;
                        line.moved = false;
                    } else {
                        self.skip_variation(ply, end)?;
                    }
                }
                b')' => {
                    let Some(before) = outer.pop() else {
                        return Err(self.here(Fault::Unexpected(b')'), ply));
                    };
                    self.source.pass(1);
                    line = before;
                    visitor.close();
                }
                b'$' => {
                    self.source.pass(1);
                    let count = self.token(ply, |byte| byte.is_ascii_digit())?;
                    let number = decode(self.source.next(count)).parse();
                    visitor.nag(number.map_err(|_| self.here(Fault::Nag, ply))?);
                    self.source.pass(count);
                }
                b'!' | b'?' => self.strength(ply, visitor)?,
                b'*' if outer.is_empty() => {
                    self.source.pass(1);
                    visitor.result(D::asterisk(headers, &line.now));
                    return Ok(());
                }
                b'*' => return Err(self.here(Fault::UnclosedVariation, ply)),
                b'[' => return self.unfinished(&line, &outer, visitor),
                other => return Err(self.here(Fault::Unexpected(other), ply)),
            }
        }
    }

    /// Reads `!`, `?`, `!!`, `??`, `!?` or `?!` as the equivalent glyph.
    fn strength<V: Visitor<D>>(&mut self, ply: usize, visitor: &mut V) -> Result<(), Broken<D>> {
        let count = self.token(ply, |byte| matches!(byte, b'!' | b'?'))?;
        let nag = match self.source.next(count) {
            b"!" => 1,
            b"?" => 2,
            b"!!" => 3,
            b"??" => 4,
            b"!?" => 5,
            b"?!" => 6,
            _ => return Err(self.here(Fault::Nag, ply)),
        };
        visitor.nag(nag);
        self.source.pass(count);
        Ok(())
    }

    /// Ends a game without a result, which is a fault unless the rules have ended it.
    fn unfinished<V: Visitor<D>>(
        &self,
        line: &Line<D::Position>,
        outer: &[Line<D::Position>],
        visitor: &mut V,
    ) -> Result<(), Broken<D>> {
        if !outer.is_empty() {
            return Err(self.here(Fault::UnclosedVariation, line.ply));
        }
        match D::ended(&line.now) {
            Some(result) if self.source.failure.is_none() => {
                visitor.result(result);
                Ok(())
            }
            _ => Err(self.here(Fault::NoResult, line.ply)),
        }
    }

    /// The length of the next token.
    #[inline]
    fn token(&mut self, ply: usize, belongs: impl Fn(u8) -> bool) -> Result<usize, Broken<D>> {
        let limit = self.limits.token;
        let (count, found) = self.source.find(limit, |byte| !belongs(byte));
        if !found && count > limit {
            let what = "a token";
            return Err(self.here(Fault::Limit { what, limit }, ply));
        }
        Ok(count)
    }

    fn within_text(&self, count: usize, found: bool, ply: usize) -> Result<(), Broken<D>> {
        let limit = self.limits.text;
        if !found && count > limit {
            let what = "a comment";
            return Err(self.here(Fault::Limit { what, limit }, ply));
        }
        Ok(())
    }

    /// Reads a move or a move number of `count` bytes.
    #[inline]
    fn symbol<V: Visitor<D>>(
        &mut self,
        count: usize,
        line: &mut Line<D::Position>,
        visitor: &mut V,
    ) -> Result<(), Broken<D>> {
        let token = self.source.next(count);
        match D::parse(&line.now, token) {
            Ok(None) => {}
            Ok(Some(mv)) => {
                visitor.mv(&line.now, mv);
                line.before = line.now.clone();
                line.now.play(mv);
                line.ply += 1;
                line.moved = true;
            }
            Err(fault) => {
                let text = decode(D::move_of(token)).chars().take(20).collect();
                return Err(self.here(Fault::Move { text, fault }, line.ply));
            }
        }
        self.source.pass(count);
        Ok(())
    }

    fn comment<V: Visitor<D>>(&mut self, ply: usize, visitor: &mut V) -> Result<(), Broken<D>> {
        let (count, found) = self.source.find(self.limits.text, |byte| byte == b'}');
        let text = self.source.next(count);
        if let Some(next) = next_game(text) {
            let broken = self.here(Fault::UnclosedComment, ply);
            self.source.pass_lines(next);
            return Err(broken);
        }
        self.within_text(count, found, ply)?;
        if !found {
            return Err(self.here(Fault::UnclosedComment, ply));
        }
        visitor.comment(&text[1..]);
        self.source.pass_lines(count);
        self.source.pass(1);
        Ok(())
    }

    /// Skips a variation and those inside it, after its opening parenthesis.
    fn skip_variation(&mut self, ply: usize, end: usize) -> Result<(), Broken<D>> {
        let opened = self.here(Fault::UnclosedVariation, ply);
        let mut depth = 1;
        while depth > 0 {
            let stops = |byte| matches!(byte, b'(' | b')' | b'{' | b';' | b'\n' | b'[');
            let (count, found) = self.source.find(self.limits.text, stops);
            self.source.pass(count);
            if self.source.offset() > end {
                return Err(self.too_long(ply));
            }
            let byte = match self.source.peek() {
                Some(byte) if found => byte,
                Some(_) => continue,
                None => return Err(opened),
            };
            match byte {
                b'(' => depth += 1,
                b')' => depth -= 1,
                b'{' => {
                    self.comment(ply, &mut ())?;
                    continue;
                }
                b'\n' => {
                    self.source.pass_break();
                    if self.source.peek() == Some(b'%') {
                        self.source.skip_line();
                    }
                    continue;
                }
                b'[' => return Err(opened),
                _ => {
                    self.source.skip_line();
                    continue;
                }
            }
            self.source.pass(1);
        }
        Ok(())
    }
}

impl<D: Dialect> Record<D> {
    /// All games of a text. A [`Reader`] reads a stream, and goes on after a game that is wrong.
    ///
    /// # Errors
    /// The first game that is wrong; it holds what could be read.
    pub fn read(text: &str) -> Result<Vec<Self>, ReadError<D>> {
        Reader::new(text.as_bytes()).collect()
    }
}

impl<R: Read, D: Dialect> Iterator for Reader<R, D> {
    type Item = Result<Record<D>, ReadError<D>>;

    fn next(&mut self) -> Option<Self::Item> {
        let mut builder = Builder::new(D::initial(&self.rules));
        Some(match self.visit(&mut builder)? {
            Ok(()) => Ok(builder.finish()),
            Err(mut error) => {
                error.record = Some(Box::new(builder.finish()));
                Err(error)
            }
        })
    }
}
