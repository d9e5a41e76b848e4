//! The times of moves, and what a chess clock shows after them.

use std::fmt;
use std::str::FromStr;

use board_core::Color;
use serde::Serialize;

/// How much time each side has: minutes for the game, and seconds that are added for each move or, in byo-yomi, periods
/// that begin anew with each move.
///
/// ```
/// use kibitzer::recording::TimeControl;
///
/// let blitz: TimeControl = "3+2".parse()?;
/// assert_eq!((blitz.main, blitz.increment), (180.0, 2.0));
/// let byo_yomi: TimeControl = "30+5x30".parse()?;
/// assert_eq!((byo_yomi.periods, byo_yomi.period), (5, 30.0));
/// assert_eq!(byo_yomi.to_string(), "30+5x30");
/// # Ok::<(), kibitzer::recording::TimeControlError>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct TimeControl {
    /// Seconds for the game.
    pub main: f64,
    /// Seconds that are added after each move.
    pub increment: f64,
    /// Periods of byo-yomi after the main time.
    pub periods: u32,
    /// Seconds of each.
    pub period: f64,
}

/// A text that is no time control.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "{0:?} is no time control; write minutes, minutes+seconds, or minutes+5x30 for five periods of byo-yomi"
)]
pub struct TimeControlError(String);

impl FromStr for TimeControl {
    type Err = TimeControlError;

    fn from_str(text: &str) -> Result<Self, TimeControlError> {
        /// A day, in seconds.
        const MOST: f64 = 86_400.0;
        let wrong = || TimeControlError(text.to_owned());
        let number = |text: &str| {
            let number = text.trim().parse::<f64>().ok();
            number.filter(|number| (0.0..=MOST).contains(number))
        };
        let (minutes, more) = text.split_once('+').unwrap_or((text, "0"));
        let main = 60.0 * number(minutes).ok_or_else(wrong)?;
        let mut control = Self {
            main,
            ..Self::default()
        };
        match more.split_once('x') {
            Some((periods, seconds)) => {
                control.periods = periods.trim().parse().map_err(|_| wrong())?;
                control.period = number(seconds).ok_or_else(wrong)?;
            }
            None => control.increment = number(more).ok_or_else(wrong)?,
        }
        let some = main + control.increment > 0.0 || control.periods > 0 && control.period > 0.0;
        match some && main <= MOST && control.periods < 1000 {
            true => Ok(control),
            false => Err(wrong()),
        }
    }
}

/// As it is read.
impl fmt::Display for TimeControl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.main / 60.0)?;
        match (self.periods, self.increment > 0.0) {
            (0, false) => Ok(()),
            (0, true) => write!(f, "+{}", self.increment),
            (periods, _) => write!(f, "+{periods}x{}", self.period),
        }
    }
}

/// What a side's clock shows.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct TimeLeft {
    /// Seconds: of the main time, or of the period of byo-yomi that runs.
    pub seconds: f64,
    /// Periods of byo-yomi, that which runs among them; `None` during the main time, and where there are none.
    pub periods: Option<u32>,
    /// Whether the time is over.
    pub over: bool,
}

/// How long a move took, and what the clock of its side showed after it.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct MoveTime {
    /// Seconds since the move before; nothing where that is not known.
    pub spent: Option<f64>,
    /// What was left; nothing without a clock.
    pub left: Option<TimeLeft>,
}

impl TimeControl {
    /// What each side has at the start: without main time and periods, the seconds that a move adds.
    #[must_use]
    pub fn start(&self) -> TimeLeft {
        let in_periods = self.main <= 0.0 && self.periods > 0;
        TimeLeft {
            seconds: match in_periods {
                true => self.period,
                false if self.main <= 0.0 => self.increment,
                false => self.main,
            },
            periods: in_periods.then_some(self.periods),
            over: false,
        }
    }

    /// What is left after some seconds of thought, before the move.
    #[must_use]
    pub fn after(&self, left: TimeLeft, spent: f64) -> TimeLeft {
        let rest = left.seconds - spent.max(0.0);
        if left.over || rest >= 0.0 {
            let seconds = rest.max(0.0);
            return TimeLeft { seconds, ..left };
        }
        // Periods that have passed, that which ran among them.
        let have = left.periods.unwrap_or(self.periods + 1);
        let passed = match self.period > 0.0 {
            true => 1.0 + (-rest / self.period).floor(),
            false => f64::from(have),
        };
        match passed < f64::from(have) {
            true => TimeLeft {
                seconds: rest + passed * self.period,
                periods: Some(have - passed as u32),
                over: false,
            },
            false => TimeLeft {
                seconds: 0.0,
                periods: left.periods.map(|_| 0),
                over: true,
            },
        }
    }

    /// What is left after a move: a period of byo-yomi begins anew, seconds are added.
    #[must_use]
    pub fn moved(&self, left: TimeLeft) -> TimeLeft {
        let seconds = match (left.over, left.periods) {
            (true, _) => left.seconds,
            (_, Some(_)) => self.period,
            _ => left.seconds + self.increment,
        };
        TimeLeft { seconds, ..left }
    }
}

