//! The pattern tree as published, for reading and as a reference for tests.
//!
//! P. Beyens, "Pieter's Pattern Search Algorithm", Sensei's Library, 2009. One choice where the description leaves
//! room: a node that is reached is only a candidate, whose rectangle is then compared as a whole, because a stone
//! between two stops excludes only the patterns whose rectangle it is in.

use crate::found::unturned;
use crate::{Content, Field, Group, Match, Pattern, PatternId, Rectangle, Symmetry, Triple};

/// The published tree: a list of children, and one instance for every partial match.
///
/// ```
/// use patterns::{Field, Group, Pattern, reference::ReferenceTree};
///
/// let mut tree = ReferenceTree::new(Group::TurnsAndColors);
/// let hane = tree.insert(&"
///     . O
///     X .".parse::<Pattern>()?);
/// let field = Field::from_rows(&[
///     ". . . .",
///     ". X . .",
///     ". . O .",
///     ". . . .",
/// ])?;
/// let found = tree.search(&field);
/// assert_eq!(found.len(), 1);
/// assert_eq!((found[0].id, found[0].rectangle.x, found[0].rectangle.y), (hane, 1, 1));
/// # Ok::<(), patterns::PatternError>(())
/// ```
#[derive(Clone, Debug)]
pub struct ReferenceTree {
    group: Group,
    /// The first is the root, whose triple has no meaning.
    nodes: Vec<Node>,
    learned: Vec<Learned>,
    /// Number of edge lines around the board that the scan covers: one, or more if patterns may reach off the board.
    margin: i32,
}

#[derive(Clone, Debug)]
struct Node {
    triple: Triple,
    children: Vec<usize>,
    /// Patterns whose list of triples ends here.
    ends: Vec<usize>,
}

#[derive(Clone, Debug)]
struct Learned {
    normal: Pattern,
    /// The symmetry from the given pattern to the normal form.
    to_normal: Symmetry,
    /// The symmetries of the forms of the given pattern.
    forms: Vec<Symmetry>,
}

/// A partial match ("a new pattern node instance"): a node of the tree and a position on the board.
#[derive(Clone, Copy)]
struct Instance {
    node: usize,
    origin: (i32, i32),
    /// The previous stop.
    last: (i32, i32),
}

impl ReferenceTree {
    /// An empty tree, in which patterns are equal under the symmetries of `group`.
    #[must_use]
    pub fn new(group: Group) -> ReferenceTree {
        let triple = Triple {
            content: Content::Empty,
            dx: 0,
            dy: 0,
        };
        ReferenceTree {
            group,
            nodes: vec![Node::new(triple)],
            learned: Vec::new(),
            margin: 1,
        }
    }

    /// Adds a pattern; returns the existing id if it is known.
    pub fn insert(&mut self, pattern: &Pattern) -> PatternId {
        let (normal, to_normal) = pattern.normal(self.group);
        let mut at = 0;
        for triple in normal.triples() {
            let mut children = self.nodes[at].children.iter();
            let known = children.find(|&&child| self.nodes[child].triple == triple);
            at = known.copied().unwrap_or_else(|| {
                self.nodes.push(Node::new(triple));
                let new = self.nodes.len() - 1;
                self.nodes[at].children.push(new);
                new
            });
        }
        let mut ends = self.nodes[at].ends.iter();
        let known = ends.find(|&&end| self.learned[end].normal == normal);
        let id = known.copied().unwrap_or_else(|| {
            let forms = pattern.forms(self.group);
            if normal.is_loose() {
                let (cols, rows) = normal.size();
                self.margin = self.margin.max(cols.max(rows) as i32);
            }
            self.learned.push(Learned {
                normal,
                to_normal,
                forms: forms.into_iter().map(|(_, symmetry)| symmetry).collect(),
            });
            self.nodes[at].ends.push(self.learned.len() - 1);
            self.learned.len() - 1
        });
        PatternId(id as u32)
    }

