use board_core::{Board, MoveGen, Occupancy};

use crate::{Move, Position};

/// Why a move is illegal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, thiserror::Error)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "snake_case"))]
pub enum Illegal {
    /// The point is not on the board.
    #[error("the point is not on the board")]
    OffBoard,
    /// The point is occupied.
    #[error("the point is occupied")]
    Occupied,
    /// The move retakes a ko at once.
    #[error("it takes a ko back at once")]
    Ko,
    /// The stone would have no liberty and captures nothing.
    #[error("it is suicide")]
    Suicide,
    /// The move repeats an earlier board, which superko forbids.
    #[error("it repeats an earlier position")]
    Superko,
    /// The game is over: both sides have passed.
    #[error("the game is over")]
    GameOver,
}

impl Position {
    /// Like [`is_legal`](MoveGen::is_legal), with the reason.
    ///
    /// # Errors
    /// Any reason except [`Illegal::Superko`] and [`Illegal::GameOver`], which need a [`Game`](crate::Game).
    pub fn check(&self, mv: Move) -> Result<(), Illegal> {
        match mv.point() {
            _ if self.is_legal(mv) => Ok(()),
            Some(point) if point >= self.points() => Err(Illegal::OffBoard),
            Some(point) if self.get(point) != Occupancy::Empty => Err(Illegal::Occupied),
            Some(point) if self.ko() == Some(point) => Err(Illegal::Ko),
            _ => Err(Illegal::Suicide),
        }
    }
}
