//! Information about a game in the headers of its record: PGN, PDN.

use game_record::Dialect;

use super::info::{GameInfo, GameInfoError};
use super::times::{MoveTime, TimeControl, clock_text};

/// The program that a record names as its maker.
const MAKER: &str = env!("CARGO_PKG_NAME");
const VERSION: &str = env!("CARGO_PKG_VERSION");

/// Checks the information about a game from `start`, for records with headers.
///
/// # Errors
/// [`GameInfoError`] for an unknown result, and for rules and komi, which only Go has.
pub fn check_headers<D: Dialect>(
    start: &D::Position,
    info: &GameInfo,
) -> Result<(), GameInfoError> {
    if info.rules.is_some() {
        return Err(GameInfoError::NotOfGame { field: "rules" });
    }
    if info.komi.is_some() {
        return Err(GameInfoError::NotOfGame { field: "komi" });
    }
    let known = |text: &&str| result::<D>(text, start).is_some();
    match info.result.as_deref().filter(|text| !known(text)) {
        Some(found) => Err(GameInfoError::Result {
            found: found.to_owned(),
            expected: "1-0, 0-1, 1/2-1/2 or *",
        }),
        None => Ok(()),
    }
}

fn result<D: Dialect>(text: &str, start: &D::Position) -> Option<D::Result> {
    match text {
        "*" => Some(D::Result::default()),
        text => D::result(text.as_bytes(), start),
    }
}

/// Writes the information about a game and the program's name into the headers of a record. Returns the result that the
/// moves determine if it differs from the given one; the record keeps it.
pub fn set_headers<D: Dialect>(
    record: &mut game_record::Record<D>,
    info: &GameInfo,
) -> Option<&'static str> {
    for (name, value) in texts(info) {
        if !value.is_empty() {
            record.headers.set(name, value);
        }
    }
    if let Some(date) = info.date {
        record.headers.set("Date", &date.to_pgn());
    }
    record
        .headers
        .set("Annotator", &format!("{MAKER} {VERSION}"));
    let start = record.tree.start();
    let given = info
        .result
        .as_deref()
        .and_then(|text| result::<D>(text, start))?;
    if record.result == D::Result::default() {
        record.result = given;
    }
    (record.result != given).then(|| D::token(record.result, start))
}

/// Writes times as commands in comments, `[%clk 1:05:09] [%emt 0:00:05]` (PGN Specification and Implementation Guide,
/// supplement), and the time control into its header, which has no form for byo-yomi.
pub fn set_times<D: Dialect>(
    record: &mut game_record::Record<D>,
    control: Option<&TimeControl>,
    times: &[MoveTime],
) {
    if let Some(control) = control.filter(|control| control.periods == 0) {
        let increment = match control.increment > 0.0 {
            true => format!("+{}", control.increment),
            false => String::new(),
        };
        let control = format!("{}{increment}", control.main);
        record.headers.set("TimeControl", &control);
    }
    let plies: Vec<_> = record.tree.main_line().collect();
    for (ply, time) in plies.into_iter().zip(times) {
        let left = time.left.map(|left| ("clk", left.seconds));
        let spent = time.spent.map(|spent| ("emt", spent));
        let written = [left, spent].into_iter().flatten();
        let commands = written.map(|(name, seconds)| format!("[%{name} {}]", clock_text(seconds)));
        let commands: Vec<_> = commands.collect();
        if !commands.is_empty() {
            record.tree.add_comment(ply, &commands.join(" "));
        }
    }
}

