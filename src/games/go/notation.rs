//! Notation of Go.

use board_core::{MoveGen, Occupancy};
use go_rules::record::{Play, Record};
use go_rules::{Move, Position};
use sequence_search::{Decoded, Ply};

use super::records::named_moves;
use crate::recording::{self, GameInfo, GameInfoError, MoveTime, Notation, TimeControl};

impl Notation for Position {
    type Record = Record;
    const MOVES: &'static str = "moves";

    /// A start with only two to nine black stones is a handicap. So are several black stones before White's first move,
    /// which become setup.
    fn record(&self, game: &Decoded<Move>) -> Record {
        let mut first = self.clone();
        let setup = game.plies.iter().take_while(|p| p.handicap).count();
        for ply in game.plies.iter().take(setup) {
            first.set_to_move(ply.side);
            first.play(ply.mv);
        }
        let mut record = Record::new(self.size());
        let cells = first.contents().into_iter().enumerate();
        record.setup = cells
            .filter_map(|(point, cell)| Some((point, cell.color()?)))
            .collect();
        let [black, white] = count_stones(&first.contents());
        if white == 0 && (is_handicap(&self.contents()) || setup > 0) {
            record.info.handicap = black as u32;
        }
        record.first = first.to_move();
        for (i, ply) in game.plies.iter().skip(setup).enumerate() {
            if i == 0 {
                record.first = ply.side;
            } else if ply.after_pass {
                record.moves.push(Play::new(!ply.side, Move::PASS));
            }
            record.moves.push(Play::new(ply.side, ply.mv));
        }
        record
    }

    fn check_info(&self, info: &GameInfo) -> Result<(), GameInfoError> {
        recording::check_sgf(info)
    }

    /// The moves of a game of Go determine no result.
    fn set_info(record: &mut Record, info: &GameInfo) -> Option<&'static str> {
        recording::set_sgf(record, info);
        None
    }

    fn set_times(record: &mut Record, control: Option<&TimeControl>, times: &[MoveTime]) {
        recording::set_sgf_times(record, control, times);
    }

    fn write(record: &Record) -> String {
        record.write()
    }

    fn names(record: &Record) -> Vec<String> {
        named_moves(record)
    }

    fn parse(&self, name: &str) -> Option<Move> {
        let mv = self.size().parse_gtp(name)?;
        (mv != Move::PASS).then_some(mv)
    }

    fn reads(&self, name: &str) -> bool {
        self.parse(name).is_some()
    }

    fn name(&self, mv: Move) -> String {
        self.size().gtp(mv)
    }

    fn confidence(ply: &Ply<Move>) -> f32 {
        ply.confidence
    }
}

/// Number of stones: black, white.
pub(super) fn count_stones(contents: &[Occupancy]) -> [usize; 2] {
    [Occupancy::Black, Occupancy::White].map(|c| contents.iter().filter(|o| **o == c).count())
}

/// Whether these stones are a handicap: two to nine black ones.
pub(super) fn is_handicap(contents: &[Occupancy]) -> bool {
    let [black, white] = count_stones(contents);
    white == 0 && (2..=9).contains(&black)
}

#[cfg(test)]
mod tests {
    use super::*;
    use board_core::Color;
    use go_rules::Size;

    /// The record of a game that begins with these stones.
    fn setup(black: &[&str], white: &[&str]) -> Record {
        let size = Size::square(9).unwrap();
        let point = |name: &&str| size.parse_gtp(name).and_then(Move::point).unwrap();
        let mut stones = vec![Occupancy::Empty; 81];
        black
            .iter()
            .for_each(|name| stones[point(name)] = Occupancy::Black);
        white
            .iter()
            .for_each(|name| stones[point(name)] = Occupancy::White);
        let start = Position::from_contents(size, &stones, Color::White).unwrap();
        start.record(&Decoded::from(&[][..]))
    }

    #[test]
    fn only_black_stones_before_the_first_move_are_a_handicap() {
        let [two, three] = [&["C3", "G7"][..], &["C3", "G7", "G3"]];
        assert_eq!(setup(two, &[]).info.handicap, 2);
        assert_eq!(setup(three, &["C7"]).info.handicap, 0);
    }
}
