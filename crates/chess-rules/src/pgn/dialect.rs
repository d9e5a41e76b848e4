//! The dialect PGN.

use board_core::{Color, MoveGen};
use game_record::{Dialect, Headers, Notated};

use crate::{FenError, GameResult, Move, Outcome, Position, SanError};

/// Portable Game Notation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pgn {}

/// Faults of the start position of a game.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum StartFault {
    /// The position in the header `FEN` is invalid.
    #[error("header FEN: {0}")]
    Fen(FenError),
    /// The header `Variant` is neither chess nor Chess960.
    #[error("variant {0:?} is not known")]
    Variant(String),
}

/// The headers that describe the start position.
#[derive(Default)]
pub struct UsedHeaders {
    fen: Option<String>,
    variant: Option<String>,
}

impl Dialect for Pgn {
    type Position = Position;
    type Rules = ();
    type Result = GameResult;
    type UsedHeaders = UsedHeaders;
    type StartFault = StartFault;
    type MoveFault = SanError;

    /// As in `exd6 e.p.`
    const IGNORED: &'static [u8] = b"e.p.";
    const FIRST_HEADER: Option<&'static str> = None;

    fn read_header(headers: &mut UsedHeaders, name: &str, value: &str) {
        match name {
            "FEN" => headers.fen = Some(value.to_owned()),
            "Variant" => headers.variant = Some(value.to_owned()),
            _ => {}
        }
    }

    fn start(headers: &UsedHeaders, (): &()) -> Result<Position, StartFault> {
        if let Some(variant) = &headers.variant {
            let plain: String = variant
                .chars()
                .filter(|c| c.is_alphanumeric())
                .flat_map(char::to_lowercase)
                .collect();
            let known = [
                "",
                "standard",
                "chess",
                "normal",
                "fromposition",
                "chess960",
            ];
            let shuffled = ["fischerandom", "fischerrandom", "freestyle"];
            if !known.contains(&&*plain) && !shuffled.iter().any(|name| plain.starts_with(name)) {
                let short = variant.chars().take(20).collect();
                return Err(StartFault::Variant(short));
            }
        }
        match &headers.fen {
            Some(fen) => Position::from_fen_lenient(fen).map_err(StartFault::Fen),
            None => Ok(Position::initial()),
        }
    }

    fn initial((): &()) -> Position {
        Position::initial()
    }

    #[inline]
    fn is_symbol(byte: u8) -> bool {
        byte.is_ascii_alphanumeric()
            || matches!(byte, b'-' | b'+' | b'#' | b'=' | b'/' | b':' | b'_')
    }

    #[inline]
    fn result(token: &[u8], _: &Position) -> Option<GameResult> {
        Some(match token {
            b"1-0" => GameResult::Win(Color::White),
            b"0-1" => GameResult::Win(Color::Black),
            b"1/2-1/2" | b"1/2" => GameResult::Draw,
            _ => return None,
        })
    }

    fn asterisk(_: &UsedHeaders, _: &Position) -> GameResult {
        GameResult::Unknown
    }

    fn ended(position: &Position) -> Option<GameResult> {
        if position.has_moves() {
            None
        } else if position.is_check() {
            Some(GameResult::Win(!position.to_move()))
        } else {
            Some(GameResult::Draw)
        }
    }

    #[inline]
    fn result_of(outcome: Outcome) -> GameResult {
        outcome.result()
    }

    fn move_of(token: &[u8]) -> &[u8] {
        match token.first() {
            Some(b'0'..=b'9') if !token.starts_with(b"0-0") => {
                let digits = token.iter().take_while(|byte| byte.is_ascii_digit());
                &token[digits.count()..]
            }
            _ => token,
        }
    }

    #[inline]
    fn parse(position: &Position, token: &[u8]) -> Result<Option<Move>, SanError> {
        match Self::move_of(token) {
            [] => Ok(None),
            text => position.parse_san_bytes(text).map(Some),
        }
    }

