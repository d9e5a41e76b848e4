use core::fmt;

use crate::{Dialect, FaultOf, Record};

/// A game that is not what it should be, and where.
#[derive(Debug)]
pub struct ReadError<D: Dialect> {
    /// What is wrong.
    pub fault: FaultOf<D>,
    /// The number of the game in the file, from 1.
    pub game: usize,
    /// From 1.
    pub line: usize,
    /// From 1, in bytes.
    pub column: usize,
    /// Plies from the start that were read before the fault, along its line.
    pub ply: usize,
    /// What was read before the fault, if a [`Reader`](crate::Reader) was asked for records.
    pub record: Option<Box<Record<D>>>,
}

impl<D: Dialect> fmt::Display for ReadError<D> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "game {}, line {}, column {}, ply {}: {}",
            self.game, self.line, self.column, self.ply, self.fault
        )
    }
}

impl<D: Dialect> core::error::Error for ReadError<D> {}
