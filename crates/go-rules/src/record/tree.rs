//! The whole of what an SGF game holds, as a flat list of nodes.

use sgf_parse::{GameTree, ParseOptions, SgfNode, SgfProp, go};

use super::scan::{Lines, find_game, scan};
use super::{Limits, Record, RecordError};

/// A game with all its variations. Never empty; the root is the first node.
///
/// The nodes are kept in one list, so that however long a game is, nothing nests.
///
/// ```
/// use go_rules::record::{Limits, Tree};
///
/// let text = "(;SZ[9];B[ee](;W[ge];B[ec])(;W[cc]N[other]))";
/// let tree = Tree::read_each(text, &Limits::default()).next().unwrap()?;
/// let leaves: Vec<&str> = tree.leaves().map(|leaf| {
///     let node = &tree.nodes()[leaf];
///     node.value("W").or(node.value("B")).unwrap()
/// }).collect();
/// assert_eq!(leaves, ["ec", "cc"]);
/// # Ok::<(), go_rules::record::RecordError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tree {
    nodes: Vec<Node>,
}

/// One node of a [`Tree`].
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Node {
    /// The properties in the order they were written; a name may come twice in a faulty file.
    pub properties: Vec<Property>,
    /// Indices of the nodes that follow, the main variation first.
    pub children: Vec<usize>,
    /// Index of the node before, `None` for the root.
    pub parent: Option<usize>,
}

/// One property of a node.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Property {
    /// The name, upper-case.
    pub name: String,
    /// The values without brackets and escapes. Point lists are expanded and sorted.
    pub values: Vec<String>,
}

impl Property {
    /// A property with one value.
    #[must_use]
    pub fn new(name: impl Into<String>, value: impl Into<String>) -> Property {
        Property {
            name: name.into(),
            values: vec![value.into()],
        }
    }
}

impl Node {
    /// The first value of the property `name`.
    #[must_use]
    pub fn value(&self, name: &str) -> Option<&str> {
        let property = self
            .properties
            .iter()
            .find(|property| property.name == name)?;
        property.values.first().map(String::as_str)
    }
}

impl Tree {
    /// Reads the games of a collection one by one; none at all is an error, too.
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
            // The rest of a faulty game is skipped up to what looks like the next one.
            next = after_fault(text, scanned.end);
            Some(Err(error))
        })
    }

    /// All nodes, the root first, every node after its parent.
    #[must_use]
    pub fn nodes(&self) -> &[Node] {
        &self.nodes
    }

    /// The first node.
    #[must_use]
    pub fn root(&self) -> &Node {
        &self.nodes[0]
    }

    /// The root and then always the first child.
    pub fn main_line(&self) -> impl Iterator<Item = &Node> {
        std::iter::successors(Some(self.root()), |node| {
            node.children.first().map(|&child| &self.nodes[child])
        })
    }

    /// Indices of the nodes that nothing follows: the end of the main line, then of each variation.
    pub fn leaves(&self) -> impl Iterator<Item = usize> + '_ {
        (0..self.nodes.len()).filter(|&node| self.nodes[node].children.is_empty())
    }
}

/// Where to look for the next game after a fault at byte `from`: a line that begins with `(`.
fn after_fault(text: &str, from: usize) -> Option<usize> {
    text[from..]
        .find("\n(")
        .map(|line_break| from + line_break + 1)
}

/// Has the parser read one game that [`scan`] went through.
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

/// Takes the parser's nested nodes apart from the top, which also keeps their destructor from
/// recursing as deep as the game is long.
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

/// A parsed property back as texts: what of it has a meaning here is for `line` to say.
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
