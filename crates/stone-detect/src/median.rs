//! The pixelwise median over a sliding window of views: it removes what moves (hands, shadows) and keeps the rest
//! sharp.

use std::collections::VecDeque;

use board_geom::View;
use image::RgbImage;

/// A sliding temporal median. Holds at most one window of views.
///
/// The median of view `i` covers the views up to `window / 2` before and after it, or fewer at the ends of the series.
/// A [repeated](TemporalMedian::repeat) view counts several times.
#[derive(Debug)]
pub struct TemporalMedian {
    window: usize,
    /// Views of the window, and how often each was shown.
    held: VecDeque<(View, usize)>,
    /// Number of held views whose medians were returned already.
    given: usize,
}

impl TemporalMedian {
    /// A median over `window` views; even numbers are raised to the next odd one. 1 returns views unchanged.
    #[must_use]
    pub fn new(window: usize) -> Self {
        Self {
            window: window | 1,
            held: VecDeque::new(),
            given: 0,
        }
    }

    /// Adds the next view. Returns the median of the view `window / 2` pushes ago, once there is one. A view with
    /// another layout starts a new window.
    pub fn push(&mut self, view: View) -> Option<View> {
        if self
            .held
            .back()
            .is_some_and(|(last, _)| last.image.dimensions() != view.image.dimensions())
        {
            self.held.clear();
            self.given = 0;
        }
        self.held.push_back((view, 1));
        if self.held.len() <= self.given + self.window / 2 {
            return None;
        }
        let out = self.median_at(self.given);
        self.given += 1;
        if self.given > self.window / 2 {
            self.held.pop_front();
            self.given -= 1;
        }
        Some(out)
    }

    /// Counts the last view once more.
    pub fn repeat(&mut self) {
        if let Some((_, shown)) = self.held.back_mut() {
            *shown = self.window.min(*shown + 1);
        }
    }

    /// The medians of the last views, in order, assuming that no others follow.
    #[must_use]
    pub fn rest(&self) -> Vec<View> {
        (self.given..self.held.len())
            .map(|i| self.median_at(i))
            .collect()
    }

    /// Returns the medians of the last views, in order, and empties the window.
    pub fn finish(&mut self) -> Vec<View> {
        let rest = self.rest();
        self.held.clear();
        self.given = 0;
        rest
    }

    fn median_at(&self, centre: usize) -> View {
        let (middle, shown) = &self.held[centre];
        let half = self.window / 2 - (shown - 1) / 2;
        let copies = |i: usize| std::iter::repeat_n(i, self.held[i].1);
        let mut before: Vec<usize> = (0..centre).rev().flat_map(copies).take(half).collect();
        let mut after: Vec<usize> = (centre + 1..self.held.len())
            .flat_map(copies)
            .take(half)
            .collect();
        // An even number of views has no middle one: drop the farthest.
        if (before.len() + shown + after.len()).is_multiple_of(2) {
            if before.len() >= after.len() {
                before.pop();
            } else {
                after.pop();
            }
        }
        let others = before.len() + after.len();
        if others < *shown {
            return middle.clone();
        }
        let views: Vec<&[u8]> = before
            .into_iter()
            .chain(copies(centre))
            .chain(after)
            .map(|i| self.held[i].0.image.as_raw().as_slice())
            .collect();
        let (width, height) = middle.image.dimensions();
        let pixels = median(&views);
        let image =
            RgbImage::from_raw(width, height, pixels).unwrap_or_else(|| middle.image.clone());
        View {
            image,
            ..middle.clone()
        }
    }
}

/// The elementwise median of an odd number of rows of equal length.
fn median(rows: &[&[u8]]) -> Vec<u8> {
    match *rows {
        [a] => a.to_vec(),
        // Zipped, as vector instructions ask for no bounds.
        [a, b, c] => {
            let three = a.iter().zip(b).zip(c);
            three.map(|((a, b), c)| median3(*a, *b, *c)).collect()
        }
        [a, b, c, d, e] => {
            let five = a.iter().zip(b).zip(c).zip(d).zip(e);
            five.map(|((((a, b), c), d), e)| median5([*a, *b, *c, *d, *e]))
                .collect()
        }
        _ => {
            let mut values = vec![0; rows.len()];
            (0..rows[0].len())
                .map(|i| {
                    for (value, row) in values.iter_mut().zip(rows) {
                        *value = row[i];
                    }
                    let middle = values.len() / 2;
                    *values.select_nth_unstable(middle).1
                })
                .collect()
        }
    }
}

