//! Which legal moves lead from a position to what is seen.

use std::ops::ControlFlow;

use board_core::{Color, MoveGen, Occupancy, Timing};

/// Moves that lead to what is seen.
pub(crate) struct Way<M> {
    pub(crate) moves: Vec<M>,
    /// Points that the moves change but that still hold what they held: a captured man not yet taken off.
    pub(crate) late: Vec<usize>,
}

/// The search for ways to one table.
pub(crate) struct Search<'a, M> {
    table: &'a [Occupancy],
    /// See [`Rulebook::ARRIVALS`](crate::Rulebook::ARRIVALS).
    arrivals: usize,
    /// How many plies may leave no piece that has come.
    hidden: usize,
    moves: Vec<M>,
    /// What may lag behind the moves, and what it held.
    lagging: Vec<(usize, Occupancy)>,
    ways: Vec<Way<M>>,
}

impl<'a, M: Copy> Search<'a, M> {
    pub(crate) const fn new(table: &'a [Occupancy], arrivals: usize) -> Self {
        Self {
            table,
            arrivals,
            hidden: usize::MAX,
            moves: Vec::new(),
            lagging: Vec::new(),
            ways: Vec::new(),
        }
    }

    /// All ways of exactly so many plies, sides taking turns. Moves that change nothing cannot be seen and are in none.
    ///
    /// Of three plies and more all but one have to show by a piece that has come: a board does not tell more.
    pub(crate) fn ways<P>(mut self, position: &P, plies: usize) -> Vec<Way<M>>
    where
        P: MoveGen<Cell = Occupancy, Move = M>,
    {
        self.hidden = if plies > 2 { 1 } else { plies };
        self.follow(&mut position.clone(), plies);
        self.ways
    }

    /// Whether the side to move got there by two moves in a row.
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
            if self.ways.iter().any(|way| way.late.is_empty()) {
                return true;
            }
        }
        false
    }

    /// How many pieces of each side have yet to come to where they are seen, and one such point of each.
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
        // A piece that has yet to come must come with the last move. Of two, one may lag behind it.
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
        self.ways.push(Way {
            moves: self.moves.clone(),
            late,
        });
    }
}

/// The legal moves that change something, of those that change `point` if one is given.
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

/// Where what is seen differs from a position.
pub(crate) fn differences<P: MoveGen<Cell = Occupancy>>(
    position: &P,
    table: &[Occupancy],
) -> Vec<usize> {
    let differs = |&point: &usize| position.get(point) != table[point];
    (0..table.len()).filter(differs).collect()
}

/// Whether what is seen may be a legal move under way: some of its changes are made, others not yet, and what is moved
/// or exchanged may be in somebody's hand; or a single piece is lifted.
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

/// Pieces of each side, by [`Color::index`].
pub(crate) fn count<P: MoveGen<Cell = Occupancy>>(position: &P) -> [usize; 2] {
    Color::BOTH.map(|side| {
        let own = |&point: &usize| position.get(point) == Occupancy::from(side);
        (0..position.points()).filter(own).count()
    })
}
