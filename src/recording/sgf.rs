//! Information about a game of Go in its record: SGF.

use board_core::Color;
use go_rules::record::{Application, Property};
use go_rules::{GameResult, Rules};

use super::info::{GameInfo, GameInfoError};
use super::times::{MoveTime, TimeControl};

/// The program that a record names as its maker.
const MAKER: &str = env!("CARGO_PKG_NAME");
const VERSION: &str = env!("CARGO_PKG_VERSION");

/// Checks the information about a game of Go.
pub(crate) fn check_sgf(info: &GameInfo) -> Result<(), GameInfoError> {
    let wrong = |text: &&str| text.is_empty() || text.parse::<GameResult>().is_err();
    if let Some(found) = info.result.as_deref().filter(wrong) {
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
    let result = info.result.as_deref().and_then(|text| text.parse().ok());
    to.result = result.map_or_else(String::new, |result: GameResult| result.to_string());
    to.rules.clone_from(&info.rules);
    to.komi = info.komi;
}

/// Writes the time control (`TM`, `OT`) and the time left after each of the last moves of a record, passes excepted:
/// seconds (`BL`, `WL`) and, in the form of the server KGS, periods of byo-yomi (`OB`, `OW`).
pub(crate) fn set_sgf_times(
    record: &mut go_rules::record::Record,
    control: Option<&TimeControl>,
    times: &[MoveTime],
) {
    let Some(control) = control else { return };
    let mut known = vec![Property::new("TM", control.main.to_string())];
    if control.periods > 0 {
        let overtime = format!("{}x{} byo-yomi", control.periods, control.period);
        known.push(Property::new("OT", overtime));
    } else if control.increment > 0.0 {
        let overtime = format!("{} fischer", control.increment);
        known.push(Property::new("OT", overtime));
    }
    record.info.other.extend(known);
    let moves = record.moves.iter_mut().rev();
    let moves = moves.filter(|play| !play.mv.is_pass());
    for (play, time) in moves.zip(times.iter().rev()) {
        let Some(left) = time.left else { continue };
        let (seconds, periods) = match play.color {
            Color::Black => ("BL", "OB"),
            Color::White => ("WL", "OW"),
        };
        play.other
            .push(Property::new(seconds, format!("{:.1}", left.seconds)));
        if let Some(left) = left.periods {
            play.other.push(Property::new(periods, left.to_string()));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::times::move_times;
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
    fn sgf_has_what_the_clocks_showed() {
        use go_rules::Move;
        use go_rules::record::Play;

        let mut record = go_rules::record::Record::new(go_rules::Size::square(9).unwrap());
        // The first of these is a handicap stone: it is setup, and no move.
        let sides = [Color::Black, Color::Black, Color::White, Color::White];
        let seen = [0.0, 0.0, 70.0, 75.0].map(Some);
        let seen: Vec<_> = sides.into_iter().zip(seen).collect();
        for (point, side) in sides.into_iter().enumerate().skip(1) {
            record.moves.push(Play::new(side, Move::place(point)));
        }
        record.moves.insert(2, Play::new(Color::Black, Move::PASS));
        let control = "1+3x20".parse().unwrap();
        let times = move_times(&seen, Some(&control));
        set_sgf_times(&mut record, Some(&control), &times);
        let text = record.write();
        for part in [
            "TM[60]OT[3x20 byo-yomi]",
            "B[ba]BL[60.0];W[ca]WL[20.0]OW[3];B[];W[da]WL[20.0]OW[3]",
        ] {
            assert!(text.contains(part), "{text}");
        }
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
        for text in ["", "1-0", "B+x", "W", "B+-3", "B+1e3"] {
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
