use board_core::Evidence;

use crate::DetectError;
use crate::discount::discount;
use crate::labels::Labels;
use crate::network::Network;
use crate::palette::Palette;
use crate::patches::Patches;
use crate::side_looks::SideLooks;
use crate::stature::Stature;
use crate::stillness::unchanged;

/// How much each of two readings of a square counts. Both see the same pixels: neither counts whole.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Trust {
    /// In the looks that were learnt from this game.
    pub learnt: f32,
    /// In the network, which knows no more of this game than its colours.
    pub known: f32,
}

impl Trust {
    /// Trusts the looks so much, and the network for the rest.
    #[must_use]
    pub const fn in_looks(learnt: f32) -> Self {
        let both = 1.4;
        Self {
            learnt,
            known: both - learnt,
        }
    }
}

impl Default for Trust {
    /// Both alike.
    fn default() -> Self {
        Self::in_looks(0.7)
    }
}

/// How empty squares, white pieces and black pieces look on this board, under this lamp, from each side that photos
/// were taken from.
#[derive(Clone, Debug)]
pub struct Looks {
    /// By side; `None` where too little is known of the photos from there.
    sides: Vec<Option<SideLooks>>,
    /// The colours of the game, for the network.
    palette: Palette,
}

impl Looks {
    /// Learns from squares whose content is known.
    ///
    /// # Errors
    /// [`DetectError::NoViews`] when from no side all contents are among the labels.
    pub fn fit(patches: &Patches, labels: &Labels) -> Result<Self, DetectError> {
        let last = (0..patches.frames()).map(|frame| patches.side(frame)).max();
        let sides = (0..=last.unwrap_or(0)).map(|side| {
            let of_side = labels.iter().filter(|label| patches.side(label.0) == side);
            SideLooks::fit(patches, &of_side.collect::<Vec<_>>()).ok()
        });
        let sides: Vec<_> = sides.collect();
        if sides.iter().all(Option::is_none) {
            return Err(DetectError::NoViews);
        }
        Ok(Self {
            sides,
            palette: Palette::learn(patches, labels),
        })
    }

    /// How contents look in a photo, if enough is known of photos from its side.
    pub(crate) fn seen_in(&self, patches: &Patches, frame: usize) -> Option<&SideLooks> {
        self.sides.get(patches.side(frame))?.as_ref()
    }

    /// What every square of the first photos shows, of so many at most, under pieces that are flat or tall, by two readings that
    /// are trusted so much.
    ///
    /// # Errors
    /// [`DetectError::NoViews`] when there is no patch.
    pub fn evidence(
        &self,
        patches: &Patches,
        most: usize,
        stature: Stature,
        trust: Trust,
    ) -> Result<Evidence, DetectError> {
        let frames = patches.frames().min(most);
        let squares = patches.squares();
        let mut costs = Vec::with_capacity(frames * squares);
        let network = Network::known(stature);
        for frame in 0..frames {
            let learnt = self.seen_in(patches, frame);
            let learnt = learnt.map(|looks| looks.costs(patches, frame));
            let sights = (0..squares).map(|square| patches.sight(frame, square));
            for (square, known) in self.palette.read(network, sights).into_iter().enumerate() {
                let read: [f32; 3] = match &learnt {
                    Some(learnt) => core::array::from_fn(|k| {
                        trust.learnt * learnt[square][k] + trust.known * known[k]
                    }),
                    None => known,
                };
                let least = read.into_iter().fold(f32::INFINITY, f32::min);
                costs.push(read.map(|cost| cost - least));
            }
        }
        let unchanged = unchanged(patches, frames);
        discount(&mut costs, &unchanged, squares, stature);
        let evidence = Evidence::new(frames, squares, costs).ok_or(DetectError::NoViews)?;
        Ok(evidence.with_unchanged(unchanged))
    }
}
