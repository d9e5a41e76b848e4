//! Observations computed by closures and from other observations.

#[cfg(feature = "alloc")]
use alloc::vec::Vec;
use core::marker::PhantomData;
use core::ops::Range;

use crate::{Cell, Observation};

/// An [`Observation`] computed by a closure.
///
/// ```
/// use board_core::{FromFn, Observation, Occupancy};
///
/// // Two frames of one point: empty, then hidden.
/// let evidence = FromFn::new(2, 1, |frame, _, cell| match (frame, cell) {
///     (0, Occupancy::Empty) => Some(0.0),
///     (0, _) => Some(4.0),
///     _ => None,
/// });
/// assert_eq!(evidence.cost(0, 0, Occupancy::Black), Some(4.0));
/// ```
#[derive(Clone, Copy, Debug)]
pub struct FromFn<C, F> {
    frames: usize,
    points: usize,
    cost: F,
    cell: PhantomData<fn(C)>,
}

impl<C: Cell, F, T> FromFn<C, F>
where
    F: Fn(usize, usize, C) -> T,
    T: Into<Option<f32>>,
{
    /// Makes an observation of `frames` × `points` from `cost(frame, point, content)`, in nats. The closure returns an
    /// `f32`, or an `Option<f32>` where points may be hidden.
    pub const fn new(frames: usize, points: usize, cost: F) -> Self {
        FromFn {
            frames,
            points,
            cost,
            cell: PhantomData,
        }
    }
}

impl<C: Cell, F, T> Observation for FromFn<C, F>
where
    F: Fn(usize, usize, C) -> T,
    T: Into<Option<f32>>,
{
    type Cell = C;

    fn frames(&self) -> usize {
        self.frames
    }

    fn points(&self) -> usize {
        self.points
    }

    fn cost(&self, frame: usize, point: usize, cell: C) -> Option<f32> {
        (self.cost)(frame, point, cell).into()
    }
}

/// Adaptors for every [`Observation`].
pub trait ObservationExt: Observation + Sized {
    /// Keeps a range of frames. Frames beyond the last one are ignored.
    fn window(self, frames: Range<usize>) -> Window<Self> {
        Window { of: self, frames }
    }

    /// Keeps the frames with these numbers, in this order: for tests of a sensor that misses moves, for instance.
    ///
    /// # Panics
    /// If a number is out of range.
    #[cfg(feature = "alloc")]
    #[cfg_attr(docsrs, doc(cfg(feature = "alloc")))]
    fn pick(self, frames: impl IntoIterator<Item = usize>) -> Picked<Self> {
        let all = self.frames();
        let check = |frame: &usize| assert!(*frame < all, "frame {frame} of {all} frames");
        Picked {
            frames: frames.into_iter().inspect(check).collect(),
            of: self,
        }
    }

    /// Combines two independent sources of evidence about the same frames. Costs are added; a point is visible if
    /// either source sees it.
    fn and<O: Observation<Cell = Self::Cell>>(self, other: O) -> And<Self, O> {
        And {
            first: self,
            second: other,
        }
    }

    /// Evidence about a board with other contents `C`: a content costs what the content `seen(c)` costs here. For
    /// example, a camera that sees only colours gives evidence about a board of piece kinds.
    fn seen_as<C: Cell, F: Fn(C) -> Self::Cell>(self, seen: F) -> SeenAs<Self, C, F> {
        SeenAs {
            of: self,
            seen,
            cell: PhantomData,
        }
    }
}

impl<O: Observation> ObservationExt for O {}

/// A range of the frames of another observation: [`ObservationExt::window`].
#[derive(Clone, Debug)]
pub struct Window<O> {
    of: O,
    frames: Range<usize>,
}

impl<O: Observation> Observation for Window<O> {
    type Cell = O::Cell;

    fn frames(&self) -> usize {
        self.frames
            .end
            .min(self.of.frames())
            .saturating_sub(self.frames.start)
    }

    fn points(&self) -> usize {
        self.of.points()
    }

    fn cost(&self, frame: usize, point: usize, cell: Self::Cell) -> Option<f32> {
        self.of.cost(self.frames.start + frame, point, cell)
    }

    fn unchanged(&self, frame: usize, point: usize) -> f32 {
        match frame {
            0 => 0.0,
            _ => self.of.unchanged(self.frames.start + frame, point),
        }
    }
}

/// Some frames of another observation: [`ObservationExt::pick`].
#[cfg(feature = "alloc")]
#[cfg_attr(docsrs, doc(cfg(feature = "alloc")))]
#[derive(Clone, Debug)]
pub struct Picked<O> {
    of: O,
    frames: Vec<usize>,
}

#[cfg(feature = "alloc")]
impl<O: Observation> Observation for Picked<O> {
    type Cell = O::Cell;

    fn frames(&self) -> usize {
        self.frames.len()
    }

    fn points(&self) -> usize {
        self.of.points()
    }

    fn cost(&self, frame: usize, point: usize, cell: Self::Cell) -> Option<f32> {
        self.of.cost(self.frames[frame], point, cell)
    }

