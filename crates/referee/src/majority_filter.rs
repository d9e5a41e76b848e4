//! Which of the last readings to believe.

use std::collections::VecDeque;

/// Settles on a position when enough of the last readings agree: single frames are misread now and then.
///
/// Eight frames are looked at, and the commonest position among them counts when at least five show it, as in
/// CheckersChecker (P. Biskup, K. Dykiert, M. Maciaszek); here the eight are always the last ones. A frame in which the
/// board is hidden, by a hand for instance, has no vote and pushes none out.
///
/// What a position is, is for the user to say: anything that can be compared.
///
/// ```
/// use referee::Steady;
///
/// let mut steady = Steady::default();
/// for frame in ["start"; 5] {
///     steady.push(Some(frame));
/// }
/// assert_eq!(steady.accepted(), Some(&"start"));
/// steady.push(Some("misread"));
/// steady.push(None);
/// assert_eq!(steady.accepted(), Some(&"start"));
/// ```
#[derive(Clone, Debug)]
pub struct Steady<T> {
    votes: VecDeque<T>,
    window: usize,
    agree: usize,
}

/// Settings of [`Steady`] under which no position, or any, would be accepted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{agree} of {window} frames cannot agree: from 1 frame to all of them must")]
pub struct NeverSteady {
    /// Frames that have a vote.
    pub window: usize,
    /// Frames that must agree.
    pub agree: usize,
}

impl<T: PartialEq> Default for Steady<T> {
    /// Five of eight.
    fn default() -> Self {
        Self {
            votes: VecDeque::new(),
            window: 8,
            agree: 5,
        }
    }
}

impl<T: PartialEq> Steady<T> {
    /// The commonest of the last `window` readings counts when at least `agree` of them are the same.
    ///
    /// # Errors
    /// If `agree` is 0 or more than `window`.
    pub fn new(window: usize, agree: usize) -> Result<Self, NeverSteady> {
        if agree == 0 || agree > window {
            return Err(NeverSteady { window, agree });
        }
        Ok(Self {
            votes: VecDeque::new(),
            window,
            agree,
        })
    }

    /// Adds what the next frame shows, `None` if the board was hidden, and returns the position to believe now.
    pub fn push(&mut self, reading: Option<T>) -> Option<&T> {
        if let Some(reading) = reading {
            if self.votes.len() == self.window {
                self.votes.pop_front();
            }
            self.votes.push_back(reading);
        }
        self.accepted()
    }

    /// The position to believe now: the commonest, of equally common ones the latest; `None` if too few agree.
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
        let mut steady = Steady::new(window, agree).unwrap();
        let seen = frames.chars().map(|c| (c != '#').then_some(c));
        seen.map(|frame| steady.push(frame).copied().unwrap_or('-'))
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
            assert!(Steady::<char>::new(window, agree).is_err());
        }
    }
}
