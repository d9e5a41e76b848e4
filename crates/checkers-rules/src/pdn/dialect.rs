//! The dialect PDN.

use board_core::MoveGen;
use game_record::{Dialect, Headers, Notated, decode};

use crate::{FenError, GameResult, Move, NotationError, Outcome, Position, RuleSet};

/// Portable Draughts Notation.
///
/// Captures are written with their ends, or with their whole path if another capture has the same ends. The movetext
/// ends with the result, as older readers expect.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pdn {}

/// Faults of the start position of a game.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum StartFault {
    /// The position in the header `FEN` is invalid.
    #[error("header FEN: {0}")]
    Fen(FenError),
    /// The header `GameType` is invalid, or that of an unsupported game.
    #[error("game type {0:?} is not known")]
    GameType(String),
}

/// The headers that describe the start position and the result.
#[derive(Default)]
pub struct UsedHeaders {
    fen: Option<String>,
    game_type: Option<String>,
    result: Option<String>,
}

impl Dialect for Pdn {
    type Position = Position;
    /// English checkers by default.
    type Rules = RuleSet;
    type Result = GameResult;
    type UsedHeaders = UsedHeaders;
    type StartFault = StartFault;
    type MoveFault = NotationError;

    const IGNORED: &'static [u8] = b"";
    const FIRST_HEADER: Option<&'static str> = Some("GameType");

    fn read_header(headers: &mut UsedHeaders, name: &str, value: &str) {
        let note = match name {
            "FEN" => &mut headers.fen,
            "GameType" => &mut headers.game_type,
            "Result" => &mut headers.result,
            _ => return,
        };
        *note = Some(value.to_owned());
    }

    fn start(headers: &UsedHeaders, rules: &RuleSet) -> Result<Position, StartFault> {
        let rules = match &headers.game_type {
            None => *rules,
            Some(text) => RuleSet::from_game_type(text)
                .map_err(|_| StartFault::GameType(text.chars().take(20).collect()))?,
        };
        match &headers.fen {
            Some(fen) => Position::from_fen(rules, fen).map_err(StartFault::Fen),
            None => Ok(Position::initial(rules)),
        }
    }

    fn initial(rules: &RuleSet) -> Position {
        Position::initial(*rules)
    }

    #[inline]
    fn is_symbol(byte: u8) -> bool {
        byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'/' | b':')
    }

    fn result(token: &[u8], position: &Position) -> Option<GameResult> {
        GameResult::parse(core::str::from_utf8(token).ok()?, position.rules())
    }

    /// `*` only separates games: the result, if known, is in the headers.
    fn asterisk(headers: &UsedHeaders, position: &Position) -> GameResult {
        let token = headers.result.as_deref();
        let result = token.and_then(|token| GameResult::parse(token, position.rules()));
        result.unwrap_or_default()
    }

    fn ended(position: &Position) -> Option<GameResult> {
        (!position.has_moves()).then(|| GameResult::Win(!position.to_move()))
    }

    fn result_of(outcome: Outcome) -> GameResult {
        outcome.result()
    }

    fn move_of(token: &[u8]) -> &[u8] {
        token
    }

    fn parse(position: &Position, token: &[u8]) -> Result<Option<Move>, NotationError> {
        if token.iter().all(u8::is_ascii_digit) {
            return Ok(None);
        }
        position.parse_move(&decode(token)).map(Some)
    }

    fn token(result: GameResult, start: &Position) -> &'static str {
        result.token(start.rules())
    }

    /// `GameType`, and `SetUp` and `FEN` if the start position is not the standard one.
    fn own_headers(start: &Position, _: &Headers) -> Vec<(&'static str, Option<String>)> {
        let rules = start.rules();
        let unusual = *start != Position::initial(rules);
        vec![
            ("GameType", Some(rules.game_type())),
            ("SetUp", unusual.then(|| "1".to_owned())),
            ("FEN", unusual.then(|| start.to_fen())),
        ]
    }
}

impl Notated for Position {
    fn number(&self) -> u16 {
        self.move_number()
    }

    fn is_first(&self) -> bool {
        self.to_move() == self.rules().first
    }

    fn name(&self, mv: Move) -> String {
        self.notation(mv).to_string()
    }
}
