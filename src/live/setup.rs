//! Which game a board follows, and what is known of it beforehand.

use board_geom::Grid;
use checkers_rules::{RuleSet, Variant};
use serde::{Deserialize, Serialize};

use super::follower::{Follow, Follower};
use super::refusal::Refusal;
use crate::games::pieces::Place;
use crate::games::{checkers, chess, go};
use crate::recorder::{self, Recorder};
use crate::recording::GameInfo;
use crate::source::photos;

/// A game that a board can follow.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Kind {
    /// Go.
    Go,
    /// Chess.
    #[default]
    Chess,
    /// Checkers, draughts.
    Checkers,
}

impl Kind {
    /// The extension of its records.
    #[must_use]
    pub fn extension(self) -> &'static str {
        match self {
            Self::Go => "sgf",
            Self::Chess => "pgn",
            Self::Checkers => "pdn",
        }
    }
}

/// Which game a board follows, and what is known of it beforehand. Empty texts are unknown.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Setup {
    /// The game.
    pub game: Kind,
    /// Go: lines a side; found out if not given.
    pub size: Option<usize>,
    /// Checkers: the variant by its English name, such as `International`; English unless given.
    pub variant: String,
    /// Chess and checkers: the start position as a FEN.
    pub fen: String,
    /// The photos are cropped to the board, and rectified.
    pub rectified: bool,
    /// Frames after which a move is settled; by default 20 in Go, else 8.
    pub lag: Option<usize>,
    /// Black's name.
    pub black: String,
    /// White's name.
    pub white: String,
    /// The event.
    pub event: String,
    /// The place.
    pub place: String,
    /// The round.
    pub round: String,
    /// The date, such as `2024-05-01`.
    pub date: String,
    /// Go: the rules, such as `Chinese`.
    pub rules: String,
    /// Go: points for White.
    pub komi: Option<f32>,
}

impl Setup {
    /// What records say of the game.
    fn info(&self) -> Result<GameInfo, Refusal> {
        let date = match self.date.trim() {
            "" => None,
            date => Some(
                date.parse()
                    .map_err(|error| Refusal::invalid("date", error))?,
            ),
        };
        Ok(GameInfo {
            black: self.black.clone(),
            white: self.white.clone(),
            event: self.event.clone(),
            place: self.place.clone(),
            round: self.round.clone(),
            date,
            result: None,
            rules: (!self.rules.trim().is_empty()).then(|| self.rules.trim().to_owned()),
            komi: self.komi,
        })
    }

    fn rule_set(&self) -> Result<RuleSet, Refusal> {
        let wanted = self.variant.trim();
        let named = |variant: &&Variant| variant.name().eq_ignore_ascii_case(wanted);
        match Variant::ALL.iter().find(named) {
            Some(variant) => Ok(RuleSet::of(*variant)),
            None if wanted.is_empty() => Ok(RuleSet::ENGLISH),
            None => Err(Refusal::invalid(
                "variant",
                format!("there is no {wanted:?}"),
            )),
        }
    }

    fn place(&self) -> Place {
        match self.rectified {
            true => Place::Whole,
            false => Place::Unknown,
        }
    }

    /// Follows a game so.
    pub(super) fn follow(&self) -> Result<Box<dyn Follow>, Refusal> {
        let info = self.info()?;
        let lag = |usual| recorder::Options {
            tries: None,
            waiting: WAITING,
            ..recorder::Options::live(self.lag.unwrap_or(usual))
        };
        let fen = Some(self.fen.trim()).filter(|fen| !fen.is_empty());
        Ok(match self.game {
            Kind::Go => {
                let options = go::Options {
                    size: self.size,
                    info: info.clone(),
                    ..go::Options::default()
                };
                Box::new(Follower::new(Recorder::new(options, lag(20))?, info)?)
            }
            Kind::Chess => {
                let start = fen.map(chess_rules::Position::from_fen).transpose();
                let start = start.map_err(|error| Refusal::invalid("fen", error))?;
                let options = start.map_or_else(chess::Options::default, chess::Options::from);
                let options = chess::Options {
                    place: self.place(),
                    info: info.clone(),
                    ..options
                };
                Box::new(Follower::new(Recorder::new(options, lag(8))?, info)?)
            }
            Kind::Checkers => {
                let rules = self.rule_set()?;
                let start = fen.map(|fen| checkers_rules::Position::from_fen(rules, fen));
                let start = start
                    .transpose()
                    .map_err(|error| Refusal::invalid("fen", error))?;
                let options = checkers::Options {
                    place: self.place(),
                    mid_game: start.is_none(),
                    info: info.clone(),
                    ..checkers::Options::from(
                        start.unwrap_or_else(|| checkers_rules::Position::initial(rules)),
                    )
                };
                Box::new(Follower::new(Recorder::new(options, lag(8))?, info)?)
            }
        })
    }

    /// The grid of corners in a photo of this size, where the board was not found, or elsewhere than it is.
    pub(super) fn grid(
        &self,
        corners: [[f64; 2]; 4],
        photo: (u32, u32),
        found: Option<usize>,
    ) -> Result<Grid, Refusal> {
        photos::check_corners(&corners, photo)?;
        let lines = match self.game {
            Kind::Go => self.size.or(found).unwrap_or(19),
            Kind::Chess => 9,
            Kind::Checkers => self.rule_set()?.variant.width() + 1,
        };
        let grid = Grid::from_corners(corners, lines, lines, photo);
        grid.map_err(|error| Refusal::invalid("corners", error))
    }
}

/// Most bytes of photos that wait until the board is found: more would only be old.
const WAITING: usize = 64 << 20;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_means_nothing_is_refused_by_name() {
        let refused = |setup: Setup| setup.follow().err().map(|error| error.to_string());
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
                    date: text("soon"),
                    ..Setup::default()
                },
                "date",
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
                    ..go
                },
                "rules",
            ),
        ] {
            let reason = refused(setup).unwrap();
            assert!(reason.contains(what), "{reason}");
        }
    }
}
