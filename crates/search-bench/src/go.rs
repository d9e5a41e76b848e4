//! Go, played as sensibly as a random player can.

use board_core::{Board, MoveGen, Occupancy};
use go_rules::{Move, Position, Size};
use rand::RngExt;
use rand_pcg::Pcg64Mcg;

/// An empty board.
///
/// # Panics
/// If there is no board of that size.
#[must_use]
pub fn board(side: usize) -> Position {
    Position::new(Size::square(side).expect("a size of Go boards"))
}

/// Near what is there, no own eyes filled, captures when they are met.
pub fn natural(position: &Position, rng: &mut Pcg64Mcg) -> Option<Move> {
    pick(position, rng, 4)
}

/// The same, always looking for a fight: many captures, kos and snapbacks.
pub fn fighting(position: &Position, rng: &mut Pcg64Mcg) -> Option<Move> {
    pick(position, rng, 40)
}

fn pick(position: &Position, rng: &mut Pcg64Mcg, tries: usize) -> Option<Move> {
    let size = position.size();
    let (cols, rows) = (size.cols(), size.rows());
    let own = Occupancy::from(position.to_move());
    let mut best: Option<(usize, Move)> = None;
    for _ in 0..20 * tries {
        let point = rng.random_range(0..position.points());
        let mv = Move::place(point);
        if !position.is_legal(mv) {
            continue;
        }
        let (row, col) = (point / cols, point % cols);
        let near = [
            (row > 0).then(|| point - cols),
            (row + 1 < rows).then_some(point + cols),
            (col > 0).then(|| point - 1),
            (col + 1 < cols).then_some(point + 1),
        ];
        let around = near.into_iter().flatten().map(|p| position.get(p));
        if around.clone().all(|cell| cell == own) {
            continue;
        }
        let mut taken = 0;
        position.visit_changes(mv, |change| {
            taken += usize::from(change.after == Occupancy::Empty)
        });
        let stones = around.filter(|&cell| cell != Occupancy::Empty).count();
        // One or two neighbours are contact; three are a mistake, mostly.
        let score = 10 * taken + [1, 3, 2, 0, 0][stones] + rng.random_range(0..2);
        if best.is_none_or(|(s, _)| score > s) {
            best = Some((score, mv));
        }
        if rng.random_range(0..tries) == 0 {
            break;
        }
    }
    best.map(|(_, mv)| mv)
}
