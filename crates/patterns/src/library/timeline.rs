//! A game as the lifetimes of its stones.
//!
//! To ask when a rectangle looked in some way, nothing is replayed: the times at which each of its points is
//! as it should be are intersected. Time t is the position after t moves.

use board_core::{Color, MoveGen, Occupancy};
use go_rules::record::Record;
use go_rules::{Move, Size};

use crate::Content;

/// A time that never comes.
pub(super) const NEVER: u32 = u32::MAX;
/// No stone was ever here.
const UNTOUCHED: u16 = u16::MAX;
/// A pass, as a move's point.
const PASS: u16 = 0x7fff;
/// The longest game: times are kept in 15 bits beside a colour.
pub(super) const MAX_MOVES: usize = 0x7ffe;

/// When stones came and went.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Timeline {
    pub(super) size: Size,
    /// By point (`row * cols + col` from the top left): when the first stone came, its colour in the lowest
    /// bit.
    pub(super) first: Box<[u16]>,
    /// The point of every move, its colour in the highest bit.
    pub(super) moves: Box<[u16]>,
    /// All stones of points that were emptied at some time: point, first time and colour, time it was gone; by
    /// point, then time.
    pub(super) lives: Box<[[u16; 3]]>,
    /// Rows from the **bottom**, bit x for column x: points that were black at some time, white, and those in
    /// `lives`.
    pub(super) ever: Box<[[u32; 3]]>,
}

/// What a point is from some time on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Turn {
    pub(super) time: u32,
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
            all[point].push([point as u16, color as u16, u16::MAX]);
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
                    lives.push([change.point as u16, time << 1 | color as u16, u16::MAX]);
                    if first[change.point] == UNTOUCHED {
                        first[change.point] = time << 1 | color as u16;
                    }
                } else if let Some(life) = lives.last_mut() {
                    life[2] = time;
                }
            });
            position.play(play.mv);
        }
        let lives: Vec<[u16; 3]> = all
            .into_iter()
            .filter(|lives| lives.iter().any(|life| life[2] != u16::MAX))
            .flatten()
            .collect();
        Some(Timeline::from_parts(
            record.size,
            first.into(),
            moves.into(),
            lives.into(),
        ))
    }

    /// From what a file holds.
    pub(super) fn from_parts(
        size: Size,
        first: Box<[u16]>,
        moves: Box<[u16]>,
        lives: Box<[[u16; 3]]>,
    ) -> Timeline {
        let mut ever = vec![[0_u32; 3]; size.rows()];
        let mut set = |point: usize, which: usize| {
            let (col, row) = size.col_row(point);
            ever[size.rows() - 1 - row][which] |= 1 << col;
        };
        for (point, &first) in first.iter().enumerate() {
            if first != UNTOUCHED {
                set(point, usize::from(first & 1));
            }
        }
        for &[point, from, _] in &lives {
            set(usize::from(point), usize::from(from & 1));
            set(usize::from(point), 2);
        }
        Timeline {
            size,
            first,
            moves,
            lives,
            ever: ever.into(),
        }
    }

    /// Whether all its numbers are those of a game.
    pub(super) fn is_sound(&self) -> bool {
        let points = self.size.points();
        let last = self.moves.len();
        let is_point = |point: u16| usize::from(point) < points;
        let is_time = |time: u16| usize::from(time) <= last;
        self.first.len() == points
            && last <= MAX_MOVES
            && (self.first.iter()).all(|&first| first == UNTOUCHED || is_time(first >> 1))
            && (self.moves.iter()).all(|&mv| mv & PASS == PASS || is_point(mv & PASS))
            && self.lives.iter().all(|&[point, from, to]| {
                is_point(point) && is_time(from >> 1) && (to == u16::MAX || is_time(to))
            })
            && self.lives.is_sorted()
    }

    /// Number of moves.
    pub(super) fn len(&self) -> usize {
        self.moves.len()
    }

    /// The move that leads to the position at `time`, from 1.
    pub(super) fn played(&self, time: usize) -> Option<(Color, Move)> {
        let &mv = self.moves.get(time.checked_sub(1)?)?;
        let color = Color::BOTH[usize::from(mv >> 15)];
        Some((
            color,
            match mv & PASS {
                PASS => Move::PASS,
                point => Move::place(usize::from(point)),
            },
        ))
    }

    /// Whose move it is at `time`: who plays next, or at the end who did not play last.
    pub(super) fn to_move(&self, time: usize) -> Option<Color> {
        let next = self.played(time + 1).map(|(color, _)| color);
        next.or_else(|| self.played(time).map(|(color, _)| !color))
    }

    /// When the first stone came to a point that was never emptied, and its content from then on.
    #[inline]
    pub(super) fn only(&self, point: usize) -> Turn {
        let first = self.first[point];
        if first == UNTOUCHED {
            let content = Content::Empty;
            return Turn {
                time: NEVER,
                content,
            };
        }
        let content = if first & 1 == 0 {
            Content::Black
        } else {
            Content::White
        };
        Turn {
            time: u32::from(first >> 1),
            content,
        }
    }

    /// Calls `visit` with every change of a point: a stone comes, or is gone. Times may be the same when a
    /// stone was there from the start.
    pub(super) fn each_turn(&self, point: usize, mut visit: impl FnMut(Turn)) {
        let from = self
            .lives
            .partition_point(|life| usize::from(life[0]) < point);
        let lives = self.lives[from..].iter();
        let mut lives = lives
            .take_while(|life| usize::from(life[0]) == point)
            .peekable();
        if lives.peek().is_none() {
            let only = self.only(point);
            if only.time != NEVER {
                visit(only);
            }
        }
        for &[_, came, gone] in lives {
            let color = Color::BOTH[usize::from(came & 1)];
            visit(Turn {
                time: u32::from(came >> 1),
                content: color.into(),
            });
            if gone != u16::MAX {
                visit(Turn {
                    time: u32::from(gone),
                    content: Content::Empty,
                });
            }
        }
    }

    /// The position at `time`, for those who want to look.
    pub(super) fn position(&self, time: usize) -> Vec<Occupancy> {
        (0..self.size.points())
            .map(|point| {
                let mut now = Content::Empty;
                self.each_turn(point, |turn| {
                    if turn.time as usize <= time {
                        now = turn.content;
                    }
                });
                match now {
                    Content::Black => Occupancy::Black,
                    Content::White => Occupancy::White,
                    _ => Occupancy::Empty,
                }
            })
            .collect()
    }
}
