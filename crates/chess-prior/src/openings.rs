//! Main lines of opening theory, since the first moves of most games are known by heart.

use std::collections::HashMap;
use std::sync::LazyLock;

use board_core::MoveGen;
use chess_rules::{Move, Position};

/// The lines as text, each with its code in the Encyclopaedia of Chess Openings.
const LINES: &str = include_str!("openings.txt");

static MOVES: LazyLock<HashMap<u64, Vec<Move>>> = LazyLock::new(|| {
    let mut moves: HashMap<u64, Vec<Move>> = HashMap::new();
    for line in LINES.lines() {
        let mut position = Position::initial();
        for name in line.split_whitespace().skip(1) {
            // A test reads every line to its end.
            let Ok(mv) = position.parse_san(name) else {
                break;
            };
            moves.entry(position.key()).or_default().push(mv);
            position.advance(mv);
        }
    }
    moves
});

/// The next moves of the lines that reach a position, by any move order: one move for each line.
pub(crate) fn continuations(position: &Position) -> &'static [Move] {
    MOVES.get(&position.key()).map_or(&[], Vec::as_slice)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_line_is_legal_to_its_end() {
        for line in LINES.lines() {
            let mut position = Position::initial();
            let mut words = line.split_whitespace();
            let code = words.next().unwrap();
            assert!(code.len() == 3 && ('A'..='E').contains(&code.chars().next().unwrap()));
            for name in words {
                let mv = position.parse_san(name);
                let mv = mv.unwrap_or_else(|e| panic!("{line}: {name}: {e}"));
                assert_eq!(position.san(mv).as_str(), name, "{line}");
                position.advance(mv);
            }
        }
    }

    #[test]
    fn a_position_is_known_by_whichever_way_it_came() {
        let after = |names: &[&str]| {
            let mut position = Position::initial();
            for name in names {
                position.advance(position.parse_san(name).unwrap());
            }
            continuations(&position)
        };
        let usual = after(&["d4", "Nf6", "c4", "e6", "Nf3"]);
        assert!(!usual.is_empty());
        assert_eq!(usual, after(&["Nf3", "Nf6", "c4", "e6", "d4"]));
        assert!(after(&["a3", "a6"]).is_empty());
    }
}
