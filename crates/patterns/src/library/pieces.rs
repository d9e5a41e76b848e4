//! Pieces of different length in one run of memory.

/// Pieces of different length, one after another.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Pieces<T> {
    pub(super) all: Vec<T>,
    /// Where each ends.
    pub(super) ends: Vec<u32>,
}

impl<T: Copy> Pieces<T> {
    /// Adds one at the end.
    pub(super) fn push(&mut self, piece: &[T]) {
        self.all.extend_from_slice(piece);
        self.ends.push(self.all.len() as u32);
    }

    /// One of them, from 0.
    pub(super) fn get(&self, i: usize) -> &[T] {
        let from = i.checked_sub(1).map_or(0, |before| self.ends[before]);
        &self.all[from as usize..self.ends[i] as usize]
    }

    /// Whether the ends are those of `count` pieces that make up all there is.
    pub(super) fn is_sound(&self, count: usize) -> bool {
        self.ends.len() == count
            && self.ends.is_sorted()
            && self.ends.last().map_or(0, |&end| end as usize) == self.all.len()
    }

    /// Bytes of memory they take.
    pub(super) fn memory(&self) -> usize {
        size_of::<T>() * self.all.capacity() + size_of::<u32>() * self.ends.capacity()
    }
}
