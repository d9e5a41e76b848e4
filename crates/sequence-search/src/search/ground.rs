//! Data computed before the search begins.

use board_core::MoveGen;

use super::root::Root;
use crate::chains::Changing;
use crate::clock::Clock;
use crate::costs::Costs;
use crate::coupling::{Coupled, couple};
use crate::delays::Delays;
use crate::effects::Effects;
use crate::model::Memory;
use crate::prices::Prices;
use crate::{Method, Settings};

/// Points that may change for no more than this are listed beforehand.
pub(super) const LISTED: f32 = 8.0;

/// Data computed before the search begins.
pub(crate) struct Ground<'a> {
    pub(super) costs: &'a Costs,
    pub(super) settings: &'a Settings,
    pub(super) clock: &'a Clock,
    pub(super) coupled: &'a Coupled,
    /// By gap: points that may be changing, up to [`LISTED`], those of the reference game with the least cost first.
    pub(super) hot: Vec<Vec<(f32, u32)>>,
    /// Contents of the first root.
    pub(super) start: Vec<u8>,
    /// By frame: the table of the points' cheapest chains, padded to whole words.
    pub(super) reference: Vec<u8>,
    pub(super) width: usize,
    /// Points in which prefixes should differ for a sweep to keep many of them.
    pub(super) doubtful: Vec<bool>,
    pub(super) changing: Changing,
}

/// The clock of all games from these roots.
pub(crate) fn clock<P: MoveGen>(settings: &Settings, roots: &[Root<P>], effects: Effects) -> Clock {
    let sides = roots.iter().flat_map(|r| {
        let side = r.position.to_move();
        [
            (r.memory, side),
            (Memory::IN_GAME, side),
            (Memory::IN_GAME, !side),
        ]
    });
    Clock::new(
        &settings.model,
        &sides.collect::<Vec<_>>(),
        effects.keeps_turn,
    )
}

/// The bounds, sharpened for the first of the roots.
pub(crate) fn bounds<P: MoveGen>(
    costs: &Costs,
    settings: &Settings,
    clock: &Clock,
    root: &Root<P>,
    effects: Effects,
) -> Coupled {
    let cells = crate::slots::contents(&root.position);
    let state = clock.find(root.memory, root.position.to_move());
    let prices = Prices::new::<P::Cell>(&settings.model, costs.frames, costs.points, effects);
    let rounds = match settings.method {
        Method::Exact { rounds, .. } | Method::Beam { rounds, .. } => rounds,
        Method::Paper { .. } => 0,
    };
    couple(
        &settings.model,
        costs,
        clock,
        (&cells, state),
        prices,
        rounds,
    )
}

impl<'a> Ground<'a> {
    /// `cells`: the contents of the first root.
    pub(crate) fn new(
        costs: &'a Costs,
        settings: &'a Settings,
        clock: &'a Clock,
        coupled: &'a Coupled,
        delays: &Delays<'_>,
        cells: Vec<u8>,
    ) -> Self {
        let width = costs.points.div_ceil(8) * 8;
        let mut reference = vec![0_u8; costs.frames * width];
        let mut doubtful = vec![false; costs.points];
        let mut table = cells.clone();
        coupled.chains.walk(
            &coupled.prices,
            &mut table,
            |_, point, before, _| doubtful[point] |= before != 0,
            |t, table| reference[t * width..][..table.len()].copy_from_slice(table),
        );
        let mut ground = Ground {
            costs,
            settings,
            clock,
            coupled,
            hot: Vec::with_capacity(costs.frames),
            start: cells,
            reference,
            width,
            doubtful,
            changing: Changing::new(&coupled.chains),
        };
        for t in 0..costs.frames {
            let before = ground.before(t);
            let mut list = Vec::new();
            for (point, &content) in before.iter().enumerate() {
                let least = delays.least_change(t, point, content);
                if least <= LISTED {
                    list.push((least, point as u32));
                }
            }
            list.sort_unstable_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
            ground.hot.push(list);
        }
        ground
    }

    /// The table of the reference game in gap `t`, before its events.
    pub(super) fn before(&self, t: usize) -> &[u8] {
        match t {
            0 => &self.start,
            _ => self.reference(t - 1),
        }
    }

    /// The table of the reference game in frame `t`.
    pub(super) fn reference(&self, t: usize) -> &[u8] {
        &self.reference[t * self.width..][..self.costs.points]
    }
}
