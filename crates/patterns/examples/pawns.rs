//! Any board can be searched: pawn structures on a chessboard. `cargo run -p patterns --example pawns`
//!
//! Only pawns count as stones here; whatever else stands on a square, it is "empty". Black and White of a
//! pattern are those of the chess pieces. A chessboard is not turned, so the patterns are learned as they are.
#![allow(clippy::print_stdout)]

use board_core::Occupancy;
use patterns::{Field, Group, Pattern, PatternTree};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    // After 1 e4 e6 2 d4 d5 3 e5 c5 4 c3: the French defence, advance variation.
    let placement = "rnbqkbnr/pp3ppp/4p3/2ppP3/3P4/2P5/PP3PPP/RNBQKBNR";
    let mut squares = Vec::new();
    for letter in placement.chars().filter(|&letter| letter != '/') {
        match letter.to_digit(10) {
            Some(empty) => squares.extend(std::iter::repeat_n(Occupancy::Empty, empty as usize)),
            None => squares.push(match letter {
                'P' => Occupancy::White,
                'p' => Occupancy::Black,
                _ => Occupancy::Empty,
            }),
        }
    }
    let board = Field::from_fn(8, 8, |col, row| squares[row * 8 + col])?;

    let mut structures = PatternTree::new(Group::Identity);
    let ram: Pattern = "X\nO".parse()?;
    structures.insert(&ram, "pawns that block each other");
    let chain: Pattern = "? ? O\n? O ?\nO ? ?".parse()?;
    structures.insert(&chain, "a chain of White's");
    let doubled: Pattern = "O\nO".parse()?;
    structures.insert(&doubled, "doubled pawns");
    for place in structures.search(&board) {
        let file = (b'a' + place.rectangle.x as u8) as char;
        let name = structures.payload(place.id).unwrap_or(&"");
        println!("{name} from {file}{}", place.rectangle.y + 1);
    }
    Ok(())
}
