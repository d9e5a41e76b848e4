//! A game as the lifetimes of its stones.
//!
//! To find when a rectangle matches a pattern, no game is replayed: the times at which each of its points matches are
//! intersected. Time t is the position after t moves.

use board_core::{Board, MoveGen, Occupancy};
use go_rules::record::Record;

use crate::Content;

/// A time that never comes: times have 15 bits.
pub(super) const NEVER: u16 = 0x7fff;
/// The time of a point without any stone.
pub(super) const UNTOUCHED: u16 = u16::MAX;
/// The end of the lifetime of a stone that was never removed.
pub(super) const UNTIL_THE_END: u16 = u16::MAX;
/// The point of a pass.
pub(super) const PASS: u16 = 0x7fff;
/// The longest game: times have 15 bits beside a colour.
pub(super) const MAX_MOVES: usize = 0x7ffe;

/// The times when stones were played and removed.
pub(super) struct Timeline {
    /// By point (`row * cols + col` from the top left): the time of the first stone, with its colour in the lowest bit.
    pub(super) first: Vec<u16>,
    /// The point of every move, with its colour in the highest bit.
    pub(super) moves: Vec<u16>,
    /// The lifetimes of all stones on points from which a stone was removed: point, first time and colour, time of
    /// removal; by point, then time.
    pub(super) lives: Vec<[u16; 3]>,
}

/// The content of a point from some time on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Turn {
    pub(super) time: u16,
    pub(super) content: Content,
}

impl Timeline {
    /// Replays a record. `None` if it is longer than [`MAX_MOVES`]; stops at an illegal move.
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
                // Suicide: the stone's lifetime is empty.
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
