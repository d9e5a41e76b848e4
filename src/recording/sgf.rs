//! Information about a game of Go in its record: SGF.

use go_rules::Rules;
use go_rules::record::Application;

use super::info::{GameInfo, GameInfoError};

/// The program that a record names as its maker.
const MAKER: &str = env!("CARGO_PKG_NAME");
const VERSION: &str = env!("CARGO_PKG_VERSION");

/// Checks the information about a game of Go.
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

/// Whether a text is a result as SGF defines it: <https://www.red-bean.com/sgf/properties.html#RE>.
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

/// Writes the information about a game of Go and the program's name into its record.
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sgf_has_the_players_and_the_maker() {
        let mut record = go_rules::record::Record::new(go_rules::Size::square(9).unwrap());
        let info = GameInfo {
            result: Some("B+R".to_owned()),
            rules: Some("Chinese".to_owned()),
            komi: Some(7.5),
            black: "Ann \"A\"".to_owned(),
            white: "Bob".to_owned(),
            event: "Club".to_owned(),
            place: "Home".to_owned(),
            round: "3".to_owned(),
            date: "2024-05".parse().ok(),
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
    fn invalid_information_is_rejected() {
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
        let rules = |name: &str| GameInfo {
            rules: Some(name.to_owned()),
            ..GameInfo::default()
        };
        assert_eq!(check_sgf(&rules("japanese")), Ok(()));
        assert!(check_sgf(&rules("house")).is_err());
        let komi = GameInfo {
            komi: Some(f32::NAN),
            ..GameInfo::default()
        };
        assert!(check_sgf(&komi).is_err());
    }
}
