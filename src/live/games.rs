//! What a page needs to know of each game.

use board_core::{Color, MoveGen, Occupancy};
use go_rules::record::Record;
use referee::checkers::Checkers;
use referee::chess::Chess;
use referee::go::Go;

use super::ruling::Ruled;
use super::state::{Score, Shown};
use crate::recording::drawn::Drawn;
use crate::territory::{self, Judge};

impl Shown for go_rules::Position {
    fn text(&self) -> String {
        let letters: Vec<char> = self.letters().chars().collect();
        let rows = letters.chunks(self.size().cols());
        let rows: Vec<String> = rows.map(|row| row.iter().collect()).collect();
        let side = match self.to_move() {
            Color::Black => 'b',
            Color::White => 'w',
        };
        format!("{} {side}", rows.join("/"))
    }

    fn taken(&self) -> Option<[usize; 2]> {
        Some([self.captures(Color::Black), self.captures(Color::White)])
    }

    fn score(&self, record: &Record) -> Option<Score> {
        let rules = record.rules();
        let judged = Judge::default().judge(self).ok()?;
        let count = territory::counted(self, &rules, &judged);
        let owners = count.score.owner.iter().map(|owner| match owner {
            Occupancy::Black => 'X',
            Occupancy::White => 'O',
            Occupancy::Empty => '.',
        });
        Some(Score {
            result: count.score.to_string(),
            komi: rules.komi,
            // Rules that are not known count as the default ones.
            rules: record
                .info
                .rules
                .clone()
                .unwrap_or_else(|| "Japanese".to_owned()),
            lines: territory::lines(self, &rules, &count),
            owners: owners.collect(),
            dead: count.dead,
        })
    }
}

impl Ruled for go_rules::Position {
    type Rules = Go;

    fn rules(&self) -> Go {
        Go::from(go_rules::Game::new(
            self.clone(),
            go_rules::Rules::default(),
        ))
    }
}

impl Shown for chess_rules::Position {
    fn text(&self) -> String {
        self.to_fen()
    }
}

impl Ruled for chess_rules::Position {
    type Rules = Chess;

    fn rules(&self) -> Chess {
        Chess::from(chess_rules::Game::new(*self))
    }
}

impl Shown for checkers_rules::Position {
    fn text(&self) -> String {
        self.to_fen()
    }
}

impl Ruled for checkers_rules::Position {
    type Rules = Checkers;

    fn rules(&self) -> Checkers {
        Checkers::from(checkers_rules::Game::new(*self))
    }
}
