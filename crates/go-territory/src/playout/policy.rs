//! The move policy of playouts.

use super::{
    arena::{Arena, Cell, EMPTY, WALL, other},
    random::Random,
};

/// Most cells that are examined for an eye space.
const EYE_SPACE: usize = 6;

/// Percentage of moves for which an answer to the last move is tried.
const ANSWER: usize = 90;

/// A chain with fewer liberties is short of liberties.
const SHORT: usize = 3;

/// Percentage of random moves into immediate capture (throw-ins) that are played.
const THROW_IN: usize = 50;

/// Plays one move of `own`; returns whether there was a useful one.
pub(super) fn step(arena: &mut Arena, own: u8, random: &mut Random) -> bool {
    let chosen = answer(arena, own, random).or_else(|| anywhere(arena, own, random));
    match chosen {
        Some(cell) => arena.place(cell, own),
        None => arena.pass(),
    }
    chosen.is_some()
}

/// An answer to the last move.
fn answer(arena: &Arena, own: u8, random: &mut Random) -> Option<Cell> {
    if arena.last == 0 || !random.percent(ANSWER) {
        return None;
    }
    let worth = |cell: &Cell| arena.is_legal(*cell, own) && gift(arena, *cell, own) == Gift::None;
    if let Some(cell) = vital(arena).filter(worth) {
        return Some(cell);
    }
    // The last stone can be captured.
    if let Some(cell) = arena.only_liberty(arena.last)
        && arena.is_legal(cell, own)
    {
        return Some(cell);
    }
    // It put own chains in atari: capture the chains around them, or extend.
    for near in arena.around(arena.last) {
        if arena.at(near) == own
            && let Some(liberty) = arena.only_liberty(near)
        {
            if let Some(cell) = counter(arena, near, own) {
                return Some(cell);
            }
            if worth(&liberty) {
                return Some(liberty);
            }
        }
    }
    breathe(arena, own, random)
}

/// A move that extends a chain that the last move left with two liberties.
fn breathe(arena: &Arena, own: u8, random: &mut Random) -> Option<Cell> {
    let mut found = [0; 8];
    let mut len = 0;
    for near in arena.around(arena.last) {
        if arena.at(near) == own {
            let two = liberties(arena, near);
            if two.len() == 2 {
                for &cell in two.cells() {
                    if liberties_after(arena, cell, own) >= SHORT && arena.is_legal(cell, own) {
                        found[len] = cell;
                        len += 1;
                    }
                }
            }
        }
    }
    (len > 0).then(|| found[random.below(len)])
}

/// A move that captures an enemy chain adjacent to the chain of `stone`.
fn counter(arena: &Arena, stone: Cell, own: u8) -> Option<Cell> {
    let mut found = None;
    arena.each_stone(stone, |stone| {
        for near in arena.around(stone) {
            if arena.at(near) == other(own)
                && let Some(liberty) = arena.only_liberty(near)
                && arena.is_legal(liberty, own)
            {
                found = Some(liberty);
                return false;
            }
        }
        true
    });
    found
}

/// The vital point of a small eye space that the last move created or reduced.
fn vital(arena: &Arena) -> Option<Cell> {
    arena
        .around(arena.last)
        .into_iter()
        .filter(|&near| arena.at(near) == EMPTY)
        .find_map(|near| {
            let mut space = [0; EYE_SPACE];
            let len = eye_space(arena, near, &mut space)?;
            vital_of(arena, &space[..len])
        })
}

/// The empty cells connected to `start`; returns their number, or `None` if there are too many.
fn eye_space(arena: &Arena, start: Cell, space: &mut [Cell; EYE_SPACE]) -> Option<usize> {
    space[0] = start;
    let mut len = 1;
    let mut next = 0;
    while next < len {
        for near in arena.around(space[next]) {
            if arena.at(near) == EMPTY && !space[..len].contains(&near) {
                if len == EYE_SPACE {
                    return None;
                }
                space[len] = near;
                len += 1;
            }
        }
        next += 1;
    }
    Some(len)
}

