//! A game as the lifetimes of its stones.
//!
//! To ask when a rectangle looked in some way, nothing is replayed: the times at which each of its points is
//! as it should be are intersected. Time t is the position after t moves.

use board_core::{Board, MoveGen, Occupancy};
use go_rules::record::Record;

use crate::Content;

/// A time that never comes: times have 15 bits.
pub(super) const NEVER: u16 = 0x7fff;
/// No stone was ever here.
pub(super) const UNTOUCHED: u16 = u16::MAX;
/// The end of a stone's life that was never taken.
pub(super) const UNTIL_THE_END: u16 = u16::MAX;
/// A pass, as a move's point.
pub(super) const PASS: u16 = 0x7fff;
/// The longest game: times are kept in 15 bits beside a colour.
pub(super) const MAX_MOVES: usize = 0x7ffe;

/// When stones came and went.
pub(super) struct Timeline {
    /// By point (`row * cols + col` from the top left): when the first stone came, its colour in the lowest
    /// bit.
    pub(super) first: Vec<u16>,
    /// The point of every move, its colour in the highest bit.
    pub(super) moves: Vec<u16>,
    /// All stones of points that were emptied at some time: point, first time and colour, time it was gone; by
    /// point, then time.
    pub(super) lives: Vec<[u16; 3]>,
}

/// What a point is from some time on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Turn {
    pub(super) time: u16,
    pub(super) content: Content,
}

impl Timeline {
    /// Plays a record through. `None` if it is longer than [`MAX_MOVES`]; ends where a move is not legal.
    pub(super) fn new(record: &Record) -> Option<Timeline> {
        if record.moves.len() > MAX_MOVES {
            return None;
        }
        let mut position = record.start().ok()?;
        let points = record.size.points();
        let mut first = vec![UNTOUCHED; points];
        let mut all: Vec<Vec<[u16; 3]>> = vec![Vec::new(); points];
        for &(point, color) in &record.setup {
            first[point] = color as u16;
            all[point].push([point as u16, color as u16, UNTIL_THE_END]);
        }
        let mut moves = Vec::with_capacity(record.moves.len());
        for play in &record.moves {
            position.set_to_move(play.color);
            if !position.is_legal(play.mv) {
                break;
            }
            let time = moves.len() as u16 + 1;
            let point = play.mv.point().map_or(PASS, |point| point as u16);
            moves.push(point | (play.color as u16) << 15);
            position.visit_changes(play.mv, |change| {
                let lives = &mut all[change.point];
                if let Some(color) = change.after.color() {
                    lives.push([change.point as u16, time << 1 | color as u16, UNTIL_THE_END]);
                    if first[change.point] == UNTOUCHED {
                        first[change.point] = time << 1 | color as u16;
                    }
                } else if let Some(life) = lives.last_mut() {
                    life[2] = life[2].min(time);
                }
            });
            position.play(play.mv);
            if let Some(point) = play.mv.point()
                && position.get(point) == Occupancy::Empty
            {
                // Suicide: the stone was there for no time at all.
                let came = time << 1 | play.color as u16;
                all[point].push([point as u16, came, time]);
                first[point] = first[point].min(came);
            }
        }
        let lives = all.into_iter();
        let emptied = |lives: &Vec<[u16; 3]>| lives.iter().any(|life| life[2] != UNTIL_THE_END);
        Some(Timeline {
            first,
            moves,
            lives: lives.filter(emptied).flatten().collect(),
        })
    }
}
