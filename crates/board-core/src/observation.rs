use crate::Cell;

/// Evidence about a board from a series of frames (photos, sensor readings, lines of a score sheet).
///
/// Costs are negative natural-log likelihoods, in nats: `-ln P(frame | point holds cell)`. Only differences between the
/// contents of one point in one frame matter, so any constant may be added to all of them.
pub trait Observation {
    /// The contents that this source can tell apart.
    type Cell: Cell;

    /// Number of frames, in order of time.
    fn frames(&self) -> usize;

    /// Number of points of the board.
    fn points(&self) -> usize;

    /// Cost in nats of `point` holding `cell` in `frame`; `None`, for every content, if the point is not visible in
    /// that frame.
    ///
    /// # Panics
    /// May panic if `frame` or `point` is out of range.
    fn cost(&self, frame: usize, point: usize, cell: Self::Cell) -> Option<f32>;

    /// Cost in nats of a change of `point` between frames `frame - 1` and `frame`: `-ln` of how much less likely this
    /// pair of frames would be if the point had changed. 0 without such evidence, and for the first frame.
    ///
    /// Optional. It is for sources that compare frames: a camera may not recognise the piece on a square half hidden
    /// behind a taller one, and still see that nothing changed there.
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
