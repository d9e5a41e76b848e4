//! PDN as the standard wants it written.

use core::fmt;

use board_core::MoveGen;

use game_record::headers::unknown;
use game_record::{Notated, ROSTER, movetext};

use super::Record;
use crate::{Move, Position};

impl Record {
    /// The game in PDN, ending with one line break: seven headers, `GameType`, the other headers in order of their
    /// names, then movetext in lines of fewer than 80 characters. Captures are written with their ends, and with their
    /// whole way where another has the same ends.
    ///
    /// `Result` is the record's result, which also ends the movetext as older readers expect, and `SetUp` and `FEN` say
    /// the start when it is not the usual one.
    #[must_use]
    pub fn write(&self) -> String {
        let mut text = String::new();
        let mut pair = |name: &str, value: &str| {
            let value = value.replace('\\', "\\\\").replace('"', "\\\"");
            text.push_str(&format!("[{name} \"{value}\"]\n"));
        };
        let start = self.tree.start();
        let rules = start.rules();
        for name in ROSTER {
            match name {
                "Result" => pair(name, self.result.token(rules)),
                _ => pair(name, self.headers.get(name).unwrap_or(unknown(name))),
            }
        }
        pair("GameType", &rules.game_type());
        let fen = start.to_fen();
        let ours =
            |name: &str| ROSTER.contains(&name) || ["SetUp", "FEN", "GameType"].contains(&name);
        let mut others: Vec<(&str, &str)> = self
            .headers
            .iter()
            .filter(|(name, _)| !ours(name))
            .collect();
        if *start != Position::initial(rules) {
            others.extend([("SetUp", "1"), ("FEN", &fen)]);
        }
        others.sort_by_key(|&(name, _)| name);
        for (name, value) in others {
            pair(name, value);
        }
        text.push('\n');
        text.push_str(&movetext(
            &self.tree,
            self.result.token(self.tree.start().rules()),
        ));
        text
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

/// [`Record::write`].
impl fmt::Display for Record {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.write())
    }
}
