//! The date of a game, with day, month or year precision.

use std::fmt;
use std::str::FromStr;

/// A day, a month or a year. `Display` writes it as in SGF: `2024`, `2024-05`, `2024-05-01`.
///
/// ```
/// use game_record::Date;
///
/// let may: Date = "1996-05".parse()?;
/// assert!(may.contains("1996-05-06".parse()?) && !may.contains("1996".parse()?));
/// assert_eq!(may.to_pgn(), "1996.05.??");
/// # Ok::<(), game_record::DateError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Date {
    year: u16,
    month: Option<u8>,
    day: Option<u8>,
}

/// A text that is not a date.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{found:?} is no date such as 2024-05-01, 2024-05 or 2024")]
pub struct DateError {
    /// The text.
    pub found: String,
}

impl Date {
    /// A whole year.
    #[must_use]
    pub const fn of_year(year: u16) -> Self {
        Self {
            year,
            month: None,
            day: None,
        }
    }

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

    /// The date as in PGN and PDN: `2024.05.01`, with question marks for unknown parts.
    #[must_use]
    pub fn to_pgn(self) -> String {
        let two =
            |part: Option<u8>| part.map_or_else(|| "??".to_owned(), |part| format!("{part:02}"));
        format!("{:04}.{}.{}", self.year, two(self.month), two(self.day))
    }

    /// Reads a date whose parts are separated by `mark`; `None` if there is no such day.
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

    /// Finds the first date in a text: four consecutive digits, and the month and day that follow with hyphens.
    /// Lenient, for the dates of any record: anything after the year that is not a month or day is ignored, including
    /// further days of the same month that SGF lists after commas.
    #[must_use]
    pub fn find(text: &str) -> Option<Self> {
        let mut at = 0;
        let year = loop {
            let digits = text[at..].find(|c: char| c.is_ascii_digit())? + at;
            let length = leading_digits(&text[digits..]);
            at = digits + length;
            if length == 4 {
                break text[digits..at].parse().ok()?;
            }
        };
        let month = part(&text[at..], 12);
        let day = month.and_then(|month| part(&text[at + 3..], days(year, month)));
        Some(Self { year, month, day })
    }

    /// The first and the last day; equal if the day is known.
    #[must_use]
    pub fn span(self) -> (Self, Self) {
        let on = |month: u8, day: u8| Self {
            year: self.year,
            month: Some(month),
            day: Some(day),
        };
        match (self.month, self.day) {
            (Some(_), Some(_)) => (self, self),
            (Some(month), None) => (on(month, 1), on(month, days(self.year, month))),
            (None, _) => (on(1, 1), on(12, 31)),
        }
    }

    /// Whether all days of `other` are days of this date.
    #[must_use]
    pub fn contains(self, other: Self) -> bool {
        let ((from, to), (other_from, other_to)) = (self.span(), other.span());
        from <= other_from && other_to <= to
    }
}

fn leading_digits(text: &str) -> usize {
    text.bytes().take_while(u8::is_ascii_digit).count()
}

/// Reads a hyphen and a two-digit number from 1 to `most`.
fn part(text: &str, most: u8) -> Option<u8> {
    let text = text.strip_prefix('-')?;
    if leading_digits(text) != 2 {
        return None;
    }
    text[..2].parse().ok().filter(|n| (1..=most).contains(n))
}

/// Number of days of a month in the Gregorian calendar.
fn days(year: u16, month: u8) -> u8 {
    let leap = year.is_multiple_of(4) && !year.is_multiple_of(100) || year.is_multiple_of(400);
    match month {
        2 if leap => 29,
        2 => 28,
        4 | 6 | 9 | 11 => 30,
        _ => 31,
    }
}

/// Reads `2024-05-01`, `2024-05` and `2024`; also with dots, as in PGN.
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
    fn the_first_date_of_a_text_is_found() {
        for (text, found) in [
            ("1996-05-06,07", Some("1996-05-06")),
            ("1996-05,06", Some("1996-05")),
            ("12 May 1996", Some("1996")),
            ("1996-13-06", Some("1996")),
            ("1996-05-32", Some("1996-05")),
            ("19965", None),
            ("1996-5", Some("1996")),
            ("", None),
            ("十月 2010-10", Some("2010-10")),
        ] {
            let date = Date::find(text).map(|date| date.to_string());
            assert_eq!(date.as_deref(), found, "{text}");
        }
    }

    #[test]
    fn a_month_has_all_of_its_days() {
        let date = |text: &str| text.parse::<Date>().unwrap();
        let (first, last) = date("2024-02").span();
        assert_eq!([first, last], ["2024-02-01", "2024-02-29"].map(date));
        assert!(date("2024").contains(last) && date("2024-02").contains(first));
        assert!(!date("2024-02").contains(date("2024-03-01")));
        assert!(!date("2024-02").contains(date("2024")));
    }
}
