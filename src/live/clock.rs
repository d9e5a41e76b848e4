//! The chess clock of a page. The moves on the board press it.

use std::time::Instant;

use board_core::Color;
use serde::Serialize;

use crate::recording::{TimeControl, TimeLeft};

/// What a chess clock shows.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct ClockState {
    /// The time left now, of Black and White.
    pub left: [TimeLeft; 2],
    /// The side whose time runs: from the first move on, unless the game is paused or over.
    pub runs: Option<&'static str>,
    /// Whether the page should count down until the next state; not for a film or in a pause.
    pub ticks: bool,
}

impl ClockState {
    /// The state now, from the times `left` after the last move, which was seen at the time `seen`. The side that
    /// `thinks` is to move; `None` if no clock runs.
    pub(super) fn of(
        control: &TimeControl,
        mut left: [TimeLeft; 2],
        seen: Option<f64>,
        thinks: Option<Color>,
        now: Option<f64>,
    ) -> Self {
        let thinks = thinks.zip(now.zip(seen));
        if let Some((side, (now, seen))) = thinks {
            let left = &mut left[side.index()];
            *left = control.after(*left, now - seen);
        }
        let runs = thinks.map(|(side, _)| match side {
            Color::Black => "black",
            Color::White => "white",
        });
        let ticks = runs.is_some();
        Self { left, runs, ticks }
    }
}

/// Moves that have pressed a clock: the side of each, and the time in seconds of the first photo with it.
pub(super) type Timed = Vec<(Color, Option<f64>)>;

/// Follows a clock over the games on a board. It runs on where a person has set the position while a game was played:
/// in the record another game begins there, but not for the players.
pub(super) struct SameClock<'a> {
    /// Times at which positions were set.
    set_at: &'a [f64],
    pressed: Timed,
}

impl<'a> SameClock<'a> {
    pub(super) fn new(set_at: &'a [f64]) -> Self {
        let pressed = Timed::new();
        Self { set_at, pressed }
    }

    /// Goes on to the next game; returns the moves of games before it that have pressed its clock.
    pub(super) fn add(&mut self, next: Timed) -> Timed {
        let first = next.iter().find_map(|(_, seen)| *seen);
        let last = self.pressed.iter().rev().find_map(|(_, seen)| *seen);
        let is_between =
            |at: f64| last.is_some_and(|last| last <= at) && first.is_none_or(|first| at < first);
        if !self.set_at.iter().any(|at| is_between(*at)) {
            self.pressed.clear();
        }
        let earlier = self.pressed.clone();
        self.pressed.extend(next);
        earlier
    }
}

/// The time of a game: the time of its photos, without pauses.
#[derive(Default)]
pub(super) struct GameTime {
    /// The time of the last photo in seconds, and when it arrived.
    latest: Option<(f64, Instant)>,
    /// Whether the photos are those of a film, whose time differs from that of the clock on the wall.
    film: bool,
    /// Seconds of all earlier pauses.
    paused: f64,
    /// When the current pause began.
    since: Option<f64>,
}

impl GameTime {
    /// Notes the time of a new photo.
    pub(super) fn photo(&mut self, seconds: f64, film: bool) {
        (self.latest, self.film) = (Some((seconds, Instant::now())), film);
    }

    /// The current time on the scale of the photos.
    pub(super) fn now(&self) -> Option<f64> {
        let (seconds, came) = self.latest?;
        Some(match self.film {
            true => seconds,
            false => seconds + came.elapsed().as_secs_f64(),
        })
    }

    /// The time in the game at the time of a photo.
    pub(super) fn in_game(&self, seconds: f64) -> f64 {
        seconds - self.paused
    }

    /// The current time in the game: in a pause, that of its begin.
    pub(super) fn now_in_game(&self) -> Option<f64> {
        let now = self.since.or_else(|| self.now())?;
        Some(self.in_game(now))
    }

    /// Whether time passes without photos.
    pub(super) fn ticks(&self) -> bool {
        !self.film && self.since.is_none()
    }

    pub(super) fn pause(&mut self, at: Option<f64>) {
        self.since = self.since.or(at);
    }

    pub(super) fn go_on(&mut self, at: Option<f64>) {
        if let Some((since, at)) = self.since.take().zip(at) {
            self.paused += (at - since).max(0.0);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_clock_runs_on_where_a_position_was_set() {
        let game = |seen: &[f64]| -> Timed {
            let sides = [Color::White, Color::Black].into_iter().cycle();
            sides
                .zip(seen)
                .map(|(side, at)| (side, Some(*at)))
                .collect()
        };
        let games = [&[1.0, 2.0][..], &[5.0, 6.0], &[], &[9.0], &[10.0]].map(game);
        // The third game has no move yet; the last one began by itself.
        let mut clock = SameClock::new(&[3.0, 7.0, 8.0]);
        let pressed = games.map(|game| clock.add(game).len());
        assert_eq!(pressed, [0, 2, 4, 4, 0]);
    }

    #[test]
    fn pauses_are_no_time_of_the_game() {
        let mut time = GameTime::default();
        assert_eq!(time.now_in_game(), None);
        time.photo(100.0, true);
        assert_eq!(time.now_in_game(), Some(100.0));
        time.pause(Some(110.0));
        time.pause(Some(120.0));
        assert_eq!(time.now_in_game(), Some(110.0));
        time.go_on(Some(170.0));
        time.photo(180.0, true);
        assert_eq!(
            (time.now_in_game(), time.in_game(190.0)),
            (Some(120.0), 130.0)
        );
        time.photo(200.0, false);
        assert!(
            time.now_in_game()
                .is_some_and(|now| (140.0..150.0).contains(&now))
        );
    }
}