    fn token(result: GameResult, _: &Position) -> &'static str {
        result.as_str()
    }

    /// `SetUp` and `FEN` if the start position is not the standard one, and `Variant` if castling needs it.
    fn own_headers(start: &Position, headers: &Headers) -> Vec<(&'static str, Option<String>)> {
        let unusual = *start != Position::initial();
        let mut own = vec![
            ("SetUp", unusual.then(|| "1".to_owned())),
            ("FEN", unusual.then(|| start.to_fen())),
        ];
        if unusual && !start.is_usual_castling() && headers.get("Variant").is_none() {
            own.push(("Variant", Some("Chess960".to_owned())));
        }
        own
    }
}

impl Notated for Position {
    fn number(&self) -> u16 {
        self.move_number()
    }

    fn is_first(&self) -> bool {
        self.to_move() == Color::White
    }

    fn name(&self, mv: Move) -> String {
        self.san(mv).to_string()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pgn::{NodeId, Record, Tree};

    fn mv(tree: &Tree, at: NodeId, san: &str) -> Move {
        tree.position(at).parse_san(san).unwrap()
    }

    fn add(tree: &mut Tree, at: NodeId, san: &str) -> NodeId {
        let mv = mv(tree, at, san);
        tree.add(at, mv).unwrap()
    }

    #[test]
    fn variations_comments_and_glyphs() {
        let mut record = Record::new(Position::initial());
        let tree = &mut record.tree;
        tree.add_comment(Tree::ROOT, "Short");
        let e4 = add(tree, Tree::ROOT, "e4");
        let d4 = add(tree, Tree::ROOT, "d4");
        tree.add_comment_before(d4, "or");
        let d5 = add(tree, d4, "d5");
        tree.add_nag(d5, 1);
        let f5 = add(tree, d4, "f5");
        tree.add_comment(f5, "Dutch }\n  %eval");
        let e5 = add(tree, e4, "e5");
        add(tree, e5, "Nf3");
        let text = record.write();
        let movetext = text.split("\n\n").nth(1).unwrap();
        assert_eq!(
            movetext,
            "{Short} 1. e4 ({or} 1. d4 d5 $1 (1... f5 {Dutch ) %eval})) 1... e5 2. Nf3 *\n"
        );
    }

    #[test]
    fn headers_are_ordered_and_escaped() {
        let start = Position::from_fen("4k3/8/8/8/8/8/8/1R2K1R1 b KQ - 3 7").unwrap();
        let mut record = Record::new(start);
        record
            .headers
            .set("White", "a \"quoted\" \\ name\nof two lines");
        record.headers.set("Bad name", "x");
        record.headers.set("Annotator", "y");
        let expected = concat!(
            "[Event \"?\"]\n[Site \"?\"]\n[Date \"????.??.??\"]\n[Round \"?\"]\n",
            "[White \"a \\\"quoted\\\" \\\\ name of two lines\"]\n[Black \"?\"]\n[Result \"*\"]\n",
            "[Annotator \"y\"]\n[Bad_name \"x\"]\n[FEN \"4k3/8/8/8/8/8/8/1R2K1R1 b KQ - 3 7\"]\n",
            "[SetUp \"1\"]\n[Variant \"Chess960\"]\n\n*\n"
        );
        assert_eq!(record.write(), expected);
    }

    #[test]
    fn lines_have_fewer_than_80_characters() {
        let mut record = Record::new(Position::initial());
        let mut at = Tree::ROOT;
        for san in ["Nf3", "Nf6", "Ng1", "Ng8"].iter().cycle().take(200) {
            at = add(&mut record.tree, at, san);
            record.tree.add_comment(at, "two words");
        }
        let text = record.write();
        assert!(text.lines().all(|line| line.len() < 80), "{text}");
        assert!(text.lines().any(|line| line.len() > 75));
    }
}