fn median3(a: u8, b: u8, c: u8) -> u8 {
    a.min(b).max(a.max(b).min(c))
}

/// A branch-free selection network, which compilers vectorise.
fn median5([a, b, c, d, e]: [u8; 5]) -> u8 {
    let (low, high) = (a.min(b).max(c.min(d)), a.max(b).min(c.max(d)));
    median3(low, high, e)
}

#[cfg(test)]
mod tests {
    use super::*;
    use board_geom::ViewLayout;
    use image::Rgb;
    use proptest::prelude::*;

    fn view(value: u8) -> View {
        let layout = ViewLayout::new(2, 2, 4.0);
        let (w, h) = layout.dimensions();
        View {
            image: RgbImage::from_pixel(w, h, Rgb([value; 3])),
            layout,
            camera: None,
        }
    }

    fn medians(values: &[u8], window: usize) -> Vec<u8> {
        let mut filter = TemporalMedian::new(window);
        let mut out: Vec<View> = values
            .iter()
            .filter_map(|&v| filter.push(view(v)))
            .collect();
        out.extend(filter.finish());
        out.iter().map(|v| v.image.get_pixel(0, 0)[0]).collect()
    }

    #[test]
    fn a_passing_hand_vanishes_and_a_new_stone_stays() {
        assert_eq!(
            medians(&[9, 9, 200, 9, 9, 9, 50, 50, 50, 50], 5),
            [9, 9, 9, 9, 9, 9, 50, 50, 50, 50]
        );
    }

    /// Views of a single value, and how often each is shown.
    fn medians_of_runs(runs: &[(u8, usize)], window: usize) -> Vec<u8> {
        let mut filter = TemporalMedian::new(window);
        let mut out = Vec::new();
        for &(value, shown) in runs {
            out.extend(filter.push(view(value)));
            (1..shown).for_each(|_| filter.repeat());
        }
        out.extend(filter.finish());
        out.iter().map(|v| v.image.get_pixel(0, 0)[0]).collect()
    }

    #[test]
    fn what_was_shown_again_wins_over_hands() {
        let runs = [(9, 2), (200, 1), (50, 2), (200, 1), (90, 3), (9, 1)];
        assert_eq!(medians_of_runs(&runs, 3), [9, 50, 50, 90, 90, 9]);
    }

    #[test]
    fn one_view_or_none() {
        assert_eq!(medians(&[7], 5), [7]);
        assert!(medians(&[], 5).is_empty());
    }

    proptest! {
        /// As if the copies had been pushed: the middle one of each run.
        #[test]
        fn a_repeated_view_is_as_many(
            runs in prop::collection::vec((any::<u8>(), 1usize..4), 1..9), half in 0usize..3
        ) {
            let window = 2 * half + 1;
            let odd: Vec<_> = runs.iter().map(|&(value, shown)| (value, (shown | 1).min(window))).collect();
            let all: Vec<u8> = odd.iter().flat_map(|&(value, shown)| vec![value; shown]).collect();
            let all = medians(&all, window);
            let mut first = 0;
            for (i, (&now, &(_, shown))) in medians_of_runs(&odd, window).iter().zip(&odd).enumerate() {
                let middle = first + shown / 2;
                first += shown;
                // At the ends of the series, single views and copies have different half windows.
                if i > 0 && i + 1 < odd.len() && middle >= half && middle + half < all.len() {
                    prop_assert_eq!(now, all[middle]);
                }
            }
        }

        #[test]
        fn the_median_is_the_middle_of_the_sorted_values(
            values in prop::collection::vec(any::<u8>(), 1..14), half in 0usize..5
        ) {
            let got = medians(&values, 2 * half + 1);
            prop_assert_eq!(got.len(), values.len());
            for (i, &m) in got.iter().enumerate() {
                let reach_left = half.min(i);
                let reach_right = half.min(values.len() - 1 - i);
                let (mut l, mut r) = (reach_left, reach_right);
                if (l + r) % 2 == 1 { if l > r { l -= 1 } else { r -= 1 } }
                let mut window = values[i - l..=i + r].to_vec();
                window.sort_unstable();
                prop_assert_eq!(m, window[window.len() / 2]);
            }
        }
    }
}