/// The numbers of neighbours of the cells in a shape, as a number with one digit for each count, and the cell with most
/// neighbours.
fn census(arena: &Arena, shape: &[Cell]) -> (u32, Cell) {
    let mut counts = [0; 5];
    let (mut most, mut middle) = (0, shape[0]);
    for &cell in shape {
        let touched = arena
            .around(cell)
            .iter()
            .filter(|&near| shape.contains(near))
            .count();
        counts[touched] += 1;
        if touched > most {
            (most, middle) = (touched, cell);
        }
    }
    let digits = counts
        .iter()
        .rev()
        .fold(0, |number, count| number * 10 + count);
    (digits, middle)
}

/// Like [`crate::shape::vital_point`].
fn vital_of(arena: &Arena, shape: &[Cell]) -> Option<Cell> {
    if shape.len() < 3 {
        return None;
    }
    let (census, middle) = census(arena, shape);
    // Counts of cells with 4, 3, 2, 1, 0 neighbours.
    matches!(census, 120 | 1030 | 400 | 1310 | 10040 | 10320).then_some(middle)
}

/// A random useful move.
fn anywhere(arena: &mut Arena, own: u8, random: &mut Random) -> Option<Cell> {
    let mut left = arena.empty.len();
    while left > 0 {
        let chosen = random.below(left);
        let cell = arena.empty[chosen];
        let worth = !is_eye(arena, cell, own)
            && arena.is_legal(cell, own)
            && match gift(arena, cell, own) {
                Gift::None => true,
                Gift::Stone => random.percent(THROW_IN),
                Gift::Chain => false,
            };
        if worth {
            return Some(cell);
        }
        left -= 1;
        arena.swap_empty(chosen, left);
    }
    None
}

/// Whether `own` should not fill an empty cell between its stones: it is an eye (the enemy has at most one of the
/// diagonal cells, none on the edge), or a false eye that is better not connected yet: nothing is threatened, and the
/// connected stones would be short of liberties.
fn is_eye(arena: &Arena, cell: Cell, own: u8) -> bool {
    let around = arena.around(cell);
    if around
        .iter()
        .any(|&near| arena.at(near) != own && arena.at(near) != WALL)
    {
        return false;
    }
    let (mut edge, mut enemy) = (0, 0);
    for near in arena.diagonals(cell) {
        match arena.at(near) {
            WALL => edge = 1,
            EMPTY => {}
            stone => enemy += usize::from(stone != own),
        }
    }
    let threatened = |&near: &Cell| arena.at(near) == own && arena.only_liberty(near).is_some();
    edge + enemy < 2 || !around.iter().any(threatened) && liberties_after(arena, cell, own) < SHORT
}

/// Number of liberties of a stone of `own` on the empty `cell` together with the chains it joins, up to [`SHORT`],
/// without captures.
fn liberties_after(arena: &Arena, cell: Cell, own: u8) -> usize {
    let mut found = Few::new(cell);
    for near in arena.around(cell) {
        match arena.at(near) {
            EMPTY => found.add(near),
            stone if stone == own => arena.each_stone(near, |stone| found.add_around(arena, stone)),
            _ => {}
        }
    }
    found.len()
}

/// The liberties of the chain of a stone, up to [`SHORT`] of them.
fn liberties(arena: &Arena, stone: Cell) -> Few {
    let mut found = Few::new(0);
    arena.each_stone(stone, |stone| found.add_around(arena, stone));
    found
}

/// Up to [`SHORT`] distinct cells, and one excluded cell.
struct Few {
    cells: [Cell; SHORT + 1],
    end: usize,
}

impl Few {
    fn new(not: Cell) -> Few {
        let mut cells = [0; SHORT + 1];
        cells[0] = not;
        Few { cells, end: 1 }
    }

    fn len(&self) -> usize {
        self.end - 1
    }

    fn cells(&self) -> &[Cell] {
        &self.cells[1..self.end]
    }

    #[inline]
    fn add(&mut self, cell: Cell) {
        if self.end <= SHORT && !self.cells[..self.end].contains(&cell) {
            self.cells[self.end] = cell;
            self.end += 1;
        }
    }