/// The names and values of the text headers.
fn texts(info: &GameInfo) -> [(&'static str, &str); 5] {
    [
        ("Event", &info.event),
        ("Site", &info.place),
        ("Round", &info.round),
        ("White", &info.white),
        ("Black", &info.black),
    ]
}

#[cfg(test)]
#[cfg(all(feature = "checkers", feature = "chess"))]
mod tests {
    use super::super::times::move_times;
    use super::*;
    use board_core::Color;
    use checkers_rules::pdn::Pdn;
    use checkers_rules::{RuleSet, Variant};
    use chess_rules::pgn::Pgn;

    fn known() -> GameInfo {
        GameInfo {
            black: "Ann \"A\"".to_owned(),
            white: "Bob".to_owned(),
            event: "Club".to_owned(),
            place: "Home".to_owned(),
            round: "3".to_owned(),
            date: "2024-05".parse().ok(),
            ..GameInfo::default()
        }
    }

    #[test]
    fn pgn_has_its_roster_and_the_maker() {
        let mut record = chess_rules::pgn::Record::new(chess_rules::Position::initial());
        assert_eq!(set_headers::<Pgn>(&mut record, &GameInfo::default()), None);
        let unknown = format!(
            "[Event \"?\"]\n[Site \"?\"]\n[Date \"????.??.??\"]\n[Round \"?\"]\n[White \"?\"]\n[Black \"?\"]\n\
             [Result \"*\"]\n[Annotator \"kibitzer {VERSION}\"]\n\n*\n"
        );
        assert_eq!(record.write(), unknown);
        let info = GameInfo {
            result: Some("1/2-1/2".to_owned()),
            ..known()
        };
        assert_eq!(set_headers::<Pgn>(&mut record, &info), None);
        let known = format!(
            "[Event \"Club\"]\n[Site \"Home\"]\n[Date \"2024.05.??\"]\n[Round \"3\"]\n[White \"Bob\"]\n\
             [Black \"Ann \\\"A\\\"\"]\n[Result \"1/2-1/2\"]\n[Annotator \"kibitzer {VERSION}\"]\n\n1/2-1/2\n"
        );
        assert_eq!(record.write(), known);
    }

    #[test]
    fn pdn_writes_a_result_as_its_variant_does() {
        let start = checkers_rules::Position::initial(RuleSet::of(Variant::International));
        let mut record = checkers_rules::pdn::Record::new(start);
        let info = GameInfo {
            result: Some("1-0".to_owned()),
            ..known()
        };
        assert_eq!(check_headers::<Pdn>(&start, &info), Ok(()));
        assert_eq!(set_headers::<Pdn>(&mut record, &info), None);
        let text = record.write();
        assert!(
            text.contains("[Result \"2-0\"]\n[GameType \"20,W"),
            "{text}"
        );
        assert!(
            text.contains(&format!("[Annotator \"kibitzer {VERSION}\"]")),
            "{text}"
        );
    }

    #[test]
    fn the_result_of_the_moves_takes_precedence() {
        let text = "1. f3 e5 2. g4 Qh4# 0-1";
        let mut record = chess_rules::pgn::Reader::new(text.as_bytes())
            .next()
            .unwrap()
            .unwrap();
        let info = GameInfo {
            result: Some("1-0".to_owned()),
            ..GameInfo::default()
        };
        assert_eq!(set_headers::<Pgn>(&mut record, &info), Some("0-1"));
        assert!(record.write().contains("[Result \"0-1\"]"));
    }

    #[test]
    fn moves_have_the_time_they_took_and_what_the_clock_showed() {
        let text = "1. e4 e5 2. Nf3 *";
        let mut record = chess_rules::pgn::Reader::new(text.as_bytes())
            .next()
            .unwrap()
            .unwrap();
        let control: TimeControl = "90+30".parse().unwrap();
        let sides = [Color::White, Color::Black, Color::White];
        let seen: Vec<_> = sides
            .into_iter()
            .zip([0.0, 100.0, 105.0].map(Some))
            .collect();
        let times = move_times(&seen, Some(&control));
        set_times(&mut record, Some(&control), &times);
        let written = record.write();
        assert!(written.contains("[TimeControl \"5400+30\"]"), "{written}");
        let words: Vec<_> = written.split_whitespace().collect();
        let moves = "1. e4 {[%clk 1:30:30]} 1... e5 {[%clk 1:28:50] [%emt 0:01:40]} 2. Nf3 {[%clk 1:30:55] [%emt \
                     0:00:05]} *";
        assert!(words.join(" ").ends_with(moves), "{written}");
    }

    #[test]
    fn invalid_information_is_rejected() {
        let result = |text: &str| GameInfo {
            result: Some(text.to_owned()),
            ..GameInfo::default()
        };
        let start = chess_rules::Position::initial();
        for text in ["1-0", "0-1", "1/2-1/2", "*"] {
            assert_eq!(
                check_headers::<Pgn>(&start, &result(text)),
                Ok(()),
                "{text}"
            );
        }
        for text in ["", "B+R", "2-0", "1:0"] {
            assert!(
                check_headers::<Pgn>(&start, &result(text)).is_err(),
                "{text}"
            );
        }
        let rules = GameInfo {
            rules: Some("japanese".to_owned()),
            ..GameInfo::default()
        };
        let field = "rules";
        assert_eq!(
            check_headers::<Pgn>(&start, &rules),
            Err(GameInfoError::NotOfGame { field })
        );
    }
}
