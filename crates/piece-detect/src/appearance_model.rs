use board_core::Evidence;
use board_geom::parallel;

use crate::DetectError;
use crate::discount::discount;
use crate::labels::Labels;
use crate::network::Network;
use crate::palette::Palette;
use crate::patches::Patches;
use crate::side_appearance::SideAppearance;
use crate::stature::Stature;
use crate::stillness::unchanged;

/// Weights of the two classifiers of a square. They see the same pixels and are not independent, so neither has full
/// weight.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ReadingWeights {
    /// Weight of the appearance learnt from this game.
    pub appearance: f32,
    /// Weight of the network, which knows only the colours of this game.
    pub network: f32,
}

/// Sum of both weights: more than 1, since the classifiers differ, and less than 2, since they see the same pixels.
const BOTH_WEIGHTS: f32 = 1.4;

impl ReadingWeights {
    /// This weight for the appearance, and the rest for the network.
    #[must_use]
    pub const fn appearance(appearance: f32) -> Self {
        Self {
            appearance,
            network: BOTH_WEIGHTS - appearance,
        }
    }
}

impl Default for ReadingWeights {
    /// Equal weights.
    fn default() -> Self {
        Self::appearance(0.5 * BOTH_WEIGHTS)
    }
}

/// The appearance of empty squares, white pieces and black pieces on this board, in this light, from each side that
/// photos were taken from.
#[derive(Clone, Debug)]
pub struct AppearanceModel {
    /// By side; `None` where there are too few labels.
    sides: Vec<Option<SideAppearance>>,
    /// The colours of the game, an input of the network.
    palette: Palette,
}

impl AppearanceModel {
    /// Fits the model to labelled squares.
    ///
    /// # Errors
    /// [`DetectError::NoViews`] if no side has labels of all contents.
    pub fn fit(patches: &Patches, labels: &Labels) -> Result<Self, DetectError> {
        let last = (0..patches.frames()).map(|frame| patches.side(frame)).max();
        let fit = |side| {
            let of_side = labels.iter().filter(|label| patches.side(label.0) == side);
            SideAppearance::fit(patches, &of_side.collect::<Vec<_>>()).ok()
        };
        let (sides, palette) = parallel::join(
            || (0..=last.unwrap_or(0)).map(fit).collect::<Vec<_>>(),
            || Palette::learn(patches, labels),
        );
        if sides.iter().all(Option::is_none) {
            return Err(DetectError::NoViews);
        }
        Ok(Self { sides, palette })
    }

    /// The appearance from the side that a frame was taken from, if there were enough labels.
    pub(crate) fn of_frame(&self, patches: &Patches, frame: usize) -> Option<&SideAppearance> {
        self.sides.get(patches.side(frame))?.as_ref()
    }

    /// The evidence of the first frames, at most `most` of them, for pieces of this stature.
    ///
    /// # Errors
    /// [`DetectError::NoViews`] if there are no patches.
    pub fn evidence(
        &self,
        patches: &Patches,
        most: usize,
        stature: Stature,
        weights: ReadingWeights,
    ) -> Result<Evidence, DetectError> {
        let frames = patches.frames().min(most);
        let squares = patches.squares();
        let network = Network::painted(stature);
        let of_frame = |frame: usize| {
            let learnt = self.of_frame(patches, frame);
            let learnt = learnt.map(|appearance| appearance.costs(patches, frame));
            let features = (0..squares).map(|square| patches.features(frame, square));
            let read = self.palette.read(network, features);
            let costs = read
                .into_iter()
                .enumerate()
                .map(move |(square, by_network)| {
                    let read: [f32; 3] = match &learnt {
                        Some(learnt) => core::array::from_fn(|k| {
                            weights.appearance * learnt[square][k] + weights.network * by_network[k]
                        }),
                        None => by_network,
                    };
                    let least = read.into_iter().fold(f32::INFINITY, f32::min);
                    read.map(|cost| cost - least)
                });
            costs.collect::<Vec<_>>()
        };
        let mut costs = parallel::collect(frames, 1, |part| part.flat_map(of_frame).collect());
        let unchanged = unchanged(patches, frames);
        discount(&mut costs, &unchanged, squares, stature);
        let evidence = Evidence::new(frames, squares, costs).ok_or(DetectError::NoViews)?;
        Ok(evidence.with_unchanged(unchanged))
    }
}