/// The times of some moves, each by its side and the second it was first seen at. The clock starts with the first move,
/// as nobody knows since when its side has thought. Moves that follow each other faster than anyone plays have no times,
/// because their photos have the times of copies.
#[must_use]
pub fn move_times(seen: &[(Color, Option<f64>)], control: Option<&TimeControl>) -> Vec<MoveTime> {
    let are_copies = are_copies(seen);
    let control = control.filter(|_| !are_copies);
    let mut left = control.map(|control| [control.start(); 2]);
    let mut before = None;
    let times = seen.iter().map(|(side, seen)| {
        let seen = &seen.filter(|_| !are_copies);
        // Files may have been written in another order.
        let spent = before
            .zip(*seen)
            .map(|(before, seen): (f64, f64)| (seen - before).max(0.0));
        before = match (before, *seen) {
            (Some(before), Some(seen)) => Some(before.max(seen)),
            (before, seen) => before.or(seen),
        };
        let left = left.as_mut().zip(control).map(|(left, control)| {
            let left = &mut left[side.index()];
            *left = control.moved(control.after(*left, spent.unwrap_or(0.0)));
            *left
        });
        MoveTime { spent, left }
    });
    times.collect()
}

/// Whether moves follow each other faster than anyone plays.
fn are_copies(seen: &[(Color, Option<f64>)]) -> bool {
    /// Least mean number of seconds between two moves.
    const FASTEST: f64 = 0.1;
    let known = || seen.iter().filter_map(|(_, seen)| *seen);
    let (first, last) = known().fold((f64::INFINITY, f64::NEG_INFINITY), |(first, last), at| {
        (first.min(at), last.max(at))
    });
    let gaps = known().count().saturating_sub(1);
    gaps > 0 && last - first < FASTEST * gaps as f64
}

/// Seconds as records and clocks write them: `1:05:09`.
#[must_use]
pub fn clock_text(seconds: f64) -> String {
    let seconds = seconds.max(0.0).round() as u64;
    let (hours, minutes) = (seconds / 3600, seconds / 60 % 60);
    format!("{hours}:{minutes:02}:{:02}", seconds % 60)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn control(text: &str) -> TimeControl {
        text.parse().unwrap()
    }

    #[test]
    fn copies_of_photos_have_no_times() {
        let sides = [Color::Black, Color::White].into_iter().cycle();
        let times = |apart: f64| {
            let seen = sides.clone().take(10).enumerate();
            let seen: Vec<_> = seen
                .map(|(i, side)| (side, Some(apart * i as f64)))
                .collect();
            move_times(&seen, Some(&control("90+30")))[9]
        };
        for apart in [0.0, 0.02] {
            assert!(times(apart).spent.is_none() && times(apart).left.is_none());
        }
        assert!(
            times(0.2)
                .spent
                .is_some_and(|spent| (spent - 0.2).abs() < 1e-9)
        );
        assert!(times(0.2).left.is_some());
    }

    #[test]
    fn controls_are_read_as_they_are_written() {
        for text in ["90", "90+30", "3+2", "0+5", "0.5+1", "30+5x30", "0+3x10"] {
            assert_eq!(control(text).to_string(), text);
        }
        for wrong in [
            "", "+", "0", "-5", "5+", "x", "5+x", "5+3x", "NaN", "inf", "5+3x-1", "1e9",
        ] {
            assert!(wrong.parse::<TimeControl>().is_err(), "{wrong}");
        }
    }

    #[test]
    fn seconds_are_added_after_each_move_and_the_first_one_costs_nothing() {
        let seen = [0.0, 10.0, 30.0, 31.0, 200.0];
        let sides = [Color::White, Color::Black].into_iter().cycle();
        let seen: Vec<_> = sides.zip(seen.map(Some)).collect();
        let times = move_times(&seen, Some(&control("1+2")));
        let left: Vec<_> = times
            .iter()
            .map(|time| time.left.unwrap().seconds)
            .collect();
        assert_eq!(left, [62.0, 52.0, 44.0, 53.0, 0.0]);
        assert!(times[4].left.unwrap().over && !times[3].left.unwrap().over);
        assert_eq!(times[2].spent, Some(20.0));
        assert_eq!(move_times(&seen, None)[2].left, None);
    }

    #[test]
    fn periods_of_byo_yomi_pass_and_begin_anew() {
        let byo_yomi = control("1+3x10");
        let after = |left, spent| byo_yomi.moved(byo_yomi.after(left, spent));
        let main = after(byo_yomi.start(), 50.0);
        assert_eq!((main.seconds, main.periods), (10.0, None));
        // The rest of the main time, and five seconds of the first period.
        let first = byo_yomi.after(main, 15.0);
        assert_eq!((first.seconds, first.periods), (5.0, Some(3)));
        let first = byo_yomi.moved(first);
        assert_eq!((first.seconds, first.periods), (10.0, Some(3)));
        let third = after(first, 25.0);
        assert_eq!((third.seconds, third.periods), (10.0, Some(1)));
        assert!(after(third, 10.1).over && !after(third, 10.0).over);
        // Without main time, a player has the increment for the first move, too.
        let only_added = control("0+5");
        let first = only_added.moved(only_added.after(only_added.start(), 1.0));
        assert_eq!((first.seconds, first.over), (9.0, false));
        let none = control("0+2x5").start();
        assert_eq!((none.seconds, none.periods), (5.0, Some(2)));
    }
}
