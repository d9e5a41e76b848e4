//! Labelled squares: the training data of an appearance model.

use board_core::Occupancy;

/// Labelled squares: frames, each with the content of its squares, `None` where unknown.
pub type Labels = [(usize, Vec<Option<Occupancy>>)];
/// Labels of photos from one side of the board.
pub(crate) type SideLabels<'a> = [&'a (usize, Vec<Option<Occupancy>>)];
