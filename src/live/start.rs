//! Makes the follower of a setup.

use go_rules::Size;

use super::follower::{Follow, Follower, Known};
use super::refusal::Refusal;
use super::setup::{Kind, Setup};
use crate::games::{checkers, chess, go};
use crate::recorder::{self, Recorder};

/// A follower with a new recorder of this game.
pub(super) fn follow(setup: &Setup) -> Result<Box<dyn Follow>, Refusal> {
    let known = Known::of(setup)?;
    let lag = |usual| recorder::Options {
        tries: None,
        names_in_order: true,
        waiting: WAITING,
        ..recorder::Options::live(setup.lag.unwrap_or(usual))
    };
    if setup.orientation.is_some_and(|turns| turns > 3) {
        return Err(Refusal::invalid("orientation", "0 to 3 quarter turns"));
    }
    let fen = Some(setup.fen.trim()).filter(|fen| !fen.is_empty());
    Ok(match setup.game {
        Kind::Go => {
            if fen.is_some() {
                let why = "a game of Go has none: set the position on the page";
                return Err(Refusal::invalid("fen", why));
            }
            if let Some(size) = setup.size {
                Size::square(size).map_err(|error| Refusal::invalid("size", error))?;
            }
            let options = go::Options {
                size: setup.size,
                info: known.info.clone(),
                ..go::Options::default()
            };
            Box::new(Follower::new(Recorder::new(options, lag(20))?, known))
        }
        Kind::Chess => {
            let start = fen.map(chess_rules::Position::from_fen).transpose();
            let start = start.map_err(|error| Refusal::invalid("fen", error))?;
            let options = start.map_or_else(chess::Options::default, chess::Options::from);
            let options = chess::Options {
                place: setup.place(),
                orientation: setup.orientation,
                mirrored: setup.mirrored,
                info: known.info.clone(),
                ..options
            };
            Box::new(Follower::new(Recorder::new(options, lag(8))?, known))
        }
        Kind::Checkers => {
            let rules = setup.rule_set()?;
            let start = fen.map(|fen| checkers_rules::Position::from_fen(rules, fen));
            let start = start
                .transpose()
                .map_err(|error| Refusal::invalid("fen", error))?;
            let options = checkers::Options {
                place: setup.place(),
                orientation: setup.orientation,
                mirrored: setup.mirrored,
                mid_game: start.is_none(),
                info: known.info.clone(),
                ..checkers::Options::from(
                    start.unwrap_or_else(|| checkers_rules::Position::initial(rules)),
                )
            };
            Box::new(Follower::new(Recorder::new(options, lag(8))?, known))
        }
    })
}

/// Most bytes of photos that wait until the board is found. Older ones show less of the current game.
const WAITING: usize = 64 << 20;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_means_nothing_is_refused_by_name() {
        let refused = |setup: Setup| follow(&setup).err().map(|error| error.to_string());
        let go = Setup {
            game: Kind::Go,
            ..Setup::default()
        };
        let checkers = Setup {
            game: Kind::Checkers,
            variant: "international".to_owned(),
            ..Setup::default()
        };
        assert_eq!(refused(go.clone()), None);
        assert_eq!(refused(checkers.clone()), None);
        let text = |text: &str| text.to_owned();
        for (setup, what) in [
            (
                Setup {
                    fen: text("8/8"),
                    ..Setup::default()
                },
                "fen",
            ),
            (
                Setup {
                    orientation: Some(4),
                    ..Setup::default()
                },
                "quarter turns",
            ),
            (
                Setup {
                    date: text("soon"),
                    ..Setup::default()
                },
                "date",
            ),
            (
                Setup {
                    clock: text("long"),
                    ..Setup::default()
                },
                "clock",
            ),
            (
                Setup {
                    variant: text("mine"),
                    ..checkers
                },
                "variant",
            ),
            (
                Setup {
                    rules: text("mine"),
                    ..go.clone()
                },
                "rules",
            ),
            (
                Setup {
                    size: Some(99),
                    ..go.clone()
                },
                "99",
            ),
            (
                Setup {
                    fen: text("8/8"),
                    ..go
                },
                "set the position",
            ),
        ] {
            let reason = refused(setup).unwrap();
            assert!(reason.contains(what), "{reason}");
        }
    }
}
