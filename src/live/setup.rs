//! The game on a board and its details.

use board_geom::Grid;
use checkers_rules::{RuleSet, Variant};
use serde::{Deserialize, Serialize};

use super::refusal::Refusal;
use crate::games::pieces::Place;
use crate::recording::{GameInfo, TimeControl};
use crate::source::photos;

/// A game that can be followed.
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
    pub(super) const ALL: [Self; 3] = [Self::Go, Self::Chess, Self::Checkers];

    /// The file extension of its records.
    #[must_use]
    pub fn extension(self) -> &'static str {
        match self {
            Self::Go => "sgf",
            Self::Chess => "pgn",
            Self::Checkers => "pdn",
        }
    }
}

/// The game on a board and its details. Empty strings mean unknown.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Setup {
    /// The game.
    pub game: Kind,
    /// Go: number of lines in each direction; by default found in the photos.
    pub size: Option<usize>,
    /// Checkers: the English name of the variant, such as `International`; English by default.
    pub variant: String,
    /// Chess and checkers: the start position as a FEN.
    pub fen: String,
    /// Whether the photos show the board from straight above, cropped to its edges.
    pub rectified: bool,
    /// Chess and checkers: clockwise quarter turns in the photos from White's side at the bottom; by default detected.
    pub orientation: Option<u8>,
    /// Chess and checkers: whether the photos are mirrored, as those of selfie cameras are; by default detected.
    pub mirrored: Option<bool>,
    /// Number of frames after which a move is settled; by default 20 in Go, otherwise 8.
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
    /// The date, such as `2024-05-01`; by default that of the first move, if a camera tells it.
    pub date: String,
    /// The result, unless the moves determine it, such as `1-0` or `B+R`.
    pub result: String,
    /// Go: the rules, such as `Chinese`.
    pub rules: String,
    /// Go: points for White.
    pub komi: Option<f32>,
    /// The time control of a clock that runs along, such as `90+30`: see [`TimeControl`].
    pub clock: String,
}

impl Setup {
    /// The details for the record.
    pub(super) fn info(&self) -> Result<GameInfo, Refusal> {
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
            result: (!self.result.trim().is_empty()).then(|| self.result.trim().to_owned()),
            rules: (!self.rules.trim().is_empty()).then(|| self.rules.trim().to_owned()),
            komi: self.komi,
        })
    }

    /// The time control, if there is one.
    pub(super) fn control(&self) -> Result<Option<TimeControl>, Refusal> {
        match self.clock.trim() {
            "" => Ok(None),
            clock => clock
                .parse()
                .map(Some)
                .map_err(|error| Refusal::invalid("clock", error)),
        }
    }

    /// This game with the details of another setup.
    pub(super) fn described(&self, by: &Self) -> Self {
        let by = by.clone();
        Self {
            game: self.game,
            size: self.size,
            variant: self.variant.clone(),
            fen: self.fen.clone(),
            rectified: self.rectified,
            orientation: self.orientation,
            mirrored: self.mirrored,
            lag: self.lag,
            ..by
        }
    }

    pub(super) fn rule_set(&self) -> Result<RuleSet, Refusal> {
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

    pub(super) fn place(&self) -> Place {
        match self.rectified {
            true => Place::Whole,
            false => Place::Unknown,
        }
    }

    /// The grid of a board with these corners in a photo of this size. `found` is the number of lines of a board found
    /// before.
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
