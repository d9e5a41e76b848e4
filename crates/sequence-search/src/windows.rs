//! A second way to a game that a search of the whole series has lost: short parts of it, one after another.
//!
//! A sweep keeps the prefixes with the least bound. Where the bound knows little of a game (its moves change many
//! points), it also ranks prefixes by frames far ahead, wrongly. In a short part there is less to be wrong about, and
//! the moves of its beginning are final before the next part begins, as in a [`Stream`](crate::Stream).

use board_core::MoveGen;

use crate::costs::Costs;
use crate::prior::Later;
use crate::search::{Root, Way};
use crate::solution::Solution;
use crate::{Method, MovePrior, SearchError, Settings};

/// Number of frames of a part.
const FRAMES: usize = 64;

/// Number of frames after which the next part begins.
const STEP: usize = 16;

/// Whether a series is long enough to be decoded in parts.
pub(crate) fn is_long(costs: &Costs) -> bool {
    costs.frames >= 2 * FRAMES
}

/// The events of the game found with `search` in parts of the series, from one of the roots; `None` if there is none.
pub(crate) fn follow<P: MoveGen>(
    costs: &Costs,
    settings: &Settings,
    mut roots: Vec<Root<P>>,
    prior: &dyn MovePrior<P>,
    mut search: impl FnMut(
        &Costs,
        &Settings,
        &[Root<P>],
        &dyn MovePrior<P>,
    ) -> Result<Solution<P::Move>, SearchError>,
) -> Result<Option<Way<P::Move>>, SearchError> {
    let settings = of_window(settings);
    let mut whole: Option<Way<P::Move>> = None;
    let (mut first, mut plies) = (0, 0);
    while first < costs.frames {
        let prior = Later {
            prior,
            frames: first,
            plies,
        };
        let end = costs.frames.min(first + FRAMES);
        let window = costs.part(first..end);
        let found = match search(&window, &settings, &roots, &prior) {
            Err(SearchError::NoGame { .. }) => return Ok(None),
            found => found?,
        };
        let is_last = end == costs.frames;
        let step = if is_last { end - first } else { STEP };
        let way = whole.get_or_insert_with(|| Way {
            root: found.way.root,
            events: Vec::new(),
        });
        let events = found.way.events.iter().filter(|event| event.0 < step);
        let events = events.map(|&(frame, event)| (first + frame, event));
        way.events.extend(events);
        let mut root = roots.swap_remove(found.way.root);
        root.play_until(step, &settings.model, &found.game, &found.way, |_, _| {
            plies += 1;
        });
        roots = vec![root];
        first += step;
    }
    Ok(whole)
}

/// Settings for a part of a series.
fn of_window(settings: &Settings) -> Settings {
    let method = match settings.method {
        Method::Exact { width, .. } => Settings::beam(width).method,
        method => method,
    };
    Settings {
        method,
        ..settings.clone().best_only()
    }
}
