//! Piece kinds by appearance, for orders of moves that the rules leave open.

use board_core::{Cell, Occupancy};
use piece_detect::DetectError;
use piece_detect::{AppearanceModel, KindLabel, Patches, PieceKinds};
use sequence_search::Decoded;

use crate::decode::positions::visit_positions;
use crate::games::pieces::square_game::{Piece, SquareGame};

/// A square on which two continuations of a game predict different pieces.
pub(crate) struct KindDifference {
    pub(crate) point: usize,
    /// The piece of the first and of the second continuation.
    pub(crate) pieces: [Piece; 2],
    pub(crate) frames: std::ops::Range<usize>,
}

/// Compares the kinds of pieces in a series of photos.
pub(crate) struct KindReader<'a> {
    kinds: PieceKinds<'a>,
    frames: usize,
}

/// Training data of a [`KindReader`]: the appearance model of this game, and the piece on each square of each photo.
pub(crate) struct KindTraining {
    model: AppearanceModel,
    labels: Vec<KindLabel>,
}

impl KindTraining {
    /// Labels the photos with the pieces of a decoded game.
    pub(crate) fn of<P: SquareGame>(
        patches: &Patches,
        start: &P,
        game: &Decoded<P::Move>,
    ) -> Result<Self, DetectError> {
        let mut tables = Vec::with_capacity(patches.frames());
        game.visit_tables(start, |frame, table| {
            tables.push((frame, table.iter().copied().map(Some).collect()));
        });
        Ok(KindTraining {
            model: AppearanceModel::fit(patches, &tables)?,
            labels: labels(start, game),
        })
    }

    pub(crate) fn kind_reader<'a>(&'a self, patches: &'a Patches) -> KindReader<'a> {
        KindReader {
            kinds: PieceKinds::fit(&self.model, patches, &self.labels),
            frames: self.labels.len(),
        }
    }
}

impl KindReader<'_> {
    /// Number of photos.
    pub(crate) fn frames(&self) -> usize {
        self.frames
    }

    /// Log odds, in nats, of the pieces of the first continuation against those of the second.
    pub(crate) fn log_odds(&self, differences: &[KindDifference]) -> f32 {
        let nats = differences.iter().filter_map(|difference| {
            let kinds = difference.pieces.map(number);
            self.kinds
                .log_odds(difference.frames.clone(), difference.point, kinds)
        });
        nats.sum()
    }
}

/// A kind with its side as one number.
fn number(piece: Piece) -> u8 {
    piece.kind + 8 * piece.color.index() as u8
}

/// The kind of piece on each square of every photo, where the table agrees with the position.
fn labels<P: SquareGame>(start: &P, game: &Decoded<P::Move>) -> Vec<KindLabel> {
    let mut labels = Vec::new();
    visit_positions(start, game, |frame, position, table| {
        let pieces = position.pieces();
        let label = |(point, &shown): (usize, &Occupancy)| {
            let piece = pieces[point]?;
            (shown == piece.color.into()).then(|| (number(piece), shown.index()))
        };
        labels.push((frame, table.iter().enumerate().map(label).collect()));
    });
    labels
}
