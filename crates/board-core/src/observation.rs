use crate::Cell;

/// What a series of frames (photos, sensor readings, lines of a score sheet) says about a board.
///
/// Costs are negative natural-log likelihoods, in nats: `-ln P(frame shows this | point holds
/// cell)`. Only differences between the contents of one point in one frame matter, so any constant
/// may be added to all of them.
pub trait Observation {
    /// What a point can hold, as far as this source can tell.
    type Cell: Cell;

    /// Number of frames, in order of time.
    fn frames(&self) -> usize;

    /// Number of points of the board.
    fn points(&self) -> usize;

    /// Cost in nats of `point` holding `cell` in `frame`; `None` when the point is not visible in
    /// that frame, in which case it is so for every content.
    ///
    /// # Panics
    /// May panic if `frame` or `point` is out of range.
    fn cost(&self, frame: usize, point: usize, cell: Self::Cell) -> Option<f32>;

    /// How strongly frames `frame - 1` and `frame` say, in nats, that `point` did *not* change
    /// between them: `-ln` of how much rarer this pair of frames would be had it changed. 0 where
    /// they do not tell, and before the first frame.
    ///
    /// Contents alone do not need it. It is for sources that compare frames: a camera may not know
    /// what stands on a square half hidden behind a tall piece, and yet see that nothing happened
    /// there.
    ///
    /// # Panics
    /// May panic if `frame` or `point` is out of range.
    fn unchanged(&self, frame: usize, point: usize) -> f32 {
        let _ = (frame, point);
        0.0
    }
}

impl<O: Observation + ?Sized> Observation for &O {
    type Cell = O::Cell;

    fn frames(&self) -> usize {
        (**self).frames()
    }

    fn points(&self) -> usize {
        (**self).points()
    }

    fn cost(&self, frame: usize, point: usize, cell: Self::Cell) -> Option<f32> {
        (**self).cost(frame, point, cell)
    }

    fn unchanged(&self, frame: usize, point: usize) -> f32 {
        (**self).unchanged(frame, point)
    }
}
