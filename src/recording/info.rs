//! What is known of a game besides its moves, and how it is written into records.

use game_record::Dialect;
use go_rules::Rules;
use go_rules::record::Application;

use super::Date;

/// What a record names as its maker.
const MAKER: &str = env!("CARGO_PKG_NAME");
const VERSION: &str = env!("CARGO_PKG_VERSION");

/// What is known of a game besides its moves: it is written into the record. What is empty or `None` is not known.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct GameInfo {
    /// Black's name.
    pub black: String,
    /// White's name.
    pub white: String,
    /// The event, such as a tournament.
    pub event: String,
    /// Where it was played.
    pub place: String,
    /// The round of the event.
    pub round: String,
    /// When it was played. Unless given, it is the day on which the first photo of the game was taken, if that has an
    /// EXIF time.
    pub date: Option<Date>,
    /// The result as records of the game write it: `1-0`, `1/2-1/2`, in Go `B+R`, `W+3.5`. A result that the moves tell
    /// goes before it.
    pub result: Option<String>,
    /// Go: the name of the rules, such as `Chinese`; one that [`Rules::named`] knows.
    pub rules: Option<String>,
    /// Go: points for White.
    pub komi: Option<f32>,
}

/// Something of a [`GameInfo`] that no record of the game can have.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum GameInfoError {
    /// A result that is none of this game.
    #[error("{found:?} is no result of this game; one is written {expected}")]
    Result {
        /// As given.
        found: String,
        /// How results are written.
        expected: &'static str,
    },
    /// Rules that are not known.
    #[error("the rules {found:?} are not known; such as chinese, japanese or aga are")]
    Rules {
        /// As given.
        found: String,
    },
    /// A komi that is no number.
    #[error("{found} is no komi")]
    Komi {
        /// As given.
        found: f32,
    },
    /// Rules or komi of a game that has none in its records.
    #[error("records of this game have no {field}")]
    NotOfGame {
        /// What was given.
        field: &'static str,
    },
}

impl GameInfo {
    /// What holds for another game on the same photos, too: all but the round and the result.
    pub(crate) fn later(&self) -> Self {
        Self {
            round: String::new(),
            result: None,
            ..self.clone()
        }
    }

    /// The pairs of the header that are known.
    fn texts(&self) -> [(&'static str, &str); 5] {
        [
            ("Event", &self.event),
            ("Site", &self.place),
            ("Round", &self.round),
            ("White", &self.white),
            ("Black", &self.black),
        ]
    }
}

/// Checks what is known of a game of Go.
pub(crate) fn check_sgf(info: &GameInfo) -> Result<(), GameInfoError> {
    if let Some(found) = info.result.as_deref().filter(|text| !is_sgf_result(text)) {
        let found = found.to_owned();
        let expected = "B+3.5, W+R, W+T, B+F, 0, Void or ?";
        return Err(GameInfoError::Result { found, expected });
    }
    if let Some(found) = info
        .rules
        .as_deref()
        .filter(|name| Rules::named(name).is_none())
    {
        let found = found.to_owned();
        return Err(GameInfoError::Rules { found });
    }
    match info.komi.filter(|komi| !komi.is_finite()) {
        Some(found) => Err(GameInfoError::Komi { found }),
        None => Ok(()),
    }
}

/// Whether a text is a result by SGF: <https://www.red-bean.com/sgf/properties.html#RE>.
fn is_sgf_result(text: &str) -> bool {
    let margin = |text: &str| {
        let digits =
            |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
        match text.split_once('.') {
            Some((whole, part)) => digits(whole) && digits(part),
            None => digits(text),
        }
    };
    let won = text.strip_prefix("B+").or_else(|| text.strip_prefix("W+"));
    match won {
        Some("" | "R" | "Resign" | "T" | "Time" | "F" | "Forfeit") => true,
        Some(by) => margin(by),
        None => matches!(text, "0" | "Draw" | "Void" | "?"),
    }
}

/// Writes into a record of Go what is known of the game, and who makes the record.
pub(crate) fn set_sgf(record: &mut go_rules::record::Record, info: &GameInfo) {
    let to = &mut record.info;
    to.application = Some(Application::new(MAKER, VERSION));
    to.black.clone_from(&info.black);
    to.white.clone_from(&info.white);
    to.event.clone_from(&info.event);
    to.place.clone_from(&info.place);
    to.round.clone_from(&info.round);
    to.date = info.date.map(|date| date.to_string()).unwrap_or_default();
    to.result = info.result.clone().unwrap_or_default();
    to.rules.clone_from(&info.rules);
    to.komi = info.komi;
}

/// Checks what is known of a game from `start` whose records have headers.
pub(crate) fn check_headers<D: Dialect>(
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

/// Writes into the headers of a record what is known of the game, and who makes the record. Returns the result that the
/// moves tell if it is another than the given one; it stays.
pub(crate) fn set_headers<D: Dialect>(
    record: &mut game_record::Record<D>,
    info: &GameInfo,
) -> Option<&'static str> {
    for (name, value) in info.texts() {
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

#[cfg(test)]
mod tests {
    use super::*;
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
    fn sgf_has_the_players_and_the_maker() {
        let mut record = go_rules::record::Record::new(go_rules::Size::square(9).unwrap());
        let info = GameInfo {
            result: Some("B+R".to_owned()),
            rules: Some("Chinese".to_owned()),
            komi: Some(7.5),
            ..known()
        };
        assert_eq!(check_sgf(&info), Ok(()));
        set_sgf(&mut record, &info);
        let made = format!("AP[kibitzer:{VERSION}]");
        let text = record.write();
        for part in [
            made.as_str(),
            "PB[Ann \"A\"]PW[Bob]RE[B+R]DT[2024-05]EV[Club]RO[3]PC[Home]RU[Chinese]KM[7.5]",
        ] {
            assert!(text.contains(part), "{text}");
        }
        assert_eq!(record.rules().komi, 7.5);
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
    fn the_result_of_the_moves_goes_before_the_given_one() {
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
    fn what_no_record_can_have_is_refused() {
        let result = |text: &str| GameInfo {
            result: Some(text.to_owned()),
            ..GameInfo::default()
        };
        for text in [
            "B+R", "W+Time", "B+12", "W+3.5", "B+", "0", "Draw", "Void", "?",
        ] {
            assert_eq!(check_sgf(&result(text)), Ok(()), "{text}");
        }
        for text in ["", "1-0", "b+r", "B+x", "B+3.", "B+.5", "W", "B+-3"] {
            assert!(check_sgf(&result(text)).is_err(), "{text}");
        }
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
        let rules = |name: &str| GameInfo {
            rules: Some(name.to_owned()),
            ..GameInfo::default()
        };
        assert_eq!(check_sgf(&rules("japanese")), Ok(()));
        assert!(check_sgf(&rules("house")).is_err());
        let field = "rules";
        assert_eq!(
            check_headers::<Pgn>(&start, &rules("japanese")),
            Err(GameInfoError::NotOfGame { field })
        );
        let komi = GameInfo {
            komi: Some(f32::NAN),
            ..GameInfo::default()
        };
        assert!(check_sgf(&komi).is_err());
    }
}
