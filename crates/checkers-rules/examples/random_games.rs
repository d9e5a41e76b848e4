//! Positions of random games with all their legal moves, for other programs to compare: `random_games [games] [seed]`.
//!
//! A line is the variant, the FEN and the moves, with tabs between; a move is from, to and what is taken in the order
//! of numbers, with commas between.

#![allow(clippy::print_stdout)]

use board_core::{MoveGen, zobrist::splitmix64};
use checkers_rules::{Position, RuleSet, Variant};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut args = std::env::args().skip(1).map(|arg| arg.parse::<u64>());
    let games = args.next().unwrap_or(Ok(3))?;
    let seed = args.next().unwrap_or(Ok(1))?;
    for variant in Variant::ALL {
        for game in 0..games {
            let mut position = Position::initial(RuleSet::of(variant));
            let dice = splitmix64(seed, game);
            for ply in 0..120 {
                // Other programs know the position from its FEN alone.
                let fen = position.to_fen();
                position = Position::from_fen(position.rules(), &fen)?;
                let moves = position.legal_moves();
                if moves.is_empty() {
                    break;
                }
                let name = |mv: &checkers_rules::Move| {
                    let captured = mv.captured.map(|square| format!(",{square}"));
                    format!("{},{}{}", mv.from, mv.to, captured.collect::<String>())
                };
                let names: Vec<String> = moves.iter().map(name).collect();
                println!("{}\t{fen}\t{}", variant.name(), names.join(" "));
                let pick = splitmix64(dice, ply) % moves.len() as u64;
                position.play(moves[pick as usize]);
            }
        }
    }
    Ok(())
}
