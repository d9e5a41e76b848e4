//! Checks and normalises the text before it is parsed.
//!
//! `sgf-parse` reports no positions of errors, accepts any ASCII as a property name, nests its nodes as deep as the
//! game is long, and expands compressed point lists without a limit. This pass therefore locates faults by line and
//! column, enforces the limits, and outputs text that the parser accepts.

use super::RecordError;

/// Limits for untrusted text. The defaults fit every real collection.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Bytes of text.
    pub bytes: usize,
    /// Games in a collection.
    pub games: usize,
    /// Nodes in one game, including all variations.
    pub nodes: usize,
    /// Nodes from the root to a leaf.
    pub depth: usize,
    /// Property values in one game.
    pub values: usize,
    /// Points that the compressed lists of one game expand to.
    pub listed_points: usize,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits {
            bytes: 16 << 20,
            games: 100_000,
            nodes: 500_000,
            depth: 10_000,
            values: 1_000_000,
            listed_points: 1_000_000,
        }
    }
}

/// The text of one game, normalised for the parser.
pub(super) struct Scanned {
    /// All nodes and properties in standard form; balanced even if the original ended early.
    pub(super) text: String,
    /// The fault of the original and its byte offset; `text` has the game up to there.
    pub(super) fault: Option<Fault>,
    /// The byte offset after the game.
    pub(super) end: usize,
}

/// A byte offset and the fault there.
pub(super) type Fault = (usize, Problem);

pub(super) enum Problem {
    Syntax(&'static str),
    TooLarge(&'static str, usize),
    NotGo(String),
}

/// The byte offset of the next game from `from` on.
pub(super) fn find_game(text: &str, from: usize) -> Option<usize> {
    let mut at = from;
    while let Some(found) = text[at..].find('(') {
        at += found;
        if text[at + 1..].trim_start().starts_with(';') {
            return Some(at);
        }
        at += 1;
    }
    None
}

/// Scans the game that begins at byte `start`.
pub(super) fn scan(text: &str, start: usize, limits: &Limits) -> Scanned {
    let mut scanner = Scanner {
        text,
        at: start,
        out: String::new(),
        nodes: 0,
        depth: 0,
        open: Vec::new(),
        values: 0,
        listed: 0,
        limits,
    };
    let fault = scanner.game().err();
    let mut out = scanner.out;
    out.extend(scanner.open.iter().map(|_| ')'));
    Scanned {
        text: out,
        fault,
        end: scanner.at,
    }
}

/// Counts lines incrementally, so that many faults cost no more than one.
#[derive(Default)]
pub(super) struct Lines {
    /// Byte up to which lines are counted.
    at: usize,
    /// Number of line breaks before it.
    breaks: usize,
    /// Byte at which its line begins.
    line_start: usize,
}

impl Lines {
    /// Converts a fault to an error with line and column. Faults must be given in text order.
    pub(super) fn locate(&mut self, text: &str, (at, problem): Fault) -> RecordError {
        for (i, _) in text[self.at..at].match_indices('\n') {
            self.breaks += 1;
            self.line_start = self.at + i + 1;
        }
        self.at = at;
        let line = self.breaks + 1;
        let column = text[self.line_start..at].chars().count() + 1;
        match problem {
            Problem::Syntax(problem) => RecordError::Syntax {
                line,
                column,
                problem,
                record: None,
            },
            Problem::NotGo(found) => RecordError::NotGo {
                line,
                column,
                found,
            },
            Problem::TooLarge(what, limit) => RecordError::TooLarge { what, limit },
        }
    }
}

struct Scanner<'a> {
    text: &'a str,
    at: usize,
    out: String,
    nodes: usize,
    /// Nodes from the root to here.
    depth: usize,
    /// The depth at each open parenthesis.
    open: Vec<usize>,
    values: usize,
    listed: usize,
    limits: &'a Limits,
}

impl Scanner<'_> {
    fn peek(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
    }

    fn skip_blanks(&mut self) {
        while self
            .peek()
            .is_some_and(|b| b.is_ascii_whitespace() || b == 0x0b)
        {
            self.at += 1;
        }
    }

    fn fault<T>(&self, problem: &'static str) -> Result<T, Fault> {
        Err((self.at, Problem::Syntax(problem)))
    }

    fn within(&self, count: usize, limit: usize, what: &'static str) -> Result<(), Fault> {
        if count > limit {
            return Err((self.at, Problem::TooLarge(what, limit)));
        }
        Ok(())
    }

