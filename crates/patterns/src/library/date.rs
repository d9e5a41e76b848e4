//! Days, as far as records know them.

use std::str::FromStr;

/// A day, a month or a year.
///
/// ```
/// use patterns::Date;
///
/// let may: Date = "1996-05".parse()?;
/// assert!(may.holds("1996-05-06".parse()?) && !may.holds("1996".parse()?));
/// # Ok::<(), patterns::DateError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Date {
    /// The year.
    pub year: u16,
    /// 1 to 12, if known.
    pub month: Option<u8>,
    /// 1 to 31, if known; not without a month.
    pub day: Option<u8>,
}

/// A text that is no date.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{found:?} is no date such as 1996, 1996-05 or 1996-05-06")]
pub struct DateError {
    /// The text.
    pub found: String,
}

impl Date {
    /// Its first day and its last, as numbers that are larger the later a day is.
    pub(super) fn span(self) -> (u32, u32) {
        let number = |month: u8, day: u8| {
            (u32::from(self.year) * 13 + u32::from(month)) * 32 + u32::from(day)
        };
        match (self.month, self.day) {
            (Some(month), Some(day)) => (number(month, day), number(month, day)),
            (Some(month), None) => (number(month, 1), number(month, 31)),
            (None, _) => (number(1, 1), number(12, 31)),
        }
    }

    /// Whether all of another lies in it.
    #[must_use]
    pub fn holds(self, other: Date) -> bool {
        let ((from, to), (other_from, other_to)) = (self.span(), other.span());
        from <= other_from && other_to <= to
    }

    /// The first date of a text: four digits together, and what follows with hyphens. SGF lists further days
    /// of the same month after commas; they are not looked at.
    pub(super) fn find(text: &str) -> Option<Date> {
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
        let day = month.and_then(|_| part(&text[at + 3..], 31));
        Some(Date { year, month, day })
    }
}

fn leading_digits(text: &str) -> usize {
    text.bytes().take_while(u8::is_ascii_digit).count()
}

/// A hyphen and a number of two digits from 1 to `most`.
fn part(text: &str, most: u8) -> Option<u8> {
    let text = text.strip_prefix('-')?;
    if leading_digits(text) != 2 {
        return None;
    }
    text[..2].parse().ok().filter(|n| (1..=most).contains(n))
}

impl FromStr for Date {
    type Err = DateError;

    fn from_str(text: &str) -> Result<Date, DateError> {
        let found = Date::find(text).filter(|date| date.to_string() == text);
        found.ok_or_else(|| DateError {
            found: text.to_owned(),
        })
    }
}

impl std::fmt::Display for Date {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
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
    fn dates_as_records_write_them() {
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
        for bad in ["", "96", "1996-", "1996-1", "1996-05-06,07", " 1996"] {
            assert!(bad.parse::<Date>().is_err(), "{bad}");
        }
    }
}
