//! Positions and patterns from a seed, for the bench and a test.

use board_core::{Board, MoveGen};
pub(crate) use dice::Dice;
use go_rules::{Position, Size};
use patterns::{Content, Demand, Edges, Field, Pattern, Rectangle};

mod dice;

/// A position with this many stones played, most of them near others.
pub(crate) fn position(dice: &mut Dice, stones: usize) -> Field {
    let mut position = Position::initial(Size::NINETEEN);
    let mut played = 0;
    let mut last = 180;
    while played < stones {
        let near =
            (last as i64 + [-2, -1, 1, 2, -19, 19, -38, 38, -20, -18][dice.below(10)]) as usize;
        let point = if dice.below(4) == 0 {
            dice.below(361)
        } else {
            near % 361
        };
        let mv = go_rules::Move::place(point);
        if position.get(point) == board_core::Occupancy::Empty && position.is_legal(mv) {
            position.play(mv);
            played += 1;
        }
        last = point;
    }
    Field::from(&position)
}

/// A pattern of any size of 3 to 9 points, as it stood on some board.
pub(crate) fn exact(dice: &mut Dice, field: &Field) -> Pattern {
    let (cols, rows) = (3 + dice.below(7), 3 + dice.below(7));
    let (x, y) = (dice.below(20 - cols) as i32, dice.below(20 - rows) as i32);
    let from = Rectangle { x, y, cols, rows };
    let kept = if dice.below(2) == 0 {
        Edges::Kept
    } else {
        Edges::Dropped
    };
    Pattern::cut(field, from, kept).unwrap()
}

/// A pattern as a program's pattern base has them: don't-cares mostly at its rim, some "this or empty".
pub(crate) fn like_gnugo(dice: &mut Dice, field: &Field) -> Pattern {
    loop {
        let (cols, rows) = (3 + dice.below(5), 3 + dice.below(5));
        let (x, y) = (dice.below(20 - cols) as i32, dice.below(20 - rows) as i32);
        let from = Rectangle { x, y, cols, rows };
        let kept = if dice.below(4) == 0 {
            Edges::Kept
        } else {
            Edges::Dropped
        };
        let cut = Pattern::cut(field, from, kept).unwrap();
        let points = (0..rows).flat_map(|y| (0..cols).map(move |x| (x, y)));
        let cells: Vec<Demand> = points
            .map(|(x, y)| {
                let rim = x == 0 || y == 0 || x == cols - 1 || y == rows - 1;
                match dice.below(100) {
                    0..10 => Demand::ANY,
                    10..45 if rim => Demand::ANY,
                    90.. => cut.at(x, y) | Demand::EMPTY,
                    _ => cut.at(x, y),
                }
            })
            .collect();
        let stones = cells
            .iter()
            .filter(|cell| cell.only().is_some_and(Content::is_hit))
            .count();
        if (3..=10).contains(&stones) {
            return Pattern::new(cols, rows, cells)
                .unwrap()
                .anchored(cut.anchor());
        }
    }
}
