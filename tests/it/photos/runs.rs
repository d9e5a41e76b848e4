//! The truth of runs of photos of checkers that are one move apart.

use std::collections::HashMap;
use std::path::Path;

use board_core::{Board, Color, Occupancy};
use checkers_rules::{Move, Position, RuleSet};

/// What the table of truths says of each photo, row by row as seen in the picture.
pub(crate) fn truths(folder: &Path) -> HashMap<String, Vec<Occupancy>> {
    let text = std::fs::read_to_string(folder.join("truth.tsv")).unwrap();
    let row = |line: &str| {
        let mut fields = line.split('\t');
        let name = fields.next().unwrap().to_owned();
        (name, cells(fields.next().unwrap()))
    };
    text.lines().skip(1).map(row).collect()
}

/// Contents written as letters, row by row.
pub(crate) fn cells(rows: &str) -> Vec<Occupancy> {
    let letters = rows.chars().filter(|c| *c != '/');
    let cells = letters.map(|letter| match letter {
        'w' => Occupancy::White,
        'b' => Occupancy::Black,
        _ => Occupancy::Empty,
    });
    cells.collect()
}

/// The picture with White's side, which is on the left, brought to the bottom; of a board that is laid
/// with the wrong corner at the left, its mirror image.
pub(crate) fn upright(picture: &[Occupancy]) -> Vec<Occupancy> {
    let at = |row: usize, col: usize| picture[row * 8 + col];
    let turned = |point: usize| at(point % 8, 7 - point / 8);
    let dark = |point: usize| (point / 8 + point % 8) % 2 == 1;
    let regular = (0..64).all(|p| dark(p) || turned(p) == Occupancy::Empty);
    let mirror = |point: usize| match regular {
        true => point,
        false => point / 8 * 8 + 7 - point % 8,
    };
    (0..64).map(|point| turned(mirror(point))).collect()
}

/// The position of men with these contents.
fn position(contents: &[Occupancy], side: Color) -> Position {
    let numbers = |color: Occupancy| {
        let dark = (0..64).filter(|p| (p / 8 + p % 8) % 2 == 1);
        let held = dark.enumerate().filter(|(_, p)| contents[*p] == color);
        let numbers: Vec<String> = held.map(|(i, _)| (i + 1).to_string()).collect();
        numbers.join(",")
    };
    let side = if side == Color::White { "W" } else { "B" };
    let [white, black] = [Occupancy::White, Occupancy::Black].map(numbers);
    Position::from_fen(RuleSet::ENGLISH, &format!("{side}:W{white}:B{black}")).unwrap()
}

/// The only legal moves that lead from one position to the next, and so on, by name.
pub(crate) fn steps(positions: &[Vec<Occupancy>]) -> (Position, Vec<String>) {
    let shows = |position: &Position, contents: &[Occupancy]| {
        (0..64).all(|point| position.get(point) == contents[point])
    };
    for side in Color::BOTH {
        let start = position(&positions[0], side);
        let mut now = start;
        let mut names = Vec::new();
        for next in &positions[1..] {
            let leads = |mv: &Move| {
                let mut after = now;
                after.advance(*mv);
                shows(&after, next)
            };
            let moves: Vec<Move> = now.legal_moves().into_iter().filter(leads).collect();
            let [mv] = moves[..] else { break };
            names.push(now.notation(mv));
            now.advance(mv);
        }
        if names.len() + 1 == positions.len() {
            return (start, names);
        }
    }
    panic!("no legal moves between the positions");
}
