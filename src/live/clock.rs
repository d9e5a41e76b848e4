//! The chess clock of a page, which the board itself presses.

use std::time::Instant;

use board_core::Color;
use serde::Serialize;

use crate::recording::{TimeControl, TimeLeft};

/// What a chess clock shows.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct ClockState {
    /// Black's and White's time now.
    pub left: [TimeLeft; 2],
    /// Whose time runs: from the first move on, while the game is neither paused nor over.
    pub runs: Option<&'static str>,
    /// Whether it goes on running until the next state, as the time of a film does not.
    pub ticks: bool,
}

impl ClockState {
    /// Of these times left after the last move, which was seen at a time; now, it is the turn of the side `thinks`, or
    /// of nobody, when no clock runs.
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

/// The time of a game: that of its photos without pauses.
#[derive(Default)]
pub(super) struct GameTime {
    /// When the last photo was made, in seconds, and when it came.
    latest: Option<(f64, Instant)>,
    /// Whether the photos are of a film, whose time is not ours.
    film: bool,
    /// Seconds of pauses that are over.
    paused: f64,
    /// Since when the game pauses.
    since: Option<f64>,
}

impl GameTime {
    /// A photo has come that was made at a time.
    pub(super) fn photo(&mut self, seconds: f64, film: bool) {
        (self.latest, self.film) = (Some((seconds, Instant::now())), film);
    }

    /// The time of photos now.
    pub(super) fn now(&self) -> Option<f64> {
        let (seconds, came) = self.latest?;
        Some(match self.film {
            true => seconds,
            false => seconds + came.elapsed().as_secs_f64(),
        })
    }

    /// The time of a photo in the game.
    pub(super) fn in_game(&self, seconds: f64) -> f64 {
        seconds - self.paused
    }

    /// The time of the game now, unless it pauses.
    pub(super) fn running(&self) -> Option<f64> {
        let now = self.now().filter(|_| self.since.is_none())?;
        Some(self.in_game(now))
    }

    /// Whether it goes on without photos.
    pub(super) fn ticks(&self) -> bool {
        !self.film
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
    fn pauses_are_no_time_of_the_game() {
        let mut time = GameTime::default();
        assert_eq!(time.running(), None);
        time.photo(100.0, true);
        assert_eq!(time.running(), Some(100.0));
        time.pause(Some(110.0));
        time.pause(Some(120.0));
        assert_eq!(time.running(), None);
        time.go_on(Some(170.0));
        time.photo(180.0, true);
        assert_eq!((time.running(), time.in_game(190.0)), (Some(120.0), 130.0));
        time.photo(200.0, false);
        assert!(
            time.running()
                .is_some_and(|now| (140.0..150.0).contains(&now))
        );
    }
}
