//! Tables that are like another one but for a few points: what may have been done to it against the rules.

use board_core::{Color, Occupancy};

use super::evidence::{Other, Sights, Table};

/// Points that are taken to be otherwise at most,
const MOST: usize = 6;
/// and of those that may be the only one.
const ALONE: usize = 4;
/// A hand may hide now what so many photos show.
const SOON: usize = 3;

/// A table but for what a frame, or it and those just after it, say is otherwise.
pub(super) fn like(sights: &Sights, frame: usize, table: &Table) -> Vec<Table> {
    let mut tables: Vec<Table> = Vec::new();
    let mut push = |other: &[Occupancy]| {
        if tables.iter().all(|known| **known != *other) {
            tables.push(other.into());
        }
    };
    let now = frame..frame + 1;
    let soon = frame..(frame + SOON).min(sights.frames);
    for frames in [now, soon] {
        let others = sights.others(&frames, table);
        let mut seen = table.to_vec();
        for (i, other) in others.iter().take(MOST).enumerate() {
            if i < ALONE {
                let mut alone = table.to_vec();
                alone[other.point] = other.cell;
                push(&alone);
            }
            seen[other.point] = other.cell;
            push(&seen);
            let mut gone = seen.clone();
            went(&mut gone, table, &others);
            push(&gone);
        }
    }
    tables
}

/// A piece that comes to a point has mostly left another one: where a side has one piece more or less than it should have,
/// the point most likely to explain that does, if it is at all likelier so than as it should be.
fn went(table: &mut [Occupancy], expected: &[Occupancy], others: &[Other]) {
    for side in Color::BOTH.map(Occupancy::from) {
        let count = |cells: &[Occupancy]| cells.iter().filter(|cell| **cell == side).count();
        let (are, should) = (count(table), count(expected));
        let (from, to) = match (are, should) {
            _ if are == should + 1 => (side, Occupancy::Empty),
            _ if are + 1 == should => (Occupancy::Empty, side),
            _ => continue,
        };
        let explains = |other: &&Other| {
            let is = (table[other.point], expected[other.point], other.cell);
            is == (from, from, to)
        };
        if let Some(other) = others.iter().find(explains) {
            table[other.point] = to;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use Occupancy::{Black, Empty, White};

    #[test]
    fn a_piece_that_is_surely_on_a_point_has_left_the_one_that_it_may_have_left() {
        let other = |point, cell, nats| Other { point, cell, nats };
        let expected = [White, White, Empty, Black];
        let after = |table: [Occupancy; 4], others: &[Other]| {
            let mut table = table;
            went(&mut table, &expected, others);
            table
        };
        let moved = [White, White, White, Black];
        let faint = [other(2, White, 8.0), other(0, Empty, 2.0)];
        assert_eq!(after(moved, &faint), [Empty, White, White, Black]);
        // Nothing says that one of the others is gone: this one came from nowhere.
        assert_eq!(after(moved, &faint[..1]), moved);
        // A piece that is surely gone stands where one may stand.
        let gone = [Empty, White, Empty, Black];
        let faint = [other(0, Empty, 8.0), other(2, White, 2.0)];
        assert_eq!(after(gone, &faint), [Empty, White, White, Black]);
    }
}
