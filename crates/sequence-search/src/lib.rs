//! The most likely legal game that explains uncertain observations.
