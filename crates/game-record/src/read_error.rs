use core::fmt;

use crate::{Dialect, FaultOf, Record};

/// A faulty game, and where the fault is.
#[derive(Debug)]
pub struct ReadError<D: Dialect> {
    /// The fault.
    pub fault: FaultOf<D>,
    /// The number of the game in the file, from 1.
    pub game: usize,
    /// The line, from 1.
    pub line: usize,
    /// The column in bytes, from 1.
    pub column: usize,
    /// Number of plies before the fault, along its line of moves.
    pub ply: usize,
    /// The game up to the fault, if the [`Reader`](crate::Reader) makes records.
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
