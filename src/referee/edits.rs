//! Edit proposals: tables that differ from another in a few points, as after an illegal move.

use board_core::{Color, Occupancy};

use super::evidence::{Contradiction, Table, TableEvidence};

/// Most points one edit may change.
const MOST: usize = 6;
/// Most points tried alone.
const ALONE: usize = 4;
/// Number of frames that are also read together, because a hand may hide a point in one of them.
const SOON: usize = 3;

/// Proposes edits of a table from the contradictions of a frame, and of that frame together with the next ones.
pub(super) fn proposals(evidence: &TableEvidence, frame: usize, table: &Table) -> Vec<Table> {
    let mut tables: Vec<Table> = Vec::new();
    let mut push = |other: &[Occupancy]| {
        if tables.iter().all(|known| **known != *other) {
            tables.push(other.into());
        }
    };
    let now = frame..frame + 1;
    let soon = frame..(frame + SOON).min(evidence.frames);
    for frames in [now, soon] {
        let others = evidence.contradictions(&frames, table);
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
            pair_departure(&mut gone, table, &others);
            push(&gone);
        }
    }
    tables
}

/// Pairs an arrival with a departure: if a side has one piece too many or too few, also applies the clearest
/// contradiction that balances the count.
fn pair_departure(table: &mut [Occupancy], expected: &[Occupancy], others: &[Contradiction]) {
    for side in Color::BOTH.map(Occupancy::from) {
        let count = |cells: &[Occupancy]| cells.iter().filter(|cell| **cell == side).count();
        let (are, should) = (count(table), count(expected));
        let (from, to) = match (are, should) {
            _ if are == should + 1 => (side, Occupancy::Empty),
            _ if are + 1 == should => (Occupancy::Empty, side),
            _ => continue,
        };
        let explains = |other: &&Contradiction| {
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
    fn a_clear_arrival_is_paired_with_a_faint_departure() {
        let other = |point, cell, nats| Contradiction { point, cell, nats };
        let expected = [White, White, Empty, Black];
        let after = |table: [Occupancy; 4], others: &[Contradiction]| {
            let mut table = table;
            pair_departure(&mut table, &expected, others);
            table
        };
        let moved = [White, White, White, Black];
        let faint = [other(2, White, 8.0), other(0, Empty, 2.0)];
        assert_eq!(after(moved, &faint), [Empty, White, White, Black]);
        // There is no departure to pair with.
        assert_eq!(after(moved, &faint[..1]), moved);
        // A clear departure is paired with a faint arrival.
        let gone = [Empty, White, Empty, Black];
        let faint = [other(0, Empty, 8.0), other(2, White, 2.0)];
        assert_eq!(after(gone, &faint), [Empty, White, White, Black]);
    }
}
