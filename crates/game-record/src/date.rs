//! The day on which a game was played.

use std::fmt;
use std::str::FromStr;

/// A day, a month or a year. `Display` writes it as SGF does: `2024`, `2024-05`, `2024-05-01`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Date {
    year: u16,
    month: Option<u8>,
    day: Option<u8>,
}

/// A text that is no date.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{found:?} is no date such as 2024-05-01, 2024-05 or 2024")]
pub struct DateError {
    /// The text.
    pub found: String,
}

impl Date {
    /// The year.
    #[must_use]
    pub const fn year(self) -> u16 {
        self.year
    }

    /// 1 to 12, if known.
    #[must_use]
    pub const fn month(self) -> Option<u8> {
        self.month
    }

    /// 1 to 31, if known.
    #[must_use]
    pub const fn day(self) -> Option<u8> {
        self.day
    }

    /// As PGN and PDN write it: `2024.05.01`, with question marks for what is not known.
    #[must_use]
    pub fn to_pgn(self) -> String {
        let two =
            |part: Option<u8>| part.map_or_else(|| "??".to_owned(), |part| format!("{part:02}"));
        format!("{:04}.{}.{}", self.year, two(self.month), two(self.day))
    }

    /// A date whose parts are written with a mark between them; `None` if there is no such day.
    fn read(text: &str, mark: char) -> Option<Self> {
        let mut parts = text.split(mark);
        let part = |text: &str, digits: usize| -> Option<u16> {
            let all = text.len() == digits && text.bytes().all(|byte| byte.is_ascii_digit());
            all.then(|| text.parse().ok())?
        };
        let year = part(parts.next()?, 4).filter(|year| *year > 0)?;
        let mut month_or_day = |most: u8| match parts.next() {
            None => Some(None),
            Some(text) => {
                let number = u8::try_from(part(text, 2)?).ok()?;
                (1..=most).contains(&number).then_some(Some(number))
            }
        };
        let month = month_or_day(12)?;
        let day = month_or_day(month.map_or(31, |month| days(year, month)))?;
        parts.next().is_none().then_some(Self { year, month, day })
    }

    /// The day of an EXIF time such as `2024:05:01 12:00:03`; cameras whose clock is not set write zeros.
    pub(crate) fn from_exif(time: &str) -> Option<Self> {
        let day = Self::read(time.get(..10)?, ':')?;
        day.day.is_some().then_some(day)
    }
}

/// Days of a month in the Gregorian calendar.
fn days(year: u16, month: u8) -> u8 {
    let leap = year.is_multiple_of(4) && !year.is_multiple_of(100) || year.is_multiple_of(400);
    match month {
        2 if leap => 29,
        2 => 28,
        4 | 6 | 9 | 11 => 30,
        _ => 31,
    }
}

/// Reads `2024-05-01`, `2024-05` and `2024`, also with dots, as PGN has them.
impl FromStr for Date {
    type Err = DateError;

    fn from_str(text: &str) -> Result<Self, DateError> {
        let trimmed = text.trim();
        let date = Self::read(trimmed, '-').or_else(|| Self::read(trimmed, '.'));
        date.ok_or_else(|| DateError {
            found: text.to_owned(),
        })
    }
}

impl fmt::Display for Date {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:04}", self.year)?;
        for part in [self.month, self.day].into_iter().flatten() {
            write!(f, "-{part:02}")?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_are_written_as_each_format_has_them() {
        for (text, sgf, pgn) in [
            ("2024-05-01", "2024-05-01", "2024.05.01"),
            ("2024.02.29", "2024-02-29", "2024.02.29"),
            ("2024-05", "2024-05", "2024.05.??"),
            (" 1999 ", "1999", "1999.??.??"),
        ] {
            let date: Date = text.parse().unwrap();
            assert_eq!(
                (date.to_string().as_str(), date.to_pgn().as_str()),
                (sgf, pgn)
            );
        }
    }

    #[test]
    fn what_is_no_day_is_refused() {
        for text in [
            "",
            "24-05-01",
            "2024-13",
            "2024-00-01",
            "2023-02-29",
            "1900-02-29",
            "2024-04-31",
            "2024-5-1",
            "2024-05-01-02",
            "2024-05.01",
            "yesterday",
            "0000",
            "+024",
        ] {
            let error = text.parse::<Date>().unwrap_err();
            assert_eq!(error.found, text);
        }
    }

    #[test]
    fn a_camera_whose_clock_is_not_set_tells_no_day() {
        let day = |time| Date::from_exif(time).map(|day| day.to_string());
        assert_eq!(day("2024:05:01 12:00:03.25").as_deref(), Some("2024-05-01"));
        assert_eq!(day("0000:00:00 00:00:00."), None);
        assert_eq!(day("    :  :     :  :  ."), None);
        assert_eq!(day("2024:05"), None);
    }
}
