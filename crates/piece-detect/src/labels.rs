//! Labelled squares, to learn from.

use board_core::Occupancy;

/// Labels of squares: a frame and the content of each of its squares, `None` where it is not known.
pub type Labels = [(usize, Vec<Option<Occupancy>>)];
/// Labels of photos from one side.
pub(crate) type Known<'a> = [&'a (usize, Vec<Option<Occupancy>>)];
