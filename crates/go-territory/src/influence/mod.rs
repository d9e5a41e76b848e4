//! Influence: one number for every point, computed from the stones alone.

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

/// An influence function: estimates the owner of each point from the arrangement of stones.
///
/// No implementation considers life and death: remove dead stones first, with [`of_position`](Influence::of_position).
/// Values change sign when colours are exchanged, and follow the symmetries of the board.
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
    /// The value of every point, in point order: positive for Black, negative for White, 0 for neither. The unit
    /// depends on the implementation.
    ///
    /// `contents` are the contents of all points, in any arrangement.
    ///
    /// # Panics
    /// May panic if the number of contents is not that of the points.
    fn of(&self, size: Size, contents: &[Occupancy]) -> Vec<f32>;

    /// The values of a position without the stones of `dead`. Points of `dead` that are empty or off the board are
    /// ignored.
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
