use board_core::{Color, Occupancy};
use game_record::Date;
use go_rules::{Move, Size};

use super::info::{GameInfo, winner};
use super::segment::{Segment, TEXTS};
use super::timeline::{NEVER, PASS, Turn, UNTIL_THE_END, UNTOUCHED};
use crate::Content;

/// A game of a [`Library`](crate::Library).
///
/// Points are indices from the top left, row by row, as in `go_rules`.
#[derive(Clone, Copy)]
pub struct Game<'a> {
    segment: &'a Segment,
    lane: usize,
}

impl<'a> Game<'a> {
    #[inline]
    pub(super) fn new(segment: &'a Segment, lane: usize) -> Game<'a> {
        Game { segment, lane }
    }

    /// The board.
    #[must_use]
    pub fn size(self) -> Size {
        self.segment.size
    }

    /// The moves, from the first.
    pub fn moves(self) -> impl Iterator<Item = (Color, Move)> + 'a {
        (1..=self.len()).filter_map(move |time| self.played(time))
    }

    /// The stones after `after` moves, by point; after the last move if there are fewer.
    #[must_use]
    pub fn position(self, after: usize) -> Vec<Occupancy> {
        let content = |point| {
            let mut now = Content::Empty;
            self.each_turn(point, |turn| {
                if usize::from(turn.time) <= after {
                    now = turn.content;
                }
            });
            match now {
                Content::Black => Occupancy::Black,
                Content::White => Occupancy::White,
                _ => Occupancy::Empty,
            }
        };
        (0..self.size().points()).map(content).collect()
    }

    /// Information about the game.
    #[must_use]
    pub fn info(self) -> GameInfo {
        let [source, black, white, date, result] = [0, 1, 2, 3, 4].map(|i| self.text(i).to_owned());
        GameInfo {
            source,
            black,
            white,
            date,
            result,
        }
    }

    /// Number of moves.
    pub(super) fn len(self) -> usize {
        self.codes().len()
    }

    /// The points of the moves, each with its colour in the highest bit.
    #[inline]
    pub(super) fn codes(self) -> &'a [u16] {
        self.segment.moves.get(self.lane)
    }

    /// The move that leads to the position at `time`, from 1.
    pub(super) fn played(self, time: usize) -> Option<(Color, Move)> {
        let &mv = self.codes().get(time.checked_sub(1)?)?;
        let color = Color::BOTH[usize::from(mv >> 15)];
        Some((
            color,
            match mv & PASS {
                PASS => Move::PASS,
                point => Move::place(usize::from(point)),
            },
        ))
    }

    /// The side to move at `time`: the player of the next move, or at the end the opponent of the last player.
    pub(super) fn to_move(self, time: usize) -> Option<Color> {
        let next = self.played(time + 1).map(|(color, _)| color);
        next.or_else(|| self.played(time).map(|(color, _)| !color))
    }

    /// The time and colour of the first stone on a point.
    fn only(self, point: usize) -> Turn {
        let first = self.segment.first(point)[self.lane];
        let (time, content) = match first {
            UNTOUCHED => (NEVER, Content::Empty),
            first if first & 1 == 0 => (first >> 1, Content::Black),
            first => (first >> 1, Content::White),
        };
        Turn { time, content }
    }

    /// Calls `visit` with every change of a point: a stone is played or removed. Times may coincide for stones of the
    /// start position.
    pub(super) fn each_turn(self, point: usize, mut visit: impl FnMut(Turn)) {
        let all = self.segment.lives.get(self.lane);
        let from = all.partition_point(|life| usize::from(life[0]) < point);
        let lives = all[from..].iter();
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
                time: came >> 1,
                content: color.into(),
            });
            if gone != UNTIL_THE_END {
                visit(Turn {
                    time: gone,
                    content: Content::Empty,
                });
            }
        }
    }

    fn text(self, which: usize) -> &'a str {
        let bytes = self.segment.texts.get(TEXTS * self.lane + which);
        // Texts were valid UTF-8 when they were added.
        std::str::from_utf8(bytes).unwrap_or_default()
    }

    /// The date, if known.
    pub(super) fn day(self) -> Option<Date> {
        Date::find(self.text(3))
    }

    pub(super) fn winner(self) -> Option<Color> {
        winner(self.text(4))
    }
}

impl std::fmt::Debug for Game<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let mut game = f.debug_struct("Game");
        game.field("size", &self.size()).field("moves", &self.len());
        game.field("info", &self.info()).finish()
    }
}
