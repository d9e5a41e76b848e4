//! The marked board of the CheckersChecker project: all its settings in one place, what a photo of
//! it shows, and how its settings are learnt.
//!
//! | to | use |
//! |---|---|
//! | read a photo | [`Settings::look`] |
//! | know that nothing crosses the frame between two markers | [`Rim`] |
//! | adapt the settings to a lamp and a set | [`learn`] |

mod learn;
mod rim;

use board_geom::markers::{LocatedMarkers, MarkersLocator};
use board_geom::{GeomError, View};
use image::RgbImage;
use serde::{Deserialize, Serialize};

use crate::discs::{DiscReader, DiscReading};

pub use learn::{LearnError, learn};
pub use rim::{Rim, RimSettings};

/// Everything that can be set about a marked board; what is left out of a file keeps its default.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Settings {
    /// The markers: where they are stuck, their colours.
    pub markers: MarkersLocator,
    /// The men: their size, their colours.
    pub discs: DiscReader,
    /// When something crosses the frame.
    pub rim: RimSettings,
}

/// What a photo of a marked board shows.
#[derive(Clone, Debug)]
pub struct Look {
    /// Where the board is, and which markers are seen.
    pub board: LocatedMarkers,
    /// The board from straight above.
    pub view: View,
    /// What stands on it; `None` if a marker is hidden, for then a hand may hide men too.
    pub reading: Option<DiscReading>,
    /// The colours of the frame.
    pub rim: Rim,
}

impl Settings {
    /// Reads one photo.
    ///
    /// # Errors
    /// Those of [`MarkersLocator::locate`]: the board cannot be found.
    pub fn look(&self, photo: &RgbImage) -> Result<Look, GeomError> {
        let board = self.markers.locate(photo)?;
        let layout = self.discs.layout(self.markers.size);
        let view = board.grid.middles()?.rectify(photo, layout);
        let reading = board.is_clear().then(|| self.discs.read(&view));
        let rim = Rim::of(photo, &board.grid, &self.markers);
        Ok(Look {
            board,
            view,
            reading,
            rim,
        })
    }
}
