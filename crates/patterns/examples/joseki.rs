//! A small dictionary of joseki: which one is being played in each corner, and how it goes on.
//! `cargo run -p patterns --example joseki`
//!
//! Every joseki is a line of moves in the lower left corner of an empty board. Each of its positions becomes a pattern,
//! anchored to the corner and with the next move marked; the tree then knows them turned, mirrored and with
//! the colours exchanged.
#![allow(clippy::print_stdout)]

use std::error::Error;

use go_rules::record::{Play, Record};
use go_rules::{Move, Size};
use patterns::{Edges, Field, Group, Pattern, PatternTree, Rectangle};

/// Name and moves; Black begins.
const JOSEKI: [(&str, &str); 7] = [
    ("star point, slide and extension", "D4 F3 C6 D2 C3 J3"),
    ("star point, attach and extend", "D4 F3 F4 G4 F5"),
    ("star point, kick", "D4 F3 E3 F4"),
    (
        "star point, invasion at 3-3",
        "D4 C3 D3 C4 C5 D2 E2 C2 E3 B5 B6 B4 C6",
    ),
    ("3-4 point, Shusaku's diagonal", "C4 E3 D5"),
    (
        "3-4 point, attachment below a high approach",
        "D3 D5 C5 C6 C4 D6",
    ),
    ("3-3 point, shoulder hit", "C3 D4 C4 D5"),
];

/// The corner that is looked at.
const CORNER: Rectangle = Rectangle {
    x: 0,
    y: 0,
    cols: 9,
    rows: 9,
};

/// An opening: two star points against two, an approach and an invasion.
const OPENING: &str = "Q16 D4 Q4 D16 F17 C14 R17 R16 Q17";

fn main() -> Result<(), Box<dyn Error>> {
    let mut joseki: PatternTree<Vec<&str>> = PatternTree::new(Group::TurnsAndColors);
    for (name, line) in JOSEKI {
        let record = played(line)?;
        for (position, next) in record.positions().zip(&record.moves).skip(1) {
            let field = Field::from(&position?);
            let point = next.mv.point().ok_or("no joseki has a pass")?;
            let (x, row) = record.size.col_row(point);
            let pattern = Pattern::cut(&field, CORNER, Edges::Kept)?;
            let pattern = pattern.with_mark(x, record.size.rows() - 1 - row)?;
            match joseki.id(&pattern).and_then(|id| joseki.payload_mut(id)) {
                Some(names) => names.push(name),
                None => drop(joseki.insert(&pattern, vec![name])),
            }
        }
    }
    println!("{} positions of {} joseki", joseki.len(), JOSEKI.len());

    let record = played(OPENING)?;
    for (number, position) in record.positions().enumerate().skip(1) {
        let field = Field::from(&position?);
        let last = record.moves[number - 1].mv;
        println!("after {number}. {}", record.size.gtp(last));
        let last = last.point().map(|point| record.size.col_row(point));
        let (col, row) = last.ok_or("no joseki has a pass")?;
        // The corner of the last move is what is of interest.
        let near = |at: Rectangle| {
            let (x, y) = (
                col as i32 - at.x,
                (record.size.rows() - 1 - row) as i32 - at.y,
            );
            (0..at.cols as i32).contains(&x) && (0..at.rows as i32).contains(&y)
        };
        let found = joseki.search(&field).into_iter();
        for place in found.filter(|place| near(place.rectangle)) {
            let mark = joseki.pattern(place.id).and_then(|pattern| pattern.mark());
            let (x, y) = mark.map(|(x, y)| place.point(x, y)).unwrap_or_default();
            let next = record
                .size
                .point(x as usize, record.size.rows() - 1 - y as usize);
            let next = next.map(|point| record.size.gtp(Move::place(point)));
            let names = joseki.payload(place.id).map(|names| names.join("; "));
            println!(
                "  {}: {}",
                next.unwrap_or_default(),
                names.unwrap_or_default()
            );
        }
    }
    Ok(())
}

/// A line of moves on an empty board, as a record.
fn played(line: &str) -> Result<Record, String> {
    let mut record = Record::new(Size::NINETEEN);
    let mut color = record.first;
    for name in line.split(' ') {
        let mv = record.size.parse_gtp(name).ok_or_else(|| name.to_owned())?;
        record.moves.push(Play::new(color, mv));
        color = !color;
    }
    Ok(record)
}