    /// Known only where the frame before is that of the other observation, too.
    fn unchanged(&self, frame: usize, point: usize) -> f32 {
        let at = self.frames[frame];
        match frame > 0 && self.frames[frame - 1] + 1 == at {
            true => self.of.unchanged(at, point),
            false => 0.0,
        }
    }
}

/// Two independent observations of the same frames: [`ObservationExt::and`].
#[derive(Clone, Copy, Debug)]
pub struct And<A, B> {
    first: A,
    second: B,
}

impl<A: Observation, B: Observation<Cell = A::Cell>> Observation for And<A, B> {
    type Cell = A::Cell;

    fn frames(&self) -> usize {
        self.first.frames().min(self.second.frames())
    }

    fn points(&self) -> usize {
        self.first.points().min(self.second.points())
    }

    fn cost(&self, frame: usize, point: usize, cell: A::Cell) -> Option<f32> {
        let costs = [
            self.first.cost(frame, point, cell),
            self.second.cost(frame, point, cell),
        ];
        match costs {
            [Some(a), Some(b)] => Some(a + b),
            [a, b] => a.or(b),
        }
    }

    fn unchanged(&self, frame: usize, point: usize) -> f32 {
        self.first.unchanged(frame, point) + self.second.unchanged(frame, point)
    }
}

/// An observation about a board with other contents: [`ObservationExt::seen_as`].
#[derive(Clone, Copy, Debug)]
pub struct SeenAs<O, C, F> {
    of: O,
    seen: F,
    cell: PhantomData<fn(C)>,
}

impl<O: Observation, C: Cell, F: Fn(C) -> O::Cell> Observation for SeenAs<O, C, F> {
    type Cell = C;

    fn frames(&self) -> usize {
        self.of.frames()
    }

    fn points(&self) -> usize {
        self.of.points()
    }

    fn cost(&self, frame: usize, point: usize, cell: C) -> Option<f32> {
        self.of.cost(frame, point, (self.seen)(cell))
    }

    fn unchanged(&self, frame: usize, point: usize) -> f32 {
        self.of.unchanged(frame, point)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Occupancy::{self, Black, Empty, White};

    /// Frame 1 does not show point 0, and costs a change of point 1 seven nats.
    struct Two;

    impl Observation for Two {
        type Cell = Occupancy;
        fn frames(&self) -> usize {
            3
        }
        fn points(&self) -> usize {
            2
        }
        fn cost(&self, frame: usize, point: usize, cell: Occupancy) -> Option<f32> {
            let cost = (10 * frame + point) as f32 + if cell == Empty { 0.0 } else { 0.5 };
            ((frame, point) != (1, 0)).then_some(cost)
        }
        fn unchanged(&self, frame: usize, point: usize) -> f32 {
            if (frame, point) == (1, 1) { 7.0 } else { 0.0 }
        }
    }

    #[test]
    fn a_window_counts_its_frames_from_its_own_start() {
        let last = Two.window(1..9);
        assert_eq!((last.frames(), last.points()), (2, 2));
        assert_eq!(last.cost(0, 0, Empty), None);
        assert_eq!(last.cost(1, 1, Black), Some(21.5));
        // Frame 0 has no frame before it.
        assert_eq!(
            (last.unchanged(0, 1), Two.window(0..2).unchanged(1, 1)),
            (0.0, 7.0)
        );
        assert_eq!(Two.window(5..6).frames(), 0);
    }

    #[cfg(feature = "alloc")]
    #[test]
    fn picked_frames_come_in_their_order() {
        let picked = Two.pick([2, 0, 1]);
        assert_eq!((picked.frames(), picked.points()), (3, 2));
        assert_eq!(picked.cost(0, 1, Black), Some(21.5));
        assert_eq!(picked.cost(2, 0, Empty), None);
        assert_eq!((picked.unchanged(0, 1), picked.unchanged(2, 1)), (0.0, 7.0));
        // What changed between frames that do not follow one another is not known.
        assert_eq!(Two.pick([2, 1]).unchanged(1, 1), 0.0);
    }

    #[cfg(feature = "alloc")]
    #[test]
    #[should_panic = "frame 3 of 3 frames"]
    fn a_frame_that_is_not_there_is_not_picked() {
        let _ = Two.pick([2, 3]);
    }

    #[test]
    fn two_sources_add_up_and_one_of_them_is_enough() {
        let constant = FromFn::new(3, 2, |_, _, cell| if cell == White { 1.0 } else { 2.0 });
        let both = Two.and(&constant);
        assert_eq!(both.cost(0, 1, White), Some(2.5));
        assert_eq!(both.cost(1, 0, White), Some(1.0));
        assert_eq!(both.unchanged(1, 1), 7.0);
    }

    #[test]
    fn contents_are_seen_as_others() {
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        struct Stone(bool);
        impl Cell for Stone {
            const ALL: &'static [Self] = &[Stone(false), Stone(true)];
            fn index(self) -> usize {
                self.0.into()
            }
        }
        let seen = Two.seen_as(|stone: Stone| if stone.0 { White } else { Empty });
        assert_eq!(seen.cost(2, 0, Stone(true)), Some(20.5));
        assert_eq!(seen.cost(2, 0, Stone(false)), Some(20.0));
    }
}
