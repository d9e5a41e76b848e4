//! What the targets of PGN and PDN ask of both.

use game_record::{Dialect, Fault, Limits, MoveOf, ROSTER, Reader, Record, Visitor};

/// Reads bytes as games: every record, also the one an error carries, is read back as itself, and the main lines alone
/// are the same.
pub fn records<D: Dialect>(bytes: &[u8], replay: impl Fn(&Record<D>)) {
    let limits = Limits {
        depth: 1_000,
        ..Limits::default()
    };
    let check = |record: &Record<D>, unknown| {
        replay(record);
        read_back(record, unknown);
    };
    let mut plies = Vec::new();
    for game in Reader::with_limits(bytes, limits) {
        match game {
            Ok(record) => {
                plies.push(record.moves().count());
                check(&record, false);
            }
            Err(error) => {
                assert!(!error.to_string().is_empty());
                let unknown = matches!(error.fault, Fault::Start(_));
                let record = error.record;
                check(
                    &record.expect("a reader of records keeps what it read"),
                    unknown,
                );
                break;
            }
        }
    }
    // The main lines alone are the same, as long as they are read without a fault.
    let mut reader = Reader::<_, D>::with_limits(bytes, limits);
    for count in plies {
        let mut main = Plies(0);
        assert!(reader.visit(&mut main).expect("a game").is_ok());
        assert_eq!(main.0, count);
    }
}

struct Plies(usize);

impl<D: Dialect> Visitor<D> for Plies {
    fn mv(&mut self, _: &D::Position, _: MoveOf<D>) {
        self.0 += 1;
    }
}

/// `unknown`: the record broke off at a start that is not known, and may say so again.
fn read_back<D: Dialect>(record: &Record<D>, unknown: bool) {
    let text = record.write();
    let mut games = Reader::<_, D>::new(text.as_bytes());
    let again = match games.next().expect("a game") {
        Ok(again) => again,
        Err(error) if unknown && matches!(error.fault, Fault::Start(_)) => return,
        Err(error) => panic!("a written game is read: {error}"),
    };
    assert!(games.next().is_none());
    assert_eq!(again.tree, record.tree);
    assert_eq!(again.result, record.result);
    assert_eq!(again.write(), text);
    let own = D::own_headers(record.tree.start(), &record.headers);
    for (name, value) in record.headers.iter() {
        if !ROSTER.contains(&name) && !own.iter().any(|own| own.0 == name) {
            assert!(again.headers.iter().any(|pair| pair == (name, value)));
        }
    }
}
