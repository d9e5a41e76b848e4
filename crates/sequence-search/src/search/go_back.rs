//! Goes back where a sweep loses the game, before it gets to the end.
//!
//! Some moves make sense only with the next one: a stone is sacrificed and taken, and the stones that took it are
//! captured. Until the next move is seen, such a move looks worse than noise, and the beam may have dropped it by then.
//! From there on, every frame costs more than it should. As soon as it does, the last gaps are extended again: first a
//! few gaps and prefixes that are a little worse, then more of both.

use core::ops::ControlFlow;

use board_core::MoveGen;

use super::node::Event;
use super::state::Search;
use super::widen::EFFORT;
use crate::followed::PLIES;

/// How far a sweep goes back: so many gaps with events, so many times as wide as it is, and to prefixes whose bound is
/// above that of the last sound one by so large a share of the strain that is allowed.
const ROUNDS: [(usize, usize, f64); 5] = [
    (3, 1, 0.5),
    (6, 2, 0.5),
    (12, 4, 1.0),
    (24, 8, 1.0),
    (48, 16, 2.0),
];

/// Rounds that may find nothing better, one after another.
const IDLE: usize = 3;

/// A round has found something better if it costs less by so many nats.
const BETTER: f64 = 1.0;

/// What a sweep remembers of where it has gone back.
pub(super) struct Strained {
    /// What the game is taken to cost up to here: rises are counted from there.
    level: f64,
    /// How often in a row to go back was of no use: it takes twice as much strain each time to try again.
    failures: i32,
    /// The first gap that was of no use.
    since: usize,
}

impl Strained {
    pub(super) fn not_yet() -> Self {
        Strained {
            level: f64::INFINITY,
            failures: 0,
            since: usize::MAX,
        }
    }
}

impl<P: MoveGen> Search<'_, P> {
    /// Extends the gaps up to one again if the game seems to be lost about there.
    pub(super) fn go_back(
        &mut self,
        frame: usize,
        width: usize,
        strained: &mut Strained,
        tick: &mut dyn FnMut(usize) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let Some((best, bound)) = self.best_before(frame + 1) else {
            return ControlFlow::Continue(());
        };
        let (_, base) = self.earlier(best, 2 * PLIES + 1);
        strained.level = strained.level.min(bound);
        let sound = base.max(strained.level);
        let allowed = self.strain_allowed() * 2.0_f64.powi(strained.failures);
        if bound - sound <= allowed {
            if bound - base <= self.strain_allowed() {
                *strained = Strained {
                    level: strained.level,
                    ..Strained::not_yet()
                };
            }
            return ControlFlow::Continue(());
        }
        let (mut now, mut idle) = (bound, 0);
        for (gaps, wider, share) in ROUNDS {
            let Some((best, _)) = self.best_before(frame + 1) else {
                break;
            };
            if self.stopped() || self.has_gone_back_enough(frame, width) {
                break;
            }
            let (mut first, _) = self.earlier(best, gaps);
            if gaps > 2 * PLIES {
                strained.since = strained.since.min(first);
                first = strained.since;
            }
            let limit = now.min(sound + share * allowed);
            for gap in first..=frame {
                self.extend_gap(gap, width.saturating_mul(wider), limit, tick)?;
            }
            let least = self.best_before(frame + 1).map_or(now, |(_, bound)| bound);
            idle = if least < now - BETTER { 0 } else { idle + 1 };
            now = now.min(least);
            if now - sound <= self.strain_allowed() || idle == IDLE {
                break;
            }
        }
        if bound - now > 0.5 * allowed {
            *strained = Strained::not_yet();
        } else {
            strained.failures += 1;
        }
        strained.level = now;
        ControlFlow::Continue(())
    }

    /// The best prefix before a gap, and its bound; after the last one the best game.
    fn best_before(&self, gap: usize) -> Option<(u32, f64)> {
        let id = match gap == self.costs.frames {
            true => self.best?.1,
            false => self.columns[self.column(gap, 0)].peek()?.node,
        };
        Some((id, self.nodes[id as usize].bound))
    }

    /// The gap before the last so many gaps with events on the way to a prefix, and the bound there.
    fn earlier(&self, mut id: u32, gaps: usize) -> (usize, f64) {
        let (mut passed, mut event) = (0, false);
        loop {
            let node = &self.nodes[id as usize];
            match node.step {
                Event::Begin { .. } => return (0, node.bound),
                Event::Advance => {
                    passed += usize::from(core::mem::take(&mut event));
                    if passed >= gaps {
                        return (self.gap(node.column).0, node.bound);
                    }
                }
                Event::Play { .. } | Event::Touch { .. } => event = true,
            }
            id = node.parent;
        }
    }

    /// Whether the gaps so far have cost as much as they may.
    fn has_gone_back_enough(&self, frame: usize, width: usize) -> bool {
        let effort = EFFORT.saturating_mul(width as u64);
        let effort = effort.min(self.settings.nodes_per_frame as u64);
        // The first moves are no less hard than others.
        let frames = self.costs.frames.min(frame + self.costs.frames / 4) as u64;
        self.expanded >= effort.saturating_mul(frames)
            || self.generated() >= (self.settings.nodes as u64).saturating_mul(8)
    }
}
