//! Spans of time in which points of one game match a pattern.

use std::ops::ControlFlow;

use board_core::Color;

use super::timeline::{NEVER, UNTIL_THE_END};
use crate::{Content, Demand};

/// A point from which a stone was removed at some time, and its demand.
#[derive(Clone, Copy)]
pub(super) struct Changing<'a> {
    pub(super) demand: Demand,
    /// See [`Timeline`](super::timeline::Timeline).
    pub(super) lives: &'a [[u16; 3]],
}

impl Changing<'_> {
    /// The first time, from `time` on, at which the point matches (`right`) or does not.
    fn next(&self, right: bool, time: u16) -> u16 {
        let is_so = |content: Content| self.demand.accepts(content) == right;
        let mut empty_from = 0;
        for &[_, came, gone] in self.lives {
            let (came, color) = (came >> 1, Color::BOTH[usize::from(came & 1)]);
            if came > time.max(empty_from) && is_so(Content::Empty) {
                return time.max(empty_from);
            }
            if gone > time.max(came) && is_so(color.into()) {
                return time.max(came);
            }
            empty_from = gone;
        }
        if empty_from != UNTIL_THE_END && is_so(Content::Empty) {
            time.max(empty_from)
        } else {
            NEVER
        }
    }
}

/// Calls `visit` with every span of time, from its first to before its last, between two times, in which all points
/// match.
pub(super) fn each_span(
    points: &[Changing<'_>],
    (from, to): (u16, u16),
    mut visit: impl FnMut(u16, u16) -> ControlFlow<()>,
) {
    let mut open = from;
    loop {
        // Advance each point that does not match to the time when it does, until all match.
        let mut right = 0;
        for point in points.iter().cycle() {
            let time = point.next(true, open);
            right = if time == open { right + 1 } else { 1 };
            open = time;
            if right == points.len() || open >= to {
                break;
            }
        }
        if open >= to {
            return;
        }
        let ends = points.iter().map(|point| point.next(false, open));
        let close = ends.min().unwrap_or(NEVER).min(to);
        if visit(open, close).is_break() {
            return;
        }
        open = close;
    }
}
