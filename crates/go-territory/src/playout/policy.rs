//! Which move comes next in a playout.

use super::{
    arena::{Arena, Cell, EMPTY, WALL, other},
    random::Random,
};

/// At most so many cells are looked at for an eye space.
const EYE_SPACE: usize = 6;

/// In percent, how often an answer to the last move is looked for.
const ANSWER: usize = 90;

/// A chain with fewer liberties is short of them.
const SHORT: usize = 3;

/// In percent, how often a random stone that can be taken at once is played.
const THROW_IN: usize = 50;

/// Plays one move of `own` and returns whether there was one that is worth playing.
pub(super) fn step(arena: &mut Arena, own: u8, random: &mut Random) -> bool {
    let chosen = answer(arena, own, random).or_else(|| anywhere(arena, own, random));
    match chosen {
        Some(cell) => arena.place(cell, own),
        None => arena.pass(),
    }
    chosen.is_some()
}

/// An answer to what the last move did.
fn answer(arena: &Arena, own: u8, random: &mut Random) -> Option<Cell> {
    if arena.last == 0 || !random.percent(ANSWER) {
        return None;
    }
    let worth = |cell: &Cell| arena.is_legal(*cell, own) && gift(arena, *cell, own) == Gift::None;
    if let Some(cell) = vital(arena).filter(worth) {
        return Some(cell);
    }
    // The last stone itself can be taken.
    if let Some(cell) = arena.only_liberty(arena.last)
        && arena.is_legal(cell, own)
    {
        return Some(cell);
    }
    // It put own chains in atari: take what surrounds them, or run.
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

/// A move that gives room to a chain that the last move has left with two liberties.
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

/// Where an enemy chain next to the chain of `stone` can be taken.
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

/// The vital point of a small eye space that the last move made or made smaller.
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

/// The empty cells connected to `start`, if they are few; how many.
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

/// How many cells of a shape each touches, as a number with one digit per count, and the cell that
/// touches most.
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

/// As [`crate::shape::vital_point`].
fn vital_of(arena: &Arena, shape: &[Cell]) -> Option<Cell> {
    if shape.len() < 3 {
        return None;
    }
    let (census, middle) = census(arena, shape);
    // Counts of cells touching 4, 3, 2, 1, 0 others.
    matches!(census, 120 | 1030 | 400 | 1310 | 10040 | 10320).then_some(middle)
}

/// A random move that is worth playing.
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

/// Whether `own` should leave an empty cell between its stones alone: it is an eye (of the cells at the
/// corners the enemy has at most one, none on the edge), or a false one that is better not connected yet:
/// nothing threatens, and joined the stones would be short of liberties.
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

/// How many liberties a stone of `own` on the empty `cell` would have with the chains it joins, counted to
/// [`SHORT`], captures apart.
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

/// Up to [`SHORT`] different cells, and one that is none of them.
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

    /// Adds the empty cells around a stone; whether there is room for more.
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

/// What a move gives the enemy to take.
#[derive(PartialEq, Eq)]
enum Gift {
    /// Nothing, or a chain whose capture leaves the enemy a single eye and no other liberty.
    None,
    /// The stone alone: a throw-in.
    Stone,
    /// A chain.
    Chain,
}

/// What a legal stone on `cell` gives away: it takes nothing and is left with one liberty.
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

/// The stones of a chain, as far as they may be of the shape of a single eye.
struct Shape {
    cells: [Cell; EYE_SPACE],
    len: usize,
    /// Whether there are more stones than `cells` has room for.
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

    /// Whether the space it leaves when it is captured becomes a single eye.
    fn is_single_eye(&self, arena: &Arena) -> bool {
        !self.large && (self.len == 2 || vital_of(arena, self.cells()).is_some())
    }
}

/// The chain that a stone on `cell` joins, and its only liberty; `None` if it has two. `liberty` is the one of the
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

/// Whether the chains around a chain `shape`, which a stone on `cell` joins, have no liberty but `liberty`
/// then: taking it, they keep the eye it leaves and nothing else.
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
