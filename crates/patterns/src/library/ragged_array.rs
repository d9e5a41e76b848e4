//! A ragged array: slices of different lengths in one allocation.

/// Slices of different lengths, stored one after another.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct RaggedArray<T> {
    pub(super) all: Vec<T>,
    /// The end of each slice.
    pub(super) ends: Vec<u32>,
}

impl<T: Copy> RaggedArray<T> {
    /// Appends a slice.
    pub(super) fn push(&mut self, piece: &[T]) {
        self.all.extend_from_slice(piece);
        self.ends.push(self.all.len() as u32);
    }

    /// The slice with index `i`.
    pub(super) fn get(&self, i: usize) -> &[T] {
        let from = i.checked_sub(1).map_or(0, |before| self.ends[before]);
        &self.all[from as usize..self.ends[i] as usize]
    }

    /// Whether the ends describe `count` slices that fill the array exactly.
    pub(super) fn is_sound(&self, count: usize) -> bool {
        self.ends.len() == count
            && self.ends.is_sorted()
            && self.ends.last().map_or(0, |&end| end as usize) == self.all.len()
    }

    /// Memory in bytes.
    pub(super) fn memory(&self) -> usize {
        size_of::<T>() * self.all.capacity() + size_of::<u32>() * self.ends.capacity()
    }
}
