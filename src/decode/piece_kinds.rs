//! What the photos say of the kinds of pieces, which the rules mostly know.

use board_core::{Cell, Occupancy};
use piece_detect::DetectError;
use piece_detect::{AppearanceModel, KindLabel, Patches, PieceKinds};
use sequence_search::Decoded;

use crate::decode::self_training::visit_positions;
use crate::games::pieces::{Piece, SquareGame};

/// A square on which two continuations of a game predict different pieces.
pub(crate) struct Apart {
    pub(crate) point: usize,
    /// By the one, and by the other.
    pub(crate) pieces: [Piece; 2],
    pub(crate) frames: std::ops::Range<usize>,
}

/// All that tells kinds from each other in a series of photos.
pub(crate) struct Sight<'a> {
    kinds: PieceKinds<'a>,
    frames: usize,
}

/// What a [`Sight`] is made from.
pub(crate) struct Known {
    looks: AppearanceModel,
    labels: Vec<KindLabel>,
}

impl Known {
    /// What a game says that the photos show.
    pub(crate) fn of<P: SquareGame>(
        patches: &Patches,
        start: &P,
        game: &Decoded<P::Move>,
    ) -> Result<Self, DetectError> {
        let mut tables = Vec::with_capacity(patches.frames());
        game.visit_tables(start, |frame, table| {
            tables.push((frame, table.iter().copied().map(Some).collect()));
        });
        Ok(Known {
            looks: AppearanceModel::fit(patches, &tables)?,
            labels: labels(start, game),
        })
    }

    pub(crate) fn sight<'a>(&'a self, patches: &'a Patches) -> Sight<'a> {
        Sight {
            kinds: PieceKinds::fit(&self.looks, patches, &self.labels),
            frames: self.labels.len(),
        }
    }
}

impl Sight<'_> {
    /// How many photos there are.
    pub(crate) fn frames(&self) -> usize {
        self.frames
    }

    /// How much likelier the first pieces are than the second, in nats.
    pub(crate) fn rather(&self, apart: &[Apart]) -> f32 {
        let nats = apart.iter().filter_map(|apart| {
            let kinds = apart.pieces.map(number);
            self.kinds
                .log_odds(apart.frames.clone(), apart.point, kinds)
        });
        nats.sum()
    }
}

/// A kind of a side as a number.
fn number(piece: Piece) -> u8 {
    piece.kind + 8 * piece.color.index() as u8
}

/// What stands where in every photo, as far as the table shows what the game has.
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
