//! Following a game while it is played: the journal from which a recorder that was killed goes on.

pub mod journal;
