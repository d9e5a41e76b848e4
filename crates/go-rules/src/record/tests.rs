use super::*;

fn one(text: &str) -> Record {
    let mut games = Record::read(text).unwrap();
    assert_eq!(games.len(), 1);
    games.remove(0)
}

/// The record as it would be without having been read from a text.
fn made(mut record: Record) -> Record {
    record.tree = None;
    record
}

#[test]
fn what_is_written_is_read() {
    let mut record = Record::new(Size::new(13, 9).unwrap());
    record.info.black = "A ] b \\ c : d".into();
    record.info.komi = Some(0.5);
    record.info.rules = Some("Chinese".into());
    record.info.handicap = 2;
    record.info.comment = "two\nlines".into();
    record.info.other.push(Property::new("SO", "here"));
    record.setup = vec![(0, Color::Black), (5, Color::White), (20, Color::Black)];
    record.first = Color::White;
    record.comment = "[start]\\\nend\\".into();
    record.moves.push(Play::new(Color::White, Move::place(40)));
    record.moves.push(Play::new(Color::Black, Move::PASS));
    record.moves[1].comment = "a pass\r\n".into();
    assert_eq!(made(one(&record.write())), record);
}
