//! Parses text into trees and records.

use sgf_parse::{GameTree, ParseOptions, SgfNode, SgfProp, go};

use super::scan::{Lines, find_game, scan};
use super::{Limits, Node, Property, Record, RecordError, Tree};

impl Record {
    /// Reads all games of a collection within the default [`Limits`].
    ///
    /// # Errors
    /// The first fault. [`RecordError::record`] has the faulty game up to there; use [`Record::read_each`] to get the
    /// other games.
    pub fn read(text: &str) -> Result<Vec<Record>, RecordError> {
        Record::read_each(text, &Limits::default()).collect()
    }

    /// Reads the games of a collection one by one. After a faulty game it continues with the next one, if the
    /// parentheses of the faulty game are balanced.
    pub fn read_each<'a>(
        text: &'a str,
        limits: &'a Limits,
    ) -> impl Iterator<Item = Result<Record, RecordError>> + 'a {
        Tree::read_each(text, limits).map(|tree| match tree {
            Ok(tree) => Record::from_tree(tree),
            Err(error) => Err(error),
        })
    }
}

impl Tree {
    /// Reads the games of a collection one by one. It is an error if there are none.
    pub fn read_each<'a>(
        text: &'a str,
        limits: &'a Limits,
    ) -> impl Iterator<Item = Result<Tree, RecordError>> + 'a {
        let mut next = Some(0);
        let mut games = 0;
        let mut lines = Lines::default();
        std::iter::from_fn(move || {
            let from = next.take()?;
            if text.len() > limits.bytes {
                let (what, limit) = ("bytes of text", limits.bytes);
                return Some(Err(RecordError::TooLarge { what, limit }));
            }
            let Some(start) = find_game(text, from) else {
                return (from == 0).then_some(Err(RecordError::NoGame));
            };
            if games == limits.games {
                let (what, limit) = ("games", limits.games);
                return Some(Err(RecordError::TooLarge { what, limit }));
            }
            games += 1;
            let scanned = scan(text, start, limits);
            let parsed = parse(&scanned.text);
            let Some(fault) = scanned.fault else {
                next = Some(scanned.end);
                return Some(parsed);
            };
            let mut error = lines.locate(text, fault);
            if let RecordError::Syntax { record, .. } = &mut error {
                *record = parsed.and_then(Record::from_tree).map_or_else(
                    |earlier| earlier.record().cloned().map(Box::new),
                    |whole| Some(Box::new(whole)),
                );
            }
            // Skip the rest of a faulty game, up to what looks like the next one.
            next = after_fault(text, scanned.end);
            Some(Err(error))
        })
    }
}

/// Finds the next game after a fault at byte `from`: a line that begins with `(`.
fn after_fault(text: &str, from: usize) -> Option<usize> {
    text[from..]
        .find("\n(")
        .map(|line_break| from + line_break + 1)
}

/// Parses a game that [`scan`] has checked.
fn parse(text: &str) -> Result<Tree, RecordError> {
    let agreed = |problem| RecordError::Syntax {
        line: 1,
        column: 1,
        problem,
        record: None,
    };
    let games = sgf_parse::parse_with_options(text, &ParseOptions::default())
        .map_err(|_| agreed("the game could not be parsed"))?;
    match games.into_iter().next() {
        Some(GameTree::GoGame(root)) => Ok(flatten(root)),
        _ => Err(agreed("the game could not be parsed")),
    }
}

/// Flattens the parser's nested nodes from the top. This also keeps their destructor from recursing to the depth of the
/// game.
fn flatten(root: SgfNode<go::Prop>) -> Tree {
    let mut nodes: Vec<Node> = Vec::new();
    let mut todo = vec![(root, None::<usize>)];
    while let Some((mut node, parent)) = todo.pop() {
        let index = nodes.len();
        let children = std::mem::take(&mut node.children);
        todo.extend(children.into_iter().rev().map(|child| (child, Some(index))));
        nodes.push(Node {
            properties: std::mem::take(&mut node.properties)
                .into_iter()
                .map(property)
                .collect(),
            children: Vec::new(),
            parent,
        });
        if let Some(parent) = parent {
            nodes[parent].children.push(index);
        }
    }
    Tree { nodes }
}

/// Converts a parsed property back to text; `line` interprets it.
fn property(prop: go::Prop) -> Property {
    use go::Prop::*;
    let name = prop.identifier();
    let mut values = match prop {
        Unknown(_, values) | Invalid(_, values) => return Property { name, values },
        C(text) | GC(text) => vec![text.text],
        N(text) | CA(text) | AN(text) | BR(text) | BT(text) | CP(text) | DT(text) | EV(text)
        | GN(text) | ON(text) | OT(text) | PB(text) | PC(text) | PW(text) | RE(text) | RO(text)
        | RU(text) | SO(text) | US(text) | WR(text) | WT(text) => vec![text.text],
        SZ((cols, rows)) if cols == rows => vec![cols.to_string()],
        AP((program, version)) => vec![format!("{}:{}", program.text, version.text)],
        FG(None) => vec![String::new()],
        FG(Some((flags, title))) => vec![format!("{flags}:{}", title.text)],
        LB(labels) => {
            let point = |p: go::Point| [p.x, p.y].map(letter).iter().collect::<String>();
            labels
                .into_iter()
                .map(|(p, text)| format!("{}:{}", point(p), text.text))
                .collect()
        }
        // All others are points, moves and numbers, which need no escapes.
        other => {
            let shown = other.to_string();
            let inner = shown.strip_prefix(&name).and_then(|s| s.strip_prefix('['));
            let inner = inner.and_then(|s| s.strip_suffix(']')).unwrap_or("");
            inner.split("][").map(str::to_owned).collect()
        }
    };
    // Lists come in the random order of a hash set.
    values.sort_unstable();
    Property { name, values }
}

fn letter(n: u8) -> char {
    (if n < 26 { b'a' + n } else { b'A' + (n - 26) }) as char
}