    fn game(&mut self) -> Result<(), Fault> {
        // Whether properties may follow: after a node, before any parenthesis.
        let mut in_node = false;
        loop {
            self.skip_blanks();
            match self.peek() {
                Some(b'(') => {
                    let opening = self.at;
                    self.at += 1;
                    self.skip_blanks();
                    if self.peek() != Some(b';') {
                        return self.fault("a node must follow the opening parenthesis");
                    }
                    self.at += 1;
                    // Written together, so that the output can be closed at any time.
                    self.out.push('(');
                    self.open.push(self.depth);
                    self.within(self.open.len(), self.limits.depth, "nested variations")
                        .map_err(|(_, problem)| (opening, problem))?;
                    self.node()?;
                    in_node = true;
                }
                Some(b';') if in_node => {
                    self.at += 1;
                    self.node()?;
                }
                Some(b')') => {
                    self.at += 1;
                    self.out.push(')');
                    in_node = false;
                    self.depth = self.open.pop().unwrap_or(0);
                    if self.open.is_empty() {
                        return Ok(());
                    }
                }
                Some(b';') => return self.fault("a node after a variation"),
                Some(_) if in_node => self.property()?,
                Some(_) => return self.fault("text after a variation"),
                None => return self.fault("the game is not closed by a parenthesis"),
            }
        }
    }

    fn node(&mut self) -> Result<(), Fault> {
        self.nodes += 1;
        self.depth += 1;
        self.within(self.nodes, self.limits.nodes, "nodes")?;
        self.within(self.depth, self.limits.depth, "nodes in a line")?;
        self.out.push(';');
        Ok(())
    }

    fn property(&mut self) -> Result<(), Fault> {
        let start = self.at;
        while self
            .peek()
            .is_some_and(|b| b.is_ascii_alphanumeric() || b == b'_')
        {
            self.at += 1;
        }
        let written = &self.text[start..self.at];
        // Old files mix cases; only capitals count.
        let name: String = written.chars().filter(char::is_ascii_uppercase).collect();
        if name.is_empty() {
            self.at = start;
            return self.fault("neither a property nor a node nor a parenthesis");
        }
        self.skip_blanks();
        if self.peek() != Some(b'[') {
            return self.fault("a property name without a value");
        }
        // A name with other characters is private to some program, and the parser would mistake it for another
        // property.
        let keep = written.bytes().all(|b| b.is_ascii_alphabetic()) && name != "GM";
        let kept = self.out.len();
        self.out.push_str(&name);
        let done = self.values(&name);
        if done.is_err() || !keep {
            self.out.truncate(kept);
        }
        done
    }

    fn values(&mut self, name: &str) -> Result<(), Fault> {
        while self.peek() == Some(b'[') {
            let start = self.at;
            self.out.push('[');
            self.at += 1;
            let first = self.out.len();
            self.value()?;
            let value = &self.out[first..];
            if name == "GM" && self.nodes == 1 && !matches!(value.trim(), "1" | "") {
                return Err((start, Problem::NotGo(value.to_owned())));
            }
            self.listed += rectangle(value);
            self.values += 1;
            self.within(self.values, self.limits.values, "property values")?;
            self.within(
                self.listed,
                self.limits.listed_points,
                "points in compressed lists",
            )?;
            self.out.push(']');
            self.skip_blanks();
        }
        Ok(())
    }

    /// Copies a value up to its closing bracket, without soft line breaks.
    fn value(&mut self) -> Result<(), Fault> {
        let opening = self.at - 1;
        loop {
            let rest = &self.text[self.at..];
            let Some(plain) = rest.find([']', '\\']) else {
                return Err((
                    opening,
                    Problem::Syntax("a value that is not closed by a bracket"),
                ));
            };
            self.out.push_str(&rest[..plain]);
            self.at += plain;
            if rest.as_bytes()[plain] == b']' {
                self.at += 1;
                return Ok(());
            }
            let escaped = &rest[plain + 1..];
            let soft = ["\r\n", "\n\r", "\n", "\r"];
            if let Some(line_break) = soft.into_iter().find(|b| escaped.starts_with(b)) {
                self.at += 1 + line_break.len();
            } else if let Some(next) = escaped.chars().next() {
                self.out.push('\\');
                self.out.push(next);
                self.at += 1 + next.len_utf8();
            } else {
                return Err((
                    opening,
                    Problem::Syntax("a value that is not closed by a bracket"),
                ));
            }
        }
    }
}

/// The number of points of a value if the parser reads it as a compressed list.
fn rectangle(value: &str) -> usize {
    let letter = |b: u8| match b {
        b'a'..=b'z' => Some(usize::from(b - b'a')),
        b'A'..=b'Z' => Some(usize::from(b - b'A') + 26),
        _ => None,
    };
    let &[a, b, b':', c, d] = value.as_bytes() else {
        return 0;
    };
    match [a, b, c, d].map(letter) {
        [Some(left), Some(top), Some(right), Some(bottom)] => {
            (right + 1).saturating_sub(left) * (bottom + 1).saturating_sub(top)
        }
        _ => 0,
    }
}
