//! Searches for legal moves that lead from a position to an observed one.

use std::ops::ControlFlow;

use board_core::{Color, MoveGen, Occupancy, Timing};

/// Legal moves that explain the observed position.
pub(crate) struct Explanation<M> {
    pub(crate) moves: Vec<M>,
    /// Points that the moves change but that still look unchanged, such as a captured man not yet removed.
    pub(crate) late: Vec<usize>,
}

/// The search for explanations of one observed position.
pub(crate) struct Search<'a, M> {
    table: &'a [Occupancy],
    /// See [`Rulebook::ARRIVALS`](crate::Rulebook::ARRIVALS).
    arrivals: usize,
    /// Number of plies that need not show a piece on a new point.
    hidden: usize,
    moves: Vec<M>,
    /// The points of changes that may lag behind the moves, and their contents before.
    lagging: Vec<(usize, Occupancy)>,
    explanations: Vec<Explanation<M>>,
}

impl<'a, M: Copy> Search<'a, M> {
    pub(crate) const fn new(table: &'a [Occupancy], arrivals: usize) -> Self {
        Self {
            table,
            arrivals,
            hidden: usize::MAX,
            moves: Vec::new(),
            lagging: Vec::new(),
            explanations: Vec::new(),
        }
    }

    /// All explanations by exactly `plies` plies, with sides alternating. Moves that change nothing are invisible and
    /// not included.
    ///
    /// Of three plies and more, all but one must show a piece on a new point: a board does not reveal more.
    pub(crate) fn explanations<P>(mut self, position: &P, plies: usize) -> Vec<Explanation<M>>
    where
        P: MoveGen<Cell = Occupancy, Move = M>,
    {
        self.hidden = if plies > 2 { 1 } else { plies };
        self.follow(&mut position.clone(), plies);
        self.explanations
    }

    /// Whether two consecutive moves of the side to move explain the observed position.
    pub(crate) fn made_two_moves<P>(mut self, position: &P) -> bool
    where
        P: MoveGen<Cell = Occupancy, Move = M>,
    {
        let side = position.to_move();
        let (need, _) = self.need(position);
        if need[(!side).index()] > 0 || need[side.index()] > 2 * self.arrivals {
            return false;
        }
        for mv in visible_moves(position, None) {
            let mut next = position.clone();
            next.play(mv);
            next.set_to_move(side);
            self.follow(&mut next, 1);
            if self.explanations.iter().any(|found| found.late.is_empty()) {
                return true;
            }
        }
        false
    }

    /// The number of pieces of each side that have yet to reach an observed point, and one such point for each side.
    fn need<P: MoveGen<Cell = Occupancy>>(&self, position: &P) -> ([usize; 2], [Option<usize>; 2]) {
        let (mut need, mut at) = ([0; 2], [None; 2]);
        for (point, &seen) in self.table.iter().enumerate() {
            if let Some(color) = seen.color()
                && position.get(point) != seen
                && !self.lagging.contains(&(point, seen))
            {
                need[color.index()] += 1;
                at[color.index()] = Some(point);
            }
        }
        (need, at)
    }

    fn follow<P>(&mut self, position: &mut P, plies: usize)
    where
        P: MoveGen<Cell = Occupancy, Move = M>,
    {
        if plies == 0 {
            self.arrive(position);
            return;
        }
        let side = position.to_move();
        let (need, at) = self.need(position);
        let most = |plies: usize| plies * self.arrivals;
        if need[side.index()] > most(plies.div_ceil(2)) || need[(!side).index()] > most(plies / 2) {
            return;
        }
        if (need[0] + need[1]).saturating_add(self.hidden) < plies {
            return;
        }
        // A piece that has yet to arrive must arrive with the last move. Of two, one may lag behind.
        let last = match (plies, need[side.index()]) {
            (1, 1) => at[side.index()],
            _ => None,
        };
        for mv in visible_moves(position, last) {
            let before = self.lagging.len();
            position.visit_changes(mv, |change| {
                if change.timing == Timing::Lagging {
                    self.lagging.push((change.point, change.before));
                }
            });
            self.moves.push(mv);
            let undo = position.play(mv);
            self.follow(position, plies - 1);
            position.undo(undo);
            self.moves.pop();
            self.lagging.truncate(before);
        }
    }

    fn arrive<P: MoveGen<Cell = Occupancy>>(&mut self, position: &P) {
        let mut late = Vec::new();
        for (point, &seen) in self.table.iter().enumerate() {
            if position.get(point) == seen {
                continue;
            }
            if !self.lagging.contains(&(point, seen)) {
                return;
            }
            late.push(point);
        }
        self.explanations.push(Explanation {
            moves: self.moves.clone(),
            late,
        });
    }
}

/// The legal moves with visible changes; only those that change `point`, if given.
pub(crate) fn visible_moves<P: MoveGen>(position: &P, point: Option<usize>) -> Vec<P::Move> {
    let mut moves = Vec::new();
    let visit = |mv| {
        let mut changes = false;
        position.visit_changes(mv, |_| changes = true);
        if changes {
            moves.push(mv);
        }
        ControlFlow::<()>::Continue(())
    };
    let _ = match point {
        Some(point) => position.visit_legal_at(point, visit),
        None => position.visit_legal(visit),
    };
    moves
}

/// The points where the observed position differs from `position`.
pub(crate) fn differences<P: MoveGen<Cell = Occupancy>>(
    position: &P,
    table: &[Occupancy],
) -> Vec<usize> {
    let differs = |&point: &usize| position.get(point) != table[point];
    (0..table.len()).filter(differs).collect()
}

/// Whether the observed position may be a legal move in progress: some of its changes are made, others are not, and a
/// moved piece may be in a hand; or a single piece is lifted.
pub(crate) fn is_under_way<P: MoveGen<Cell = Occupancy>>(
    position: &P,
    table: &[Occupancy],
) -> bool {
    let different = differences(position, table);
    if let [point] = different[..]
        && table[point] == Occupancy::Empty
    {
        return true;
    }
    visible_moves(position, None).into_iter().any(|mv| {
        let (mut made, mut come, mut stays) = (0, false, false);
        position.visit_changes(mv, |change| {
            let seen = table[change.point];
            let done = seen == change.after || seen == Occupancy::Empty;
            made += usize::from(seen != change.before && done);
            if change.timing == Timing::WithMove {
                let leaves = change.after == Occupancy::Empty;
                come |= !leaves && seen == change.after;
                stays |= leaves && seen == change.before;
            }
        });
        // A piece is not in two places.
        made > 0 && made == different.len() && !(come && stays)
    })
}

/// Number of pieces of each side, by [`Color::index`].
pub(crate) fn count<P: MoveGen<Cell = Occupancy>>(position: &P) -> [usize; 2] {
    Color::BOTH.map(|side| {
        let own = |&point: &usize| position.get(point) == Occupancy::from(side);
        (0..position.points()).filter(own).count()
    })
}
