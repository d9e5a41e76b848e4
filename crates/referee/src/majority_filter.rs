//! A majority filter over the last readings.

use std::collections::VecDeque;

/// Accepts a position when enough of the last readings agree, since single frames are sometimes misread.
///
/// By default it accepts the most common position of the last eight frames if at least five agree, as in
/// CheckersChecker (P. Biskup, K. Dykiert, M. Maciaszek); here the window slides. A frame in which the board is hidden,
/// for instance by a hand, does not count and displaces none.
///
/// Positions may have any comparable type.
///
/// ```
/// use referee::MajorityFilter;
///
/// let mut filter = MajorityFilter::default();
/// for frame in ["start"; 5] {
///     filter.push(Some(frame));
/// }
/// assert_eq!(filter.accepted(), Some(&"start"));
/// filter.push(Some("misread"));
/// filter.push(None);
/// assert_eq!(filter.accepted(), Some(&"start"));
/// ```
#[derive(Clone, Debug)]
pub struct MajorityFilter<T> {
    votes: VecDeque<T>,
    window: usize,
    agree: usize,
}

/// `agree` is 0 or more than `window`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{agree} of {window} frames cannot agree: from 1 frame to all of them must")]
pub struct NoMajority {
    /// Number of frames in the window.
    pub window: usize,
    /// Number of frames that must agree.
    pub agree: usize,
}

impl<T: PartialEq> Default for MajorityFilter<T> {
    /// Five of eight.
    fn default() -> Self {
        Self {
            votes: VecDeque::new(),
            window: 8,
            agree: 5,
        }
    }
}

impl<T: PartialEq> MajorityFilter<T> {
    /// A filter that accepts the most common of the last `window` readings if at least `agree` of them are equal.
    ///
    /// # Errors
    /// If `agree` is 0 or more than `window`.
    pub fn new(window: usize, agree: usize) -> Result<Self, NoMajority> {
        if agree == 0 || agree > window {
            return Err(NoMajority { window, agree });
        }
        Ok(Self {
            votes: VecDeque::new(),
            window,
            agree,
        })
    }

    /// Adds the reading of the next frame, `None` if the board was hidden, and returns the accepted position.
    pub fn push(&mut self, reading: Option<T>) -> Option<&T> {
        if let Some(reading) = reading {
            if self.votes.len() == self.window {
                self.votes.pop_front();
            }
            self.votes.push_back(reading);
        }
        self.accepted()
    }

    /// The accepted position: the most common, among equals the latest; `None` if too few agree.
    #[must_use]
    pub fn accepted(&self) -> Option<&T> {
        let count = |reading: &T| self.votes.iter().filter(|other| *other == reading).count();
        let counted = self.votes.iter().map(|reading| (count(reading), reading));
        let (votes, commonest) = counted.max_by_key(|(votes, _)| *votes)?;
        (votes >= self.agree).then_some(commonest)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn run(window: usize, agree: usize, frames: &str) -> String {
        let mut filter = MajorityFilter::new(window, agree).unwrap();
        let seen = frames.chars().map(|c| (c != '#').then_some(c));
        seen.map(|frame| filter.push(frame).copied().unwrap_or('-'))
            .collect()
    }

    #[test]
    fn five_of_the_last_eight() {
        assert_eq!(run(8, 5, "aaaaabbbbb"), "----aaaa-b");
        // Single misread frames are outvoted; four of eight are not enough.
        assert_eq!(run(8, 5, "axaaxaaaxa"), "------aaaa");
        assert_eq!(run(8, 5, "ababababab"), "----------");
    }

    #[test]
    fn hidden_frames_have_no_vote() {
        assert_eq!(run(8, 5, "aaaa######a"), "----------a");
        assert_eq!(run(8, 5, "aaaaa####bbbb#b"), "----aaaaaaaa--b");
    }

    #[test]
    fn both_numbers_are_settings() {
        assert_eq!(run(1, 1, "ab#a"), "abba");
        assert_eq!(run(3, 2, "abab"), "--ab");
        for (window, agree) in [(0, 0), (8, 0), (8, 9)] {
            assert!(MajorityFilter::<char>::new(window, agree).is_err());
        }
    }
}
