//! The positions of a decoded game, frame by frame.

use board_core::{MoveGen, Occupancy};
use sequence_search::Decoded;

/// Calls `visit` with every frame, the position of the game in it, and the contents of the table.
pub(crate) fn visit_positions<P: MoveGen<Cell = Occupancy>>(
    start: &P,
    game: &Decoded<P::Move>,
    mut visit: impl FnMut(usize, &P, &[Occupancy]),
) {
    let mut position = start.clone();
    let mut plies = game.plies.iter().peekable();
    game.visit_tables(start, |frame, table| {
        while let Some(ply) = plies.next_if(|ply| ply.frame <= frame) {
            position.set_to_move(ply.side);
            position.play(ply.mv);
        }
        visit(frame, &position, table);
    });
}
