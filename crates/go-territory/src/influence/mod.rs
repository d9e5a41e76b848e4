//! Influence: one number for every point, from the stones alone.

mod bouzy;
mod flood;
mod nearest;
mod radiance;
mod zobrist;

pub use bouzy::Bouzy;
pub use flood::Flood;
pub use nearest::Nearest;
pub use radiance::Radiance;
pub use zobrist::Zobrist;

use board_core::{Board as _, Occupancy};
use go_rules::{Position, Size};

/// A way to tell whose a point is from where the stones are.
///
/// All of them know nothing of life and death: take dead stones off first, with
/// [`of_position`](Influence::of_position). They change sign with the colours, and turn with the board.
///
/// ```
/// use go_rules::Position;
/// use go_territory::{Bouzy, Influence, Nearest};
///
/// let position = Position::from_rows(&["X . . . O"])?;
/// let maps: [&dyn Influence; 2] = [&Nearest, &Bouzy::AREA];
/// for map in maps {
///     let values = map.of_position(&position, &[]);
///     assert!(values[1] > 0.0 && values[2] == 0.0 && values[3] < 0.0);
/// }
/// # Ok::<(), go_rules::PositionError>(())
/// ```
pub trait Influence {
    /// The value of every point, in point order: above 0 where Black has more, below where White has,
    /// 0 where neither; each implementation says in what unit.
    ///
    /// `contents` is what every point holds; it need not be a position a game can have.
    ///
    /// # Panics
    /// May panic if there are not as many contents as points.
    fn of(&self, size: Size, contents: &[Occupancy]) -> Vec<f32>;

    /// The values of a position with the stones of `dead` taken off. Points of `dead` that hold none, or
    /// are not on the board, do not count.
    fn of_position(&self, position: &Position, dead: &[usize]) -> Vec<f32> {
        let mut contents = position.contents();
        for &point in dead {
            if point < position.points() {
                contents[point] = Occupancy::Empty;
            }
        }
        self.of(position.size(), &contents)
    }
}

/// 1 for Black, −1 for White, 0 for an empty point.
fn sign(content: Occupancy) -> f32 {
    match content {
        Occupancy::Empty => 0.0,
        Occupancy::Black => 1.0,
        Occupancy::White => -1.0,
    }
}
