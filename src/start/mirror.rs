//! Whether the photos are mirrored, as those of selfie cameras are.

use board_core::Occupancy;
use board_geom::View;
use piece_detect::Patches;

use super::mid_game::{GameStart, OrientedStarts};
use crate::decode::self_training;
use crate::games::pieces::{Options, SquareGame};
use crate::sensor::corner_colour;

impl<P: SquareGame> GameStart<P> {
    /// Adds the mirrored orientation if the corner at the players' right hands is dark. Then either the photos are
    /// mirrored or the board is laid the wrong way round; [`choose`](GameStart::choose) takes the likelier game.
    pub(super) fn with_mirror(
        mut self,
        patches: &Patches,
        views: &[View],
        options: &Options<P>,
    ) -> Self {
        let contents: Vec<Occupancy> = options.start.cells().collect();
        let shown = views.get(self.first..).unwrap_or_default();
        let open = options.mirrored.is_none() && self.orientation < 4;
        if !open || !corner_colour::is_wrong(shown, self.orientation) {
            return self;
        }
        let told = options.orientation;
        let ways: Vec<_> = (4..8)
            .filter(|way| told.is_none_or(|told| told % 4 == way % 4))
            .collect();
        let (first, orientation, fit) = self_training::find_start(patches, &contents, &ways);
        let plain = OrientedStarts {
            orientation: self.orientation,
            starts: self.starts.clone(),
            doubtful: Vec::new(),
        };
        // If both games are equally likely, it is a mirror.
        (self.first, self.orientation) = (first.max(self.first), orientation);
        self.fit = self.fit.max(fit);
        self.others.push(plain);
        self
    }
}
