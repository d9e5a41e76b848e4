//! Options of games on squares.

use piece_detect::Orientation;

use super::square_game::SquareGame;
use crate::Error;
use crate::decode::fix::Fix;
use crate::decode::fixes::impossible;
use crate::recording::GameInfo;
use crate::sensor::Place;
use crate::source::photos::Limits;

/// Options of recording a game on squares.
#[derive(Clone, Debug)]
pub struct Options<P> {
    /// The location of the board.
    pub place: Place,
    /// Of two boards in view, whether the one that is seen less clearly is recorded.
    pub second_board: bool,
    /// The orientation of the board: clockwise quarter turns in the picture from White's side at the bottom. Detected
    /// from the start position if `None`.
    pub orientation: Option<Orientation>,
    /// Whether the pictures are mirrored, as those of selfie cameras are; detected if `None`. Squares are numbered as
    /// without the mirror. Draughts looks the same on a board with the wrong corner at the left.
    pub mirrored: Option<bool>,
    /// The start position. Photos before the first one that shows it are left out.
    pub start: P,
    /// Reads the start from the photos when they clearly contradict `start`. Default unless a start is given. Of men of
    /// draughts on an unmarked board that is any position; the kinds of chessmen cannot be read from a photo, so of
    /// chess it is the start position without the pieces that are missing.
    pub mid_game: bool,
    /// Moves that the user is sure of.
    pub fixes: Vec<Fix>,
    /// Information about the game besides its moves, for the record.
    pub info: GameInfo,
    /// Limits for opening photos.
    pub limits: Limits,
    /// Settings of the search, from evidence to moves. Unless the board is marked, the number of plies a photo is
    /// learnt from the photos: the model's `placement` is then the price of a move at one move a photo, and its
    /// `extra_ply` is ignored. With a beam, the game of a quicker one is taken where that is sure of every move.
    pub search: sequence_search::Settings,
}

impl<P: SquareGame> Default for Options<P> {
    fn default() -> Self {
        Self {
            mid_game: true,
            ..Self::from(P::start_position())
        }
    }
}

/// Default options of a game that starts from a position.
impl<P: SquareGame> From<P> for Options<P> {
    fn from(start: P) -> Self {
        let mut search = sequence_search::Settings::exact();
        // Later sweeps found no better game in two real and eight simulated games of chess, and proved none:
        // docs/FIGURES.md.
        search.method = sequence_search::Method::Beam {
            width: 300,
            reach: 30.0,
            rounds: 60,
        };
        (search.posteriors, search.margin) = (true, 3.0);
        // Half the cost of a correct game of chess is strain, because the bound ignores where a piece came from. Wider
        // sweeps took three times as long for two real games and found the same. `lost` detects lost games.
        search.strain_limit = f32::INFINITY;
        let model = &mut search.model;
        // Where each photo shows a move, a move is no surprise. These are prices of the choice among some twenty moves;
        // the number of plies a photo is learnt.
        (model.placement, model.departure) = (2.0, 1.0);
        (model.plies_per_frame, model.extra_ply) = (8, 1.0);
        // There are no passes: this is the price of a missing move.
        model.pass = 20.0;
        model.other_side_first = match start.begun_by(!start.to_move()) {
            Some(_) => 4.0,
            None => 20.0,
        };
        (model.touch, model.held) = (6.0, 0.2);
        P::offset_prior(model);
        model.evidence_cap = 8.0;
        // In simulated games with hands, the cost rises by up to 28 nats (in three of 54 by 30 to 42); in real ones
        // with eight photos missing, by 41 and more: docs/FIGURES.md.
        model.lost = 33.0;
        Self {
            place: Place::default(),
            second_board: false,
            orientation: None,
            mirrored: None,
            start,
            mid_game: false,
            fixes: Vec::new(),
            info: GameInfo::default(),
            limits: Limits::default(),
            search,
        }
    }
}

/// Checks the information about the game, and that some game from the start may satisfy the fixes.
pub(crate) fn check<P: SquareGame>(options: &Options<P>) -> Result<(), Error> {
    options.start.check_info(&options.info)?;
    match impossible(&options.fixes, &options.start) {
        Some((fix, reason)) => Err(Error::Fix {
            fix: fix.clone(),
            reason,
        }),
        None => Ok(()),
    }
}