    /// Adds the empty cells around a stone; returns whether there is room for more.
    #[inline]
    fn add_around(&mut self, arena: &Arena, stone: Cell) -> bool {
        for near in arena.around(stone) {
            if arena.at(near) == EMPTY {
                self.add(near);
            }
        }
        self.end <= SHORT
    }
}

/// What a move lets the enemy capture.
#[derive(PartialEq, Eq)]
enum Gift {
    /// Nothing, or a chain whose capture leaves the enemy a single eye and no other liberty.
    None,
    /// Only the stone itself: a throw-in.
    Stone,
    /// A chain.
    Chain,
}

/// What a legal stone on `cell` lets the enemy capture, if it captures nothing and has one liberty.
fn gift(arena: &Arena, cell: Cell, own: u8) -> Gift {
    let around = arena.around(cell);
    let mut liberty = 0;
    let mut joins = false;
    for near in around {
        match arena.at(near) {
            EMPTY => {
                if liberty != 0 {
                    return Gift::None;
                }
                liberty = near;
            }
            WALL => {}
            stone if stone == own => joins = true,
            _ => {
                if arena.only_liberty(near).is_some() {
                    return Gift::None;
                }
            }
        }
    }
    if !joins {
        return Gift::Stone;
    }
    match joined(arena, cell, own, liberty) {
        Some((shape, liberty)) if shape.is_single_eye(arena) => {
            match kills(arena, shape.cells(), cell, liberty, own) {
                true => Gift::None,
                false => Gift::Chain,
            }
        }
        Some(_) => Gift::Chain,
        None => Gift::None,
    }
}

/// The stones of a chain, as far as they may form the shape of a single eye.
struct Shape {
    cells: [Cell; EYE_SPACE],
    len: usize,
    /// Whether there are more stones than fit into `cells`.
    large: bool,
}

impl Shape {
    fn push(&mut self, stone: Cell) {
        match self.cells.get_mut(self.len) {
            Some(place) => (*place, self.len) = (stone, self.len + 1),
            None => self.large = true,
        }
    }

    fn cells(&self) -> &[Cell] {
        &self.cells[..self.len]
    }

    /// Whether the space left by its capture is a single eye.
    fn is_single_eye(&self, arena: &Arena) -> bool {
        !self.large && (self.len == 2 || vital_of(arena, self.cells()).is_some())
    }
}

/// The chain that a stone on `cell` joins, and its only liberty; `None` if it has several. `liberty` is that of the
/// stone itself, 0 if it has none.
fn joined(arena: &Arena, cell: Cell, own: u8, mut liberty: Cell) -> Option<(Shape, Cell)> {
    let mut shape = Shape {
        cells: [0; EYE_SPACE],
        len: 0,
        large: false,
    };
    shape.push(cell);
    let mut open = false;
    for near in arena.around(cell) {
        if arena.at(near) != own || shape.cells().contains(&near) {
            continue;
        }
        arena.each_stone(near, |stone| {
            shape.push(stone);
            for next in arena.around(stone) {
                if arena.at(next) == EMPTY && next != cell && next != liberty {
                    if liberty != 0 {
                        open = true;
                        return false;
                    }
                    liberty = next;
                }
            }
            true
        });
        if open {
            return None;
        }
    }
    Some((shape, liberty))
}

/// Whether the chains around the chain `shape`, which a stone on `cell` joins, then have no liberty but `liberty`:
/// after the capture they have only the eye it leaves.
fn kills(arena: &Arena, shape: &[Cell], cell: Cell, liberty: Cell, own: u8) -> bool {
    shape.iter().all(|&stone| {
        arena.around(stone).into_iter().all(|near| {
            let mut only = true;
            if arena.at(near) == other(own) {
                arena.each_stone(near, |enemy| {
                    only = arena
                        .around(enemy)
                        .into_iter()
                        .all(|next| arena.at(next) != EMPTY || next == cell || next == liberty);
                    only
                });
            }
            only
        })
    })
}
