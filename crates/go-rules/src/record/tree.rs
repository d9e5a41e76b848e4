//! The complete content of an SGF game, as a flat list of nodes.

/// A game with all its variations. Never empty; the first node is the root.
///
/// The nodes are kept in a flat list, so that no recursion is needed for long games.
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
    pub(super) nodes: Vec<Node>,
}

/// One node of a [`Tree`].
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Node {
    /// The properties in written order; a faulty file may repeat a name.
    pub properties: Vec<Property>,
    /// Indices of the following nodes, the main variation first.
    pub children: Vec<usize>,
    /// Index of the preceding node; `None` for the root.
    pub parent: Option<usize>,
}

/// One property of a node.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Property {
    /// The name, in upper case.
    pub name: String,
    /// The values, without brackets and escapes. Point lists are expanded and sorted.
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
    /// All nodes; the root first, every node after its parent.
    #[must_use]
    pub fn nodes(&self) -> &[Node] {
        &self.nodes
    }

    /// The root.
    #[must_use]
    pub fn root(&self) -> &Node {
        &self.nodes[0]
    }

    /// The nodes of the main line: the root, and then always the first child.
    pub fn main_line(&self) -> impl Iterator<Item = &Node> {
        std::iter::successors(Some(self.root()), |node| {
            node.children.first().map(|&child| &self.nodes[child])
        })
    }

    /// Indices of the leaves: the end of the main line, then of each variation.
    pub fn leaves(&self) -> impl Iterator<Item = usize> + '_ {
        (0..self.nodes.len()).filter(|&node| self.nodes[node].children.is_empty())
    }
}
