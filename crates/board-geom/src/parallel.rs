//! Loops over pixels, rows and points whose rounds do not depend on each other. With the feature `rayon` they run on
//! all threads of rayon's current pool, else one after the other; the results are the same.

use std::ops::Range;

/// Makes this thread one of those of rayon's global pool, unless the pool is in use. Loops of a thread outside the pool
/// are handed to others, which first have to wake; those of a thread inside begin at once.
///
/// For the start of a program in which one thread looks at all photos: while this thread does other work, the pool has
/// one thread less. Without the feature `rayon`, and on one processor, nothing changes.
pub fn use_this_thread() {
    // A pool of this thread alone would never do the work of others.
    #[cfg(feature = "rayon")]
    if std::thread::available_parallelism().is_ok_and(|threads| threads.get() > 1) {
        let pool = rayon::ThreadPoolBuilder::new().use_current_thread();
        // An error means that the pool is in use.
        let _ = pool.build_global();
    }
}

/// Computes two values, at the same time with the feature `rayon`. The first one is computed on this thread, so it may
/// use what other threads may not, such as a progress bar.
pub fn join<A, B: Send>(a: impl FnOnce() -> A, b: impl FnOnce() -> B + Send) -> (A, B) {
    #[cfg(feature = "rayon")]
    if rayon::current_num_threads() > 1 {
        let mut second = None;
        let first = rayon::in_place_scope(|scope| {
            scope.spawn(|_| second = Some(b()));
            a()
        });
        return (first, second.expect("the scope has run it"));
    }
    (a(), b())
}

/// Calls `part` for ranges that together are `0..count`, and returns what they return one after the other.
///
/// `grain` is the number of rounds, at least, that is worth a thread.
pub fn collect<T: Send>(
    count: usize,
    grain: usize,
    part: impl Fn(Range<usize>) -> Vec<T> + Sync + Send,
) -> Vec<T> {
    #[cfg(feature = "rayon")]
    if let Some(length) = part_length(count, grain) {
        use rayon::prelude::*;
        let parts = (0..count).into_par_iter().step_by(length);
        let parts: Vec<Vec<T>> = parts
            .map(|from| part(from..count.min(from + length)))
            .collect();
        let mut all = Vec::with_capacity(parts.iter().map(Vec::len).sum());
        parts.into_iter().for_each(|part| all.extend(part));
        return all;
    }
    let _ = grain;
    part(0..count)
}

/// Calls `part` for parts of `items`, with the index of their first round. Each round has `width` items; the last may
/// have fewer.
///
/// `grain` is the number of rounds, at least, that is worth a thread.
///
/// # Panics
/// If `width` is 0.
pub fn for_parts<T: Send>(
    items: &mut [T],
    width: usize,
    grain: usize,
    part: impl Fn(usize, &mut [T]) + Sync + Send,
) {
    assert!(width > 0, "a round has items");
    #[cfg(feature = "rayon")]
    if let Some(length) = part_length(items.len().div_ceil(width), grain) {
        use rayon::prelude::*;
        let parts = items.par_chunks_mut(length * width).enumerate();
        parts.for_each(|(i, items)| part(i * length, items));
        return;
    }
    let _ = grain;
    part(0, items);
}

/// Rounds in a part: a few parts for each thread, since some take longer. `None` if one thread is enough.
#[cfg(feature = "rayon")]
fn part_length(count: usize, grain: usize) -> Option<usize> {
    const PARTS: usize = 4;
    let threads = rayon::current_num_threads();
    let length = count.div_ceil(PARTS * threads).max(grain).max(1);
    (threads > 1 && length < count).then_some(length)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_round_is_done_once_and_in_its_place() {
        for count in [0, 1, 2, 7, 100, 1001] {
            for grain in [0, 1, 3, 5000] {
                let squares = collect(count, grain, |part| part.map(|i| i * i).collect());
                assert_eq!(squares, (0..count).map(|i| i * i).collect::<Vec<_>>());
                let mut items = vec![0; count];
                for_parts(&mut items, 3, grain, |first, part| {
                    for (i, item) in part.iter_mut().enumerate() {
                        *item += 1000 * (first + i / 3) + i % 3;
                    }
                });
                let expected = (0..count).map(|i| 1000 * (i / 3) + i % 3);
                assert_eq!(items, expected.collect::<Vec<_>>());
            }
        }
        assert_eq!(join(|| 1, || "two"), (1, "two"));
    }
}
