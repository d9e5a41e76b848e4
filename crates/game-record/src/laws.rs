//! Property tests for implementations of [`Dialect`].

use board_core::MoveGen;
use proptest::prelude::*;

use crate::{Dialect, MoveOf, NodeId, Reader, Record, Tree};

/// An annotation glyph and comments.
pub type Remarks = (Option<u8>, Vec<String>);

/// A strategy for few glyphs and few comments.
pub fn remarks(words: &'static [&'static str]) -> impl Strategy<Value = Remarks> {
    let glyph = prop::option::weighted(0.2, any::<u8>());
    (glyph, prop::collection::vec(text(words), 0..2))
}

/// A strategy for text made of words with a meaning in files of games, among them `words`, and of others.
pub fn text(words: &'static [&'static str]) -> impl Strategy<Value = String> {
    let meaning = [
        "[Event", "\"x\"]", "\"", "\\", "%", "(", ")", "{", "}", ";", "$1", "1-0", "\n", "é", "",
    ];
    let meaning = [&meaning[..], words].concat();
    let word = prop_oneof![
        4 => "[a-z]{1,12}",
        1 => prop::sample::select(meaning).prop_map(str::to_owned),
        1 => "\\PC{0,5}",
    ];
    prop::collection::vec(word, 0..30).prop_map(|words| words.join(" "))
}

/// One step of building a record: the node, the move, its glyph and comments.
pub type Step = (u16, u16, Remarks);

/// A strategy for records with variations. `choose` maps a number to a legal move; `None` at the end of a game.
pub fn record<D: Dialect>(
    start: D::Position,
    steps: Vec<Step>,
    choose: impl Fn(&D::Position, u16) -> Option<MoveOf<D>>,
) -> Record<D> {
    let mut record = Record::new(start);
    let mut nodes = vec![NodeId::ROOT];
    for (at, choice, (glyph, comments)) in steps {
        // Mostly continue from the last move, sometimes from an earlier one.
        let at = match at % 4 {
            0 => nodes[usize::from(at / 4) % nodes.len()],
            _ => nodes[nodes.len() - 1],
        };
        let Some(mv) = choose(&record.tree.position(at), choice) else {
            continue;
        };
        let id = record
            .tree
            .add(at, mv)
            .expect("chosen among the legal ones");
        nodes.push(id);
        say(&mut record.tree, id, glyph, comments);
    }
    record
}

fn say<P: MoveGen>(tree: &mut Tree<P>, id: NodeId, glyph: Option<u8>, comments: Vec<String>) {
    if let Some(glyph) = glyph {
        tree.add_nag(id, glyph);
    }
    for comment in comments {
        tree.add_comment(id, &comment);
    }
}

/// Checks that a record survives writing and reading, and is written the same again.
///
/// # Errors
/// The difference, with the text.
pub fn read_back<D: Dialect>(record: &Record<D>) -> Result<(), TestCaseError>
where
    D::Position: core::fmt::Debug + PartialEq,
{
    let text = record.write();
    let mut games: Vec<_> = Reader::<_, D>::new(text.as_bytes()).collect();
    prop_assert_eq!(games.len(), 1, "{}", text);
    let again = games.remove(0);
    let again = again.map_err(|error| TestCaseError::fail(format!("{error}\n{text}")))?;
    prop_assert_eq!(&again.tree, &record.tree, "{}", text);
    prop_assert_eq!(again.result, record.result);
    prop_assert_eq!(again.write(), text);
    for (name, value) in record.headers.iter().filter(|pair| pair.0 != "Result") {
        prop_assert_eq!(again.headers.get(name), Some(value));
    }
    Ok(())
}
