//! Go in reports: the board, its points and numbers of moves.

use board_core::Occupancy;
use go_rules::{Move, Position};

use crate::recording::drawn::{Drawn, Number, ReportBoard};

impl Drawn for Position {
    fn board(&self) -> ReportBoard {
        let size = self.size();
        ReportBoard::Points {
            cols: size.cols(),
            rows: size.rows(),
        }
    }

    fn letters(&self) -> String {
        let letter = |cell: Occupancy| match cell {
            Occupancy::Black => 'X',
            Occupancy::White => 'O',
            Occupancy::Empty => '.',
        };
        self.contents().into_iter().map(letter).collect()
    }

    fn point_name(&self, point: usize) -> String {
        self.size().gtp(Move::place(point))
    }

    fn number(&self, before: usize) -> Number {
        Number::Own(before + 1)
    }

    #[cfg(feature = "territory")]
    fn ending(
        game: &crate::recording::Recording<Position>,
    ) -> Option<crate::recording::drawn::Ending> {
        crate::territory::ending(game)
    }
}
