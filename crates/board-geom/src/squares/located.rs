//! A located board of squares, and its confidence.
//!
//! Confidence is the product of three independent factors. Each goes from 0, the most that patterns which are not
//! boards reach, to 1, the least that boards crowded with pieces have. The ends of the scales were measured on photos
//! and renderings of boards, and on photos of Go boards, whose stones and crossings alternate in places.

use crate::Grid;
use crate::squares::steps::{self, Window};

/// A located board of squares.
#[derive(Clone, Debug)]
pub struct LocatedSquares {
    /// The lines around the squares, one more a side than squares, in pixels of the given photo; its first corner is
    /// the one nearest the top-left of the photo.
    pub grid: Grid,
    /// 0..1: combines how many of the borders between squares alternate, and how much better this grid is than the same
    /// one moved by a square.
    pub confidence: f64,
    /// Whether the square at the first corner is light. If squares differ in colour only, "light" means more red, or
    /// else more blue.
    pub light_first: bool,
}

impl LocatedSquares {
    /// The same board with its corners in the order of `grid`, which must have the same lines.
    pub(super) fn with_corners_of(&self, grid: Grid) -> Self {
        let [x, y] = grid.to_photo(0.5, 0.5);
        let [c, r] = self.grid.to_board(x, y).map(|v| v.floor() as i64);
        Self {
            grid,
            confidence: self.confidence,
            light_first: ((c + r).rem_euclid(2) == 0) == self.light_first,
        }
    }
}

/// 0..1: from the fraction of borders between squares that alternate.
pub(super) fn alternates(window: &Window) -> f64 {
    between(f64::from(window.mean / steps::RIGHT), 0.15, 0.5)
}

/// 0..1: from how much better the window is than one moved by a square.
pub(super) fn clear(window: &Window) -> f64 {
    between(f64::from(window.margin) / window.size as f64, 0.0, 0.75)
}

/// 0..1: from the fraction of samples along the lines with a step on the line.
pub(super) fn straight(on_lines: f64) -> f64 {
    between(on_lines, 0.3, 0.6)
}

fn between(value: f64, none: f64, full: f64) -> f64 {
    ((value - none) / (full - none)).clamp(0.0, 1.0)
}
