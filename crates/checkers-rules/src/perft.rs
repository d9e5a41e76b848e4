//! Perft: counts the lines of a given depth, the standard test and benchmark of move generators.

use core::convert::Infallible;
use core::ops::ControlFlow;

use board_core::{Color, MoveGen};

use crate::{
    Position,
    bitboards::Bitboards,
    capture::{Count, List, Order, Trace},
    variant::{Choice, Rules, by_variant},
};

/// The number of lines of `depth` plies. The last ply is counted in bulk, not played.
///
/// Captures of the same pieces in another order are one move, as in [`Position::legal_moves`].
///
/// ```
/// use checkers_rules::{Position, RuleSet, perft};
/// assert_eq!(perft(&Position::initial(RuleSet::ENGLISH), 5), 7_361);
/// ```
#[must_use]
pub fn perft(position: &Position, depth: usize) -> u64 {
    start::<()>(position, depth)
}

/// Like [`perft`], but captures of the same pieces in another order are different moves, as in most published counts
/// for checkers. Different landing squares between two captured pieces are still the same move.
#[must_use]
pub fn perft_ordered(position: &Position, depth: usize) -> u64 {
    start::<Order>(position, depth)
}

fn start<T: Trace>(position: &Position, depth: usize) -> u64 {
    let mut lists: Vec<List<T>> = (0..depth).map(|_| List::new()).collect();
    let board = position.board();
    by_variant!(position.rules().variant, R => match position.to_move() {
        Color::White => nodes::<R, true, false, T>(board, &mut lists),
        Color::Black => nodes::<R, false, true, T>(board, &mut lists),
    })
}

/// `WHITE` is to move; `BLACK` is its opposite, since const generics cannot negate. One list for each ply.
fn nodes<R: Rules, const WHITE: bool, const BLACK: bool, T: Trace>(
    board: &Bitboards,
    lists: &mut [List<T>],
) -> u64 {
    let (list, rest) = match lists {
        [] => return 1,
        [list] => return leaves::<R, WHITE, T>(board, list),
        [list, rest @ ..] => (list, rest),
    };
    let mut enter = |next: Bitboards| match rest {
        [list] => leaves::<R, BLACK, T>(&next, list),
        _ => nodes::<R, BLACK, WHITE, T>(&next, rest),
    };
    let takers = board.takers::<R, WHITE>();
    let mut sum = 0;
    if takers == (0, 0) {
        let _: ControlFlow<Infallible> = board.quiet::<R, WHITE, _>(|from, to, crowned| {
            sum += enter(board.after::<R, WHITE>(from, to, 0, crowned));
            ControlFlow::Continue(())
        });
    } else {
        list.clear();
        board.captures::<R, WHITE, T, _>(takers, list);
        for c in &list.captures {
            sum += enter(board.after::<R, WHITE>(c.from, c.to, c.taken, c.crowned));
        }
    }
    sum
}

/// The number of legal moves.
#[inline]
fn leaves<R: Rules, const WHITE: bool, T: Trace>(board: &Bitboards, list: &mut List<T>) -> u64 {
    let takers = board.takers::<R, WHITE>();
    if takers == (0, 0) {
        return board.count_quiet::<R, WHITE>();
    }
    if let Some(count) = board.count_plain::<R, WHITE>(takers) {
        return count;
    }
    // Kings that move one square have a single landing square: different paths capture different pieces or in another
    // order.
    if R::LAWS.choice == Choice::Free && !R::LAWS.flying && size_of::<T>() != 0 {
        let mut count = Count(0);
        board.captures::<R, WHITE, T, _>(takers, &mut count);
        return count.0;
    }
    list.clear();
    board.captures::<R, WHITE, T, _>(takers, list);
    list.captures.len() as u64
}
