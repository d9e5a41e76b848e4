use core::ops::ControlFlow;

use board_core::zobrist::splitmix64;
use board_core::{Board, Change, Color, MoveGen, Occupancy, Timing};

/// What moves on a row of points do, most of them to many points.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Rule {
    /// A piece is placed, and turns all those over that it encloses; a side that cannot move is passed over: Reversi.
    Enclose,
    /// A piece comes to stand beside or two points from one of its side, which goes then, and turns its neighbours
    /// over: Ataxx.
    Spread,
    /// A piece goes one point on and pushes all that stand before it: Abalone.
    Push,
    /// A piece goes one point on and changes places with what stands there.
    Swap,
}

/// A piece on a point, and where it comes from if it moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Act {
    from: Option<usize>,
    to: usize,
}

/// A game on a row of points.
#[derive(Clone, Debug)]
pub struct Row {
    cells: Vec<Occupancy>,
    side: Color,
    rule: Rule,
}

impl Row {
    /// A drawing: `X` is black, `O` white.
    pub fn new(rule: Rule, cells: &str) -> Self {
        let cell = |c| match c {
            'X' => Occupancy::Black,
            'O' => Occupancy::White,
            _ => Occupancy::Empty,
        };
        Row {
            cells: cells.chars().map(cell).collect(),
            side: Color::Black,
            rule,
        }
    }

    pub fn rebuilt_key(&self) -> u64 {
        let cells = self.cells.iter().fold(0, |key, &c| 3 * key + c as u64);
        splitmix64(self.side.index() as u64, cells)
    }

    /// What a move makes of the row; `None` if it is not legal.
    fn after(&self, side: Color, act: Act) -> Option<Vec<Occupancy>> {
        let own = Occupancy::from(side);
        let (cells, len) = (&self.cells, self.cells.len());
        let at = |p: usize| cells.get(p).copied();
        let mut after = cells.clone();
        if at(act.to)? == Occupancy::Empty || matches!(self.rule, Rule::Push | Rule::Swap) {
            after[act.to] = own;
        } else {
            return None;
        }
        if act.from.is_some_and(|from| at(from) != Some(own)) {
            return None;
        }
        match (self.rule, act.from) {
            (Rule::Enclose, None) => {
                let mut turned = 0;
                for way in [usize::MAX, 1] {
                    let line = (1..len).map(|n| act.to.wrapping_add(way.wrapping_mul(n)));
                    let line: Vec<usize> = line.take_while(|&p| p < len).collect();
                    let enemies = line.iter().take_while(|&&p| cells[p] == (!side).into());
                    let enemies = enemies.count();
                    if line.get(enemies).is_some_and(|&p| cells[p] == own) {
                        line[..enemies].iter().for_each(|&p| after[p] = own);
                        turned += enemies;
                    }
                }
                (turned > 0).then_some(after)
            }
            (Rule::Spread, from) => {
                match from {
                    Some(from) if from.abs_diff(act.to) == 2 => after[from] = Occupancy::Empty,
                    None => {
                        let beside = [act.to.wrapping_sub(1), act.to + 1];
                        beside.into_iter().find(|&p| at(p) == Some(own))?;
                    }
                    _ => return None,
                }
                for p in [act.to.wrapping_sub(1), act.to + 1] {
                    if at(p) == Some((!side).into()) {
                        after[p] = own;
                    }
                }
                Some(after)
            }
            (Rule::Swap, Some(from)) => {
                let other = from.abs_diff(act.to) == 1 && cells[act.to] != own;
                after[from] = cells[act.to];
                other.then_some(after)
            }
            (Rule::Push, Some(from)) => {
                if from.abs_diff(act.to) != 1 {
                    return None;
                }
                let next = |p: usize| p.wrapping_add(act.to.wrapping_sub(from));
                after[from] = Occupancy::Empty;
                // Each piece goes where the next one stood, up to a free point or over the edge.
                let mut p = act.to;
                while at(p)? != Occupancy::Empty {
                    let Some(behind) = after.get_mut(next(p)) else {
                        return (cells[p] != own).then_some(after);
                    };
                    *behind = cells[p];
                    p = next(p);
                }
                Some(after)
            }
            _ => None,
        }
    }

    fn acts(&self, side: Color) -> Vec<Act> {
        let points = || 0..self.cells.len();
        let froms = std::iter::once(None).chain(points().map(Some));
        let acts = froms.flat_map(|from| points().map(move |to| Act { from, to }));
        acts.filter(|&act| self.after(side, act).is_some())
            .collect()
    }
}

impl Board for Row {
    type Cell = Occupancy;
    fn points(&self) -> usize {
        self.cells.len()
    }
    fn get(&self, point: usize) -> Occupancy {
        self.cells[point]
    }
}

impl MoveGen for Row {
    type Move = Act;
    type Undo = Row;
    fn to_move(&self) -> Color {
        self.side
    }
    fn set_to_move(&mut self, side: Color) {
        self.side = side;
    }
    fn visit_legal<B>(&self, visit: impl FnMut(Act) -> ControlFlow<B>) -> ControlFlow<B> {
        self.acts(self.side).into_iter().try_for_each(visit)
    }
    fn is_legal(&self, mv: Act) -> bool {
        self.after(self.side, mv).is_some()
    }
    fn visit_changes(&self, mv: Act, mut visit: impl FnMut(Change<Occupancy>)) {
        let after = self.after(self.side, mv).unwrap_or_default();
        for (point, (&before, &after)) in self.cells.iter().zip(&after).enumerate() {
            let own = Some(point) == mv.from || point == mv.to || self.rule == Rule::Push;
            if before != after {
                visit(Change {
                    point,
                    before,
                    after,
                    timing: match own {
                        true => Timing::WithMove,
                        false => Timing::Lagging,
                    },
                });
            }
        }
    }
    fn play(&mut self, mv: Act) -> Row {
        let old = self.clone();
        self.cells = self.after(self.side, mv).unwrap_or_default();
        let passed_over = self.rule == Rule::Enclose
            && self.acts(!self.side).is_empty()
            && !self.acts(self.side).is_empty();
        if !passed_over {
            self.side = !self.side;
        }
        old
    }
    fn undo(&mut self, old: Row) {
        *self = old;
    }
    fn key(&self) -> u64 {
        self.rebuilt_key()
    }
}