    /// All occurrences of all patterns, sorted.
    #[must_use]
    pub fn search(&self, field: &Field) -> Vec<Match> {
        let mut found = Vec::new();
        for &view in self.group.symmetries() {
            let seen = field.transformed(view);
            self.scan(&seen, |end, (x, y)| {
                let learned = &self.learned[end];
                let symmetry = learned.to_normal.then(view.inverse());
                if learned.forms.contains(&symmetry) && learned.normal.matches(&seen, x, y) {
                    let size = learned.normal.size();
                    let rectangle = unturned((x, y), size, view, field.size());
                    found.push(Match {
                        id: PatternId(end as u32),
                        symmetry,
                        rectangle,
                    });
                }
            });
        }
        found.sort_unstable();
        found
    }

    /// Scans once: calls `candidate` with every pattern all of whose stops match, and the position of its lower left
    /// point.
    fn scan(&self, field: &Field, mut candidate: impl FnMut(usize, (i32, i32))) {
        let (cols, rows) = field.size();
        let (cols, rows) = (cols as i32, rows as i32);
        let mut live: Vec<Instance> = Vec::new();
        for y in -self.margin..rows + self.margin {
            // An instance ends when the scan has passed all its children.
            live.retain(|instance| {
                let mut children = self.nodes[instance.node].children.iter();
                children.any(|&child| instance.last.1 + self.nodes[child].triple.dy >= y)
            });
            for x in -self.margin..cols + self.margin {
                let content = field.at(x, y);
                if !content.is_hit() {
                    continue;
                }
                let root = Instance {
                    node: 0,
                    origin: (x, y),
                    last: (x, y),
                };
                // Instances created at this stop wait for the next one.
                let older = live.len();
                for i in 0..=older {
                    let from = if i < older { live[i] } else { root };
                    let (dx, dy) = (x - from.last.0, y - from.last.1);
                    let triple = Triple { content, dx, dy };
                    for &node in &self.nodes[from.node].children {
                        if self.nodes[node].triple != triple {
                            continue;
                        }
                        let (origin, last) = (from.origin, (x, y));
                        for &end in &self.nodes[node].ends {
                            let first = self.learned[end].normal.first_hit().unwrap_or((0, 0));
                            candidate(end, (origin.0 - first.0, origin.1 - first.1));
                        }
                        if !self.nodes[node].children.is_empty() {
                            live.push(Instance { node, origin, last });
                        }
                    }
                }
            }
        }
        // Patterns without stops are never reached by the scan.
        for &end in &self.nodes[0].ends {
            let (wide, high) = self.learned[end].normal.size();
            for y in 1 - high as i32..rows {
                for x in 1 - wide as i32..cols {
                    candidate(end, (x, y));
                }
            }
        }
    }
}

impl Node {
    fn new(triple: Triple) -> Node {
        Node {
            triple,
            children: Vec::new(),
            ends: Vec::new(),
        }
    }
}

/// Writes the tree with one line for each triple, as in the description.
impl std::fmt::Display for ReferenceTree {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let mut open: Vec<(usize, usize)> = vec![(0, 0)];
        while let Some((node, depth)) = open.pop() {
            if depth > 0 {
                let Triple { content, dx, dy } = self.nodes[node].triple;
                let name = match content {
                    Content::Empty => "empty",
                    Content::Black => "black",
                    Content::White => "white",
                    Content::Edge => "edge",
                };
                writeln!(f, "{:1$}({name},{dx},{dy})", "", 2 * (depth - 1))?;
            }
            let children = self.nodes[node].children.iter().rev();
            open.extend(children.map(|&child| (child, depth + 1)));
        }
        Ok(())
    }
}

/// All occurrences of all patterns by comparing every place: the definition, and the slowest method.
#[must_use]
pub fn brute_force(patterns: &[Pattern], group: Group, field: &Field) -> Vec<Match> {
    let (cols, rows) = field.size();
    let mut found = Vec::new();
    for (id, pattern) in patterns.iter().enumerate() {
        for (form, symmetry) in pattern.forms(group) {
            let (wide, high) = form.size();
            for y in 1 - high as i32..rows as i32 {
                for x in 1 - wide as i32..cols as i32 {
                    if form.matches(field, x, y) {
                        found.push(Match {
                            id: PatternId(id as u32),
                            symmetry,
                            rectangle: Rectangle {
                                x,
                                y,
                                cols: wide,
                                rows: high,
                            },
                        });
                    }
                }
            }
        }
    }
    found.sort_unstable();
    found
}
